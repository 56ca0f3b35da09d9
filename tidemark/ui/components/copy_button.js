import { offerCopy } from "./clipboard.js"
import { offerMessageMenu } from "./message_menu.js"

export default function ({ data, parentElement, setTriggerValue }) {
  offerCopy(parentElement, data)
  offerMessageMenu(parentElement, data.menu, (name) => setTriggerValue("chosen", name))
}
