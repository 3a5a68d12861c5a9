"""Each command, given what it cannot use: two lines that say what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Ran
from .conftest import tree_of
from .test_errors import told

Quick = Callable[..., Ran]

FILES: dict[str, bytes] = {
    "learnings.md": b"# Learnings\n\n- Run make lint <!-- mem:aaaaaaa1 manual -->\n"
    b"- caf\xe9 <!-- mem:ddddddd4 manual -->\n",
    "ai/diary/index.md": b"| Date | ID | Type | Summary | Status |\n|---|---|---|---|---|\n"
    b"| 2026-02-01 | T-1 | problem | it broke | pending |\n",
    "spec.md": b"# S\n\n## Allowed Files\n\n- a.py\n",
    "folder/kept.txt": b"kept\n",
    "binary": bytes(range(256)) * 8,
    "broken.json": b'{"a":',
    "empty": b"",
}

# What is called: the exit code, what is said of it, and a part of what to do.
WRONG: dict[str, tuple[int, str, str]] = {
    # an ID
    **{
        f"learnings {verb} zzzz": (1, "no entry has an ID that begins with 'zzzz'", "mem doctor")
        for verb in ("show", "remove", "reset", "confirm", "pin", "unpin", "edit --confidence 1")
    },
    "learnings restore zzzz": (1, "archive.md: no entry", "--archived"),
    "learnings show ../x": (2, "is not an ID", "8 characters"),
    "learnings merge aaaa aaaa": (2, "into itself", "--help"),
    "why zzzz": (1, "no entry has an ID", "cannot be read"),
    "learnings add --qualifier high Fine": (2, "'high' needs a kind", "-c decision"),
    "diary resolve T-9": (1, "no row has the ID 'T-9'", "mem diary list"),
    "graph query --from a --to a --source b": (2, "exclude", "once for each"),
    # a file
    "extract folder": (1, "folder: is a directory", "name the files in it"),
    "import nosuch": (1, "nosuch: no such file", "standard input"),
    "import binary": (1, "binary: is a binary file", "UTF-8"),
    "import broken.json": (1, "broken.json:1: not valid JSON", "correct the file"),
    "compact nosuch --window 9": (1, "nosuch: no such file", "standard input"),
    "compact empty --window 9": (1, "empty: is empty", "as JSON"),
    "compact --window 9": (1, "standard input: is empty", "as JSON"),
    "compact broken.json --window 9": (1, "not valid JSON", "mem extract"),
    "callgraph scan nosuch": (1, "nosuch: no such file", "that is there"),
    "callgraph heal folder": (1, "folder: is a directory", "name the files"),
    "callgraph heal binary": (1, "binary: is a binary file", "UTF-8"),
    "callgraph heal --git nosuch..": (1, "knows no commits", "git log"),
    "diary relevant --spec nosuch": (1, "nosuch: there is no such file", "--spec"),
    "diary relevant --spec folder": (1, "folder: is a directory, not a spec", "names a file"),
    "search --in spec.md x": (2, "spec.md: is not a folder", "--in"),
    "graph show --output folder": (1, "folder: is a directory", "another file"),
    "graph show --output spec.md": (1, "spec.md: is there already", "another file"),
    "adr export --dir ../out": (1, "leads out of the work tree", "in the work tree"),
    "--root spec.md stats": (2, "spec.md: is not a directory", "--root"),
    # a number, a day, a word
    "context --budget many": (2, "'many' is not a whole number", "mem context --help"),
    "context --used -1": (2, "-1 is less than 0", "mem context --help"),
    "learnings list --min-confidence 3": (2, "3.0 is not between 0 and 1", "list --help"),
    "search --limit 0 x": (2, "0 is less than 1", "mem search --help"),
    "events --limit x": (2, "'x' is not a whole number", "mem events --help"),
    "diary new T-2 --type problem --summary s --date soon": (2, "'soon' is not a", "2026-02-28"),
    "context --model nosuch": (2, "of the model 'nosuch' is not known", "--window"),
    "compact": (2, "the window is not known", "--window"),
    "extract --format nosuch spec.md": (2, "no such format: nosuch", "handoff"),
    "graph query --type nosuch": (2, "no type 'nosuch'", "file_risk"),
    "install nosuch": (2, "no agent 'nosuch'", "claude-code"),
    "stats extra words": (2, "unexpected argument 'extra words'", "need quotes"),
    "search ???": (2, "the query has no words", "mem search"),
    "snapshot --session": (2, "requires an argument", "mem snapshot --help"),
}  # fmt: skip


@pytest.mark.parametrize("call", WRONG)
def test_wrong_input_is_told_in_two_lines_and_changes_nothing(
    call: str, repo: Path, quick: Quick
) -> None:
    for name, data in FILES.items():
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_bytes(data)
    before = tree_of(repo)
    code, what, hint = WRONG[call]
    ran = quick(*call.split())
    told(ran, code, what)
    assert hint in ran.stderr.splitlines()[-1]
    assert ran.stdout == ""
    assert {**tree_of(repo), ".mem/.gitignore": b""} == {**before, ".mem/.gitignore": b""}


def test_what_two_names_have_in_common_is_said_once(repo: Path, quick: Quick) -> None:
    (repo / "learnings.md").write_bytes(FILES["learnings.md"])
    ran = quick("graph", "query", "--from", "a", "--to", "b")
    assert ran.stderr.splitlines()[-1:] == ["no relationships yet"]
    assert ran.stderr.count("no relationships") == 1


@pytest.mark.parametrize("call", ["callgraph heal", "extract --format handoff", "import -"])
def test_standard_input_is_called_by_its_name(call: str, repo: Path, quick: Quick) -> None:
    told(quick(*call.split(), input='{"a": \0'), 1, "mem: standard input")
