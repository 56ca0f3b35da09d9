"""What is at hand under a message in one part of the page: copy, and whether a reply helped."""

from collections.abc import Callable

import streamlit as st

from tidemark.ui.i18n import texts

_BUTTON_CSS = """
div { align-items: center; display: flex; gap: 0.125rem; }
button {
  align-items: center;
  background: none;
  border: 0;
  border-radius: var(--st-button-radius);
  color: var(--st-text-color);
  cursor: pointer;
  display: inline-flex;
  font: inherit;
  font-size: 0.8125rem;
  justify-content: center;
  min-height: 1.75rem;
  min-width: 1.75rem;
  opacity: 0.72;
  padding: 0 0.25rem;
}
button:hover { opacity: 1; text-decoration: underline; text-underline-offset: 0.2em; }
button:focus-visible { outline: 2px solid var(--st-primary-color); opacity: 1; }
button[aria-pressed] { padding: 0; }
button[aria-pressed="true"] { opacity: 1; }
button[aria-pressed="true"] svg { fill: currentColor; }
svg { fill: none; height: 1.125rem; stroke: currentColor; stroke-width: 1.6; width: 1.125rem; }
span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""
_COPY_JS = """
function copies(parentElement, data) {
  const button = parentElement.querySelector("button")
  const status = parentElement.querySelector("[role=status]")
  button.textContent = data.label
  button.setAttribute("aria-label", data.name)
  button.onclick = async () => {
    await navigator.clipboard.writeText(data.text)
    button.textContent = data.done
    status.textContent = data.done
    setTimeout(() => {
      button.textContent = data.label
      status.textContent = ""
    }, 2000)
  }
}
"""
_COPY = st.components.v2.component(
    "tidemark.copy",
    html='<div><button type="button"></button><span role="status"></span></div>',
    css=_BUTTON_CSS,
    js=_COPY_JS
    + """
export default function ({ data, parentElement }) {
  copies(parentElement, data)
}
""",
)

_THUMB = (
    '<button type="button" aria-pressed="false"><svg viewBox="0 0 24 24" aria-hidden="true">'
    '<path stroke-linejoin="round" d="{}"/></svg></button>'
)
_UP = (
    "M7 10.5 11 3c1.4 0 2.4 1 2.2 2.4L12.6 9.5H19c1.3 0 2.2 1.2 1.9 2.4"
    "l-1.7 6.7c-.2.8-1 1.4-1.9 1.4H7zM7 10.5H3.5V20H7"
)
_DOWN = (
    "M17 13.5 13 21c-1.4 0-2.4-1-2.2-2.4l.6-4.1H5c-1.3 0-2.2-1.2-1.9-2.4"
    "l1.7-6.7C5 4.6 5.8 4 6.7 4H17zM17 13.5h3.5V4H17"
)
_REPLY = st.components.v2.component(
    "tidemark.reply",
    html='<div><button type="button"></button>'
    + _THUMB.format(_UP)
    + _THUMB.format(_DOWN)
    + '<span role="status"></span></div>',
    css=_BUTTON_CSS,
    js=_COPY_JS
    + """
export default function ({ data, parentElement, setTriggerValue }) {
  copies(parentElement, data)
  const [up, down] = parentElement.querySelectorAll("[aria-pressed]")
  for (const [button, name, is, trigger] of [
    [up, data.good, data.is_good === true, "good"],
    [down, data.bad, data.is_good === false, "bad"],
  ]) {
    button.setAttribute("aria-label", name)
    button.setAttribute("aria-pressed", String(is))
    button.title = name
    button.onclick = () => setTriggerValue(trigger, Date.now())
  }
}
""",
)


def copy_button(text: str, name: str, *, key: str) -> None:
    """Draw a button that copies ``text`` as it stands to the clipboard; it is read as ``name``."""
    _COPY(key=key, data=_copied(text, name), height="content", width="content")


def reply_buttons(
    text: str,
    *,
    key: str,
    is_good: bool | None,
    on_good: Callable[[], None],
    on_bad: Callable[[], None],
) -> None:
    """Draw what is at hand under a reply: copy its ``text``, and say whether it helped."""
    _REPLY(
        key=key,
        data={
            **_copied(text, texts.COPY_REPLY),
            "is_good": is_good,
            "good": texts.GOOD_REPLY,
            "bad": texts.BAD_REPLY,
        },
        on_good_change=on_good,
        on_bad_change=on_bad,
        height="content",
        width="content",
    )


def _copied(text: str, name: str) -> dict[str, object]:
    return {"text": text, "label": texts.COPY, "done": texts.COPIED, "name": name}
