"""An entry's file: what failed, why, what to do instead, and its files."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from memory_md.diary.model import DiaryEntry, EntryFile, Lesson
from memory_md.diary.text.entry_file import parse, render
from memory_md.files.tables import template


def read(text: str) -> EntryFile:
    return parse(dedent(text).lstrip("\n"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("# T\n\nSome words.\n", id="prose"),
        pytest.param("# T\n\n## Problem\n\n## Rule\n", id="empty sections"),
        pytest.param("# T\n\n```\n## Problem\nx\n```\n", id="a code sample"),
        pytest.param("<!--\n## Problem\nx\n-->\n", id="a comment"),
        pytest.param("| Name | Value |\n|--|--|\n| a | b |\n", id="a table of no files"),
    ],
)
def test_says_nothing_to_learn_from(text: str) -> None:
    assert parse(text).lessons == ()


def test_sections_and_labels_whose_values_wrap() -> None:
    found = read(
        """
        # BUG-4 Task 2/5

        ## Problem
        - The importer lost rows
          with a semicolon.

        ## Context
        - Error: the reader was
          given the wrong dialect
        - Files: src/{read,write}.py + both
          copies, `docs/csv.md:10-20`
        - Attempts: tried `sniff.py`
        - Resolution: name the dialect
          outright

        ## Category
        parsing
        """
    )
    assert found.title == "BUG-4 Task 2/5"
    assert found.category == "parsing"
    assert found.files == ("src/read.py", "src/write.py", "docs/csv.md")
    assert found.mentions == ("sniff.py",)
    assert found.lessons == (
        Lesson(
            "The importer lost rows with a semicolon.",
            "the reader was given the wrong dialect",
            "name the dialect outright",
        ),
    )


def test_dated_corrections_are_a_lesson_each() -> None:
    found = read(
        """
        # Corrections

        ## 2026-01-02: During X

        **Context:** any
        **I did:** Edited the copy
        **User corrected:** "no"
        **Why:** The original wins
        **Rule:** Edit the original first

        ---

        ## 2026-01-09: Later

        **I proposed:** A cache
        **Правило:** Сначала измерить
        """
    )
    assert found.lessons == (
        Lesson("Edited the copy", "The original wins", "Edit the original first", (), "2026-01-02"),
        Lesson("A cache", "", "Сначала измерить", (), "2026-01-09"),
    )


def test_rows_of_findings_are_a_lesson_each() -> None:
    found = read(
        """
        | File:line | Finding | Suggested action |
        |---|---|---|
        | `a/b.py:51,80` | too \\| wide | split it |
        | c.py:28, d.py:8,11 | no test | write one |
        """
    )
    assert found.files == ("a/b.py", "c.py", "d.py")
    assert found.lessons == (
        Lesson("too | wide", "", "split it", ("a/b.py",)),
        Lesson("no test", "", "write one", ("c.py", "d.py")),
    )


def test_causes_under_headings_of_their_own_and_a_list_of_files() -> None:
    found = read(
        """
        # 001: Ends of lines

        ## Problem
        Hooks broke:
        - on Windows

        ## Root Causes
        ### 1. CRLF
        text
        ### 2. Paths
        text

        ## Rule for Future
        1. Use Python
        2. Test on both

        ## Files Changed
        - `hooks/a.py` (new, was `a.sh`)
        - `hooks/b.py`
        """
    )
    assert found.lessons == (
        Lesson("Hooks broke: on Windows", "CRLF; Paths", "Use Python; Test on both"),
    )
    assert found.files == ("hooks/a.py", "hooks/b.py")
    assert found.mentions == ("a.sh",)


@pytest.mark.parametrize(
    "title",
    [
        *("What to do instead", "How to avoid", "How to avoid it next time", "Avoid", "Lesson"),
        *("Resolution", "Prevention", "Next time", "Do instead", "Lessons learned", "Fix"),
        *("What we should do instead", "How to prevent recurrence", "Как избежать"),
        *("The Fix", "Fix (no redesign)", "Solutions", "✅ Solution applied", "Prevention steps"),
        *("How it was recovered", "Recovery steps", "Key takeaways", "Recommendations"),
        *("Lessons learned (and how to avoid them)", "Insights for future attempts", "РЕШЕНИЕ"),
        *("Lösung implementiert", "Corrección aplicada", "解決方法", "対処法", "解决方案"),
    ],
)
def test_the_remedy_stands_under_many_titles(title: str) -> None:
    for text in (f"## {title}\nask first", f"- {title}: ask first", f"**{title}:** ask first"):
        assert parse(f"# T\n\n## Problem\nx\n\n{text}\n").lessons == (
            Lesson("x", instead="ask first"),
        )


@pytest.mark.parametrize(
    "title", ["Fix owner", "Status", "Evidence", "Outcome", "What worked", "Next", "Scope boundary"]
)
def test_what_is_no_remedy_is_not_taken_for_one(title: str) -> None:
    text = f"# T\n\n## Problem\nx\n\n## {title}\nask first\n"
    assert [lesson.instead for lesson in parse(text).lessons] == [""]


def test_each_row_of_a_table_with_a_remedy_is_a_lesson() -> None:
    found = read(
        """
        # Problems

        | Date | Problem | Root cause | Fix | Prevention |
        |---|---|---|---|---|
        | 2026-01-02 | Out of memory | Too many `workers` | 4 at most | Watch it |
        | 2026-01-03 | It hung | | | |
        """
    )
    assert found.lessons == (Lesson("Out of memory", "Too many `workers`", "Watch it"),)


def test_the_template_is_read_back() -> None:
    entry = DiaryEntry("T-1", "2026-02-02", "problem", summary="Lost {id}\nrows", files=("a b.py",))
    text = render(template("diary_entry.md"), entry)
    found = parse(text)
    assert found.title == "T-1: Lost {id} rows"
    assert found.lessons == (Lesson("Lost {id} rows"),)
    assert found.files == ("a b.py",)
    assert not any(line.endswith(" ") for line in text.split("\n"))


def test_every_real_entry_is_read_right(realdata: Path) -> None:
    def real(name: str) -> EntryFile:
        return parse((realdata / "diary" / name).read_text(encoding="utf-8"))

    problem = real("september/2026-08-30-TECH-221-task4-problem.md")
    assert problem.category == "architecture"
    assert [path.rsplit("/", 1)[1] for path in problem.files] == [
        "worktree-setup.md",
        "autopilot-git.md",
    ]
    (lesson,) = problem.lessons
    assert "bare lease" in lesson.why.casefold()
    assert lesson.instead.startswith("added `--force-if-includes`")
    wide = real("september/2026-07-27-TECH-211-advisory.md")
    assert len(wide.lessons) == 5 == len(wide.files)
    assert all(lesson.what and lesson.instead and lesson.files for lesson in wide.lessons)
    several = real("september/2026-08-30-TECH-220-task2-3-advisory.md")
    assert [len(lesson.files) for lesson in several.lessons] == [1, 3]
    hooks = real("april/001-windows-hooks-fix.md")
    assert len(hooks.files) == 7
    assert hooks.lessons[0].instead.startswith("ALWAYS use Python")
    assert [lesson.date for lesson in real("april/corrections.md").lessons] == [
        "2026-02-16",
        "2026-04-18",
    ]


FRONT = """---
title: The gauge froze
date: 2026-03-04
category: [hardware]
files: [src/gauge.c, "docs/tide.md"]
cause: ice in the tube
---
## Problem
The reading did not move.
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_front_matter_names_what_labels_name(newline: str) -> None:
    found = parse("\ufeff" + FRONT.replace("\n", newline))
    assert (found.title, found.category) == ("The gauge froze", "hardware")
    assert found.files == ("src/gauge.c", "docs/tide.md")
    assert found.lessons == (
        Lesson("The reading did not move.", "ice in the tube", date="2026-03-04"),
    )


def test_broken_front_matter_costs_nothing_of_the_body() -> None:
    found = parse("---\nfiles: [a.py\n\ttags: {{\n---\n## Problem\nIt froze.\n")
    assert found.lessons == (Lesson("It froze."),)
    assert found.files == ("a.py",)
