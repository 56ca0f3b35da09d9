"""What a browser keeps by itself, or must be told: light or dark, and the language of the page.

Streamlit keeps the theme in the browser under a key of its own and reads it as the page is opened,
so that a change opens the page anew.
"""

from collections.abc import Mapping

import streamlit as st

_THEME = st.components.v2.component(
    "tidemark.theme",
    html="<fieldset><legend></legend></fieldset>",
    css="""
fieldset { border: 0; margin: 0; padding: 0; }
legend { font-size: 0.875rem; padding: 0 0 0.25rem; }
label {
  align-items: center; cursor: pointer; display: inline-flex; gap: 0.5rem;
  font-size: 0.875rem; margin-inline-end: 1.25rem; min-height: 2rem;
}
input { accent-color: var(--st-primary-color); height: 1.125rem; margin: 0; width: 1.125rem; }
input:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
""",
    js="""
const KEY = `stActiveTheme-${window.location.pathname}-v2`

function kept() {
  try { return JSON.parse(window.localStorage.getItem(KEY)) ?? "System" } catch { return "System" }
}

export default function ({ data, parentElement }) {
  const fieldset = parentElement.querySelector("fieldset")
  fieldset.querySelector("legend").textContent = data.legend
  fieldset.querySelectorAll("label").forEach((old) => old.remove())
  const now = kept()
  for (const [value, words] of data.themes) {
    const label = document.createElement("label")
    const input = document.createElement("input")
    input.type = "radio"
    input.name = "theme"
    input.value = value
    input.checked = value === now
    input.onchange = () => {
      window.localStorage.setItem(KEY, JSON.stringify(value))
      window.location.reload()
    }
    label.append(input, words)
    fieldset.append(label)
  }
}
""",
)

_SPEAK = st.components.v2.component(
    "tidemark.speak",
    html="<span hidden></span>",
    js="""
const NARROW_PX = 768
let shown  // beyond the life of one mounted part

// On a narrow screen the sidebar covers the page that was just chosen in it.
function uncover() {
  const sidebar = document.querySelector('[data-testid="stSidebar"]')
  if (window.innerWidth >= NARROW_PX || sidebar?.dataset.collapsed !== "false") return
  sidebar.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click()
}

export default function ({ data }) {
  document.documentElement.lang = data.language
  if (shown !== undefined && data.view && data.view !== shown) uncover()
  shown = data.view
}
""",
)


def theme(legend: str, themes: Mapping[str, str]) -> None:
    """Draw the choice between ``themes``, by Streamlit's own names of them."""
    _THEME(
        key="setting_theme",
        data={"legend": legend, "themes": list(themes.items())},
        height="content",
    )


def speak(language: str, view: str) -> None:
    """Tell the browser, and who reads the page out, which ``language`` it is in.

    Where another ``view`` than before was chosen in a sidebar that covers it, put that away.
    """
    _SPEAK(key="speak", data={"language": language, "view": view}, height="content")
