"""A fix is a failure, edits, and the same check passing: nothing less."""

from __future__ import annotations

import pytest

from memory_md.base.settings import Extract
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.fixes import is_masked, normal_command, telling_line
from memory_md.transcripts.model.events import Edit, Event, Prose, Ran

from ..rows import check_rows

FAILED = "E   KeyError: 'exp'\n1 failed"


def fixes(*events: Event) -> list[str]:
    return [c.text for c in read_events(events).candidates if c.kind == "fixed"]


def ran(command: str, *, failed: bool = False, output: str = "ok") -> Ran:
    return Ran(1, command, failed, output)


TEST = "pytest tests/test_auth.py"

MUST_NOT: dict[str, list[Event]] = {
    "no-failure": [Edit(1, "a.py"), ran(TEST)],
    "no-edit": [ran(TEST, failed=True, output=FAILED), ran(TEST)],
    "edit-before": [Edit(1, "a.py"), ran(TEST, failed=True, output=FAILED), ran(TEST)],
    "never-passed": [ran(TEST, failed=True, output=FAILED), Edit(1, "a.py")],
    "other-command": [
        ran(TEST, failed=True, output=FAILED),
        Edit(1, "a.py"),
        ran("pytest tests/test_db.py"),
    ],
    "pipe-hides-failure": [
        ran("npm run build", failed=True, output="src/a.ts(3,1): error TS2304: Cannot find x"),
        Edit(1, "src/a.ts"),
        ran("npm run build 2>&1 | head -5", output="src/a.ts(9,1): error TS2304: Cannot find y"),
    ],
    "pipe-hides-all": [
        ran("make test", failed=True, output="error: linker"),
        Edit(1, "a.c"),
        ran("make test | grep xyz", output=""),
    ],
    "or-true": [
        ran("make lint", failed=True, output="error: bad"),
        Edit(1, "a.c"),
        ran("make lint || true", output="error: bad"),
    ],
    "only-scratch": [
        ran(TEST, failed=True, output=FAILED),
        Edit(1, "/tmp/notes.py"),
        ran(TEST),
    ],
    "sandbox": [
        ran(TEST, failed=True, output="error: failed in sandbox Seatbelt: exec was denied"),
        Edit(1, "a.py"),
        ran(TEST),
    ],
    "network": [
        ran("npm ci", failed=True, output="Error: getaddrinfo ENOTFOUND registry.npmjs.org"),
        Edit(1, "a.ts"),
        ran("npm ci"),
    ],
    "shell-start": [
        ran(TEST, failed=True, output="/opt/miniconda3/etc/conda.sh:48: parse error near `()'"),
        Edit(1, "a.py"),
        ran(TEST),
    ],
    "only-that-it-failed": [
        ran(TEST, failed=True, output='error: script "test" exited with code 1'),
        Edit(1, "a.py"),
        ran(TEST),
    ],
    "no-error-text": [ran(TEST, failed=True, output=""), Edit(1, "a.py"), ran(TEST)],
    "heredoc": [
        ran("python - <<'X'\nboom\nX", failed=True, output=FAILED),
        Edit(1, "a.py"),
        ran("python - <<'X'\nboom\nX"),
    ],
    "nothing-to-commit": [
        ran("git commit -m x", failed=True, output="error: nothing added"),
        Edit(1, "a.py"),
        ran("git commit -m x"),
    ],
} | {
    command.replace(" ", "-"): [
        ran(command, failed=True, output="error: no such file"),
        Edit(1, "a.py"),
        ran(command),
    ]
    for command in (
        "ls src",
        "cat a.py",
        "grep -r x .",
        "git push",
        "git status",
        "mkdir b",
        "cd b",
    )
}


@check_rows("events", MUST_NOT.values(), ids=MUST_NOT.keys())
def test_nothing_was_fixed(events: list[Event]) -> None:
    assert fixes(*events) == []


MUST: dict[str, tuple[list[Event], str]] = {
    "test": (
        [ran(TEST, failed=True, output=FAILED), Edit(1, "src/jwt.py"), ran(TEST)],
        "pytest tests/test_auth.py: KeyError: 'exp' — src/jwt.py",
    ),
    "environment": (
        [
            ran("cd api && CI=1 cargo test 2>&1", failed=True, output="error: no field `x`"),
            Edit(1, "src/lib.rs"),
            ran("cargo test"),
        ],
        "cargo test: error: no field `x` — src/lib.rs",
    ),
    "masked-then-clean": (
        [
            ran("npm run build 2>&1 | tail -3", output="a.ts(1,2): error TS1005: ';' expected."),
            Edit(1, "a.ts"),
            ran("npm run build", output="done"),
        ],
        "npm run build: a.ts(1,2): error TS1005: ';' expected. — a.ts",
    ),
    "still-failing-between": (
        [
            ran("tsc", failed=True, output="a.ts(1,2): error TS1: first"),
            Edit(1, "a.ts"),
            ran("tsc", failed=True, output="b.ts(1,2): error TS2: second"),
            Edit(1, "b.ts"),
            ran("tsc"),
        ],
        "tsc: b.ts(1,2): error TS2: second — a.ts, b.ts",
    ),
    "many-files": (
        [ran("make", failed=True, output="x.c:1: error: boom")]
        + [Edit(1, f"{name}.c") for name in "abcde"]
        + [ran("make")],
        "make: x.c:1: error: boom — a.c, b.c, c.c +2 more",
    ),
    "hook": (
        [
            ran(
                "git commit -m one", failed=True, output="pre-commit hook\nerror: unused variable y"
            ),
            Edit(1, "y.py"),
            ran("git commit -m two"),
        ],
        "git commit: error: unused variable y — y.py",
    ),
}


