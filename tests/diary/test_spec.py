"""What counts among a spec's Allowed Files: first what must not, then what must."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.diary.text.allowed_files import allowed_files

from ..rows import check_rows


def read(text: str) -> list[str]:
    """The paths, `*` in front of a new one, `?` in front of a glob."""
    return [
        ("*" if file.new else "") + ("?" if file.glob else "") + file.path
        for file in allowed_files(dedent(text))
    ]


@check_rows(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("# T\n\n- `src/a.py`\n", id="no section"),
        pytest.param(
            "## Files Modified\n| File |\n|--|\n| `a.py` |\n", id="a record of what was done"
        ),
        pytest.param("# Fix: Allowed Files ignores tabs\n\n- `src/a.py`\n", id="words in a title"),
        pytest.param(
            "# Allowed Files parser\n\n## Plan\n- `src/a.py`\n", id="title of the document"
        ),
        pytest.param("- [x] All found files are in Allowed Files\n- `src/a.py`\n", id="a task"),
        pytest.param("```md\n## Allowed Files\n1. `a.py`\n```\n", id="a code sample"),
        pytest.param("<!--\n## Allowed Files\n1. `a.py`\n-->\n", id="a comment"),
        pytest.param("## Not Allowed Files\n- `a.py`\n", id="not allowed"),
        pytest.param("## Disallowed files\n- `a.py`\n", id="disallowed"),
        pytest.param("## Files allowed to read\n- `a.py`\n", id="for reading"),
        pytest.param("## Allowed Files\n<!-- e.g. 1. `a.py` -->\n", id="comment in the section"),
        pytest.param("## Allowed Files\n- None (see `src/a.py`)\n", id="none"),
        pytest.param("## Разрешённые файлы\n- Нет\n", id="none, Russian"),
        pytest.param("## Allowed Files\n\nThe hook reads `src/a.py` and b.py here.\n", id="prose"),
        pytest.param(
            "## Allowed Files\n- `model: sonnet`\n- `run()`\n- `git add`\n", id="no paths"
        ),
        pytest.param(
            "## Allowed Files\n- Node.js 20 and up\n- and/or\n- see https://x.org/a.py\n",
            id="words",
        ),
        pytest.param("## Allowed Files\n**FORBIDDEN:** `src/a.py`\n", id="forbidden, beside"),
        pytest.param("## Allowed Files\n**DO NOT TOUCH** `src/a.py`, `b.py`\n", id="do not touch"),
        pytest.param("## Allowed Files\n**LOC headroom:** `a.py` 50/400\n", id="room for lines"),
        pytest.param("## Allowed Files\n- LOC headroom: `a.py` 50/400\n", id="in an item"),
        pytest.param("## Allowed Files\n**LOC headroom:** 50/400\n", id="room in numbers"),
        pytest.param("## Allowed Files\nDo not modify:\n- `src/a.py`\n", id="forbidden, below"),
        pytest.param(
            "## Allowed Files\n### Read-only evidence\n- `src/a.py`\n#### More\n- `b.py`\n",
            id="evidence",
        ),
        pytest.param(
            "## Allowed Files\n**Files to be modified manually (NOT via agent):**\n- `a.py`\n",
            id="by hand",
        ),
        pytest.param("## Allowed Files\n- ~~`src/a.py`~~ dropped\n", id="struck out"),
        pytest.param(
            "## Allowed Files\n| File | Action |\n|--|--|\n| `a.py` | keep |\n"
            "| `b.py` | READ-ONLY |\n",
            id="kept rows",
        ),
        pytest.param("## Allowed Files\n- `src/a.py` — read-only, for reference\n", id="kept item"),
        pytest.param(
            "**Allowed files:**\n\n**Acceptance:**\n- `src/a.py` passes\n", id="another bold line"
        ),
        pytest.param("## Allowed Files\n**File sizes:** `a.py` 380/400\n", id="sizes"),
        pytest.param("## Allowed Files\n**Test budget:** `a.py` < 600\n", id="a budget"),
        pytest.param(
            "**New files allowed:**\n- None\n\n**Files NOT to modify:**\n- `src/a.py`\n",
            id="not to modify",
        ),
        pytest.param("---\ntitle: x\nfiles: [a.py]\n---\n# T\n", id="another key"),
        pytest.param("---\nallowed_files: []\n---\n", id="empty key"),
    ],
)
def test_is_no_allowed_file(text: str) -> None:
    assert read(text) == []


@check_rows(
    ("text", "paths"),
    [
        pytest.param(
            "## Allowed Files\n1. `a.py`\n2. `src/b.py` — for `c.py`\n",
            ["a.py", "src/b.py"],
            id="numbered",
        ),
        pytest.param(
            "### ALLOWED FILES (SCOPE):\n* a.py\n+ b/c.ts\n- .env.example\n",
            ["a.py", "b/c.ts", ".env.example"],
            id="bare bullets",
        ),
        pytest.param(
            "Allowed Files\n-----\n- a.py\n\nNext\n----\n- b.py\n",
            ["a.py"],
            id="underlined heading",
        ),
        pytest.param(
            "FILES ALLOWED TO MODIFY\n=======\n- a.py\n\nDo NOT modify:\n- b.py\n",
            ["a.py"],
            id="capitals",
        ),
        pytest.param(
            "## Allowed Files\n- src/do_it.py\n\n**Tests:** `do_it.py`\n\n- `do_it.py` only\n",
            ["src/do_it.py"],
            id="a listed file named again",
        ),
        pytest.param(
            "## Allowed Files\n1. `a.py`\n\n**Consumers:** `b.py`\n\n**Source of truth:** c.py\n"
            "\n**New files allowed:** `d.py`\n**Docs:** e.md\n",
            ["a.py", "*d.py", "e.md"],
            id="notes behind the list",
        ),
        pytest.param(
            "## Allowed Files\n- `src/a.py`\n  - `b.py` calls it\n  - `src/c.py`\n",
            ["src/a.py", "src/c.py"],
            id="a note below an item",
        ),
        pytest.param(
            "## Allowed Files\n**Backend:** `a.py`\n**Frontend:** `b.ts`\n",
            ["a.py", "b.ts"],
            id="groups",
        ),
        pytest.param(
            "## Allowed Files\n- web/README.md\n- README.md\n- a/index.ts\n- index.ts\n",
            ["web/README.md", "README.md", "a/index.ts", "index.ts"],
            id="a name in the root as well",
        ),
        pytest.param(
            "## Allowed Files\nsetup.py — one line: the version\n",
            ["setup.py"],
            id="a path, a colon",
        ),
        pytest.param(
            "## Allowed Files\n**Records of evidence, evidence records:**\n- a.md\n",
            ["a.md"],
            id="evidence that is written",
        ),
        pytest.param(
            "## Allowed Files\n- Made by the installer:\n  .x/a.json, .x/h\\_\\*.py,\n"
            "  .x/\\*\\* (state\n  stays), README.md (a line), .gitignore\n- b.md\n",
            [".x/a.json", "?.x/h_*.py", "?.x/**", "README.md", ".gitignore", "b.md"],
            id="a list over several lines, escaped stars",
        ),
        pytest.param(
            "- **New files allowed**: Yes — `a.py`, `b.py`\n- **Scope**: `c.py`\n",
            ["*a.py", "*b.py"],
            id="yes, and which",
        ),
        pytest.param(
            "## 允许修改的文件\n- src/a.py：只修改（见 b.py）\n", ["src/a.py"], id="wide colon"
        ),
        pytest.param(
            "## Allowed Files\n- Move `a/x.csv` to `b/x.csv` (as it is)\n",
            ["a/x.csv", "b/x.csv"],
            id="moved",
        ),
        pytest.param(
            "| Row | Value |\n|--|--|\n| Files allowed to change | **New**: `a/*`. **Edits**: b.py,"
            " `c.py` (x). **Refuse to touch, never change**: `d.py` |\n",
            ["?a/*", "b.py", "c.py"],
            id="labels in a cell",
        ),
        pytest.param("###### 3.2 🔒 Files allowed\n- a.py\n", ["a.py"], id="number and symbol"),
        pytest.param(
            "## Scope — Files Allowed to Modify\n- a.py\n"
            "## Out of Scope — Files Forbidden to Modify\n- b.py\n",
            ["a.py"],
            id="part of a title",
        ),
        pytest.param(
            "**Allowed files.**\n- a.py\n\n**Stop condition.** x\n- b.py\n", ["a.py"], id="bold"
        ),
        pytest.param(
            "**Allowed files:** `a.py`, `b.py`.\n\n- [ ] Write `c.py`\n",
            ["a.py", "b.py"],
            id="bold, beside",
        ),
        pytest.param(
            "- **Goal:** x\n- **Allowed files:** `a.py`, `b.py`\n- **Risk:** `c.py`\n",
            ["a.py", "b.py"],
            id="label of an item",
        ),
        pytest.param(
            "- Allowed files:\n  - a.py\n  - b.py\n- Steps:\n  - c.py\n",
            ["a.py", "b.py"],
            id="items of an item",
        ),
        pytest.param(
            "Allowed files:\n- a.py\n\nThen run it.\n\n- b.py\n", ["a.py"], id="plain label"
        ),
        pytest.param(
            "| | |\n|--|--|\n| **Allowed files** | `a.py` · `b.md` (new) · `c/` (**x**) |\n",
            ["a.py", "*b.md", "c/"],
            id="row of a card",
        ),
        pytest.param(
            "## Allowed Files\n| # | Why | File |\n|--|--|--|\n| 1 | `x.py` | `a.py` |\n"
            "| 2 | y | b/c.py |\n",
            ["a.py", "b/c.py"],
            id="second column",
        ),
        pytest.param("## Allowed Files\n| 1 | `a.py` | x |\n", ["a.py"], id="row without a header"),
        pytest.param(
            "## Allowed Files\n| File | Allowed |\n|--|--|\n| a.py | yes |\n| b.py | no |\n",
            ["a.py"],
            id="yes and no",
        ),
        pytest.param(
            "## Allowed Files\n| File |\n|--|\n| `a.py`<br>`b.py` |\n| `c|d.py` |\n",
            ["a.py", "b.py"],
            id="several in a cell",
        ),
        pytest.param(
            "## Allowed Files\n```\na.py   (x)\n# tests\nb/c.py\nMakefile\n```\n",
            ["a.py", "b/c.py", "Makefile"],
            id="fenced",
        ),
        pytest.param(
            '## Allowed Files\n```yaml\nallowed_files:\n  - a.py\n  - "b.py"\n```\n',
            ["a.py", "b.py"],
            id="fenced YAML",
        ),
        pytest.param(
            "## Allowed Files\n```\nsrc/\n├── a.py\n├── api/\n│   └── b.py  # x\n└── c.py\n```\n",
            ["src/a.py", "src/api/b.py", "src/c.py"],
            id="drawn tree",
        ),
        pytest.param(
            "## Allowed Files\nsrc/a.js (only x); `b.js` only; docs/c.md (y)\n",
            ["src/a.js", "b.js"],
            id="a line of paths",
        ),
        pytest.param(
            "## Allowed Files\n- [ ] `a.py`\n- [x] b.py\n", ["a.py", "b.py"], id="checkboxes"
        ),
        pytest.param(
            "## Allowed Files\n- **a.py** - x\n- *b/c.py*\n- __d/e.py__\n- `src/__init__.py`\n"
            "- tests/__init__.py\n",
            ["a.py", "b/c.py", "d/e.py", "src/__init__.py", "tests/__init__.py"],
            id="emphasis",
        ),
        pytest.param(
            "## Allowed Files\n- [a.py](src/a.py)\n- [`b.py`](../b.py): x\n"
            "- [the code](src/c.py)\n",
            ["src/a.py", "b.py", "src/c.py"],
            id="links",
        ),
        pytest.param(
            "## Allowed Files\n- `a.py` and `b.py`, `c.py` + tests/d.py\n- `e.py` / `f.py`\n",
            ["a.py", "b.py", "c.py", "tests/d.py", "e.py", "f.py"],
            id="several in an item",
        ),
        pytest.param(
            "## Allowed Files\n- `a.py` (moves), `b.py` (x `y.py`), docs/** — see `z.py`\n",
            ["a.py", "b.py", "?docs/**"],
            id="comments between",
        ),
        pytest.param(
            '## Allowed Files\n- a.py.\n- `b.py`;\n- c.py:\n- "d.py",\n',
            ["a.py", "b.py", "c.py", "d.py"],
            id="punctuation",
        ),
        pytest.param(
            "## Allowed Files\n- `a.py:10-20`\n- `b.py#L3-L9`, c.py:7,9-12\n- `d.py`:5 x\n"
            "- e.py (lines 3-4)\n",
            ["a.py", "b.py", "c.py", "d.py", "e.py"],
            id="lines",
        ),
        pytest.param(
            "## Allowed Files\n- `{a,b}.md`\n- src/{x,y/z}.{c,h}\n",
            ["a.md", "b.md", "src/x.c", "src/x.h", "src/y/z.c", "src/y/z.h"],
            id="brace sets",
        ),
        pytest.param(
            "## Allowed Files\n- `src/**/*.ts`\n- tests/test_*.py\n- `*.md`\n- ai/{date}-{id}.md\n",
            ["?src/**/*.ts", "?tests/test_*.py", "?*.md", "?ai/*-*.md"],
            id="globs",
        ),
        pytest.param(
            "## Allowed Files\n- `src\\api\\a.py`\n- src\\b.cs\n- test\\_c.py\n",
            ["src/api/a.py", "src/b.cs", "test_c.py"],
            id="backslashes",
        ),
        pytest.param(
            "## Allowed Files\n- `docs/My File.md` - x\n- `Read Me.txt`\n",
            ["docs/My File.md", "Read Me.txt"],
            id="spaces",
        ),
        pytest.param(
            "## Allowed Files\n- `Makefile`\n- Dockerfile\n- `LICENSE`\n- go.mod\n"
            "- .github/workflows/ci.yml\n- `app/(shop)/[id]/page.tsx`\n",
            [
                "Makefile",
                "Dockerfile",
                "LICENSE",
                "go.mod",
                ".github/workflows/ci.yml",
                "app/(shop)/[id]/page.tsx",
            ],
            id="names",
        ),
        pytest.param(
            "## Allowed Files\n- `src/api/`\n- src/web\n- `bin/run`\n- anything under `lib/`\n",
            ["src/api/", "src/web", "bin/run", "lib/"],
            id="folders",
        ),
        pytest.param(
            "## Allowed Files\n- `src/api/`\n  - `a.py`\n  - b.py — x\n- Web:\n  - `src/w.ts`\n"
            "    - change `v.ts`\n",
            ["src/api/a.py", "src/api/b.py", "src/w.ts"],
            id="nested",
        ),
        pytest.param(
            "## Allowed Files\n- API routes: `a.py`\n- UI — `b.py`\n- The view in `src/c.py`\n"
            "- Modify: `d.py`\n- edit e.py\n",
            ["a.py", "b.py", "src/c.py", "d.py", "e.py"],
            id="words before",
        ),
        pytest.param(
            "## Allowed Files\n- `a.py`,\n  `b.py`\n- `c.py` — a long\n  comment on `d.py`\n",
            ["a.py", "b.py", "c.py"],
            id="wrapped",
        ),
        pytest.param(
            "## Allowed Files\n- `old.py` → `new.py`\n- `x.md` ← `y.md`\n"
            "- `s.py` → split per `t.py` rules\n",
            ["old.py", "new.py", "x.md", "s.py"],
            id="arrows",
        ),
        pytest.param(
            "## Allowed Files\n- NEW: `a.py`\n- `b.py` (new)\n- `c.py` — NEW judge\n"
            "- create `d.py`\n- `e.py` — create new file\n- `f.py` - add a new flag\n- [NEW] g.py\n"
            "- `h.py` — added tests\n",
            ["*a.py", "*b.py", "*c.py", "*d.py", "*e.py", "f.py", "*g.py", "h.py"],
            id="new, beside",
        ),
        pytest.param(
            "## Allowed Files\n- `a.py`\n**New files allowed:**\n- `b.py`\n- `a.py`\n"
            "**Modified:**\n- `c.py`\n",
            ["*a.py", "*b.py", "c.py"],
            id="new, above",
        ),
        pytest.param(
            "## Allowed Files\n- **New:**\n  - `a.py`\n- Changed:\n  - b.py\n- Do not touch:\n"
            "  - c.py\n",
            ["*a.py", "b.py"],
            id="groups of items",
        ),
        pytest.param(
            "## Files Allowed To Modify\n- a.py\n## Files Allowed To Create\n- b.py\n## Steps\n"
            "- c.py\n",
            ["a.py", "*b.py"],
            id="two sections",
        ),
        pytest.param(
            "## Allowed Files\n| File | Action |\n|--|--|\n| a.py | CREATE |\n| b.py | modify |\n"
            "| c.py | add |\n",
            ["*a.py", "b.py", "*c.py"],
            id="new, in a column",
        ),
        pytest.param(
            "## Allowed Files\nDo not modify any file other than these:\n- a.py\n\n"
            "**FORBIDDEN:** All others, like:\n- b.py\n### Tests\n- c.py\n",
            ["a.py", "c.py"],
            id="nothing but these",
        ),
        pytest.param(
            "## Allowed Files\n- a.py\n\n**Note:** see below\n- `b.py` calls it\n\n## Next\n"
            "- c.py\n",
            ["a.py"],
            id="a note",
        ),
        pytest.param(
            "---\nfiles_modified:\n  - a.py\n  - path: b.py\ntitle: x: y\n---\n## Allowed Files\n"
            "- c.py\n",
            ["a.py", "b.py", "c.py"],
            id="front matter",
        ),
        pytest.param(
            "---\nallowed_files: [src/*.py, `b.py`]\n---\n",
            ["?src/*.py", "b.py"],
            id="front matter, broken",
        ),
        pytest.param(
            "---\nfiles_modified:\n  - 'app/[id]/page.tsx'\n  - b.py\ntags: [x\n---\n",
            ["app/[id]/page.tsx", "b.py"],
            id="front matter, brackets in names",
        ),
        pytest.param(
            "## Разрешённые файлы\n1. `a.py` — правка\n\n**Новые файлы:**\n- `b.py`\n\n"
            "**ЗАПРЕЩЕНО:**\n- `c.py`\n",
            ["a.py", "*b.py"],
            id="Russian",
        ),
        pytest.param(
            "## Erlaubte Dateien\n- a.py\n## Fichiers autorisés\n- b.py\n## Archivos permitidos\n"
            "- c.py\n",
            ["a.py", "b.py", "c.py"],
            id="European",
        ),
        pytest.param(
            "## 允许修改的文件\n- `a.py`、`b.py`\n### 禁止\n- `c.py`\n\n## 変更可能なファイル\n"
            "- d.py\n",
            ["a.py", "b.py", "d.py"],
            id="East Asian",
        ),
        pytest.param(
            "## Allowed Files\n- `/home/me/proj/src/a.py`\n- C:\\proj\\b.cs\n",
            ["/home/me/proj/src/a.py", "C:/proj/b.cs"],
            id="absolute",
        ),
        pytest.param(
            "\ufeff## Allowed Files\r\n- `a.py`\r\n\r\n## B\r\n- `b.py`\r\n",
            ["a.py"],
            id="BOM and CRLF",
        ),
        pytest.param(
            "> ## x\n## Allowed Files\n> - `a.py`\n\n<!-- `b.py` -->\n- c.py <!-- d.py -->\n",
            ["a.py", "c.py"],
            id="quote and comment",
        ),
        pytest.param(
            "## Files Allowed\n- create `a.py`\n- `./b.py`\n- Only `c.py` in `d/`\n"
            "- tests under `t/x/`\n",
            ["*a.py", "b.py", "c.py", "t/x/"],
            id="as prompts have it",
        ),
    ],
)
def test_is_an_allowed_file(text: str, paths: list[str]) -> None:
    assert read(text) == paths


# Read by a person from the specs of the collection; only paths, `*` before a new one.
_CL, _TP = ".claude/", "template/.claude/"
_REAL = {
    "ARCH-001-2026-01-24-project-context-system.md": [
        *(
            f"*{_TP}rules/{name}.md"
            for name in ("dependencies", "architecture", "domains/_template")
        ),
        *(f"*{_TP}agents/_shared/context-{name}.md" for name in ("loader", "updater")),
        "*template/ai/glossary/_template.md",
        *(
            f"{_TP}agents/{name}.md"
            for name in ("spark", "planner", "coder", "review", "debugger", "documenter")
        ),
        f"{_TP}skills/council/SKILL.md",
        f"{_TP}skills/spark/SKILL.md",
        "template/CLAUDE.md",
        "docs/19-living-architecture.md",
    ],
    "BUG-083/BUG-083-01.md": [
        f"template/{name}"
        for name in ("README.md", ".gitignore", "scripts/ci-status.sh", "CLAUDE.md")
    ],
    "BUG-084/BUG-084-03.md": [f"*{_TP}CUSTOMIZATIONS.md"],
    "BUG-084/BUG-084-16.md": [f"{_TP}hooks/utils.mjs"],
    "BUG-084/BUG-084-21.md": [
        f"/Users/desperado/dev/dld/{_TP}skills/{name}.md"
        for name in ("council/SKILL", "autopilot/escalation")
    ],
    "BUG-100-2026-02-17-architecture-extensibility-hooks.md": [
        f"{_TP}hooks/utils.mjs",
        f"{_TP}hooks/pre-bash.mjs",
        f"{_TP}hooks/pre-edit.mjs",
        f"*{_TP}hooks/hooks.config.mjs",
        f"{_TP}hooks/README.md",
    ],
    "BUG-108.md": [
        f"/Users/desperado/dev/plpilot/src/features/{name}"
        for name in (
            "billing/components/upgrade-dialog.tsx",
            "billing/lib/load-yookassa-sdk.ts",
            "billing/hooks/use-yookassa-widget.ts",
            "settings/billing/cancel-dialog.tsx",
            "billing/components/upgrade-dialog.test.tsx",
            "billing/lib/load-yookassa-sdk.test.ts",
            "billing/hooks/use-yookassa-widget.test.ts",
        )
    ],
    "BUG-152-2026-03-17-venv-sdk-broken.md": [],
    "BUG-162-2026-03-19-orphan-slot-watchdog.md": [
        "scripts/vps/orchestrator.py",
        "scripts/vps/db.py",
        "scripts/vps/tests/test_db.py",
        "*scripts/vps/tests/test_orchestrator.py",
    ],
    "FTR-085-2026-02-14-release-skill.md": [
        f"*{_TP}skills/release/SKILL.md",
        "template/CLAUDE.md",
        f"{_TP}rules/localization.md",
        f"{_CL}rules/localization.md",
    ],
    "FTR-133-2026-02-22-llm-as-judge-eval.md": [
        f"*{_TP}agents/eval-judge.md",
        f"*{_TP}scripts/eval-judge.mjs",
        f"{_TP}agents/tester.md",
        f"{_TP}skills/autopilot/subagent-dispatch.md",
        f"{_TP}rules/model-capabilities.md",
    ],
    "FTR-148-2026-03-10-multi-project-orchestrator-phase3.md": [
        *(
            f"scripts/vps/{name}"
            for name in (
                "run-agent.sh",
                "schema.sql",
                "orchestrator.sh",
                "inbox-processor.sh",
                "telegram-bot.py",
                "setup-vps.sh",
                "db.py",
                ".env.example",
            )
        ),
        f"{_CL}rules/dependencies.md",
        "*scripts/vps/gemini-runner.sh",
        "*scripts/vps/admin_handler.py",
        "*scripts/vps/nexus-cache-refresh.sh",
    ],
    "TECH-004-2026-01-24-mcp-setup-instructions.md": ["*docs/20-mcp-setup.md", "README.md"],
    "TECH-007-2026-01-24-translate-foundation-docs.md": [
        "docs/00-bootstrap.md",
        "docs/foundation/00-why.md",
        "docs/foundation/01-double-loop.md",
        "docs/foundation/02-agent-roles.md",
    ],
    "TECH-019-2026-01-24-example-marketplace.md": [
        "*examples/marketplace-launch/README.md",
        "*examples/",
        "*examples/marketplace-launch/",
    ],
    "TECH-042-2026-01-29-unified-skill-writer.md": [
        *(
            f"{new}{tree}skills/{name}/SKILL.md"
            for tree in (_CL, _TP)
            for new, name in (
                ("*", "skill-writer"),
                ("", "scaffold"),
                ("", "claude-md-writer"),
                ("", "reflect"),
                ("", "autopilot"),
            )
        ),
        "template/CLAUDE.md",
        "docs/15-skills-setup.md",
    ],
    "TECH-045-2026-01-30-remove-placeholder-files.md": [".github/FUNDING.yml", "assets/README.md"],
    "TECH-051-2026-01-30-add-python-ci.md": [".github/workflows/ci.yml"],
    "TECH-066-2026-02-02-tiered-user-experience.md": [
        "*ai/installation-guide.md",
        *(
            f"*docs/getting-started/{name}.md"
            for name in ("quick-start", "standard-setup", "power-setup", "upgrade-paths")
        ),
        "packages/create-dld/index.js",
        "README.md",
        "template/CLAUDE.md",
        "*?docs/getting-started/*.md",
    ],
    "TECH-070-2026-02-02-loc-limits-sync.md": ["docs/09-onboarding.md"],
    "TECH-081-2026-02-02-localization-example.md": [
        f"{_TP}rules/localization.md",
        "template/CLAUDE.md",
        f"{_TP}agents/documenter.md",
        f"{_TP}rules/architecture.md",
    ],
    "TECH-087-2026-02-15-simplify-bughunt-remove-frameworks.md": [
        *(f"{_CL}agents/bug-hunt/{n}.md" for n in ("orchestrator", "spec-assembler", "validator")),
        f"{_CL}skills/spark/bug-mode.md",
        f"{_CL}skills/spark/completion.md",
        *(f"{_TP}agents/bug-hunt/{n}.md" for n in ("orchestrator", "spec-assembler", "validator")),
        f"{_TP}skills/spark/bug-mode.md",
        *(f"{t}agents/bug-hunt/{n}-analyst.md" for t in (_CL, _TP) for n in ("toc", "triz")),
    ],
    "TECH-139-2026-02-28-upgrade-protect-hooks-config.md": [
        f"{_TP}scripts/upgrade.mjs",
        f"{_CL}scripts/upgrade.mjs",
        f"{_TP}hooks/hooks.config.mjs",
    ],
    "TECH-149-2026-03-25-worktree-cleanup.md": [
        *(
            f"{tree}skills/autopilot/{name}.md"
            for tree in (_TP, _CL)
            for name in ("worktree-setup", "finishing", "autopilot-git")
        ),
        "template/scripts/autopilot-loop.sh",
        "scripts/autopilot-loop.sh",
        "scripts/vps/pueue-callback.sh",
    ],
    "TECH-150-2026-03-12-orchestrator-e2e-fixes.md": [],
}


def test_every_real_spec_is_read_right(realdata: Path) -> None:
    folder = realdata / "diary" / "specs"
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    assert names == sorted(_REAL)
    found = {name: read((folder / name).read_text(encoding="utf-8")) for name in names}
    assert found == _REAL


@given(st.text("ab.py/`*-_|{},()[]:#~<!>\n\t \\→é", max_size=200))
def test_any_text_gives_paths_once_each(text: str) -> None:
    files = allowed_files("## Allowed Files\n" + text)
    paths = [file.path for file in files]
    assert len(paths) == len(set(paths))
    assert all(path == path.strip() and "\n" not in path and path for path in paths)
