"""State of one browser tab between reruns: the open chat, the awaited run, notices, counters."""

import datetime as dt
import time
from collections.abc import Mapping
from typing import NamedTuple, Self

import streamlit as st

from tidemark.runtime.events import Summarised
from tidemark.runtime.runs import Run
from tidemark.schema import Message, Session
from tidemark.schema.documents import MAIN
from tidemark.schema.scope import GENERAL
from tidemark.ui import navigation
from utils import zone_named

WINDOW_MESSAGES = 20  # a page of 200 messages takes seconds to draw
EARLIER_MESSAGES = 40  # more of them, for whoever asks for earlier ones
# The other pages
MEMORY, ABOUT, SETTINGS, INSIGHTS = "memory", "about", "settings", "insights"
NOTEBOOK, SOURCES, DOCUMENTS, SHARED = "notebook", "sources", "documents", "shared"
TEMPORARY = "temporary"
_CUT_OFF_S = 1.0  # a run that ended this soon may not have been seen
TURN = "turn"  # the fragment of the last turn, the meter and Stop
NEAR_MESSAGES = 90  # from the end; messages further up are drawn separately
_BEFORE = 2  # messages drawn before the one to show
_NO_PART = dict.fromkeys(
    ("source", "version", "page", "marked", "document", "branch", "share", "of_share")
)


class LastFold(NamedTuple):
    """The last fold of a chat, shown on the meter while ``question_id`` is its last question.

    ``before`` and ``after`` are tokens; its messages begin at position ``from_index``.
    """

    question_id: int
    fold_id: int
    from_index: int
    before: int
    after: int

    @classmethod
    def of(cls, fold: Summarised, question_id: int) -> Self:
        """Return the meter's data on ``fold``."""
        folded = fold.folded
        tokens = folded.tokens_before, folded.tokens_after
        return cls(question_id, fold.summary_id, folded.from_index, *tokens)


class OpenedSource(NamedTuple):
    """The source that the URL names; ``version`` None means the newest.

    ``page`` is the page to read; None for that of the characters ``marked``, or the first.
    """

    source_key: int
    version: int | None = None
    page: int | None = None
    marked: tuple[int, int] | None = None


class OpenedDocument(NamedTuple):
    """The document that the URL names, and its branch; ``version`` None means the newest."""

    document_key: int
    version: int | None = None
    branch: str = MAIN


def chat_id() -> str | None:
    """Return the session the URL names."""
    return navigation.read("chat")


def open_chat(session_id: str | None) -> None:
    """Set the URL to a session, or to none; the browser's Back returns to the one before."""
    st.session_state.pop("shown", None)
    navigation.go_to(chat=session_id, view=None, message=None, **_NO_PART)


def notebook_id() -> str:
    """Return the notebook that was open when the page was last drawn."""
    return str(st.session_state.get("notebook", GENERAL))


def set_notebook_id(notebook_id: str) -> None:
    """Store which notebook is open."""
    st.session_state["notebook"] = notebook_id
    navigation.set_notebook(None if notebook_id == GENERAL else notebook_id)


def place_name(session_id: str | None) -> str:
    """Return the browser's name of the open chat: a new one has a name in each notebook."""
    return session_id or ("" if notebook_id() == GENERAL else f"new.{notebook_id()}")


def view() -> str | None:
    """Return the page other than a chat that the URL names; None for the chat itself."""
    return navigation.read("view")


def open_view(name: str) -> None:
    """Set the URL to another page; it keeps the chat to go back to."""
    navigation.go_to(view=name, **_NO_PART)


def set_in_temporary_chat(*, is_in: bool) -> None:
    """Store whether the chat that is open, or was open last, is the temporary one."""
    st.session_state["in_temporary"] = is_in


def go_back_to_chat(session_id: str | None) -> None:
    """Open the chat the person came from: the temporary one, or ``session_id``."""
    if st.session_state.get("in_temporary", False):
        open_view(TEMPORARY)
    else:
        open_chat(session_id)


def open_sources() -> None:
    """Set the URL to the list of sources."""
    open_view(SOURCES)


def open_source(
    source_key: int, version: int | None = None, *, marked: tuple[int, int] | None = None
) -> None:
    """Set the URL to a source, at the page with the characters ``marked``."""
    st.session_state["source_opened"] = next_number()
    navigation.go_to(
        view=SOURCES,
        source=str(source_key),
        version=str(version) if version else None,
        page=None,
        marked=f"{marked[0]}-{marked[1]}" if marked else None,
    )


def turn_page(page: int) -> None:
    """Set the URL to another page of the open source."""
    navigation.go_to(page=str(page))


def opened_source() -> OpenedSource | None:
    """Return the source that the URL names, if any."""
    key = _number(navigation.read("source"))
    if key is None:
        return None
    start, _, end = (navigation.read("marked") or "").partition("-")
    at, to = _number(start), _number(end)
    marked = (at, to) if at is not None and to is not None and at < to else None
    version, page = _number(navigation.read("version")), _number(navigation.read("page"))
    return OpenedSource(key, version, page, marked)


