import { follow } from "./event_stream.js"
import { draw, load } from "./live_markdown.js"
import { APP, SCRIPT_RUNNING } from "../streamlit_internals.js"

const LIVE = `${location.origin}${location.pathname.replace(/\/?$/, "/")}live/`
const QUIET_MS = 250  // let the page answer a click first
const SWAP_MS = 100  // the page draws a stored reply part by part
const MOST_SWAP_MS = 3000
const AGAIN_MS = 3000  // ask again if the drawing of the end is lost
const kept = new WeakMap()
let clicked = 0
document.addEventListener("click", () => { clicked = Date.now() }, true)

// Let a picture of the reply stand until the page has drawn the stored one in its place
function hold(reply) {
  const turn = reply?.closest(".st-key-last_turn")
  if (!turn) return
  const picture = reply.cloneNode(true)
  const [around, own] = [turn.getBoundingClientRect(), reply.getBoundingClientRect()]
  picture.className = `${picture.className} live-picture`.replace(/st-key-\S+/g, "")
  picture.setAttribute("aria-hidden", "true")
  picture.inert = true
  for (const each of picture.querySelectorAll("[aria-label]")) each.removeAttribute("aria-label")
  picture.style.top = `${own.top - around.top}px`
  picture.style.height = `${own.height}px`
  picture.style.background = getComputedStyle(document.querySelector(APP)).backgroundColor
  turn.style.minHeight = `${around.height}px`
  turn.append(picture)
  const latest = Date.now() + MOST_SWAP_MS
  const look = () => {
    const isDrawn = !turn.querySelector(".st-key-live_reply") && !document.querySelector(SCRIPT_RUNNING)
    if (!isDrawn && Date.now() < latest) requestAnimationFrame(look)
    else setTimeout(() => { picture.remove(); turn.style.minHeight = "" }, SWAP_MS)
  }
  requestAnimationFrame(look)
}

function mount(parentElement) {
  const my = { text: "", places: new Map() }
  const place = parentElement.querySelector(".live-reply")
  const sample = () => document.querySelector(".st-key-live_sample")
  let library, frame
  const paint = () => {
    frame = undefined
    if (library && sample()) draw(place, my.text, sample(), library)
    else place.textContent = my.text
  }
  const soon = () => { frame ??= requestAnimationFrame(paint) }
  load().then((found) => { library = found; if (my.text) soon() })
  // What the page draws itself and the turn changes: put back before the page draws it again
  const put = (selector, html) => {
    const found = [...document.querySelectorAll(selector)].at(-1)
    if (!found || my.places.get(found)?.now === html) return
    const before = my.places.get(found)?.before ?? found.innerHTML
    found.innerHTML = html
    my.places.set(found, { before, now: found.innerHTML })
  }
  const finish = () => {
    const wait = clicked + QUIET_MS - Date.now()
    if (wait > 0) my.timer = setTimeout(finish, wait)
    else {
      if (!my.isHeld) hold(place.closest(".st-key-live_reply"))
      my.isHeld = true
      my.tell("ended", `${my.url} ${Date.now()}`)
      my.timer = setTimeout(finish, AGAIN_MS)
    }
  }
  const take = (name, data) => {
    if (name === "piece") { my.text += data.text; soon() }
    else if (name === "work") put(".st-key-steps .work", data.html)
    else if (name === "meter") put(".st-key-meter .numbers", data.html)
    else if (name === "last") { cancelAnimationFrame(frame); paint(); finish(); return true }
    return false
  }
  my.open = (url) => {
    my.url = url
    my.stop?.()
    my.text = ""
    my.isHeld = false
    place.replaceChildren()
    clearTimeout(my.timer)
    my.stop = follow(LIVE + url, take, finish)
  }
  my.end = () => {
    my.stop?.()
    clearTimeout(my.timer)
    cancelAnimationFrame(frame)
    for (const [each, { before, now }] of my.places) if (each.innerHTML === now) each.innerHTML = before
    kept.delete(parentElement)
  }
  kept.set(parentElement, my)
  return my
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? mount(parentElement)
  my.tell = setTriggerValue
  if (my.url !== data.url) my.open(data.url)
  return my.end
}
