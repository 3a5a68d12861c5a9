"""What a label at the start of a line makes of its text, and which labels are only fields."""

from __future__ import annotations

import pytest

from memory_md.base.settings import Extract
from memory_md.extract.model import Candidate
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))


MUST_NOT = {
    # fields of a report's head
    "project-name": "Project: Billing",
    "project-title": "**Project:** Invoice Export Tool",
    "project-in-head": "Project: A service that is written in Go\nVersion: 1.4\nStatus: done",
    "head-then-project": "Date: 2031-04-05\nProject: A service that is written in Go",
    "identity-name": "Identity: build-bot",
    "architecture-value": "Architecture: arm64",
    "architecture-list": "Architecture: React, Node, Redis",
    "dependency-none": "Dependency: none",
    "dependency-name": "Dependency: left-pad 1.3.0",
    "pattern-none": "Pattern: N/A",
    "pattern-glob": "Pattern: `src/**/*.ts`",
    "pattern-link": "Pattern: [Writers that share one header](docs/writers.md)",
    "pattern-place": "Pattern: Existing `Writer` with its header in export.py",
    "scope-size": "Scope: small",
    "scope-area": "Scope: the login page and its tests",
    "scope-path-alone": "Scope: src/auth/jwt.ts",
    "scope-reason-too-short": "Scope: src/auth/jwt.ts — tokens",
    # what only counts or points
    "fixed-count": "Fixed: 3 files",
    "fixed-status": "Fixed: all tests pass now",
    "decision-go-on": "Decision: Go ahead with the second part",
    "decision-option": "**Decision:** Option B",
    "decision-pending": "Decision: pending the review of the team",
    "error-log": "Error: Cannot find module './foo'",
    "important-reminder": "Important: Make sure to run `npm install` before the start.",
    "issue-number": "Issue: #123",
    "issue-ticket": "Issue: PAY-123",
    "issue-see": "Issue: see the ticket in the tracker",
    "modified-files": "Modified files: src/a.ts, src/b.ts",
    "gotcha-pull-request": "Gotcha: this PR drops the `cart` table because nobody reads it.",
    "note-above": "Note: the limits are as described above, 5 MB for each upload.",
    # the messages of commits
    "commit-fix": "fix: handle the empty cart because totals were wrong",
    "commit-scope": "fix(cart): handle the empty cart because totals were wrong",
    "commit-list": "- fix: restore `render()` so that pages load\n- docs: describe the cart\n",
    "commit-short": "fix: typo",
    # a cure without what it cures
    "fix-report": "Fix: Added a null check to the parser.",
    "fix-lint": "**Fix:** Ran the formatter with `--write` before every commit.",
    "fix-plan": "Fix: we will restart `nginx` after every deploy.",
    "fix-two-words": "Workaround: restart it",
    "fix-vague": "Fix: Corrected the logic in the right place.",
}


@check_rows("text", MUST_NOT.values(), ids=MUST_NOT.keys())
def test_nothing_is_kept(text: str) -> None:
    assert read(text) == []


EACH = {
    "decision": "Decision: Store dates in UTC",
    "scope": "Scope: src/auth/jwt.ts — token generation and validation",
    "risk": "Risk: Sessions survive a password reset",
    "fixed": "Fixed: Expired tokens passed the second check",
    "issue": "Issue: The refresh endpoint accepts expired tokens",
    "learning": "Learning: Error handlers take four arguments",
    "architecture": "Architecture: The gateway talks to services over gRPC only",
    "convention": "Convention: Handlers return a result and never raise",
    "gotcha": "Gotcha: Timers start before the page is shown",
    "dependency": "Dependency: The command line needs Node 20 or later",
    "pattern": "Pattern: Repositories return domain objects, never rows",
    "preference": "Preference: Small commits with one topic each",
    "project": "Project: One database serves all three tenants",
    "identity": "Identity: The maintainer works in Berlin and prefers mornings",
}


@check_rows("shape", ["{}", "- {}", "* **{}** {}", "1. {}", "- [2031-04-05] {}"])
@check_rows(("kind", "line"), EACH.items(), ids=EACH.keys())
def test_each_label_gives_its_kind(kind: str, line: str, shape: str) -> None:
    label, text = line.split(": ", 1)
    bold = shape.count("{}") == 2
    (found,) = read(shape.format(f"{label}:", text) if bold else shape.format(line))
    assert (found.kind, found.text) == (kind, text)


QUALIFIED = {
    "risk": ("Risk (Security): Use httpOnly cookies", "risk", "Security"),
    "decision": ("- Decision (high): Store dates in UTC", "decision", "high"),
    "bold": ("**Risk (Data loss):** The queue is kept in memory", "risk", "Data loss"),
    "outside-the-bold": ("**Risk** (Data loss): The queue is kept in memory", "risk", "Data loss"),
    "issue": ("Issue (cart): Totals ignore the voucher of the guest", "issue", "cart"),
    "full-width": ("风险（安全）：会话在重置密码后仍然有效", "risk", "安全"),
    "with-reason": (
        "Decision (medium): Keep the queue in memory\nRationale: it is empty within a second",
        "decision",
        "medium",
    ),
    "of-the-day": ("Issue (resolved): Totals ignore the voucher of the guest", "issue", ""),
    "number": ("Decision (2031-04-05): Store dates in UTC", "decision", ""),
}


