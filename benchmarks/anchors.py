"""How well entries whose code went away are known, replayed over the histories of repositories.

`python -m benchmarks anchors FOLDER [LEAST [-v]]`: FOLDER holds git repositories (bare or not, or
each in a folder of its own); those with fewer than LEAST commits (500) are passed over.

At a commit a third of the way, entries are made that name definitions, and their anchors noted. The
work tree then goes on in steps, and at each the entries are looked at. The labels come from syntax
trees that are walked here, without the program's reader: a definition is gone when no file of that
language defines its qualified name any more, and holds otherwise. What the program says of it is
that it is gone, or that it has another name now.
"""

from __future__ import annotations

import ast
import random
import re
import shutil
import subprocess
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from memory_md.files.layout import Layout
from memory_md.memory.actions.file_status import with_code
from memory_md.memory.disk.anchors import anchors_of
from memory_md.memory.model.entry import Entry
from memory_md.symbols.disk.grammars import grammar

_STEPS: Final = 8
_ENTRIES: Final = 150
_SAYINGS: Final = (
    "`{}` must run before the first request",
    "{} is not safe to call from two threads",
    "Call {} with the lock held",
    "`{}` keeps its result for the life of the process",
)
_DIALECTS: Final = {".ts": "typescript", ".go": "go"}
_KINDS: Final = {
    *("function_declaration", "class_declaration", "abstract_class_declaration", "type_spec"),
    *("interface_declaration", "type_alias_declaration", "method_definition", "const_spec"),
    *("method_declaration", "variable_declarator", "enum_declaration", "var_spec"),
}


def main(folder: str = "", least: str = "500", *options: str) -> int:
    """Print a line for each repository and one for all; 1 where a bound is missed."""
    total: Counter[str] = Counter()
    for path in sorted(Path(folder).glob("*")) if folder else ():
        source = path / "repo" if (path / "repo").is_dir() else path
        count = _git(source, "rev-list", "--count", "HEAD").strip()
        if count.isdigit() and int(count) >= int(least):
            found = replayed(source, tell="-v" in options)
            print(f"{path.name} ({count} commits): {_line(found)}")
            total += found
    if not total:
        print("anchors: no repository to replay; name a folder that holds some")
        return 0
    print(f"all: {_line(total)}")
    precision, recall, kept = figures(total)
    return int(precision < 0.95 or recall < 0.90 or kept < 0.99)


def figures(found: Counter[str], who: str = "") -> tuple[float, float, float]:
    """Return precision, recall and the share that is rightly shown; of `who` "naive " beside us."""
    right, wrong, missed = (found[f"{who}{what}"] for what in ("right", "wrong", "missed"))
    shown = found["holds"] - found[f"{who}withheld wrongly"]
    return (
        right / max(right + wrong, 1),
        right / max(right + missed, 1),
        shown / max(found["holds"], 1),
    )


def _line(found: Counter[str]) -> str:
    precision, recall, kept = figures(found)
    milliseconds = found["microseconds"] / max(found["looks"], 1) / 1000
    return (
        f"{found['entries']} entries, {found['looks']} looks; gone or renamed: {found['gone']}, "
        f"precision {precision:.3f}, recall {recall:.3f}; of {found['holds']} that hold "
        f"{kept:.2%} are not withheld; {milliseconds:.1f} ms an entry beside git, nothing kept"
    )


