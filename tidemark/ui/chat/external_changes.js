import { SCRIPT_RUNNING } from "../streamlit_internals.js"

const BUSY = `[role="dialog"], ${SCRIPT_RUNNING}`
const EVERY_MS = 2000  // an answer begun elsewhere shows up no later
const QUIET_MS = 700  // let the page answer a click first: another rerun can cut that short
const kept = new WeakMap()
let done = 0  // time of the last click or key; outlives one mounted component
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
    // Not in a hidden tab; not under a dialog, which a rerun would close; not while a script runs,
    // as it does all through a live turn.
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
