"""Which engine answers, what that means for what one writes, and how to choose another."""

from collections.abc import Callable
from urllib.parse import urlsplit

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.settings import Settings
from tidemark.ui import error_display
from tidemark.ui.components import safe_markdown
from tidemark.ui.components.save_feedback import in_this_language, saved
from tidemark.ui.i18n import texts
from tidemark.ui.verbs import Verbs


def draw(verbs: Verbs) -> None:
    """Draw the engine in force in a line, and where one's words go."""
    with st.container(key="engine", gap="xxsmall"):
        if verbs.engine_problem is not None:
            st.warning(safe_markdown.literal(error_display.words(verbs.engine_problem)))
        else:
            seen = seen_by(verbs.engine.name, verbs.settings)
            st.caption(f"{safe_markdown.literal(_label(verbs))}. {safe_markdown.literal(seen)}")


def choice(verbs: Verbs, read_settings: Callable[[], Settings]) -> None:
    """Draw the choice of engine and model, of what is configured, and the ways to try it."""
    options = ("", *verbs.configuration.choices())
    words = {option: _named(verbs, option) for option in options}
    chosen = verbs.configuration.now().engine
    with st.container(key="setting_engine", gap="xxsmall"):
        st.selectbox(
            texts.ENGINE,
            options,
            index=options.index(chosen) if chosen in options else 0,
            format_func=words.__getitem__,
            key=in_this_language("engine"),
            on_change=_choose,
            args=(verbs,),
        )
        st.caption(texts.ENGINE_EXPLAINED)
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, gap="small"):
            is_tried = st.button(texts.TEST_ENGINE, key="test_engine", icon=":material/bolt:")
            st.button(
                texts.CHECK_AGAIN,
                key="check_again",
                icon=":material/refresh:",
                on_click=_check,
                args=(verbs, read_settings),
            )
        with st.container(key="engine_said"):
            if is_tried:
                with st.spinner(texts.TESTING.format(label=_label(verbs))):
                    said = _tried(verbs)
            else:
                said = st.session_state.pop("engine_said", "")
            st.caption(safe_markdown.literal(said or seen_by(verbs.engine.name, verbs.settings)))


def seen_by(engine_name: str, settings: Settings) -> str:
    """Say who gets what a person writes while ``engine_name`` answers."""
    services = {
        "gemini": (settings.gemini_base_url, texts.GOOGLE_SEES_IT),
        "langchain": (settings.llm_base_url, texts.SERVICE_SEES_IT),
    }
    address, usual = services.get(engine_name, ("", texts.STAYS_HERE))
    host = urlsplit(address).netloc.rpartition("@")[2]  # a name and password are nobody's business
    return texts.HOST_SEES_IT.format(host=host) if address else usual


def _label(verbs: Verbs) -> str:
    return texts.BUILTIN if verbs.engine.name == "builtin" else verbs.engine.label


def _named(verbs: Verbs, option: str) -> str:
    engine_name, _, model = option.partition(":")
    if not option:
        return texts.ENGINE_USUAL.format(engine=_usual(verbs))
    return texts.BUILTIN if engine_name == "builtin" else f"{engine_name.capitalize()} ({model})"


def _usual(verbs: Verbs) -> str:
    given = verbs.configuration.given
    if given.chosen_engine in ("builtin", "scripted"):
        return _named(verbs, "builtin") if given.chosen_engine == "builtin" else "Scripted"
    return _named(verbs, f"{given.chosen_engine}:{given.model_name}")


def _choose(verbs: Verbs) -> None:
    wanted = st.session_state[in_this_language("engine")]
    if (
        wanted not in ("", *verbs.configuration.choices())
        or wanted == verbs.configuration.now().engine
    ):
        return  # after "Check again" a browser sends the words that the list had before
    saved(lambda: verbs.configuration.choose("engine", wanted))
    st.rerun()


def _tried(verbs: Verbs) -> str:
    """Make one small call, and say what came of it."""
    try:
        verbs.engine.check()
    except TidemarkError as error:
        return error_display.words(error)
    if verbs.engine.name == "builtin":
        return texts.TESTED_BUILTIN
    return texts.TESTED.format(label=verbs.engine.label)


def _check(verbs: Verbs, read_settings: Callable[[], Settings]) -> None:
    try:
        verbs.check_again(read_settings())
    except TidemarkError as error:
        st.session_state["engine_said"] = error_display.words(error)
    else:
        st.session_state["engine_said"] = texts.CHECKED.format(label=_label(verbs))
    st.rerun()
