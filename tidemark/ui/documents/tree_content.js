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

// The path in `content` of the place that `path` has in `before`; undefined if it is gone.  An
// entry of a list is where it is now, even if it was moved or changed.
export function followed(path, before, content) {
  let place = ""
  for (const step of stepsOf(path)) {
    const at = Array.isArray(before) ? entryAt(before, content, Number(step)) : step
    before = within(before, step)
    content = within(content, at)
    if (content === undefined) return undefined
    place = placeIn(place, at)
  }
  return place
}

// The index in a list of the entry `at` of the list before; undefined if it is gone or unclear
function entryAt(before, after, at) {
  if (!Array.isArray(after)) return undefined
  const [old, now] = [before, after].map((list) => list.map((each) => JSON.stringify(each)))
  const shorter = Math.min(old.length, now.length)
  let first = 0
  while (first < shorter && old[first] === now[first]) first += 1
  if (at < first) return at
  let last = 0
  while (last < shorter - first && old.at(-1 - last) === now.at(-1 - last)) last += 1
  if (at >= old.length - last) return at + now.length - old.length
  const equal = [...now.keys()].filter((each) => now[each] === old[at])
  if (equal.length) return equal.length === 1 ? equal[0] : undefined
  const isOther = old.includes(now[at])  // another entry has its index
  return old.length === now.length && !isOther ? at : undefined
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
