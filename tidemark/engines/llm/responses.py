"""What comes of one call to a service of language: its words, what they cost, and how they end.

A blocked, cut-off or empty answer raises nothing in any client: it has to be looked for in every
answer.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage

from tidemark.errors import EngineUnreachable, ReplyBlocked, ReplyCutOff, ReplyEmpty
from tidemark.schema import Usage
from utils import one_line

NO_CHUNKS = "No generation chunks"  # langchain_core, of a stream that ends at once
_SHOWN = 160  # characters of a service's own words
_ERRNO = re.compile(r"^\[Errno -?\d+\] ")

# Where the packages of different providers put why an answer ended.
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
class Endings:
    """The words a service has for how an answer ends, in small letters.

    With ``others_block``, a word that is in neither table blocks too; with ``always_told``, an
    answer that ends without any was cut off on its way.
    """

    cut_off: frozenset[str]
    blocked: Mapping[str, str]
    whole: frozenset[str] = frozenset()
    others_block: bool = False
    always_told: bool = True


GEMINI_ENDINGS = Endings(
    cut_off=frozenset({"max_tokens"}),
    blocked=_BLOCKED,
    whole=frozenset({"stop", "finish_reason_unspecified"}),
    others_block=True,
)
_OTHERS = Endings(
    cut_off=frozenset({"length", "max_tokens", "model_length", "incomplete"}),
    blocked={
        **_BLOCKED,
        "content_filter": _BLOCKED["safety"],
        "refusal": "it declined",
    },
)


class ModelResponse:
    """What came of one call to ``service``, taken piece by piece: its usage, and its end."""

    def __init__(self, service: str, endings: Endings) -> None:
        self.usage = Usage(calls=1)
        self._service = service
        self._endings = endings
        self._said_anything = False
        self._reason = ""
        self._blocked = ""

    def take(self, piece: AIMessage) -> str:
        """Return the words of ``piece``: its content may be a list, with thoughts among it."""
        text = str(piece.text)
        self._said_anything = self._said_anything or bool(text.strip())
        if piece.usage_metadata:
            self.usage += Usage(
                input_tokens=piece.usage_metadata["input_tokens"],
                output_tokens=piece.usage_metadata["output_tokens"],
            )
        told_of = piece.response_metadata
        for reason in filter(None, map(told_of.get, _REASONS)):
            self._reason = str(reason)
        feedback = told_of.get("prompt_feedback") or {}
        self._blocked = str(feedback.get("block_reason") or self._blocked)
        return text

    def refuse_if_blocked(self) -> None:
        """Raise ``ReplyBlocked`` where the service would not answer, or not to the end."""
        blocked = self._endings.blocked
        if self._blocked:
            why = blocked.get(_last_word(self._blocked), self._blocked)
            raise ReplyBlocked(self._service, f"your message: {why}")
        reason = self._reason.casefold()
        known = {"", *self._endings.whole, *self._endings.cut_off}
        if reason in blocked or (self._endings.others_block and reason not in known):
            raise ReplyBlocked(self._service, blocked.get(reason, reason))

    def refuse_if_incomplete(self) -> None:
        """Raise what is wrong with an answer that is not whole.

        Raises:
            ReplyBlocked: The service stopped it.
            ReplyCutOff: It reached the longest answer the model gives.
            ReplyEmpty: There are no words in it.
            EngineUnreachable: The connection ended in the middle.
        """
        self.refuse_if_blocked()
        if self._reason.casefold() in self._endings.cut_off:
            raise ReplyCutOff(self._service)
        if not self._said_anything:
            raise ReplyEmpty(self._service)
        if not self._reason and self._endings.always_told:
            raise EngineUnreachable(
                self._service, "the connection ended in the middle of the answer"
            )


def endings(*, always_told: bool) -> Endings:
    """Return the words of the other services, one of which is ``always_told`` or may be missing."""
    return replace(_OTHERS, always_told=always_told)


def clause(text: str) -> str:
    """Return ``text``, in a service's own words, so that it can stand inside a sentence of ours.

    >>> clause("Not allowed. Ask your admin.")
    'Not allowed; Ask your admin'
    """
    return one_line(text, _SHOWN).rstrip(".").replace(". ", "; ")


def plain(error: BaseException) -> str:
    """Return what ``error`` says, without its number, as a clause; its name where it is silent."""
    return clause(_ERRNO.sub("", str(error))) or type(error).__name__


def _last_word(reason: str) -> str:
    return reason.rsplit(".", 1)[-1].casefold()  # the client's enumeration prints with its own name
