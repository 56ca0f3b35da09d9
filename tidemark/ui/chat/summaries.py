"""Summaries in force, listed next to the chat, each with its items and their sources."""

import itertools
from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.i18n.code_texts import change_text
from tidemark.memory.edits import difference
from tidemark.schema import Item, ItemKind, SessionMemory, Summary, SummaryVersion
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import memory_items
from tidemark.ui.components import safe_markdown, side_panel
from tidemark.ui.i18n import dates, texts

BESIDE = "summaries"  # in the panel next to the chat


def toggle(assistant: Assistant, session_id: str, opener: str) -> None:
    """Show the summaries next to the chat, the newest open, or close them; for callbacks only."""
    newest = assistant.sessions.summaries(session_id)[-1:]
    st.session_state.update({f"summary_{each.id}": True for each in newest})  # its expander
    side_panel.toggle(BESIDE, session_id, opener=opener)


def draw(assistant: Assistant, found: Sequence[Summary]) -> None:
    """Draw an expander for each of the summaries ``found``."""
    with st.container(key="summaries", gap="xsmall"):
        for summary in found:
            _summary(assistant, summary)


@st.fragment
def draw_items(assistant: Assistant, session_id: str, memory: SessionMemory) -> None:
    """Draw the items of ``memory`` by kind, each with the button that opens its messages."""
    numbers = _numbers(assistant, session_id, memory)

    def draw_item(number: int, _: ItemKind, item: Item) -> None:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False):
            memory_items.draw_text(item)
            memory_items.draw_sources(assistant, session_id, item, numbers, key=f"running_{number}")

    _by_kind(memory, draw_item)


@st.fragment
def _summary(assistant: Assistant, summary: Summary) -> None:
    opened = st.expander(
        _label(summary),
        expanded=memory_items.is_changed(summary),
        key=f"summary_{summary.id}",
        on_change="rerun",
    )
    if not opened.open:
        return
    numbers = _numbers(assistant, summary.session_id, summary.memory)

    def draw_item(number: int, kind: ItemKind, item: Item) -> None:
        memory_items.draw(assistant, memory_items.SummaryItem(summary, kind, item, number), numbers)

    with opened, error_display.guarded("summary"):
        _by_kind(summary.memory, draw_item)
        if summary.memory.unconfirmed:
            _unconfirmed(assistant, summary, numbers)
        with st.container(horizontal=True, gap="small"):
            memory_items.draw_add_button(assistant, summary)
            _versions(assistant, summary)


def _by_kind(memory: SessionMemory, draw_item: Callable[[int, ItemKind, Item], None]) -> None:
    if memory.is_empty:
        st.text(texts.SUMMARY_EMPTY)
    number = itertools.count()
    for kind, name in texts.named("ITEMS").items():
        if memory.items(kind):
            with st.container(gap="xsmall"):
                st.caption(name)
                for item in memory.items(kind):
                    draw_item(next(number), kind, item)


def _numbers(assistant: Assistant, session_id: str, memory: SessionMemory) -> Mapping[int, int]:
    """Return the number, from 1, of each message that an item of ``memory`` comes from."""
    held = (*memory.all_items(), *memory.unconfirmed)
    ids = {of for _, item in held for of in item.message_ids}
    found = assistant.sessions.messages(session_id, sorted(ids))
    return {message.id: message.position + 1 for message in found}


def _label(summary: Summary) -> str:
    span = texts.SUMMARY_OF.format(
        first=summary.from_message_index + 1, last=summary.to_message_index + 1
    )
    notes = [texts.plural("COUNTED.token", summary.token_count)]
    if summary.level > 1:
        notes.append(texts.SUMMARY_MERGED)
    return f"{span} · {' · '.join(notes)}"


def _unconfirmed(assistant: Assistant, summary: Summary, numbers: Mapping[int, int]) -> None:
    """Draw the items that a model claimed without support in the messages."""
    with st.container(key=f"unconfirmed_{summary.id}", gap=None):
        st.caption(texts.UNCONFIRMED)
        st.text(texts.UNCONFIRMED_EXPLAINED)
        for number, (_, item) in enumerate(summary.memory.unconfirmed):
            with st.container(
                horizontal=True, vertical_alignment="center", gap="small", wrap=False
            ):
                st.text(item.text, width="stretch")
                key = f"{summary.id}_u{number}"
                memory_items.draw_sources(assistant, summary.session_id, item, numbers, key=key)


def _versions(assistant: Assistant, summary: Summary) -> None:
    """Draw the popover with the versions of ``summary``, newest first."""
    opened = st.popover(
        texts.VERSIONS, key=f"versions_{summary.id}", type="tertiary", on_change="rerun"
    )
    if not opened.open:
        return
    with opened, error_display.guarded("versions"), st.container(gap="small"):
        found = assistant.memory_editing.versions(summary.session_id, summary.id)
        if not found:
            st.text(texts.NO_VERSIONS)
        for number in range(len(found), 0, -1):
            _version(assistant, summary, found, number)


def _version(
    assistant: Assistant, summary: Summary, found: tuple[SummaryVersion, ...], number: int
) -> None:
    version = found[number - 1]
    at = version.at.astimezone(tab_state.time_zone())
    who = texts.named("BY").get(version.by, version.by)
    with st.container(gap="xsmall"):
        st.caption(
            texts.VERSION_OF.format(
                number=number,
                change=change_text(version.change, texts.language()),
                who=who,
                at=dates.moment(at, tab_state.time_zone()),
            )
        )
        if number > 1:
            changed = difference(found[number - 2].memory, version.memory)
            st.code("\n".join(changed), language="diff", wrap_lines=True)
        if number < len(found) and st.button(
            texts.RESTORE.format(number=number), key=f"restore_{summary.id}_{number}"
        ):
            _restore(assistant, summary, number)


def _restore(assistant: Assistant, summary: Summary, number: int) -> None:
    try:
        assistant.memory_editing.restore(summary.session_id, summary.id, number)
    except TidemarkError as error:
        st.warning(safe_markdown.literal(error_display.error_text(error)))
    else:
        memory_items.rerun_with_open(summary)
