import { DROPZONE, DROPZONE_WORDS } from "../streamlit_internals.js"

// Translate Streamlit's English texts to the language of the page, also in fields drawn later
export default function ({ data }) {
  const write = (found, words) => { if (found && found.textContent !== words) found.textContent = words }
  const say = () => {
    const field = document.querySelector(`.st-key-${CSS.escape(data.of)}`)
    if (!field) return
    write(field.querySelector(`${DROPZONE} button p`), data.choose)
    write(field.querySelector(`${DROPZONE_WORDS} span`), data.limit)
    field.querySelector(DROPZONE)?.setAttribute("role", "group")  // with a name it is more than a frame
    field.querySelector("input[type=file]")?.setAttribute("aria-label", data.choose)
  }
  say()
  const drawn = new MutationObserver(say)
  drawn.observe(document.body, { childList: true, subtree: true })
  return () => drawn.disconnect()
}
