"""The page Settings: each setting with a line that explains it."""

from collections.abc import Callable, Mapping

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.preferences import USUAL
from tidemark.schema.notebooks import LEAST_BUDGET, MOST_BUDGET
from tidemark.settings import Settings
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat.token_meter import percent
from tidemark.ui.components import (
    back_link,
    browser_settings,
    engine_choice,
    safe_markdown,
    toasts,
)
from tidemark.ui.components.save_feedback import language_key, save
from tidemark.ui.i18n import dates, texts
from tidemark.ui.pages import api_keys, prices, saved_prompts, temporary_chat, your_data

_BUDGET_STEP = 100


def draw(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    """Draw every setting; a change applies from the next message."""
    st.set_page_config(page_title=texts.SETTINGS_TAB.format(name=texts.NAME))
    with st.container(key="settings"):
        back_link.draw(tab_state.chat_id())
        with st.container(gap="xsmall"):
            st.title(texts.SETTINGS, anchor=False)
            st.caption(texts.SETTINGS_EXPLAINED)
        _answers(assistant, read_settings)
        saved_prompts.draw(assistant)
        _looks(assistant)
        prices.draw(assistant)
        if api_keys.are_used(assistant):
            api_keys.draw(assistant)
        your_data.draw(assistant)


@st.fragment
def _answers(assistant: Assistant, read_settings: Callable[[], Settings]) -> None:
    with (
        st.container(key="settings_answers", gap="medium"),
        error_display.guarded("settings_answers"),
    ):
        st.header(texts.SETTINGS_ANSWERS, anchor=False)
        engine_choice.draw_choice(assistant, read_settings)
        _instructions(assistant)
        _budget(assistant)
        chosen = assistant.configuration.preferences
        levels = texts.named("ASKING_BACK")
        st.radio(
            texts.ASKING_BACK_WHEN,
            options=list(levels),
            index=list(levels).index(chosen.clarifying),
            format_func=levels.__getitem__,
            captions=list(texts.named("ASKING_BACK_EXPLAINED").values()),
            key="setting_clarifying",
            on_change=_save,
            args=(assistant, "clarifying"),
        )
        with st.container(gap="xxsmall"):
            st.toggle(
                texts.ACROSS_NEW,
                value=chosen.across,
                key="setting_across",
                on_change=_save,
                args=(assistant, "across"),
            )
            st.caption(texts.ACROSS_NEW_EXPLAINED)


def _instructions(assistant: Assistant) -> None:
    with st.container(gap="xxsmall"):
        written = st.text_area(
            texts.OWN_INSTRUCTIONS,
            value=assistant.configuration.preferences.instructions,
            key="setting_instructions",
            placeholder=texts.OWN_INSTRUCTIONS_FOR_EXAMPLE,
            on_change=_save,
            args=(assistant, "instructions"),
        )
        tokens, limit = (
            assistant.counter.count_tokens(written or ""),
            assistant.notebooks.limit_tokens,
        )
        words = texts.NOTEBOOK_TOO_LONG if tokens > limit else texts.OWN_INSTRUCTIONS_SPACE
        (st.warning if tokens > limit else st.caption)(words.format(share=percent(tokens, limit)))
        if assistant.configuration.engine.name == "builtin":
            st.caption(texts.INSTRUCTIONS_BUILTIN)


def _budget(assistant: Assistant) -> None:
    usual = assistant.configuration.given.token_threshold
    with st.container(gap="xxsmall"):
        st.number_input(
            texts.BUDGET,
            min_value=LEAST_BUDGET,
            max_value=MOST_BUDGET,
            value=min(assistant.configuration.settings.token_threshold, MOST_BUDGET),
            step=_BUDGET_STEP,
            key="setting_budget",
            on_change=_set_budget,
            args=(assistant,),
        )
        st.caption(texts.BUDGET_EXPLAINED.format(least=LEAST_BUDGET, most=MOST_BUDGET, usual=usual))


@st.fragment
def _looks(assistant: Assistant) -> None:
    with st.container(key="settings_looks", gap="medium"), error_display.guarded("settings_looks"):
        st.header(texts.SETTINGS_LOOKS, anchor=False)
        ends = texts.TEMPORARY_ENDS_BY_THEME if temporary_chat.is_begun() else ""
        browser_settings.draw_theme_choice(texts.THEME, texts.named("THEMES"), ends=ends)
        chosen = assistant.configuration.preferences
        _language(assistant, "language", texts.LANGUAGE, texts.named("LANGUAGES"), chosen.language)
        today = dates.full(assistant.now(), tab_state.time_zone())
        _language(
            assistant, "dates", texts.DATES_LABEL, texts.named("DATES"), chosen.dates, today=today
        )


def _language(
    assistant: Assistant, name: str, label: str, words: Mapping[str, str], chosen: str, **told: str
) -> None:
    options = list(words)
    with st.container(key=f"setting_{name}", gap="xxsmall"):
        st.selectbox(
            label,
            options,
            index=options.index(chosen) if chosen in options else 0,
            format_func=words.__getitem__,
            key=language_key(name),
            on_change=_speak,
            args=(assistant, name, options[0]),
        )
        st.caption(texts.named("LANGUAGE_EXPLAINED")[name].format(**told))


def _set_budget(assistant: Assistant) -> None:
    wanted = int(st.session_state["setting_budget"])
    is_usual = wanted == assistant.configuration.given.token_threshold
    save(lambda: assistant.configuration.choose("budget", None if is_usual else wanted))


def _save(assistant: Assistant, name: str) -> None:
    value = st.session_state[f"setting_{name}"]
    save(lambda: assistant.configuration.choose(name, value))


def _speak(assistant: Assistant, name: str, usual: str) -> None:
    """Save a language, confirm it in that language, and redraw the whole page."""
    wanted = str(st.session_state[language_key(name)])

    try:
        assistant.configuration.choose(name, USUAL if wanted == usual else wanted)
    except TidemarkError as error:
        toasts.show_after_rerun(safe_markdown.literal(error_display.error_text(error)))
    else:
        chosen = assistant.configuration.preferences
        texts.choose(chosen.language, chosen.dates)
        toasts.show_after_rerun(texts.SETTING_KEPT)
    st.rerun()
