"""Streamlit's private names: used in one place, and looked at when Streamlit is renewed."""

import ast
import re
from pathlib import Path

import streamlit as st

from tests import house
from tests.test_architecture import ROOT
from tidemark.ui import streamlit_internals
from tidemark.ui.streamlit_internals import (
    ATTRIBUTES,
    CHECKED_VERSION,
    CLASSES,
    SIDEBAR_KEY,
    TEST_IDS,
    THEME_KEY,
)

HOME = "tidemark.ui.streamlit_internals"
# Set by our own scripts, not by Streamlit
OURS = {"data-chooses-files", "data-part", "data-path", "data-view"}
PAGE = house.read(ROOT, ("app.py", "tidemark/ui/**/*.py"))
BROWSER = "\n".join(
    path.read_text("utf-8")
    for path in sorted((ROOT / "tidemark" / "ui").rglob("*"))
    if path.suffix in (".js", ".css")
)


def bundle() -> str:
    """Return the scripts that Streamlit sends to a browser."""
    scripts = Path(st.__file__).parent / "static" / "static" / "js"
    return "\n".join(path.read_text("utf-8") for path in sorted(scripts.glob("*.js")))


def test_the_private_names_were_looked_at_for_this_streamlit() -> None:
    assert st.__version__ == CHECKED_VERSION, (
        f"Streamlit is {st.__version__}, and its private names were looked at for "
        f"{CHECKED_VERSION}. Compare each import and each underscore in "
        "tidemark/ui/streamlit_internals.py with the new sources, and each name in its tuples and "
        "in streamlit_internals.js with the new page; run tests/browser; then set CHECKED_VERSION."
    )


def from_below_streamlit(module: house.Module) -> list[str]:
    """Return the imports of ``module`` from below ``streamlit``, with their line."""
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        else:
            continue
        below = [name for name in names if name.startswith("streamlit.")]
        found += [f"{module.name}:{node.lineno} {name}" for name in below]
    return found


def test_no_other_module_imports_from_below_streamlit() -> None:
    assert [each for m in PAGE if m.name != HOME for each in from_below_streamlit(m)] == []
    assert len(from_below_streamlit(next(m for m in PAGE if m.name == HOME))) > 3


def test_no_module_reads_a_private_attribute() -> None:
    """Our own are of ``self``; ruff's SLF001, which knows no rooms, is silenced nowhere."""
    silenced = [
        path.name
        for path in sorted((ROOT / "tidemark" / "ui").rglob("*.py"))
        if "SLF001" in path.read_text("utf-8")
    ]
    assert silenced == []


def test_every_private_name_in_scripts_and_style_sheets_is_listed() -> None:
    assert set(re.findall(r'data-testid\^?="(\w+)"', BROWSER)) == set(TEST_IDS)
    assert set(re.findall(r"\.(st[A-Z]\w*)", BROWSER)) == set(CLASSES)
    assert re.findall(r'aria-label="[A-Za-z ]+"', BROWSER) == []  # these are translated
    assert THEME_KEY in BROWSER
    assert SIDEBAR_KEY in BROWSER
    camel = re.findall(r"\.dataset\.(\w+)", BROWSER)
    data = {"data-" + re.sub("[A-Z]", lambda upper: f"-{upper[0].lower()}", name) for name in camel}
    data |= set(re.findall(r"\[(data-(?!testid)[\w-]+)", BROWSER))
    assert data - OURS == set(ATTRIBUTES)


def test_streamlit_still_has_each_name() -> None:
    names, scripts = {*TEST_IDS, *CLASSES, *ATTRIBUTES, THEME_KEY, SIDEBAR_KEY}, bundle()
    assert [name for name in sorted(names) if name not in scripts] == []


def test_outside_of_a_page_there_is_no_script_run() -> None:
    assert streamlit_internals.script_run() is None
    assert not streamlit_internals.is_back_or_forward()
