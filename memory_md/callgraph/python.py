"""Which Python function calls which, read from the source with `ast`; no code is run.

A function is named `path::qualified.name`, code outside of functions `path::<module>`. What a call
means follows from its scope, class, a written type or an import; what is not certain is no edge.
"""

import ast
import posixpath
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

Name = tuple[str, ...]  # a dotted name: ("Store", "save"); () for another expression
Found = tuple[str, str]  # (path, qualified name), "" for the module itself
_MOST_STEPS: Final = 8  # through imports and base classes


@dataclass(slots=True)
class Source:
    """What a file defines, imports (by local name: dots, module, name) and calls (caller, name)."""

    path: str
    functions: set[str] = field(default_factory=set)
    classes: dict[str, list[Name]] = field(default_factory=dict)  # with their bases
    imports: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    calls: list[tuple[str, Name]] = field(default_factory=list)

    def __contains__(self, name: str) -> bool:
        return name in self.functions or name in self.classes


def read_python(path: str, data: bytes) -> Source | None:
    """Return what a file holds; None for one that Python cannot read."""
    source = Source(path)
    try:
        with warnings.catch_warnings(action="ignore"):  # of string escapes
            _Reader(source).visit(ast.parse(data))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return source


class _Reader(ast.NodeVisitor):
    """One pass over a file, with the definitions around each node and the types of variables."""

    def __init__(self, source: Source) -> None:
        self.source, self.names = source, list[str]()
        self.functions = list[tuple[str, dict[str, Name]]]()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names.append(node.name)
        self.source.classes[".".join(self.names)] = [_dotted(base) for base in node.bases]
        self.generic_visit(node)
        self.names.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator)
        types = _types(node)
        is_plain = ("staticmethod",) not in map(_dotted, node.decorator_list)
        if ".".join(self.names) in self.source.classes and node.args.args and is_plain:
            types[node.args.args[0].arg] = tuple(self.names)
        self.names.append(node.name)
        self.functions.append((".".join(self.names), types))
        self.source.functions.add(".".join(self.names))
        for inside in node.body:
            self.visit(inside)
        self.functions.pop()
        self.names.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            module = alias.name if alias.asname else alias.name.partition(".")[0]
            self.source.imports[alias.asname or module] = (0, module, "")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            name = f"*{node.module}" if alias.name == "*" else alias.asname or alias.name
            self.source.imports[name] = (node.level, node.module or "", alias.name)

    def visit_Call(self, node: ast.Call) -> None:
        name = self._typed(_dotted(node.func))
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call):
            made = self._typed(_dotted(node.func.value.func))  # super().save(), Store().save()
            name = (*made, node.func.attr) if made else ()
        if name:
            caller = self.functions[-1][0] if self.functions else "<module>"
            self.source.calls.append((caller, name))
        self.generic_visit(node)

    def _typed(self, name: Name) -> Name:
        """Return a name with the type of its variable in its place; () where that is unknown."""
        for _, types in reversed(self.functions):
            if name and name[0] in types:
                type_ = types[name[0]]
                return (*type_, *name[1:]) if type_ else ()
        return name


def _types(node: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, Name]:
    """Return the variables of a function; of an argument the class that is written, else ()."""
    arguments = [one for one in ast.walk(node.args) if isinstance(one, ast.arg)]
    names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
    found = {one.arg: _dotted(one.annotation) for one in arguments}
    return found | {one.id: () for one in names if isinstance(one.ctx, ast.Store)}


