"""A temporary chat: its messages are in the memory of this tab's session, and nowhere else."""

from dataclasses import dataclass, replace

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.i18n import error_messages
from tidemark.runtime.events import Failed
from tidemark.runtime.runs import Run
from tidemark.schema import Message
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import transcript
from tidemark.ui.components import dictation, live_region, safe_markdown
from tidemark.ui.i18n import texts

_TALK, _FIELD = "temporary_talk", "temporary_composer"
_LIVE_LOOK_S = 0.4


@dataclass(frozen=True)
class _Talk:
    """The messages, the message being answered, if any, and the error of the last one."""

    said: tuple[Message, ...] = ()
    asked: str = ""
    run: Run | None = None
    failed: str = ""


def is_begun() -> bool:
    """Return whether a temporary chat has messages and has not been ended."""
    talk = _talk()
    return bool(talk.said or talk.asked)


def draw_way() -> None:
    """Draw the row that opens the temporary chat, if it has messages."""
    if not is_begun():
        return
    is_open = tab_state.view() == tab_state.TEMPORARY
    with st.container(key="open_temporary" if is_open else "row_temporary"):
        st.button(
            f"**{texts.TEMPORARY}**" if is_open else texts.TEMPORARY,
            key="to_open_temporary",
            type="tertiary",
            icon=":material/visibility_off:",
            width="stretch",
            help=texts.TEMPORARY_IN_SHORT,
            on_click=tab_state.open_view,
            args=(tab_state.TEMPORARY,),
        )


def draw(assistant: Assistant) -> None:
    """Draw the header, which stays in sight, the messages, a note on them, and the field."""
    tab_state.set_in_temporary_chat(is_in=True)
    st.set_page_config(page_title=f"{texts.TEMPORARY} · {texts.NAME}")
    talk = _talk()
    with st.container(key="chat"), st.container(key="temporary"):
        with st.container(key="chat_top"):
            _header()
        with st.container(key="temporary_note"):
            st.markdown(texts.TEMPORARY_EXPLAINED)
        for message in talk.said:
            _message(message)
        st.fragment(_under_way, run_every=_LIVE_LOOK_S if talk.run else None)(assistant)
    with st.bottom, st.container(key="temporary_foot", gap="xsmall"):
        if talk.run is not None:
            st.button(
                texts.STOP,
                key="temporary_stop",
                icon=":material/stop_circle:",
                on_click=talk.run.stop,
                shortcut="Esc",
            )
        dictation.draw(tab_state.TEMPORARY)
        st.chat_input(
            texts.PLACEHOLDER,
            key=_FIELD,
            disabled=talk.run is not None,
            on_submit=_send,
            args=(assistant,),
        )


def _header() -> None:
    with st.container(
        key="temporary_head", horizontal=True, vertical_alignment="center", wrap=False
    ):
        with st.container(key="chat_title", gap=None):
            st.title(texts.TEMPORARY, anchor=False)
            st.caption(texts.TEMPORARY_IN_SHORT)
        if is_begun():
            st.button(texts.TEMPORARY_END, key="temporary_end", on_click=_end)


def _under_way(assistant: Assistant) -> None:
    """Draw the message being answered, and the answer so far."""
    talk = _talk()
    if talk.run is not None and not talk.run.is_live:
        _keep(_ended(assistant, talk, talk.run))
        st.rerun()
    if talk.asked:
        transcript.draw_user_text(talk.asked)
    if talk.run is not None:
        with st.chat_message("assistant"):
            if not talk.run.text:
                st.caption(texts.ANSWERING)
            transcript.draw_reply_text(talk.run.text, at=st.container())
    elif talk.failed:
        st.warning(safe_markdown.literal(talk.failed))
        if talk.asked:
            st.button(
                texts.RETRY, key="temporary_retry", on_click=_retry, args=(assistant, talk.asked)
            )
    live_region.pulse(
        texts.ANSWERING if talk.run else texts.ANSWERED if talk.said else "",
        chat=tab_state.TEMPORARY,
        away="",
        at=(len(talk.said) + 1) // 2 + bool(talk.asked),  # the number of the person's messages
        drawn=0,
        is_live=talk.run is not None,
        is_own=True,
        show="",
        is_missing=False,
        back=tab_state.returns(),
        refused=tab_state.refused_drafts(),
        on_want=lambda _: None,
    )


def _message(message: Message) -> None:
    if message.role == "user":
        transcript.draw_user_text(message.content)
    else:
        transcript.draw_reply_text(message.content, at=st.chat_message("assistant"))


def _talk() -> _Talk:
    found: _Talk = st.session_state.get(_TALK, _Talk())
    return found


def _keep(talk: _Talk) -> None:
    st.session_state[_TALK] = talk


def _ended(assistant: Assistant, talk: _Talk, run: Run) -> _Talk:
    """Return ``talk`` with the exchange of ``run``, which has ended."""
    said, last, why = assistant.turns.said_after(talk.said, talk.asked, run), run.wait(), ""
    if isinstance(last, Failed):
        why = error_messages.of(last.error, texts.language())
    elif said == talk.said:
        why = texts.STOPPED
    return _Talk(said, talk.asked if said == talk.said else "", failed=why)


def _send(assistant: Assistant) -> None:
    _ask(assistant, str(st.session_state[_FIELD]))


def _ask(assistant: Assistant, text: str) -> None:
    talk = _talk()
    try:
        run = assistant.turns.ask_after(talk.said, text)
    except TidemarkError as error:
        _keep(replace(talk, failed=error_display.error_text(error)))
    else:
        _keep(_Talk(talk.said, text, run))


def _retry(assistant: Assistant, text: str) -> None:
    _ask(assistant, text)
    st.rerun()


def _end() -> None:
    """Drop the whole chat, and open a new one."""
    run = _talk().run
    if run is not None:
        run.stop()
    st.session_state.pop(_TALK, None)
    tab_state.open_chat(None)
