import { liveRun } from "./live_run.js"

const kept = new WeakMap()

function mount(parentElement) {
  const place = parentElement.querySelector(".live-reply")
  const my = liveRun(place, {
    tell: (value) => my.tell(value),
    shown: () => place.closest(".st-key-live_reply"),
  })
  const { end } = my
  my.end = () => {
    end()
    kept.delete(parentElement)
  }
  kept.set(parentElement, my)
  return my
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? mount(parentElement)
  my.tell = (value) => setTriggerValue("ended", value)
  if (my.url !== data.url) my.open(data.url)
  return my.end
}
