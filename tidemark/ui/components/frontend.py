"""Components that run in the browser, built from the JavaScript and CSS files next to a module.

Streamlit takes a component's script as one text and resolves no imports.  Ours are ES modules, so
that they share code and can be linted; ``script`` prepends the modules that a module imports.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from tidemark.ui.streamlit_internals import ComponentRenderer

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.{1,2}/[^"]+)"\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)


def component(
    module: str,
    name: str,
    *,
    html: str = "<span hidden></span>",
    css: Sequence[str] = (),
    is_of_page: bool = False,
) -> ComponentRenderer:
    """Register the component ``tidemark.<name>``, whose script is ``<name>.js``.

    The script, and the ``css`` files if given, are in the folder of ``module``, the caller's
    ``__file__``.  A component that ``is_of_page`` uses the styles of the page.
    """
    folder = Path(module).parent
    return st.components.v2.component(
        f"tidemark.{name}",
        html=html,
        css="".join((folder / each).read_text(encoding="utf-8") for each in css) or None,
        js=script(folder / f"{name}.js"),
        isolate_styles=not is_of_page,
    )


def script(path: Path) -> str:
    """Return the ES module at ``path`` and all its imports as one script, each file once.

    An import names its members (``import { a } from "./b.js"``) and is on one line.
    """
    return "\n".join(_parts(path.resolve(), set()))


def _parts(path: Path, seen: set[Path]) -> list[str]:
    if path in seen:
        return []
    is_root = not seen
    seen.add(path)
    text = path.read_text(encoding="utf-8")
    imported = [
        part
        for found in _IMPORT.finditer(text)
        for part in _parts((path.parent / found[1]).resolve(), seen)
    ]
    own = _IMPORT.sub("", text).lstrip("\n")
    return [*imported, own if is_root else _EXPORT.sub("", own)]
