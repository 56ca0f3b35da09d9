import { area } from "./composer_field.js"

const DRAWN_MS = 150
const kept = new WeakMap()
let done = 0  // the last request, so that a rerun does not repeat it

function leaveByEscape({ to, escape }, place) {
  kept.get(place)?.()
  const onKey = (event) => {
    if (event.key !== "Escape" || event.isComposing || !event.target.closest(`.st-key-${to}`)) return
    event.stopImmediatePropagation()  // it stops no answer
    document.querySelector(`.st-key-${escape} button`)?.click()
    area()?.focus()
  }
  document.addEventListener("keydown", onKey, true)
  const end = () => {
    document.removeEventListener("keydown", onKey, true)
    kept.delete(place)
  }
  kept.set(place, end)
  return end
}

function enter(field) {
  field.focus()
  if (field.matches("textarea")) field.setSelectionRange(field.value.length, field.value.length)
  else field.select?.()
}

// Its buttons may be drawn after the field
function bringIntoSight(within) {
  setTimeout(() => document.querySelector(`.st-key-${within}`)?.scrollIntoView({ block: "nearest" }), DRAWN_MS)
}

export default function ({ data, parentElement }) {
  const end = data.escape ? leaveByEscape(data, parentElement) : undefined
  if (data.times <= done) return end
  done = data.times
  let left = 60
  const look = () => {
    const field = document.querySelector(`.st-key-${data.to} :is(input, textarea, button)`)
    if (field) {
      if (field !== document.activeElement) enter(field)  // who is in it already keeps the cursor
      if (data.within) bringIntoSight(data.within)
    } else if (left--) setTimeout(look, 50)
  }
  look()
  return end
}
