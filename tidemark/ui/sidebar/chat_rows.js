import { offerMenu } from "../components/menu.js"

const FORK = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 20v-7l6-6M11 6h5v5M9 13 4 8"/></svg>'

const mounted = new WeakMap()
let inSight = ""  // the chat whose row was brought into sight, as one far down that a link opens

const keyed = (key) => `st-key-${key.replace(/[^\w-]/g, "-")}`  // as of Streamlit's own elements

function element(name, className, ...children) {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

function button(className, text = "") {
  const made = element("button", className, text)
  made.type = "button"
  return made
}

function createRow(my, id) {
  const title = element("span", "chat-title")
  const number = element("span", "chat-number")
  const opener = button("chat-opener")
  const menu = button("chat-menu-opener")
  const row = element("div", "", element("div", keyed(`session_${id}`), opener))
  row.append(element("div", keyed(`session_menu_${id}`), menu))
  opener.append(title)
  opener.onclick = () => my.send("open", { id })
  opener.onpointerenter = () => {  // a title that is cut is shown whole
    const whole = `${title.textContent}${number.textContent}`
    opener.title = title.scrollWidth > title.clientWidth ? whole : ""
  }
  return { row, title, number, opener, menu }
}

function drawRow(my, chat) {
  const drawn = my.rows.get(chat.id) ?? createRow(my, chat.id)
  my.rows.set(chat.id, drawn)
  const { row, title, number, opener, menu } = drawn
  const { opened, current, words } = my.data
  row.className = `chat-row ${keyed(`${chat.id === opened ? "open" : "row"}_${chat.id}`)}`
  // the number of a chat begun from another one stays in sight where the title is cut
  const [, beginning, ending] = chat.title.match(/^(.*?)( \(\d+\))?$/s)
  title.textContent = beginning
  number.textContent = ending ?? ""
  if (ending) opener.append(number)
  else number.remove()
  const fork = opener.querySelector("svg")
  if (chat.is_branch && !fork) opener.insertAdjacentHTML("afterbegin", FORK)
  else if (!chat.is_branch) fork?.remove()
  if (chat.id === current) opener.setAttribute("aria-current", "page")
  else opener.removeAttribute("aria-current")
  const choose = (name) => {
    if (name === "rename") rename(my, chat)
    else my.send("chosen", { id: chat.id, name })
  }
  const read = () => words.menu.map(([name, label, instead]) => [name, chat[name] ? instead : label])
  offerMenu(menu, my.root, words.menu_of.replace("{title}", () => chat.title), read, choose)
  return row
}

// Draw the field for a new title in the row, until it is saved or left.
function rename(my, chat) {
  const { row, opener } = my.rows.get(chat.id)
  const { words } = my.data
  const field = element("input", "")
  Object.assign(field, { type: "text", value: chat.title, maxLength: words.title_chars, ariaLabel: words.new_title })
  const save = button("is-primary", words.save)
  save.type = "submit"
  const cancel = button("", words.cancel)
  const form = element("form", `chat-rename ${keyed(`rename_form_${chat.id}`)}`, element("div", "st-key-rename_title", field))
  form.append(element("div", "", element("span", "st-key-rename_save", save), element("span", "st-key-rename_cancel", cancel)))
  const leave = () => {
    form.remove()
    opener.focus({ preventScroll: true })
  }
  form.onsubmit = (event) => {
    event.preventDefault()
    my.send("renamed", { id: chat.id, title: field.value })  // the page says if it is refused
    if (field.value.trim()) leave()
  }
  form.onkeydown = (event) => {
    if (event.key !== "Escape" || event.isComposing) return
    event.stopPropagation()  // it stops no answer
    leave()
  }
  cancel.onclick = leave
  my.leave?.()
  my.leave = () => { if (form.isConnected) leave() }
  row.append(form)
  field.focus()
  field.select()
}

// Leave in `root` the elements `wanted`, in their order, moving only those that have another place.
function arrange(root, wanted) {
  const held = document.activeElement
  const kept = new Set(wanted)
  for (const each of [...root.children]) if (!kept.has(each)) each.remove()
  wanted.forEach((each, at) => {
    if (root.children[at] !== each) root.insertBefore(each, root.children[at] ?? null)
  })
  if (root.contains(held) && document.activeElement !== held) held.focus({ preventScroll: true })
}

function draw(my) {
  const { rows, current } = my.data
  const ids = new Set(rows.map((chat) => chat.id))
  for (const id of [...my.rows.keys()]) if (!ids.has(id)) my.rows.delete(id)
  const wanted = []
  let under = ""
  for (const chat of rows) {
    if (chat.under !== under) {
      under = chat.under
      const group = my.groups.get(under) ?? element("p", "chat-group", under)
      my.groups.set(under, group)
      wanted.push(group)
    }
    wanted.push(drawRow(my, chat))
  }
  arrange(my.list, wanted)
  const opener = my.rows.get(current)?.opener
  if (opener && inSight !== current) opener.scrollIntoView({ block: "nearest" })
  if (opener || !current) inSight = current
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = mounted.get(parentElement) ?? { rows: new Map(), groups: new Map() }
  if (!mounted.has(parentElement)) {
    mounted.set(parentElement, my)
    my.root = parentElement.querySelector(".chat-rows")
    my.list = my.root.firstElementChild
  }
  my.data = data
  my.send = setTriggerValue
  draw(my)
  return () => mounted.delete(parentElement)
}