def source_opened() -> int:
    """Return a number that differs each time a source is opened."""
    return int(st.session_state.get("source_opened", 1))


def open_documents() -> None:
    """Set the URL to the list of documents."""
    open_view(DOCUMENTS)


def open_document(document_key: int, version: int | None = None, *, branch: str = MAIN) -> None:
    """Set the URL to a document, at a version of ``branch``, by default the newest."""
    navigation.go_to(
        view=DOCUMENTS,
        document=str(document_key),
        version=str(version) if version else None,
        branch=None if branch == MAIN else branch,
    )


def opened_document() -> OpenedDocument | None:
    """Return the document that the URL names, if any."""
    key = _number(navigation.read("document"))
    if key is None:
        return None
    return OpenedDocument(
        key, _number(navigation.read("version")), navigation.read("branch") or MAIN
    )


def open_share(share_key: int, session_id: str | None = None) -> None:
    """Set the URL to a share by another user; ``session_id`` is a chat of a shared notebook."""
    navigation.go_to(view=SHARED, share=str(share_key), of_share=session_id)


def opened_share() -> tuple[int, str | None] | None:
    """Return the share that the URL names, if any, and the chat of a shared notebook."""
    key = _number(navigation.read("share"))
    return None if key is None else (key, navigation.read("of_share"))


def time_zone() -> dt.tzinfo:
    """Return the time zone of the browser."""
    return zone_named(st.context.timezone)


def window_messages(session_id: str, message_count: int = 0) -> int:
    """Return the number of messages to draw of a session that has ``message_count``."""
    drawn = int(st.session_state.get(f"window_{session_id}", WINDOW_MESSAGES))
    message = message_in_sight(session_id)
    if message is None:
        return drawn
    reach = message_count - message.position + _BEFORE
    return max(drawn, reach) if reach <= NEAR_MESSAGES else drawn


def draw_more_messages(session_id: str) -> None:
    """Draw more of a session from now on."""
    st.session_state[f"window_{session_id}"] = window_messages(session_id) + EARLIER_MESSAGES


def show_message(message: Message, *, scroll_to: str | None = None) -> None:
    """Open the chat of ``message`` at it: the URL names both, and Back returns as usual.

    ``scroll_to`` is the key of an element next to it to scroll to instead.
    """
    st.session_state["shown"] = message
    st.session_state["shown_element"] = scroll_to or f"message_{message.id}"
    st.session_state["shown_times"] = next_number()
    here = str(message.position + 1)
    navigation.go_to(chat=message.session_id, view=None, message=here, **_NO_PART)


def put_message_in_sight(message: Message | None) -> None:
    """Restore ``message`` as the one in sight, without scrolling to it again."""
    st.session_state["shown"] = message


def widen_window(message: Message, message_count: int) -> None:
    """Draw the chat of ``message``, which has ``message_count``, from there on."""
    reach = message_count - message.position + _BEFORE
    key = f"window_{message.session_id}"
    st.session_state[key] = max(reach, window_messages(message.session_id))


def count_return() -> None:
    """Count a return to a place: the browser scrolls to the last reading position there."""
    st.session_state["returns"] = returns() + 1


def returns() -> int:
    """Return the number of times this tab returned to a place."""
    return int(st.session_state.get("returns", 0))


def scroll_requests() -> int:
    """Return a number that changes with each request to scroll to a message."""
    return int(st.session_state.get("shown_times", 0))


def element_in_sight() -> str:
    """Return the key of the element to scroll to with the message in sight."""
    return str(st.session_state.get("shown_element", ""))


def is_opened_at(session_id: str, key: str) -> bool:
    """Return whether a session was opened at the element ``key``, and nothing was sent since."""
    return message_in_sight(session_id) is not None and element_in_sight() == key


def message_number_in_url() -> str | None:
    """Return the message number in the URL as typed."""
    return navigation.read("message")


def clear_message_in_sight() -> None:
    """Cancel scrolling to a message, and remove its number from the URL."""
    st.session_state.pop("shown", None)
    navigation.go_to(message=None)


def set_message_missing() -> None:
    """Note that the URL named a message that its chat does not have, and remove its number."""
    st.session_state["missing"] = True
    clear_message_in_sight()


def was_message_missing() -> bool:
    """Return whether a URL of this tab named a message that its chat does not have."""
    return bool(st.session_state.get("missing"))


def message_in_sight(session_id: str | None) -> Message | None:
    """Return the message of a session to scroll to."""
    message: Message | None = st.session_state.get("shown")
    return message if message is not None and message.session_id == session_id else None


def set_awaited_run(run: Run) -> None:
    """Store the ``run`` this tab started until its end is shown, and scroll to the end."""
    clear_message_in_sight()
    st.session_state["awaited"] = run


