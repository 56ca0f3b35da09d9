import { SCRIPT_RUNNING } from "../streamlit_internals.js"

const BUSY = `[role="dialog"], ${SCRIPT_RUNNING}`
const EVERY_MS = 2000  // an answer begun elsewhere shows up this late at most
const QUIET_MS = 700  // what a person did is drawn first: another drawing can cut it short
const kept = new WeakMap()
let done = 0  // when the person did something last, whatever was mounted then
const note = ({ type, key, target }) => {
  const isWriting = type === "keydown" && key !== "Enter" && target.closest("textarea")
  if (!isWriting) done = Date.now()
}
for (const each of ["click", "keydown"]) document.addEventListener(each, note, true)

export default function ({ parentElement, setTriggerValue }) {
  kept.get(parentElement)?.()
  let later
  const look = () => {
    clearTimeout(later)
    // Not while nobody sees it, nor under a dialog: drawing the page again would close it; nor
    // while a turn is followed, which shows by itself what becomes of it.
    if (document.hidden || document.querySelector(BUSY)) return
    const wait = done + QUIET_MS - Date.now()
    if (wait > 0) later = setTimeout(look, wait)
    else setTriggerValue("look", Date.now())
  }
  const timer = setInterval(look, EVERY_MS)
  document.addEventListener("visibilitychange", look)
  const end = () => {
    clearInterval(timer)
    clearTimeout(later)
    document.removeEventListener("visibilitychange", look)
  }
  kept.set(parentElement, end)
  return end
}
