"""What Streamlit has no element for: the pulse of a live turn, a way to a message.

The pulse asks for the next drawing while a turn is under way, so that no script run blocks and
every button answers at once.  It keeps the end of the chat in sight for who is there already, and
says politely, for who cannot see, what became of the turn.
"""

from collections.abc import Callable

import streamlit as st

from tidemark.ui.i18n import texts

_PULSE = st.components.v2.component(
    "tidemark.pulse",
    html='<div role="status"></div>',
    css="""
div { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
""",
    js="""
const kept = new WeakMap()
let shown  // the chat on the page, beyond the life of one mounted pulse
const NEAR_PX = 80
const AWAY_PX = 240  // so far from the end, a way there is offered
const PEEK_PX = 56  // what stands under the last turn begins to show
const POLL_MS = 20
const IDLE_POLLS = 3
const LATEST_MS = 5000  // asked for all the same, should the end of a drawing not be told
const QUIET_MS = 250  // what a click asks for is drawn first: a beat can cut it short
const BY_HAND_MS = 1000  // a scroll so soon after a wheel, a touch or a key is the person's
const REACH_MS = 100
const SCROLLED = 'pre, .katex-display, [data-testid="stMarkdownContainer"]:has(table)'
const HANDS = ["wheel", "touchmove", "keydown", "pointerdown", "pointerup"]
let clicked = 0
document.addEventListener("click", () => { clicked = Date.now() }, true)

function watch(parentElement) {
  const main = document.querySelector('[data-testid="stMain"]')
  const here = parentElement.host ?? parentElement
  const my = { follows: true, opening: true, hand: 0 }
  // The pulse stands where the last turn ends; the foot covers the lower part of the page.
  const end = () => {
    const foot = document.querySelector('[data-testid="stBottom"]')
    const shown = main.getBoundingClientRect().bottom - (foot?.offsetHeight ?? 0)
    return main.scrollTop + here.getBoundingClientRect().bottom + PEEK_PX - shown
  }
  const toEnd = () => { main.scrollTop = end() }
  // In the page itself: what stands around a part of it would clip the button
  const jump = document.createElement("button")
  jump.type = "button"
  jump.className = "jump-to-latest"
  jump.hidden = true
  main.append(jump)
  my.jump = jump
  const offer = () => {
    const foot = document.querySelector('[data-testid="stBottom"]')
    const isAway = end() - main.scrollTop > AWAY_PX
    if (jump.hidden === isAway) jump.hidden = !isAway
    if (!isAway) return
    const seen = main.getBoundingClientRect()
    jump.style.left = `${seen.left + seen.width / 2}px`
    jump.style.bottom = `${(foot?.offsetHeight ?? 0) + 12}px`
  }
  jump.onclick = () => {
    my.goToEnd()
    focusComposer(true)
  }
  const onHand = (event) => {
    if (event.type === "keydown" && event.target.closest("textarea, input")) return
    my.hand = event.type === "pointerdown" ? Infinity : Date.now()
    my.opening = false
    my.held = my.aim = undefined
  }
  const onScroll = () => {
    offer()
    if (Math.abs(end() - main.scrollTop) < NEAR_PX) my.follows = true
    else if (Date.now() - my.hand < BY_HAND_MS) my.follows = false
  }
  // Messages put in above the first one must not move what is being read.
  const onClick = (event) => {
    const first = main.querySelector('[class*="st-key-message_"]')
    if (!first || !event.target.closest(".st-key-show_earlier")) return
    const name = [...first.classList].find((each) => each.startsWith("st-key-message_"))
    my.held = { name, top: first.getBoundingClientRect().top }
  }
  const hold = () => {
    const first = main.querySelector(`.${my.held.name}`)
    if (first) main.scrollTop += first.getBoundingClientRect().top - my.held.top
  }
  const toAim = () => {
    document.querySelector(`.st-key-${my.aim}`)?.scrollIntoView({ block: "center" })
  }
  // What is wider or longer than its place is scrolled by keyboard, too
  const reach = () => {
    for (const found of main.querySelectorAll(SCROLLED)) {
      const isCut = found.scrollWidth > found.clientWidth || found.scrollHeight > found.clientHeight
      if (isCut && found.tabIndex < 0) found.tabIndex = 0
    }
  }
  // Code is coloured later, in another element that takes the very room of the first
  const drawn = new MutationObserver(() => {
    my.reach ??= setTimeout(() => { my.reach = undefined; reach() }, REACH_MS)
  })
  const grown = new ResizeObserver(() => {
    reach()
    if (my.aim) toAim()
    else if (my.held) hold()
    else if (my.follows && (my.live || my.opening)) toEnd()
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
  my.goTo = (name) => {
    my.follows = my.opening = false
    my.aim = name
    toAim()
  }
  my.end = () => {
    clearTimeout(my.timer)
    HANDS.forEach((hand) => main.removeEventListener(hand, onHand))
    main.removeEventListener("click", onClick, true)
    main.removeEventListener("scroll", onScroll)
    grown.disconnect()
    drawn.disconnect()
    clearTimeout(my.reach)
    jump.remove()
    kept.delete(parentElement)
  }
  kept.set(parentElement, my)
  return my
}

const isNarrow = () => window.innerWidth < 768
const isDrawing = () =>
  document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === "running"

// Where nothing has the focus, or what has it led here, writing can begin, but not where something
// is written already; a phone would open its keyboard over the chat.  Asked for a while, since the
// composer may be drawn later, and anew.
function focusComposer(mayLeaveSidebar, times = 10) {
  const sidebar = document.querySelector('[data-testid="stSidebar"]')
  const field = document.querySelector(".st-key-composer textarea")
  const at = document.activeElement
  if (isNarrow() || !times) return
  const leads = mayLeaveSidebar && sidebar?.contains(at) && !at.matches("input, textarea")
  if (at === document.body || leads) {
    field?.focus({ preventScroll: true })
  } else if (at !== field) return
  setTimeout(() => focusComposer(mayLeaveSidebar && !field, times - 1), 100)
}

// On a narrow screen the sidebar covers the chat that was just chosen in it.
function uncover() {
  if (!isNarrow()) return
  const sidebar = document.querySelector('[data-testid="stSidebar"]')
  if (sidebar?.dataset.collapsed !== "false") return
  sidebar.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click()
}

export default function ({ data, parentElement, setTriggerValue }) {
  const my = kept.get(parentElement) ?? watch(parentElement)
  const status = parentElement.querySelector("[role=status]")
  if (status.textContent !== data.says) status.textContent = data.says
  if (my.jump.textContent !== data.latest) my.jump.textContent = data.latest
  clearTimeout(my.timer)
  const live = data.wait !== null
  // Between two drawings, one right after the other, nothing is drawn for a moment
  const latest = Date.now() + LATEST_MS
  const ask = (idle) => {
    const isTaken = isDrawing() || Date.now() - clicked < QUIET_MS
    const now = isTaken ? 0 : idle + 1
    if (now < IDLE_POLLS && Date.now() < latest) my.timer = setTimeout(ask, POLL_MS, now)
    else {
      setTriggerValue("beat", data.beat)
      my.timer = setTimeout(ask, LATEST_MS, 0)  // and again, should that be lost
    }
  }
  if (live) my.timer = setTimeout(ask, data.wait, 0)
  else if (my.live) my.opening = my.follows  // the end of a turn still lays itself out
  const isOther = shown !== data.chat
  if (isOther || my.live !== live) setTimeout(() => focusComposer(isOther), 0)
  const isSought = my.chat !== data.chat || my.show !== data.show
  // The sidebar stays where its chat was put away from it: the way to undo that stands there.
  const isAway = data.away && shown === data.away
  if (shown !== undefined && !isAway && (isOther || (data.show && isSought))) uncover()
  my.live = live
  shown = data.chat
  // What another tab began is followed where the end was being read, and nowhere else.
  const isNew = my.chat !== data.chat || (my.at !== data.at && (data.own || my.follows))
  const isLeft = my.show && !data.show  // for the end of the same chat
  my.show = data.show
  if (data.at >= 0 && data.show && isSought) my.goTo(data.show)
  else if (data.at >= 0 && (isNew || isLeft)) my.goToEnd()
  my.chat = data.chat
  my.at = data.at
  return my.end
}
""",
)

