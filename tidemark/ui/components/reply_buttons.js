import { followCitedLinks } from "./cited_links.js"
import { offerCopy } from "./clipboard.js"
import { offerMessageMenu } from "./message_menu.js"
import { offerReading } from "./read_aloud.js"

export default function ({ data, parentElement, setTriggerValue }) {
  offerCopy(parentElement, data)
  const here = parentElement.host ?? parentElement
  followCitedLinks(here, data.cited, (number) => setTriggerValue("cited", number))
  const [read, up, down] = parentElement.querySelectorAll("[aria-pressed]")
  for (const [button, name, is, trigger] of [
    [up, data.good, data.is_good === true, "good"],
    [down, data.bad, data.is_good === false, "bad"],
  ]) {
    button.setAttribute("aria-label", name)
    button.setAttribute("aria-pressed", String(is))
    button.title = name
    button.onclick = () => setTriggerValue(trigger, Date.now())
  }
  offerMessageMenu(parentElement, data.menu, (name) => setTriggerValue("chosen", name))
  return offerReading(read, here, data)
}
