"""The project's own source as a table of modules, for the tests that read it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TREES = {"memory_md": "memory_md", "cli": "cli"}
INSTALLED_AS = {"memory_md_cli": "cli", "memory_md.templates": "templates"}


@dataclass(frozen=True)
class Module:
    """One source file: `name` is dotted ("memory_md.files.lock", "cli.commands.graph").

    It is parsed and walked once, however many rules read it.
    """

    name: str
    path: str
    text: str
    is_package: bool = False

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @cached_property
    def importing(self) -> tuple[ast.Import | ast.ImportFrom, ...]:
        return tuple(n for n in self.nodes if isinstance(n, ast.Import | ast.ImportFrom))

    @cached_property
    def calls(self) -> tuple[tuple[ast.Call, str, str], ...]:
        """(call, what it is called on, its last name): `os.path.join(…)`, "os.path", "join"."""
        return tuple(_calls(self.nodes))

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.name.split("."))


def _calls(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.Call, str, str]]:
    for node in nodes:
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield node, ast.unparse(node.func.value), node.func.attr
            elif isinstance(node.func, ast.Name):
                yield node, "", node.func.id


def snippet(name: str, text: str) -> Module:
    """A module that exists only in a test."""
    return Module(name, name.replace(".", "/") + ".py", text)


def modules() -> list[Module]:
    """Every module that ships."""
    return [module for folder in TREES for module in _modules(folder)]


def modules_of_tests() -> list[Module]:
    """Every module of the tests, those of `tests/torture` included."""
    return list(_modules("tests"))


@cache
def _modules(folder: str) -> tuple[Module, ...]:
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        relative = path.relative_to(ROOT)
        if relative.parts[:2] == ("tests", "corpus"):
            continue
        parts = relative.with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        text = path.read_text(encoding="utf-8")
        found.append(Module(name, relative.as_posix(), text, is_package))
    return tuple(found)


def imports(module: Module, known: set[str]) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) for each import, wherever it stands, relative ones resolved.

    `from package import name` gives `package.name` where that is a module in `known`, else
    `package`. Names that the wheel installs under another name come back under ours.
    """
    for node in module.importing:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, _ours(alias.name)
        else:
            base = _ours(_absolute(module, node))
            for alias in node.names:
                whole = _ours(f"{base}.{alias.name}")
                yield node.lineno, whole if whole in known or alias.name == "*" else base


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module.parts if module.is_package else module.parts[:-1]
    above = package[: len(package) - node.level + 1]
    return ".".join((*above, node.module) if node.module else above)


def _ours(name: str) -> str:
    for installed, ours in INSTALLED_AS.items():
        if name == installed or name.startswith(installed + "."):
            return ours + name[len(installed) :]
    return name
