"""How specs of other tools and languages word their Allowed Files: first what must not count."""

from __future__ import annotations

import pytest

from memory_md.diary.text.allowed_files import allowed_files

from ..rows import check_rows


def paths(text: str) -> list[str]:
    return [file.path for file in allowed_files(text)]


@check_rows(
    "text",
    [
        pytest.param("## Allowed files\nYou may only read these:\n- a.py\n", id="only to read"),
        pytest.param(
            "## Allowed files\nYou may ONLY READ these. Any other read is a fault.\n\n"
            "| File |\n|--|\n| a.py |\n",
            id="only to read, a table",
        ),
        pytest.param("## Allowed files (edit/create):\n- none\n", id="two verbs"),
        pytest.param("**Allowed files** (edit/create):\n\nText.\n", id="two verbs, a label"),
        pytest.param("## Allowed paths rationale\n- a.py: the dispatch\n", id="the reasons"),
        pytest.param("## 不允许修改的文件\n- `a.py`\n", id="not allowed, Chinese"),
        pytest.param("## 未经允许修改的文件\n- `a.py`\n", id="without leave, Chinese"),
        pytest.param("## 허용되지 않는 파일\n- `a.py`\n", id="not allowed, Korean"),
        pytest.param("## فایل‌های غیرمجاز\n- `a.py`\n", id="not allowed, Persian"),
        pytest.param("## Разрешённые значения\n- `a.py`\n", id="allowed values, Russian"),
        pytest.param("## Forbidden and allowed files\n- `a.py`\n", id="both kinds in one title"),
        pytest.param("## Checks and allowed files drift\n- `a.py`\n", id="another matter"),
        pytest.param(
            "| Form | Allowed files checked |\n|--|--|\n| x | a.py |\n", id="a column of checks"
        ),
        pytest.param("## Allowed files\n- the notes\n- `-receipt.md`\n", id="the end of a name"),
        pytest.param("- Allowed types：`a.py`\n", id="allowed types"),
        pytest.param("## Archivos permitidos\n```\na.py   LECTURA\n```\n", id="read, in a column"),
    ],
)
def test_is_no_allowed_file(text: str) -> None:
    assert paths(text) == []


@pytest.mark.parametrize(
    "below",
    [
        pytest.param("The rest is frozen and must not be changed.\n```\nb.py\n```\n", id="fence"),
        pytest.param("다음 파일은 수정하지 않는다.\n```\nb.py\n```\n", id="Korean"),
        pytest.param("以下文件只读，禁止修改。\n\n- b.py\n", id="Chinese"),
        pytest.param("Ces fichiers sont en lecture seule.\n- b.py\n", id="French"),
        pytest.param("### Allowed paths rationale\n- b.py: the dispatch\n", id="reasons"),
        pytest.param("Do not touch any other file:\n- b.py\n", id="others, named"),
    ],
)
def test_what_is_forbidden_below_the_list_is_not_allowed(below: str) -> None:
    assert paths(f"## Allowed files\n- a.py\n\n{below}") == ["a.py"]


