"""What prose must not give, and then what it must."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.extract.model import Candidate
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))


MUST_NOT = {
    # narration and plans
    "let-me": "Let me check how `parse_rows()` handles empty input because it fails.",
    "ill": "I'll use `ripgrep` instead of `find` because it is faster here.",
    "we-will": "We will open `settings.py` so that we can see which `DEBUG` flag is used.",
    "now": "Now the `worker.py` file needs a retry because the queue drops messages.",
    "great": "Great, the `cart` module returns totals but not taxes.",
    "i-see": "I see that `load()` returns None, but the caller expects a list.",
    "going-to": "I am going to rewrite `api.py` because the router ignores prefixes.",
    "next-step": "Next, `deploy.sh` must be updated or else the image is not pushed.",
    "we-could": "We could cache `lookup()` results, but only when the key is stable.",
    "we-see": "We see that `conftest.py` sets the path, so the import does not fail.",
    "looking-at": "Looking at `main.rs`, the loop never ends because the flag is unset.",
    "to-begin": "To begin, open `app.yaml` and look for the key that is not set.",
    "in-order": "In the next step `seed.py` fills the table, but not the indexes.",
    # questions and hypotheticals
    "question": "Should `retry()` fail silently instead of raising an error?",
    "question-cjk": "是否应该使用 `redis` 而不是内存缓存？",
    "might": "The `timeout` might be too short because the mirror is slow.",
    "perhaps": "Perhaps `chunk_size` is ignored, but only for small files.",
    "would": "That would break `Session.close()` because it is called twice.",
    "if-you": "If you want, `build.sh` can skip the docs but not the tests.",
    "were-using": "If you were using `sqlite`, the locks would not matter.",
    # instructions to the person, offers, thanks
    "you-can": "You can run `make serve` instead of `flask run` if you like.",
    "note-you": "Note: you can change the colour in your `theme.css` file at any time.",
    "offer": "Would you like me to add `--verbose` so that the logs are longer?",
    "thanks": "Thanks for adding `config.yml`, which makes the setup easier.",
    "imperative": "Open `index.html` in a browser, but not in an old one.",
    "usage": "## Usage\n\n- Run `tool sync`, not `tool pull`, because it keeps tags\n",
    # status reports and checklists
    "check-mark": "✅ **Parser fixed** - `Lexer` returns tokens instead of strings",
    "added": "Added `Limiter` to `server.go` with a test.",
    "created-list": "## Decisions\n\n- None - everything went as planned\n",
    "tests-pass": "All 48 tests pass, but `test_slow.py` is skipped.",
    "ready": "The `billing` branch is ready for review because lint is clean.",
    "works-now": "`upload()` works now, so the error is not shown.",
    "should-now": "The `Dockerfile` should now build without the `apt` error.",
    "counts": "- Total task count: 31\n- Files changed: 4 (`a.py`, `b.py`)\n",
    "commit": "## Issues Encountered\n\n- `4fd2c19`\n",
    "file-list": "## Files Modified\n\n- `src/db.py` - reads lazily because memory was short\n",
    "none": "## Issues Encountered\n\nNone\n",
    "none-dot": "## Deviations from Plan\n\nNone — plan executed exactly as written.\n",
    "none-ru": "## Проблемы\n\n- Нет\n",
    "next-steps": "## Next Steps\n\n- Cache must be cleared or else `deploy` serves old files\n",
    "task-items": "## Decisions\n\n- [ ] Decide between `uv` and `pip` because of speed\n",
    "user-wants": "The task says that `export` must never write CSV because of size.",
    "ci-moment": "CI is running the old `lint` job, but the new one is queued.",
    "progressive": "The hook is blocking the commit because `eslint` found a warning.",
    # quoted matter
    "fence": "```\nGotcha: the `cache` key is never cleared\n```",
    "fence-open": "```text\nWarning: `pool` is exhausted because nobody closes it",
    "quote": "> Gotcha: `mount` needs root or else it fails silently",
    "log": "2031-04-05T10:11:12Z ERROR: `db` refused because the host is unknown",
    "diff": "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n",
    "search-block": "<<<<<<< SEARCH\nNote: `a` is unsafe or else\n=======\nb\n>>>>>>> REPLACE",
    "comment": "<!-- Decision: use `tabs` because they are wide -->",
    "trace": 'File "/srv/app.py", line 3, in main: `x` is not defined because',
    "json": '"body": "`send()` returns a promise, but nobody awaits it",',
    "thinking": "<think>\nRoot cause: the `index` is stale\n</think>",
    # references that are not resolved, things of the moment
    "this": "This breaks `import` because the path is wrong.",
    "it": "It returns `None`, but only when the file is empty.",
    "label-this": "Gotcha: this is broken in `prod`.",
    "typo": "The error was caused by a typo in `utils.py`, which makes it fail.",
    "too-short": "Note: see `x`.",
    "label-only": "**Decision:**",
    "word-inside": "The footnotes: `a` and `b` are listed below.",
    "field": "Scope: `auth` only when the flag is set.",
    "this-pr": "The `cart` module is split in this PR because it was too long.",
    "this-file": "The limit in this file must be raised, otherwise the `export` fails.",
    "see-above": "The `retry` flag is ignored, as mentioned above, but not in the worker.",
    "note-passing": "Note that `cart.py` is currently being rewritten by another team.",
    "lacks-a-name": "The page does not support dark mode when the sun is up.",
    "test-fails-when": "The test for `render()` fails when it is run twice.",
    "job-fails-after": "The `deploy` job fails after the `build` job.",
    "note-about-tests": "Note that the tests of `cart` need five minutes on CI.",
    "each-is-code": "Each request creates a new `Session` and passes it to the handler, with care.",
    "our-code-lacks": "Our `Cart` does not handle vouchers at all.",
    "in-task": "In Task 3, `seed.py` fills the table, but not the indexes.",
    # plans, things that are about to change, what is only weighed, stories
    "plan-alone": (
        "To fix this, we should ensure that the cache key holds the tenant and the language too."
    ),
    "to-be-created": "The hooks in `deploy.yml` are called correctly, but they need to be created.",
    "unequal-settings": (
        "The `gateway` is configured to use port 7000, but `compose.yml` is set to use port 7070."
    ),
    "unequal-settings-while": (
        "`web.ini` is bound to `eth0`, whereas the `worker` is listening only on the loopback."
    ),
    "announced-screen": (
        'I see the issue! The `Form` shows "0 found" which means it misses the second field.'
    ),
    "trick-we-use": "Another trick that we can use here is a `glob` of the folder.",
    "bare-correction": "Actually, the second shelf holds forty boxes of tea.",
    "retraction-alone": "I was wrong about the cache.",
}


@check_rows("text", MUST_NOT.values(), ids=MUST_NOT.keys())
def test_nothing_is_kept(text: str) -> None:
    assert read(text) == []


MUST = {
    "gotcha-label": ("Gotcha: `tar` keeps owners only as root.", "gotcha", "keeps owners only"),
    "root-cause": (
        "**Root cause:** The pool is shared between forks.",
        "issue",
        "The pool is shared",
    ),
    "decisions": (
        "## Key Decisions\n\n- Rows are streamed, never loaded whole\n",
        "decision",
        "Rows are streamed",
    ),
    "decision-reason": (
        "## Decisions Made\n\n**1. Keep dates as text**\n- Rationale: SQLite has no date type\n",
        "decision",
        "Keep dates as text — SQLite has no date type",
    ),
    "decision-table": (
        "| Decision | Rationale |\n|---|---|\n| Use one writer | two of them dead-lock |\n",
        "decision",
        "Use one writer — two of them dead-lock",
    ),
    "problem-table": (
        (
            "| Problem | Root Cause | Solution |\n|---|---|---|\n"
            "| Slow start | imports load fonts eagerly | load fonts at first use |\n"
        ),
        "fixed",
        "imports load fonts eagerly",
    ),
    "deviation": (
        (
            "## Deviations from Plan\n\n**1. [Rule 1] Wrong port**\n"
            "- **Found during:** Task 2\n- **Issue:** The proxy rewrites the port to 443\n"
            "- **Fix:** Read the port from the header\n- **Commit:** 1a2b3c4\n"
        ),
        "fixed",
        "The proxy rewrites the port to 443 — Read the port from the header",
    ),
    "yaml-list": (
        'patterns-established:\n  - "Locks: take the file lock before the table lock"\n',
        "pattern",
        "Locks: take the file lock",
    ),
    "bold-lead-in": (
        "Found these issues:\n\n1. **Stale cache** - `fetch()` never drops old keys\n",
        "issue",
        "Stale cache — `fetch()` never drops old keys",
    ),
    "learned": (
        "I learned that `asyncio.gather` cancels nothing when one task raises.",
        "learning",
        "`asyncio.gather` cancels nothing",
    ),
    "turns-out": (
        "Turns out the `Expires` header is ignored by the proxy.",
        "learning",
        "The `Expires` header is ignored",
    ),
    "chose": (
        "I chose `msgpack` over `pickle` because untrusted input reaches the cache.",
        "decision",
        "Chose `msgpack` over `pickle`",
    ),
    "issue-is": (
        "The issue is that `Decimal` values are turned into floats by the serializer.",
        "issue",
        "`Decimal` values are turned into floats",
    ),
    "issue-is-a-setting": (
        "The issue was that the `runner` loads mocks instead of the real modules.",
        "issue",
        "loads mocks instead",
    ),
    "we-have-chosen": (
        "We've switched `axios` to `fetch` in the client to avoid a second cookie jar.",
        "decision",
        "Switched `axios` to `fetch`",
    ),
    "russian": ("**Решение:** хранить даты в UTC, а не в местном времени", "decision", "UTC"),
    "swedish": ("Lärdom: kör migreringar före tester, annars låser sig basen", "learning", "kör"),
    "chinese": ("## 根本原因\n\n- 缓存键没有包含租户编号，导致数据混在一起\n", "issue", "租户"),
    "japanese": ("原因：キャッシュが更新されないため、古い値が返る", "issue", "キャッシュ"),
    "german": ("Achtung: `ß` wird von upper() zu zwei Zeichen", "gotcha", "zwei Zeichen"),
}


@check_rows(("text", "kind", "part"), MUST.values(), ids=MUST.keys())
def test_one_thing_is_kept(text: str, kind: str, part: str) -> None:
    found = read(text)
    assert [candidate.kind for candidate in found] == [kind]
    assert part in found[0].text


def test_there_are_more_things_to_leave_than_to_keep() -> None:
    assert len(MUST_NOT) > len(MUST)


def test_the_line_is_the_line_of_the_source() -> None:
    text = "# Report\n\nFine words.\n\nGotcha: `cron` has no PATH of its own.\n"
    event = Prose(10, text, exact_lines=True)
    assert [candidate.line for candidate in read_prose(event)] == [14]
    assert [candidate.line for candidate in read_prose(Prose(10, text))] == [10]


def test_a_status_report_behind_a_finding_is_cut_off() -> None:
    text = "## Issues Encountered\n\n- The mirror drops TLS 1.1 clients. Verified by hand.\n"
    assert [candidate.text for candidate in read(text)] == ["The mirror drops TLS 1.1 clients."]


def test_a_later_correction_replaces_the_earlier_claim() -> None:
    text = (
        "I learned that the `quota` service returns bytes, not kilobytes, for large buckets.\n\n"
        "Actually, the `quota` service returns kilobytes, not bytes, for large buckets.\n"
    )
    assert [candidate.text for candidate in read(text)] == [
        "The `quota` service returns kilobytes, not bytes, for large buckets."
    ]


def test_a_glob_is_no_emphasis() -> None:
    text = "**Root cause:** only `a` and src/**/*.test.ts are **always** watched by the runner."
    assert [candidate.text for candidate in read(text)] == [
        "only `a` and src/**/*.test.ts are always watched by the runner."
    ]


def test_a_code_span_is_never_cut() -> None:
    text = "Gotcha: `a.B. C` is one name, but the shell splits it. " + "Word " * 120
    assert all(candidate.text.count("`") % 2 == 0 for candidate in read(text))


@pytest.mark.parametrize("text", ["\x1b", "patterns_established:\n\x1b[m", "- \x07\n\n\x1b[31m"])
def test_control_characters_alone_say_nothing(text: str) -> None:
    assert read(text) == []


@given(st.text(alphabet="\x1b\x07[mab .:`*-#|>\n'!?原因Решение\t[]()", max_size=300))
def test_any_text_is_read(text: str) -> None:
    for candidate in read(text):
        assert candidate.text
        assert "\n" not in candidate.text
        assert 0.3 <= candidate.score <= 1
        assert 1 <= candidate.line <= text.count("\n") + 1


def test_each_labelled_line_of_a_paragraph_is_one_thing() -> None:
    text = (
        "Results:\n"
        "Gotcha: The parser drops the last line of a file without a newline.\n"
        "Decision: Use SQLite for the tests, so they need no server.\n"
    )
    assert [(c.kind, c.line) for c in read(text)] == [("gotcha", 2), ("decision", 3)]


def test_what_was_learned_needs_no_identifier() -> None:
    text = "I discovered that retries are not idempotent in the payment client."
    assert [c.kind for c in read(text)] == ["learning"]
