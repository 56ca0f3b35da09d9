import { offerCopy } from "./clipboard.js"

export default function ({ data, parentElement }) {
  offerCopy(parentElement, data)
}