@check_rows(
    ("text", "expected"),
    [
        pytest.param(
            "## Allowed files\nDo NOT touch any other file.\n\n- a.py\n", ["a.py"], id="others"
        ),
        pytest.param(
            "## Allowed files\nChange these and nothing else:\n```\na.py\n```\n",
            ["a.py"],
            id="nothing else",
        ),
        pytest.param(
            "## Allowed files (exact; everything else is forbidden)\n\nModify:\n\n- a.py\n",
            ["a.py"],
            id="others, in the title",
        ),
        pytest.param(
            "- Files allowed to edit (at most 2):\n  - a.py\n- Out of bounds:\n  - b.py\n",
            ["a.py"],
            id="how many",
        ),
        pytest.param("## Files: allowed to modify\n- a.py\n", ["a.py"], id="a colon between"),
        pytest.param(
            "- **Allowed Files to Modify/Create:**\n  - `a.py` (New)\n- **Forbidden:** `b.py`\n",
            ["a.py"],
            id="two verbs of change",
        ),
        pytest.param("## Updated Allowed Files\n- a.py\n", ["a.py"], id="updated"),
        pytest.param("## Context and allowed files\n- a.py\n", ["a.py"], id="two matters"),
        pytest.param(
            "| Card | Allowed Files | Forbidden |\n|--|--|--|\n| x | `a.py`; `b.py` | c.py |\n",
            ["a.py", "b.py"],
            id="a column",
        ),
        pytest.param(
            "## Allowed files\n```\na.py    EDIT, one line\nb.py\tNEW\nsee c.py for more\n```\n",
            ["a.py", "b.py"],
            id="columns of a fence",
        ),
        pytest.param(
            "## Allowed files\n- `src/**` (**the lot**), `b.py` (**new**)\n",
            ["src/**", "b.py"],
            id="stars of a glob",
        ),
        pytest.param(
            "## Allowed files\n- `src/a/` folder, `src/b/` dir\n- `c.py`, `Box.open()`, `d.py`\n",
            ["src/a/", "src/b/", "c.py", "d.py"],
            id="words in a list",
        ),
        pytest.param(
            "## Allowed files\n| File | Why |\n|--|--|\n| a.md | Lecture notes, week 1 |\n"
            "| b.md | Lectura de sensores |\n| c.md | lectura |\n",
            ["a.md", "b.md"],
            id="a word that also means reading",
        ),
        pytest.param("- Allowed files：`a.py`、`b.py`\n", ["a.py", "b.py"], id="wide colon"),
    ],
)
def test_wordings(text: str, expected: list[str]) -> None:
    assert paths(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "### Files allowed\nThe importer, `a.py` and a test are rewritten.\n", [], id="prose"
        ),
        pytest.param(
            "- **allowed files:** 본 파일, `docs/a.md` (§5), `b.md`  \n- **not:** `c.md`\n",
            ["docs/a.md", "b.md"],
            id="words before the first",
        ),
        pytest.param(
            "- **Allowed files:** `A.swift` (sheet), tests, `docs/ADR-069-*.md`, ledgers.\n",
            ["A.swift", "docs/ADR-069-*.md"],
            id="words among them",
        ),
        pytest.param(
            "### Files allowed\nsrc/a.js (one; two); tests/a.js (three); p/*.json made by `npm`.\n",
            ["src/a.js", "tests/a.js", "p/*.json"],
            id="a paragraph of bare paths",
        ),
    ],
)
def test_a_list_on_one_line_with_words_in_it(text: str, expected: list[str]) -> None:
    assert paths(text) == expected


def test_what_is_said_behind_the_last_path_is_kept() -> None:
    found = allowed_files("**Allowed files** (create/edit): `a.py`, `b.py` (new)\n")
    assert [(file.path, file.new) for file in found] == [("a.py", False), ("b.py", True)]


@check_rows(
    "title",
    [
        *("변경 허용 파일", "수정을 허용하는 파일", "수정 가능한 파일"),
        *("允许新增文件", "本次任务允许修改的文件", "允许修改的目录"),
        *("編集可能ファイル", "変更を許可するファイル", "変更してよいファイル"),
        *("Разрешённые test/unit файлы", "Разрешённые документы", "Контекст и разрешённые файлы"),
        *("Erlaubte Pfade", "Erlaubte Dateien und Komponenten", "Chemins autorisés"),
        *("Rutas permitidas", "Caminhos permitidos", "Dozwolone ścieżki", "Các tệp được phép sửa"),
        *("Berkas yang boleh diubah", "الملفات المسموح بتعديلها", "فایل‌های مجاز"),
    ],
)
def test_titles_of_other_languages(title: str) -> None:
    assert paths(f"## 2. {title}\n\n- `src/a.py`\n\n## 3. X\n- b.py\n") == ["src/a.py"]
