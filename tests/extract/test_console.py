"""What programs and terminals print is no learning; what an author writes among it is."""

from __future__ import annotations

import pytest

from memory_md.extract.rules.console import PRINTED, printed
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[tuple[str, str]]:
    return [(found.kind, found.text) for found in read_prose(Prose(1, text, True))]


LOGS = {
    "npm-warn": "npm WARN deprecated har@5.1.5: this library is no longer supported",
    "npm-notice": "npm notice New major version of npm available! 9.8.1 -> 10.2.0",
    "npm-added": "added 312 packages, and audited 313 packages in 9s",
    "npm-funding": "48 packages are looking for funding",
    "npm-labelled": "Important: 2 packages are looking for funding",
    "npm-audit": "Issue: found 3 high severity vulnerabilities",
    "yarn": "warning left-pad@1.3.0: use String.prototype.padStart()",
    "pnpm": "Progress: resolved 120, reused 118, downloaded 2, added 120, done",
    "pip": "Requirement already satisfied: idna in ./venv/lib/python3.11/site-packages (3.6)",
    "pip-collecting": "Collecting httpx==0.27.0 (from -r requirements.txt (line 4))",
    "pip-notice": "[notice] A new release of pip is available: 23.0 -> 24.0",
    "uv": "Resolved 42 packages in 12ms",
    "poetry": "Package operations: 3 installs, 1 update, 0 removals",
    "cargo": "Compiling serde v1.0.197",
    "cargo-finished": "Finished `dev` profile [unoptimized + debuginfo] target(s) in 4.31s",
    "rustc": "warning: unused import: `std::fmt`",
    "rustc-code": "error[E0382]: borrow of moved value: `rows`",
    "rustc-place": "--> src/main.rs:14:9",
    "cargo-test": "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured",
    "go-get": "go: downloading golang.org/x/text v0.14.0",
    "go-fail": "--- FAIL: TestParse (0.00s)",
    "go-ok": "ok  \texample.org/app/store\t0.412s",
    "gcc": "src/parse.c:41:17: warning: comparison of integers of different signs",
    "gcc-function": "src/parse.c: In function 'next_token':",
    "clang": "lib/io.cc:9:3: fatal error: 'zlib.h' file not found",
    "clang-count": "2 warnings generated.",
    "javac": "Note: Some input files use unchecked or unsafe operations.",
    "javac-place": "src/App.java:12: error: cannot find symbol",
    "gradle": "BUILD SUCCESSFUL in 3s",
    "gradle-tasks": "3 actionable tasks: 2 executed, 1 up-to-date",
    "maven": "[WARNING] Using platform encoding (UTF-8 actually) to copy filtered resources",
    "maven-tests": "Tests run: 14, Failures: 0, Errors: 0, Skipped: 1",
    "tsc": "src/api.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    "tsc-pretty": "src/api.ts:14:7 - error TS2322: Type 'string' is not assignable.",
    "eslint": "14:7  error  'rows' is assigned a value but never used  no-unused-vars",
    "eslint-sum": "✖ 3 problems (1 error, 2 warnings)",
    "webpack": "asset main.js 312 KiB [emitted] (name: main)",
    "webpack-done": "webpack 5.90.0 compiled with 2 warnings in 1204 ms",
    "vite": "VITE v5.1.0  ready in 312 ms",
    "vite-file": "dist/assets/index-4f1c.js   143.2 kB │ gzip: 46.1 kB",
    "docker": "Step 4/9 : RUN pip install -r requirements.txt",
    "docker-buildkit": "#12 extracting sha256:4f4fb700ef54461cfa02571ae0db9a0dc1e0",
    "docker-layer": "4f4fb700ef54: Pull complete",
    "kubectl": "deployment.apps/orders configured",
    "terraform": "aws_s3_bucket.logs: Creation complete after 2s [id=logs]",
    "terraform-plan": "Plan: 3 to add, 0 to change, 1 to destroy.",
    "git-commit": "[main 3f2a1bc] fix crlf",
    "git-stat": "2 files changed, 14 insertions(+), 3 deletions(-)",
    "git-crlf": "warning: LF will be replaced by CRLF in app/x.py.",
    "git-fatal": "fatal: not a git repository (or any of the parent directories): .git",
    "git-hint": "hint: Using 'master' as the name for the initial branch.",
    "git-detached": "Note: switching to 'HEAD~1'.",
    "git-push": "remote: Resolving deltas: 100% (3/3), completed with 2 local objects.",
    "make": "make[1]: *** [Makefile:12: all] Error 2",
    "pytest": "FAILED tests/test_api.py::test_rows - AssertionError: 3 is not 4",
    "pytest-sum": "===== 1 failed, 12 passed in 0.52s =====",
    "pytest-progress": "tests/test_api.py ..F..                     [ 50%]",
    "jest": "PASS src/rows.test.ts",
    "jest-case": "✓ keeps the order of rows (5 ms)",
    "jest-sum": "Tests:       1 failed, 12 passed, 13 total",
    "systemd": "Nov 21 13:07:51 host systemd[1]: Started Orders API.",
    "nginx": "2026/11/21 13:07:51 [error] 31#31: *1 connect() failed (111: refused)",
    "access-log": '10.0.0.4 - - [21/Nov/2026:13:07:51 +0000] "GET / HTTP/1.1" 200 612',
    "node": "(node:123) ExperimentalWarning: VM Modules is an experimental feature",
    "python": "DeprecationWarning: 'crypt' is deprecated and slated for removal",
    "level-columns": "INFO  Accepting connections at http://localhost:3000",
    "progress": "Downloading model ██████████ 45%",
    "prompt": "me@host:~/shop$ ls -la",
    "german": "warnung: unbenutzte Variable 'x'",
}


