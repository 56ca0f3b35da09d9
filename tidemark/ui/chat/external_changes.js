import { SCRIPT_RUNNING } from "../streamlit_internals.js"

// A dialog, which a rerun would close; a running script; a turn, which requests a rerun at its end
const BUSY = `[role="dialog"], .st-key-live_reply, ${SCRIPT_RUNNING}`
const EVERY_MS = 2000  // an answer begun elsewhere shows up no later
const QUIET_MS = 700  // let the page answer a click first: another rerun can cut that short
const kept = new WeakMap()
let done = 0  // time of the last click or key; outlives one mounted component
const note = ({ type, key, target }) => {
  const isWriting = type === "keydown" && key !== "Enter" && target.closest("textarea")
  if (!isWriting) done = Date.now()
}
for (const each of ["click", "keydown"]) document.addEventListener(each, note, true)

export default function ({ data, parentElement, setTriggerValue }) {
  kept.get(parentElement)?.()
  const url = `${location.origin}${location.pathname.replace(/\/?$/, "/")}live/${data.url}`
  let later
  const isBusy = () => document.hidden || document.querySelector(BUSY)
  const look = async () => {
    clearTimeout(later)
    if (isBusy()) return
    const wait = done + QUIET_MS - Date.now()
    if (wait > 0) {
      later = setTimeout(look, wait)
      return
    }
    const asked = Date.now()
    const answer = await fetch(url, { cache: "no-store" }).catch(() => null)
    const { is_outdated } = answer?.ok ? await answer.json() : { is_outdated: answer?.status === 404 }
    if (is_outdated && !isBusy() && done < asked) setTriggerValue("look", Date.now())
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
