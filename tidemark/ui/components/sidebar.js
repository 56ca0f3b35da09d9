import { COLLAPSE_SIDEBAR, SIDEBAR } from "../streamlit_internals.js"

const NARROW_PX = 768

export const isNarrow = () => window.innerWidth < NARROW_PX

// Close the sidebar on a narrow screen, where it covers the page just chosen.
export function uncover() {
  if (!isNarrow()) return
  const sidebar = document.querySelector(SIDEBAR)
  if (sidebar?.dataset.collapsed !== "false") return
  sidebar.querySelector(COLLAPSE_SIDEBAR)?.click()
}
