import { followEnd } from "./chat_scroll.js"
import { put, whenThere } from "./composer_field.js"
import { focusComposer } from "./composer_focus.js"
import { uncover } from "./sidebar.js"
import { store, stored } from "./tab_storage.js"
import { APP } from "../streamlit_internals.js"

const kept = new WeakMap()
let shown  // the chat on the page; outlives one mounted component
const LEFT_MS = 1000  // request a rerun if Stop is still there so long after the turn
const LEFT = ":is(.st-key-stop, .st-key-live_reply):not(.live-stop, .live-sent *)"
const LEAVES = '[class*="st-key-notebook_to_"]'
const SEEK_MS = 100
const SEEK_POLLS = 5
let back  // the last return to a place
let refused  // texts that could not be sent

const place = (chat) => `tidemark.place.${chat}`
const isDrawing = () => document.querySelector(APP)?.dataset.testScriptState === "running"

// If the message the person left from is not drawn, ask for it once the page is
function seek(my, times, want) {
  const name = my.held?.name
  if (!name || document.querySelector(`.${name}`)) return
  if (!times) want(Number(name.match(/[0-9]+/)[0]))
  else setTimeout(seek, SEEK_MS, my, isDrawing() ? SEEK_POLLS : times - 1, want)
}

// In front of what was written since
function putBack(text) {
  whenThere((field) => {
    if (field.value !== text) put(field, field.value ? `${text}\n${field.value}` : text)
  })
}

function mount(parentElement) {
  const my = followEnd(parentElement.host ?? parentElement)
  const stopFollowing = my.end
  const leave = () => {
    const at = my.at >= 0 ? my.place() : null
    store(place(my.chat), at && JSON.stringify(at))
  }
  const onClick = ({ target }) => { if (target.closest?.(LEAVES)) leave() }
  // The browser sent a message and draws its turn itself
  const onSent = ({ detail }) => {
    parentElement.querySelector("[role=status]").textContent = detail.says
    my.live = true
    my.goToEnd()
  }
  document.addEventListener("tidemark.sent", onSent)
  document.addEventListener("click", onClick, true)
  window.addEventListener("pagehide", leave)
  my.end = () => {
    clearTimeout(my.timer)
    document.removeEventListener("tidemark.sent", onSent)
    document.removeEventListener("click", onClick, true)
    window.removeEventListener("pagehide", leave)
    stopFollowing()
    kept.delete(parentElement)
  }
  kept.set(parentElement, my)
  return my
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? mount(parentElement)
  const status = parentElement.querySelector("[role=status]")
  if (status.textContent !== data.says) status.textContent = data.says
  if (my.jump.textContent !== data.latest) my.jump.textContent = data.latest
  clearTimeout(my.timer)
  const live = data.live
  const look = () => {
    if (!document.querySelector(LEFT)) return
    if (!isDrawing()) setTriggerValue("left", `${data.drawn}.${Date.now()}`)
    my.timer = setTimeout(look, LEFT_MS)
  }
  if (!live) my.timer = setTimeout(look, LEFT_MS)
  if (!live && my.live) my.opening = my.follows  // the layout of an ended turn still settles
  const isOther = shown !== data.chat
  if (isOther || my.live !== live) setTimeout(() => focusComposer(isOther), 0)
  const isSought = my.chat !== data.chat || my.show !== data.show
  // The sidebar stays open if its chat was moved to the trash there: it holds the Undo.
  const isAway = data.away && shown === data.away
  if (shown !== undefined && !isAway && (isOther || (data.show && isSought))) uncover()
  my.live = live
  shown = data.chat
  // Follow a turn started by another tab only if the person was reading at the end.
  const isNew = my.chat !== data.chat || (my.at !== data.at && (data.own || my.follows))
  const isLeft = my.show && !data.show  // back to the end of the same chat
  my.show = data.show
  const isReturn = back === undefined ? !data.show && !data.missing : back !== data.back
  back = data.back
  const left = data.at >= 0 && isReturn && stored(place(data.chat))
  if (left) {
    my.goBack(JSON.parse(left))
    seek(my, SEEK_POLLS, (id) => setTriggerValue("want", id))
  } else if (data.at >= 0 && data.show && isSought) my.goTo(data.show)
  else if (data.at >= 0 && (isNew || isLeft)) my.goToEnd()
  else if (data.at < 0 && my.chat !== data.chat) my.goToTop()  // the welcome
  my.chat = data.chat
  my.at = data.at
  const [count, text] = data.refused
  if (count > refused) putBack(text)
  refused = count
  return my.end
}
