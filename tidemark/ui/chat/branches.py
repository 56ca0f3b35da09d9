"""Branches of a chat: the menu of a message, its editor, and the switch between branches."""

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError, UserError
from tidemark.runtime.runs import Run
from tidemark.schema import Message
from tidemark.schema.branches import Switch
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import composer, pins
from tidemark.ui.components import focus, message_buttons, safe_markdown, stepper, toasts
from tidemark.ui.i18n import texts

_SWITCHES = "switches"
_EDIT, _AGAIN, _FORK, _PIN = "edit", "again", "fork", "pin"
_NOT_OF = {"user": _AGAIN, "assistant": _EDIT}
_FIELD_PX = 120
_NEAR_END = 20  # messages: a question and its answers, with all attempts


def load(assistant: Assistant) -> None:
    """Show the open branch in the list of chats, and load the points where other branches begin."""
    session_id, found = tab_state.chat_id(), {}
    if session_id is not None:
        try:
            switches = assistant.branches.show(session_id)
        except UserError:  # no such chat: the page says so
            switches = ()
        found = {switch.position: switch for switch in switches}
    st.session_state[_SWITCHES] = session_id, found


def draw_origin(assistant: Assistant, session_id: str) -> None:
    """Draw the link to the chat this one was forked from, if there is one."""
    found = assistant.branches.origin(session_id)
    if found is None:
        return
    with st.container(key="forked_from"):
        if found.title is None:
            st.caption(texts.FORKED_FROM_GONE.format(number=found.shared))
            return
        st.button(
            texts.FORKED_FROM.format(title=safe_markdown.literal(found.title), number=found.shared),
            key="to_origin",
            type="tertiary",
            icon=":material/fork_right:",
            on_click=_go,
            args=(assistant, found.session_id, found.shared - 1),
        )


def is_edited(message: Message) -> bool:
    """Return whether the person is editing ``message``."""
    return bool(st.session_state.get(_edited(message)))


def edit_last(assistant: Assistant, session_id: str | None) -> None:
    """Open the editor of the person's last message, unless it is being answered."""
    if session_id is None or assistant.turns.run(session_id) is not None:
        return
    said = assistant.sessions.transcript(session_id, limit=_NEAR_END)
    last = next((each for each in reversed(said) if each.role == "user"), None)
    if last is not None:
        _edit(last, is_on=True)


def draw_editor(assistant: Assistant, message: Message) -> None:
    """Draw the editor of ``message`` in its place."""
    with st.container(key=f"editor_{message.id}", gap="xsmall"):
        st.text_area(
            texts.EDIT_FIELD,
            value=message.content,
            key=f"edit_{message.id}",
            height=_FIELD_PX,
        )
        focus.focus(
            f"edit_{message.id}",
            times=int(st.session_state[_edited(message)]),
            key=f"focus_edit_{message.id}",
            escape=f"edit_cancel_{message.id}",
            within=f"editor_{message.id}",
        )
        st.caption(texts.EDIT_EXPLAINED)
        with st.container(horizontal=True, gap="small"):
            st.button(
                texts.EDIT_SEND,
                key=f"edit_send_{message.id}",
                type="primary",
                on_click=_send,
                args=(assistant, message),
            )
            st.button(
                texts.EDIT_CANCEL,
                key=f"edit_cancel_{message.id}",
                on_click=_edit,
                args=(message,),
                kwargs={"is_on": False},
            )


def ask_again(assistant: Assistant, message: Message) -> None:
    """Ask an earlier ``message`` again in a new branch; call it from callbacks only."""
    _ask(assistant, message, message.content)


def draw_switch(assistant: Assistant, message: Message) -> None:
    """Draw the switch between branches if others begin at ``message``."""
    session_id, found = st.session_state.get(_SWITCHES, (None, {}))
    switch = found.get(message.position) if session_id == message.session_id else None
    if switch is not None:
        _switch(assistant, message, switch)


def menu(assistant: Assistant, message: Message) -> message_buttons.Menu:
    """Return the menu of ``message``."""
    names = {
        _EDIT: texts.EDIT,
        _AGAIN: texts.AGAIN,
        _FORK: texts.FORK,
        _PIN: pins.menu_label(message),
    }
    return message_buttons.Menu(
        key=f"menu_{message.id}",
        name=texts.MESSAGE_MENU.format(number=message.position + 1),
        options={each: label for each, label in names.items() if each != _NOT_OF[message.role]},
        on_choose=lambda chosen: _choose(assistant, message, chosen),
    )


def _switch(assistant: Assistant, message: Message, switch: Switch) -> None:
    number = switch.position + 1
    stepper.draw(
        str(switch.position),
        message.id,
        at=switch.current,
        count=len(switch.session_ids),
        names=(texts.PREVIOUS.format(number=number), texts.NEXT.format(number=number)),
        on_step=lambda other: _go(assistant, switch.session_ids[other], switch.position),
    )


def _choose(assistant: Assistant, message: Message, chosen: str) -> None:
    if chosen == _EDIT:
        _edit(message, is_on=True)
        return
    if chosen == _PIN:
        pins.toggle(assistant, message)
        return
    if chosen == _AGAIN:
        another = assistant.replies.regenerate
        session_id, position = message.session_id, message.position
        composer.begin(assistant, session_id, lambda: another(session_id, position))
        st.rerun()
    try:
        forked = assistant.branches.fork(message.session_id, message.position)
    except TidemarkError as error:
        tab_state.set_notice(error_display.error_text(error))
    else:
        toasts.show_after_rerun(texts.FORKED.format(number=message.position + 1))
        tab_state.open_chat(forked.session_id)
    st.rerun()


def _edited(message: Message) -> str:
    return f"edited_{message.id}"


def _edit(message: Message, *, is_on: bool) -> None:
    st.session_state[_edited(message)] = tab_state.next_number() if is_on else 0


def _send(assistant: Assistant, message: Message) -> None:
    _ask(assistant, message, str(st.session_state.get(f"edit_{message.id}", "")))


def _ask(assistant: Assistant, message: Message, text: str) -> None:
    session_id = message.session_id

    def send() -> Run:
        run = assistant.branches.edit_question(session_id, message.position, text)
        _edit(message, is_on=False)  # a refused text stays in the editor
        return run

    composer.begin(assistant, session_id, send)
    st.rerun()


def _go(assistant: Assistant, session_id: str, position: int) -> None:
    tab_state.open_chat(session_id)
    for message in assistant.sessions.transcript(session_id, before=position + 1, limit=1):
        tab_state.show_message(message)
    st.rerun()
