"""The rooms hold: who imports whom, who touches the world, and what a module looks like.

Each rule is a function from modules to faults. A table of bad snippets proves that it can fail;
then it is put to the whole source.
"""

from __future__ import annotations

import ast
import graphlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from .rows import check_rows
from .source import ROOT, Module, imports, modules, snippet

# From what is used to what uses: a room imports those before it, and the `model` of any.
ROOMS = (
    *("base", "markdown", "files", "git", "safety", "terms", "dedup", "symbols", "memory"),
    *("transcripts", "sessions", "callgraph", "llm", "extract", "diary", "graph", "adr", "merge"),
    *("imports", "recall", "review", "check", "replay", "doctor", "agents"),
)
RANK = {name: rank for rank, name in enumerate(("templates", *ROOMS, "cli"))}
# Rooms that exist to deal with the disk, git or other programs; elsewhere these roles do.
OUTSIDE_ROOMS = {"files", "git", "agents"}
OUTSIDE_ROLES = {"disk", "actions", "backends"}
CLI_MAY = {"actions", "model", "agents", "errors", "scratch", "printable_text", "columns"}
WORLD = {
    *("asyncio", "fcntl", "filelock", "ftplib", "getpass", "glob", "http", "importlib", "io"),
    *("logging", "mmap", "msvcrt", "multiprocessing", "os", "pathlib", "platform", "pty"),
    *("random", "requests", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "ssl"),
    *("subprocess", "sys", "tempfile", "threading", "time", "urllib.request", "uuid"),
}
SCREEN = {"typer", "rich", "click"}
WRITER = "memory_md.files"

Fault = str
Rule = Callable[[list[Module]], Iterator[Fault]]


def room(name: str) -> str:
    """The room of one of our modules ("diary"); empty for the root package and for others'."""
    parts = name.split(".")
    if parts[0] in ("cli", "templates"):
        return parts[0]
    return parts[1] if parts[0] == "memory_md" and len(parts) > 1 else ""


def roles(name: str) -> set[str]:
    """What a module is in its room, by its own name and those of the folders it is in."""
    return set(name.split(".")[2:])


def is_pure(name: str) -> bool:
    """Whether a module of ours may touch no disk, clock, network, process or randomness."""
    own = room(name)
    return own not in {"", "cli", "templates", *OUTSIDE_ROOMS} and not roles(name) & OUTSIDE_ROLES


def known(source: list[Module]) -> set[str]:
    return {module.name for module in source} | {f"memory_md.{name}" for name in RANK}


# -- the rules ---------------------------------------------------------------------------------


def rooms_import_what_comes_before_them(source: list[Module]) -> Iterator[Fault]:
    names = known(source)
    for module in source:
        own = room(module.name)
        if own and own not in RANK:
            yield f"{module.path}: `{own}` is not a room"
            continue
        for line, name in imports(module, names):
            other = room(name)
            if not own or not other or other == own:
                continue
            where = f"{module.path}:{line}"
            if other not in RANK:
                yield f"{where}: `{other}` is not a room"
            elif own == "cli" and not {other, *roles(name)} & CLI_MAY:
                yield f"{where}: cli speaks to actions, agents, models and errors, not {name}"
            elif RANK[other] >= RANK[own] and "model" not in roles(name):
                yield f"{where}: {own} must not import {name}"


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


def models_text_and_rules_are_pure(source: list[Module]) -> Iterator[Fault]:
    names = known(source)
    for module in source:
        if not is_pure(module.name):
            continue
        for line, name in imports(module, names):
            if name in WORLD or name.split(".")[0] in WORLD:
                yield f"{module.path}:{line}: only disk and actions import {name}"
        for call, on, name in module.calls:
            if not on and name in {"open", "input", "print", "exec", "eval", "__import__"}:
                yield f"{module.path}:{call.lineno}: only disk and actions call {name}()"


def only_the_command_line_reads_the_clock(source: list[Module]) -> Iterator[Fault]:
    for module in source:
        if module.parts[0] == "cli":
            continue
        for call, on, name in module.calls:
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
        of_interest = [row for row in module.calls if row[1] == "re"]
        made_later = {
            part
            for function in (module.nodes if of_interest else ())
            if isinstance(function, ast.FunctionDef | ast.Lambda)
            for part in ast.walk(function)
        }
        for call, on, name in of_interest:
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
        for call, on, name in module.calls:
            if _writes(call, on, name):
                yield f"{module.path}:{call.lineno}: only {WRITER}.* opens a file for writing"


