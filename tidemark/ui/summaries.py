"""The summaries in force, listed under the chat, each readable down to what it rests on."""

from collections.abc import Mapping, Sequence

import streamlit as st

from tidemark.schema import Item, SessionMemory, Summary
from tidemark.ui import texts
from tidemark.ui.verbs import Verbs

_FRAME_CHARS = 40


def draw(verbs: Verbs, session_id: str) -> None:
    """Draw one expander a summary; nothing where nothing was folded yet."""
    found = verbs.summaries(session_id)
    if not found:
        return
    with st.container(key="summaries", gap="xsmall"):
        st.subheader(texts.SUMMARIES.format(count=len(found)), anchor=False)
        for summary in found:
            with st.expander(_label(summary), key=f"summary_{summary.id}"):
                items_of(verbs, session_id, summary.memory)


def items_of(verbs: Verbs, session_id: str, memory: SessionMemory) -> None:
    """Draw the items of ``memory`` by kind, each with the numbers of the messages it rests on."""
    numbers = _numbers(verbs, session_id, memory)
    if memory.is_empty:
        st.text(texts.SUMMARY_EMPTY)
    for kind, name in texts.ITEMS.items():
        items = memory.items(kind)
        if items:
            with st.container(gap=None):
                st.caption(name)
                st.text("\n".join(_lines(items, numbers)))


def _numbers(verbs: Verbs, session_id: str, memory: SessionMemory) -> Mapping[int, int]:
    """Return the number, counted from 1, of each message that an item of ``memory`` rests on."""
    ids = {of for _, item in memory.all_items() for of in item.message_ids}
    found = verbs.messages(session_id, sorted(ids))
    return {message.id: message.position + 1 for message in found}


def _label(summary: Summary) -> str:
    span = texts.SUMMARY_OF.format(
        first=summary.from_message_index + 1, last=summary.to_message_index + 1
    )
    notes = [texts.SUMMARY_TOKENS.format(count=summary.token_count)]
    if summary.level > 1:
        notes.append(texts.SUMMARY_MERGED)
    return f"{span} · {' · '.join(notes)}"


def _lines(items: Sequence[Item], numbers: Mapping[int, int]) -> list[str]:
    lines: list[str] = []
    for item in items:
        notes = [texts.STATUS[item.status]] if item.status else []
        if item.on is not None:
            notes.append(texts.ON_DATE.format(date=item.on.isoformat()))
        rests_on = sorted(numbers[of] for of in item.message_ids if of in numbers)
        if rests_on:
            form = texts.RESTS_ON if len(rests_on) == 1 else texts.REST_ON
            notes.append(form.format(numbers=", ".join(map(str, rests_on))))
        lines.append(f"• {item.text}" + (f" ({', '.join(notes)})" if notes else ""))
        if item.quote and not _says_the_same(item.quote, item.text):
            lines.append("   " + texts.FROM_MESSAGES.format(quote=item.quote))
        lines += ["   " + texts.INSTEAD_OF.format(text=former.text) for former in item.history]
    return lines


def _says_the_same(quote: str, text: str) -> bool:
    # A quote that only frames the text ("I need to …") is the text said twice.
    return text.rstrip(".").casefold() in quote.casefold() and len(quote) - len(text) < _FRAME_CHARS
