import { followed, holderOf, isPlain, placeIn, readContent, shifted, typedText, valueAt } from "./tree_content.js"
import { TreeField } from "./tree_field.js"

const kept = new WeakMap()
const AT_ONCE = 100  // entries of one list drawn at a time
const OPEN_ENTRIES = 12  // what is inside is open from the start up to so many entries
const OPEN_DEPTH = 3
const NAMED_CHARS = 40  // of a text that names an entry of a list
const NO_ANSWER_MS = 8000  // after which an edit can be sent again, by the same number

const fill = (words, text) => words.replace("#", () => text)

const element = (name, className, text = "") => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

// [name, value] of each part of an object ({ parts }) or of a list, whose parts are numbered from 0
const partsOf = (value) => (Array.isArray(value) ? value.map((each, at) => [at, each]) : value.parts)

// A value as it reads: a text without its quotes, unless there is nothing in it
function valueElement(value) {
  const text = typedText(value)
  const isText = value.startsWith('"') && text.trim()
  return element("span", isText ? "text" : lookOf(value), isText ? text : value)
}

const lookOf = (value) => (value.startsWith('"') ? "text" : /^[-\d]/.test(value) ? "number" : "word")

const isSelected = (shown) => {
  const selection = shown.getRootNode().getSelection?.() ?? getSelection()
  return !selection.isCollapsed && shown.contains(selection.anchorNode)
}

// Let a click or a key act, but not the end of a selection
function offer(shown, part, path, act) {
  Object.assign(shown.dataset, { part, path })
  shown.tabIndex = 0
  shown.setAttribute("role", "button")
  shown.onclick = () => isSelected(shown) || act()
  shown.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return
    event.preventDefault()
    act()
  }
  return shown
}

class Tree {
  constructor(parentElement) {
    this.root = parentElement.querySelector(".tree")
    this.icons = parentElement.querySelector("template").content
    this.number = Date.now()  // of the last edit sent
    this.root.onpointerdown = () => this.hold()
    this.begin()
  }

  // Draw nothing else until the pointer is up, so that a click reaches what it began on
  hold() {
    this.isHeld = true
    const hearing = new AbortController()
    const release = () => {
      hearing.abort()
      setTimeout(() => {
        this.isHeld = false
        if (this.late) this.update(...this.late)
      })
    }
    for (const each of ["pointerup", "pointercancel"]) addEventListener(each, release, hearing)
  }

  begin() {
    this.open = new Map()
    this.drawn = new Map()  // how many entries of a list
    this.fields = []
    this.waiting = []  // edits to be sent after the one that is
    this.sent = null
  }

  update(data, tell) {
    this.tell = tell
    this.late = this.isHeld ? [data, tell] : null
    if (this.late) return
    if (this.data && this.data.document !== data.document) this.begin()
    const isRedrawn = ["content", "document", "version"].some((each) => this.data?.[each] !== data[each])
      || this.data.words.more !== data.words.more || Boolean(this.data.edits) !== Boolean(data.edits)
    const before = this.content
    this.data = data
    this.words = data.words
    if (isRedrawn) this.content = readContent(data.content)
    const settled = this.settle(data.edits, before)
    if (isRedrawn || settled) this.draw(settled)
    if (settled?.refused) this.refuse(settled)
    this.send()
  }

  // ----------------------------------------------------------------------------------- drawing

  draw(settled) {
    const focus = this.focused(settled)
    for (const field of this.fields) field.isMoving = true
    const { content } = this
    this.root.classList.toggle("editable", Boolean(this.data.edits))
    const shown = []
    if (this.data.edits && this.words.hint) shown.push(element("p", "hint", this.words.hint))
    if (isPlain(content)) shown.push(this.value(content, "", this.words.whole))
    else {
      if (!partsOf(content).length) shown.push(element("p", "count", this.words.empty))
      if (partsOf(content).length || this.data.edits) shown.push(this.list(content, "", 0))
    }
    const lost = this.fields.filter((field) => field.isGone)
    if (this.data.edits && lost.length) {
      const places = element("ul", "lost")
      for (const field of lost) places.append(this.line(field))
      shown.unshift(places)
    }
    this.root.replaceChildren(...shown)
    for (const field of this.fields) {
      field.isMoving = false
      field.fit()
    }
    focus()
  }

  line(field) {
    const item = document.createElement("li")
    item.append(field.element)
    return item
  }