@pytest.mark.parametrize(("events", "text"), MUST.values(), ids=MUST.keys())
def test_one_fix(events: list[Event], text: str) -> None:
    assert fixes(*events) == [text]


@pytest.mark.parametrize(
    ("command", "normal"),
    [
        ("  pytest   -q  ", "pytest -q"),
        ("cd x && cd y; A=1 B='2 3' make test", "make test"),
        ("npm test 2>&1 | tail -20", "npm test"),
        ("timeout 60 go test ./... || true", "go test ./..."),
        ("export CI=1 && tox", "tox"),
    ],
)
def test_the_same_command_has_one_form(command: str, normal: str) -> None:
    assert normal_command(command) == normal


def test_a_pipe_masks_the_exit_code() -> None:
    assert is_masked("make | head")
    assert is_masked("make || echo failed")
    assert not is_masked("make 2>&1")


def test_the_telling_line_is_clean_and_short() -> None:
    output = "> build\n\x1b[31m✖ 3 problems\x1b[0m\n│ TypeError: x is not a function " + "y" * 400
    line = telling_line(output)
    assert line.startswith("TypeError: x is not a function")
    assert len(line) <= 160


def test_hostile_output_is_read_in_linear_time() -> None:
    for output in ("x" * 1_000_000, "error " * 200_000, "\x1b[" * 200_000, "a:1:" * 200_000):
        assert len(telling_line(output)) <= 160


@pytest.mark.parametrize(
    "found",
    [
        "340:79 error `x` can be escaped with `&quot;` react/no-unescaped-entities",
        "src/main.ts(4,2): error TS2339: Property 'x' does not exist on type 'Y'.",
        "src/page.tsx(309,33): error TS18047: 'landmarks' is possibly 'null'.",
        "PASS __tests__/mapUnknownError.test.ts",
        "167:11 error Do not use an `<a>` element to navigate to `/trips/`.",
        "thread 'config::tests::loads' (268080) panicked at src/config.rs:137:17",
        "Type error: Element implicitly has an 'any' type",
        "error[E0603]: module `trading` is private",
        "Program.cs(4,2): error CS0103: The name 'gate' does not exist in this context",
        "./gate.go:12: undefined: weir",
        "error: cannot find symbol",
        "SyntaxError: unterminated string literal (detected at line 88)",
        "ModuleNotFoundError: No module named 'yaml'",
        "ReferenceError: crypto is not defined",
        "internal/graph/resolvers.go:101:27: h.GetStock undefined (no field or method GetStock)",
        "AttributeError: 'Head' object has no attribute 'dropout'",
        "tests/home.test.tsx (2 tests | 1 failed) 233ms",
        "Testem finished with non-zero exit code. Tests failed.",
        "⎯⎯⎯⎯⎯⎯ Failed Suites 1 ⎯⎯⎯⎯⎯⎯⎯",
        "× returns an error when the user is inactive 454ms",
        "ERROR: tasks.md not found in specs/002-wallet-connect",
        "Build failed in 15.01s",
    ],
)
def test_what_is_found_again_or_does_not_say_why_waits(found: str) -> None:
    events = [ran("npm test", failed=True, output=found), Edit(1, "a.tsx"), ran("npm test")]
    (one,) = [c for c in read_events(events).candidates if c.kind == "fixed"]
    assert one.score < Extract().sure


@pytest.mark.parametrize(
    "command",
    [
        "npm run lint",
        "npx eslint src/3d/",
        "cargo fmt --all -- --check",
        "cargo build",
        "go vet ./...",
        "uv run mypy",
        "pnpm run type-check",
        "npx astro check",
        "dotnet build",
    ],
)
def test_what_a_linter_or_compiler_says_waits_in_whatever_words(command: str) -> None:
    output = "error: unexpected closing delimiter: `}`"
    events = [ran(command, failed=True, output=output), Edit(1, "src/wild.rs"), ran(command)]
    (one,) = [c for c in read_events(events).candidates if c.kind == "fixed"]
    assert one.score < Extract().sure


CAUSE = "The fixture drops `exp`, because the clock is frozen."


@check_rows(
    ("said", "told"),
    [
        ("Let me fix the KeyError, so that it passes.", False),
        ("Maybe the KeyError is there because `exp` is not set.", False),
        ("The other module is slow because it waits.", False),
        ("The KeyError is still there, because my first edit was wrong.", False),
        (f"I see. {CAUSE} Now the test:", True),
    ],
)
def test_a_fix_tells_the_cause_that_the_agent_gave(said: str, told: bool) -> None:
    (text,) = fixes(
        ran(TEST, failed=True, output=FAILED), Prose(2, said), Edit(3, "src/jwt.py"), ran(TEST)
    )
    assert text == "pytest tests/test_auth.py: KeyError: 'exp' — src/jwt.py" + f". {CAUSE}" * told


def test_a_cause_that_the_agent_gave_makes_up_for_a_dumb_error() -> None:
    output = "Failed Suites 1"
    events = (
        ran(TEST, failed=True, output=output),
        Edit(2, "src/jwt.py"),
        Prose(3, "`src/jwt.py` drops the claim, because the clock is frozen."),
        ran(TEST),
    )
    (one,) = [c for c in read_events(events).candidates if c.kind == "fixed"]
    assert one.score >= Extract().sure


def test_the_cause_of_an_earlier_failure_is_no_cause_of_the_next() -> None:
    second = "E   KeyError: 'iat'\n1 failed"
    (text,) = fixes(
        ran(TEST, failed=True, output=FAILED),
        Prose(2, CAUSE),
        Edit(3, "src/jwt.py"),
        ran(TEST, failed=True, output=second),
        Edit(5, "src/jwt.py"),
        ran(TEST),
    )
    assert text == "pytest tests/test_auth.py: KeyError: 'iat' — src/jwt.py"
