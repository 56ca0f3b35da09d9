let done = 0  // the last request, so that a rerun does not repeat it

export default function ({ data }) {
  if (data.times <= done) return
  done = data.times
  let left = 60
  const look = () => {
    const field = document.querySelector(`.st-key-${data.to} :is(input, textarea, button)`)
    if (field) {
      field.focus()
      if (field.matches("textarea")) field.setSelectionRange(field.value.length, field.value.length)
      else field.select?.()
    } else if (left--) setTimeout(look, 50)
  }
  look()
}
