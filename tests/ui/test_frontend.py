"""The scripts of the browser: each is joined with what it imports, and no names collide."""

import re
from pathlib import Path

import pytest

from tests.test_architecture import ROOT
from tidemark.ui.components import frontend

UI = ROOT / "tidemark" / "ui"
SCRIPTS = [path for path in sorted(UI.rglob("*.js")) if "export default" in path.read_text()]
_DECLARED = re.compile(r"^(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_stands_alone_once_joined(path: Path) -> None:
    joined = frontend.script(path)
    names = _DECLARED.findall(joined)
    assert not re.search(r"^import ", joined, re.MULTILINE)
    assert len(re.findall(r"^export ", joined, re.MULTILINE)) == 1
    assert sorted(names) == sorted(set(names))


def test_what_several_modules_import_comes_once_and_first(tmp_path: Path) -> None:
    (tmp_path / "base.js").write_text("export const BASE = 1\n")
    (tmp_path / "middle.js").write_text(
        'import { BASE } from "./base.js"\n\nexport const middle = () => BASE\n'
    )
    (tmp_path / "top.js").write_text(
        'import { middle } from "./middle.js"\nimport { BASE } from "./base.js"\n\n'
        "export default function () { return middle() + BASE }\n"
    )
    assert frontend.script(tmp_path / "top.js") == (
        "const BASE = 1\n\nconst middle = () => BASE\n\n"
        "export default function () { return middle() + BASE }\n"
    )


def test_python_holds_no_script_and_no_style_sheet() -> None:
    inline = re.compile(r"=>\s*\{|addEventListener|export default|querySelector")
    found = [
        path.name for path in sorted(UI.rglob("*.py")) if inline.search(path.read_text("utf-8"))
    ]
    assert found == []


def test_no_rule_has_the_style_of_the_whole_page_computed_at_each_change() -> None:
    assert ".stApp:has(" not in (UI / "style.css").read_text(encoding="utf-8")