  list(holder, path, depth) {
    const parts = partsOf(holder)
    const whole = document.createElement("ul")
    const more = element("button", "more")
    more.type = "button"
    const last = document.createElement("li")
    last.append(more)
    let drawn = 0
    const draw = (wanted) => {
      const next = parts.slice(drawn, wanted)
      const items = next.map(([name, value]) => this.entry(name, value, path, holder, depth))
      drawn += next.length
      this.drawn.set(path, drawn)
      last.before(...items)
      last.hidden = drawn >= parts.length
      more.textContent = last.hidden ? "" : fill(this.words.more, parts.length - drawn)
      return items[0]
    }
    more.onclick = () => {
      const first = draw(drawn + AT_ONCE)
      first.tabIndex = -1
      first.focus()
    }
    whole.append(last)
    draw(Math.max(this.drawn.get(path) ?? 0, AT_ONCE))
    if (this.data.edits) whole.append(...this.adding(path))
    return whole
  }

  entry(name, value, path, holder, depth) {
    const item = document.createElement("li")
    const place = placeIn(path, name)
    item.dataset.path = place
    const row = element("div", "row")
    item.append(row)
    const isNamed = !Array.isArray(holder)
    const label = isNamed ? name : fill(this.words.number, name + 1)
    if (isPlain(value)) {
      row.append(this.name(name, place, isNamed), this.value(value, place, label))
    } else {
      row.append(this.fieldOr(this.toggle(item, name, value, place, isNamed, depth), "rename", place))
    }
    if (this.data.edits) row.append(this.deeds(value, place, label, isNamed))
    return item
  }

  name(name, place, isNamed) {
    const shown = element("span", "name", isNamed ? name || "“”" : `${name + 1}`)
    if (!this.data.edits || !isNamed) return shown
    offer(shown, "name", place, () => this.rename(shown, place, name))
    return this.fieldOr(shown, "rename", place)
  }

  value(value, place, label) {
    const shown = valueElement(value)
    if (!this.data.edits) return shown
    shown.classList.add("value")
    offer(shown, "value", place, () => {
      const field = this.begun("change", place, { labels: [label], text: typedText(value), look: lookOf(value) })
      field.isText = value.startsWith('"')
      this.show(field, shown)
    })
    return this.fieldOr(shown, "change", place)
  }

  toggle(item, name, value, place, isNamed, depth) {
    const parts = partsOf(value)
    const words = Array.isArray(value) ? this.words.entries : this.words.names
    const count = element("span", "count", words[parts.length] ?? fill(words.other, parts.length))
    const label = element("span", "name", isNamed ? name || "“”" : `${name + 1}`)
    const shown = document.createElement(parts.length || this.data.edits ? "button" : "span")
    shown.append(label, count)
    if (shown.localName === "span") return shown
    shown.className = "toggle"
    shown.type = "button"
    Object.assign(shown.dataset, { part: "toggle", path: place })
    let isOpen = this.open.get(place) ?? (parts.length > 0 && depth < OPEN_DEPTH && parts.length <= OPEN_ENTRIES)
    let inside
    const fit = () => {
      shown.setAttribute("aria-expanded", isOpen)
      if (isOpen) this.open.set(place, true)  // it stays open if it grows
      if (isOpen && !inside) item.append(inside = this.list(value, place, depth + 1))
      if (inside) inside.hidden = !isOpen
    }
    shown.onclick = () => {
      isOpen = !isOpen
      this.open.set(place, isOpen)
      fit()
    }
    fit()
    return shown
  }

  deeds(value, place, label, isNamed) {
    const deeds = element("span", "deeds")
    if (isNamed && !isPlain(value)) {
      deeds.append(this.button("rename", place, fill(this.words.rename, label), (event) => {
        const name = event.currentTarget.closest(".row").querySelector("[data-part=toggle]")
        if (name) this.rename(name, place, label)
      }))
    }
    const text = isPlain(value) ? typedText(value).slice(0, NAMED_CHARS).trim() : ""
    deeds.append(this.button("remove", place, fill(this.words.remove, isNamed ? label : text || label), (event) => {
      const item = event.currentTarget.closest("li")
      if (item.classList.contains("leaving")) return
      item.classList.add("leaving")
      this.submit({ edit: { kind: "remove", path: place } })
    }))
    return deeds
  }

  button(part, path, label, act) {
    const made = element("button", part)
    made.type = "button"
    Object.assign(made.dataset, { part, path })
    made.title = label
    made.setAttribute("aria-label", label)
    made.append(this.icons.querySelector(`.${part}`).cloneNode(true))
    made.onclick = act
    return made
  }

