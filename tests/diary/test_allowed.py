"""Which files a spec allows: first what must not be taken for one, then the forms of lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.diary.allowed import allowed_files

DOTTED = [".env.example", "Makefile"]


def paths(text: str) -> list[str]:
    return [file["path"] for file in allowed_files(text)]


def below(body: str) -> list[str]:
    return paths(f"# Task\n\n## Allowed Files\n\n{body}\n\n## Tests\n- `tests/later.py`\n")


@pytest.mark.parametrize(
    "body",
    [
        "**FORBIDDEN:** `a.py`",
        "**Do not modify:**\n- `a.py`",
        "### Read-only, for reference\n- `a.py`",
        "### Read-only evidence\n#### More\n- `a.py`",
        "- Do not touch:\n  - `a.py`",
        "- None\n**FORBIDDEN:**\n- `a.py`",
        "**File sizes:** `a.py` 380/400",
        "- `a.py` — do not touch",
        "- a.py (read-only)",
        "| File | Action |\n|---|---|\n| `a.py` | keep |",
        "- None",
        "- Нет",
        "The work is in `a.py` and its callers.",
        "- Do not change `a.py`",
        "- `model: sonnet` is set",
        "**Не трогать:**\n- `a.py`",
        "**To be modified manually (NOT via autopilot):**\n- `a.py`",
    ],
)
def test_what_is_forbidden_kept_or_prose_is_not_allowed(body: str) -> None:
    assert below(body) == []


@pytest.mark.parametrize(
    "text",
    [
        "# Allowed Files line number suffix is stripped\n\n- `a.py`\n",
        "The section Allowed Files is missing.\n\n- `a.py`\n",
        "```markdown\n## Allowed Files\n- `a.py`\n```\n",
        "## Files\n- `a.py`\n",
        "## Files not allowed\n- `a.py`\n",
        "## Files allowed to read\n- `a.py`\n",
        "**Allowed files:**\n\n**Acceptance:**\n- `a.py` passes\n",
    ],
)
def test_only_the_section_itself_opens_a_list(text: str) -> None:
    assert paths(text) == []


@pytest.mark.parametrize(
    ("body", "right"),
    [
        ("1. `src/a.py` — a comment on `b.py`\n2. src/b.ts - another", ["src/a.py", "src/b.ts"]),
        ("* **`a.md`**: text\n* [ ] `b.md`", ["a.md", "b.md"]),
        ("- `go.mod`, `go.sum` and `main.go` (new)", ["go.mod", "go.sum", "main.go"]),
        ("- Modify: `src/a.py:10-20`", ["src/a.py"]),
        ("- Tests: `tests/a.py`", ["tests/a.py"]),
        ("- [a.py](src/a.py) - a link\n- .env.example\n- Makefile", ["src/a.py", *DOTTED]),
        ("- `a.py` (moves), `b.py` / `c.py`\n- `d.py` → `e.py`", [f"{x}.py" for x in "abcde"]),
        ("- *.md\n- docs/**", ["*.md", "docs/**"]),
        ("- **New:**\n  - `a.py`\n- Changed:\n  - b.py", ["a.py", "b.py"]),
        ("1. `a.py`\n\n**Callers:** `b.py`", ["a.py"]),
        ("| # | Why | File |\n|---|---|---|\n| 1 | `x.py` | `a.py` |", ["a.py"]),
        ("- src/{a,b}.py", ["src/a.py", "src/b.py"]),
        ("- `docs/*.md` (4 files)\n- `examples/` — a folder", ["docs/*.md", "examples/"]),
        ("| # | File | Why |\n|---|---|---|\n| 1 | `a.py` | `b.py` needs it |", ["a.py"]),
        ("```\nsrc/a.py\nsrc/b.py  # new\n```", ["src/a.py", "src/b.py"]),
        ("**ONLY these files may be modified:**\n1. `a.py`", ["a.py"]),
        ("Do not modify anything else:\n- `a.py`", ["a.py"]),
        ("### Sources\n- `a.py`\n### Tests\n- `t.py`", ["a.py", "t.py"]),
        ("- `a.py`\n  - `helper.py` is called from here\n- `b.py`", ["a.py", "b.py"]),
        (
            "- `a.py`\n\n**New files allowed:**\n- `b.py`\n\n**FORBIDDEN:** all else",
            ["a.py", "b.py"],
        ),
        ("<!-- one a line -->\n- `/home/ada/app/src/a.py`", ["/home/ada/app/src/a.py"]),
    ],
)
def test_lists_rows_and_lines_of_a_section_are_allowed(body: str, right: list[str]) -> None:
    assert below(body) == right


@pytest.mark.parametrize(
    "opener",
    [
        *("## Allowed Files", "### Allowed files (SCOPE)", "## 3. Files Allowed to Modify"),
        *("**Allowed Files:**", "#### ALLOWED FILES", "## Разрешённые файлы"),
        *("Allowed files:", "## Scope — Files Allowed to Modify"),
    ],
)
def test_a_heading_or_bold_line_opens_the_list(opener: str) -> None:
    assert paths(f"# Task\n\n{opener}\n- src/a.py\n\nMore about `src/b.py`.\n") == ["src/a.py"]


def test_front_matter_counts() -> None:
    text = "---\nfiles_modified:\n  - src/a.py\n  - path: src/b.py\n---\n# Task\n"
    assert paths(text) == ["src/a.py", "src/b.py"]


def test_what_is_new_or_a_glob_is_marked() -> None:
    body = "- `a.py` — NEW: x\n- `b.py`\n\n**New files allowed:**\n- `c/*.py`\n"
    found = allowed_files(f"## Allowed Files\n{body}")
    assert [(one["path"], one["glob"], one["new"]) for one in found] == [
        *(("a.py", False, True), ("b.py", False, False), ("c/*.py", True, True)),
    ]


@given(st.text(alphabet="ab/.*`|-#\n :1.FORBIDNew", max_size=200))
def test_any_text_is_read(text: str) -> None:
    allowed_files(f"## Allowed Files\n{text}")


def test_the_specs_of_a_real_project_are_read_as_a_person_does(realdata: Path) -> None:
    right = {
        "BUG-083/BUG-083-01.md": 4,
        "BUG-084/BUG-084-16.md": 1,
        "BUG-108.md": 7,
        "FTR-148-2026-03-10-multi-project-orchestrator-phase3.md": 12,
        "TECH-019-2026-01-24-example-marketplace.md": 3,
        "TECH-081-2026-02-02-localization-example.md": 4,
        "TECH-150-2026-03-12-orchestrator-e2e-fixes.md": 0,
    }
    folder = realdata / "diary/specs"
    found = {name: len(paths((folder / name).read_text())) for name in right}
    assert found == right, json.dumps(found)
