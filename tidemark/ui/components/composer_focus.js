import { isNarrow } from "./sidebar.js"
import { SIDEBAR } from "../streamlit_internals.js"

// Where nothing has the focus, or what has it led here, writing can begin, but not where something
// is written already; a phone would open its keyboard over the chat.  Asked for a while, since the
// composer may be drawn later, and anew.
export function focusComposer(mayLeaveSidebar, times = 10) {
  const sidebar = document.querySelector(SIDEBAR)
  const field = document.querySelector(".st-key-composer textarea")
  const at = document.activeElement
  if (isNarrow() || !times) return
  const leads = mayLeaveSidebar && sidebar?.contains(at) && !at.matches("input, textarea")
  if (at === document.body || leads) {
    field?.focus({ preventScroll: true })
  } else if (at !== field) return
  setTimeout(() => focusComposer(mayLeaveSidebar && !field, times - 1), 100)
}
