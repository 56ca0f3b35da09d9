"""Saved prompts, created, edited and deleted by the person: one part of the page Settings."""

import re
from collections.abc import Callable, Mapping

import streamlit as st

from assistant import Assistant
from tidemark.preferences import MOST_NAME_CHARS
from tidemark.ui import error_display, streamlit_internals
from tidemark.ui.components.save_feedback import save
from tidemark.ui.i18n import texts

_FIELD_PX = 120


@st.fragment
def draw(assistant: Assistant) -> None:
    """Draw each prompt, collapsed, and the form that creates one."""
    with (
        st.container(key="settings_prompts", gap="small"),
        error_display.guarded("settings_prompts"),
    ):
        st.header(texts.PROMPTS, anchor=False)
        st.caption(texts.PROMPTS_EXPLAINED)
        for name, text in sorted(assistant.configuration.preferences.prompts.items()):
            with st.expander(f"`/{name}`"), st.form(f"prompt_{name}", border=False):
                _fields(name, text)
                with st.container(horizontal=True, gap="small"):
                    st.form_submit_button(
                        texts.SAVE,
                        key=f"prompt_save_{name}",
                        on_click=_put,
                        args=(assistant, name),
                    )
                    st.form_submit_button(
                        texts.DELETE,
                        key=f"prompt_drop_{name}",
                        on_click=_drop,
                        args=(assistant, name),
                    )
        with st.container(key="prompt_add"), st.form("prompt_add_form", border=False):
            _fields("", "")
            st.form_submit_button(
                texts.PROMPT_ADD, key="prompt_add_do", on_click=_put, args=(assistant, "")
            )


def _fields(name: str, text: str) -> None:
    st.text_input(
        texts.PROMPT_NAME,
        value=name,
        key=f"prompt_name_{name}",
        max_chars=MOST_NAME_CHARS,
        placeholder=texts.PROMPT_NAME_FOR_EXAMPLE,
    )
    st.text_area(
        texts.PROMPT_TEXT,
        value=text,
        key=f"prompt_text_{name}",
        height=_FIELD_PX,
        placeholder=texts.PROMPT_TEXT_FOR_EXAMPLE,
    )


def _put(assistant: Assistant, former: str) -> None:
    """Save the form's prompt, replacing the prompt ``former`` unless that is empty."""
    name = re.sub(r"\W+", "-", str(st.session_state[f"prompt_name_{former}"])).strip("-")
    text = str(st.session_state[f"prompt_text_{former}"]).strip()
    kept = assistant.configuration.preferences.prompts
    if not name or not text:
        streamlit_internals.toast(texts.PROMPT_EMPTY)
    elif name != former and name in kept:
        streamlit_internals.toast(texts.PROMPT_TAKEN.format(name=name))
    else:
        _keep(assistant, lambda now: {**_without(now, former), _free(name, now, former): text})
        if not former:
            st.session_state["prompt_name_"] = st.session_state["prompt_text_"] = ""


def _drop(assistant: Assistant, name: str) -> None:
    _keep(assistant, lambda now: _without(now, name))


def _without(prompts: Mapping[str, str], name: str) -> dict[str, str]:
    return {each: said for each, said in prompts.items() if each != name}


def _free(name: str, prompts: Mapping[str, str], former: str) -> str:
    """Return ``name``, or a variant if another tab has used it meanwhile."""
    return f"{name}-2" if name != former and name in prompts else name


def _keep(assistant: Assistant, change: Callable[[Mapping[str, str]], Mapping[str, str]]) -> None:
    save(lambda: assistant.configuration.change_prompts(change), is_of_turns=False)
