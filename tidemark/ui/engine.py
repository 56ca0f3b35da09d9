"""Which engine answers, what that means for what one writes, and how to change it."""

from collections.abc import Callable
from urllib.parse import urlsplit

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
            st.caption(markup.literal(seen_by(verbs.engine.name, verbs.settings)))
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


def seen_by(engine_name: str, settings: Settings) -> str:
    """Say who gets what a person writes while ``engine_name`` answers."""
    services = {
        "gemini": (settings.gemini_base_url, texts.GOOGLE_SEES_IT),
        "langchain": (settings.llm_base_url, texts.SERVICE_SEES_IT),
    }
    address, usual = services.get(engine_name, ("", texts.STAYS_HERE))
    host = urlsplit(address).netloc.rpartition("@")[2]  # a name and password are nobody's business
    return texts.HOST_SEES_IT.format(host=host) if address else usual


def _check(verbs: Verbs, read_settings: Callable[[], Settings]) -> None:
    try:
        verbs.check_again(read_settings())
    except TidemarkError as error:
        st.session_state["engine_said"] = str(error)
    else:
        st.session_state["engine_said"] = texts.CHECKED.format(label=verbs.engine.label)
