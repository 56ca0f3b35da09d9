"""Where a reply comes from: the messages that were brought back for it, of this chat and others."""

import streamlit as st

from tidemark.schema import Message
from tidemark.ui import dates, errors, markup, tab, texts
from tidemark.ui.verbs import Verbs
from utils import one_line

_SHOWN_CHARS = 400


@st.fragment
def draw(verbs: Verbs, question: Message) -> None:
    """Draw one line that counts what came back for ``question``, and opens to it."""
    known = question.metadata
    opened = st.expander(
        line(len(known.recalled), len(known.similar)),
        key=f"origins_{question.id}",
        type="compact",
        on_change="rerun",
    )
    if opened.open:
        with opened, errors.shown(f"origins_{question.id}"), st.container(gap="small"):
            for message, title in verbs.person.said(known.recalled):
                _message(verbs, question, message, title)


def line(recalled: int, similar: int) -> str:
    """Say how much came back: each similar question is two messages, itself and its answer.

    >>> line(6, 1)
    'From 4 earlier messages and 1 similar question'
    """
    earlier = recalled - 2 * similar
    parts = []
    if earlier > 0:
        form = texts.FROM_EARLIER if earlier > 1 else texts.FROM_EARLIER_ONE
        parts.append(form.format(count=earlier))
    if similar:
        form = texts.FROM_SIMILAR if similar > 1 else texts.FROM_SIMILAR_ONE
        parts.append(form.format(count=similar))
    return texts.FROM.format(what=texts.AND.join(parts))


def _message(verbs: Verbs, question: Message, message: Message, title: str) -> None:
    who = texts.YOU if message.role == "user" else texts.NAME
    day = dates.day(message.timestamp, verbs.now(), tab.zone())
    with st.container(gap=None):
        label = texts.ORIGIN.format(number=message.position + 1, who=who, day=day)
        if message.session_id == question.session_id:
            st.caption(label)
        else:
            st.button(
                texts.ORIGIN_ELSEWHERE.format(what=label, title=markup.literal(title)),
                key=f"origin_{question.id}_{message.id}",
                type="tertiary",
                on_click=_open,
                args=(message.session_id,),
            )
        st.text(one_line(message.content, _SHOWN_CHARS))


def _open(session_id: str) -> None:
    tab.open_chat(session_id)
    st.rerun()
