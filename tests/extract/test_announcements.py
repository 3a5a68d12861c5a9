"""Diagnoses as they are told in conversation, and what only sounds like one."""

from __future__ import annotations

import pytest

from memory_md.extract.model import Candidate
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))


MUST_NOT = {
    # the promise alone, a guess, a question, a plan
    "promise-alone": "I see the problem now:",
    "promise-and-place": "Found it: line 40 of `store.py`.",
    "promise-and-guess": "I see the problem: the `mailer` might be using the wrong port.",
    "promise-and-plan": "Got it: I'll rename `load()` and move it into the reader.",
    "promise-and-order": "Got it: use `make serve` and open the page again in the browser.",
    "promise-to-person": "Here's the issue: you need to restart your `devserver` after the change.",
    "promise-and-it": "That's the bug: it is called twice and nobody knows why this is so.",
    "promise-and-question": "I found the problem: is `flush()` never called by the worker?",
    "under-option": "### Option A\n\nThat's because the `gateway` keeps one socket a tenant.",
    "because-of": "This is because of the `gateway`, which is as old as the project is.",
    "because-story": "That's because I ran `make` in the wrong directory for an hour.",
    "because-plain": "This is because the `atlas` is easy to find for a new colleague.",
    "why-it-works": "Why it works: the `cache` is asked before the database is opened.",
    "why-this-way": "Why this approach: the `queue` exists and `worker` needs no second socket.",
    "found-what-was-sought": "Found it: the calendar page uses the `DateField` of the kit.",
    "see-why-you": "I see why you'd want that: `main` must stay free while `next` is being built.",
    "will-no-longer": "The POST succeeds — so `SaveButton` will no longer fail silently.",
    "located-guess": "The bug is probably in `merge()` — it compares the keys as strings.",
    "located-no-code": "The problem is in the evening - the people next door sing loudly.",
    "assumed-person": "I thought the `page` was ready, but you asked for another colour.",
    "assumed-story": "I expected `ls` to find the file, but let me look elsewhere for it.",
    "assumed-plain": "I thought the cake was burnt, but the kitchen smelled of cinnamon.",
    "docs-order": "The docs say: run `make install` before anything else is done.",
    "docs-noun": "The documentation of `Basket` says a lot about the history of shops.",
    # half a contrast, half a condition
    "means-noun": "A `stencils` folder provides a simple means of copying drawings around.",
    "means-run": "If the `smoke` job passes, it means the release is good.",
    "without-person": "Without more logs, the cause of the stall in the queue is hard to name.",
    "without-seeing": "Without seeing the request, nothing can be said of the connection.",
    "until-process": "The ticket stays open until the review is done by a colleague.",
    "must-plan": "The heading must be at the top of the page.",
    "lost-nothing": "The `porter` copies each row, adding a note of its number.",
    "one-noun": "Without the stamp, the old server hangs on the wall of the museum.",
    # lists that only look like causes or fixes
    "because-praise": "The release works because:\n\n- everybody tested `cart.py` early\n",
    "because-cure": "To fix the broken step we took this because:\n\n- `uv` is quick to install\n",
    "ticked": "The crash was caused by:\n\n- Old imports in `App.tsx` (line 7) - ✅ FIXED\n",
    "fixes-done": "## Fixes\n\n- Updated `theme.css`\n- Add a guard to `open()`\n- Sidebar icons\n",
    "fixes-release": "## Bug fixes\n\n- `open()` was slow ([#12](https://e.example/12))\n",
    "fixes-asked": "## Fixes for the next week\n\n- `open()` was slow on the tram\n",
    "insight-list": "### Key insight\n\n- short\n- notes\n",
    # reports
    "no-changes": "`seed.test.ts` holds the cases already, so no changes are needed there.",
    "reconfigured": "Reconfigured with `--with-docs` (manual skipped due to a missing tool).",
    "not-done": "1. Frames not flushed to disk (src/frames.c)",
    "reasoned-lint": "- Removed unused imports — `ruff` needs a clean file",
    "reasoned-person": "- Kept `retry` — you only need it once",
    "reasoned-status": "- Moved `retry` to done — no longer needed, all 4 tests pass",
    "mended-order": "- Fixed by moving `open()` up instead of down in the loader.",
    "mended-no-code": "- Fixed a typo in the poem instead of the song.",
    "mended-paragraph": "Fixed `open()` being called twice because of the loop.",
    "known-of-the-day": "The `mirror` is failing today. This is a known issue with mirrors.",
    "known-alone": "This is a known limitation of the framework we use here.",
    "must-quoted-speech": "The word 'hello world' must be at the top of the letter to you.",
    # in other languages
    "zh-promise": "问题找到了。让我修复 `deploy.toml` 文件。",
    "zh-person": "您可以修改 `deploy.toml`，因为端口不对。",
    "ru-promise": "Проблема найдена. Сейчас исправлю `deploy.toml` и запущу тесты.",
}


@check_rows("text", MUST_NOT.values(), ids=MUST_NOT.keys())
def test_nothing_is_kept(text: str) -> None:
    assert [one.text for one in read(text)] == []


KEPT = {
    "insight": (
        "### Key insight\n\nThe path to a stable score is NOT more samples. It's about:\n\n- care",
        "learning",
        "The path to a stable score is NOT more samples.",
    ),
}


@pytest.mark.parametrize(("text", "kind", "said"), KEPT.values(), ids=KEPT.keys())
def test_a_diagnosis_is_kept_without_its_announcement(text: str, kind: str, said: str) -> None:
    assert [(one.kind, one.text) for one in read(text)] == [(kind, said)]


def test_fixes_below_lessons_stay_lessons() -> None:
    text = (
        "# Lessons\n\n## Layout fixes\n\n- `h1` was skipped, so screen readers lost the outline\n"
    )
    assert [one.kind for one in read(text)] == ["learning"]


def test_a_long_cause_leaves_room_for_its_cure() -> None:
    long = (
        "The sort keys of the `ledger` were compared as text. " + "That went on for a year. " * 19
    )
    told = read(f"**Root cause:** {long}\n\n**Fix:** compare them as numbers in `ledger.sort()`\n")
    (one,) = told
    assert one.text.startswith("The sort keys of the `ledger` were compared as text.")
    assert one.text.endswith("— compare them as numbers in `ledger.sort()`")
