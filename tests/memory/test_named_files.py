"""Which words of an entry are files of the repository."""

from __future__ import annotations

import pytest

from memory_md.memory.rules.named_files import named_paths

from ..rows import check_rows


@check_rows(
    "text",
    [
        "see example.org, or docs.example.org/guide.html",
        "since 1.2.3 and v2.0",
        "node_modules/left-pad/index.js and dist/app.js",
        "either/or, and/or, 3.5/4.0",
        "../elsewhere/a.py",
        "obj.method, self.assertEqual, foo.barbaz",
        "`.py`",
        "a/" * 40 + "b.py",
        "user@host.com:22",
    ],
)
def test_what_is_no_file_is_none(text: str) -> None:
    assert [*named_paths(text)] == []


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("in src/a.py:10-20 and `src/b.ts#L3`", ["src/b.ts", "src/a.py"]),
        ("SRC/MAIN.CPP is old", ["SRC/MAIN.CPP"]),
        ("the logo `assets/logo.png` is (docs/a.pdf).", ["assets/logo.png", "docs/a.pdf"]),
        (
            "`db/schema.thrift`, `go.sum`, notes/plan.org",
            ["db/schema.thrift", "go.sum", "notes/plan.org"],
        ),
        ("`src\\win\\a.cs` on Windows", ["src/win/a.cs"]),
        (".github/workflows/ci.yml runs it", [".github/workflows/ci.yml"]),
        ("`app/[id]/page.tsx` и `данные/отчёт.csv`", ["app/[id]/page.tsx", "данные/отчёт.csv"]),
    ],
)
def test_what_is_plainly_a_file_is_one(text: str, paths: list[str]) -> None:
    assert [*named_paths(text)] == paths
