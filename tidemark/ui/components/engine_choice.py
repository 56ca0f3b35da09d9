"""The engine in force, where it sends what the person writes, and the choice of another."""

from collections.abc import Callable
from urllib.parse import urlsplit

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.settings import Settings
from tidemark.ui import error_display
from tidemark.ui.components import safe_markdown
from tidemark.ui.components.save_feedback import language_key, save
from tidemark.ui.i18n import texts


def draw(assistant: Assistant) -> None:
    """Draw one line with the engine in force and where the person's messages go."""
    with st.container(key="engine", gap="xxsmall"):
        problem = assistant.configuration.engine_problem
        if problem is not None:
            st.warning(safe_markdown.literal(error_display.error_text(problem)))
        else:
            seen = _privacy_note(assistant)
            st.caption(f"{safe_markdown.literal(_label(assistant))}. {safe_markdown.literal(seen)}")


def draw_choice(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    """Draw the choice between the configured engines and models, and the buttons that test them."""
    options = ("", *assistant.configuration.choices())
    words = {option: _named(assistant, option) for option in options}
    chosen = assistant.configuration.preferences.engine
    with st.container(key="setting_engine", gap="xxsmall"):
        st.selectbox(
            texts.ENGINE,
            options,
            index=options.index(chosen) if chosen in options else 0,
            format_func=words.__getitem__,
            key=language_key("engine"),
            on_change=_choose,
            args=(assistant,),
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
                args=(assistant, read_settings),
            )
        with st.container(key="engine_said"):
            if is_tried:
                with st.spinner(texts.TESTING.format(label=_label(assistant))):
                    said = _tried(assistant)
            else:
                said = st.session_state.pop("engine_said", "")
            st.caption(safe_markdown.literal(said or _privacy_note(assistant)))


def _privacy_note(assistant: Assistant) -> str:
    """Return who receives what the person writes while the engine in force answers."""
    settings = assistant.configuration.settings
    services = {
        "gemini": (settings.gemini_base_url, texts.GOOGLE_SEES_IT),
        "langchain": (settings.llm_base_url, texts.SERVICE_SEES_IT),
    }
    address, usual = services.get(assistant.configuration.engine.name, ("", texts.STAYS_HERE))
    host = urlsplit(address).netloc.rpartition("@")[2]  # without a user name and password
    return texts.HOST_SEES_IT.format(host=host) if address else usual


def _label(assistant: Assistant) -> str:
    engine = assistant.configuration.engine
    return texts.BUILTIN if engine.name == "builtin" else engine.label


def _named(assistant: Assistant, option: str) -> str:
    engine_name, _, model = option.partition(":")
    if not option:
        return texts.ENGINE_USUAL.format(engine=_usual(assistant))
    return texts.BUILTIN if engine_name == "builtin" else f"{engine_name.capitalize()} ({model})"


def _usual(assistant: Assistant) -> str:
    given = assistant.configuration.given
    if given.chosen_engine in ("builtin", "scripted"):
        return _named(assistant, "builtin") if given.chosen_engine == "builtin" else "Scripted"
    return _named(assistant, f"{given.chosen_engine}:{given.model_name}")


def _choose(assistant: Assistant) -> None:
    wanted = st.session_state[language_key("engine")]
    if (
        wanted not in ("", *assistant.configuration.choices())
        or wanted == assistant.configuration.preferences.engine
    ):
        return  # after "Check again" a browser can send a label of the former list
    save(lambda: assistant.configuration.choose("engine", wanted))
    st.rerun()


def _tried(assistant: Assistant) -> str:
    """Make one small call, and return what to say about it."""
    with assistant.configuration.options() as options:
        try:
            options.engine.check()
        except TidemarkError as error:
            return error_display.error_text(error)
        if options.engine.name == "builtin":
            return texts.TESTED_BUILTIN
        return texts.TESTED.format(label=options.engine.label)


def _check(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    try:
        assistant.check_again(read_settings())
    except TidemarkError as error:
        st.session_state["engine_said"] = error_display.error_text(error)
    else:
        st.session_state["engine_said"] = texts.CHECKED.format(label=_label(assistant))
    st.rerun()
