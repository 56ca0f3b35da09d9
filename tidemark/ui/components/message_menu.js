import { offerMenu } from "./menu.js"

// Let the last button open the menu of the message; `choose` is called with the name of an action.
export function offerMessageMenu(parentElement, { key, name, options }, choose) {
  const place = parentElement.querySelector(".place")
  place.className = `place st-key-${key}`  // as if it were an element of the page
  offerMenu(place.firstElementChild, place.parentElement, name, () => options, choose)
}
