const GAP_PX = 4
const EDGE_PX = 8  // from the edges of the window

const DOTS = '<svg class="dots" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 12h.01M12 12h.01M18 12h.01"/></svg>'

let opened  // the menu that is open, and its button

function close(isFocusReturned) {
  if (!opened) return
  const { menu, button, end } = opened
  opened = undefined
  end()
  menu.remove()
  button.setAttribute("aria-expanded", "false")
  if (isFocusReturned) button.focus({ preventScroll: true })
}

// Below the button if there is room, else above; it scrolls if it is longer.
function place({ menu, button }) {
  const at = button.getBoundingClientRect()
  const below = window.innerHeight - at.bottom - GAP_PX - EDGE_PX
  const above = at.top - GAP_PX - EDGE_PX
  const isBelow = menu.scrollHeight <= below || below >= above
  menu.style.maxHeight = `${Math.max(isBelow ? below : above, 0)}px`
  const { height, width } = menu.getBoundingClientRect()
  const left = Math.min(at.left, window.innerWidth - width - EDGE_PX)
  menu.style.left = `${Math.max(left, EDGE_PX)}px`
  menu.style.top = `${isBelow ? at.bottom + GAP_PX : at.top - GAP_PX - height}px`
}

function hear(event, { menu, button }) {
  if (!menu.isConnected || !button.isConnected) return close(false)
  const items = [...menu.children]
  const at = items.indexOf(menu.getRootNode().activeElement)
  const to = (number) => items.at(number % items.length).focus()
  const keys = {
    ArrowDown: () => to(at + 1),
    ArrowUp: () => to(Math.max(at, 0) - 1),
    Home: () => to(0),
    End: () => to(-1),
    Escape: () => close(true),
  }
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === "Tab") close(true)  // and on from the button
  const letter = event.key.length === 1 && event.key !== " " && event.key.toLowerCase()
  const next = letter && [...items.slice(at + 1), ...items.slice(0, at + 1)]
    .find((item) => item.textContent.toLowerCase().startsWith(letter))
  if (!keys[event.key] && !next) return
  event.preventDefault()
  event.stopImmediatePropagation()  // Escape stops no answer
  if (next) next.focus()
  else keys[event.key]()
}

function open(button, root, items, choose) {
  close(false)
  const menu = document.createElement("div")
  menu.className = "menu"
  menu.role = "menu"
  menu.popover = "manual"  // above all else on the page
  menu.ariaLabel = button.ariaLabel
  for (const [name, label] of items) {
    const item = document.createElement("button")
    Object.assign(item, { type: "button", role: "menuitem", tabIndex: -1, textContent: label })
    item.onclick = () => {
      close(true)
      choose(name)
    }
    item.onpointermove = () => item.focus({ preventScroll: true })
    menu.append(item)
  }
  root.append(menu)
  menu.showPopover()
  button.setAttribute("aria-expanded", "true")
  const own = { menu, button }
  const onKey = (event) => hear(event, own)
  const onPress = (event) => {
    const path = event.composedPath()
    if (!path.includes(menu) && !path.includes(button)) close(false)
  }
  const onMove = () => (button.isConnected ? place(own) : close(false))
  const listened = [["keydown", onKey], ["pointerdown", onPress], ["scroll", onMove], ["resize", onMove]]
  for (const [name, listener] of listened) window.addEventListener(name, listener, true)
  own.end = () => {
    for (const [name, listener] of listened) window.removeEventListener(name, listener, true)
  }
  opened = own
  place(own)
  menu.firstChild.focus({ preventScroll: true })
}

// Let `button` open a menu, drawn in `root`: `read` returns its [name, label] pairs, and `choose`
// is called with the name of the one chosen.
export function offerMenu(button, root, label, read, choose) {
  if (!button.childElementCount) button.innerHTML = DOTS
  button.setAttribute("aria-haspopup", "menu")
  button.setAttribute("aria-expanded", String(opened?.button === button))
  button.ariaLabel = button.title = label
  button.onclick = () => {
    if (opened?.button === button) close(true)
    else open(button, root, read(), choose)
  }
  button.onkeydown = (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
    event.preventDefault()
    button.onclick()
  }
}
