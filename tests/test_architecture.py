"""The layers hold: who imports whom, who touches the world, and what a module looks like.

Each rule is a function from modules to faults. A table of bad snippets proves that it can fail;
then it is put to the whole source.
"""

from __future__ import annotations

import ast
import graphlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .source import ROOT, Module, imports, modules, snippet

# From the bottom up. Packages on one line never import each other.
LAYERS = (
    ("errors", "regex", "templates"),
    ("text",),
    ("model",),
    ("formats", "rules"),
    ("store", "adapters"),
    ("actions",),
    ("integrations",),
    ("cli",),
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
CLI_MAY = {"cli", "actions", "integrations", "model", "errors"}
PURE = {"model", "formats", "rules", "text", "regex", "errors"}
WORLD = {
    *("asyncio", "fcntl", "filelock", "ftplib", "getpass", "glob", "http", "importlib", "io"),
    *("logging", "mmap", "msvcrt", "multiprocessing", "os", "pathlib", "platform", "pty"),
    *("random", "requests", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "ssl"),
    *("subprocess", "sys", "tempfile", "threading", "time", "urllib.request", "uuid"),
}
SCREEN = {"typer", "rich", "click"}
WRITER = "memory_md.store.files"

Fault = str
Rule = Callable[[list[Module]], Iterator[Fault]]


def layer(name: str) -> str:
    """The layer of one of our modules ("store"); empty for the root package and for others'."""
    parts = name.split(".")
    if parts[0] in ("cli", "templates"):
        return parts[0]
    return parts[1] if parts[0] == "memory_md" and len(parts) > 1 else ""


def known(source: list[Module]) -> set[str]:
    return {module.name for module in source} | {f"memory_md.{name}" for name in RANK}


def calls(module: Module) -> Iterator[tuple[ast.Call, str, str]]:
    """Yield (call, what it is called on, its last name): `os.path.join(…)`, "os.path", "join"."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield node, ast.unparse(node.func.value), node.func.attr
            elif isinstance(node.func, ast.Name):
                yield node, "", node.func.id


# -- the rules ---------------------------------------------------------------------------------


def imports_point_downward(source: list[Module]) -> Iterator[Fault]:
    names = known(source)
    for module in source:
        own = layer(module.name)
        if own and own not in RANK:
            yield f"{module.path}: `{own}` has no place among the layers"
            continue
        for line, name in imports(module, names):
            other = layer(name)
            if not own or not other or other == own:
                continue
            where = f"{module.path}:{line}"
            if other not in RANK:
                yield f"{where}: `{other}` has no place among the layers"
            elif own == "cli" and other not in CLI_MAY:
                yield f"{where}: cli speaks to actions, integrations, model and errors, not {other}"
            elif RANK[other] >= RANK[own]:
                yield f"{where}: {own} must not import {other}"


def imports_have_no_cycle(source: list[Module]) -> Iterator[Fault]:
    names = {module.name for module in source}
    graph = {
        module.name: {name for _, name in imports(module, names) if name in names} - {module.name}
        for module in source
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        yield "a cycle of imports: " + " ← ".join(error.args[1])


def pure_layers_leave_the_world_alone(source: list[Module]) -> Iterator[Fault]:
    names = known(source)
    for module in source:
        if layer(module.name) not in PURE:
            continue
        for line, name in imports(module, names):
            if name in WORLD or name.split(".")[0] in WORLD:
                yield f"{module.path}:{line}: {layer(module.name)} must not import {name}"
        for call, on, name in calls(module):
            if not on and name in {"open", "input", "print", "exec", "eval", "__import__"}:
                yield f"{module.path}:{call.lineno}: {layer(module.name)} must not call {name}()"


def only_the_command_line_reads_the_clock(source: list[Module]) -> Iterator[Fault]:
    for module in source:
        if module.parts[0] == "cli":
            continue
        for call, on, name in calls(module):
            told = len(call.args) + len(call.keywords) > 0 and name != "now"
            if on and name in {"now", "utcnow", "today"} and not told:
                yield f"{module.path}:{call.lineno}: the time is an argument, not {on}.{name}()"


def only_the_command_line_knows_the_screen(source: list[Module]) -> Iterator[Fault]:
    for module in source:
        if module.parts[0] == "cli":
            continue
        for line, name in imports(module, known(source)):
            if name.split(".")[0] in SCREEN:
                yield f"{module.path}:{line}: only cli imports {name}"


def nobody_imports_click(source: list[Module]) -> Iterator[Fault]:
    for module in source:
        for line, name in imports(module, set()):
            if name.split(".")[0] == "click":
                yield f"{module.path}:{line}: Typer's own click is not ours to import"


def importing_is_cheap(source: list[Module]) -> Iterator[Fault]:
    """A dataclass costs 0.2 ms to make, an expression 0.1 to 3, and every call would pay it."""
    for module in source:
        for line, name in imports(module, set()):
            if name.split(".")[0] == "dataclasses":
                yield f"{module.path}:{line}: make it a msgspec.Struct, not a dataclass"
        made_later = [
            part
            for function in ast.walk(module.tree)
            if isinstance(function, ast.FunctionDef | ast.Lambda)
            for part in ast.walk(function)
        ]
        for call, on, name in calls(module):
            given = call.args[0] if call.args else None
            is_text = isinstance(given, ast.Constant) and isinstance(given.value, str)
            made = (on, name) == ("re", "compile") and module.parts[0] != "cli"
            if made and is_text and call not in made_later:
                yield f"{module.path}:{call.lineno}: regex() compiles it when it is used"
            is_named = isinstance(given, ast.Name) and given.id.startswith("_")
            if on == "re" and is_named and name not in {"compile", "escape"}:
                yield f"{module.path}:{call.lineno}: call {ast.unparse(given)}.{name}()"


def only_one_package_writes(source: list[Module]) -> Iterator[Fault]:
    for module in source:
        if f"{module.name}.".startswith(f"{WRITER}."):
            continue
        for call, on, name in calls(module):
            if _writes(call, on, name):
                yield f"{module.path}:{call.lineno}: only {WRITER}.* opens a file for writing"


def every_open_names_its_encoding(source: list[Module]) -> Iterator[Fault]:
    for module in source:
        for call, on, name in calls(module):
            if _guesses_encoding(call, on, name):
                yield f"{module.path}:{call.lineno}: {name}() without an encoding"


def every_module_says_what_it_is(source: list[Module]) -> Iterator[Fault]:
    for module in source:
        if not (ast.get_docstring(module.tree) or "").strip():
            yield f"{module.path}: no docstring"


def no_module_is_a_drawer(source: list[Module]) -> Iterator[Fault]:
    drawers = re.compile(r"_?(utils?|helpers?|managers?|services?|common|misc)")
    for module in source:
        if any(drawers.fullmatch(part) for part in module.parts):
            yield f"{module.path}: name it after what it owns"


# -- what a call does --------------------------------------------------------------------------


def _argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    for given in call.keywords:
        if given.arg == keyword:
            return given.value
    return call.args[position] if len(call.args) > position else None


def _mode(call: ast.Call, on: str, name: str) -> str | None:
    """The mode a call opens a file with; "?" where it cannot be told, None where it opens none."""
    if name not in {"open", "fdopen"} or (on == "os" and name == "open"):
        return None
    is_function = not on or on in {"io", "os", "codecs", "gzip", "bz2", "lzma", "tokenize"}
    mode = _argument(call, 1 if is_function else 0, "mode")
    if mode is None:
        return "r"
    if isinstance(mode, ast.Constant) and isinstance(mode.value, str):
        return mode.value
    return "?"


def _writes(call: ast.Call, on: str, name: str) -> bool:
    if name in {"write_text", "write_bytes", "touch", "mkstemp"} or name.endswith("TemporaryFile"):
        return True
    if on == "shutil" and (name.startswith("copy") or name == "move"):
        return True
    if on == "os" and name == "open":
        if call.args and ast.unparse(call.args[0]) == "os.devnull":
            return False
        flags = _argument(call, 1, "flags")
        text = ast.unparse(flags) if flags else ""
        return not re.fullmatch(r"os\.O_RDONLY( \| os\.O_(CLOEXEC|NOFOLLOW|NONBLOCK))*", text)
    mode = _mode(call, on, name)
    return mode is not None and bool(set(mode) & set("wax+?"))


def _guesses_encoding(call: ast.Call, on: str, name: str) -> bool:
    keywords = {given.arg for given in call.keywords}
    if None in keywords or "encoding" in keywords:
        return False
    if any(
        given.arg in {"text", "universal_newlines"} and ast.unparse(given.value) == "True"
        for given in call.keywords
    ):
        return True
    if name in {"read_text", "write_text"}:
        return len(call.args) <= (name == "write_text")
    mode = _mode(call, on, name)
    if mode is None or "b" in mode:
        return False
    return len(call.args) <= (2 if on and on != "io" else 3)


# -- the rules can fail ------------------------------------------------------------------------

BAD: list[tuple[Rule, str, str]] = [
    (imports_point_downward, "memory_md.formats.a", "from ..rules import dedup"),
    (imports_point_downward, "memory_md.rules.a", "import memory_md.formats"),
    (imports_point_downward, "memory_md.store.a", "from memory_md import adapters"),
    (imports_point_downward, "memory_md.git.process", "from ..store.files import read"),
    (imports_point_downward, "memory_md.adapters.transcripts.a", "from ...store import files"),
    (imports_point_downward, "memory_md.model.a", "def f():\n    from ..rules import graph"),
    (imports_point_downward, "memory_md.base.text", "from .model.entry import Entry"),
    (imports_point_downward, "memory_md.base.errors", "from . import text"),
    (imports_point_downward, "memory_md.actions.a", "from ..integrations import git"),
    (imports_point_downward, "memory_md.actions.a", "import memory_md_cli.main"),
    (imports_point_downward, "memory_md.actions.a", "from ..brain import think"),
    (imports_point_downward, "memory_md.brain.a", ""),
    (imports_point_downward, "memory_md.formats.a", "from .. import store"),
    (imports_point_downward, "cli.commands.a", "from memory_md.store import files"),
    (imports_point_downward, "cli.commands.a", "from memory_md import rules"),
    (imports_point_downward, "cli.commands.a", "from memory_md.recall.text.context import render"),
    (imports_point_downward, "cli.commands.a", "from memory_md.base.text import clip"),
    (pure_layers_leave_the_world_alone, "memory_md.model.a", "from pathlib import Path"),
    (pure_layers_leave_the_world_alone, "memory_md.formats.a", "import os.path"),
    (pure_layers_leave_the_world_alone, "memory_md.rules.a", "def f():\n    import random"),
    (pure_layers_leave_the_world_alone, "memory_md.base.text", "from time import time"),
    (
        pure_layers_leave_the_world_alone,
        "memory_md.base.text",
        "from urllib.request import urlopen",
    ),
    (pure_layers_leave_the_world_alone, "memory_md.rules.a", "open('x', encoding='utf-8')"),
    (pure_layers_leave_the_world_alone, "memory_md.rules.a", "print('here')"),
    (only_the_command_line_reads_the_clock, "memory_md.rules.a", "date.today()"),
    (only_the_command_line_reads_the_clock, "memory_md.formats.a", "datetime.now(UTC)"),
    (only_the_command_line_reads_the_clock, "memory_md.actions.a", "dt.datetime.utcnow()"),
    (only_the_command_line_knows_the_screen, "memory_md.actions.a", "import typer"),
    (only_the_command_line_knows_the_screen, "memory_md.store.a", "from rich.text import Text"),
    (nobody_imports_click, "cli.main", "from click import Context"),
    (importing_is_cheap, "memory_md.rules.a", "from dataclasses import dataclass"),
    (importing_is_cheap, "memory_md.rules.a", "A = (re.compile('a'), 1)"),
    (importing_is_cheap, "memory_md.rules.a", "def f(t):\n    return re.split(_WORD, t)"),
    (only_one_package_writes, "memory_md.store.a", "open(p, 'w', encoding='utf-8')"),
    (only_one_package_writes, "memory_md.store.a", "open(p, mode='ab')"),
    (only_one_package_writes, "memory_md.store.a", "open(p, how)"),
    (only_one_package_writes, "memory_md.store.files_of_others", "open(p, 'wb')"),
    (only_one_package_writes, "memory_md.actions.a", "path.open('r+b')"),
    (only_one_package_writes, "memory_md.actions.a", "(root / 'x').write_text(t, 'utf-8')"),
    (only_one_package_writes, "memory_md.actions.a", "path.write_bytes(data)"),
    (only_one_package_writes, "memory_md.files.lock", "os.open(p, os.O_RDWR | os.O_CREAT)"),
    (only_one_package_writes, "memory_md.files.lock", "os.open(p, flags)"),
    (only_one_package_writes, "memory_md.integrations.a", "tempfile.NamedTemporaryFile()"),
    (only_one_package_writes, "memory_md.integrations.a", "shutil.copyfile(a, b)"),
    (only_one_package_writes, "cli.commands.a", "os.fdopen(fd, 'w', encoding='utf-8')"),
    (every_open_names_its_encoding, "memory_md.store.a", "open(p)"),
    (every_open_names_its_encoding, "memory_md.store.a", "open(p, 'r')"),
    (every_open_names_its_encoding, "memory_md.store.a", "path.open()"),
    (every_open_names_its_encoding, "memory_md.store.a", "path.read_text()"),
    (every_open_names_its_encoding, "memory_md.store.a", "path.write_text(text)"),
    (every_open_names_its_encoding, "memory_md.git.process", "run(['git'], text=True)"),
    (every_module_says_what_it_is, "memory_md.store.a", "x = 1"),
    (every_module_says_what_it_is, "memory_md.store.a", '"""  """'),
    (no_module_is_a_drawer, "memory_md.store.utils", ""),
    (no_module_is_a_drawer, "memory_md.helpers.paths", ""),
    (no_module_is_a_drawer, "cli.common", ""),
]

GOOD: list[tuple[Rule, str, str]] = [
    (imports_point_downward, "memory_md.formats.a", "from . import b\nfrom ..model import entry"),
    (imports_point_downward, "memory_md.integrations.a", "from ..actions import extract"),
    (imports_point_downward, "memory_md.store.a", "from .. import __version__, templates"),
    (imports_point_downward, "cli.a", "from memory_md import __version__, actions\nimport rich"),
    (
        imports_point_downward,
        "cli.commands.a",
        "from .. import b\nfrom memory_md.base.errors import E",
    ),
    (
        pure_layers_leave_the_world_alone,
        "memory_md.rules.a",
        "import posixpath, datetime, urllib.parse",
    ),
    (only_the_command_line_reads_the_clock, "memory_md.rules.a", "f(now=now); decay(today)"),
    (only_the_command_line_reads_the_clock, "cli.main", "datetime.now(UTC)"),
    (only_the_command_line_knows_the_screen, "cli.main", "import typer"),
    (importing_is_cheap, "memory_md.rules.a", "from msgspec import Struct\nA = regex('a')"),
    (importing_is_cheap, "memory_md.rules.a", "def f(t):\n    return re.compile(t).split(t)"),
    (only_one_package_writes, "memory_md.files.replacing", "open(p, 'wb')"),
    (only_one_package_writes, "memory_md.store.a", "open(p, 'rb'); files.open_lock(p)"),
    (only_one_package_writes, "memory_md.store.a", "os.open(p, os.O_RDONLY | os.O_NOFOLLOW)"),
    (only_one_package_writes, "cli.main", "os.dup2(os.open(os.devnull, os.O_WRONLY), 1)"),
    (only_one_package_writes, "memory_md.store.a", "old.copy(); sys.stdout.write('x')"),
    (every_open_names_its_encoding, "memory_md.store.a", "open(p, encoding='utf-8')"),
    (every_open_names_its_encoding, "memory_md.store.a", "open(p, 'rb'); path.open('rb')"),
    (every_open_names_its_encoding, "memory_md.store.a", "path.read_text('utf-8')"),
    (every_open_names_its_encoding, "memory_md.store.a", "run(['git'], text=False); Entry(text=x)"),
    (no_module_is_a_drawer, "memory_md.rules.commonality", ""),
]

RULES: list[Rule] = [*dict.fromkeys(rule for rule, _, _ in BAD), imports_have_no_cycle]


def case(row: tuple[Rule, str, str]) -> str:
    return f"{row[0].__name__}: {row[1]}: {row[2]}"


@pytest.mark.parametrize("row", BAD, ids=case)
def test_a_rule_notices(row: tuple[Rule, str, str]) -> None:
    rule, name, text = row
    assert list(rule([snippet(name, text)]))


@pytest.mark.parametrize("row", GOOD, ids=case)
def test_a_rule_lets_pass(row: tuple[Rule, str, str]) -> None:
    rule, name, text = row
    assert not list(rule([snippet(name, text)]))


def test_a_cycle_is_noticed() -> None:
    one = snippet("memory_md.model.a", "from .b import x")
    two = snippet("memory_md.model.b", "def f():\n    from . import a")
    assert list(imports_have_no_cycle([one, two]))
    assert not list(imports_have_no_cycle([one, snippet("memory_md.model.b", "")]))


# -- the rules hold ----------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_source_keeps_the_rule(rule: Rule) -> None:
    source = modules()
    assert len(source) > 20, "the source was not found"
    assert not list(rule(source))


def test_the_rules_know_the_standard_library() -> None:
    others = {"filelock", "requests", "urllib.request"}
    assert WORLD - others <= sys.stdlib_module_names


# -- the repository is complete in itself ------------------------------------------------------

# Names of the place where the project was built; a reader of the repository cannot follow them.
_PLACES = ("/work" + r"/(main|shared)\b", r"\.lib" + "rary/", "SPEC" + " ?§")
_DATA = r"\.\./" + "shared"  # the collection of real files, which benchmarks may look for
_FOREIGN = re.compile("|".join((*_PLACES, _DATA)))
_FOREIGN_TO_BENCHMARKS = re.compile("|".join(_PLACES))
_SKIPPED = {".git", ".venv", ".hypothesis", "build", "dist", "__pycache__"}


def foreign(name: str, text: str) -> list[str]:
    """The lines that speak of something outside of the repository."""
    pattern = _FOREIGN_TO_BENCHMARKS if name.startswith("benchmarks/") else _FOREIGN
    return [
        f"{name}:{number}: {line.strip()[:80]}"
        for number, line in enumerate(text.split("\n"), 1)
        if pattern.search(line)
    ]


def files() -> Iterator[Path]:
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        skipped = any(part in _SKIPPED or part.endswith(("_cache", ".egg-info")) for part in parts)
        if path.is_file() and not skipped:
            yield path


def test_a_mention_of_the_outside_is_noticed() -> None:
    assert foreign("x", "see ../" + "shared/notes.md")
    assert foreign("benchmarks/x.py", "cd /work" + "/main")
    assert not foreign("benchmarks/x.py", "../" + "shared/realdata")
    assert not foreign("x", "a shared/ folder; how things work/mainly")


def test_nothing_points_outside_of_the_repository() -> None:
    found = []
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += foreign(path.relative_to(ROOT).as_posix(), text)
    assert not found
