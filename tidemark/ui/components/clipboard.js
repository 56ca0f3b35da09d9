const SHOWN_MS = 2000

// Let the first button copy `data.text`, and announce it to screen readers.
export function offerCopy(parentElement, data) {
  const button = parentElement.querySelector("button")
  const status = parentElement.querySelector("[role=status]")
  const isDone = (is) => {
    button.classList.toggle("is-done", is)
    status.textContent = is ? data.done : ""
  }
  button.setAttribute("aria-label", data.name)
  button.title = data.name
  button.onclick = async () => {
    await navigator.clipboard.writeText(data.text)
    isDone(true)
    setTimeout(isDone, SHOWN_MS, false)
  }
}
