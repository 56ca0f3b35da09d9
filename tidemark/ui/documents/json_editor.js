import { store, stored } from "../components/tab_storage.js"

const kept = new WeakMap()
const CHECK_MS = 600  // after the last key, and as many more as the text has thousands of characters
const STORED_AT_ONCE = 200_000  // characters; a longer text is stored when it is checked
const SAVED_MS = 8000  // a save without an answer can be tried again
const HERE = new URL("vendored/codemirror.js", `${location.origin}${location.pathname.replace(/\/?$/, "/")}`)
let loading  // the editor of the library, fetched once

const load = () => (loading ??= import(HERE.href))
const place = (of) => `tidemark.document.${of}`
const draftOf = (of) => JSON.parse(stored(place(of)) ?? "null")

// The position of a JSON Pointer in the text, as far as it can be resolved
function rangeOf(library, state, pointer) {
  const tree = library.ensureSyntaxTree(state, state.doc.length, CHECK_MS) ?? library.syntaxTree(state)
  let found = tree.topNode.firstChild
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
  for (const name of names) {
    const next = found && partOf(found, name, state)
    if (!next) break
    found = next
  }
  const from = found?.from ?? 0
  return { from, to: Math.min(found?.to ?? from, state.doc.lineAt(from).to) }
}

function partOf(node, name, state) {
  if (node.name === "Array") {
    const values = []
    for (let each = node.firstChild; each; each = each.nextSibling) {
      if (/^[A-Z]/.test(each.name)) values.push(each)
    }
    return values[Number(name)]
  }
  for (const property of node.getChildren("Property")) {
    const key = property.getChild("PropertyName")
    if (key && nameIn(state.sliceDoc(key.from, key.to)) === name) return property.lastChild
  }
  return null
}

function nameIn(text) {
  try { return JSON.parse(text) } catch { return null }
}

function rangeAt(state, line, column) {
  const found = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines))
  const from = Math.min(found.from + column - 1, found.to)
  return from < found.to ? { from, to: found.to } : { from: found.from, to: found.to }
}

const looks = (library) => {
  const { EditorView, HighlightStyle, syntaxHighlighting, tags } = library
  const theme = EditorView.theme({
    "&": { backgroundColor: "var(--st-background-color)", color: "var(--st-text-color)" },
    ".cm-content": { caretColor: "var(--st-text-color)", fontFamily: "var(--st-code-font)" },
    ".cm-cursor": { borderLeftColor: "var(--st-text-color)" },
    ".cm-gutters": {
      backgroundColor: "var(--st-secondary-background-color)",
      borderRight: "1px solid var(--line)",
      color: "var(--muted)",
    },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--shallow)" },
    "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
      background: "color-mix(in srgb, var(--water) 35%, transparent) !important",
    },
    ".cm-panels, .cm-tooltip": {
      backgroundColor: "var(--st-secondary-background-color)",
      border: "1px solid var(--line)",
      color: "var(--st-text-color)",
    },
    ".cm-textfield, .cm-button": {
      background: "var(--st-background-color)",
      border: "1px solid var(--muted)",
      color: "var(--st-text-color)",
    },
    ".cm-foldPlaceholder": { background: "var(--shallow)", border: "0", color: "var(--st-text-color)" },
    ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--water) 30%, transparent) !important" },
  })
  const colours = HighlightStyle.define([
    { tag: tags.propertyName, color: "var(--deep)" },
    { tag: tags.number, color: "var(--st-blue-text-color)" },
    { tag: [tags.bool, tags.null], color: "var(--st-violet-text-color)" },
  ])
  return [theme, syntaxHighlighting(colours)]
}

class Editor {
  constructor(root, library, data) {
    this.root = root
    this.library = library
    this.number = 0  // of the last text that was sent
    this.sent = null
    this.find = (selector) => root.querySelector(selector)
    this.view = new library.EditorView({ parent: this.find(".text"), root: root.getRootNode() })
    this.find(".save").onclick = () => this.save()
    this.find(".discard").onclick = () => this.discard()
    this.show(data)
  }

  get text() { return this.view.state.doc.toString() }

  get isChanged() { return this.text !== this.clean }

  // Show another document, branch or version, with its unsaved text, if any
  show(data) {
    const { library } = this
    const draft = data.can_edit ? draftOf(data.of) : null
    this.of = data.of
    this.clean = data.text
    this.base = data.version
    if (draft && draft.text !== data.text) this.base = draft.base
    this.problems = []
    this.checked = 0
    this.view.setState(library.EditorState.create({
      doc: draft?.text ?? data.text,
      extensions: [
        library.lineNumbers(), library.foldGutter(), library.lintGutter(), library.history(),
        library.drawSelection(), library.indentOnInput(), library.bracketMatching(),
        library.highlightActiveLine(), library.highlightSelectionMatches(), library.json(),
        library.EditorView.lineWrapping, looks(library),
        library.EditorState.phrases.of(data.words.phrases),
        library.EditorState.readOnly.of(!data.can_edit),
        library.EditorView.contentAttributes.of({ "aria-label": data.words.label }),
        library.keymap.of([
          { key: "Mod-s", preventDefault: true, run: () => this.save() },
          ...library.defaultKeymap, ...library.historyKeymap, ...library.foldKeymap,
          ...library.searchKeymap, ...library.lintKeymap,
        ]),
        library.EditorView.updateListener.of((update) => update.docChanged && this.changed()),
      ],
    }))
  }

