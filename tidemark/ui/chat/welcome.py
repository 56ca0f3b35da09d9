"""What a chat shows before its first message: what this is, who answers, and where to begin."""

import streamlit as st

from tidemark.errors import TidemarkError
from tidemark.ui import error_display, tab_state
from tidemark.ui.chat import composer
from tidemark.ui.components import safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.verbs import Verbs


def draw(verbs: Verbs) -> None:
    """Draw the welcome and three ways to begin."""
    with st.container(key="first_run"):
        st.title(texts.FIRST_TITLE, anchor=False)
        st.markdown(texts.FIRST_WHAT.format(threshold=verbs.settings.token_threshold))
        with st.container(key="chips", horizontal=True, gap="xsmall"):
            st.button(
                texts.CHIP_SAMPLE,
                key="chip_sample",
                icon=":material/menu_book:",
                on_click=_open_sample,
                args=(verbs,),
            )
            for number, (label, text) in enumerate(_begins(), start=1):
                st.button(label, key=f"chip_{number}", on_click=_begin, args=(verbs, text))
        with st.container(key="first_engine", gap="xxsmall"):
            if verbs.engine.name == "builtin":
                st.markdown(texts.FIRST_BUILTIN)
                st.markdown(texts.FIRST_KEY)
            elif verbs.engine_problem is not None:
                problem = error_display.words(verbs.engine_problem)
                st.markdown(f"{texts.FIRST_PROBLEM} {safe_markdown.literal(problem)}")
            else:
                st.markdown(
                    texts.FIRST_OTHER.format(label=safe_markdown.literal(verbs.engine.label))
                )


def _begins() -> tuple[tuple[str, str], ...]:
    return ((texts.CHIP_PLAN, texts.CHIP_PLAN_TEXT), (texts.CHIP_NOTE, texts.CHIP_NOTE))


def _begin(verbs: Verbs, text: str) -> None:
    composer.begin(verbs, None, lambda: verbs.ask(text, None), draft=text)


def _open_sample(verbs: Verbs) -> None:
    try:
        tab_state.open_chat(verbs.open_sample(texts.language()))
    except TidemarkError as error:
        tab_state.tell(error_display.words(error))
