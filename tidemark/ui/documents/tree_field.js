// An open field of the tree, whose text stays while the tree around it is drawn again.
// `say` is asked: `save(field)`, `close(field)`.
export class TreeField {
  constructor(kind, path, { labels, text, look }, say) {
    Object.assign(this, { kind, path, say })
    this.isSent = false
    this.element = document.createElement("span")
    this.element.className = `field ${kind}`
    this.inputs = labels.map((label) => this.input(label, labels.length > 1))
    this.value.value = text
    this.before = this.value.value  // a text field writes line ends its own way
    this.value.classList.add(look)
    this.note = document.createElement("span")
    this.note.className = "note"
    this.note.setAttribute("role", "status")
    this.element.append(...this.inputs, this.note)
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget) && document.hasFocus()) this.leave()
    })
  }

  get value() { return this.inputs.at(-1) }

  get name() { return this.inputs.length > 1 ? this.inputs[0].value.trim() : "" }

  get isChanged() { return this.value.value.trim() !== this.before.trim() }

  get isEmpty() { return this.inputs.every((input) => !input.value.trim()) }

  get isWhole() { return this.inputs.length > 1 ? Boolean(this.name) : this.kind !== "add" || !this.isEmpty }

  // As the server takes it
  get edit() {
    const { kind, path } = this
    if (kind === "rename") return { kind, path, name: this.value.value.trim() }
    return { kind, path, text: this.value.value, name: this.name }
  }

  // Whether it holds what was sent without an answer
  get isUnanswered() { return JSON.stringify(this.unanswered?.edit) === JSON.stringify(this.edit) }

  input(label, isShown) {
    const input = document.createElement("textarea")
    input.rows = 1
    input.setAttribute("aria-label", label)
    if (isShown) input.placeholder = label
    input.enterKeyHint = "done"
    input.autocapitalize = "off"
    input.oninput = () => {
      for (const each of this.inputs) each.removeAttribute("aria-invalid")
      this.fit()
    }
    input.onkeydown = (event) => this.press(event, input)
    return input
  }

  press(event, input) {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation()  // no shortcut of the page
    if (event.isComposing) return
    if (event.key === "Escape") {
      event.preventDefault()
      if (!this.isSent) this.say.close(this, true)
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault()
      if (!this.isSent) this.enter(input)
    }
  }

  enter(input) {
    if (this.isEmpty && this.kind === "add") this.say.close(this, true)
    else if (!this.isWhole) this.inputs[0].focus()
    else if (input !== this.value) this.value.focus()
    else this.finish(true)
  }

  // The focus went elsewhere
  leave() {
    if (this.isSent || this.isClosed || this.isMoving) return
    if (this.note.textContent) return  // what it says is read before anything is saved
    if (this.kind === "add" ? this.isEmpty : !this.isChanged) this.say.close(this, false)
    else if (this.isWhole && (this.inputs.length === 1 || this.value.value.trim())) this.finish(false)
  }

  finish(isByKey) {
    const isNothing = !this.value.value.trim() && (this.kind === "rename" || (this.kind === "change" && !this.isText))
    if (this.kind !== "add" && (!this.isChanged || isNothing)) this.say.close(this, isByKey)
    else if (!this.isGone) this.say.save(this, isByKey)
  }

  set sent(isSent) {
    this.isSent = isSent
    this.element.setAttribute("aria-busy", isSent)
    for (const input of this.inputs) input.readOnly = isSent
  }

  refuse(isNameTaken) {
    this.sent = false
    for (const input of isNameTaken ? [this.inputs[0]] : this.inputs) input.setAttribute("aria-invalid", "true")
  }

  focus(isAtName) {
    const input = this.name && !isAtName ? this.value : this.inputs[0]
    input.focus({ preventScroll: true })
    this.fit()
  }

  fit() {
    if (!this.element.isConnected) return
    for (const input of this.inputs) {
      input.style.height = "auto"
      input.style.height = `${input.scrollHeight + input.offsetHeight - input.clientHeight}px`
    }
  }
}
