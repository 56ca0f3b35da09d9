"""The start of a new chat: what Tidemark does, which engine answers, and three ways to begin."""

import html

import streamlit as st

from assistant import Assistant
from tidemark.errors import TidemarkError
from tidemark.schema.notebooks import Notebook
from tidemark.schema.scope import GENERAL
from tidemark.ui import error_display, tab_state
from tidemark.ui.account import is_of_operator
from tidemark.ui.chat import composer, folds
from tidemark.ui.components import notebook_look, safe_markdown
from tidemark.ui.i18n import texts
from tidemark.ui.pages import temporary_chat
from tidemark.ui.sources import choice

# Bars of each drawing: kind, start and width, in percent
_DRAWINGS = {
    "kept": (("said", 40, 60), ("told", 0, 65), ("said", 30, 70), ("told", 0, 50)),
    "folded": (("faded", 30, 70), ("faded", 0, 60), ("line", 0, 100), ("note", 0, 50)),
    "based": (("said", 30, 70), ("link", 45, 0), ("link", 45, 0), ("told", 0, 70)),
}


def draw(assistant: Assistant) -> None:
    """Draw the welcome and three ways to begin."""
    notebook = assistant.configuration.notebook
    with st.container(key="first_run"):
        if notebook.notebook_id != GENERAL:
            _notebook(notebook)
            return
        st.title(texts.FIRST_TITLE, anchor=False)
        st.markdown(texts.FIRST_WHAT)
        st.html(_picture_html())
        with st.container(key="chips", horizontal=True, gap="xsmall"):
            st.button(
                texts.CHIP_SAMPLE,
                key="chip_sample",
                icon=":material/menu_book:",
                on_click=_open_sample,
                args=(assistant,),
            )
            for number, text in enumerate(_begins(), start=1):
                st.button(text, key=f"chip_{number}", on_click=_begin, args=(assistant, text))
        _temporary()
        with st.container(key="first_engine", gap="xxsmall"):
            if assistant.configuration.engine.name == "builtin":
                st.markdown(texts.FIRST_BUILTIN)
                if is_of_operator(assistant):
                    st.markdown(texts.FIRST_MODEL)
                    st.button(
                        texts.FIRST_CHOOSE,
                        key="choose_model",
                        icon=":material/smart_toy:",
                        on_click=tab_state.open_view,
                        args=(tab_state.SETTINGS,),
                    )
            elif assistant.configuration.engine_problem is not None:
                problem = error_display.error_text(assistant.configuration.engine_problem)
                st.markdown(f"{texts.FIRST_PROBLEM} {safe_markdown.literal(problem)}")
            else:
                st.markdown(
                    texts.FIRST_OTHER.format(
                        label=safe_markdown.literal(assistant.configuration.engine.label)
                    )
                )


def _notebook(notebook: Notebook) -> None:
    """Draw first steps in a notebook."""
    with st.container(key=notebook_look.key("first", notebook)):
        st.title(notebook_look.label(notebook), anchor=False)
    st.markdown(texts.NOTEBOOK_FIRST)
    with st.container(key="notebook_first", horizontal=True, gap="xsmall"):
        st.button(
            texts.NOTEBOOK_FIRST_INSTRUCTIONS,
            key="to_notebook_page",
            icon=":material/tune:",
            on_click=tab_state.open_view,
            args=(tab_state.NOTEBOOK,),
        )
        st.button(
            texts.NOTEBOOK_FIRST_SOURCES,
            key="to_first_sources",
            icon=":material/library_books:",
            on_click=tab_state.open_sources,
        )
    _temporary()


def _temporary() -> None:
    """Draw the button to a temporary chat, or back to the one already begun."""
    st.button(
        texts.TEMPORARY_GO_ON if temporary_chat.is_begun() else texts.TEMPORARY,
        key="to_temporary",
        type="tertiary",
        icon=":material/visibility_off:",
        help=texts.TEMPORARY_IN_SHORT,
        on_click=tab_state.open_view,
        args=(tab_state.TEMPORARY,),
    )


def _picture_html() -> str:
    """Return three captioned drawings: messages, their summary, an answer."""
    figures = "".join(
        f'<figure><div aria-hidden="true">{_bars_html(name)}</div>'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>"
        for name, caption in texts.named("FIRST_PICTURE").items()
    )
    return f'<div class="first-picture">{figures}</div>'


def _bars_html(name: str) -> str:
    return "".join(
        f'<div class="{of}" style="margin-inline-start:{start}%;width:{width}%"></div>'
        for of, start, width in _DRAWINGS[name]
    )


def _begins() -> tuple[str, ...]:
    return texts.CHIP_PLAN, texts.CHIP_NOTE


def _begin(assistant: Assistant, text: str) -> None:
    composer.begin(
        assistant,
        None,
        lambda: assistant.ask(
            text,
            engine=tab_state.engine_of_new_chat(),
            sources=choice.for_next(assistant, None),
        ),
        draft=text,
    )


def _open_sample(assistant: Assistant) -> None:
    """Open the sample at its tide line, with the folded part above and the active part below."""
    try:
        session_id = assistant.transfer.open_sample(texts.language())
        fold = assistant.fold_history.all(session_id)[-1]  # a merged summary has no line of its own
        after = fold.to_message_index + 2
        (below,) = assistant.sessions.transcript(session_id, before=after, limit=1)
        tab_state.show_message(below, scroll_to=folds.line_key(fold))
    except TidemarkError as error:
        tab_state.set_notice(error_display.error_text(error))
