import { uncover } from "./sidebar.js"
import { INPUT_HINT, MAIN, MENU_BODY, TOAST_BUTTON } from "../streamlit_internals.js"

const HELD_MS = 1000  // what goes and what comes on the page move it for so long
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown"]
const NAMED_MS = 200
const SKIP = "Skip to main content"
let stop = () => {}  // ends what the last data began
let shows = 0  // how often a page was shown from its top

// Show a page from its top, not at the scroll position of the previous chat: only after the chat is
// gone, which would take this for a scroll by the person, and until the person scrolls
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

// Mark the open page in the sidebar, also when its buttons are drawn later
function mark(view) {
  const ways = document.querySelector(".st-key-ways")
  if (!ways) return
  const say = () => {
    const open = view ? ways.querySelector(`[class*="st-key-to_${view}"] button`) : null
    for (const each of ways.querySelectorAll("[aria-current]")) if (each !== open) each.removeAttribute("aria-current")
    open?.setAttribute("aria-current", "page")
  }
  say()
  const drawn = new MutationObserver(say)
  drawn.observe(ways, { childList: true, subtree: true })
  return () => drawn.disconnect()
}

function show(view, before) {
  if (before === undefined || before === view) return
  shows++
  if (!view) return
  uncover()
  if (!new URLSearchParams(location.search).has("marked")) toTop()  // what leads to a passage scrolls to it
}

// Translate the names that Streamlit gives in English, also of what is drawn later; the function
// returned gives the English ones back, which Streamlit would not draw again
function translate(names) {
  const labelled = (those) => document.querySelectorAll(those.map((name) => `[aria-label="${name}"]`).join())
  const english = Object.keys(names)
  if (!english.length) return () => {}
  const former = new WeakMap()
  let waiting
  const skip = (from, to) => {
    const first = document.querySelector("a")
    if (first?.textContent === from) first.textContent = to
  }
  const say = () => {
    waiting = undefined
    for (const each of labelled(english)) {
      former.set(each, each.ariaLabel)
      each.ariaLabel = names[each.ariaLabel]
    }
    skip(SKIP, names[SKIP])
    for (const each of document.querySelectorAll(`${TOAST_BUTTON}, ${INPUT_HINT}`)) {
      if (names[each.textContent]) each.textContent = names[each.textContent]
    }
  }
  say()
  const drawn = new MutationObserver(() => { waiting ??= setTimeout(say, NAMED_MS) })
  drawn.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => {
    drawn.disconnect()
    clearTimeout(waiting)
    for (const each of labelled(Object.values(names))) {
      if (former.has(each)) each.ariaLabel = former.get(each)
    }
    skip(names[SKIP], SKIP)
  }
}

// Make an opened menu a landmark of its name: it is drawn outside of all others
function frameMenus() {
  const frame = ({ target }) => {
    const body = target.closest?.(MENU_BODY)
    const menu = body?.querySelector('[role="menu"]')
    if (menu) Object.assign(body, { role: "region", ariaLabel: menu.ariaLabel })
  }
  document.addEventListener("focusin", frame)
  return () => document.removeEventListener("focusin", frame)
}

export default function ({ data }) {
  stop()
  const page = document.documentElement
  const before = page.dataset.view  // kept there: a new theme loads this file anew
  page.lang = data.language
  page.dataset.view = data.view
  show(data.view, before)
  const ends = [mark(data.view), translate(data.names), frameMenus()]
  stop = () => ends.splice(0).forEach((end) => end?.())
  return stop
}
