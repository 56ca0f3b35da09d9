const kept = new WeakMap()

// Call `tell` with the number of a citation when its link in the message around `here` is clicked.
export function followCitedLinks(here, prefix, tell) {
  const message = here.closest('[class*="st-key-message_"]')
  if (!message) return
  message.removeEventListener("click", kept.get(message))
  const onClick = (event) => {
    const link = event.target.closest("a")
    const address = link?.getAttribute("href") ?? ""
    if (!prefix || !address.startsWith(prefix)) return
    event.preventDefault()
    tell(address.slice(prefix.length))
  }
  message.addEventListener("click", onClick)
  kept.set(message, onClick)
}
