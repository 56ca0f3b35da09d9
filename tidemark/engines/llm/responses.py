"""Responses of a language model: text, usage, and the reason why it ended.

No client raises an error for a blocked, cut-off or empty answer: each answer has to be checked.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage

from tidemark.errors import EngineUnreachable, ReplyBlocked, ReplyCutOff, ReplyEmpty
from tidemark.schema import Usage
from utils import one_line

NO_CHUNKS = "No generation chunks"  # langchain_core, of a stream that ends at once
_MAX_CHARS = 160  # of a service's own message
_ERRNO = re.compile(r"^\[Errno -?\d+\] ")

# The keys under which the packages of different providers put the finish reason.
_REASONS = ("finish_reason", "stop_reason", "done_reason", "status")
_BLOCKED = {
    "safety": "its safety filter stopped it",
    "recitation": "it came too close to a published text",
    "prohibited_content": "prohibited content",
    "blocklist": "a word on its block list",
    "spii": "personal data",
    "language": "a language it does not speak",
    "other": "it gave no reason",
}


@dataclass(frozen=True)
class FinishReasons:
    """The finish reasons of a service, in lower case, by what they mean.

    ``unknown_blocks``: a reason in none of the tables blocks too.  ``is_always_given``: an answer
    without a reason broke off.
    """

    cut_off: frozenset[str]
    blocked: Mapping[str, str]
    whole: frozenset[str] = frozenset()
    unknown_blocks: bool = False
    is_always_given: bool = True


GEMINI_FINISH_REASONS = FinishReasons(
    cut_off=frozenset({"max_tokens"}),
    blocked=_BLOCKED,
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
)


class ModelResponse:
    """The response to one call of ``service``: its chunks add up to usage and finish reason."""

    def __init__(self, service: str, finish_reasons: FinishReasons) -> None:
        self.usage = Usage(calls=1)
        self._service = service
        self._finish_reasons = finish_reasons
        self._has_text = False
        self._reason = ""
        self._blocked = ""

    def add(self, piece: AIMessage) -> str:
        """Record a chunk and return its text, without thoughts among its content."""
        text = str(piece.text)
        self._has_text = self._has_text or bool(text.strip())
        if piece.usage_metadata:
            self.usage += Usage(
                input_tokens=piece.usage_metadata["input_tokens"],
                output_tokens=piece.usage_metadata["output_tokens"],
            )
        metadata = piece.response_metadata
        for reason in filter(None, map(metadata.get, _REASONS)):
            self._reason = str(reason)
        feedback = metadata.get("prompt_feedback") or {}
        self._blocked = str(feedback.get("block_reason") or self._blocked)
        return text

    def raise_if_blocked(self) -> None:
        """Raise ``ReplyBlocked`` if the service did not answer, or not to the end."""
        blocked = self._finish_reasons.blocked
        if self._blocked:
            why = blocked.get(_last_word(self._blocked), self._blocked)
            raise ReplyBlocked(self._service, f"your message: {why}")
        reason = self._reason.casefold()
        known = {"", *self._finish_reasons.whole, *self._finish_reasons.cut_off}
        if reason in blocked or (self._finish_reasons.unknown_blocks and reason not in known):
            raise ReplyBlocked(self._service, blocked.get(reason, reason))

    def raise_if_incomplete(self) -> None:
        """Raise an error if the answer is not complete.

        Raises:
            ReplyBlocked: The service stopped it.
            ReplyCutOff: It reached the maximum length of the model.
            ReplyEmpty: It has no text.
            EngineUnreachable: The connection ended in the middle.
        """
        self.raise_if_blocked()
        if self._reason.casefold() in self._finish_reasons.cut_off:
            raise ReplyCutOff(self._service)
        if not self._has_text:
            raise ReplyEmpty(self._service)
        if not self._reason and self._finish_reasons.is_always_given:
            raise EngineUnreachable(
                self._service, "the connection ended in the middle of the answer"
            )


def finish_reasons(*, is_always_given: bool) -> FinishReasons:
    """Return the finish reasons of a service other than Gemini."""
    return replace(_OTHER_FINISH_REASONS, is_always_given=is_always_given)


def as_clause(text: str) -> str:
    """Return ``text`` of a service in a form that fits inside a sentence of ours.

    >>> as_clause("Not allowed. Ask your admin.")
    'Not allowed; Ask your admin'
    """
    return one_line(text, _MAX_CHARS).rstrip(".").replace(". ", "; ")


def message_of(error: BaseException) -> str:
    """Return the message of ``error`` without its number, or its class name if it has none."""
    return as_clause(_ERRNO.sub("", str(error))) or type(error).__name__


def _last_word(reason: str) -> str:
    return reason.rsplit(".", 1)[-1].casefold()  # the client's enumeration prints with its own name
