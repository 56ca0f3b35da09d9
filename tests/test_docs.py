"""The documents say what the code does: nothing a person needs is left unsaid, or said wrongly."""

import ast
import re
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import typer.main

import cli
from tests import house
from tests.test_architecture import DOORS, FLOORS, MODULES, OPTIONAL, ROOT, SOURCES
from tidemark.settings import Settings

_NOT_OURS = {
    ".git",
    ".venv",
    ".try-model",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "__pycache__",
    "exports",
}
_TEXTS = {
    ".py",
    ".md",
    ".toml",
    ".txt",
    ".lock",
    ".css",
    ".js",
    ".ini",
    ".mako",
    ".jsonl",
    ".example",
}
_PLAIN = {"Makefile", "LICENSE", ".gitignore", "run"}
_MACHINE_PATH = re.compile(r"(?<![\w.~:/-])/(?:work|root|home|Users)/\w+")
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def documents() -> list[Path]:
    return sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmark/*.md")))


def project_files() -> Iterator[Path]:
    for path in sorted(ROOT.rglob("*")):
        is_ours = not _NOT_OURS.intersection(path.relative_to(ROOT).parts)
        if is_ours and path.is_file() and (path.suffix in _TEXTS or path.name in _PLAIN):
            yield path


def requirements(name: str) -> dict[str, str]:
    """Return the lines of a requirements file that ask for a package, by its normalised name."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    asked = [line.split("#")[0].strip() for line in lines if not line.startswith(("#", "-"))]
    names = {line: re.split(r"[=<>~! ;\[]", line)[0] for line in asked if line}
    return {name.lower().replace("_", "-"): line for line, name in names.items()}


def test_every_setting_is_explained_in_the_example_and_its_page() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    settings = {name.upper() for name in Settings.model_fields}
    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) == settings
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE)) == settings


def test_the_page_of_settings_tells_the_defaults_the_code_has() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `([A-Z_]+)` \| `([^`]+)` \|", page, re.MULTILINE))
    defaults = {name.upper(): str(value) for name, value in Settings().model_dump().items()}
    assert {name: defaults[name].removesuffix(".0") for name in told} == told


def test_every_command_is_in_its_page() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    commands = typer.main.get_command(cli.app).commands  # type: ignore[attr-defined]
    assert set(re.findall(r"^\| `([a-z-]+)", page, re.MULTILINE)) == set(commands)


def test_the_readme_leads_to_the_pages_a_user_needs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    pages = {f"docs/{name}.md" for name in ("commands", "settings", "engines", "postgresql")}
    assert pages <= set(_LINK.findall(readme))


def test_the_architecture_has_the_floors_that_are_held() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = page.split("## Floors")[1].split("```")[1].split("\n")
    floors = [" · ".join(entry.removesuffix(".*") for entry in floor) for floor in FLOORS]
    assert [line for line in drawn if line] == floors


def test_the_architecture_has_a_line_for_every_room_that_holds_modules() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.split("## Rooms")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `([a-z0-9._]+)` \|", section, re.MULTILINE)
    rooms = set(house.rooms(MODULES)) - {"", "tidemark.storage.migrations.versions"}
    assert sorted(listed) == sorted(rooms)


def keys_of(tree: ast.AST) -> Iterator[str]:
    """Yield what calls name as ``key=``; ``<>`` stands for each part that varies."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "key":
            parts = node.value.values if isinstance(node.value, ast.JoinedStr) else [node.value]
            texts = [str(part.value) if isinstance(part, ast.Constant) else "<>" for part in parts]
            if texts != ["<>"]:  # a name: its words stand where it was made
                yield "".join(texts)


def test_every_key_of_the_page_is_listed() -> None:
    page = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    listed = {re.sub("<[^>]*>", "<>", key) for key in re.findall("`([^`]+)`", page)}
    modules = house.read(ROOT, ("app.py", "tidemark/ui/**/*.py"))
    keys = {key for module in modules for key in keys_of(module.tree)}
    assert sorted(keys - listed) == []


def test_every_module_says_what_it_is_for() -> None:
    modules = house.read(ROOT, SOURCES)
    assert [module.name for module in modules if not ast.get_docstring(module.tree)] == []


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_in_the_documents_leads_somewhere(path: Path) -> None:
    links = _LINK.findall(path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_no_file_names_a_place_on_one_machine() -> None:
    found = {
        str(path.relative_to(ROOT)): _MACHINE_PATH.findall(path.read_text(encoding="utf-8"))
        for path in project_files()
    }
    assert {name: paths for name, paths in found.items() if paths} == {}


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_is_pinned_exactly_and_as_in_the_lock(name: str) -> None:
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    asked = requirements(name)
    assert [line for line in asked.values() if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    assert [line for line in asked.values() if line not in locked] == []


def test_the_lock_constrains_a_plain_pip_install() -> None:
    assert "-c requirements.lock" in (ROOT / "requirements.txt").read_text(encoding="utf-8")


def test_every_library_behind_a_door_is_a_requirement_and_every_requirement_has_a_door() -> None:
    providers = packages_distributions()
    asked = set(requirements("requirements.txt"))
    here = asked | set(requirements("requirements-dev.txt"))
    provided = {
        library: {name.lower().replace("_", "-") for name in providers.get(library, ())}
        & (here if library in OPTIONAL else asked)
        for library in DOORS
    }
    assert [library for library, names in provided.items() if not names] == []
    assert asked - {name for names in provided.values() for name in names} == set()


def test_a_machine_path_is_seen() -> None:
    place = "/".join(("", "home", "anna"))
    found = _MACHINE_PATH.findall(f'open("{place}/x"), https://a.example{place}, ./home/x')
    assert found == [place]