@check_rows(("text", "kind", "said"), QUALIFIED.values(), ids=QUALIFIED.keys())
def test_the_qualifier_is_kept_where_it_still_holds_later(text: str, kind: str, said: str) -> None:
    assert [(found.kind, found.qualifier) for found in read(text)] == [(kind, said)]


CURES = {
    "workaround-with-time": "Workaround: restart the watcher after each change of the settings",
    "fix-with-name": "Fix: set `TZ=UTC` in the unit of the service",
    "fix-with-reason": "**Solution:** Open files in binary mode, because seek counts bytes",
    "italic": "*Workaround:* clear the cache before the second run of the build",
}


@pytest.mark.parametrize("text", CURES.values(), ids=CURES.keys())
def test_a_cure_that_stands_on_its_own_is_kept(text: str) -> None:
    assert [found.kind for found in read(text)] == ["fixed"]


SHORT = {
    "fixed": ("Fixed: moved verify into middleware", "moved verify into middleware", True),
    "workaround": ("Workaround: pin setuptools below 70", "pin setuptools below 70", True),
    "trick": ("Trick: run the seed twice to fill it", "run the seed twice to fill it", True),
    "learned": ("Learned: the pool blocks on close", "the pool blocks on close", True),
    "i-learned": ("I learned that X works well", "X works well", True),
    "solution": ("Solution: wrap `npm ci` in a lock file", "wrap `npm ci` in a lock file", False),
    "rationale": (
        "Rationale: Redis is shared by all of them",
        "Redis is shared by all of them",
        False,
    ),
    "decided": ("We decided to use Redis for sessions", "Use Redis for sessions", False),
    "because": (
        "We decided on Redis because both services read it",
        "Decided on Redis because both services read it",
        True,
    ),
    "using": (
        "We are using Redis because both services read it",
        "We are using Redis because both services read it",
        False,
    ),
    "went-with": ("I went with SQLite for the cache", "Went with SQLite for the cache", False),
}


@check_rows(("line", "text", "sure"), SHORT.values(), ids=SHORT.keys())
def test_a_short_line_that_says_what_it_is_is_stored_or_waits(
    line: str, text: str, sure: bool
) -> None:
    (found,) = read_events([Prose(1, line)]).candidates
    assert (found.text, found.score >= Extract().sure) == (text, sure)
    assert found.score >= Extract().min_confidence


TWO_LABELS = {
    "plain": ("Gotcha: Caches are per process. Decision: use Redis.", "decision", "use Redis."),
    "bold": ("- **Gotcha:** Caches are per process. **Risk:** it may lag.", "risk", "it may lag."),
    "German": (
        "Gotcha: Caches are per process. Entscheidung: nur Redis.",
        "decision",
        "nur Redis.",
    ),
}


@check_rows(("line", "kind", "text"), TWO_LABELS.values(), ids=TWO_LABELS.keys())
def test_two_labels_on_one_line_are_two_entries(line: str, kind: str, text: str) -> None:
    assert [(found.kind, found.text) for found in read(line)] == [
        ("gotcha", "Caches are per process."),
        (kind, text),
    ]


@pytest.mark.parametrize("label", ["Workaround", "Fixed", "Trick"])
def test_what_was_learned_on_the_next_line_is_an_entry_of_its_own(label: str) -> None:
    text = f"{label}: pin setuptools below 70 in CI\nI learned that X works well"
    told = [found.text for found in read_events([Prose(1, text)]).candidates]
    assert told == ["pin setuptools below 70 in CI.", "X works well"]


def test_a_label_within_a_sentence_begins_nothing() -> None:
    text = "The header must be `Risk: low`. It then prints Decision: yes."
    assert [found.text for found in read(f"Gotcha: {text}")] == [text]


def test_a_finding_of_a_review_is_one_entry_without_its_weight() -> None:
    text = (
        "**What is wrong:** `save()` no longer writes the cache, so every call asks the server\n\n"
        "**Why it matters:** All code below that needs the cache misbehaves\n\n"
        "**Fix:** Write through `CacheStore.put`\n"
    )
    (one,) = read(text)
    assert one.kind == "fixed"
    assert one.text.startswith("`save()` no longer writes")
    assert "misbehaves" not in one.text


def test_what_was_fixed_belongs_to_the_problem_above_it() -> None:
    text = "**Issue:** The totals ignore the voucher\n**Fixed:** Read it before the tax is added\n"
    assert [(found.kind, found.text) for found in read(text)] == [
        ("fixed", "The totals ignore the voucher — Read it before the tax is added")
    ]


def test_a_label_below_an_item_is_no_part_of_it() -> None:
    text = "- Scope: src/cart.ts — totals and vouchers\nNote: dates have no zone of their own\n"
    assert [(found.kind, found.line) for found in read(text)] == [("scope", 1), ("learning", 2)]


def test_a_label_within_an_item_belongs_to_its_record() -> None:
    text = "1. **Issue:** The totals ignore the voucher\n   **Fix:** Read it before the tax\n"
    assert [(found.kind, found.text) for found in read(text)] == [
        ("fixed", "The totals ignore the voucher — Read it before the tax")
    ]


def test_a_cure_above_its_code_is_kept_without_the_colon() -> None:
    text = (
        "**Problem:** `seek` counts bytes\n\n**Fix:** Open the file in binary mode:\n```\nx\n```\n"
    )
    assert [found.text for found in read(text)] == [
        "`seek` counts bytes — Open the file in binary mode"
    ]
