import { uncover } from "./sidebar.js"
import { MAIN } from "../streamlit_internals.js"

// Both outlive one mounted component: the view on the page, and what waits for the chat to go
let shown
let leaving

// Show a page from its top, not as far down as the chat before was read; once the chat has gone, which
// would take it for a scroll of the person's
function toTop() {
  const main = document.querySelector(MAIN)
  const top = () => {
    if (main.querySelector(".st-key-chat")) return
    leaving.disconnect()
    main.scrollTop = 0
  }
  leaving = new MutationObserver(top)
  leaving.observe(main, { attributeFilter: ["class"], childList: true, subtree: true })
  top()
}

export default function ({ data }) {
  document.documentElement.lang = data.language
  const isOther = data.view !== shown
  if (isOther) leaving?.disconnect()
  if (shown !== undefined && data.view && isOther) {
    uncover()
    if (!new URLSearchParams(location.search).has("marked")) toTop()  // what leads to a passage scrolls to it
  }
  shown = data.view
}
