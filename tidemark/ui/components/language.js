import { uncover } from "./sidebar.js"
import { MAIN } from "../streamlit_internals.js"

const HELD_MS = 1000  // what goes and what comes on the page move it for so long
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"]
let shows = 0  // how often a page was shown from its top

// Show a page from its top, not as far down as the chat before was read: once the chat has gone, which
// would take it for a scroll of the person's, and until the person moves it
function toTop() {
  const mine = ++shows
  let since
  const moved = () => { if (mine === shows) shows++ }
  const hold = (now) => {
    if (mine !== shows) return
    const main = document.querySelector(MAIN)
    if (!main.querySelector(".st-key-chat")) {
      if (since === undefined) {
        HANDS.forEach((hand) => main.addEventListener(hand, moved, { once: true, passive: true }))
      }
      since ??= now
      main.scrollTop = 0
    }
    if (since === undefined || now - since < HELD_MS) requestAnimationFrame(hold)
  }
  requestAnimationFrame(hold)
}

export default function ({ data }) {
  const page = document.documentElement
  const before = page.dataset.view  // kept there: a new theme loads this file anew
  page.lang = data.language
  page.dataset.view = data.view
  if (before === undefined || before === data.view) return
  shows++
  if (!data.view) return
  uncover()
  if (!new URLSearchParams(location.search).has("marked")) toTop()  // what leads to a passage scrolls to it
}
