"""The engine in force, the destination of the person's messages, and the choice of an engine."""

from collections.abc import Callable
from urllib.parse import urlsplit

import streamlit as st

from assistant import Assistant
from tidemark.errors import KeyRefused, TidemarkError
from tidemark.local_servers import LOCAL_PORTS
from tidemark.preferences import Preferences, effective_settings
from tidemark.settings import Settings
from tidemark.ui import error_display
from tidemark.ui.account import is_of_operator
from tidemark.ui.components import safe_markdown
from tidemark.ui.components.save_feedback import language_key, save
from tidemark.ui.i18n import texts

_SCRIPTED = "Scripted"  # for tests and demonstrations
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_FOUND = "models_found"  # in the state of the tab


def draw(assistant: Assistant, of_chat: str = "") -> None:
    """Draw one line with the engine in force and where the person's messages go.

    ``of_chat`` is the engine that the open chat has of its own; empty for that of the settings.
    """
    with st.container(key="engine", gap="xxsmall"):
        problem = None if of_chat else assistant.configuration.engine_problem
        if problem is not None:
            st.warning(safe_markdown.literal(error_display.error_text(problem)))
        else:
            label = named(assistant, of_chat) if of_chat else _label(assistant)
            seen = _privacy_note(assistant, of_chat)
            st.caption(f"{safe_markdown.literal(label)}. {safe_markdown.literal(seen)}")


def draw_choice(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    """Draw the choice of engines and models, the field for a key, and buttons to test them."""
    with st.container(key="setting_engine", gap="xxsmall"):
        chosen = assistant.configuration.preferences.engine
        options = ("", *choices(assistant, chosen))
        st.selectbox(
            texts.ENGINE,
            options,
            index=options.index(chosen) if chosen in options else 0,
            format_func={option: named(assistant, option) for option in options}.__getitem__,
            key=language_key("engine"),
            on_change=_choose,
            args=(assistant,),
        )
        st.caption(texts.ENGINE_EXPLAINED)
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, gap="small"):
            is_tried = st.button(texts.TEST_ENGINE, key="test_engine", icon=":material/bolt:")
            if is_of_operator(assistant):
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
    if is_of_operator(assistant):
        with st.expander(texts.GEMINI_KEY, icon=":material/key:"):
            _key_form(assistant, read_settings)


def choices(assistant: Assistant, chosen: str) -> tuple[str, ...]:
    """Return the engines to choose from, including the one ``chosen``.

    Services are asked for their models once a tab, and again by "Check again".
    """
    found = st.session_state.get(_FOUND)
    if found is None:
        with st.spinner(texts.LOOKING_FOR_MODELS):
            found = _found(assistant)
        st.session_state[_FOUND] = found
    listed = (*assistant.configuration.choices(), *found, *((chosen,) if chosen else ()))
    return tuple(each for each in dict.fromkeys(listed) if assistant.configuration.allows(each))


def named(assistant: Assistant, option: str) -> str:
    """Return the name of a choice in readable form."""
    engine_name, _, model = option.partition(":")
    if not option:
        return texts.ENGINE_USUAL.format(engine=_usual(assistant))
    if engine_name == "local":
        port, _, model = model.partition(":")
        return texts.ON_THIS_COMPUTER.format(model=model, server=LOCAL_PORTS[int(port)])
    return texts.BUILTIN if engine_name == "builtin" else f"{engine_name.capitalize()} ({model})"


def short_name(assistant: Assistant, engine: str) -> str:
    """Return the name of the model of ``engine``, by default of the one in force."""
    name, _, model = engine.partition(":")
    if not engine:
        settings = assistant.configuration.settings
        name, model = settings.chosen_engine, settings.model_name.partition(":")[2]
        model = model or settings.model_name
    elif name == "local":
        model = model.partition(":")[2]
    return {"builtin": texts.BUILTIN, "scripted": _SCRIPTED}.get(name, model)