_LEAD = st.components.v2.component(
    "tidemark.lead",
    html="<span hidden></span>",
    js="""
let led = 0  // once for each time it is asked for, whatever is drawn again
const EVERY_MS = 100
const SHOWN_MS = 2400

export default function ({ data }) {
  if (data.times === led) return
  led = data.times
  let left = 40  // what it leads to may be drawn later
  const look = () => {
    const found = document.querySelector(`.st-key-${data.to}`)
    if (!found) {
      if (left--) setTimeout(look, EVERY_MS)
      return
    }
    found.scrollIntoView({ block: "center" })
    found.tabIndex = -1
    found.focus({ preventScroll: true })
    found.classList.add("led-to")
    setTimeout(() => found.classList.remove("led-to"), SHOWN_MS)
  }
  look()
}
""",
)


_FOCUS = st.components.v2.component(
    "tidemark.focus",
    html="<span hidden></span>",
    js="""
let done = 0  // once for each time it is asked for, whatever is drawn again

export default function ({ data }) {
  if (data.times === done) return
  done = data.times
  let left = 20
  const look = () => {
    const field = document.querySelector(`.st-key-${data.to} :is(input, textarea)`)
    if (field) {
      field.focus()
      field.select()
    } else if (left--) setTimeout(look, 50)
  }
  look()
}
""",
)


