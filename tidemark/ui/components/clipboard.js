// Let the first button copy `data.text`, and announce it to screen readers.
export function offerCopy(parentElement, data) {
  const button = parentElement.querySelector("button")
  const status = parentElement.querySelector("[role=status]")
  button.textContent = data.label
  button.setAttribute("aria-label", data.name)
  button.onclick = async () => {
    await navigator.clipboard.writeText(data.text)
    button.textContent = data.done
    status.textContent = data.done
    setTimeout(() => {
      button.textContent = data.label
      status.textContent = ""
    }, 2000)
  }
}
