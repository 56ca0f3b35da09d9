import { LIVE, liveRun } from "./live_run.js"
import { MESSAGE_OF_ASSISTANT, MESSAGE_OF_USER, SCRIPT_RUNNING } from "../streamlit_internals.js"

const TRIES = 3
const SEND_AGAIN_MS = 500
const TURN = ".st-key-last_turn"
const SAID = `${TURN} ${MESSAGE_OF_USER}`
const ANSWERED = `${TURN} ${MESSAGE_OF_ASSISTANT}:has([aria-label])`  // a reply without text yet has no part to copy
const OPEN = '[role="dialog"], [role="menu"], [aria-expanded="true"][aria-haspopup]'
const SAMPLE = ".st-key-live_sample"
const METER = ".st-key-meter"
const kept = new WeakMap()

const made = (name, of = "div") => Object.assign(document.createElement(of), { className: name })

// An empty copy of an element of the page, without its keys, which must stay unique
function copied(element) {
  const copy = element.cloneNode(true)
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    each.setAttribute("class", (each.getAttribute("class") ?? "").replace(/st-key-\S+/g, ""))
  }
  return copy
}

// The message, formatted like the last one, with space for its buttons
function question(text, [chars, lines]) {
  const said = [...document.querySelectorAll(SAID)].at(-1)
  const whole = said?.closest('[class*="st-key-message_"]')
  if (!whole) return null
  const tools = whole.querySelector(':scope > * > [class*="st-key-tools_"]')?.parentElement
  const bubble = copied(said.closest(".stChatMessage").parentElement)
  const words = bubble.querySelector(".stText")
  if (!words || !tools) return null
  ;(words.querySelector("span") ?? words).textContent = text
  words.classList.toggle("cut", text.length > chars || text.split("\n").length > lines + 1)
  const room = made("")
  room.style.height = `${tools.getBoundingClientRect().height}px`
  const around = copied(whole.cloneNode(false))
  around.append(bubble, room)
  return around
}

function answer(place) {
  const said = [...document.querySelectorAll(ANSWERED)].at(-1)
  if (!said) return null
  const around = made("st-key-live_reply")
  const shell = copied(said.closest(".stChatMessage"))
  shell.querySelector(`[aria-label]`).firstElementChild.replaceChildren(place)
  around.append(shell)
  return around
}

function work(html) {
  const steps = made("st-key-steps")
  const inside = made("work")
  inside.innerHTML = html
  steps.append(inside)
  return steps
}

function stopButton(act) {
  const sample = document.querySelector(".st-key-stop_sample")
  if (!sample) return null
  const around = copied(sample)
  around.classList.add("st-key-stop", "live-stop")
  around.querySelector("button").addEventListener("click", act)
  return around
}

function begin(my, { text, stored, refused }) {
  const { place, data } = my
  const reply = made("live-reply")
  const looks = () => [question(text, data.long), answer(reply), stopButton(() => stop())]
  let [asked, answered, button] = looks()
  if (!asked || !answered || !button) return null
  const once = crypto.randomUUID?.() ?? `${Date.now()} ${Math.random()}`
  const run = liveRun(reply, { tell: (value) => my.tell(value), shown: () => place })
  const turn = { asked: data.asked, chat: data.chat }
  let isOver = false, isStopped = false
  const show = () => {
    button.querySelector("button").disabled = isStopped
    document.querySelector(METER)?.append(button)
  }
  const stop = () => {
    isStopped = true
    show()
    if (run.url) fetch(LIVE + run.url, { method: "DELETE" }).catch(() => { isStopped = false; show() })
  }
  const onKey = (event) => {
    if (event.key !== "Escape" || event.isComposing || isStopped || document.querySelector(OPEN)) return
    event.preventDefault()
    stop()
  }
  place.replaceChildren(asked, work(data.work), answered)
  show()
  // Another theme has other formatting
  const themed = new MutationObserver(() => {
    const [others, former] = [looks(), [asked, answered, button]]
    if (others.includes(null)) return
    former.forEach((each, at) => each.replaceWith(others[at]))
    ;[asked, answered, button] = others
    show()
    run.redraw()
  })
  themed.observe(document.querySelector(SAMPLE), { attributeFilter: ["class"], subtree: true })
  document.addEventListener("keydown", onKey, true)
  turn.end = () => {
    isOver = true
    document.removeEventListener("keydown", onKey, true)
    themed.disconnect()
    run.end()
    button.remove()
    place.replaceChildren()
  }
  const send = async (tries) => {
    const body = JSON.stringify({ chat: turn.chat, text, once })
    const headers = { "Content-Type": "application/json" }
    const told = await fetch(LIVE + data.url, { method: "POST", body, headers }).catch(() => null)
    if (!told?.ok) {
      if (!told && tries > 1) setTimeout(send, SEND_AGAIN_MS, tries - 1)
      else {
        if (!isOver) my.drop()
        refused()
      }
      return
    }
    stored()
    if (isOver) {
      told.body.cancel()
      return
    }
    run.open(told.headers.get("Content-Location"), told)
    if (isStopped) stop()
  }
  send(TRIES)
  document.dispatchEvent(new CustomEvent("tidemark.sent", { detail: { says: data.says } }))
  return turn
}

function mount(parentElement) {
  const my = { place: parentElement.querySelector(".live-sent") }
  const onSend = (event) => {
    const isOther = !my.data.chat || event.detail.chat !== my.data.chat
    if (my.turn || isOther || document.querySelector(SCRIPT_RUNNING)) return
    my.turn = begin(my, event.detail)
    if (my.turn) event.preventDefault()
  }
  document.addEventListener("tidemark.send", onSend)
  my.drop = () => {
    my.turn?.end()
    my.turn = undefined
  }
  my.end = () => {
    my.drop()
    document.removeEventListener("tidemark.send", onSend)
    kept.delete(parentElement)
  }
  kept.set(parentElement, my)
  return my
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? mount(parentElement)
  my.tell = (value) => setTriggerValue("ended", value)
  my.data = data
  // The page has drawn another chat, or the turn itself
  if (my.turn && (my.turn.asked !== data.asked || data.chat !== my.turn.chat && data.chat)) my.drop()
  return my.end
}
