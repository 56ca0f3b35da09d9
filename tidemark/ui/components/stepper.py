"""A stepper between the versions of a message or reply: previous, position, next."""

from collections.abc import Callable, Sequence

import streamlit as st

from tidemark.ui.i18n import texts

_WAYS = (("previous", "chevron_left", -1), ("next", "chevron_right", 1))


def draw(
    key: str,
    message_id: int,
    *,
    at: int,
    count: int,
    names: Sequence[str],
    on_step: Callable[[int], None],
) -> None:
    """Draw the stepper at version ``at`` of ``count``; a step calls ``on_step`` with the new one.

    ``names`` are the labels of the two buttons.  Its key is ``switch_<key>``.
    """
    with st.container(
        key=f"switch_{key}",
        horizontal=True,
        vertical_alignment="center",
        wrap=False,
        width="content",
        gap=None,
    ):
        for name, (way, icon, step) in zip(names, _WAYS, strict=True):
            other = at + step
            st.button(
                name,
                key=f"switch_{way}_{message_id}",
                type="tertiary",
                icon=f":material/{icon}:",
                disabled=not 0 <= other < count,
                on_click=on_step,
                args=(other,),
            )
            if step < 0:
                st.text(texts.SWITCH.format(at=at + 1, count=count))
