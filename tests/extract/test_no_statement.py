"""What single sentences must not give, class by class, and what they give."""

from __future__ import annotations

import pytest

from memory_md.extract.model import Candidate
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows

Rows = dict[str, str]


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))


CONTRAST_NOT: Rows = {
    "run": "The build is green, not red.",
    "pronoun": "This is a warning, not an error.",
    "person": "The user should press Save, not Cancel.",
    "opinion": "I think the header should be grey rather than black.",
    "taste": "The layout should be airy and calm, not cluttered.",
    "plan": "We could keep the rows in memory instead of on disk.",
    "now": "The table is being rebuilt, not dropped.",
    "question": "Should the quota apply per team, not per seat?",
    "option": "**Option B**: The worker should pull the jobs rather than wait for a push.",
    "guess": "The delay is probably on the client, not on the server.",
    "next-step": "The next step is the importer, not the screen.",
    "done": "Changed the footer to a list, not a table.",
    "granted-story": "You're right, I forgot the second import.",
    "granted-still": "You're right - the badge is still red.",
    "granted-plan": "You're absolutely right! Let me move the check into the loader instead.",
    "answer": "The answer is forty, not fifty.",
    "failing": "The failing assertion is in the setup, not in the body of the test.",
    "unsure": "The report is late, not sure why.",
}
DEFECT_NOT: Rows = {
    "guess": "The real problem is probably in `router.py`.",
    "question": "Is the lock in `pool.py` never released?",
    "installed": "The `jq` tool is not installed here.",
    "plan": "When `sync()` fails, let's retry it instead of giving up.",
    "order": "If `rows` is empty, return early and write no file.",
    "you": "If you delete `cart.db`, the cart is lost.",
    "event": "When I ran `seed.py`, it printed an error.",
    "plain-so": "The file is short, so the read is quick.",
    "description": "`main` calls `open_all()`, so the files arrive in a list.",
    "our": "Our `Cart` is not validated at all.",
    "passing": "The `orders` view is not cached yet.",
    "weighed": "### Option A\n\nWhen `load()` raises, the worker answers with 500.",
    "test": "The test for `mail()` never closes the socket and fails.",
    "need-alone": "We need to modify the loader to accept a second path when the first is missing.",
    "forgot": "I forgot to add `index.ts` to the list.",
    "instead-it": "The cart is fine. Instead of a list, it should be a table with three columns.",
}
MECHANISM_NOT: Rows = {
    "verb-that-is-a-noun": "Handles both flat keys and overrides/settings blocks.",
    "words-that-are-no-code": "The older loader always reads every folder.",
    "plain": "The `read_all` function opens the file and returns its lines.",
    "feature": "- `Header` automatically follows the theme",
    "now": "`send()` now automatically retries twice.",
    "you": "`build.sh` always asks you for a name.",
    "available": "The `psql` command is not available in this environment.",
    "file": "- `limits.ts` - never imported by the pages",
    "guess": "`load()` probably never returns.",
    "ours": "Our `Mailer` never sends twice.",
    "question": "Does `cp` silently skip links?",
    "plural": "Users limits are 3 per day.",
    "this": "This `hook` never fires.",
    "mode": "The `view` page is in read-only mode.",
}
CHOICE_NOT: Rows = {
    "question": "Redis is the best fit. Which one would you prefer?",
    "option": "**Option 2**: Svelte is the best choice for small pages.",
    "vague": "This is the best approach here.",
    "vague-go": "Let's go with the second one because it is simpler.",
    "no-reason": "Let's go with Postgres.",
    "tool": "I'll use `sed` instead of `awk` because it is shorter.",
    "if-you": "Postgres is the right choice if you need joins.",
    "steps": "**The Approach:**\n\n1. Start the image\n2. Read the log\n3. Write the answer\n",
    "steps-elsewhere": "**Steps:**\n\n1. Build a thin layer on top of the driver\n",
    "asked": "**The Approach:**\n\nWould this work for you?\n",
    "gerund": "- Measuring instead of guessing — the numbers were clear",
    "verb": "- The page is over the limit — trim it",
    "would": "Kafka would be the best choice for this.",
}
OUTCOME_NOT: Rows = {
    "plan": "- Move the job to the night → should be slower to start\n",
    "ticket": "- Issue 12 → still broken on Safari\n",
    "fixed": "- Caching the session: fixed\n",
    "numbers": "- 20 ms → 35 ms\n",
    "mapping": "- `old.css` → `new.css`\n",
    "prose": "The wider margin made the page slower.",
    "steps": "- Run the tests → no change expected\n- Open the page → nothing\n",
    "command": "- `npm run build` → still fails with TS2304\n",
    "works": "- Tested on two phones: works\n",
    "not-needed": "- Dark theme → no change needed\n",
    "question": "- Bigger cache → slower?\n",
    "might": "- A second index → might make writes slower\n",
    "reverted-file": "- lockfile → reverted\n",
    "story": "I tried to open `main.c`, but it does not exist.",
    "ran": "I tried running `make`, but it fails because of the path.",
    "you": "I tried what you said, but it did not help.",
    "adjective": "- `ttl=60` — cleans up abandoned sessions\n",
    "hash": "- 4be1f0a: reverted\n",
}
BAN_NOT: Rows = {
    "no-code-fr": "- Pas de souci, on continue demain matin",
    "vous": "- Ne modifiez pas `a.py` : vous avez besoin de la version 2",
    "no-code-en": "- Never give up — it gets easier with time",
    "forget": "- Don't forget `make`",
    "your": "- Never commit your `.env` file",
    "label-ru": "Не указано: `port`?",
    "zh-no-code": "不要担心这个小问题吧，我们明天再看一下",
    "zh-you": "- 请不要修改 `a.py`，你可以先看文档",
    "task": "- [ ] Never ship `debug.js` — strip it first",
    "none": "- Nie ma problemów z `api.ts`?",
    "short": "- Kein `x`",
    "question": "- Never use `eval` here?",
}
KEPT = {
    "trade-off": (
        "**The one trade-off:** slower writes, but readers never wait for the lock.",
        "slower writes",
    ),
    "best-known": ("**Best known state:** v3.2 with the old pool, one stall a day", "v3.2"),
}


