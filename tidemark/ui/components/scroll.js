let led = 0  // the last request, so that a rerun does not repeat it
const EVERY_MS = 100
const SHOWN_MS = 2400

export default function ({ data }) {
  if (data.times === led) return
  led = data.times
  let left = 40  // tries: the element may be drawn later
  const look = () => {
    const found = document.querySelector(`.st-key-${data.to}`)
    if (!found) {
      if (left--) setTimeout(look, EVERY_MS)
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
