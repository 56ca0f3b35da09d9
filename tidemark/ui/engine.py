"""Which engine answers, what that means for what one writes, and how to change it."""

from collections.abc import Callable

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.settings import Settings
from tidemark.ui import markup, texts
from tidemark.ui.verbs import Verbs


def draw(verbs: Verbs, read_settings: Callable[[], Settings]) -> None:
    """Draw the engine in force, where one's words go, and the way to pick it anew."""
    with st.container(key="engine", gap="xxsmall"):
        st.caption(texts.ENGINE)
        st.markdown(f"**{markup.literal(verbs.engine.label)}**")
        if verbs.engine_problem is not None:
            st.warning(markup.literal(verbs.engine_problem))
        else:
            seen_by = {"gemini": texts.GOOGLE_SEES_IT, "langchain": texts.SERVICE_SEES_IT}
            st.caption(seen_by.get(verbs.engine.name, texts.STAYS_HERE))
        st.button(
            texts.CHECK_AGAIN,
            key="check_again",
            icon=":material/refresh:",
            on_click=_check,
            args=(verbs, read_settings),
        )
        said = st.session_state.pop("engine_said", "")
        if said:
            st.caption(markup.literal(said))


def _check(verbs: Verbs, read_settings: Callable[[], Settings]) -> None:
    try:
        verbs.check_again(read_settings())
    except TidemarkError as error:
        st.session_state["engine_said"] = str(error)
    else:
        st.session_state["engine_said"] = texts.CHECKED.format(label=verbs.engine.label)
