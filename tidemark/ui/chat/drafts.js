import { COMPOSER, area, put, whenThere } from "../components/composer_field.js"
import { store, stored } from "../components/tab_storage.js"
import { FILE_NAME, SEND } from "../streamlit_internals.js"

const WAIT_MS = 50
const CHIPS = `${COMPOSER} ${FILE_NAME}`
const kept = new WeakMap()
const files = new Map()  // by name: the files chosen, as far as the browser could read them
let shown  // the chat on the page; outlives one mounted component
let sent  // what was sent and is not stored yet
let led = 0
let isPassing = false

const place = (chat) => `tidemark.draft.${chat || "new"}`
const keep = (chat, text) => store(place(chat), text)
// An estimate: a token is some 4.5 letters, up to 3 digits, a run of marks, or 2.5 bytes of other scripts
function tokens(text) {
  let count = 0
  for (const [run] of text.matchAll(/[0-9]{1,3}|[!-/:-@[-`{-~]+|[\sA-Za-z]+|[\u0080-\uffff]+/g)) {
    if (/[\sA-Za-z]/.test(run)) count += run.length / 4.5
    else count += run > "\x7f" ? new TextEncoder().encode(run).length / 2.5 : 1
  }
  return Math.ceil(count)
}
const written = (value) => value.toLocaleString(document.documentElement.lang || "en")
const said = (words, of) => words.replace(/{(\w+)}/g, (_, name) => written(of[name]))

function read(raw) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(raw)
    return { tokens: tokens(text), isText: Boolean(text.trim()) && !text.includes("\0") }
  } catch {
    return { tokens: 0, isText: false }
  }
}

// Offer the draft to the turn that the browser draws itself.  If it is refused there, it is sent from
// here as usual, and the page shows the reason.
function offer(field, tell) {
  const [text, chat] = [field.value, shown]
  if (isPassing || !text.trim() || document.querySelector(CHIPS)) return false
  const isStored = () => { if (stored(place(chat)) === text) keep(chat, "") }
  const refused = () => {
    const there = area()
    if (!there || shown !== chat) return
    put(there, text + there.value)
    setTimeout(() => {
      isPassing = true
      document.querySelector(`${COMPOSER} ${SEND}`)?.click()
      isPassing = false
    }, WAIT_MS)
  }
  const detail = { text, chat, stored: isStored, refused }
  const isTaken = !document.dispatchEvent(new CustomEvent("tidemark.send", { cancelable: true, detail }))
  if (!isTaken) return false
  put(field, "")
  keep(chat, text)
  tell()
  return true
}

function watch(parentElement, data) {
  const my = { data }
  const line = parentElement.querySelector("p")
  const alert = parentElement.querySelector("[role=alert]")
  const inComposer = (event) => event.target.closest?.(COMPOSER)

  const isOf = (name, types) => types.includes(name.split(".").pop().toLowerCase())
  my.isPicture = (name) => isOf(name, my.data.pictures)
  my.tell = () => {
    const { words, limit, long } = my.data
    const names = new Set([...document.querySelectorAll(CHIPS)].map((chip) => chip.textContent))
    const hasPicture = [...names].some(my.isPicture)
    const there = [...files].filter(([name]) => names.has(name))
    const ofFiles = there.reduce((sum, [, file]) => sum + file.tokens, 0)
    const own = tokens(area()?.value ?? "")
    const share = (count) => Math.max(1, Math.round(100 * count / limit))
    const parts = there
      .filter(([, file]) => file.isText)
      .map(([name, file]) => said(words.file, { name, share: share(file.tokens) }))
    if (own >= long || (own && parts.length) || parts.length > 1) parts.push(said(words.draft, { share: share(own + ofFiles) }))
    const isOver = own + ofFiles > limit
    if (isOver) parts.push(words.over)
    const text = parts.join(" · ")
    if (line.textContent !== text) line.textContent = text
    line.hidden = !text
    line.title = said(words.exact, { tokens: own + ofFiles })
    line.classList.toggle("over", isOver)
    const bad = there.filter(([, file]) => !file.isText).map(([name]) => name)
    const told = [
      bad.length ? said(words.no_text, { names: bad.join(", ") }) : "",
      hasPicture ? words.unseen : "",
    ].filter(Boolean).join(" ")
    if (alert.textContent !== told) alert.textContent = told
  }
  const onInput = (event) => {
    if (event.target !== area()) return
    keep(shown, event.target.value)
    my.tell()
  }
  const onSend = (event) => {
    const field = area()
    if (!field || !inComposer(event)) return
    const isKey = event.type === "keydown"
    if (isKey && (event.key !== "Enter" || event.shiftKey || event.isComposing)) return
    const onButton = event.target.closest(SEND)
    if (!isKey && !onButton) return
    if (offer(field, my.tell)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    sent = { chat: shown, text: field.value, accepted: my.data.accepted }
    keep(shown, field.value)
    setTimeout(my.tell, 4 * WAIT_MS)  // the field is empty by then
  }
  const onUp = (event) => {
    if (event.key !== "ArrowUp" || event.target !== area() || event.target.value || event.isComposing) return
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || document.querySelector(CHIPS)) return
    event.preventDefault()
    my.edit()
  }
  const take = (found) => {
    for (const file of found ?? []) {
      // The server reads pictures, and refuses text that is too long
      if (!isOf(file.name, my.data.types)) {
        files.set(file.name, { tokens: 0, isText: false })
        my.tell()
        continue
      }
      if (my.isPicture(file.name) || file.size > my.data.most) continue
      file.arrayBuffer().then((raw) => {
        files.set(file.name, read(raw))
        my.tell()
      })
    }
  }
  const onFiles = (event) => {
    if (!inComposer(event)) return
    take(event.target.files ?? event.dataTransfer?.files ?? event.clipboardData?.files)
  }
  const changed = new MutationObserver(() => my.tell())
  whenThere((field) => {
    const options = { childList: true, subtree: true, characterData: true }
    const composer = field.closest(COMPOSER)
    changed.observe(composer, options)
    take(composer.querySelector("input[type=file]")?.files)  // chosen before we listened
  })
  const heard = [
    ["input", onInput],
    ["keydown", onSend],
    ["keydown", onUp],
    ["click", onSend],
    ["change", onFiles],
    ["drop", onFiles],
    ["paste", onFiles],
  ]
  for (const [name, hear] of heard) document.addEventListener(name, hear, true)
  my.end = () => {
    for (const [name, hear] of heard) document.removeEventListener(name, hear, true)
    changed.disconnect()
    kept.delete(parentElement)
  }
  kept.set(parentElement, my)
  return my
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? watch(parentElement, data)
  my.data = data
  my.edit = () => setTriggerValue("edit", Date.now())
  const isAccepted = sent !== undefined && sent.accepted !== data.accepted
  const former = shown
  shown = data.chat
  if (isAccepted && stored(place(sent.chat)) === sent.text) keep(sent.chat, "")
  if (former !== data.chat) {
    const isBegun = isAccepted && sent.chat === former  // what was typed since moves along
    whenThere((field) => {
      const draft = stored(place(data.chat)) ?? ""
      if (isBegun) {
        keep(former, "")
        keep(data.chat, field.value)
      } else if (former === undefined && field.value) {
        keep(data.chat, field.value)  // written before anything here listened
      } else if (field.value !== draft) put(field, draft)
      my.tell()
    })
  }
  if (isAccepted) sent = undefined
  if (data.lead !== led) {
    led = data.lead
    if (led) whenThere((field) => field.focus())
  }
  my.tell()
  return my.end
}
