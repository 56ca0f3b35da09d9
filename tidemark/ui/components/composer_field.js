export const COMPOSER = ".st-key-composer"

export const area = () => document.querySelector(`${COMPOSER} textarea`)

// React notices a new value only if it is set as if typed
export function put(field, text) {
  const way = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")
  way.set.call(field, text)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}
