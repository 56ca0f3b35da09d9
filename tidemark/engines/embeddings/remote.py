"""Embeddings from a service: requests, timeouts and checks that all providers share."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from langchain_core.embeddings import Embeddings as Client

from tidemark.engines.embeddings.base import Vector
from tidemark.engines.llm.retries import RetryPolicy, with_retries
from tidemark.errors import EngineUnreachable, EngineUnreadable, RequestRefused
from tidemark.runtime.asyncio_thread import AsyncioThread, AsyncioThreadClosed
from tidemark.runtime.events import Stop

T = TypeVar("T")
MapErrors = Callable[[float], AbstractContextManager[None]]
SETTING = "EMBEDDING_MODEL"
_BLANK = "-"  # sent for a blank passage, which services refuse


class ServiceEmbeddings:
    """``Embeddings`` of ``service``, asked through ``client``.

    ``mapping_errors(timeout_s)`` turns errors of the client into an ``EngineError``;
    ``close_connections`` closes those that only this client uses.
    """

    def __init__(
        self,
        name: str,
        service: str,
        client: Client,
        *,
        mapping_errors: MapErrors,
        asyncio_thread: AsyncioThread,
        retry_policy: RetryPolicy,
        close_connections: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._name = name
        self._service = service
        self._client = client
        self._mapping_errors = mapping_errors
        self._asyncio_thread = asyncio_thread
        self._retry_policy = retry_policy
        self._close_connections = close_connections

    @property
    def name(self) -> str:
        """The key its vectors are stored under: provider and model."""
        return self._name

    def embed_passages(self, texts: Sequence[str], *, stop: Stop) -> Sequence[Vector]:
        """Return a vector for each of ``texts``; retry a busy service."""
        wanted = [text if text.strip() else _BLANK for text in texts]

        async def ask() -> list[list[float]]:
            return await self._with_timeout(
                self._client.aembed_documents(wanted), self._retry_policy.timeout_s
            )

        found = self._run(lambda: with_retries(ask, self._retry_policy.backoff_s), stop)
        self._check(found, len(wanted))
        return found

    def embed_question(self, text: str, *, timeout_s: float, stop: Stop) -> Vector:
        """Return the vector of ``text``, without retries."""

        async def ask() -> list[float]:
            return await self._with_timeout(self._client.aembed_query(text), timeout_s)

        found = self._run(ask, stop)
        self._check([found], 1)
        return found

    def close(self) -> None:
        """Cancel running requests; close connections and thread."""
        self._asyncio_thread.close(self._close_connections)

    async def _with_timeout(self, call: Awaitable[T], timeout_s: float) -> T:
        try:
            with self._mapping_errors(timeout_s):
                async with asyncio.timeout(timeout_s):
                    return await call
        except RequestRefused as refused:
            raise RequestRefused(
                refused.engine, refused.why, address=refused.address, setting=SETTING
            ) from refused

    def _run(self, call: Callable[[], Coroutine[Any, Any, T]], stop: Stop) -> T:
        try:
            return self._asyncio_thread.run(call, stop=stop)
        except AsyncioThreadClosed as error:
            raise EngineUnreachable(self._service, "its settings changed meanwhile") from error

    def _check(self, vectors: Sequence[Vector], count: int) -> None:
        if len(vectors) != count:
            raise EngineUnreadable(self._service, f"{len(vectors)} vectors for {count} texts")
        if len({len(each) for each in vectors}) != 1 or not vectors[0]:
            raise EngineUnreadable(self._service, "vectors of different lengths")
        if not all(math.isfinite(value) for each in vectors for value in each):
            raise EngineUnreadable(self._service, "vectors that are not numbers")
