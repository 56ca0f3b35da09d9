"""Reads a tree of Python sources for how it is built, without importing any of it.

Rules come in as tables; what comes out are sentences, one for each place that breaks one.  A table
names a module (``database``) or a room with all that lies in it (``tidemark.storage.*``).
"""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Import:
    """One imported name: a module, or ``name`` out of ``module``."""

    module: str
    name: str | None
    line: int
    is_late: bool
    is_relative: bool


@dataclass(frozen=True)
class Module:
    """One source file, by its dotted name."""

    name: str
    source: str

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed source."""
        return ast.parse(self.source, filename=self.name)

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """Every import, those inside functions too."""
        return tuple(_imports_below(self.tree, is_late=False))


def _imports_below(node: ast.AST, *, is_late: bool) -> Iterator[Import]:
    # Expressions hold no import, and are nine tenths of a tree
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield from _imports_of(child, is_late=is_late)
            yield from _imports_below(child, is_late=is_late or isinstance(child, Function))


def _imports_of(node: ast.AST, *, is_late: bool) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Import(alias.name, None, node.lineno, is_late, is_relative=False)
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield Import(node.module or "", alias.name, node.lineno, is_late, node.level > 0)


def read(root: Path, patterns: Sequence[str]) -> tuple[Module, ...]:
    """Read the modules below ``root`` whose paths match one of ``patterns``, by name."""
    paths = {path for pattern in patterns for path in root.glob(pattern)}
    return tuple(
        Module(_dotted(path.relative_to(root)), path.read_text(encoding="utf-8"))
        for path in sorted(paths)
    )


def _dotted(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def covers(entry: str, name: str) -> bool:
    """Say whether a table's ``entry`` speaks of the module ``name``.

    >>> covers("agents.*", "agents.context"), covers("database", "database.x")
    (True, False)
    """
    room = entry.removesuffix(".*")
    return name == room or (entry != room and name.startswith(room + "."))


def allowed(entries: Sequence[str], name: str) -> bool:
    """Say whether one of ``entries`` covers ``name``; ``*`` covers all."""
    return any(entry == "*" or covers(entry, name) for entry in entries)


def _place(name: str, floors: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    for height, entries in enumerate(reversed(floors)):
        for entry in entries:
            if covers(entry, name):
                return height, entry
    return None


def _own_imports(module: Module, names: set[str]) -> Iterator[tuple[Import, str]]:
    tops = {name.partition(".")[0] for name in names}
    for found in module.imports:
        whole = f"{found.module}.{found.name}"
        target = whole if whole in names else found.module
        if target.partition(".")[0] in tops:
            yield found, target


def homeless(modules: Sequence[Module], floors: Sequence[Sequence[str]]) -> list[str]:
    """List the modules that stand on no floor."""
    return [f"{module.name} has no floor" for module in modules if not _place(module.name, floors)]


def climbing(modules: Sequence[Module], floors: Sequence[Sequence[str]]) -> list[str]:
    """List the imports that do not go down, nor stay in one room (an entry with ``.*``)."""
    names = {module.name for module in modules}
    broken = []
    for module in modules:
        for found, target in _own_imports(module, names):
            here, there = _place(module.name, floors), _place(target, floors)
            if here is None or there is None:
                continue
            is_same_room = here == there and here[1].endswith(".*")
            if there[0] >= here[0] and not is_same_room:
                broken.append(f"{module.name}:{found.line} imports {target}, which is not below")
    return broken


def circles(modules: Sequence[Module]) -> list[str]:
    """List the modules that reach themselves by imports."""
    names = {module.name for module in modules}
    below = {
        module.name: {target for _, target in _own_imports(module, names)} for module in modules
    }
    return [f"{name} imports itself in a circle" for name in below if name in _reach(name, below)]


def _reach(start: str, below: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = list(below[start])
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(below.get(name, ()))
    return reached


def doorless(modules: Sequence[Module], doors: Mapping[str, Sequence[str]]) -> list[str]:
    """List the imports of libraries outside their doors, and of libraries that have none."""
    ours = {module.name.split(".")[0] for module in modules}
    broken = []
    for module in modules:
        for found in module.imports:
            library = found.module.split(".")[0]
            if found.is_relative or library in ours or library in sys.stdlib_module_names:
                continue
            if library not in doors:
                broken.append(f"{module.name}:{found.line} imports {library}, which has no door")
            elif not allowed(doors[library], module.name):
                broken.append(f"{module.name}:{found.line} imports {library} beside its door")
    return broken


def crooked_imports(modules: Sequence[Module], late: Sequence[str]) -> list[str]:
    """List relative and star imports, and late ones of modules that are not among ``late``."""
    broken = []
    for module in modules:
        for found in module.imports:
            where = f"{module.name}:{found.line}"
            if found.is_relative:
                broken.append(f"{where} imports relatively")
            if found.name == "*":
                broken.append(f"{where} imports everything")
            if found.is_late and not allowed(late, module.name):
                broken.append(f"{where} imports inside a function")
    return broken


def rooms(modules: Sequence[Module]) -> dict[str, list[str]]:
    """Return the modules of each room; the top level is the empty name."""
    packages = {module.name.rpartition(".")[0] for module in modules}
    inside: dict[str, list[str]] = {}
    for module in modules:
        if module.name not in packages:
            inside.setdefault(module.name.rpartition(".")[0], []).append(module.name)
    return inside


def crowded(modules: Sequence[Module], *, most: int) -> list[str]:
    """List the rooms that hold more than ``most`` modules of their own."""
    return [
        f"{room} holds {len(inside)} modules"
        for room, inside in rooms(modules).items()
        if len(inside) > most
    ]


def twins(modules: Sequence[Module], known: Mapping[str, str]) -> list[str]:
    """List public classes of one name that are not ``known``, and known ones that are not twice."""
    places: dict[str, list[str]] = {}
    for module in modules:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(module.name)
    twice = {name: where for name, where in places.items() if len(where) > 1}
    return [
        f"{name} is a class of {', '.join(where)}"
        for name, where in twice.items()
        if name not in known
    ] + [f"{name} is listed and not twice there" for name in known if name not in twice]


def crooked_docstrings(modules: Sequence[Module], words: Sequence[str]) -> list[str]:
    """List modules without a docstring, and those whose docstring begins with one of ``words``."""
    firsts = {
        module.name: next(iter((ast.get_docstring(module.tree) or "").split()), "")
        for module in modules
    }
    return [f"{name} has no docstring" for name, first in firsts.items() if not first] + [
        f"{name} begins with {first}" for name, first in firsts.items() if first in words
    ]


def untested(modules: Sequence[Module], tests: Sequence[str]) -> list[str]:
    """List modules of which no file of ``tests`` has the name."""
    return [
        f"{module.name} has no test_{last}.py"
        for module in modules
        if (last := module.name.rpartition(".")[2]) not in tests
    ]


def imported_from(module: Module, room: str, ending: str = "") -> set[str]:
    """Return the modules of ``room`` that ``module`` imports, or takes such a class from."""
    inside = f"{room}."
    return {
        found.module if found.module.startswith(inside) else f"{room}.{found.name}"
        for found in module.imports
        if found.name is not None
        and ((found.module == room and not ending) or found.module.startswith(inside))
        and found.name.endswith(ending)
    }


def out_of_place(modules: Sequence[Module], places: Mapping[str, Sequence[str]]) -> list[str]:
    """List uses of the names in ``places`` (dotted, as in ``os.environ``) outside their modules."""
    broken = []
    for module in modules:
        for name, line in _uses(module):
            for forbidden, entries in places.items():
                is_it = name == forbidden or name.startswith(forbidden + ".")
                if is_it and not allowed(entries, module.name):
                    broken.append(f"{module.name}:{line} uses {forbidden}")
    return sorted(set(broken))


def _uses(module: Module) -> Iterator[tuple[str, int]]:
    meanings = _meanings(module.tree)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute | ast.Name):
            root, rest = _chain(node)
            if root in meanings:
                yield ".".join((meanings[root], *rest)), node.lineno


def _meanings(tree: ast.Module) -> dict[str, str]:
    meanings = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.split(".")[0]
                meanings[alias.asname or root] = alias.name if alias.asname else root
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                meanings[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return meanings


def _chain(node: ast.expr) -> tuple[str, tuple[str, ...]]:
    if isinstance(node, ast.Name):
        return node.id, ()
    if isinstance(node, ast.Attribute):
        root, rest = _chain(node.value)
        return root, (*rest, node.attr)
    return "", ()


def empty_fronts(modules: Sequence[Module]) -> list[str]:
    """List top-level modules that only hand on the names of others."""
    return [
        f"{module.name} only hands names on"
        for module in modules
        if "." not in module.name
        and module.imports
        and all(_hands_on(node) for node in module.tree.body)
    ]


def _hands_on(node: ast.stmt) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    is_all = isinstance(node, ast.Assign) and isinstance(
        node.value, ast.Name | ast.List | ast.Tuple
    )
    return is_text or is_all or isinstance(node, ast.Import | ast.ImportFrom)
