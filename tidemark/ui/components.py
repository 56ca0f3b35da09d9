"""The two things Streamlit has no element for: a copy button, and the pulse of a live turn.

The pulse asks for the next drawing while a turn is under way, so that no script run blocks and
every button answers at once.  It keeps the end of the chat in sight for who is there already, and
says politely, for who cannot see, what became of the turn.
"""

from collections.abc import Callable

import streamlit as st

from tidemark.ui import texts

_COPY = st.components.v2.component(
    "tidemark.copy",
    html='<button type="button"></button><span role="status"></span>',
    css="""
button {
  background: none;
  border: 0;
  border-radius: var(--st-button-radius);
  color: var(--st-text-color);
  cursor: pointer;
  font: inherit;
  font-size: 0.8125rem;
  min-height: 1.75rem;
  opacity: 0.72;
  padding: 0 0.5rem;
  margin-left: -0.5rem;
}
button:hover { opacity: 1; text-decoration: underline; text-underline-offset: 0.2em; }
button:focus-visible { outline: 2px solid var(--st-primary-color); opacity: 1; }
span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
""",
    js="""
export default function ({ data, parentElement }) {
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
""",
)

_PULSE = st.components.v2.component(
    "tidemark.pulse",
    html='<div role="status"></div>',
    css="""
div { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
""",
    js="""
const kept = new WeakMap()
let shown  // the chat on the page, beyond the life of one mounted pulse
const LINGER_MS = 1200  // a chat just opened or ended still lays itself out
const NEAR_PX = 80
const PEEK_PX = 56  // what stands under the last turn begins to show

function watch(parentElement) {
  const main = document.querySelector('[data-testid="stMain"]')
  const here = parentElement.host ?? parentElement
  const my = { follows: true, until: 0 }
  // The pulse stands where the last turn ends; the foot covers the lower part of the page.
  const end = () => {
    const foot = document.querySelector('[data-testid="stBottom"]')
    const shown = main.getBoundingClientRect().bottom - (foot?.offsetHeight ?? 0)
    return main.scrollTop + here.getBoundingClientRect().bottom + PEEK_PX - shown
  }
  const toEnd = () => { main.scrollTop = end() }
  const onScroll = () => { my.follows = Math.abs(end() - main.scrollTop) < NEAR_PX }
  const grown = new ResizeObserver(() => {
    if (my.follows && (my.live || Date.now() < my.until)) toEnd()
  })
  main.addEventListener("scroll", onScroll, { passive: true })
  grown.observe(main.firstElementChild)
  my.goToEnd = () => { my.follows = true; my.until = Date.now() + LINGER_MS; toEnd() }
  my.end = () => {
    clearTimeout(my.timer)
    main.removeEventListener("scroll", onScroll)
    grown.disconnect()
    kept.delete(parentElement)
  }
  kept.set(parentElement, my)
  return my
}

// On a narrow screen the sidebar covers the chat that was just chosen in it.
function uncover() {
  if (window.innerWidth >= 768) return
  const sidebar = document.querySelector('[data-testid="stSidebar"]')
  if (sidebar?.dataset.collapsed !== "false") return
  sidebar.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click()
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? watch(parentElement)
  const status = parentElement.querySelector("[role=status]")
  if (status.textContent !== data.says) status.textContent = data.says
  clearTimeout(my.timer)
  if (data.live) my.timer = setTimeout(() => setTriggerValue("beat", data.beat), 20)
  else if (my.live) my.until = Date.now() + LINGER_MS
  my.live = data.live
  if (shown !== undefined && shown !== data.chat) uncover()
  shown = data.chat
  if (data.at >= 0 && (my.chat !== data.chat || my.at !== data.at)) my.goToEnd()
  my.chat = data.chat
  my.at = data.at
  return my.end
}
""",
)


def copy_button(text: str, *, key: str) -> None:
    """Draw a button that copies ``text`` as it stands to the clipboard."""
    _COPY(
        key=key,
        data={
            "text": text,
            "label": texts.COPY,
            "done": texts.COPIED,
            "name": texts.COPY_REPLY,
        },
        height="content",
    )


def pulse(
    says: str, *, chat: str, at: int, beat: int, is_live: bool, on_beat: Callable[[], None]
) -> None:
    """Say ``says`` to who cannot see, and while ``is_live`` ask soon for another drawing.

    Where another ``chat``, or another turn ``at`` a position of it, is drawn, show its end.
    """
    _PULSE(
        key="pulse",
        data={"says": says, "chat": chat, "at": at, "live": is_live, "beat": beat},
        on_beat_change=on_beat,
        height="content",
    )
