"""Choice of how long chats are kept: for the person, a notebook, or one chat."""

from collections.abc import Callable

import streamlit as st

from tidemark.schema.retention import RetentionLevel
from tidemark.ui.components.save_feedback import language_key
from tidemark.ui.i18n import texts

_TERMS_DAYS = (0, 7, 30, 90, 365, 1825)


def draw(
    level: RetentionLevel,
    chosen: int | None,
    wider_days: int,
    *,
    key: str,
    save: Callable[[int | None], None],
) -> None:
    """Draw the days ``chosen`` at a ``level``; None follows the wider level, which is also offered.

    Calls ``save`` when the choice changes.
    """
    days = sorted({*_TERMS_DAYS, *(() if chosen is None else (chosen,))})
    options = [None, *days]
    wider = texts.named("RETENTION_WIDER")[level]
    box = language_key(key)
    with st.container(key=key, gap="xxsmall"):
        st.selectbox(
            texts.named("RETENTION_OF")[level],
            options,
            index=options.index(chosen),
            format_func=lambda each: (
                wider.format(term=term(wider_days)) if each is None else term(each)
            ),
            key=box,
            on_change=lambda: save(st.session_state[box]),
        )


def term(days: int) -> str:
    """Return a number of days in words, 0 as for ever."""
    return texts.RETENTION_FOR_EVER if not days else texts.plural("RETENTION_DAYS", days)