def awaited_run(session_id: str | None) -> Run | None:
    """Return the run this tab started in a session, if its end has not been shown."""
    run: Run | None = st.session_state.get("awaited")
    return run if run is not None and run.session_id == session_id else None


def set_awaited_fold(run: Run | None) -> None:
    """Store the running fold until its end is shown."""
    st.session_state["awaited_fold"] = run


def awaited_fold(session_id: str) -> Run | None:
    """Return the running fold of a session, if its end has not been shown."""
    run: Run | None = st.session_state.get("awaited_fold")
    return run if run is not None and run.session_id == session_id else None


def set_last_fold(fold: LastFold | None) -> None:
    """Show ``fold`` on the meter, or none."""
    st.session_state["fold"] = fold


def last_fold(question_id: int | None) -> LastFold | None:
    """Return the fold the meter shows, if it belongs to the question ``question_id``."""
    fold: LastFold | None = st.session_state.get("fold")
    return fold if fold is not None and fold.question_id == question_id else None


def set_inspector_target(reply_id: int, message_id: int) -> None:
    """Scroll from the prompt of a reply to one of its messages at the next rerun."""
    st.session_state["aim"] = (reply_id, message_id, next_number())


def inspector_target(reply_id: int) -> tuple[int, int] | None:
    """Return the message to scroll to from the prompt of a reply, and the request's number."""
    of, message_id, times = st.session_state.get("aim", (None, 0, 0))
    return (message_id, times) if of == reply_id else None


def count_stored_message() -> None:
    """Count a message as stored, so that the browser drops its draft."""
    st.session_state["accepted"] = stored_messages() + 1


def stored_messages() -> int:
    """Return the number of messages stored by this tab."""
    return int(st.session_state.get("accepted", 0))


def request_field_focus() -> None:
    """Focus the composer at the next rerun."""
    st.session_state["field"] = field_focus_requests() + 1


def field_focus_requests() -> int:
    """Return the number of requests to focus the composer."""
    return int(st.session_state.get("field", 0))


def set_listed_titles(titles: Mapping[str, str]) -> None:
    """Store the titles that the list of chats shows, by chat."""
    st.session_state["listed_titles"] = dict(titles)


def is_listed_otherwise(session: Session) -> bool:
    """Return whether the list of chats shows another title for ``session``."""
    listed: dict[str, str] = st.session_state.get("listed_titles", {})
    return listed.get(session.session_id, session.title) != session.title


def set_last_turn(position: int) -> None:
    """Store the position where the last turn of the chat begins."""
    st.session_state["last_turn"] = position


def is_in_last_turn(message: Message) -> bool:
    """Return whether ``message``, of the open chat, belongs to its last turn."""
    return message.position >= int(st.session_state.get("last_turn", 0))


def set_notice(text: str, draft: str = "") -> None:
    """Show ``text`` above the composer at the next rerun, and put ``draft`` back into it."""
    st.session_state["shown_notice"] = {"text": text}
    if draft:
        st.session_state["refused"] = (refused_drafts()[0] + 1, draft)


def refused_drafts() -> tuple[int, str]:
    """Return the number of texts that were put back into the composer, and the last of them."""
    count, text = st.session_state.get("refused", (0, ""))
    return count, text


def notice(*, again: bool) -> str:
    """Return the notice to show: in one run, and ``again`` in the next if it follows immediately.

    The next run may have interrupted the first before anybody saw it.
    """
    kept = st.session_state.get("shown_notice")
    if kept is None:
        return ""
    now = time.monotonic()
    if not again and now - kept.setdefault("drawn", now) > _CUT_OFF_S:
        del st.session_state["shown_notice"]
        return ""
    return str(kept["text"])


def has_notice() -> bool:
    """Return whether a notice is on the page."""
    return "shown_notice" in st.session_state


def clear_notice() -> None:
    """Remove the notice, which no longer applies."""
    st.session_state.pop("shown_notice", None)


def engine_of_new_chat() -> str:
    """Return the engine chosen for the next new chat; empty if none."""
    return str(st.session_state.get("engine_of_new_chat", ""))


def set_engine_of_new_chat(engine: str) -> None:
    """Choose the engine of the next new chat."""
    st.session_state["engine_of_new_chat"] = engine


def next_number() -> int:
    """Return a number that differs at every call."""
    st.session_state["beat"] = int(st.session_state.get("beat", 0)) + 1
    return int(st.session_state["beat"])


def request_dialog(kind: str, *session_ids: str) -> None:
    """Open the dialog ``kind``, for these chats, at the next rerun."""
    st.session_state["dialog"] = (kind, session_ids)


def take_requested_dialog() -> tuple[str | None, tuple[str, ...]]:
    """Return the requested dialog and its chats, only once."""
    found: tuple[str | None, tuple[str, ...]] = st.session_state.pop("dialog", (None, ()))
    return found


def _number(typed: str | None) -> int | None:
    """Return typed text as a number; None if it is not a valid database key."""
    return int(typed) if typed and typed.isdecimal() and len(typed) < 10 else None
