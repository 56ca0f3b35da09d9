const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s{}[\],:"]+/y

// Parse valid JSON into lists, objects ({ parts }) and the texts of other values
export function readContent(text) {
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

export const isPlain = (value) => typeof value === "string"

// A plain value as it reads and is typed: a text without its quotes
export const typedText = (value) => (value.startsWith('"') ? JSON.parse(value) : value)

// The JSON Pointer (RFC 6901) of an entry of the value at `path`
export const placeIn = (path, name) => `${path}/${`${name}`.replaceAll("~", "~0").replaceAll("/", "~1")}`

export const holderOf = (path) => path.slice(0, path.lastIndexOf("/"))

const stepsOf = (path) => path.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))

const within = (value, step) => {
  if (Array.isArray(value)) return value[Number(step)]
  return value?.parts?.find(([name]) => name === step)?.[1]
}

export const valueAt = (content, path) => stepsOf(path).reduce(within, content)

// What shows that `path` still leads to the same value in another content: the entry of the
// outermost list on it, or else the value itself if `isOfValue`
export function anchorOf(content, path, isOfValue) {
  let [value, list] = [content, ""]
  for (const step of stepsOf(path)) {
    const inner = within(value, step)
    if (Array.isArray(value)) return { list, at: Number(step), text: JSON.stringify(inner) }
    list = placeIn(list, step)
    value = inner
  }
  return { text: isOfValue ? JSON.stringify(value) : null }
}

// The path in `content` of what `path` led to when its `anchor` was made; undefined if unclear
export function followed(content, path, anchor) {
  if (anchor.list === undefined) {
    const value = valueAt(content, path)
    return value !== undefined && (anchor.text === null || JSON.stringify(value) === anchor.text) ? path : undefined
  }
  const list = valueAt(content, anchor.list)
  if (!Array.isArray(list)) return undefined
  if (JSON.stringify(list[anchor.at]) === anchor.text) return path
  const found = [...list.keys()].filter((at) => JSON.stringify(list[at]) === anchor.text)
  const rest = path.slice(placeIn(anchor.list, anchor.at).length)
  return found.length === 1 ? placeIn(anchor.list, found[0]) + rest : undefined
}

// The path that `path` has after an edit of ours in `content`; undefined if that removed it
export function shifted(path, { kind, path: place, name }, content) {
  const holder = holderOf(place)
  const isInside = path === place || path.startsWith(`${place}/`)
  if (kind === "rename") return isInside ? placeIn(holder, name) + path.slice(place.length) : path
  if (kind !== "remove") return path
  if (isInside) return undefined
  if (!Array.isArray(valueAt(content, holder)) || !path.startsWith(`${holder}/`)) return path
  const [step, ...rest] = path.slice(holder.length + 1).split("/")
  const removed = Number(place.slice(holder.length + 1))
  return Number(step) > removed ? [holder, Number(step) - 1, ...rest].join("/") : path
}
