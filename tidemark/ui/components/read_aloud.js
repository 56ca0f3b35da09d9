import { MARKDOWN } from "../streamlit_internals.js"

const MESSAGE = '[class*="st-key-message_"]'
const offered = new WeakMap()
let reading  // the button pressed and what is to be said; outlives one mounted component

// Only voices of this computer: for any other, a browser sends the text to a service
const voices = () => (window.speechSynthesis?.getVoices() ?? []).filter((voice) => voice.localService)
const speaks = (voice, language) => voice.lang.toLowerCase().startsWith(language)

function voiceFor(language) {
  const fitting = voices().filter((voice) => speaks(voice, language))
  return fitting.find((voice) => voice.default) ?? fitting[0]
}

// Sentence by sentence, because browsers cut off long texts
function sentences(text, language) {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" })
  const parts = text.split(/\n+/).flatMap((line) => [...segmenter.segment(line)])
  return parts.map((part) => part.segment.trim()).filter(Boolean)
}

function stop() {
  reading?.button.setAttribute("aria-pressed", "false")
  reading = undefined
  window.speechSynthesis.cancel()
}

function start(button, text, language) {
  stop()
  const voice = voiceFor(language)
  const said = sentences(text, language).map((each) => new SpeechSynthesisUtterance(each))
  if (!said.length) return
  const own = reading = { button, said }  // a browser forgets what nobody holds, and never ends it
  button.setAttribute("aria-pressed", "true")
  const isOver = () => { if (reading === own) stop() }
  said.at(-1).onend = isOver
  for (const each of said) {
    each.lang = voice?.lang ?? language
    if (voice) each.voice = voice
    each.onerror = isOver
    window.speechSynthesis.speak(each)
  }
}

window.addEventListener("pagehide", () => { if (reading) stop() })  // a browser would go on

// Let `button` read the reply around `here` aloud; return a function that ends it.
export function offerReading(button, here, { read_aloud: name, language }) {
  const isThere = () => { button.hidden = !voices().length }
  const text = () => [...here.closest(MESSAGE).querySelectorAll(`.stChatMessage ${MARKDOWN}`)]
    .map((part) => part.innerText)
    .join("\n")
  button.setAttribute("aria-label", name)
  button.setAttribute("aria-pressed", String(reading?.button === button))
  button.title = name
  button.onclick = () => {
    if (reading?.button === button) stop()
    else start(button, text(), language)
  }
  isThere()
  if (offered.has(button)) return offered.get(button)
  window.speechSynthesis?.addEventListener?.("voiceschanged", isThere)  // they may come late
  const end = () => {
    window.speechSynthesis?.removeEventListener?.("voiceschanged", isThere)
    offered.delete(button)
    if (reading?.button === button) stop()
  }
  offered.set(button, end)
  return end
}
