"""A chat shared by another user: its messages with their authors, and a field for editors."""

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.prompt.file_fences import split_attachments
from tidemark.runtime.runs import Run
from tidemark.schema.people import SharedMessage
from tidemark.services.people.sharing import SharedSession
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import transcript
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts

_LOOK_S, _LIVE_LOOK_S = 3.0, 0.4
_RUN, _FAILED, _FIELD = "shared_run", "shared_failed", "shared_composer"


def draw(shared: SharedSession) -> None:
    """Draw the chat, kept up to date, and the field for people with write access."""
    session, share = shared.session(), shared.share()
    st.set_page_config(page_title=f"{session.title} · {texts.NAME}")
    with st.container(key="shared_head", gap="xxsmall"):
        st.title(safe_markdown.literal(session.title), anchor=False)
        st.caption(texts.SHARED_BY.format(person=safe_markdown.literal(share.owner)))
    run = _run(shared)
    is_live = run is not None and run.is_live
    st.fragment(_messages, run_every=_LIVE_LOOK_S if is_live else _LOOK_S)(shared)
    with st.bottom, st.container(key="shared_foot", gap="xsmall"):
        if failed := st.session_state.pop(_FAILED, ""):
            st.warning(safe_markdown.literal(failed))
        if share.access != "editor":
            with st.container(key="shared_reader"):
                person = safe_markdown.literal(share.owner)
                st.caption(f":material/visibility: {texts.SHARED_READER.format(person=person)}")
            return
        st.caption(texts.SHARED_EDITOR.format(person=safe_markdown.literal(share.owner)))
        if run is not None and run.is_live:
            st.button(
                texts.STOP, key="shared_stop", icon=":material/stop_circle:", on_click=run.stop
            )
        st.chat_input(
            texts.PLACEHOLDER, key=_FIELD, disabled=is_live, on_submit=_ask, args=(shared,)
        )


def _messages(shared: SharedSession) -> None:
    """Draw the messages, and the answer in progress so far."""
    with error_display.guarded("shared_chat"):
        key = f"shared_window_{shared.session_id}"
        window = int(st.session_state.get(key, tab_state.WINDOW_MESSAGES))
        said = shared.messages(limit=window + 1)
        if len(said) > window:
            st.button(
                texts.SHOW_EARLIER,
                key="shared_earlier",
                type="tertiary",
                icon=":material/expand_less:",
                on_click=_widen,
                args=(key, window),
            )
        for message in said[-window:]:
            _message(message)
        run = _run(shared)
        if run is None:
            return
        if not run.is_live:  # its reply is stored: redraw the page with the field
            st.session_state.pop(_RUN, None)
            st.rerun()
        with st.chat_message("assistant"):
            st.markdown(safe_markdown.literal(texts.ANSWERING) if not run.text else "")
            transcript.draw_reply_text(run.text, at=st.container())


def _message(message: SharedMessage) -> None:
    with st.container(key=f"shared_message_{message.message_id}", gap="xxsmall"):
        if message.role != "user":
            transcript.draw_reply_text(message.content, at=st.chat_message("assistant"))
            return
        said, files = split_attachments(message.content)
        with st.chat_message("user"):
            st.caption(safe_markdown.literal(message.author))
            st.text(said)
            for file in files:
                st.caption(f":material/attach_file: {safe_markdown.literal(file.name)}")


def _run(shared: SharedSession) -> Run | None:
    """Return the running turn, or the one this tab started and has not drawn to its end."""
    begun: Run | None = st.session_state.get(_RUN)
    if begun is not None and begun.session_id == shared.session_id:
        return begun
    return shared.turns.run(shared.session_id)


def _widen(key: str, window: int) -> None:
    st.session_state[key] = window + tab_state.EARLIER_MESSAGES


def _ask(shared: SharedSession) -> None:
    try:
        st.session_state[_RUN] = shared.ask(str(st.session_state[_FIELD]))
    except TidemarkError as error:
        st.session_state[_FAILED] = error_display.error_text(error)
