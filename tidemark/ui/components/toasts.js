import { TOAST } from "../streamlit_internals.js"

let watched = false

export default function () {
  if (watched) return
  watched = true
  const name = () => {
    for (const toast of document.querySelectorAll(`${TOAST}[aria-labelledby]`)) {
      if (document.getElementById(toast.getAttribute("aria-labelledby"))) continue
      toast.removeAttribute("aria-labelledby")
      toast.setAttribute("aria-label", toast.textContent)
    }
  }
  new MutationObserver(name).observe(document.body, { childList: true, subtree: true })
}