_STATUS = st.components.v2.component(
    "tidemark.status",
    html='<div role="status"></div>',
    css="""
div { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
""",
    js="""
export default function ({ data, parentElement }) {
  const status = parentElement.querySelector("[role=status]")
  if (status.textContent !== data.says) status.textContent = data.says
  const mark = () => {
    const current = document.querySelector(`.st-key-session_${data.current} button`)
    for (const each of document.querySelectorAll(".st-key-session_list [aria-current]")) {
      if (each !== current) each.removeAttribute("aria-current")
    }
    current?.setAttribute("aria-current", "page")
  }
  mark()
  const drawn = new MutationObserver(mark)
  const list = document.querySelector(".st-key-session_list")
  if (list) drawn.observe(list, { childList: true, subtree: true })
  return () => drawn.disconnect()
}
""",
)


_NAMED_TOASTS = st.components.v2.component(
    "tidemark.named_toasts",
    html="<span hidden></span>",
    js="""
let watched = false

export default function () {
  if (watched) return
  watched = true
  const name = () => {
    for (const toast of document.querySelectorAll('[data-testid="stToast"][aria-labelledby]')) {
      if (document.getElementById(toast.getAttribute("aria-labelledby"))) continue
      toast.removeAttribute("aria-labelledby")
      toast.setAttribute("aria-label", toast.textContent)
    }
  }
  new MutationObserver(name).observe(document.body, { childList: true, subtree: true })
}
""",
)


def name_toasts() -> None:
    """Give every toast of the page its words as its name: Streamlit's names what is not there."""
    _NAMED_TOASTS(key="named_toasts", height="content")


def focus(to: str, *, times: int, key: str = "focus") -> None:
    """Lead the focus to the field of the key ``to``, once for each number of ``times``."""
    _FOCUS(key=key, data={"to": to, "times": times}, height="content")


def status(says: str, *, current: str) -> None:
    """Say ``says`` to who cannot see, and mark the row of the chat ``current`` as the open one."""
    _STATUS(key="shelf_status", data={"says": says, "current": current}, height="content")


def lead(to: str, *, times: int, key: str) -> None:
    """Bring the part of the key ``to`` into sight, once for each number of ``times``."""
    _LEAD(key=key, data={"to": to, "times": times}, height="content")


def pulse(
    says: str,
    *,
    chat: str,
    away: str,
    at: int,
    beat: int,
    wait_ms: int | None,
    is_own: bool,
    show: str,
    on_beat: Callable[[], None],
) -> None:
    """Say ``says`` to who cannot see, and ask for another drawing after ``wait_ms``, if given.

    Where another ``chat``, or another turn ``at`` a position of it, is drawn, show its end; of a
    turn that is not ``is_own``, only to who was reading there.  Where another chat is, and the key
    of a part to ``show`` is given, show that.  Leave a sidebar that covers it, unless the chat
    before was put ``away`` there.
    """
    _PULSE(
        key="pulse",
        data={
            "says": says,
            "latest": texts.JUMP_TO_LATEST,
            "chat": chat,
            "away": away,
            "at": at,
            "wait": wait_ms,
            "own": is_own,
            "show": show,
            "beat": beat,
        },
        on_beat_change=on_beat,
        height="content",
    )
