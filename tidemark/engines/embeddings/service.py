"""Vectors from a service: what Gemini's have in common with every other's."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from langchain_core.embeddings import Embeddings as Client

from tidemark.engines.embeddings.base import Vector
from tidemark.engines.llm.base import Patience, persistently
from tidemark.errors import EngineUnreachable, EngineUnreadable, RequestRefused
from tidemark.runtime.asyncio_thread import AsyncioThread, AsyncioThreadClosed
from tidemark.runtime.events import Stop

T = TypeVar("T")
Told = Callable[[float], AbstractContextManager[None]]
SETTING = "EMBEDDING_MODEL"
_BLANK = "-"  # stands for a passage of spaces alone, which services refuse


class ServiceEmbeddings:
    """``Embeddings`` by ``client``, which speaks to ``service``.

    ``told`` raises what the client raises inside as an ``EngineError``, given how many seconds it
    was waited for; ``let_go`` closes the connections that are its own.
    """

    def __init__(
        self,
        name: str,
        service: str,
        client: Client,
        *,
        told: Told,
        background: AsyncioThread,
        patience: Patience,
        let_go: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._name = name
        self._service = service
        self._client = client
        self._told = told
        self._background = background
        self._patience = patience
        self._let_go = let_go

    @property
    def name(self) -> str:
        """What its vectors are kept under: provider and model."""
        return self._name

    def of_passages(self, texts: Sequence[str], *, stop: Stop) -> Sequence[Vector]:
        """Return a vector for each of ``texts``; a busy service is asked again."""
        wanted = [text if text.strip() else _BLANK for text in texts]

        async def ask() -> list[list[float]]:
            return await self._in_time(
                self._client.aembed_documents(wanted), self._patience.timeout_s
            )

        found = self._run(lambda: persistently(ask, self._patience.backoff_s), stop)
        self._refuse_if_unlike(found, len(wanted))
        return found

    def of_question(self, text: str, *, timeout_s: float, stop: Stop) -> Vector:
        """Return the vector of ``text``, asked for once."""

        async def ask() -> list[float]:
            return await self._in_time(self._client.aembed_query(text), timeout_s)

        found = self._run(ask, stop)
        self._refuse_if_unlike([found], 1)
        return found

    def close(self) -> None:
        """Cut off what still runs, and let go of connections and thread."""
        self._background.close(self._let_go)

    async def _in_time(self, call: Awaitable[T], timeout_s: float) -> T:
        try:
            with self._told(timeout_s):
                async with asyncio.timeout(timeout_s):
                    return await call
        except RequestRefused as refused:
            raise RequestRefused(
                refused.engine, refused.why, address=refused.address, setting=SETTING
            ) from refused

    def _run(self, call: Callable[[], Coroutine[Any, Any, T]], stop: Stop) -> T:
        try:
            return self._background.run(call, stop=stop)
        except AsyncioThreadClosed as error:
            raise EngineUnreachable(self._service, "its settings changed meanwhile") from error

    def _refuse_if_unlike(self, vectors: Sequence[Vector], count: int) -> None:
        if len(vectors) != count:
            raise EngineUnreadable(self._service, f"{len(vectors)} vectors for {count} texts")
        if len({len(each) for each in vectors}) != 1 or not vectors[0]:
            raise EngineUnreadable(self._service, "vectors of different lengths")
        if not all(math.isfinite(value) for each in vectors for value in each):
            raise EngineUnreadable(self._service, "vectors that are no numbers")
