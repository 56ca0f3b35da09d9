import { APP, MAIN } from "../streamlit_internals.js"

const UPLOADER = '.st-key-receiving input[type="file"]'
const COMPOSER = ".st-key-composer"
const DIALOG = '[role="dialog"]'  // one may take files of its own
const kept = new WeakMap()
const LEAVE_MS = 150  // between two dragover events there are 50

function shown(place, words, note, name) {
  const box = document.createElement("div")
  box.className = `drop-place drop-${name}`
  const strong = document.createElement("strong")
  strong.textContent = words
  const span = document.createElement("span")
  span.textContent = note
  box.append(strong, span)
  const at = place.getBoundingClientRect()
  for (const side of ["left", "top", "width", "height"]) box.style[side] = `${at[side]}px`
  return box
}

// The dropped files, those in folders with their path; hidden ones are left out
async function filesOf(items) {
  const found = []
  const walk = async (entry, path) => {
    if (path && entry.name.startsWith(".")) return
    if (entry.isFile) {
      const file = await new Promise((done, fail) => entry.file(done, fail))
      found.push(path ? new File([file], path + entry.name, { type: file.type }) : file)
      return
    }
    const reader = entry.createReader()
    for (;;) {
      const some = await new Promise((done, fail) => reader.readEntries(done, fail))
      if (!some.length) return
      for (const each of some) await walk(each, `${path}${entry.name}/`)
    }
  }
  for (const entry of items) await walk(entry, "")
  return found
}

function give(files, data, refuse) {
  const large = files.filter((file) => file.size > data.most).map((file) => file.name)
  if (large.length) refuse(large)
  const held = new DataTransfer()
  for (const file of files) if (file.size <= data.most) held.items.add(file)
  const input = document.querySelector(UPLOADER)
  if (!input || !held.files.length) return
  input.files = held.files
  input.dispatchEvent(new Event("change", { bubbles: true }))
}

function choose(isFolder, take) {
  const input = document.createElement("input")
  input.type = "file"
  input.multiple = true
  input.webkitdirectory = isFolder
  input.onchange = () => {
    const files = [...input.files].map((file) =>
      isFolder ? new File([file], file.webkitRelativePath, { type: file.type }) : file,
    )
    take(files.filter((file) => !/(^|\/)\.[^/]/.test(file.name) || !isFolder))
  }
  input.click()
}

// Until a listener exists, the buttons accept no click (style.css): it would open no file chooser
function count(more) {
  const { dataset } = document.documentElement
  const listening = Number(dataset.choosesFiles ?? 0) + more
  if (listening) dataset.choosesFiles = listening
  else delete dataset.choosesFiles
}

function watch(my) {
  let places = []
  let over = 0
  const clear = () => {
    for (const place of places) place.remove()
    places = []
  }
  const draw = () => {
    if (places.length) return
    const { words } = my.data
    const composer = document.querySelector(COMPOSER)
    const main = document.querySelector(MAIN)
    places = [shown(main, words.source, words.source_note, "source")]
    if (composer) places.push(shown(composer, words.attach, words.attach_note, "attach"))
    document.querySelector(APP).append(...places)  // its colours are those of the theme
  }
  const isOurs = (event) =>
    event.dataTransfer?.types.includes("Files") && !document.querySelector(DIALOG)
  const onOver = (event) => {
    if (!isOurs(event)) return
    draw()
    clearTimeout(over)
    over = setTimeout(clear, LEAVE_MS * 4)
    if (!event.target.closest?.(COMPOSER)) {
      event.preventDefault()
      event.dataTransfer.dropEffect = "copy"
    }
  }
  const onDrop = (event) => {
    clear()
    if (!isOurs(event) || event.target.closest?.(COMPOSER)) return
    event.preventDefault()
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean)
    const plain = [...event.dataTransfer.files]
    if (!entries.length) give(plain, my.data, my.refuse)
    else filesOf(entries).then((files) => give(files, my.data, my.refuse))
  }
  const onClick = (event) => {
    const button = event.target.closest?.(".st-key-choose_files button, .st-key-choose_folder button")
    if (!button) return
    const isFolder = Boolean(button.closest(".st-key-choose_folder"))
    choose(isFolder, (files) => give(files, my.data, my.refuse))
  }
  const heard = [
    ["dragover", onOver],
    ["drop", onDrop],
    ["click", onClick],
  ]
  for (const [name, hear] of heard) document.addEventListener(name, hear, true)
  count(1)
  return () => {
    clear()
    for (const [name, hear] of heard) document.removeEventListener(name, hear, true)
    count(-1)
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? {}
  my.data = data
  my.refuse = (names) => setTriggerValue("refused", names)
  if (!kept.has(parentElement)) {
    const end = watch(my)
    my.end = () => {
      end()
      kept.delete(parentElement)
    }
    kept.set(parentElement, my)
  }
  return my.end
}
