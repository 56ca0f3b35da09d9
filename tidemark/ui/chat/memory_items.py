"""Items of a summary: their text, the messages they come from, and their menu."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.nlp.dates import precision
from tidemark.schema import Item, ItemKind, Message, Summary
from tidemark.ui import error_display, tab_state
from tidemark.ui.components import dialog, safe_markdown
from tidemark.ui.i18n import dates, texts

_FRAME_CHARS = 40
_CHANGED = "changed_summary"


@dataclass(frozen=True)
class SummaryItem:
    """An item with its summary, its kind and its number in the summary, counted from 0."""

    summary: Summary
    kind: ItemKind
    item: Item
    number: int

    @property
    def key(self) -> str:
        """Return the end of the keys of its widgets."""
        return f"{self.summary.id}_{self.number}"


def draw(assistant: Assistant, entry: SummaryItem, numbers: Mapping[int, int]) -> None:
    """Draw an item, the button that opens its messages, and its menu."""
    with st.container(
        key=f"item_{entry.summary.id}_{entry.number}",
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        wrap=False,
    ):
        draw_text(entry.item)
        draw_sources(assistant, entry.summary.session_id, entry.item, numbers, key=entry.key)
        _menu(assistant, entry)


def draw_text(item: Item) -> None:
    """Draw the text of an item with its notes."""
    text, *notes = item_lines(item)
    if not notes:
        st.text(text, width="stretch")
        return
    with st.container(gap=None):
        st.text(text)
        st.caption("  \n".join(map(safe_markdown.literal, notes)))


def item_lines(item: Item) -> list[str]:
    """Return the lines of an item: text with notes, its quote if different, former texts."""
    notes = [texts.named("STATUS")[item.status]] if item.status else []
    if item.on is not None:
        notes.append(_date_note(item.text, item.on))
    if not item.message_ids:
        notes.append(texts.IN_YOUR_WORDS)
    if item.is_pinned:
        notes.append(texts.PINNED)
    found = [item.text + (f" ({', '.join(notes)})" if notes else "")]
    if item.quote and not _says_the_same(item.quote, item.text):
        found.append(texts.FROM_MESSAGES.format(quote=item.quote))
    found += [texts.INSTEAD_OF.format(text=former.text) for former in item.history]
    return found


def _date_note(text: str, on: dt.date) -> str:
    """Return the date of an item in words; of a month or a year, without a day."""
    period = precision(text, on)
    if period == "day":
        return texts.ON_DATE.format(date=dates.of_date(on))
    return texts.IN_PERIOD.format(period=dates.of_month(on) if period == "month" else f"{on.year}")


def draw_sources(
    assistant: Assistant, session_id: str, item: Item, numbers: Mapping[int, int], *, key: str
) -> None:
    """Draw the button that names the source messages of ``item``, and opens them in place."""
    rests_on = sorted(numbers[of] for of in item.message_ids if of in numbers)
    if not rests_on:
        return
    opened = st.popover(
        texts.plural("RESTS_ON", len(rests_on), numbers=", ".join(map(str, rests_on))),
        key=f"sources_{key}",
        type="tertiary",
        on_change="rerun",
    )
    if opened.open:
        with opened, error_display.guarded("sources"), st.container(gap="small"):
            for message in assistant.sessions.messages(session_id, item.message_ids):
                _source(message, key)


def is_changed(summary: Summary) -> bool:
    """Return whether ``summary`` was the last one edited, and is therefore drawn open."""
    return bool(st.session_state.get(_CHANGED) == summary.id)


def rerun_with_open(summary: Summary) -> None:
    """Rerun the page with ``summary`` open, after a change to it."""
    st.session_state[_CHANGED] = summary.id
    st.rerun()


def draw_add_button(assistant: Assistant, summary: Summary) -> None:
    """Draw the button that adds an item to ``summary``."""
    if st.button(
        texts.ADD_ITEM, key=f"add_item_{summary.id}", type="tertiary", icon=":material/add:"
    ):
        _form(assistant, summary, None)


def _source(message: Message, key: str) -> None:
    who = texts.YOU if message.role == "user" else texts.NAME
    with st.container(gap=None):
        st.text(message.content)
        st.button(
            texts.SAID_IN.format(who=who, number=message.position + 1),
            key=f"to_said_{key}_{message.id}",
            type="tertiary",
            icon=":material/arrow_upward:",
            on_click=_show_message,
            args=(message, key),
        )


def _show_message(message: Message, key: str) -> None:
    """Show ``message`` in its chat, and close the popover with the ``key`` that it is in."""
    st.session_state[f"sources_{key}"] = False
    tab_state.show_message(message)
    st.rerun()


def _menu(assistant: Assistant, entry: SummaryItem) -> None:
    pin = texts.LET_GO if entry.item.is_pinned else texts.PIN
    chosen = st.menu_button(
        texts.CHANGE_ITEM.format(text=safe_markdown.literal(entry.item.text)),
        options=[texts.CHANGE, pin, texts.DELETE],
        key=f"item_menu_{entry.summary.id}_{entry.number}",
        type="tertiary",
        icon=":material/more_horiz:",
    )
    if chosen == texts.CHANGE:
        _form(assistant, entry.summary, entry)
    elif chosen is not None:
        _change(assistant, entry, chosen)


def _change(assistant: Assistant, entry: SummaryItem, chosen: str) -> None:
    session_id, text = entry.summary.session_id, entry.item.text
    try:
        if chosen == texts.DELETE:
            assistant.memory_editing.delete(session_id, entry.kind, text)
        else:
            assistant.memory_editing.pin(session_id, entry.kind, text, keeps=chosen == texts.PIN)
    except TidemarkError as error:
        error_display.show_toast(error)
    else:
        rerun_with_open(entry.summary)


@dialog.dialog(lambda: texts.ITEM_TITLE)
def _form(assistant: Assistant, summary: Summary, entry: SummaryItem | None) -> None:
    kinds: Sequence[ItemKind] = list(texts.named("ITEMS"))
    with st.form("item_form", border=False):
        words = st.text_area(
            texts.ITEM_WORDS, value=entry.item.text if entry else "", key="item_words"
        )
        kind = st.selectbox(
            texts.ITEM_KIND,
            kinds,
            index=kinds.index(entry.kind if entry else "key_facts"),
            format_func=texts.named("ITEMS").__getitem__,
            key="item_kind",
        )
        st.caption(texts.ITEM_EXPLAINED if entry else texts.ADD_EXPLAINED)
        if not st.form_submit_button(texts.SAVE, type="primary", key="item_save"):
            return
    try:
        if entry is None:
            assistant.memory_editing.add(summary.session_id, kind, words)
        else:
            assistant.memory_editing.edit(
                summary.session_id, entry.kind, entry.item.text, words, kind
            )
    except TidemarkError as error:
        st.warning(safe_markdown.literal(error_display.error_text(error)))
    else:
        rerun_with_open(summary)


def _says_the_same(quote: str, text: str) -> bool:
    # A quote with only a few more words ("I need to …") repeats the text.
    return text.rstrip(".").casefold() in quote.casefold() and len(quote) - len(text) < _FRAME_CHARS
