"""What one browser tab remembers between reruns: the chat that is open, and a few small things."""

import datetime as dt
import time
from typing import NamedTuple, Self

import streamlit as st

from tidemark.runtime.events import Summarised
from tidemark.runtime.runs import Run
from tidemark.schema import Message
from tidemark.ui import navigation
from tidemark.ui.i18n import dates

WINDOW_MESSAGES = 30  # a page of 200 messages takes seconds to draw, one of 30 half a second
MEMORY, ABOUT, SETTINGS, INSIGHTS = "memory", "about", "settings", "insights"  # the other pages
_CUT_OFF_S = 1.0  # after a drawing began: what was told in it may not have been seen
TURN = "turn"  # the fragment of the last turn, the meter and Stop
NEAR_MESSAGES = 90  # from the end: what is further away is drawn apart
_BEFORE = 2  # messages drawn before the one that is to be in sight


class LastFold(NamedTuple):
    """The last fold of a chat, told on the meter as long as ``question_id`` is its last question.

    ``before`` and ``after`` are tokens; its messages begin at position ``from_index``.
    """

    question_id: int
    fold_id: int
    from_index: int
    before: int
    after: int

    @classmethod
    def of(cls, fold: Summarised, question_id: int) -> Self:
        """Return what the meter tells of ``fold``."""
        folded = fold.folded
        tokens = folded.tokens_before, folded.tokens_after
        return cls(question_id, fold.summary_id, folded.from_index, *tokens)


def chat_id() -> str | None:
    """Return the session the URL names."""
    return navigation.read("chat")


def open_chat(session_id: str | None) -> None:
    """Point the URL at a session, or at none; the browser's Back returns to the one before."""
    st.session_state.pop("shown", None)
    navigation.go_to(chat=session_id, view=None, message=None)


def view() -> str | None:
    """Return which page beside the chats the URL names; None for the chat itself."""
    return navigation.read("view")


def open_view(name: str) -> None:
    """Point the URL at a page beside the chats; the chat, which one goes back to, stays in it."""
    navigation.go_to(view=name)


def time_zone() -> dt.tzinfo:
    """Return the time zone of the browser."""
    return dates.zone_named(st.context.timezone)


def window_messages(session_id: str, message_count: int = 0) -> int:
    """Return how many messages of a session, which has ``message_count``, are drawn."""
    drawn = int(st.session_state.get(f"window_{session_id}", WINDOW_MESSAGES))
    message = message_in_sight(session_id)
    if message is None:
        return drawn
    reach = message_count - message.position + _BEFORE
    return max(drawn, reach) if reach <= NEAR_MESSAGES else drawn


def draw_more_messages(session_id: str) -> None:
    """Draw more of a session from now on."""
    st.session_state[f"window_{session_id}"] = window_messages(session_id) + WINDOW_MESSAGES


def show_message(message: Message) -> None:
    """Have ``message`` in sight when its chat is drawn, and name it in the URL."""
    st.session_state["shown"] = message
    st.session_state["shown_times"] = next_number()
    navigation.go_to(message=str(message.position + 1))


def scroll_requests() -> int:
    """Return a number that differs each time a message is to be in sight."""
    return int(st.session_state.get("shown_times", 0))


def message_number_in_url() -> str | None:
    """Return the number of the message that the URL names, whatever stands there."""
    return navigation.read("message")


def clear_message_in_sight() -> None:
    """Have no message in sight any more, and name none in the URL."""
    st.session_state.pop("shown", None)
    navigation.go_to(message=None)


def message_in_sight(session_id: str | None) -> Message | None:
    """Return the message that is to be in sight in a session."""
    message: Message | None = st.session_state.get("shown")
    return message if message is not None and message.session_id == session_id else None


def set_awaited_run(run: Run) -> None:
    """Remember the ``run`` this tab began, until its end is told; the end is what is looked at."""
    clear_message_in_sight()
    st.session_state["awaited"] = run


