export const COMPOSER = ".st-key-composer"
const FIELD_MS = 50

export const area = () => document.querySelector(`${COMPOSER} textarea`)

// React notices a new value only if it is set as if typed
export function put(field, text) {
  const way = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")
  way.set.call(field, text)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}

export function whenThere(act, times = 40) {
  const field = area()
  if (field) act(field)
  else if (times) setTimeout(() => whenThere(act, times - 1), FIELD_MS)
}