def _found(assistant: Assistant) -> tuple[str, ...]:
    setup = assistant.model_setup
    gemini = (f"gemini:{model}" for model in setup.gemini_models())
    servers = setup.local_servers()
    local = (f"local:{each.port}:{model}" for each in servers for model in each.models)
    return (*gemini, *local)


def _key_form(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    st.markdown(texts.GEMINI_KEY_EXPLAINED)
    with st.form("gemini_key_form", border=False, clear_on_submit=True):
        key = st.text_input(texts.GEMINI_KEY, type="password", key="gemini_key")
        is_given = st.form_submit_button(texts.GEMINI_KEY_USE, key="gemini_key_use")
    if not (is_given and key.strip()):
        return
    try:
        with st.spinner(texts.TESTING_KEY):
            assistant.model_setup.connect_gemini(key, read_settings)
    except KeyRefused as error:
        other = type(error) is not KeyRefused  # the key is right, but may not do this
        said = error_display.text_without_message(error) if other else texts.GEMINI_KEY_REFUSED
        st.warning(safe_markdown.literal(said))
        return
    except TidemarkError as error:
        st.warning(safe_markdown.literal(error_display.text_without_message(error)))
        return
    st.session_state.pop(_FOUND, None)
    st.session_state["engine_said"] = texts.TESTED.format(label=_label(assistant))
    st.rerun()


def _privacy_note(assistant: Assistant, of_chat: str = "") -> str:
    """Return who receives the person's messages while the engine in force answers."""
    settings, engine = assistant.configuration.settings, assistant.configuration.engine.name
    if of_chat:
        settings = effective_settings(assistant.configuration.given, Preferences(engine=of_chat))
        engine = settings.chosen_engine
    if engine == "langchain" and urlsplit(settings.llm_base_url).hostname in _LOOPBACK:
        return texts.LOCAL_SEES_IT
    services = {
        "gemini": (settings.gemini_base_url, texts.GOOGLE_SEES_IT),
        "langchain": (settings.llm_base_url, texts.SERVICE_SEES_IT),
    }
    stays = texts.STAYS_HERE if is_of_operator(assistant) else texts.STAYS_ON_SERVER
    address, usual = services.get(engine, ("", stays))
    host = urlsplit(address).netloc.rpartition("@")[2]  # without a user name and password
    return texts.HOST_SEES_IT.format(host=host) if address else usual


def _label(assistant: Assistant) -> str:
    engine = assistant.configuration.engine
    return texts.BUILTIN if engine.name == "builtin" else engine.label


def _usual(assistant: Assistant) -> str:
    given = assistant.configuration.given
    if given.chosen_engine in ("builtin", "scripted"):
        return named(assistant, "builtin") if given.chosen_engine == "builtin" else _SCRIPTED
    return named(assistant, f"{given.chosen_engine}:{given.model_name}")


def _choose(assistant: Assistant) -> None:
    wanted = st.session_state[language_key("engine")]
    if (
        not (wanted == "" or assistant.configuration.allows(wanted))
        or wanted == assistant.configuration.preferences.engine
    ):
        return  # after "Check again" a browser can send a label of the former list
    save(lambda: assistant.configuration.choose("engine", wanted))
    st.rerun()


def _tried(assistant: Assistant) -> str:
    """Make one small call, and return a message on its result."""
    with assistant.configuration.options() as options:
        try:
            options.engine.check()
        except TidemarkError as error:
            return error_display.text_without_message(error)
        if options.engine.name == "builtin":
            return texts.TESTED_BUILTIN
        return texts.TESTED.format(label=options.engine.label)


def _check(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    st.session_state.pop(_FOUND, None)
    try:
        assistant.check_again(read_settings())
    except TidemarkError as error:
        st.session_state["engine_said"] = error_display.error_text(error)
    else:
        st.session_state["engine_said"] = texts.CHECKED.format(label=_label(assistant))
    st.rerun()
