import { APP, THEME_KEY } from "./streamlit_internals.js"

const PAUSE_MS = 200  // after the last key, until chats are searched
const THEME = "theme_"
const LIST = "palette_list"
const mounted = new WeakMap()

const element = (of, name = "", text = "") => Object.assign(document.createElement(of), { className: name, textContent: text })
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

// Actions of the browser itself; the page performs all others
const OWN = {
  keyboard: () => document.querySelector(".st-key-to_keyboard button")?.click(),
  print: () => window.print(),
}

function setTheme(name) {
  try {
    window.localStorage.setItem(THEME_KEY, JSON.stringify(name))
    window.location.reload()
  } catch {}  // storage is denied: the page follows the system
}

function fits(action, words) {
  const told = plain(`${action.label} ${action.more ?? ""}`)
  return words.every((word) => told.includes(word))
}

function create(my) {
  const dialog = element("dialog", "palette")
  const field = element("input")
  const list = element("div")
  const none = element("p")  // not in the list, which has options only
  const status = element("p", "unseen")
  Object.assign(field, { type: "text", role: "combobox", autocomplete: "off", spellcheck: false, ariaExpanded: "true" })
  field.setAttribute("aria-controls", LIST)
  field.setAttribute("aria-autocomplete", "list")
  dialog.role = "dialog"  // by which the page knows one that is open
  Object.assign(list, { role: "listbox", id: LIST })
  status.role = "status"
  dialog.append(field, list, none, status)
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close() })
  dialog.addEventListener("close", () => dialog.remove())
  let rows = [], at = 0, timer

  const mark = (next) => {
    if (!rows.length) {
      field.removeAttribute("aria-activedescendant")
      return
    }
    at = (next + rows.length) % rows.length
    rows.forEach(({ row }, n) => row.setAttribute("aria-selected", n === at))
    rows[at].row.scrollIntoView({ block: "nearest" })
    field.setAttribute("aria-activedescendant", rows[at].row.id)
  }
  const take = ({ kind, id }) => {
    dialog.close()
    if (kind === "action" && OWN[id]) OWN[id]()
    else if (kind === "action" && id.startsWith(THEME)) setTheme(id.slice(THEME.length))
    else my.send("chosen", { kind, id, at: Date.now() })
  }
  const group = (kind, title, found) => {
    if (!found.length) return
    const box = element("div")
    const head = element("p", "", title)
    head.id = `${LIST}_${kind}`
    box.role = "group"
    box.setAttribute("aria-labelledby", head.id)
    box.append(head)
    for (const each of found) {
      const row = element("div", "palette-row")
      Object.assign(row, { role: "option", id: `${LIST}_${rows.length}` })
      row.append(element("span", "", each.label))
      if (each.more && kind === "chat") row.append(element("small", "", each.more))
      const entry = { kind, id: each.id, row }
      row.addEventListener("click", () => take(entry))
      rows.push(entry)
      box.append(row)
    }
    list.append(box)
  }
  const draw = () => {
    const { actions, chats, sought, words } = my.data
    const typed = plain(field.value).split(/\s+/).filter(Boolean)
    const held = rows[at] && `${rows[at].kind} ${rows[at].id}`
    const isKept = my.drawn === field.value
    my.drawn = field.value
    rows = []
    list.replaceChildren()
    const isFound = sought === field.value.trim()
    const listed = isFound ? chats : chats.filter((each) => fits(each, typed))
    group("action", words.actions, actions.filter((each) => fits(each, typed)))
    group("chat", words.chats, listed)
    list.hidden = !rows.length
    none.hidden = !!rows.length
    none.textContent = isFound ? words.none : words.searching
    field.ariaExpanded = String(!!rows.length)
    status.textContent = isFound ? words.found.replace("{count}", rows.length) : ""
    const same = rows.findIndex(({ kind, id }) => `${kind} ${id}` === held)
    mark(isKept && same > 0 ? same : 0)
  }
  const seek = () => my.send("sought", { text: field.value.trim(), at: Date.now() })
  field.addEventListener("input", () => {
    draw()
    clearTimeout(timer)
    timer = setTimeout(seek, PAUSE_MS)
  })
  const keys = {
    ArrowDown: () => mark(at + 1),
    ArrowUp: () => mark(at - 1),
    Enter: () => { if (rows[at]) take(rows[at]) },
    Escape: () => dialog.close(),
    Tab: () => {},  // there is one field
  }
  const hear = (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || !keys[event.key]) return
    event.preventDefault()
    event.stopImmediatePropagation()  // Escape stops no answer
    keys[event.key]()
  }
  const open = () => {
    const { words } = my.data
    dialog.ariaLabel = field.ariaLabel = field.placeholder = words.field
    list.ariaLabel = words.field
    field.value = ""
    my.drawn = undefined
    document.querySelector(APP).append(dialog)  // its colours are those of the theme
    dialog.showModal()
    draw()
    field.focus()
    seek()
  }
  return { open, draw, hear, close: () => dialog.close(), isOpen: () => dialog.open }
}

function watch(my) {
  const palette = create(my)
  const toggle = () => {
    if (palette.isOpen()) palette.close()
    else if (!document.querySelector('[role="dialog"]')) palette.open()
  }
  const onKey = (event) => {
    const isWanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === "KeyK"
    if (isWanted && !event.isComposing) {
      event.preventDefault()
      event.stopImmediatePropagation()
      toggle()
    } else if (palette.isOpen()) palette.hear(event)
  }
  const onClick = (event) => {
    if (!event.target.closest?.(".st-key-to_palette button")) return
    event.stopPropagation()  // no script need run
    toggle()
  }
  window.addEventListener("keydown", onKey, true)
  document.addEventListener("click", onClick, true)
  my.redraw = () => { if (palette.isOpen()) palette.draw() }
  return () => {
    palette.close()
    window.removeEventListener("keydown", onKey, true)
    document.removeEventListener("click", onClick, true)
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = mounted.get(parentElement) ?? {}
  my.data = data
  my.send = setTriggerValue
  if (!mounted.has(parentElement)) {
    const end = watch(my)
    my.end = () => {
      end()
      mounted.delete(parentElement)
    }
    mounted.set(parentElement, my)
  } else my.redraw()
  return my.end
}
