"""What `mem doctor` says nothing about: a false alarm is worse than a miss."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from .broken_memories import INDEX, index, look, row, write

HAND_MADE = {
    "bullets": "# Lessons\n\n- Always run the linter\n* Never push on Friday\n+ Ask first\n",
    "fields of records": "## One\n- **Impact:** high\n- Why: x\n\n## Two\n- **Impact:** high\n",
    "bold titles": "**1. One**\n- Impact: high\n\n**2. Two**\n- Impact: high\n",
    "a table": "| Date | Problem | Lesson |\n|---|---|---|\n| 2026-01-01 | a | b |\n",
    "numbered": "1. First\n2. Second\n",
    "tasks": "- [ ] do this\n- [x] did that\n- [x] did that\n",
    "links": "- [one](one.md) — about one\n- [two](two.md)\n",
    "a conflict in a fence": "```\n<<<<<<< a\n- x\n=======\n- y\n>>>>>>> b\n```\n",
    "an entry in a fence": "```\n- a <!-- mem:x -->\n```\n",
    "front matter and CRLF": "---\r\na: 1\r\n---\r\n\r\n- one\r\n- two\r\n",
    "no final newline, with a mark": "\ufeff- one\n- two",
    "nothing": "\n",
    "a placeholder for a secret": "- Set `API_KEY=<your-key>` and `password: ${DB_PASSWORD}`\n",
    "a hash and an id": "- Broken since 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\n",
    "a file that was only planned": "- Put the parser into `src/parser/new.py`\n",
    "Russian": "- Кэш прогревается только после первого запроса\n",
}
HEALTHY_LINKS = {
    "a URL": "[x](https://example.org/gone.md)",
    "a mail": "[x](mailto:a@example.org)",
    "an anchor": "[x](#gone)",
    "an anchor of a file": "[x](there.md#gone)",
    "a query": "[x](there.md?plain=1)",
    "a line": "[x](../../src/a.py#L10) [y](src/a.py:10)",
    "from the root": "[x](src/a.py)",
    "from a folder above": "[x](diary/there.md)",
    "beside it": "[x](there.md) [y](./there.md)",
    "escaped": "[x](with%20space.md) [y](<with space.md>)",
    "a folder": "[x](../../src/)",
    "an image": "![shot](shots/gone.png)",
    "a code span": "`[x](gone.md)`",
    "a fence": "```\n[x](gone.md)\n```",
    "indented code": "text\n\n    [x](gone.md)",
    "a comment": "<!-- [x](gone.md) -->",
    "code that looks like a link": "items[0](gone.py) and a[i][j](gone.py)",
    "a glob": "[x](src/*.py)",
    "a brace set": "[x](src/{gone,lost}.py)",
    "a template": "[x](YYYY-MM-DD-ID.md) [y](<name>.md) [z]({id}.md) [w](ADR-XXX.md)",
    "a stand-in": "[x](path/to/file.md)",
    "an absolute path": "[x](/home/ada/gone.md) [y](C:\\gone.md) [z](~/gone.md)",
    "out of the work tree": "[x](../../../../gone.md)",
    "a file that git ignores": "[x](../../build/gone.md)",
    "a path without a link": "The file gone.md and `src/gone.py` were deleted.",
    "no path": "[x](gone) and [a b](c, d)",
    "a footnote": "[^1]: gone.md",
}


@pytest.mark.parametrize("text", HAND_MADE.values(), ids=HAND_MADE)
def test_a_hand_made_file_gives_nothing(text: str, tmp_path: Path) -> None:
    write(tmp_path, {"learnings.md": text.encode()})
    assert [found for found in look(tmp_path) if found.code != "unread"] == []


def test_links_that_may_lead_somewhere_give_nothing(repo: Path) -> None:
    write(
        repo,
        {
            INDEX: index(row(file="[x](ai/diary/there.md)"), row("T-2", file="there.md")),
            "ai/diary/there.md": "x",
            "ai/diary/with space.md": "x",
            "src/a.py": "x",
            ".gitignore": "build/\n",
        },
    )
    for number, (what, text) in enumerate(HEALTHY_LINKS.items()):
        name = f"{number} {what}".replace(" ", "-")
        (repo / f"ai/diary/{name}.md").write_text(f"# x\n\n{text}\n", encoding="utf-8")
    assert [(found.path, found.message) for found in look(repo)] == []


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param("—", id="a dash"),
        pytest.param("", id="empty"),
        pytest.param("[PR](https://example.org/1)", id="a URL"),
        pytest.param("`{date}-{id}.md`", id="a template"),
        pytest.param("/srv/diary/x.md", id="an absolute path"),
        pytest.param("../../../elsewhere/x.md", id="out of the work tree"),
        pytest.param("see the chat", id="words"),
        pytest.param("`src/gone.py`", id="a source file"),
    ],
)
def test_a_file_cell_that_names_no_file_of_ours_gives_nothing(cell: str, tmp_path: Path) -> None:
    write(tmp_path, {INDEX: index(row(file=cell), row(), row(state="wontfix"))})
    assert look(tmp_path) == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# Notes\n\n- [one](https://example.org)\n", id="no table"),
        pytest.param("| Type | Means |\n|---|---|\n| problem | it broke |\n", id="a legend"),
        pytest.param(index(), id="no rows yet"),
        pytest.param("\n", id="nothing"),
    ],
)
def test_an_index_without_rows_gives_nothing(text: str, tmp_path: Path) -> None:
    write(tmp_path, {INDEX: text, "ai/diary/2026-01-05-TECH-9-problem.md": "# x\n"})
    assert look(tmp_path) == ()


def test_every_file_as_mem_makes_it_gives_nothing(repo: Path, quick: Callable[..., object]) -> None:
    quick("init")
    handoff = {"decisions": [{"content": "Use one queue", "confidence": "high"}]}
    quick("extract", "--session", "s", input=json.dumps({**handoff, "files": [{"path": "a.py"}]}))
    quick("diary", "new", "TECH-1", "--type", "problem", "--summary", "it broke in a.py")
    quick("adr", "export")
    quick("context")
    subprocess.run(["git", "add", "-A"], check=True)
    subprocess.run(["git", "commit", "-qm", "all"], check=True)
    assert look(repo) == ()
