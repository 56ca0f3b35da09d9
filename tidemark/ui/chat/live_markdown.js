import { CODE, MARKDOWN } from "../streamlit_internals.js"

const VENDORED = `${location.origin}${location.pathname.replace(/\/?$/, "/")}vendored/`
const FORMULA = /^(?:\$\$([^]+?)\$\$|\$(?![\s$])((?:[^$\\\n]|\\.|\n(?!\s))*?)(?<!\s)\$(?!\d))/
const BRACKETED = /^\\(?:\[([^]{1,2000}?)\\\]|\(([^]{1,500}?)\\\))/
const OF_A_FORMULA = /[\\^_=+<>/|]|^\s*\w\s*$/
const OUT = 'target="_blank" rel="noopener noreferrer"'
const BOX = /^\[([ xX])\](?= )/
const LOWER = { h1: "h3", h2: "h3" }  // no heading of a reply is as large as the page's own
const PURE = {
  RETURN_DOM_FRAGMENT: true,
  ADD_TAGS: ["semantics", "annotation"],
  ADD_ATTR: ["target", "encoding"],
  FORBID_TAGS: ["img", "form", "input", "style"],
}
let loading
let math

// The libraries, fetched once
export const load = () => (loading ??= import(`${VENDORED}markdown.js`).then(prepare))

function prepare({ MarkdownIt, DOMPurify }) {
  const md = new MarkdownIt({ html: false, linkify: true, breaks: false })
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  md.inline.ruler.before("escape", "formula", formula)
  // A browser would fetch the picture: as in a stored reply, a link replaces it
  md.renderer.rules.image = (tokens, at) => {
    const { escapeHtml } = md.utils
    return `<a href="${escapeHtml(tokens[at].attrGet("src"))}" ${OUT}>${escapeHtml(tokens[at].content || "image")}</a>`
  }
  md.renderer.rules.text = (tokens, at) => {
    const isFirst = at === 0 && BOX.test(tokens[at].content)
    return md.utils.escapeHtml(isFirst ? tokens[at].content.replace(BOX, checkbox) : tokens[at].content)
  }
  md.renderer.rules.formula = (tokens, at) => drawn(tokens[at], md.utils.escapeHtml)
  md.renderer.rules.link_open = (tokens, at, options, _, self) => {
    tokens[at].attrSet("target", "_blank")
    tokens[at].attrSet("rel", "noopener noreferrer")
    return self.renderToken(tokens, at, options)
  }
  return { md, DOMPurify }
}

const checkbox = (_, mark) => (mark === " " ? "☐" : "☑")

function formula(state, silent) {
  const rest = state.src.slice(state.pos)
  const found = rest.match(FORMULA) ?? bracketed(rest)
  if (!found) return false
  if (!silent) {
    const token = state.push("formula", "", 0)
    token.content = found[1] ?? found[2]
    token.markup = found[0]
  }
  state.pos += found[0].length
  return true
}

function bracketed(rest) {
  const found = rest.match(BRACKETED)
  return found && OF_A_FORMULA.test(found[1] ?? found[2]) ? found : null
}

function drawn(token, escaped) {
  if (math?.renderToString) {
    return math.renderToString(token.content, { throwOnError: false, trust: false })
  }
  math ??= import(`${VENDORED}katex.js`).then((found) => { math = found })
  return escaped(token.markup)
}

// Make `now` equal `next`, keeping unchanged nodes, so that a selection stays
function morph(now, next) {
  const old = [...now.childNodes]
  const fresh = [...next.childNodes]
  fresh.forEach((each, at) => {
    const there = old[at]
    if (!there) now.append(each)
    else if (there.nodeType === each.nodeType && there.nodeName === each.nodeName) {
      if (each.nodeType === Node.TEXT_NODE) grow(there, each.data)
      else if (!there.isEqualNode(each)) {
        for (const { name } of [...there.attributes]) {
          // The page adds one to overflowing elements, for scrolling by keyboard
          if (name !== "tabindex" && !each.hasAttribute(name)) there.removeAttribute(name)
        }
        for (const { name, value } of each.attributes) there.setAttribute(name, value)
        morph(there, each)
      }
    } else there.replaceWith(each)
  })
  old.slice(fresh.length).forEach((each) => each.remove())
}

function grow(node, text) {
  if (text.startsWith(node.data)) {
    if (text.length > node.data.length) node.appendData(text.slice(node.data.length))
  } else node.data = text
}

// Empty elements of the page itself, so that the reply looks as it will once stored
class Shells {
  constructor(sample) {
    this.markdown = sample.querySelector(MARKDOWN)?.closest(".stMarkdown")
    this.code = sample.querySelector(CODE)
    this.inline = sample.querySelector(`${MARKDOWN} code`)?.className ?? ""
    this.heading = sample.querySelector(`${MARKDOWN} h3`)?.parentElement?.className ?? ""
  }

  prose(content) {
    const shell = this.markdown.cloneNode(true)
    const inside = shell.querySelector(MARKDOWN)
    inside.replaceChildren(content)
    for (const each of inside.querySelectorAll("code")) each.className = this.inline
    for (const each of inside.querySelectorAll("h1, h2, h3, h4, h5, h6")) this.#head(each)
    return shell
  }

  #head(heading) {
    const around = document.createElement("div")
    around.className = this.heading
    const like = document.createElement(LOWER[heading.localName] ?? heading.localName)
    const words = document.createElement("span")
    words.append(...heading.childNodes)
    like.append(words)
    around.append(like)
    heading.replaceWith(around)
  }

  fence(text) {
    const shell = this.code.cloneNode(true)
    shell.querySelector("code").textContent = text
    while (shell.children.length > 1) shell.lastElementChild.remove()
    return shell
  }
}

const NUMBER_LINE = /^(\d{1,9})([.)])(?=[ \t]*(\n|$))/  // "35." is an answer, no empty list

const closed = (given) => {
  const text = given.replace(NUMBER_LINE, "$1\\$2")
  const at = text.lastIndexOf("\n") + 1
  let line = text.slice(at)
  for (const mark of ["`", "**"]) {
    if ((line.split(mark).length - 1) % 2) line = line.trimEnd() + mark
  }
  return text.slice(0, at) + line
}

// Draw the Markdown `text` into `place`, formatted like `sample`.
export function draw(place, text, sample, { md, DOMPurify }) {
  const shells = new Shells(sample)
  if (!shells.markdown || !shells.code) return
  const next = document.createElement("div")
  const env = {}
  const tokens = md.parse(closed(text), env)
  let prose = []
  const settle = () => {
    if (!prose.length) return
    const html = md.renderer.render(prose, md.options, env)
    next.append(shells.prose(DOMPurify.sanitize(html, PURE)))
    prose = []
  }
  for (const token of tokens) {
    if (token.type === "fence" && token.level === 0) {
      settle()
      next.append(shells.fence(token.content.replace(/\n$/, "")))
    } else prose.push(token)
  }
  settle()
  morph(place, next)
}