def _rows(*tables: Rows) -> list[object]:
    names = ("contrast", "defect", "mechanism", "choice", "outcome", "ban")
    return [
        pytest.param(text, id=f"{name}-{row}")
        for name, table in zip(names, tables, strict=True)
        for row, text in table.items()
    ]


@check_rows(
    "text",
    _rows(CONTRAST_NOT, DEFECT_NOT, MECHANISM_NOT, CHOICE_NOT, OUTCOME_NOT, BAN_NOT),
)
def test_nothing_is_kept(text: str) -> None:
    assert [one.text for one in read(text)] == []


@pytest.mark.parametrize(("text", "part"), KEPT.values(), ids=KEPT.keys())
def test_one_statement_is_kept(text: str, part: str) -> None:
    found = [one.text for one in read(text)]
    assert len(found) == 1
    assert part in found[0]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "## Decisions\n\n- #14, #22 and #31 moved to sprint 4 — urgent\n", id="tickets"
        ),
        pytest.param(
            "## Issues\n\n**Problem:**\n\n**Fix:**\n- Dropped the old table by hand\n"
            "- Loaded the dump with psql\n",
            id="steps-done",
        ),
        pytest.param("## Blockers\n\n- Waiting for the certificate from Ines\n", id="waiting"),
    ],
)
def test_what_stands_under_a_heading_may_still_be_noise(text: str) -> None:
    assert [one.text for one in read(text)] == []


def test_wrapped_lines_under_a_label_stay_one_paragraph() -> None:
    text = "Gotcha:\nThe scanner reads Latin-1 only, so\nUmlauts in a name break the whole row\n"
    assert len(read(text)) <= 1


def test_other_json_gives_no_findings() -> None:
    assert read('{"findings": [], "title": "x"}') == []
    assert read('{"title": "Broken", "body": "`send()` returns a promise, but nobody waits"}') == []
