"""`mem context`: what is printed of a memory, what is not, and in which order there is room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..conftest import Mem


def block(mem: Mem, *args: str) -> Any:
    return mem.ok("context", "--json", *args).json


def test_without_a_memory_nothing_is_printed_or_written(mem: Mem, repo: Path) -> None:
    ran = mem.ok("context", "--query", "x")
    assert (ran.stdout, ran.stderr) == ("", "")
    assert [path.name for path in repo.iterdir()] == [".git"]


def test_an_empty_memory_prints_nothing(mem: Mem, memory: Path) -> None:
    assert mem.ok("context", "--fence").stdout == ""


def test_the_block_is_that_of_the_contract(mem: Mem, memory: Path) -> None:
    for text in (
        "Decision (high): Use JWT tokens for authentication",
        "Risk (Security): Use httpOnly cookies instead of localStorage",
        "Fixed: Token expiration not checked on every request",
        "Convention: One blank line between functions",
        "Scope: src/auth/jwt.ts — JWT token generation",
    ):
        mem.ok("add", text)
    assert mem.ok("context").stdout == (
        "## Workspace Learnings\n\n"
        "Patterns observed from previous sessions in this workspace:\n\n"
        "### Conventions & Patterns\n- One blank line between functions\n\n"
        "### Gotchas & Fixes\n- Token expiration not checked on every request\n\n"
        "### Key Decisions\n- Decision (high): Use JWT tokens for authentication\n\n"
        "### Known Risks\n- Risk (Security): Use httpOnly cookies instead of localStorage\n"
    )
    assert "JWT tokens" in mem.ok("context", "--query", "Add OAuth login").stdout
