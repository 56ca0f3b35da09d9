import { put } from "./composer_field.js"
import { store, stored } from "./tab_storage.js"

const PLACE = ":is(.st-key-composer, .st-key-temporary_composer)"
const TOLD = "tidemark.dictation.told"
const FAULTS = {
  "not-allowed": "refused",
  "service-not-allowed": "refused",
  "audio-capture": "no_microphone",
  "no-speech": "silence",
  network: "unreachable",
}
const kept = new WeakMap()

const recogniser = () => window.SpeechRecognition ?? window.webkitSpeechRecognition
const messageField = () => document.querySelector(`${PLACE} textarea`)
const spoken = (language) => navigator.languages?.find((each) => each.toLowerCase().startsWith(language)) ?? language

// Words are inserted at the caret. Any other change of the field (typing, sending, another chat) ends
// dictation, which would overwrite it.
function listen(my, field, tell) {
  const [before, after] = [field.value.slice(0, field.selectionStart), field.value.slice(field.selectionEnd)]
  const gap = before && !/\s$/.test(before) ? " " : ""
  const recognition = new (recogniser())()
  let shown = field.value
  let fault = ""
  const isSame = () => messageField() === field && field.value === shown && !field.disabled
  Object.assign(recognition, { lang: spoken(my.data.language), continuous: true, interimResults: true })
  recognition.onresult = ({ results }) => {
    if (!isSame()) {
      recognition.abort()
      return
    }
    const words = [...results].map((each) => each[0].transcript).join("").trim()
    shown = before + gap + words + after
    put(field, shown)
    const end = before.length + gap.length + words.length
    field.setSelectionRange(end, end)
  }
  recognition.onerror = ({ error }) => { if (error !== "aborted") fault = FAULTS[error] ?? "failed" }
  recognition.onend = () => {
    my.recognition = undefined
    tell(fault)
    if (isSame()) field.focus()
  }
  const onInput = ({ target }) => { if (target === field && !isSame()) recognition.abort() }
  field.addEventListener("input", onInput)
  recognition.addEventListener?.("end", () => field.removeEventListener("input", onInput))
  my.recognition = recognition
  recognition.start()
  tell("listens")
  field.focus()
}

function watch(parentElement, my) {
  const button = parentElement.querySelector("button")
  const status = parentElement.querySelector("p")
  const tell = (what) => {
    status.textContent = my.data.words[what] ?? ""
    status.hidden = !status.textContent
    button.setAttribute("aria-pressed", String(Boolean(my.recognition)))
  }
  button.hidden = !recogniser()
  document.documentElement.classList.toggle("dictates", !button.hidden)
  button.onclick = () => {
    const field = messageField()
    if (my.recognition) my.recognition.stop()
    else if (!field || field.disabled) tell("")
    else if (stored(TOLD) || my.isTold) listen(my, field, tell)
    else {  // where the voice goes is said before it goes anywhere
      store(TOLD, "1")
      my.isTold = true
      tell("told")
    }
  }
  const onKey = (event) => {
    if (event.key !== "Escape" || !my.recognition) return
    event.preventDefault()
    event.stopImmediatePropagation()  // it does not stop an answer, too
    my.recognition.stop()
  }
  window.addEventListener("keydown", onKey, true)
  tell("")
  my.label = () => {
    button.setAttribute("aria-label", my.data.words.name)
    button.title = my.data.words.name
  }
  my.end = () => {
    window.removeEventListener("keydown", onKey, true)
    document.documentElement.classList.remove("dictates")
    my.recognition?.abort()
    kept.delete(parentElement)
  }
}

export default function ({ data, parentElement }) {
  const my = kept.get(parentElement) ?? {}
  const former = my.data
  my.data = data
  if (!former) {
    watch(parentElement, my)
    kept.set(parentElement, my)
  } else if (former.chat !== data.chat) my.recognition?.abort()
  my.label()
  return my.end
}
