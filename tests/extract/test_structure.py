"""What headings, labels and tables vouch for, and what they do not."""

from __future__ import annotations

import pytest

from memory_md.extract.model import Candidate
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))


MUST_NOT = {
    "lint-trifle": (
        "## Deviations from Plan\n\n- **Issue:** Import sorting was off in two modules\n"
        "- **Fix:** Ran ruff --fix\n"
    ),
    "option-table": "| Option | Pro |\n|---|---|\n| `redis` | fast, but not durable |\n",
    "drawbacks-of-option": (
        "## Option B: one process\n\n**Problems:**\n1. **Slow start** - `boot()` fails to share\n"
    ),
    "drawbacks-if": (
        "## If we split it\n\n**Issues:**\n- **Lost state** - the parent cannot see the cursor\n"
    ),
    "story-of-a-build": (
        "The build was failing because:\n1. **Merge commit** (our branch and the base) broke\n"
        "2. **Base had errors** (two unused names)\n"
    ),
    "no-change-needed": (
        "## Decisions Made\n\n- `fetch` had a limit already — confirmed present, no change needed\n"
    ),
    "lead-in-moment": "Found these issues:\n\n- The tree is being rebuilt in place (lines 3-9)\n",
    "details-of-a-fix": (
        "## Lessons Learned\n\n**Solution:** The prompt must say:\n- Look for the key by name\n"
    ),
    "evidence": "## Problem\n\n### Evidence\n\n- Every row had `state` set, so the view is fine\n",
    "went-right": "## Lessons Learned\n\n### What Went Right\n\n- The error named the key\n",
    "bare-order": "## Key Learnings\n\n1. Create a custom post type.\n2. Add the post data.\n",
    "title-of-a-part": (
        "## Lessons Learned\n\n### Details\n\nThe queue was drained by hand in the morning.\n"
    ),
    "title-over-fields": (
        "## Lessons Learned\n\n### Cache keys\n\nTrigger: a tenant saw the cart of another one\n"
    ),
    "title-and-report": (
        "## Lessons Learned\n\n### 2. Cache keys\n\nAdded the tenant to the key. Tests pass.\n"
    ),
    "title-and-question": (
        "## Lessons Learned\n\n### 2. Cache keys\n\nShould the tenant be in each key?\n"
    ),
    "process-lesson": (
        "## Lessons Learned\n\n- The plan anticipated each step of the move\n"
        "- All went smoothly, no deviations\n- Tests pass on the first run\n"
    ),
    "plan-was-right": "## Decisions Made\n\n- Followed the plan exactly as written\n",
    "moment": (
        "## Lessons Learned\n\n- The current loop at line 42 never ends, so the page hangs\n"
    ),
    "above": "## Key Decisions\n\n- Keep the three caches as described above\n",
    "choice-is-a-plan": "## Decision\n\nWe should discuss it with the team.\n",
    "choice-pending": "## Decision\n\nPending.\n",
    "this-branch": "## Key Decisions\n\n- Leave the tax table out of this branch\n",
    "this-file": "## Lessons Learned\n\n- Keep this file below the limit of the tool\n",
    "rejected": "## Rejected Alternatives\n\n- Redis, because it needs a server of its own\n",
    "consequences": (
        "# Decisions\n\n## 1. Redis\n\n### Consequences\n\n- One more thing to watch at night\n"
    ),
    "documents": (
        "## Key decisions\n\n- **`testing-guide.md`**: Testing procedures (when needed)\n"
        "- **`standards.md`**: The coding style.\n  - Errors: what each of them has to tell\n"
    ),
    "offer": "## Décisions\n\n- Si tu veux revenir dessus, je suis disponible pour en parler\n",
    "plan-with-time": "**1a. Decisions & Setup (1-2 days)**\n- Choose the cloud, GCP or AWS\n",
    "failing-heading": "## The Testing Problem\n\n- Testers think in stories\n- Not so scripts\n",
}


@check_rows("text", MUST_NOT.values(), ids=MUST_NOT.keys())
def test_nothing_is_kept(text: str) -> None:
    assert read(text) == []