def replayed(source: Path, *, tell: bool = False) -> Counter[str]:
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _git(source, "clone", "-q", "--shared", "--no-checkout", str(source), str(tree))
        commits = _git(tree, "rev-list", "--first-parent", "--reverse", "HEAD").split()
        start = len(commits) // 3
        _git(tree, "checkout", "-q", "-f", commits[start])
        entries = _entries(tree)
        found["entries"] = len(entries)
        last = len(commits) - 1
        for step in range(1, _STEPS + 1):
            _git(tree, "checkout", "-q", "-f", commits[start + (last - start) * step // _STEPS])
            _look(tree, entries, found, tell=tell)
        shutil.rmtree(tree)
    return found


def _entries(tree: Path) -> list[Entry]:
    """Return entries that name definitions of the code, with their anchors."""
    names = sorted({name for name in _defined(tree) if len(name) > 3 and "__" not in name})
    chance = random.Random(1)
    chosen = chance.sample(names, min(len(names), 3 * _ENTRIES))
    entries = [
        Entry(
            f"{place:08d}", "gotcha", _SAYINGS[place % len(_SAYINGS)].format(name), qualifier=name
        )
        for place, name in enumerate(chosen)
    ]
    made = anchors_of(Layout(tree, tree), entries)
    anchored = [replace(one, anchors=made[one.id]) for one in entries if made[one.id]]
    return anchored[:_ENTRIES]


def _look(tree: Path, entries: list[Entry], found: Counter[str], *, tell: bool) -> None:
    defined, words = _defined(tree), _words(tree)
    start = time.process_time()
    states = with_code(Layout(tree, tree), entries, fresh=True)
    found["microseconds"] += int((time.process_time() - start) * 1e6)
    for entry in states:
        name, code = entry.qualifier, entry.code
        gone = not ({one.symbol for one in entry.anchors} | {name}) & defined
        new = [one for _, one, _ in code.moved] if code else []
        told = bool(code) and (bool(code.gone) or any(one not in _names_of(entry) for one in new))
        found["looks"] += 1
        found["gone" if gone else "holds"] += 1
        if told or gone:
            found["right" if told and gone else "wrong" if told else "missed"] += 1
        found["withheld wrongly"] += bool(code and code.withheld and not gone)
        plain = name.rpartition(".")[2] not in words
        if plain or gone:
            found[f"naive {'right' if plain and gone else 'wrong' if plain else 'missed'}"] += 1
        found["naive withheld wrongly"] += plain and not gone
        if told != gone and tell:
            print(f"  {'missed' if gone else 'wrong'}: {entry.anchors} {code}")


def _names_of(entry: Entry) -> set[str]:
    return {one.symbol for one in entry.anchors}


# -- labels --------------------------------------------------------------------------------------


def _defined(tree: Path) -> set[str]:
    """Return the qualified names that the files of a work tree define."""
    return {
        name
        for path in tree.rglob("*")
        if path.suffix in (".py", *_DIALECTS) and path.is_file() and ".git" not in path.parts
        for name in (_of_python(path) if path.suffix == ".py" else _of_others(path))
    }


def _words(tree: Path) -> set[str]:
    """Return the words of the same files: the simple way asks whether a name is among them."""
    return {
        word
        for path in tree.rglob("*")
        if path.suffix in (".py", *_DIALECTS) and path.is_file() and ".git" not in path.parts
        for word in re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace"))
    }


def _of_python(path: Path) -> Iterator[str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError):
        return
    todo: list[tuple[Any, str]] = [(tree, "")]
    while todo:
        node, around = todo.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield around + child.name
            elif isinstance(child, ast.ClassDef):
                yield around + child.name
                todo.append((child, f"{around}{child.name}."))
            elif isinstance(child, ast.Assign | ast.AnnAssign):
                targets = child.targets if isinstance(child, ast.Assign) else [child.target]
                yield from (around + one.id for one in targets if isinstance(one, ast.Name))
            elif not isinstance(child, ast.expr):
                todo.append((child, around))


def _of_others(path: Path) -> Iterator[str]:
    import tree_sitter

    parser = tree_sitter.Parser(grammar(_DIALECTS[path.suffix]))
    todo: list[tuple[Any, str]] = [(parser.parse(path.read_bytes()).root_node, "")]
    while todo:
        node, around = todo.pop()
        for child in node.named_children:
            inner = around
            if child.type in _KINDS and (name := child.child_by_field_name("name")):
                receiver = child.child_by_field_name("receiver")
                of = receiver.text.decode().strip("()").split()[-1].strip("*") if receiver else ""
                own = f"{of.partition('[')[0]}." if of else around
                yield own + name.text.decode()
                inner = f"{own}{name.text.decode()}."
            if "function" not in child.type and child.type not in ("block", "statement_block"):
                todo.append((child, inner))


def _git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "advice.detachedHead=false", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")