def awaited_run(session_id: str | None) -> Run | None:
    """Return the run this tab began in a session and has not told the end of."""
    run: Run | None = st.session_state.get("awaited")
    return run if run is not None and run.session_id == session_id else None


def set_awaited_fold(run: Run | None) -> None:
    """Remember the fold under way, until its end is told."""
    st.session_state["awaited_fold"] = run


def awaited_fold(session_id: str) -> Run | None:
    """Return the fold in a session whose end this tab has not told."""
    run: Run | None = st.session_state.get("awaited_fold")
    return run if run is not None and run.session_id == session_id else None


def set_last_fold(fold: LastFold | None) -> None:
    """Tell of ``fold`` on the meter, or of none."""
    st.session_state["fold"] = fold


def last_fold(question_id: int | None) -> LastFold | None:
    """Return the fold that the meter tells of beside its last question."""
    fold: LastFold | None = st.session_state.get("fold")
    return fold if fold is not None and fold.question_id == question_id else None


def set_inspector_target(reply_id: int, message_id: int) -> None:
    """Lead from what was read for a reply to one of its messages, at the next drawing."""
    st.session_state["aim"] = (reply_id, message_id, next_number())


def inspector_target(reply_id: int) -> tuple[int, int] | None:
    """Return the message that what was read for a reply leads to, and which time this is."""
    of, message_id, times = st.session_state.get("aim", (None, 0, 0))
    return (message_id, times) if of == reply_id else None


def count_stored_message() -> None:
    """Remember that what was sent is stored, so that the browser lets go of its draft."""
    st.session_state["accepted"] = stored_messages() + 1


def stored_messages() -> int:
    """Return how many messages of this tab were stored."""
    return int(st.session_state.get("accepted", 0))


def request_field_focus() -> None:
    """Have the field focused at the next drawing."""
    st.session_state["field"] = field_focus_requests() + 1


def field_focus_requests() -> int:
    """Return how many times the field was to be focused."""
    return int(st.session_state.get("field", 0))


def set_last_turn(position: int) -> None:
    """Remember at which message the last turn of the chat begins."""
    st.session_state["last_turn"] = position


def is_in_last_turn(message: Message) -> bool:
    """Whether ``message``, of the chat that is open, belongs to its last turn."""
    return message.position >= int(st.session_state.get("last_turn", 0))


def set_notice(text: str, draft: str = "") -> None:
    """Show ``text`` above the composer at the next drawing, and put ``draft`` back into it."""
    st.session_state["told"] = {"text": text}
    st.session_state["draft"] = draft


def notice(*, again: bool) -> str:
    """Return what was to be told: at one drawing, or ``again`` at the next too.

    So it is at the next where that comes at once: the first may have been cut off by it.
    """
    kept = st.session_state.get("told")
    if kept is None:
        return ""
    now = time.monotonic()
    if not again and now - kept.setdefault("drawn", now) > _CUT_OFF_S:
        del st.session_state["told"]
        return ""
    return str(kept["text"])


def clear_notice() -> None:
    """Forget what was to be told: it no longer holds."""
    st.session_state.pop("told", None)


def take_draft() -> str:
    """Return the text that could not be sent, once."""
    return str(st.session_state.pop("draft", ""))


def next_number() -> int:
    """Return a number that differs at every drawing."""
    st.session_state["beat"] = int(st.session_state.get("beat", 0)) + 1
    return int(st.session_state["beat"])


def request_dialog(kind: str, *session_ids: str) -> None:
    """Open the dialog ``kind``, of chats or of none, at the next drawing."""
    st.session_state["dialog"] = (kind, session_ids)


def take_requested_dialog() -> tuple[str | None, tuple[str, ...]]:
    """Return which dialog is to be opened, once, and of which chats."""
    found: tuple[str | None, tuple[str, ...]] = st.session_state.pop("dialog", (None, ()))
    return found
