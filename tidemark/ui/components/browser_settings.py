"""Settings of the browser: the theme, and the language of the document.

Streamlit stores the theme in the browser and reads it when the page loads, so a change of theme
reloads the page.
"""

from collections.abc import Mapping

from tidemark.ui.components import frontend

_THEME = frontend.component(
    __file__, "theme", html="<fieldset><legend></legend></fieldset>", css=["theme.css"]
)
_LANGUAGE = frontend.component(__file__, "language")


def draw_theme_choice(legend: str, themes: Mapping[str, str], *, ends: str = "") -> None:
    """Draw the choice between ``themes``: Streamlit's names with the labels shown.

    ``ends`` is the question to ask first if the change would end something.
    """
    _THEME(
        key="setting_theme",
        data={"legend": legend, "themes": list(themes.items()), "ends": ends},
        height="content",
    )


def set_language(language: str, names: Mapping[str, str], view: str) -> None:
    """Set the ``language`` of the document, which screen readers use.

    ``names`` are the translations of the names that Streamlit gives in English.  Also mark in the
    sidebar that ``view`` is open.  If it has changed since the last drawing, scroll to the top of
    the page, and on a narrow screen close the sidebar.
    """
    _LANGUAGE(
        key="speak",
        data={"language": language, "names": dict(names), "view": view},
        height="content",
    )
