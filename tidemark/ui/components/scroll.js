let led = 0  // the last request, so that a rerun does not repeat it
const EVERY_MS = 100
const SHOWN_MS = 2400
const CLOSED_MS = 400

// The panel next to the chat, if it covers `found`, as on a phone
function covering(found) {
  const panel = document.querySelector(".st-key-side_panel")
  return panel && !panel.contains(found) && panel.clientWidth > innerWidth / 2 ? panel : null
}

export default function ({ data }) {
  if (data.times === led) return
  led = data.times
  let left = 40  // tries: the element may be drawn later
  let isClosing = false
  const look = () => {
    const found = document.querySelector(`.st-key-${data.to}`)
    if (!found) {
      if (left--) setTimeout(look, EVERY_MS)
      return
    }
    const panel = covering(found)
    if (panel && left--) {
      if (!isClosing) panel.querySelector(".st-key-close_side_panel button")?.click()
      isClosing = true
      setTimeout(look, EVERY_MS)
      return
    }
    if (isClosing) {  // first let the focus go back to what opened it
      isClosing = false
      setTimeout(look, CLOSED_MS)
      return
    }
    found.scrollIntoView({ block: "center" })
    found.tabIndex = -1
    found.focus({ preventScroll: true })
    found.classList.add("led-to")
    setTimeout(() => found.classList.remove("led-to"), SHOWN_MS)
  }
  look()
}
