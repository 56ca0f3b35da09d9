"""The composer, and the start of every turn."""

import datetime as dt
from collections.abc import Callable, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError, UserError
from tidemark.prompt.file_fences import TextFile, attach
from tidemark.runtime.runs import Run
from tidemark.schema import Session
from tidemark.schema.messages import PictureFile
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import drafts, file_uploads, model_choice
from tidemark.ui.components import dictation
from tidemark.ui.i18n import dates, texts
from tidemark.ui.sources import choice

# The fragments a new message changes; with more messages in them the whole page is redrawn.
LIVE, CHATS = "live", "chats"
FRESH_LIMIT = 12


def draw(
    assistant: Assistant, session_id: str | None, fresh: int, *, on_edit: Callable[[], None]
) -> None:
    """Draw the composer, and above it the length and the files of the draft.

    The live part already shows ``fresh`` messages.  ``on_edit`` is called when ↑ is pressed in the
    empty composer.
    """
    if assistant.configuration.notebook.mode == "single":
        with st.container(key="single_mode"):
            st.caption(texts.SINGLE_MODE)
    file_uploads.draw_waiting_files()
    drafts.draw(
        session_id,
        limit=assistant.configuration.threshold,
        sees_pictures=_sees_pictures(assistant, session_id),
        on_edit=on_edit,
    )
    dictation.draw(tab_state.place_name(session_id))
    st.chat_input(
        texts.PLACEHOLDER,
        key="composer",
        accept_file="multiple",
        file_type=file_uploads.TYPES,
        max_upload_size=file_uploads.MOST_MB,
        on_submit=_send,
        args=(assistant, session_id, fresh),
    )


def begin(
    assistant: Assistant,
    session_id: str | None,
    verb: Callable[[], Run],
    *,
    fresh: int = 0,
    draft: str = "",
    is_sent: bool = False,
    redraws: Sequence[str] = (),
) -> None:
    """Start a turn by calling ``verb``, and redraw what changes; call it from callbacks only.

    ``redraws`` are further fragments that the click changed.

    If the message is refused, show the reason and put ``draft`` back.  If it ``is_sent`` from the
    composer, Streamlit already redraws the fragment around it.
    """
    try:
        if session_id is not None:
            session = assistant.sessions.get(
                session_id
            )  # deleted elsewhere: do not start a new chat unasked
        is_listed = session_id is not None and is_in_place(
            assistant, session, tab_state.time_zone()
        )
        run = verb()
    except TidemarkError as error:
        tab_state.set_notice(error_display.error_text(error), draft)
        return
    tab_state.set_awaited_run(run)
    tab_state.count_stored_message()
    tab_state.clear_notice()
    if run.session_id != session_id or fresh > FRESH_LIMIT:
        tab_state.open_chat(run.session_id)
        st.rerun()
    if not (is_listed and is_sent):
        st.rerun([LIVE, *redraws] if is_listed else [LIVE, CHATS, *redraws])


def focus_field() -> None:
    """Focus the composer; call it from callbacks only."""
    tab_state.request_field_focus()
    st.rerun(LIVE)


def is_in_place(assistant: Assistant, session: Session, zone: dt.tzinfo) -> bool:
    """Return whether a new message in ``session`` leaves the list of chats unchanged."""
    is_today = dates.group(session.updated_at, assistant.now(), zone) == texts.TODAY
    return (session.is_pinned or is_today) and assistant.sessions.is_on_top(session.session_id)


def _sees_pictures(assistant: Assistant, session_id: str | None) -> bool:
    """Return whether the next engine of this chat can read pictures, as far as known."""
    try:
        engine = model_choice.in_force(assistant, session_id)
    except UserError:  # no such chat: the page says so
        engine = ""
    return assistant.configuration.sees_pictures(engine)


def _send(assistant: Assistant, session_id: str | None, fresh: int) -> None:
    sent = st.session_state["composer"]
    words = file_uploads.message_text(sent)
    try:
        files = file_uploads.accept_files(assistant, sent)
    except UserError as error:
        tab_state.set_notice(error_display.error_text(error), words)
        return
    if files and not words.strip():
        words = texts.FILES_ALONE.format(names=", ".join(file.name for file in files))

    def ask() -> Run:
        engine = tab_state.engine_of_new_chat() if session_id is None else ""
        chosen = choice.for_next(assistant, session_id)
        run = assistant.ask(
            attach(words, [file for file in files if isinstance(file, TextFile)]),
            session_id,
            engine=engine,
            sources=chosen,
            pictures=[file for file in files if isinstance(file, PictureFile)],
        )
        tab_state.set_engine_of_new_chat("")
        choice.settle(session_id)
        file_uploads.set_waiting_files(())  # refused files wait for the next try
        return run

    begin(assistant, session_id, ask, fresh=fresh, draft=words, is_sent=True)