@check_rows("line", LOGS.values(), ids=LOGS.keys())
def test_a_printed_line_is_told_by_its_shape_and_says_nothing(line: str) -> None:
    told = "Gotcha: the parser drops the last line when it has no newline."
    assert read(line) == []
    assert read(f"{told}\n{line}") == read(told)


RUNS = {
    "capital-labels": (
        "Installing dependencies.\nnpm WARN deprecated a@1.0.6: leaks memory, do not use it\n"
        "added 312 packages in 9s\nCaution: provisional headers are shown because of a cache."
    ),
    "doubtful-alone": (
        "WARNING: Running pip as the 'root' user can result in broken permissions\n"
        'ERROR: relation "orders" does not exist because the migration failed\n'
        "Warning: React does not recognize the `isOpen` prop on a DOM element."
    ),
    "prose-of-a-tool": (
        "warning: LF will be replaced by CRLF in app/y.py.\n"
        "The file fails to load because the lock is never released after a crash.\n"
        "hint: run it again"
    ),
}


@pytest.mark.parametrize("text", RUNS.values(), ids=RUNS.keys())
def test_lines_among_two_printed_ones_say_nothing(text: str) -> None:
    assert read(text) == []


WRITTEN = {
    "warning": ("Warning: the queue is not durable, so a restart loses jobs.", "gotcha"),
    "note": ("Note: The API returns 200 even on errors.", "learning"),
    "capitals": ("NOTE: The API returns 200 even on errors.", "learning"),
    "issue": ("Issue: 3 workers share one connection, so rows are lost.", "issue"),
    "tool-in-front": ("Gotcha: npm warns about peers, but installs them anyway.", "gotcha"),
    "git-words": ("Gotcha: git rewrites LF to CRLF in app/x.py on Windows.", "gotcha"),
    "packages": ("Gotcha: found packages are cached for 60 s after a failure.", "gotcha"),
    "duration": ("Gotcha: the nightly job times out in 30s.", "gotcha"),
    "percent": ("Gotcha: the cache is evicted once the disk is full to 90%", "gotcha"),
    "place": ("Root cause: src/db.py:44 swallows the error of the second query.", "issue"),
    "class": ("Gotcha: DeprecationWarning is hidden unless it comes from `__main__`.", "gotcha"),
}


