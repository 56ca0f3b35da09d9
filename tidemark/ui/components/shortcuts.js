const kept = new WeakMap()

// The copy button of the last reply is in a component of its own, the one with thumbs
function copyLast(selector) {
  for (const found of [...document.querySelectorAll(selector)].reverse()) {
    for (const inside of found.querySelectorAll("*")) {
      const thumb = inside.shadowRoot?.querySelector("[aria-pressed]")
      if (thumb) {
        inside.shadowRoot.querySelector("button").click()
        return
      }
    }
  }
}

function act({ name, to }) {
  if (name === "copy") {
    copyLast(to)
    return
  }
  const found = document.querySelector(to)
  if (found?.matches("input, textarea")) found.focus()
  else {
    const at = document.activeElement
    if (at?.matches(".st-key-find input")) at.blur()  // so that what opens may take the focus
    found?.click()
  }
}

// Streamlit marks an item of its menus but leaves the focus on the menu, where Enter does nothing
function chooseInMenu(event) {
  if (!["Enter", " "].includes(event.key) || document.activeElement?.role !== "menu") return false
  const marked = document.activeElement.querySelector('[role="menuitem"][data-focused="true"]')
  if (!marked) return false
  event.preventDefault()
  event.stopPropagation()
  marked.click()
  return true
}

// Escape closes what lies on top first: a dialog, a menu, or the answer being written
const ABOVE = '[role="dialog"], [role="menu"], [role="listbox"], [data-testid="stPopoverBody"], .st-key-stop'
const FIELDS = "input, textarea, [contenteditable]"
function closePanel(event) {
  const isWriting = event.target.matches?.(FIELDS) && !event.target.closest(".st-key-composer")
  if (event.key !== "Escape" || event.isComposing || isWriting || document.querySelector(ABOVE)) return
  document.querySelector(".st-key-close_side_panel button")?.click()
}

export default function ({ data, parentElement }) {
  kept.get(parentElement)?.()
  const onKey = (event) => {
    if (chooseInMenu(event)) return
    closePanel(event)
    if (event.ctrlKey || event.metaKey || event.isComposing) return
    if (document.querySelector('[role="dialog"]')) return
    const wanted =
      event.altKey && event.shiftKey && data.shortcuts.find(({ code }) => code === event.code)
    if (!wanted) return
    event.preventDefault()
    event.stopPropagation()
    act(wanted)
  }
  document.addEventListener("keydown", onKey, true)
  const end = () => {
    document.removeEventListener("keydown", onKey, true)
    kept.delete(parentElement)
  }
  kept.set(parentElement, end)
  return end
}