  // Replace this text by the newest
  adopt(data) {
    this.clean = data.text
    this.base = data.version
    if (this.isChanged) {
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: data.text } })
    }
    store(place(this.of), "")
  }

  changed() {
    if (!this.isChanged) this.problems = []
    if (this.view.state.doc.length < STORED_AT_ONCE) this.keep()
    this.draw()
    clearTimeout(this.waiting)
    this.waiting = setTimeout(() => this.check(), CHECK_MS + this.view.state.doc.length / 1000)
  }

  keep() {
    store(place(this.of), this.isChanged ? JSON.stringify({ text: this.text, base: this.base }) : "")
  }

  check() {
    clearTimeout(this.waiting)
    if (!this.data?.can_edit) return
    this.keep()
    this.number += 1
    this.checked = this.number
    if (this.isChanged) this.tell("check", { text: this.text, number: this.number })
  }

  save() {
    if (!this.data.can_edit || !this.isChanged || this.sent) return true
    clearTimeout(this.waiting)
    this.number += 1
    this.checked = this.number
    this.sent = { text: this.text, number: this.number }
    const why = this.find("input").value
    this.tell("save", { ...this.sent, base: this.base, why })
    setTimeout(() => {
      this.sent = null
      this.draw()
    }, SAVED_MS)
    this.draw()
    return true
  }

  discard() {
    this.adopt(this.data)
    this.problems = []
    this.tell("discard", this.number)
    this.draw()
    this.view.focus()
  }

  update(data) {
    this.data = data
    if (data.of !== this.of) this.show(data)
    const { said } = data
    if (said.number === this.checked) this.problems = said.problems
    if (said.settled && said.settled !== this.settled) {
      this.settled = said.settled
      this.sent = null
      this.find("input").value = ""
      this.problems = []
      if (this.text === said.text) this.adopt(data)
      else this.base = data.version
    } else if (this.sent && said.number === this.sent.number) this.sent = null
    if (data.version !== this.base && !this.isChanged) this.adopt(data)
    if (this.isChanged && !this.checked) this.check()
    this.draw()
  }

  draw() {
    const { data } = this
    if (!data) return
    const { words } = data
    const ranges = this.problems.map((each) => ({
      ...(each.line ? rangeAt(this.view.state, each.line, each.column) : rangeOf(this.library, this.view.state, each.pointer)),
      severity: "error",
      message: each.text,
    })).sort((one, other) => one.from - other.from)
    this.view.dispatch(this.library.setDiagnostics(this.view.state, ranges))
    this.find("ul").replaceChildren(...ranges.map((range) => this.item(range)))
    const isNewer = this.isChanged && data.version !== this.base
    const told = this.isChanged ? (isNewer ? words.newer : words.unsaved) : words.saved
    this.find(".save").disabled = !this.isChanged || Boolean(this.sent)
    this.find(".discard").disabled = !this.isChanged || Boolean(this.sent)
    this.find(".save").textContent = words.save
    this.find(".discard").textContent = words.discard
    this.find(".why").textContent = words.why
    this.find(".deeds").hidden = !data.can_edit
    const status = this.find("[role=status]")
    const says = data.can_edit ? told.replace("#", this.base) : words.read_only
    if (status.textContent !== says) status.textContent = says
  }

  end() {
    clearTimeout(this.waiting)
    if (this.data.can_edit) this.keep()
    this.view.destroy()
  }

  item(range) {
    const item = document.createElement("li")
    const button = document.createElement("button")
    const line = this.view.state.doc.lineAt(range.from).number
    button.textContent = `${this.data.words.line.replace("#", line)}: ${range.message}`
    button.onclick = () => {
      this.view.dispatch({ selection: { anchor: range.from, head: range.to }, scrollIntoView: true })
      this.view.focus()
    }
    item.append(button)
    return item
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? {}
  kept.set(parentElement, my)
  my.data = data
  my.tell = setTriggerValue
  const update = () => {
    my.editor.tell = my.tell
    my.editor.update(my.data)
  }
  if (my.editor) update()
  else my.begun ??= load().then((library) => {
    if (my.ended) return
    my.editor = new Editor(parentElement.querySelector(".editor"), library, my.data)
    update()
  })
  return () => {
    my.ended = true
    my.editor?.end()
    kept.delete(parentElement)
  }
}