@check_rows(("line", "kind"), WRITTEN.values(), ids=WRITTEN.keys())
def test_what_an_author_writes_in_such_words_stays(line: str, kind: str) -> None:
    assert printed(line) != PRINTED
    assert [found[0] for found in read(line)] == [kind]


def test_a_label_that_no_program_prints_stays_among_printed_lines() -> None:
    text = (
        "Gotcha: `npm ci` needs Node 20.\nnpm WARN deprecated a@1.0.0: gone\n"
        "added 3 packages in 2s\nDecision: Use pnpm, because it shares the store."
    )
    assert [found[0] for found in read(text)] == ["gotcha", "decision"]


BELOW = {
    "prompt": "$ git push",
    "exception": "ValueError: no such row",
    "speaker": "User: thanks",
}


@pytest.mark.parametrize("line", BELOW.values(), ids=BELOW.keys())
def test_a_whole_sentence_ends_where_something_else_is_said(line: str) -> None:
    assert read(f"Gotcha: foo.py crashes on CRLF input.\n{line}") == [
        ("gotcha", "foo.py crashes on CRLF input.")
    ]


WRAPS = {
    "sentence": ("foo.py crashes on CRLF.\nUse LF in\nthe fixtures.", "Use LF in the fixtures."),
    "middle": ("foo.py crashes on input that is\n[quoted] twice.", "is [quoted] twice."),
    "task": ("foo.py crashes once the\nTask completed signal is lost.", "signal is lost."),
    "count": ("foo.py runs ten tests, of which\n3 failed.", "of which 3 failed."),
    "parentheses": ("foo.py crashes.\n(Only on\nWindows.)", "(Only on Windows.)"),
    "link": ("foo.py crashes.\n[PEP 8](http://x.y) says so.", "says so."),
    "size": ("foo.py crashes, as it\nuses 12 MB of memory.", "uses 12 MB of memory."),
    "running": ("foo.py crashes.\nRunning it twice\nhelps.", "Running it twice helps."),
    "cost": ("foo.py crashes.\nCost is no matter\nhere.", "Cost is no matter here."),
    "lower": ("foo.py crashes.\nerrors are hidden by the pool.", "errors are hidden by the pool."),
}


@check_rows(("text", "end"), WRAPS.values(), ids=WRAPS.keys())
def test_wrapped_prose_is_still_joined(text: str, end: str) -> None:
    (found,) = read(f"Gotcha: {text}")
    assert found[1].endswith(end)


CHOSEN = "I chose keyset pagination over OFFSET, since pages shift while rows are inserted."


@pytest.mark.parametrize("mark", ["●", "⏺", "✅", "✓", "⚠️", "💡", "- ✅"])
def test_the_mark_in_front_of_a_line_hides_nothing(mark: str) -> None:
    assert read(f"{mark} {CHOSEN}") == read(CHOSEN) != []


@pytest.mark.parametrize("mark", ["●", "⏺"])
def test_each_mark_opens_a_text_of_its_own(mark: str) -> None:
    text = f"{mark} Gotcha: dates have no zone.\n{mark} Gotcha: rows come\n  in no order."
    assert [found[1] for found in read(text)] == ["dates have no zone.", "rows come in no order."]


DRAWN = {
    "spinner": "✻ Thinking…",
    "spinner-with-time": "✽ Gathering facts… (12s · esc to interrupt)",
    "spinner-of-dots": "· Pondering…",
    "spinner-done": "✻ Brewed for 1m 3s",
    "call": "⏺ Bash(npm test)",
    "result": "  ⎿  Gotcha: tests hang because the port is taken.\n     Decision: Use another one.",
    "result-with-gap": "⎿ Issue: the row is lost\n\n     Gotcha: rows are lost on exit.",
}


@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN.keys())
def test_what_a_terminal_draws_is_left_out(drawn: str) -> None:
    assert read(f"{drawn}\n{CHOSEN}") == read(CHOSEN)


def test_a_finished_row_of_a_checklist_is_still_no_learning() -> None:
    assert read("✅ All tests pass\n✅ **Parser fixed** - `Lexer` returns tokens\n✓ Done") == []