  // The open fields for new entries of a list or object, and the button that opens one
  adding(path) {
    const open = this.fields.filter((field) => field.kind === "add" && field.path === path && !field.isGone)
    const lines = open.map((field) => this.line(field))
    return open.every((field) => field.isSent) ? [...lines, this.addLine(path)] : lines
  }

  addLine(path) {
    const line = document.createElement("li")
    const add = element("button", "add", this.words.add)
    add.type = "button"
    Object.assign(add.dataset, { part: "add", path })
    add.setAttribute("aria-label", fill(this.words.add_to, this.nameOf(path)))
    add.onclick = () => this.add(path, add)
    line.append(add)
    return line
  }

  nameOf(path) {
    if (!path) return this.words.whole
    const step = path.slice(holderOf(path).length + 1).replaceAll("~1", "/").replaceAll("~0", "~")
    const isEntry = Array.isArray(valueAt(this.content, holderOf(path)))
    return isEntry ? fill(this.words.number, Number(step) + 1) : step
  }

  // ------------------------------------------------------------------------------------ fields

  // The open field in place of what is `shown`, if any
  fieldOr(shown, kind, path) {
    const field = this.fields.find((each) => each.kind === kind && each.path === path && !each.isGone)
    if (!field) return shown
    field.shown = shown
    return field.element
  }

  begun(kind, path, shape) {
    const field = new TreeField(kind, path, shape, {
      save: (each, isByKey) => this.save(each, isByKey),
      close: (each, isByKey) => this.close(each, isByKey),
    })
    field.seen = this.content
    this.fields.push(field)
    return field
  }

  show(field, shown) {
    field.shown = shown
    shown.replaceWith(field.element)
    field.focus()
    if (field.kind === "change" && !field.isText) field.value.select()
  }

  rename(shown, place, name) {
    const labels = [fill(this.words.rename, name)]
    this.show(this.begun("rename", place, { labels, text: name, look: "text" }), shown)
  }

  add(path, shown) {
    const isOfNames = !Array.isArray(valueAt(this.content, path))
    const labels = isOfNames ? [this.words.name, this.words.value] : [fill(this.words.add_to, this.nameOf(path))]
    this.show(this.begun("add", path, { labels, text: "", look: "text" }), shown)
  }

  save(field, isByKey) {
    field.sent = true
    this.submit({ field, get edit() { return field.edit } })
    if (field.kind !== "add" || !isByKey) return
    const line = this.addLine(field.path)
    field.element.parentElement.after(line)
    this.add(field.path, line.firstElementChild)
  }

  close(field, isFocusReturned) {
    field.isClosed = true
    this.fields = this.fields.filter((each) => each !== field)
    const isLine = field.kind === "add" || field.isGone
    const isLast = field.kind === "add" && !field.isGone
      && this.fields.every((each) => each.kind !== "add" || each.path !== field.path || each.isSent)
    if (!isLine) field.element.replaceWith(field.shown)
    else if (isLast) field.element.parentElement.replaceWith(this.addLine(field.path))
    else field.element.parentElement.remove()
    if (isFocusReturned) this.focusOn(field.path, this.partOf(field))
  }

  partOf({ kind, path }) {
    if (kind !== "rename") return kind === "add" ? "add" : "value"
    return isPlain(valueAt(this.content, path) ?? "") ? "name" : "rename"
  }

  // ------------------------------------------------------------------------------------ saving

  submit(each) {
    this.waiting.push(each)
    this.send()
  }

  send() {
    if (this.sent || !this.waiting.length || !this.data.edits) return
    const { field, edit } = this.waiting.shift()
    const number = field?.isUnanswered ? field.unanswered.number : this.number += 1
    this.sent = { field, edit, number }
    this.tell("edit", { edit, number, base: this.data.version })
    setTimeout(() => this.sent?.number === number && this.forgo(), NO_ANSWER_MS)
  }

  forgo() {
    const { field } = this.sent
    if (field) {
      field.unanswered = this.sent
      field.sent = false
    }
    this.sent = null
    if (!field) this.draw()
    this.send()
  }

  // Take the answer to the sent edit, and let the fields follow what was changed
  settle(edits, before) {
    const answered = this.answered(edits)
    if (answered && answered === this.sent) this.sent = null
    const isSaved = answered && !edits.is_refused
    if (isSaved && answered.field) {
      answered.hadFocus = answered.field.element.contains(this.focusedElement())
      answered.field.isClosed = true
      this.fields = this.fields.filter((field) => field !== answered.field)
    }
    const isOurs = isSaved && edits.version === this.data.version && before !== this.content
    if (isOurs) this.shift(answered.edit, before)
    if (edits && before !== this.content) this.follow(isOurs)
    if (!answered) return null
    return { ...answered, refused: edits.is_refused, before }
  }

