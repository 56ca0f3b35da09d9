import { uncover } from "./sidebar.js"
import { MAIN } from "../streamlit_internals.js"

const GONE_MS = 5000
let shown  // the view on the page; outlives one mounted component

// Show a page from its top, not as far down as the chat before was read; once the chat has gone, which
// would take it for a scroll of the person's
function toTop() {
  const main = document.querySelector(MAIN)
  const top = () => {
    if (main.querySelector(".st-key-chat")) return
    drawn.disconnect()
    main.scrollTop = 0
  }
  const drawn = new MutationObserver(top)
  drawn.observe(main, { attributeFilter: ["class"], childList: true, subtree: true })
  setTimeout(() => drawn.disconnect(), GONE_MS)
  top()
}

export default function ({ data }) {
  document.documentElement.lang = data.language
  if (shown !== undefined && data.view && data.view !== shown) {
    uncover()
    if (!new URLSearchParams(location.search).has("marked")) toTop()  // what leads to a passage scrolls to it
  }
  shown = data.view
}