def _dotted(node: ast.AST | None) -> Name:
    """Return the parts of `a.b.c`; in an annotation also of "a.b.c" and `a.b.c | None`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return tuple(node.value.split("."))
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
        return _dotted(node.left)
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return (*before, node.attr) if before else ()
    return (node.id,) if isinstance(node, ast.Name) else ()


class Project:
    """All files by path, and what names in them mean."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.sources = sources
        self.modules: dict[str, list[str]] = {}  # by each dotted name that can import them
        for path in sources:
            parts = path.removesuffix("/__init__.py").removesuffix(".py").split("/")
            for at in range(len(parts)):
                folder = "/".join(parts[:at])
                if not folder or f"{folder}/__init__.py" not in sources:
                    self.modules.setdefault(".".join(parts[at:]), []).append(path)

    def edges(self) -> Iterator[tuple[str, str]]:
        """Yield (caller, callee) of each call that leads to a function of these files."""
        for source in self.sources.values():
            for caller, name in source.calls:
                if found := self._callee(source, caller, name):
                    yield f"{source.path}::{caller}", "::".join(found)

    def _callee(self, source: Source, caller: str, name: Name) -> Found | None:
        """Return the function that is called; of a class its `__init__`."""
        if name[0] == "super":
            found = self._inherited((source.path, caller.rpartition(".")[0]), name[-1], _MOST_STEPS)
        else:
            found = self._named(source, caller, name, _MOST_STEPS)
        if found and found[1] in self.sources[found[0]].classes:
            found = self._member(found, "__init__", _MOST_STEPS)
        return found if found and found[1] in self.sources[found[0]].functions else None

    def _named(self, source: Source, scope: str, name: Name, steps: int) -> Found | None:
        """Return what a dotted name means in the scope of a function or class of a file."""
        while scope:  # a method does not see what its class defines
            inside = f"{scope}.{name[0]}"
            if scope in source.functions and inside in source:
                break
            scope = scope.rpartition(".")[0]
        found = (source.path, inside) if scope else self._top(source, name[0], steps)
        for part in name[1:]:
            found = self._member(found, part, steps) if found else None
        return found

    def _top(self, source: Source, name: str, steps: int) -> Found | None:
        """Return what a name means at the top of a file, through its imports."""
        if name in source:
            return source.path, name
        for local, bound in source.imports.items() if steps > 0 else ():
            is_it = local == name or local[0] == "*"
            if is_it and (found := self._imported(source.path, *bound, name, steps - 1)):
                return found
        return None

    def _imported(
        self, path: str, level: int, module: str, wanted: str, name: str, steps: int
    ) -> Found | None:
        """Return what an import binds; `wanted` is "" for the module itself, "*" for all of it."""
        folders = path.split("/")[:-level] if level else []
        dotted = ".".join([*folders, module] if module else folders)
        wanted = name if wanted == "*" else wanted
        found = self._module(path, dotted)
        if not wanted:
            return found
        inside = self._member(found, wanted, steps) if found else None
        return inside or self._module(path, f"{dotted}.{wanted}".strip("."))

    def _module(self, path: str, dotted: str) -> Found | None:
        """Return the module of a dotted name, the nearest to the file that imports it."""
        near = self.modules.get(dotted, ())
        best = max(near, key=lambda one: len(posixpath.commonprefix([one, path])), default="")
        return (best, "") if best else None

    def _member(self, found: Found, name: str, steps: int) -> Found | None:
        """Return what a module, a class or an instance of it has under that name."""
        source = self.sources[found[0]]
        if not found[1]:
            package = found[0].removesuffix("/__init__.py").replace("/", ".")
            return self._top(source, name, steps) or self._module(found[0], f"{package}.{name}")
        own = (found[0], f"{found[1]}.{name}")
        return own if own[1] in source else self._inherited(found, name, steps)

    def _inherited(self, class_: Found, name: str, steps: int) -> Found | None:
        """Return what the bases of a class define; None where one before it is not known."""
        source = self.sources[class_[0]]
        for base in source.classes.get(class_[1], ()) if steps > 0 else ():
            above = self._named(source, class_[1], base, steps - 1) if base else None
            if not above or above[1] not in self.sources[above[0]].classes:
                return None
            if found := self._member(above, name, steps - 1):
                return found
        return None
