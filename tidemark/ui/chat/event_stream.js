const RETRY_MS = 500
const MOST_RETRY_MS = 5000

// Read the server-sent events at `url` and call `take(name, data)` for each, until `take` returns
// true.  A dropped connection is reopened after the last event received, and a hidden tab keeps none:
// a browser has six for all its tabs.  `gone` is called if the stream does not exist.
// `first` is a response that already streams the events.
export function follow(url, take, gone, first) {
  let at = "", wait = RETRY_MS, isOver = false, reading, later

  const end = () => {
    isOver = true
    stop()
    document.removeEventListener("visibilitychange", turn)
  }
  const stop = () => {
    clearTimeout(later)
    reading?.abort()
    reading = undefined
  }
  const turn = () => {
    if (document.hidden) stop()
    else if (!reading && !isOver) open()
  }
  const hear = (block) => {
    const field = (name) => block.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1]
    at = field("id") ?? at
    const data = field("data")
    if (data === undefined || isOver) return
    wait = RETRY_MS
    if (take(field("event"), JSON.parse(data))) end()
  }
  const open = async () => {
    clearTimeout(later)
    const mine = (reading = new AbortController())
    try {
      const headers = at ? { "Last-Event-ID": at } : {}
      const answer = first ?? await fetch(url, { headers, signal: mine.signal, cache: "no-store" })
      first = undefined
      if (answer.status === 404) {
        end()
        gone()
        return
      }
      const text = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      mine.signal.addEventListener("abort", () => text.cancel())
      for (let held = ""; ;) {
        const { done, value } = await text.read()
        if (done) break
        const blocks = (held + value).split("\n\n")
        held = blocks.pop()
        blocks.forEach(hear)
      }
    } catch {}  // the connection dropped, or this tab let go of it
    if (isOver || reading !== mine) return
    reading = undefined
    later = setTimeout(turn, wait)
    wait = Math.min(wait * 2, MOST_RETRY_MS)
  }
  document.addEventListener("visibilitychange", turn)
  turn()
  return end
}
