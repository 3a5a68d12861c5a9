"""How much a task of the diary matters to a spec: first what is no evidence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from memory_md.diary.model import (
    HIGH,
    MEDIUM,
    SKIP,
    AllowedFile,
    DiaryEntry,
    DiaryTask,
    Spec,
    Surroundings,
)
from memory_md.diary.rules.levels import Judge

from ..rows import check_rows


def allowed(*paths: str) -> tuple[AllowedFile, ...]:
    return tuple(AllowedFile(path, "*" in path or "?" in path) for path in paths)


def task(summary: str, *files: str, id_: str = "T-1") -> DiaryTask:
    entry = DiaryEntry(id_, "2026-01-02", "problem", "pending", summary, files=files)
    return DiaryTask(entry, rows=" ".join((summary, *files)))


def level(spec: str, one: DiaryTask, *paths: str, **around: object) -> str:
    near_by = Surroundings(**around)  # type: ignore[arg-type]
    return Judge(Spec(spec, allowed(*paths)), near_by).judge(one, [one.entry]).level


NPM = {"stripe": "package.json", "click": "pyproject.toml", "@tanstack/react-query": "package.json"}


@check_rows(
    ("spec", "summary"),
    [
        pytest.param(
            "Add a test for the parser", "The test of the server failed", id="trade words"
        ),
        pytest.param("Run `git push` again", "git push was rejected", id="everybody's tool"),
        pytest.param("A page with a link", "People click twice on a link", id="a word, no package"),
        pytest.param("Use JSON and YAML", "YAML and JSON differ", id="formats"),
        pytest.param("Done in `a1b2c3d4` for EC-1", "EC-1 failed at a1b2c3d4", id="ids and hashes"),
        pytest.param("Always NEVER do it", "NEVER do that", id="words that shout"),
        pytest.param("Its Power is great", "no power was left", id="a name that is a word"),
        pytest.param("`a/b/index.ts` is fine", "`c/d/index.ts` broke", id="a name that all have"),
    ],
)
def test_it_is_no_evidence(spec: str, summary: str) -> None:
    assert level(spec, task(summary), libraries=NPM) == SKIP


@check_rows(
    ("spec", "summary"),
    [
        pytest.param("Refunds by Stripe", "stripe sent it twice", id="a library"),
        pytest.param("Options of `click`", "`click` swallows errors", id="a marked library"),
        pytest.param("With `@tanstack/react-query`", "React Query kept it", id="spelled apart"),
        pytest.param("Calls `reap_children`", "reap_children hung", id="an identifier"),
        pytest.param("A daemon on `pueue`", "Pueue lost its `pueue` group", id="a marked word"),
        pytest.param("Stored in SQLite", "SQLite was locked", id="a name"),
        pytest.param("Pass --force-with-lease", "--force-with-lease lost work", id="a flag"),
        pytest.param("Goes on with BUG-7", "it broke", id="the task itself"),
        pytest.param("Called by `session.py`", "session.py blocks", id="a file in its text"),
        pytest.param(
            "# Orphans in pueue\nThe daemon `pueue`",
            "сирота остаётся в pueue",
            id="in another script",
        ),
    ],
)
def test_it_is_evidence(spec: str, summary: str) -> None:
    assert level(spec, task(summary, id_="BUG-7"), libraries=NPM) == MEDIUM


def test_a_file_that_is_allowed_makes_it_high() -> None:
    assert level("", task("broke", "src/a.py"), "src/a.py") == HIGH
    assert level("", task("broke", "src/callback.py"), "src/callback_sync.py") == MEDIUM


@check_rows(
    ("path", "named", "of", "expected"),
    [
        pytest.param("CHANGELOG.md", 1, 5, HIGH, id="one of five is no frequency"),
        pytest.param("CHANGELOG.md", 5, 5, MEDIUM, id="a changelog"),
        pytest.param("docs/dependencies.md", 3, 8, MEDIUM, id="a dependency map"),
        pytest.param("docs/guide.md", 2, 8, HIGH, id="prose that two name"),
        pytest.param("docs/guide.md", 6, 8, MEDIUM, id="prose that most name"),
        pytest.param("src/hot.py", 3, 5, HIGH, id="code that is worked on"),
        pytest.param("src/app.py", 8, 8, HIGH, id="code that a short diary is about"),
        pytest.param("src/app.py", 9, 10, MEDIUM, id="code that all touch"),
    ],
)
@check_rows("what", ["tasks", "specs"])
def test_a_file_that_nearly_all_name_makes_medium_at_most(
    path: str, named: int, of: int, expected: str, what: str
) -> None:
    others = tuple(f"it changes {path}" if at < named else f"nothing {at}" for at in range(of))
    assert level("", task("broke", path), path, **{what: others}) == expected


@check_rows(
    ("path", "title", "others", "expected"),
    [
        pytest.param("package.json", "Login", ["src/a.py"], MEDIUM, id="a manifest"),
        pytest.param("web/package.json", "Login", ["src/a.py"], MEDIUM, id="one in a folder"),
        pytest.param("pnpm-lock.yaml", "Login", ["src/a.py"], MEDIUM, id="a lock file"),
        pytest.param("README.md", "Login", ["src/a.py"], MEDIUM, id="a readme"),
        pytest.param("ai/index.md", "Login", ["src/a.py"], MEDIUM, id="an index"),
        pytest.param("README.md", "Login", [], HIGH, id="nothing else is allowed"),
        pytest.param("README.md", "A better README", ["src/a.py"], HIGH, id="in the title"),
        pytest.param("docs/guide.md", "Login", ["src/a.py"], HIGH, id="any other"),
    ],
)
def test_only_a_file_that_is_kept_up_beside_any_work_is_not_high(
    path: str, title: str, others: list[str], expected: str
) -> None:
    assert level(f"# {title}", task("broke", path), path, *others) == expected


@check_rows(
    ("text", "path", "expected"),
    [
        pytest.param("Called by `src/pool.py`", "src/pool.py", MEDIUM, id="a file"),
        pytest.param("See docs/guides/setup.md", "guides/setup.md", MEDIUM, id="the end of one"),
        pytest.param("All of `scripts/*.sh`", "scripts/up.sh", MEDIUM, id="a pattern"),
        pytest.param("The values in `deploy/prod.yaml`", "prod.yaml", MEDIUM, id="a bare name"),
        pytest.param("All of `**/*.py`", "lib/z.py", SKIP, id="a pattern of everything"),
        pytest.param("Run it in `tests/`", "tests/z.py", SKIP, id="a folder"),
        pytest.param("Said in `docs/README.md`", "lib/README.md", SKIP, id="what all have"),
        pytest.param("Called by `src/pool.py`", "src/spool.py", SKIP, id="another"),
    ],
)
def test_a_file_or_pattern_that_the_text_names_is_medium(
    text: str, path: str, expected: str
) -> None:
    assert level(text, task("broke", path), "src/a.py") == expected


def test_what_everybody_uses_is_no_evidence() -> None:
    tasks = tuple(f"React again, in part {part}" for part in "abcdef")
    one = task("React rendered twice")
    assert level("A view in React", one, libraries={"react": "package.json"}) == MEDIUM
    assert level("A view in React", one, libraries={"react": "package.json"}, tasks=tasks) == SKIP


@pytest.mark.parametrize(
    ("name", "text", "kind", "wanted"),
    [
        pytest.param("TECH-22-login.md", "# Login", "success", MEDIUM, id="a success"),
        pytest.param("TECH-22-login.md", "# Login", "problem", SKIP, id="another task"),
        pytest.param("notes.md", "# After TECH-2 failed", "problem", MEDIUM, id="only named"),
        pytest.param("TECH-2-login.md", "# Login", "problem", HIGH, id="by the file"),
        pytest.param("s.md", "# Feature: [TECH-2] Login", "problem", HIGH, id="by the title"),
    ],
)
def test_what_the_own_task_failed_at_is_high(name: str, text: str, kind: str, wanted: str) -> None:
    one = task("It broke", id_="TECH-22" if kind == "success" else "TECH-2")
    one = replace(one, entry=replace(one.entry, type=kind))
    spec = Spec(f"{text}\n{one.entry.id if kind == 'success' else ''}", name=name)
    found = Judge(spec, Surroundings()).judge(one, [one.entry])
    assert found.level == wanted
    assert (found.reasons[0] == "is what the spec's own task failed at before") == (wanted == HIGH)


TEXT = st.text(st.sampled_from("ab/_.`*#-| \nA1я[]{}()<>"), max_size=80)


@given(spec=TEXT, summary=TEXT, path=TEXT, target=TEXT)
def test_any_text_is_judged_within_bounds(spec: str, summary: str, path: str, target: str) -> None:
    one = Judge(Spec(spec, allowed(target)), Surroundings()).judge(task(summary, path), [])
    low, high = {HIGH: (75, 100), MEDIUM: (30, 74), SKIP: (0, 29)}[one.level]
    assert low <= one.score <= high
    assert one.reasons
    assert bool(one.constraints) <= (one.level != SKIP)


def test_long_lines_take_linear_time() -> None:
    for text in ("a/" * 50_000, "a" * 100_000, "`" * 100_000, "- " * 50_000, "a_b " * 30_000):
        level(text, task(text[:20_000], text[:4000]), text[:4000])