  // The edit that `edits` answers: the sent one, or one whose answer comes late
  answered(edits) {
    if (this.sent && edits?.number === this.sent.number) return this.sent
    const late = this.fields.find((field) => field.isUnanswered && field.unanswered.number === edits?.number)
    return late && !late.isSent && !edits.is_refused ? late.unanswered : null
  }

  shift(edit, before) {
    const moved = (map) => new Map(
      [...map].map(([path, value]) => [shifted(path, edit, before), value]).filter(([path]) => path !== undefined),
    )
    this.open = moved(this.open)
    this.drawn = moved(this.drawn)
    for (const field of this.fields) {
      const path = shifted(field.path, edit, before)
      if (path === undefined) field.isGone = true
      else field.path = path
    }
    // What was removed meanwhile takes its waiting edits with it: they may not change what moved up
    this.waiting = this.waiting.filter((each) => each.field || shifted(each.edit.path, edit, before) !== undefined)
    for (const each of this.waiting) {
      if (!each.field) each.edit.path = shifted(each.edit.path, edit, before)
    }
  }

  follow(isOurs) {
    for (const field of this.fields.filter((each) => !each.isGone)) {
      const path = isOurs ? field.path : followed(field.path, field.seen, this.content)
      const value = path === undefined ? undefined : valueAt(this.content, path)
      field.isGone = value === undefined || (field.kind === "add" && isPlain(value))
        || (field.kind === "change" && !isPlain(value))
      if (field.isGone) continue
      const isChanged = !isOurs && field.kind === "change" && value !== valueAt(field.seen, field.path)
      if (isChanged) field.note.textContent = fill(this.words.changed, typedText(value))
      field.path = path
      field.seen = this.content
    }
    for (const field of this.fields.filter((each) => each.isGone)) {
      field.note.textContent = this.words.gone
      if (field !== this.sent?.field) field.sent = false
    }
    // What is gone is not sent any more, nor removals of what was seen before
    this.waiting = this.waiting.filter((each) => (each.field ? !each.field.isGone : isOurs))
  }

  refuse({ field }) {
    if (!field) return
    const isTaken = field.name && valueAt(this.content, placeIn(field.path, field.name)) !== undefined
    field.refuse(isTaken)
    const next = this.fields.find((each) => each !== field && each.kind === "add" && each.path === field.path)
    const hasFocus = (each) => each.element.contains(this.focusedElement())
    const isElsewhere = this.fields.some((each) => each !== field && each !== next && hasFocus(each))
    if (next?.isEmpty) this.close(next, false)
    if (!isElsewhere) field.focus(isTaken)
  }

  // ------------------------------------------------------------------------------------- focus

  focusedElement() { return this.root.getRootNode().activeElement }

  focusOn(path, part) {
    const found = [...this.root.querySelectorAll(`[data-part="${part}"]`)].find((each) => each.dataset.path === path)
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: "nearest" })  // a renamed entry may be elsewhere
    return Boolean(found)
  }

  // What gives the focus back after the tree is drawn again
  focused(settled) {
    const at = this.focusedElement()
    if (settled?.hadFocus) {
      const { kind, path } = settled.edit
      const now = kind === "rename" ? shifted(path, settled.edit, settled.before) : path
      return () => this.focusOn(now, this.partOf({ kind, path: now }))
    }
    if (!at || !this.root.contains(at)) return () => {}
    const field = this.fields.find((each) => each.element.contains(at))
    if (field) {
      const { selectionStart, selectionEnd } = at
      return () => {
        at.focus({ preventScroll: true })
        at.setSelectionRange(selectionStart, selectionEnd)
      }
    }
    const { part, path = "" } = at.dataset
    const item = at.closest("li")
    const edit = settled && !settled.refused ? settled.edit : null
    const after = (each) => each && (edit ? shifted(each, edit, settled.before) : each)
    const near = [path, item?.nextElementSibling?.dataset.path, item?.previousElementSibling?.dataset.path]
    return () => near.some((each) => after(each) !== undefined && this.focusOn(after(each), part))
      || this.focusOn(holderOf(path), "add")
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const tree = kept.get(parentElement) ?? new Tree(parentElement)
  kept.set(parentElement, tree)
  tree.update(data, setTriggerValue)
}
