"""An entry with `paths=` is for tasks with such files; one that names files is near theirs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_md.base.identity import entry_id

from ..conftest import Ran

Quick = Callable[..., Ran]
RULE = "Keep handlers free of SQL"


def line(text: str, more: str) -> str:
    return f"- [2026-02-01] Convention: {text} <!-- mem:{entry_id('convention', text)} {more} -->\n"


def shown(ran: Ran) -> list[str]:
    assert ran.code == 0, ran.stderr
    return [line[2:] for line in ran.stdout.split("\n") if line.startswith("- ")]


def scoped(repo: Path, more: str) -> None:
    (repo / "learnings.md").write_text(line(RULE, more), encoding="utf-8")


SCOPES = [
    # globs, file of the task, shown
    ("src/api/**", "src/web/a.ts", False),
    ("src/api/**", "srcs/api/a.ts", False),
    ("*.ts", "src/api/a.py", False),
    ("src/api", "src/apis/a.ts", False),
    ("src/api/**", "src/api/v1/a.ts", True),
    ("*.ts", "src/api/a.ts", True),
    ("**/*.{ts,tsx}", "src/api/a.tsx", True),
    ("src/web/**,src/api/**", "src/api/a.ts", True),
    ("src/api/", "src/api/a.ts", True),
    ("src/api/a.ts", "src/api/a.ts", True),
    ("src/my%20api/a%2Cb.ts", "src/my api/a,b.ts", True),
    ("src/api/**", "src/api/**", True),
    ("src/api/*.ts", "src/api/", True),
]


def test_a_scope_decides_for_which_files_an_entry_is_shown(repo: Path, quick: Quick) -> None:
    wrong = []
    for globs, file, is_shown in SCOPES:
        scoped(repo, f"paths={globs}")
        found = RULE in shown(quick("context", "--file", file, "--no-layers"))
        if found != is_shown:
            wrong.append((globs, file, found))
    assert not wrong


@pytest.mark.parametrize("more", ["paths=src/api/**", "paths=src/api/** manual pin"])
def test_words_alone_do_not_bring_what_is_for_other_files(
    repo: Path, quick: Quick, more: str
) -> None:
    scoped(repo, more)
    assert shown(quick("context", "--query", "keep the handlers free of SQL")) == []


def test_without_a_task_only_pinned_ones_are_shown_with_their_globs(
    repo: Path, quick: Quick
) -> None:
    scoped(repo, "paths=src/api/**")
    assert shown(quick("context")) == []
    scoped(repo, "paths=src/api/**,*.sql pin")
    assert shown(quick("context")) == [f"{RULE} (for `src/api/**`, `*.sql`)"]


@pytest.mark.parametrize("globs", ["**", "*", "**/*", "./**", "src/**,**/*"])
def test_globs_that_match_everything_are_no_scope(repo: Path, quick: Quick, globs: str) -> None:
    scoped(repo, f"paths={globs}")
    assert shown(quick("context")) == [RULE]


def test_what_is_left_out_for_its_scope_is_explained(repo: Path, quick: Quick) -> None:
    scoped(repo, "paths=src/api/**")
    ran = quick("context", "--file", "src/web/a.ts", "--explain")
    assert "it is for tasks with other files" in ran.stderr


def test_a_scope_is_kept_by_what_changes_the_entry_and_shown(repo: Path, quick: Quick) -> None:
    scoped(repo, "paths=src/api/**,a%2Cb.ts manual")
    id_ = entry_id("convention", RULE)
    assert quick("learnings", "pin", id_).code == 0
    assert quick("learnings", "edit", id_, "Keep all handlers free of SQL").code == 0
    text = (repo / "learnings.md").read_text(encoding="utf-8")
    assert f"<!-- mem:{id_} pin manual paths=src/api/**,a%2Cb.ts -->" in text
    assert "src/api/**, a,b.ts" in quick("learnings", "show", id_).stdout
    entry = quick("learnings", "show", id_, "--json").json["entries"][0]
    assert entry["paths"] == ["src/api/**", "a,b.ts"]


RULES = [
    # front matter, what stands in the comment
    ("paths: src/**/*.ts", "paths=src/**/*.ts"),
    ('paths:\n  - "src/**/*.{ts,tsx}"', "paths=src/**/*.ts,src/**/*.tsx"),
    ("globs: src/*.ts, lib/*.ts", "paths=src/*.ts,lib/*.ts"),
    ("globs: ['*.sql']\nalwaysApply: false", "paths=*.sql"),
    ('applyTo: "**/*.cs,my files/**"', "paths=**/*.cs,my%20files/**"),
    ("globs: '*.sql'\nalwaysApply: true", ""),
    ('applyTo: "**"', ""),
    ("description: of handlers", ""),
]


def test_the_files_of_an_imported_rule_become_its_scope(repo: Path, quick: Quick) -> None:
    wrong = []
    for number, (front, written) in enumerate(RULES):
        root = repo / f"{number}"
        root.mkdir()
        rule = repo / f"rule{number}.md"
        rule.write_text(f"---\n{front}\n---\n\n# Rules\n\n- {RULE}\n", encoding="utf-8")
        assert quick("--root", root, "import", rule).code == 0
        text = (root / "learnings.md").read_text(encoding="utf-8")
        if RULE not in text or (written not in text if written else "paths=" in text):
            wrong.append((front, text))
    assert not wrong


def test_entries_of_tests_and_of_callers_are_nearer_than_others(repo: Path, quick: Quick) -> None:
    said = {
        "itself": "`lib/queue/drain.py` retries a batch of jobs twice",
        "its test": "`tests/test_drain.py` needs a batch of jobs on disk",
        "a caller": "`web/board.py` shows a batch of jobs as one row",
        "another": "`docs/site/theme.py` renders a batch of jobs in green",
    }
    text = "".join(f"- Gotcha: {words}\n" for words in reversed(said.values()))
    (repo / "learnings.md").write_text(text, encoding="utf-8")
    edge = {
        "caller": "web/board.py::rows",
        "callee": "lib/queue/drain.py::drain",
        "source": "ast",
        "confidence": 1.0,
        "times_confirmed": 0,
        "last_task": None,
    }
    (repo / ".mem").mkdir()
    graph = '{"version": 1, "edges": [\n' + json.dumps(edge) + "\n]}\n"
    (repo / ".mem/callgraph.json").write_text(graph, encoding="utf-8")
    lines = quick(
        *("context", "--file", "lib/queue/drain.py", "--query", "batch of jobs"),
        *("--format", "json"),
    ).json["lines"]
    score = {name: one["score"] for one in lines for name, s in said.items() if s == one["text"]}
    assert score["itself"] > score["its test"]
    assert score["its test"] > score.get("another", 0.0)
    assert score["a caller"] > score.get("another", 0.0) + 1
