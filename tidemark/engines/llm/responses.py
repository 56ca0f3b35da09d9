"""Responses of a language model: text, usage, and finish reason.

No client raises an error for a blocked, cut-off or empty answer: each answer has to be checked.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    InvalidToolCall,
    message_chunk_to_message,
)
from langchain_core.messages import (
    ToolCall as LangChainCall,
)
from langchain_core.messages.ai import add_ai_message_chunks

from tidemark.errors import (
    EngineUnreachable,
    ReplyBlocked,
    ReplyCutOff,
    ReplyEmpty,
    ReplyMalformed,
)
from tidemark.schema import Usage
from tidemark.schema.tools import ToolCall, ToolRequest
from utils import one_line

NO_CHUNKS = "No generation chunks"  # langchain_core, for a stream that ends at once
_MAX_CHARS = 160  # of a service's own message
_ERRNO = re.compile(r"^\[Errno -?\d+\] ")

# The keys for the finish reason in the packages of different providers.
_REASONS = ("finish_reason", "stop_reason", "done_reason", "status")
_FILTERED = "its safety filter stopped it"
_OTHER = "other"  # without a reason: a repeated request may be answered
_BLOCKED = {
    "safety": _FILTERED,
    "image_safety": _FILTERED,
    "model_armor": _FILTERED,
    "jailbreak": _FILTERED,
    "recitation": "it came too close to a published text",
    "prohibited_content": "prohibited content",
    "blocklist": "a word on its block list",
    "spii": "personal data",
    "language": "a language it does not speak",
    _OTHER: "it gave no reason",
}
_NO_TOOLS = "it called a tool that it does not have"
_MALFORMED = {  # faults of the service itself: a repeated request may be answered
    "unexpected_tool_call": _NO_TOOLS,
    "malformed_function_call": _NO_TOOLS,
    "too_many_tool_calls": _NO_TOOLS,
    "malformed_response": "its answer was malformed",
    "missing_thought_signature": "its answer was malformed",
}


@dataclass(frozen=True)
class FinishReasons:
    """The finish reasons of a service, in lower case, by their meaning.

    Those of ``malformed`` are the service's own faults.  ``unknown_blocks``: a reason in none of
    the tables blocks too.  ``is_always_given``: an answer without a reason broke off.
    """

    cut_off: frozenset[str]
    blocked: Mapping[str, str]
    malformed: Mapping[str, str] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    unknown_blocks: bool = False
    is_always_given: bool = True


GEMINI_FINISH_REASONS = FinishReasons(
    cut_off=frozenset({"max_tokens"}),
    blocked=_BLOCKED,
    malformed=_MALFORMED,
    whole=frozenset({"stop", "finish_reason_unspecified"}),
    unknown_blocks=True,
)
_OTHER_FINISH_REASONS = FinishReasons(
    cut_off=frozenset({"length", "max_tokens", "model_length", "incomplete"}),
    blocked={
        **_BLOCKED,
        "content_filter": _BLOCKED["safety"],
        "refusal": "it declined",
    },
    whole=frozenset({"stop", "end_turn", "completed"}),
)


class ModelResponse:
    """The response to one request of ``service``: its chunks add up to usage and finish reason.

    If the request is repeated, ``begin_again`` keeps the usage and forgets the rest.
    """

    def __init__(self, service: str, finish_reasons: FinishReasons) -> None:
        self.usage = Usage()
        self._service = service
        self._finish_reasons = finish_reasons
        self.begin_again()

    def begin_again(self) -> None:
        """Expect the answer to another call."""
        self.usage += Usage(calls=1)
        self._has_text = False
        self._chunks: list[AIMessageChunk] = []
        self._reason = ""
        self._blocked = ""
        self._why_blocked = ""

    def add(self, piece: AIMessage) -> str:
        """Record a chunk and return its text, without thoughts among its content."""
        text = str(piece.text)
        if isinstance(piece, AIMessageChunk):
            self._chunks.append(piece)
        self._has_text = self._has_text or bool(text.strip())
        if piece.usage_metadata:
            self.usage += Usage(
                input_tokens=piece.usage_metadata["input_tokens"],
                output_tokens=piece.usage_metadata["output_tokens"],
            )
        metadata = piece.response_metadata
        for reason in filter(None, map(metadata.get, _REASONS)):
            self._reason = str(reason).casefold()
        feedback = metadata.get("prompt_feedback") or {}
        self._blocked = _last_word(str(feedback.get("block_reason") or self._blocked))
        self._why_blocked = str(feedback.get("block_reason_message") or self._why_blocked)
        return text

    @property
    def is_worth_another_try(self) -> bool:
        """Return whether it ended without text or calls for a temporary reason."""
        known = self._finish_reasons
        passing = {"", _OTHER, *known.whole, *known.malformed}
        is_empty = not (self._has_text or self._blocked or self._has_calls)
        return is_empty and self._reason in passing

    @property
    def request(self) -> ToolRequest | None:
        """The calls of tools at its end, with the message as the service sent it."""
        if not self._has_calls:
            return None
        whole = add_ai_message_chunks(*self._chunks)
        calls = (*map(_as_call, whole.tool_calls), *map(_as_call, whole.invalid_tool_calls))
        return ToolRequest(calls, message_chunk_to_message(whole))

    @property
    def _has_calls(self) -> bool:
        """Return whether it calls tools; a malformed answer never does."""
        return self._reason not in self._finish_reasons.malformed and any(
            chunk.tool_calls or chunk.invalid_tool_calls or chunk.tool_call_chunks
            for chunk in self._chunks
        )

    def raise_if_blocked(self) -> None:
        """Raise an error if the service refused to answer, or broke off.

        Raises:
            ReplyBlocked: It refused.
            ReplyMalformed: It made a mistake.
        """
        known, reason = self._finish_reasons, self._reason
        if self._blocked:
            why = as_clause(self._why_blocked) or _in_words(self._blocked, known.blocked)
            raise ReplyBlocked(self._service, f"your message: {why}")
        if reason in known.malformed:
            raise ReplyMalformed(self._service, known.malformed[reason])
        is_unknown = reason not in {"", *known.whole, *known.cut_off}
        if reason in known.blocked or (known.unknown_blocks and is_unknown):
            raise ReplyBlocked(self._service, _in_words(reason, known.blocked))

    def raise_if_incomplete(self, *, may_be_cut: bool = False) -> None:
        """Raise an error if the answer is not complete; one that ``may_be_cut`` was limited by us.

        Raises:
            ReplyBlocked: The service stopped it.
            ReplyMalformed: It made a mistake.
            ReplyCutOff: It reached the maximum length of the model.
            ReplyEmpty: It has neither text nor calls.
            EngineUnreachable: The connection ended in the middle.
        """
        self.raise_if_blocked()
        if self._reason in self._finish_reasons.cut_off and not (may_be_cut and self._has_text):
            raise ReplyCutOff(self._service)
        if not (self._has_text or self._has_calls):
            raise ReplyEmpty(self._service)
        if not self._reason and self._finish_reasons.is_always_given:
            raise EngineUnreachable(
                self._service, "the connection ended in the middle of the answer"
            )


def finish_reasons(*, is_always_given: bool) -> FinishReasons:
    """Return the finish reasons of a service other than Gemini."""
    return replace(_OTHER_FINISH_REASONS, is_always_given=is_always_given)


def as_clause(text: str, limit: int = _MAX_CHARS) -> str:
    """Return a service's ``text`` in a form that fits inside a sentence of ours.

    >>> as_clause("Not allowed. Ask your admin.")
    'Not allowed; Ask your admin'
    """
    return one_line(text, limit).rstrip(".").replace(". ", "; ")


def message_of(error: BaseException) -> str:
    """Return the message of ``error`` without its number, or its class name if it has none."""
    return as_clause(_ERRNO.sub("", str(error))) or type(error).__name__


def _as_call(call: LangChainCall | InvalidToolCall) -> ToolCall:
    """Return a call in our form; one whose arguments cannot be parsed has none."""
    arguments = call["args"]
    return ToolCall(
        id=call["id"] or "",
        name=call["name"] or "",
        arguments=arguments if isinstance(arguments, dict) else {},
    )


def _in_words(reason: str, known: Mapping[str, str]) -> str:
    """Return ``reason`` in words, or unchanged if it is not ``known``."""
    return known.get(reason) or reason.replace("_", " ")


def _last_word(reason: str) -> str:
    return reason.rsplit(".", 1)[-1].casefold()  # without the name of the client's enumeration
