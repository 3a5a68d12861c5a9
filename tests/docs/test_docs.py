"""The documents tell the truth: their console blocks are run, and their links lead somewhere.

A fenced block marked `console` holds lines `$ command`, each followed by exactly what it prints
(standard output and standard error, as on a terminal). A line `...` stands for any lines, none
included. A command goes on after a line that ends with a backslash. A comment before the block says
otherwise:

    <!-- test: skip REASON -->      it is not run
    <!-- test: exit N -->           its commands end with N instead of 0

The blocks of one document are run in order in one git repository, which holds a copy of
`examples/` and empty files by the names in `examples/files.txt`. It is always noon of 2026-02-02
there, and the terminal has 80 columns.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ..rows import check_rows
from ..source import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
AT_LEAST = 4

_FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>.*)$")
_COMMENT = re.compile(r"^ *<!-- test: (?P<what>skip|exit) (?P<value>.+?) -->$")


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a block and what it should print; `line` is 1-based."""

    line: int
    command: str
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    line: int
    steps: tuple[Step, ...]
    skip: str = ""
    code: int = 0


def blocks_of(text: str) -> Iterator[Block]:
    """Yield the console blocks of a document, skipped ones too."""
    lines = text.split("\n")
    comment: re.Match[str] | None = None
    at = 0
    while at < len(lines):
        opening = _FENCE.match(lines[at])
        if not opening:
            comment = _COMMENT.match(lines[at]) or (comment if not lines[at].strip() else None)
            at += 1
            continue
        start, indent = at + 1, len(opening["indent"])
        at = start
        while at < len(lines) and lines[at].strip() != opening["fence"]:
            at += 1
        if opening["info"].strip() == "console":
            body = [line[indent:] for line in lines[start:at]]
            told = {comment["what"]: comment["value"]} if comment else {}
            steps = tuple(_steps(body, start + 1))
            yield Block(start, steps, told.get("skip", ""), int(told.get("exit", 0)))
        comment = None
        at += 1


def _steps(body: list[str], first: int) -> Iterator[Step]:
    at = 0
    assert "\n".join(body).startswith("$ "), f"line {first}: a console block opens with `$ `"
    while at < len(body):
        line, command = first + at, body[at][2:]
        at += 1
        while command.endswith("\\") and at < len(body):
            command += "\n" + body[at]
            at += 1
        expected = []
        while at < len(body) and not body[at].startswith("$ "):
            expected.append(body[at].rstrip())
            at += 1
        while expected and not expected[-1]:
            expected.pop()
        yield Step(line, command, tuple(expected))


def agrees(expected: tuple[str, ...], got: tuple[str, ...]) -> bool:
    """Whether the lines agree, `...` standing for any number of lines."""
    if "..." not in expected:
        return expected == got
    at = expected.index("...")
    head, rest = expected[:at], expected[at + 1 :]
    if got[:at] != head:
        return False
    return any(agrees(rest, got[start:]) for start in range(at, len(got) + 1))


def run(block: Block, where: str, folder: Path) -> None:
    """Run the steps of a block in the folder; fail with what differs."""
    for step in block.steps:
        done = subprocess.run(
            ["bash", "-c", step.command],
            cwd=folder,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},  # both streams in order, as on a terminal
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
        lines = [line.rstrip() for line in done.stdout.decode().split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        title = f"{where}:{step.line}: $ {step.command}\n"
        shown = "\n".join(lines)
        assert done.returncode == block.code, f"{title}exit {done.returncode}:\n{shown}"
        if not agrees(step.expected, tuple(lines)):
            wanted = "\n".join(step.expected)
            pytest.fail(f"{title}--- the document says\n{wanted}\n--- it prints\n{shown}")


def runnable() -> list[tuple[Path, Block]]:
    return [
        (document, block)
        for document in DOCUMENTS
        if document.exists()
        for block in blocks_of(document.read_text(encoding="utf-8"))
        if not block.skip
    ]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_console_blocks_are_true(document: Path, repo: Path, mem_on_path: None) -> None:
    shutil.copytree(ROOT / "examples", repo / "examples")
    for name in (ROOT / "examples" / "files.txt").read_text(encoding="utf-8").split():
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).touch()
    for block in blocks_of(document.read_text(encoding="utf-8")):
        if not block.skip:
            run(block, document.relative_to(ROOT).as_posix(), repo)


def test_there_are_blocks_to_run() -> None:
    found = runnable()
    assert len(found) >= AT_LEAST
    assert any(document.name == "README.md" for document, _ in found)


@check_rows("document", [*DOCUMENTS, ROOT / "AGENTS.md"], ids=lambda path: path.name)
def test_the_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", re.sub(r"(?ms)^```.*?^```", "", text))
    inside = [target for target in targets if "://" not in target and "mailto:" not in target]
    assert [target for target in inside if not (document.parent / target).exists()] == []


# -- the checks can fail -----------------------------------------------------------------------

PAGE = """\
A page.

```console
$ printf 'one\\ntwo\\n'
one
two
$ true
```

<!-- test: skip it takes a minute -->

```console
$ make demo
```

1. In a list:

   ~~~console
   $ echo a \\
       b
   a b
   ~~~

<!-- test: exit 3 -->
```console
$ exit 3
```

```bash
$ not run
```
"""


def test_blocks_are_found() -> None:
    found = list(blocks_of(PAGE))
    assert [(block.line, len(block.steps), block.skip, block.code) for block in found] == [
        (3, 2, "", 0),
        (12, 1, "it takes a minute", 0),
        (18, 1, "", 0),
        (25, 1, "", 3),
    ]
    assert found[0].steps[0].expected == ("one", "two")
    assert found[2].steps[0].command == "echo a \\\n    b"


def test_a_true_page_passes(tmp_path: Path) -> None:
    for block in blocks_of(PAGE):
        if not block.skip:
            run(block, "page", tmp_path)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("$ echo one\ntwo", id="another output"),
        pytest.param("$ echo one", id="output that is not shown"),
        pytest.param("$ echo one\none\ntwo", id="less output than shown"),
        pytest.param("$ exit 1", id="a failure"),
        pytest.param("$ no-such-command", id="no such command"),
        pytest.param("$ echo oops >&2", id="an error that is not shown"),
        pytest.param("$ printf 'a\\nb\\n'\n...\na", id="lines after the last"),
    ],
)
def test_a_false_block_fails(body: str, tmp_path: Path) -> None:
    (block,) = blocks_of(f"```console\n{body}\n```\n")
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        run(block, "page", tmp_path)


@pytest.mark.parametrize(
    ("expected", "got", "answer"),
    [
        ("a ... c", "a b b c", True),
        ("a ... c", "a c", True),
        ("...", "", True),
        ("... c ... e", "c c d e", True),
        ("a ... c", "a b", False),
        ("a ...", "b", False),
        ("... c", "c d", False),
    ],
)
def test_dots_stand_for_any_lines(expected: str, got: str, answer: bool) -> None:
    assert agrees(tuple(expected.split()), tuple(got.split())) is answer
