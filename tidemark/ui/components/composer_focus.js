import { isNarrow } from "./sidebar.js"
import { SIDEBAR } from "../streamlit_internals.js"

// Focus the composer if nothing has the focus, or a control of the sidebar that led here; never if
// the person is typing elsewhere, nor on a phone, whose keyboard would cover the chat.  Tried for a
// while, since the composer may be drawn later, or again.
export function focusComposer(mayLeaveSidebar, times = 10) {
  const sidebar = document.querySelector(SIDEBAR)
  const field = document.querySelector(":is(.st-key-composer, .st-key-temporary_composer) textarea")
  const at = document.activeElement
  if (isNarrow() || !times) return
  const leads = mayLeaveSidebar && sidebar?.contains(at) && !at.matches("input, textarea")
  if (at === document.body || leads) {
    field?.focus({ preventScroll: true })
  } else if (at !== field) return
  setTimeout(() => focusComposer(mayLeaveSidebar && !field, times - 1), 100)
}