def every_open_names_its_encoding(source: list[Module]) -> Iterator[Fault]:
    for module in source:
        for call, on, name in module.calls:
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
    (rooms_import_what_comes_before_them, "memory_md.memory.a", "from ..recall import rules"),
    (rooms_import_what_comes_before_them, "memory_md.dedup.a", "import memory_md.memory"),
    (rooms_import_what_comes_before_them, "memory_md.git.a", "from memory_md import safety"),
    (rooms_import_what_comes_before_them, "memory_md.git.a", "from ..memory.disk import repo"),
    (rooms_import_what_comes_before_them, "memory_md.diary.rules.a", "from ...graph import text"),
    (
        rooms_import_what_comes_before_them,
        "memory_md.dedup.a",
        "def f():\n    from .. import graph",
    ),
    (rooms_import_what_comes_before_them, "memory_md.base.text", "from ..files import lock"),
    (rooms_import_what_comes_before_them, "memory_md.recall.a", "from ..agents import install"),
    (rooms_import_what_comes_before_them, "memory_md.recall.a", "import memory_md_cli.main"),
    (rooms_import_what_comes_before_them, "memory_md.recall.a", "from ..brain import think"),
    (rooms_import_what_comes_before_them, "memory_md.brain.a", ""),
    (rooms_import_what_comes_before_them, "cli.commands.a", "from memory_md.files import lock"),
    (rooms_import_what_comes_before_them, "cli.commands.a", "from memory_md.diary import text"),
    (rooms_import_what_comes_before_them, "cli.a", "from memory_md.recall.text.formats import xml"),
    (rooms_import_what_comes_before_them, "cli.a", "from memory_md.base.text import clip"),
    (models_text_and_rules_are_pure, "memory_md.adr.model", "from pathlib import Path"),
    (models_text_and_rules_are_pure, "memory_md.diary.text.a", "import os.path"),
    (models_text_and_rules_are_pure, "memory_md.diary.rules.a", "def f():\n    import random"),
    (models_text_and_rules_are_pure, "memory_md.base.text", "from time import time"),
    (models_text_and_rules_are_pure, "memory_md.terms.a", "from urllib.request import urlopen"),
    (models_text_and_rules_are_pure, "memory_md.dedup.a", "open('x', encoding='utf-8')"),
    (models_text_and_rules_are_pure, "memory_md.merge.rules.a", "print('here')"),
    (only_the_command_line_reads_the_clock, "memory_md.dedup.a", "date.today()"),
    (only_the_command_line_reads_the_clock, "memory_md.diary.a", "datetime.now(UTC)"),
    (only_the_command_line_reads_the_clock, "memory_md.recall.a", "dt.datetime.utcnow()"),
    (only_the_command_line_knows_the_screen, "memory_md.recall.a", "import typer"),
    (only_the_command_line_knows_the_screen, "memory_md.memory.a", "from rich.text import Text"),
    (nobody_imports_click, "cli.main", "from click import Context"),
    (importing_is_cheap, "memory_md.dedup.a", "from dataclasses import dataclass"),
    (importing_is_cheap, "memory_md.dedup.a", "A = (re.compile('a'), 1)"),
    (importing_is_cheap, "memory_md.dedup.a", "def f(t):\n    return re.split(_WORD, t)"),
    (only_one_package_writes, "memory_md.memory.a", "open(p, 'w', encoding='utf-8')"),
    (only_one_package_writes, "memory_md.memory.a", "open(p, mode='ab')"),
    (only_one_package_writes, "memory_md.memory.a", "open(p, how)"),
    (only_one_package_writes, "memory_md.files_of_others", "open(p, 'wb')"),
    (only_one_package_writes, "memory_md.recall.a", "path.open('r+b')"),
    (only_one_package_writes, "memory_md.recall.a", "(root / 'x').write_text(t, 'utf-8')"),
    (only_one_package_writes, "memory_md.recall.a", "path.write_bytes(data)"),
    (only_one_package_writes, "memory_md.memory.lock", "os.open(p, os.O_RDWR | os.O_CREAT)"),
    (only_one_package_writes, "memory_md.memory.lock", "os.open(p, flags)"),
    (only_one_package_writes, "memory_md.agents.a", "tempfile.NamedTemporaryFile()"),
    (only_one_package_writes, "memory_md.agents.a", "shutil.copyfile(a, b)"),
    (only_one_package_writes, "cli.commands.a", "os.fdopen(fd, 'w', encoding='utf-8')"),
    (every_open_names_its_encoding, "memory_md.memory.a", "open(p)"),
    (every_open_names_its_encoding, "memory_md.memory.a", "open(p, 'r')"),
    (every_open_names_its_encoding, "memory_md.memory.a", "path.open()"),
    (every_open_names_its_encoding, "memory_md.memory.a", "path.read_text()"),
    (every_open_names_its_encoding, "memory_md.memory.a", "path.write_text(text)"),
    (every_open_names_its_encoding, "memory_md.git.process", "run(['git'], text=True)"),
    (every_module_says_what_it_is, "memory_md.memory.a", "x = 1"),
    (every_module_says_what_it_is, "memory_md.memory.a", '"""  """'),
    (no_module_is_a_drawer, "memory_md.memory.utils", ""),
    (no_module_is_a_drawer, "memory_md.helpers.paths", ""),
    (no_module_is_a_drawer, "cli.common", ""),
]

