"""What axe finds on the page as it stands, light and dark."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from tests.browser.chat import Chat

# What "region" finds is moderate at most, and takes a fifth of the time
_ALL: dict[str, Any] = {"resultTypes": ["violations"], "rules": {"region": {"enabled": False}}}
_COLOURS = {**_ALL, "runOnly": ["color-contrast"]}  # dark, the page is another in nothing else
_SCRIPT = Axe().axe_script
_IS_THERE = "() => 'axe' in window"
# A part that was found clean is left out for as long as its tab shows it as it was: most of a page
# stays from one look to the next, and axe looks behind each of its texts
_RUN = """async ([options, scheme]) => {
  const clean = window.foundClean ??= new Set()
  const asShown = part => [scheme, innerWidth, part.outerHTML].join()
  const parts = [...document.querySelectorAll(
    '[data-testid="stElementContainer"], [data-testid="stVerticalBlock"]')]
  const known = new Set(parts.filter(part => clean.has(asShown(part))))
  const isWithin = part => part && (known.has(part) || isWithin(part.parentElement))
  const outermost = [...known].filter(part => !isWithin(part.parentElement))
  const { violations } = await axe.run({ exclude: outermost }, options)
  if (!violations.length) parts.forEach(part => clean.add(asShown(part)))
  return violations
}"""
DARK = "rgb(12, 26, 34)"  # backgroundColor of theme.dark
_IS_DARK = f"""() => getComputedStyle(document.querySelector('[data-testid="stApp"]'))
    .backgroundColor === "{DARK}\""""
# A colour changes slowly, and begins to in the frame after the next
_IN_A_FRAME = """() => new Promise(
    done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"""
_SETTLED = """() => !document.getAnimations().some(
    of => of instanceof CSSTransition && of.playState === "running")"""


def grave_findings(chat: Chat) -> list[tuple[str, str, str]]:
    """Return what axe finds serious or critical: the scheme, the rule, and where."""
    found = [("light", *finding) for finding in _found(chat, _ALL, "light")]
    chat.page.emulate_media(color_scheme="dark")
    chat.page.wait_for_function(_IS_DARK)
    found += [("dark", *finding) for finding in _found(chat, _COLOURS, "dark")]
    chat.page.emulate_media(color_scheme="light")
    return found


def _found(chat: Chat, options: dict[str, Any], scheme: str) -> list[tuple[str, str]]:
    chat.page.evaluate(_IN_A_FRAME)
    chat.page.wait_for_function(_SETTLED)
    if not chat.page.evaluate(_IS_THERE):
        chat.page.evaluate(_SCRIPT)
    return [
        (violation["id"], node["html"][:200])
        for violation in chat.page.evaluate(_RUN, [options, scheme])
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
