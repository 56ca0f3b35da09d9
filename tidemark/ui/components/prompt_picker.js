import { put } from "./composer_field.js"

const PLACE = ":is(.st-key-composer, .st-key-temporary_composer)"
const NAMED = /(?:^|\n)\/([\p{L}\p{N}_-]*)$/u  // a slash that begins a line, and what follows it
const MANAGE = ".st-key-to_settings button"
const LIST = "prompt_list"
const MOST_SHOWN = 8
const kept = new WeakMap()

const made = (of, name, text = "") => Object.assign(document.createElement(of), { className: name, textContent: text })
const messageField = () => document.querySelector(`${PLACE} textarea`)
const sought = (field) => field.value.slice(0, field.selectionStart).match(NAMED)?.[1].toLowerCase()

function matching(prompts, name) {
  const begins = prompts.filter((each) => each.name.toLowerCase().startsWith(name))
  const holds = prompts.filter((each) => !begins.includes(each) && each.name.toLowerCase().includes(name))
  return [...begins, ...holds]
}

// The list stays in the page beside the field, which names the chosen row to screen readers
function watch(my) {
  let list, rows = [], at = 0

  const close = () => {
    list?.remove()
    list = undefined
    const field = messageField()
    for (const name of ["aria-controls", "aria-activedescendant", "aria-autocomplete"]) field?.removeAttribute(name)
  }
  const mark = (next) => {
    at = (next + rows.length) % rows.length
    rows.forEach(({ row }, n) => row.setAttribute("aria-selected", n === at))
    rows[at].row.scrollIntoView({ block: "nearest" })
    messageField()?.setAttribute("aria-activedescendant", rows[at].row.id)
  }
  const take = ({ prompt }) => {
    const field = messageField()
    close()
    if (!field) return
    if (!prompt) {
      put(field, "")
      document.querySelector(MANAGE)?.click()
      return
    }
    const end = field.selectionStart
    const start = field.value.lastIndexOf("/", end - 1)
    put(field, field.value.slice(0, start) + prompt.text + field.value.slice(end))
    field.focus()
    field.setSelectionRange(start + prompt.text.length, start + prompt.text.length)
  }
  const open = (field, name) => {
    const { prompts, words } = my.data
    const found = matching(prompts, name)
    if (!found.length && name) {
      close()
      return
    }
    const offered = [...found.slice(0, MOST_SHOWN).map((prompt) => ({ prompt })), ...(name ? [] : [{}])]
    if (!list) {
      list = made("div", "prompt-list")
      const box = made("div", "")
      Object.assign(box, { role: "listbox", id: LIST, ariaLabel: words.list })
      const status = made("p", "prompt-status")
      status.role = "status"
      list.append(box, status)
      field.closest(PLACE).append(list)
      field.setAttribute("aria-autocomplete", "list")
      field.setAttribute("aria-controls", LIST)
    }
    rows = offered.map((each, n) => {
      const row = made("div", each.prompt ? "" : "prompt-manage")
      Object.assign(row, { role: "option", id: `${LIST}_${n}` })
      if (each.prompt) row.append(made("b", "", `/${each.prompt.name}`), made("span", "", each.prompt.text))
      else row.textContent = words.manage
      row.addEventListener("pointerdown", (event) => event.preventDefault())  // the field keeps the focus
      row.addEventListener("click", () => take(each))
      return { ...each, row }
    })
    list.firstChild.replaceChildren(...rows.map(({ row }) => row))
    list.lastChild.textContent = words.found.replace("{count}", found.length)
    mark(0)
  }
  const onInput = ({ target }) => {
    if (target !== messageField()) return
    const name = sought(target)
    if (name === undefined) close()
    else open(target, name)
  }
  const keys = {
    ArrowDown: () => mark(at + 1),
    ArrowUp: () => mark(at - 1),
    Enter: () => take(rows[at]),
    Tab: () => take(rows[at]),
    Escape: close,
  }
  const onKey = (event) => {
    if (!list || event.target !== messageField() || event.isComposing) return
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return
    event.preventDefault()
    event.stopImmediatePropagation()  // or Enter sends, and Escape stops the answer
    keys[event.key]()
  }
  const onLeave = ({ target }) => { if (list && target === messageField()) close() }
  window.addEventListener("input", onInput, true)
  window.addEventListener("keydown", onKey, true)
  window.addEventListener("focusout", onLeave, true)
  onInput({ target: document.activeElement })  // typed before this was there
  return () => {
    close()
    window.removeEventListener("input", onInput, true)
    window.removeEventListener("keydown", onKey, true)
    window.removeEventListener("focusout", onLeave, true)
  }
}

export default function ({ data, parentElement }) {
  const my = kept.get(parentElement) ?? {}
  my.data = data
  if (!kept.has(parentElement)) {
    const end = watch(my)
    my.end = () => {
      end()
      kept.delete(parentElement)
    }
    kept.set(parentElement, my)
  }
  return my.end
}