GOOD: list[tuple[Rule, str, str]] = [
    (rooms_import_what_comes_before_them, "memory_md.diary.text.a", "from . import b"),
    (rooms_import_what_comes_before_them, "memory_md.agents.a", "from ..extract import actions"),
    (rooms_import_what_comes_before_them, "memory_md.dedup.a", "from ..memory.model import entry"),
    (rooms_import_what_comes_before_them, "memory_md.files.a", "from .. import templates"),
    (
        rooms_import_what_comes_before_them,
        "cli.a",
        "from memory_md import __version__\nimport rich",
    ),
    (rooms_import_what_comes_before_them, "cli.a", "from memory_md.graph.actions import show"),
    (rooms_import_what_comes_before_them, "cli.a", "from memory_md.base.errors import MemError"),
    (models_text_and_rules_are_pure, "memory_md.dedup.a", "import posixpath, urllib.parse"),
    (models_text_and_rules_are_pure, "memory_md.diary.disk.a", "import os"),
    (models_text_and_rules_are_pure, "memory_md.llm.backends.a", "import subprocess"),
    (only_the_command_line_reads_the_clock, "memory_md.dedup.a", "f(now=now); decay(today)"),
    (only_the_command_line_reads_the_clock, "cli.main", "datetime.now(UTC)"),
    (only_the_command_line_knows_the_screen, "cli.main", "import typer"),
    (importing_is_cheap, "memory_md.dedup.a", "from msgspec import Struct\nA = regex('a')"),
    (importing_is_cheap, "memory_md.dedup.a", "def f(t):\n    return re.compile(t).split(t)"),
    (only_one_package_writes, "memory_md.files.replacing", "open(p, 'wb')"),
    (only_one_package_writes, "memory_md.memory.a", "open(p, 'rb'); files.open_lock(p)"),
    (only_one_package_writes, "memory_md.memory.a", "os.open(p, os.O_RDONLY | os.O_NOFOLLOW)"),
    (only_one_package_writes, "cli.main", "os.dup2(os.open(os.devnull, os.O_WRONLY), 1)"),
    (only_one_package_writes, "memory_md.memory.a", "old.copy(); sys.stdout.write('x')"),
    (every_open_names_its_encoding, "memory_md.memory.a", "open(p, encoding='utf-8')"),
    (every_open_names_its_encoding, "memory_md.memory.a", "open(p, 'rb'); path.open('rb')"),
    (every_open_names_its_encoding, "memory_md.memory.a", "path.read_text('utf-8')"),
    (
        every_open_names_its_encoding,
        "memory_md.memory.a",
        "run(['git'], text=False); Entry(text=x)",
    ),
    (no_module_is_a_drawer, "memory_md.dedup.commonality", ""),
]

RULES: list[Rule] = [*dict.fromkeys(rule for rule, _, _ in BAD), imports_have_no_cycle]


def case(row: tuple[Rule, str, str]) -> str:
    return f"{row[0].__name__}: {row[1]}: {row[2]}"


@check_rows("row", BAD, ids=case)
def test_a_rule_notices(row: tuple[Rule, str, str]) -> None:
    rule, name, text = row
    assert list(rule([snippet(name, text)]))


@check_rows("row", GOOD, ids=case)
def test_a_rule_lets_pass(row: tuple[Rule, str, str]) -> None:
    rule, name, text = row
    assert not list(rule([snippet(name, text)]))


def test_a_cycle_is_noticed() -> None:
    one = snippet("memory_md.adr.a", "from .b import x")
    two = snippet("memory_md.adr.b", "def f():\n    from . import a")
    assert list(imports_have_no_cycle([one, two]))
    assert not list(imports_have_no_cycle([one, snippet("memory_md.adr.b", "")]))


# -- the rules hold ----------------------------------------------------------------------------


@check_rows("rule", RULES, ids=lambda rule: rule.__name__)
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
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if not skipped(name)]
        yield from (Path(folder, name) for name in names if not skipped(name))


def skipped(name: str) -> bool:
    return name in _SKIPPED or name.endswith(("_cache", ".egg-info"))


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
