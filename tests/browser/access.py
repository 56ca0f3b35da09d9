"""What axe finds on the page as it stands, light and dark."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from tests.browser.chat import Chat

# What "region" finds is moderate at most, and takes a fifth of the time
_ALL: dict[str, Any] = {"resultTypes": ["violations"], "rules": {"region": {"enabled": False}}}
_COLOURS = {**_ALL, "runOnly": ["color-contrast"]}  # dark, the page is another in nothing else
_SCRIPT = Axe().axe_script
_IS_THERE = "() => 'axe' in window"
# A part that was found clean is left out wherever it is shown as it was, in any test: most of a
# page is on the next one, too, and axe looks behind each of its texts.  What is drawn in a shadow
# tree belongs to how a part is shown.
_RUN = """async ([options, scheme, clean]) => {
  const known = new Set(clean)
  const hosts = [...document.querySelectorAll('*')].filter(each => each.shadowRoot)
  const hashed = text => {  // cyrb53: 53 bits
    let a = 0xdeadbeef, b = 0x41c6ce57
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 2654435761)
      b = Math.imul(b ^ code, 1597334677)
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
    return 4294967296 * (2097151 & b) + (a >>> 0)
  }
  const drawn = part => hosts.filter(host => part.contains(host)).map(
    host => host.shadowRoot.innerHTML)
  const shown = new Map([...document.querySelectorAll(
    '[data-testid="stElementContainer"], [data-testid="stVerticalBlock"]')].map(
    part => [part, hashed([scheme, innerWidth, part.outerHTML, ...drawn(part)].join())]))
  const isKnown = part => part && (known.has(shown.get(part)) || isKnown(part.parentElement))
  const outermost = [...shown.keys()].filter(
    part => known.has(shown.get(part)) && !isKnown(part.parentElement))
  const { violations } = await axe.run({ exclude: outermost }, options)
  return [violations, violations.length ? [] : [...shown.values()]]
}"""
_clean: set[float] = set()
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
    violations, clean = chat.page.evaluate(_RUN, [options, scheme, list(_clean)])
    _clean.update(clean)
    return [
        (violation["id"], node["html"][:200])
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
