let inSight = ""  // the chat whose row was brought into sight, as one far down that a link opens

export default function ({ data, parentElement }) {
  const status = parentElement.querySelector("[role=status]")
  if (status.textContent !== data.says) status.textContent = data.says
  const mark = () => {
    const current = document.querySelector(`.st-key-session_${data.current} button`)
    for (const each of document.querySelectorAll(".st-key-session_list [aria-current]")) {
      if (each !== current) each.removeAttribute("aria-current")
    }
    current?.setAttribute("aria-current", "page")
    if (current && inSight !== data.current) current.scrollIntoView({ block: "nearest" })
    if (current || !data.current) inSight = data.current
  }
  mark()
  const drawn = new MutationObserver(mark)
  const list = document.querySelector(".st-key-session_list")
  if (list) drawn.observe(list, { childList: true, subtree: true })
  return () => drawn.disconnect()
}
