import { uncover } from "./sidebar.js"

let shown  // the view on the page; outlives one mounted component

export default function ({ data }) {
  document.documentElement.lang = data.language
  if (shown !== undefined && data.view && data.view !== shown) uncover()
  shown = data.view
}
