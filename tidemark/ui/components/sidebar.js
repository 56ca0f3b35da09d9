import { COLLAPSE_SIDEBAR, SIDEBAR, SIDEBAR_KEY } from "../streamlit_internals.js"

const NARROW_PX = 768
const NEW_CHAT = ".st-key-new_chat"

export const isNarrow = () => window.innerWidth < NARROW_PX

// Close the sidebar on a narrow screen, where it covers the page just chosen.
export function uncover() {
  if (!isNarrow()) return
  const sidebar = document.querySelector(SIDEBAR)
  if (sidebar?.dataset.collapsed !== "false") return
  sidebar.querySelector(COLLAPSE_SIDEBAR)?.click()
}

// Streamlit opens the sidebar again when the page is loaded, even where it would cover all of it
function forget() {
  if (isNarrow()) window.localStorage.removeItem(SIDEBAR_KEY)
}
window.addEventListener("pagehide", forget)
document.addEventListener("visibilitychange", () => { if (document.hidden) forget() })

// Where the new chat is shown already, nothing else closes it
document.addEventListener("click", ({ target }) => {
  if (target.closest?.(NEW_CHAT)) setTimeout(uncover, 0)
})