MUST = {
    "own-code-under-root-cause": (
        "## Root Cause\n\n- `Feed` does not drop the first page when the filter changes\n",
        "issue",
        "does not drop",
    ),
    "lasting-fact": (
        "## Issues Encountered\n\n- `rsync` needs a slash behind the source, or it nests folders\n",
        "gotcha",
        "needs a slash",
    ),
    "trouble-of-the-day": (
        "## Issues Encountered\n\n- The `sync` job failed twice with a wrong host name in it\n",
        "issue",
        "failed twice",
    ),
    "choice-under-issues": (
        "## Issues Encountered\n\n- Used `tar` instead of `zip` to keep the owners of the files\n",
        "decision",
        "Used `tar`",
    ),
    "deviation-fact": (
        (
            "## Deviations from Plan\n\n- **Issue:** `sed -i` requires a suffix on that system\n"
            "- **Fix:** Passed an empty one\n"
        ),
        "gotcha",
        "requires a suffix",
    ),
    "paragraph-under-issues": (
        "## Issues Encountered\n\nThe profile sets `LANG` but NOT `LC_ALL`, so sorting differs.\n",
        "issue",
        "but NOT `LC_ALL`",
    ),
    "rule-of-a-correction": (
        (
            '## Friday\n\n**I did:** bumped the tag by hand\n**User corrected:** "not like that"\n'
            "**Rule:** Tags come from the release script alone\n"
        ),
        "preference",
        "Tags come from the release script",
    ),
    "rule-of-nobody": ("**Rule:** Tags come from the release script", "convention", "Tags come"),
    "one-choice": (
        "## Decision\n\nWe will use Redis for the sessions.\n\nIt is known to all of us.\n",
        "decision",
        "Use Redis for the sessions.",
    ),
    "chosen-option": (
        (
            '## Decision Outcome\n\nChosen option: "Redis for sessions", because it is fast'
            " (see below).\n\n- It is known\n"
        ),
        "decision",
        '"Redis for sessions", because it is fast.',
    ),
    "good-consequences": (
        (
            "## Decision Outcome\n\nChosen option: Redis, because it is fast enough.\n\n"
            "### Positive Consequences\n\n- The team knows it well\n"
        ),
        "decision",
        "Redis, because it is fast enough.",
    ),
    "dead-end": (
        "## What Didn't Work\n\n- `rsync` into the mounted folder loses the owners of files\n",
        "gotcha",
        "loses the owners",
    ),
    "lesson-about-a-failure": (
        "## Lessons Learned\n\n- `retry` on a POST fails half of the orders twice\n",
        "learning",
        "fails half of the orders",
    ),
    "both": (
        "## Decisions Made\n\n- Both exports share one writer for the header\n",
        "decision",
        "Both exports",
    ),
    "rule-russian": (
        "**Пользователь поправил:** «не так»\n**Правило:** версии ставит только скрипт выпуска\n",
        "preference",
        "версии ставит",
    ),
}


@check_rows(("text", "kind", "part"), MUST.values(), ids=MUST.keys())
def test_one_thing_is_kept(text: str, kind: str, part: str) -> None:
    found = read(text)
    assert [candidate.kind for candidate in found] == [kind]
    assert part in found[0].text


@pytest.mark.parametrize(
    "heading",
    [
        pytest.param("**Decision 4: Deferred items**", id="deferred"),
        pytest.param("**Benefits of the chosen approach:**", id="benefits"),
        pytest.param("### Rejected decisions", id="rejected"),
        pytest.param("**Decision 5: firmer answers (TODO)**", id="to do"),
        pytest.param("### Key decisions needed", id="needed"),
        pytest.param("### Pending decisions", id="pending"),
        pytest.param("### Decisions for you", id="for the reader"),
        pytest.param("## 需要您确认的关键决策", id="to be confirmed"),
    ],
)
def test_what_was_set_aside_is_no_decision(heading: str) -> None:
    text = f"{heading}\n- Git hooks close the session, because `stop` is not always called\n"
    assert not [c for c in read_prose(Prose(1, text)) if c.kind == "decision" and c.score >= 0.7]


@check_rows(
    ("item", "kept"),
    [
        ("Option A: keep the queue in Redis, because it is there", 0),
        ("**选项 B：** 把队列放在 Postgres 里，因为已经有了", 0),
        ("Variante 2: la cola va en Postgres, porque ya existe", 0),
        ("The option `--fast` skips the queue, because it is there", 1),
    ],
)
def test_one_of_several_things_to_choose_from_is_no_decision(item: str, kept: int) -> None:
    assert len(read_prose(Prose(1, f"## Key decisions\n- {item}\n"))) == kept


@check_rows(
    ("item", "kept"),
    [
        ("Line 84: `items` is created without `tenantId`, so the insert fails", 0),
        ("第 20 行：`status` 是大写的，所以校验失败", 0),
        ("Lines longer than 80 characters fail in `fold()`, because it cuts words", 1),
    ],
)
def test_a_line_of_a_file_that_is_not_named_is_no_issue(item: str, kept: int) -> None:
    assert len(read_prose(Prose(1, f"## Issues found\n- {item}\n"))) == kept


@pytest.mark.parametrize(
    ("items", "kept"),
    [
        # Neither the lead nor an item below it says anything by itself.
        (
            "- The cache has these limits:\n  - 10 MB per user\n  - 3 days\n",
            ["The cache has these limits: 10 MB per user; 3 days"],
        ),
        (
            "- Never delete the state files, as it:\n  - makes the session unusable\n- Ask first\n",
            ["Never delete the state files, as it: makes the session unusable"],
        ),
        ("- **`typescript`**\n  - The latest 5.x.\n", ["`typescript`: The latest 5.x."]),
        # What has no items, or asks, says nothing; below one word items stand alone.
        ("- The cache has these limits:\n- Rows live for a day\n", ["Rows live for a day"]),
        ("- Is the cache lost because of:\n  - a restart?\n  - a full disk?\n", []),
        ("- Cache:\n  - Rows live for three days\n", ["Rows live for three days"]),
    ],
)
def test_what_leads_to_items_is_kept_with_them(items: str, kept: list[str]) -> None:
    assert [one.text for one in read(f"## Decisions\n\n{items}")] == kept


def test_a_lead_takes_no_more_items_than_an_entry_has_room_for() -> None:
    items = "".join(f"  - Number {at} of the limits is kept for each tenant\n" for at in range(60))
    (one,) = read(f"## Decisions\n\n- The cache has these limits:\n{items}")
    assert one.text.startswith("The cache has these limits: Number 0 of the limits is kept")
    assert len(one.text) <= 600
