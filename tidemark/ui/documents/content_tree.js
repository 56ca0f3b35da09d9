const kept = new WeakMap()
const AT_ONCE = 100  // entries of one list drawn at a time
const OPEN_ENTRIES = 12  // what is inside is open from the start up to so many entries
const OPEN_DEPTH = 3

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s{}[\],:"]+/y

// Parse valid JSON into lists, objects ({ parts }) and the texts of other values
function readContent(text) {
  let at = 0
  const next = () => {
    while (/[\s,:]/.test(text[at])) at += 1
    TOKEN.lastIndex = at
    const [found] = TOKEN.exec(text)
    at += found.length
    return found
  }
  const valueOf = (token) => {
    if (token !== "{" && token !== "[") return token
    const found = []
    for (let each = next(); each !== "}" && each !== "]"; each = next()) {
      found.push(token === "{" ? [JSON.parse(each), valueOf(next())] : valueOf(each))
    }
    return token === "{" ? { parts: found } : found
  }
  return valueOf(next())
}

const element = (name, className, text = "") => {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

// [name, value] of each part of an object ({ parts }) or of a list, whose parts are numbered from 1
const partsOf = (value) => (Array.isArray(value) ? value.map((each, at) => [at + 1, each]) : value.parts)

// A value as it reads: a text without its quotes, unless it is empty
function valueElement(text) {
  if (text.startsWith('"') && text !== '""') return element("span", "text", JSON.parse(text))
  return element("span", /^[-\d]/.test(text) ? "number" : "word", text)
}

function entry(name, value, path, depth, my) {
  const item = document.createElement("li")
  const label = element("span", "name", `${name}`)
  if (typeof value === "string") {
    item.append(label, valueElement(value))
    return item
  }
  const parts = partsOf(value)
  const words = Array.isArray(value) ? my.words.entries : my.words.names
  const count = element("span", "count", words[parts.length] ?? words.other.replace("#", parts.length))
  if (!parts.length) {
    item.append(label, count)
    return item
  }
  const details = document.createElement("details")
  const summary = document.createElement("summary")
  summary.append(label, count)
  details.append(summary)
  const fill = () => {
    if (details.open && details.children.length === 1) details.append(list(parts, path, depth + 1, my))
  }
  details.open = my.open.get(path) ?? (depth < OPEN_DEPTH && parts.length <= OPEN_ENTRIES)
  details.ontoggle = () => {
    my.open.set(path, details.open)
    fill()
  }
  fill()
  item.append(details)
  return item
}

function list(parts, path, depth, my) {
  const whole = document.createElement("ul")
  let drawn = 0
  const more = document.createElement("button")
  const draw = () => {
    const next = parts.slice(drawn, drawn + AT_ONCE)
    const items = next.map(([name, value]) => entry(name, value, `${path}/${name}`, depth, my))
    drawn += next.length
    more.parentElement?.remove()
    whole.append(...items)
    if (drawn < parts.length) {
      const last = document.createElement("li")
      more.textContent = my.words.more.replace("#", parts.length - drawn)
      last.append(more)
      whole.append(last)
    }
    return items[0]
  }
  more.onclick = () => {
    const first = draw()
    first.tabIndex = -1
    first.focus()
  }
  draw()
  return whole
}

export default function ({ data, parentElement }) {
  const my = kept.get(parentElement) ?? { open: new Map() }
  kept.set(parentElement, my)
  const { words } = data
  const of = `${data.document} ${words.more} ${data.content}`
  if (my.of === of) return
  if (my.document !== data.document) my.open = new Map()
  Object.assign(my, { of, words, document: data.document })
  const root = parentElement.querySelector(".tree")
  const content = readContent(data.content)
  if (typeof content === "string") root.replaceChildren(valueElement(content))
  else if (!partsOf(content).length) root.replaceChildren(element("p", "count", words.empty))
  else root.replaceChildren(list(partsOf(content), "", 0, my))
}
