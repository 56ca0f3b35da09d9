import { follow } from "./event_stream.js"
import { draw, load } from "./live_markdown.js"
import { APP, SCRIPT_RUNNING } from "../streamlit_internals.js"

export const LIVE = `${location.origin}${location.pathname.replace(/\/?$/, "/")}live/`
const QUIET_MS = 250  // let the page answer a click first
const SWAP_MS = 100  // the page draws what was stored part by part
const MOST_SWAP_MS = 3000
const AGAIN_MS = 3000  // ask again if the drawing of the end is lost
let clicked = 0
document.addEventListener("click", () => { clicked = Date.now() }, true)

// Take away the copy of an earlier turn: it would hide the next one
function drop() {
  for (const picture of document.querySelectorAll(".live-picture")) {
    picture.parentElement.style.minHeight = ""
    picture.remove()
  }
}

// Keep a copy of `shown` on the page until the stored turn is drawn in its place
function hold(shown) {
  const turn = document.querySelector(".st-key-last_turn")
  if (!turn || !shown) return
  drop()
  const picture = shown.cloneNode(true)
  const [around, own] = [turn.getBoundingClientRect(), shown.getBoundingClientRect()]
  for (const each of [picture, ...picture.querySelectorAll("*")]) {
    each.removeAttribute("aria-label")
    each.setAttribute("class", (each.getAttribute("class") ?? "").replace(/st-key-\S+|live-sent/g, ""))
  }
  picture.classList.add("live-picture")
  picture.setAttribute("aria-hidden", "true")
  picture.inert = true
  picture.style.top = `${own.top - around.top}px`
  picture.style.height = `${own.height}px`
  picture.style.background = getComputedStyle(document.querySelector(APP)).backgroundColor
  turn.style.minHeight = `${Math.max(around.bottom, own.bottom) - around.top}px`
  turn.append(picture)
  const first = () => turn.querySelector('[class*="st-key-message_"]')?.className
  const former = first()
  const latest = Date.now() + MOST_SWAP_MS
  let end, still = Date.now()  // since when nothing more was drawn
  const look = () => {
    const isDrawn = !document.querySelector(`.st-key-live_reply, ${SCRIPT_RUNNING}`)
    const last = picture.previousElementSibling?.getBoundingClientRect().bottom
    const now = Math.round(last - turn.getBoundingClientRect().top)
    if (!isDrawn || now !== end) still = Date.now()
    end = now
    if (!picture.isConnected) return
    const isElsewhere = first() !== former  // after a fold: what was above it is drawn further up
    if (!isElsewhere && Date.now() - still < SWAP_MS && Date.now() < latest) requestAnimationFrame(look)
    else drop()
  }
  requestAnimationFrame(look)
}

// Draw the live run in `place`, and call `tell` to have the stored turn drawn.
// A copy of `shown()` stays until then.
export function liveRun(place, { tell, shown }) {
  drop()
  const my = { text: "" }
  const places = new Map()
  const sample = () => document.querySelector(".st-key-live_sample")
  let library, frame, timer, stop, isHeld
  const paint = () => {
    frame = undefined
    if (library && sample()) draw(place, my.text, sample(), library)
    else place.textContent = my.text
  }
  const soon = () => { frame ??= requestAnimationFrame(paint) }
  load().then((found) => { library = found; if (my.text) soon() })
  // Elements of the page that the turn changes: restored before the page redraws them
  const put = (selector, html) => {
    const found = [...document.querySelectorAll(selector)].at(-1)
    if (!found || places.get(found)?.now === html) return
    const before = places.get(found)?.before ?? found.innerHTML
    found.innerHTML = html
    places.set(found, { before, now: found.innerHTML })
  }
  const finish = () => {
    const wait = clicked + QUIET_MS - Date.now()
    if (wait > 0) timer = setTimeout(finish, wait)
    else {
      if (!isHeld) hold(shown())
      isHeld = true
      tell(`${my.url} ${Date.now()}`)
      timer = setTimeout(finish, AGAIN_MS)
    }
  }
  const take = (name, data) => {
    if (name === "piece") { my.text += data.text; soon() }
    else if (name === "work") put(".st-key-steps .work", data.html)
    else if (name === "meter") put(".st-key-meter .numbers", data.html)
    else if (name === "last") { cancelAnimationFrame(frame); paint(); finish(); return true }
    return false
  }
  my.redraw = soon
  // `first` is a response that already streams the run
  my.open = (url, first) => {
    my.url = url
    drop()
    stop?.()
    my.text = ""
    isHeld = false
    place.replaceChildren()
    clearTimeout(timer)
    stop = follow(LIVE + url, take, finish, first)
  }
  my.end = () => {
    stop?.()
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    for (const [each, { before, now }] of places) if (each.innerHTML === now) each.innerHTML = before
  }
  return my
}
