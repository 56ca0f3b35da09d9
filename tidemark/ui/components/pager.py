"""A pager: buttons to the previous and next page, with the position between them."""

from collections.abc import Callable

import streamlit as st

from tidemark.ui.i18n import texts
from tidemark.ui.streamlit_internals import DeltaGenerator


def draw(
    key: str, at: int, of: int, label: str, *, on_step: Callable[[int], None]
) -> DeltaGenerator:
    """Draw buttons to the page before and after ``at`` of ``of``, with a ``label`` between.

    Return the container they are in.
    """
    row = st.container(
        key=f"pager_{key}", horizontal=True, vertical_alignment="center", gap="small"
    )
    with row:
        for way, icon, step, name in (
            ("previous", "chevron_left", -1, texts.PREVIOUS_PAGE),
            ("next", "chevron_right", 1, texts.NEXT_PAGE),
        ):
            st.button(
                name,
                key=f"pager_{key}_{way}",
                type="tertiary",
                icon=f":material/{icon}:",
                disabled=not 1 <= at + step <= of,
                on_click=on_step,
                args=(at + step,),
            )
            if step < 0:
                st.text(label)
    return row
