import { focusComposer } from "./composer_focus.js"
import { BOTTOM, MAIN, MARKDOWN } from "../streamlit_internals.js"

const NEAR_PX = 80
const AWAY_PX = 240  // from so far up, offer the button to the end
const PEEK_PX = 56  // lets the summaries below the last turn peek in
const BY_HAND_MS = 1000  // a scroll so soon after a wheel, a touch or a key is by hand
const REACH_MS = 100
const SCROLLED = `pre, .katex, .katex-display, ${MARKDOWN}:has(table)`
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown", "pointerup"]
const PANEL = ".st-key-side_panel"
const BUTTON = "button, [role=button], summary"

const keyOf = (element) => [...element.classList].find((each) => each.startsWith("st-key-"))

// Keep the end of the chat in sight; `here` is an element at the end of the last turn.
export function followEnd(here) {
  const main = document.querySelector(MAIN)
  const my = { follows: true, opening: true, hand: 0 }
  // The composer covers the lower part of the page.
  const placed = (element) =>
    element && { name: keyOf(element), top: element.getBoundingClientRect().top }
  const firstSeen = () => {
    const top = main.getBoundingClientRect().top
    const isSeen = (each) => each.getBoundingClientRect().bottom > top
    return placed([...main.querySelectorAll('[class*="st-key-message_"]')].find(isSeen)) ?? null
  }
  const end = () => {
    const foot = document.querySelector(BOTTOM)
    const shown = main.getBoundingClientRect().bottom - (foot?.offsetHeight ?? 0)
    return main.scrollTop + here.getBoundingClientRect().bottom + PEEK_PX - shown
  }
  // The welcome is shown from its title, even in a small window
  const isWelcome = () => main.querySelector(".st-key-first_run") !== null
  const toEnd = () => { if (!isWelcome()) main.scrollTop = end() }
  // In the foot, which makes room for it: over the messages it would hide words
  const jump = document.createElement("button")
  jump.type = "button"
  jump.className = "jump-to-latest"
  jump.hidden = true
  my.jump = jump
  const offer = () => {
    const foot = document.querySelector(BOTTOM)
    const isAway = end() - main.scrollTop > AWAY_PX && !isWelcome()
    if (foot && jump.parentElement !== foot) foot.append(jump)
    if (jump.hidden === isAway) jump.hidden = !isAway
  }
  jump.onclick = () => {
    my.goToEnd()
    jump.blur()  // it is hidden only once the page has scrolled
    focusComposer(true)
  }
  const onHand = (event) => {
    if (event.type === "keydown" && event.target.closest("textarea, input")) return
    // Who presses a button does not scroll; what it opens may
    const isPress = event.type.startsWith("pointer") || [" ", "Enter"].includes(event.key)
    if (my.hand === Infinity || !(isPress && event.target.closest(BUTTON))) {
      my.hand = event.type === "pointerdown" ? Infinity : Date.now()
    }
    my.opening = false
    my.held = my.aim = undefined
    if (!event.target.closest(PANEL)) my.clicked = undefined  // a click comes after its key or pointer
  }
  const onScroll = () => {
    my.seen = firstSeen()
    offer()
    if (Math.abs(end() - main.scrollTop) < NEAR_PX) my.follows = true
    else if (Date.now() - my.hand < BY_HAND_MS) my.follows = false
  }
  // Earlier messages inserted above must not move the text being read, nor must an opening panel.
  const onClick = (event) => {
    const clicked = event.target.closest('[class*="st-key-"]')
    const isInPanel = clicked?.closest(PANEL)
    my.clicked = placed(isInPanel ? my.clicked && main.querySelector(`.${my.clicked.name}`) : clicked)
    const first = main.querySelector('[class*="st-key-message_"]')
    if (!first || !event.target.closest(".st-key-show_earlier")) return
    my.held = { name: keyOf(first), top: first.getBoundingClientRect().top }
  }
  const hold = (held = my.held) => {
    const first = main.querySelector(`.${held.name}`)
    if (first) main.scrollTop += first.getBoundingClientRect().top - held.top
  }
  // Nor must text that changes its width, as next to the panel
  const reflow = () => {
    const width = main.firstElementChild.clientWidth
    const isOther = my.width !== undefined && my.width !== width
    my.width = width
    if (!isOther || my.aim) return
    if (my.follows) toEnd()
    else if (my.clicked) hold(my.clicked)
    else if (my.seen) hold(my.seen)
  }
  my.goBack = (place) => {
    my.follows = my.opening = false
    my.aim = undefined
    my.held = place
    if (main.querySelector(`.${place.name}`)) hold()
  }
  // The first visible message and its distance from the top; null at the end of the chat
  my.place = () => {
    return Math.abs(end() - main.scrollTop) < NEAR_PX ? null : firstSeen()
  }
  const toAim = () => {
    document.querySelector(`.st-key-${my.aim}`)?.scrollIntoView({ block: "center" })
  }
  // Make content that overflows scrollable by keyboard too
  const reach = () => {
    for (const found of main.querySelectorAll(SCROLLED)) {
      const isCut = found.scrollWidth > found.clientWidth || found.scrollHeight > found.clientHeight
      if (isCut && found.tabIndex < 0) found.tabIndex = 0
    }
  }
  // The question why a reply was rated so, which is below it
  const ask = () => {
    const asked = main.querySelector('[class*="st-key-why_"]')
    const name = asked ? keyOf(asked) : undefined
    if (name && name !== my.asked) asked.scrollIntoView({ block: "nearest" })
    my.asked = name
  }
  // Highlighted code arrives later, in another element of the same size
  const drawn = new MutationObserver(() => {
    my.reach ??= setTimeout(() => { my.reach = undefined; reach() }, REACH_MS)
  })
  const grown = new ResizeObserver(() => {
    reach()
    reflow()
    if (my.aim) toAim()
    else if (my.held) hold()
    else if (my.follows && (my.live || my.opening)) toEnd()
    ask()
    my.seen = firstSeen()
    offer()
  })
  HANDS.forEach((hand) => main.addEventListener(hand, onHand, { passive: true }))
  main.addEventListener("click", onClick, true)
  main.addEventListener("scroll", onScroll, { passive: true })
  grown.observe(main.firstElementChild)
  drawn.observe(main, { childList: true, subtree: true })
  my.goToEnd = () => {
    my.follows = my.opening = true
    my.held = my.aim = undefined
    toEnd()
  }
  my.goToTop = () => {
    my.follows = my.opening = false
    my.held = my.aim = undefined
    main.scrollTop = 0
  }
  my.goTo = (name) => {
    my.follows = my.opening = false
    my.aim = name
    toAim()
  }
  my.end = () => {
    HANDS.forEach((hand) => main.removeEventListener(hand, onHand))
    main.removeEventListener("click", onClick, true)
    main.removeEventListener("scroll", onScroll)
    grown.disconnect()
    drawn.disconnect()
    clearTimeout(my.reach)
    jump.remove()
  }
  return my
}
