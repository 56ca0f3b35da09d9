import { THEME_KEY } from "../streamlit_internals.js"

function kept() {
  try { return JSON.parse(window.localStorage.getItem(THEME_KEY)) ?? "System" } catch { return "System" }
}

export default function ({ data, parentElement }) {
  const fieldset = parentElement.querySelector("fieldset")
  fieldset.querySelector("legend").textContent = data.legend
  fieldset.querySelectorAll("label").forEach((old) => old.remove())
  const now = kept()
  for (const [value, words] of data.themes) {
    const label = document.createElement("label")
    const input = document.createElement("input")
    input.type = "radio"
    input.name = "theme"
    input.value = value
    input.checked = value === now
    input.onchange = () => {
      if (data.ends && !window.confirm(data.ends)) {
        fieldset.querySelector(`[value="${now}"]`).checked = true
        return
      }
      try {
        window.localStorage.setItem(THEME_KEY, JSON.stringify(value))
        window.location.reload()
      } catch {
        input.checked = false  // storage is denied: the page follows the system
      }
    }
    label.append(input, words)
    fieldset.append(label)
  }
}
