"""What the judges of single sentences must leave, and then what they must take, class by class."""

from __future__ import annotations

import json
import time

import pytest

from memory_md.extract.model import Candidate
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

Rows = dict[str, str]
Kept = dict[str, tuple[str, str]]


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))[0]


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
CONTRAST: Kept = {
    "norm": (
        "Prices should be rounded per invoice, not per line.",
        "Prices should be rounded per invoice",
    ),
    "norm-needs": (
        "The planner needs to work from the reserved stock rather than from the counted one.",
        "The planner needs to work",
    ),
    "depends": (
        "The visible rows depend on the reader's team, not just the role.",
        "The visible rows depend",
    ),
    "placed": ("The quota is counted per team, not per seat.", "The quota is counted per team"),
    "written": (
        "The audit trail is being written to the local disk, NOT to the archive!",
        "The audit trail is being written",
    ),
    "here-is": (
        "Here's the catch: the tokens are bound to the browser, not to the account.",
        "The tokens are bound",
    ),
    "granted": (
        (
            "You're right - a warehouse isn't a single place. The nearest shelf depends on your "
            "dock, not just the aisle."
        ),
        "A warehouse isn't a single place. The nearest shelf depends",
    ),
    "granted-before": (
        "You're absolutely right! Labels must be chosen after the weighing, never before it.",
        "Labels must be chosen after the weighing",
    ),
    "bold-subject": (
        "**Refunds** should be booked on the day of the sale, not on the day of the refund.",
        "Refunds should be booked",
    ),
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
DEFECT: Kept = {
    "but-cause": (
        "Two patches hid the symptom, but the root cause was the shared clock of the shards.",
        "Two patches hid the symptom, but the root cause",
    ),
    "not-but": (
        "The root cause isn't the size of the mail — it's the header that is folded twice.",
        "The root cause isn't the size",
    ),
    "happens": (
        "The crash happens when `resize()` runs before the canvas is attached.",
        "The crash happens when",
    ),
    "uncaught": (
        "`import_rows` raises `BadHeader`, which is not caught in the upload view.",
        "`import_rows` raises `BadHeader`",
    ),
    "without": ("`POST /refunds` has no rate limit.", "has no rate limit"),
    "ought": (
        "According to the ticket, 'zip_code' should not be required for `Country.IE`.",
        "'zip_code' should not be required",
    ),
    "when": (
        (
            "When `parse_totals` meets an empty sheet, the endpoint responds with 500 "
            "instead of the "
            "documented `EmptySheet` body."
        ),
        "When `parse_totals` meets",
    ),
    "so": (
        "`Grid` gets a new `columns` array on each render, so the effect runs in an endless loop.",
        "so the effect runs",
    ),
    "or": ("The export must write `CRLF` or the scanner skips every second row.", "or the scanner"),
    "remedy": (
        (
            "'vat_id' must not be required for `Sale.private`. We need to relax this rule so "
            "that it "
            "holds only when `Sale.company` is set."
        ),
        "— relax this rule",
    ),
    "pair": (
        (
            "From this code, it looks like the angle may be wrong. Instead of being summed up, it "
            "should be reduced by a full turn whenever it passes one."
        ),
        "The angle may be wrong. Instead of being summed up",
    ),
    "forgot": (
        "- After renaming `Ledger`, forgot to rename its table in `schema.sql` as well",
        "After renaming `Ledger`, forgot",
    ),
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
MECHANISM: Kept = {
    "automatic": (
        "The code in `boot.rb:12-20` automatically picks the first key that is set.",
        "automatically picks",
    ),
    "ignores": ("`next_page` ignores its argument and reads the cursor.", "ignores its argument"),
    "it": (
        "The `shuffle` function is tiny. It ignores the seed it gets and starts from zero.",
        "The `shuffle` function ignores the seed",
    ),
    "only": ("The Billing Portal is admin-only.", "admin-only"),
    "caps": ("Excel truncates the name of a sheet to 31 characters.", "Excel truncates"),
    "unique": ("`accounts.slug` is unique only per region.", "unique only per region"),
    "cannot": ("`Cursor` objects cannot be shared between threads.", "cannot be shared"),
    "re-": ("Renaming an MKV file doesn't re-encode the audio.", "doesn't re-encode"),
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
CHOICE: Kept = {
    "best": ("**Temporal (Go)** seems like the best fit:\n\n- durable\n- typed\n", "Temporal (Go)"),
    "remains": ("Postgres remains the right choice for the ledger.", "Postgres remains"),
    "go-with": (
        "Let's go with NATS rather than Kafka because one node is enough.",
        "Go with NATS rather than Kafka",
    ),
    "for-now": (
        "We'll go with SQLite for now since there is only one writer.",
        "Go with SQLite for now",
    ),
    "standardise": (
        "We're standardizing on Vitest instead of Jest because it reads the same config.",
        "Vitest instead of Jest",
    ),
    "layer": (
        (
            "**The Approach:**\n\n1. Start the image\n2. Build a thin adapter layer on top of the "
            "vendor's driver\n"
        ),
        "Build a thin adapter layer",
    ),
    "trade-off": (
        "**The one trade-off:** slower writes, but readers never wait for the lock.",
        "slower writes",
    ),
    "over": ("- **Icons:** Lucide instead of FontAwesome — a third of the size", "Lucide instead"),
    "finding-out": ("pnpm is clearly not it; Bun is the clear winner for scripts.", ""),
}
del CHOICE["finding-out"]
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
OUTCOME: Kept = {
    "arrow": ("- Raising `workers` to 8 → no change\n", "no change"),
    "worse": ("- `content-visibility` on the rows → worse, reverted\n", "worse, reverted"),
    "dash": ("- Moving `driver` to 6.1 — still times out\n", "still times out"),
    "tried-but": (
        "Tried `will-change` on the panel, but it made the flicker worse.",
        "Tried `will",
    ),
    "tried-in-vain": (
        (
            "I tried stubbing `Date` globally, but the scheduler keeps its own copy, so it "
            "never sees "
            "the stub."
        ),
        "Tried stubbing `Date`",
    ),
    "portuguese": ("- `overflow:hidden` na lista → piorou (v2.1)\n", "piorou"),
    "portuguese-partly": ("- trava no `resize` → um pouco melhor, não elimina\n", "não elimina"),
    "spanish": ("- Subir `max_conn` a 200 → sin efecto\n", "sin efecto"),
    "french": ("- Passer à `uvloop` → pire, annulé\n", "pire"),
    "german": ("- Umstieg auf `epoll` → hat nicht geholfen\n", "nicht geholfen"),
    "russian": ("- Увеличить `shared_buffers` → не помогло\n", "не помогло"),
    "chinese": ("- 增大 `num_workers` → 没有效果\n", "没有效果"),
    "japanese": ("- `lazy` 読み込みに変更 → 悪化\n", "悪化"),
    "best-known": ("**Best known state:** v3.2 with the old pool, one stall a day", "v3.2"),
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
BAN: Kept = {
    "french": (
        (
            "- **PAS de `Timer` dans les vues** — utiliser l'horloge partagée. `Timer` "
            "réveille toute "
            "la page à chaque seconde.\n"
        ),
        "PAS de `Timer` dans les vues — utiliser l'horloge partagée. `Timer` réveille",
    ),
    "spanish": ("- Nunca editar `schema.sql` a mano: lo genera el migrador.\n", "Nunca editar"),
    "german": ("- Niemals `git push --force` auf `main` — sonst fehlen die Tags.\n", "Niemals"),
    "russian": ("- Не менять `seed.sql` вручную: его пишет генератор.\n", "Не менять"),
    "chinese": ("- 禁止在 `views/` 里写 SQL，放到 `queries/`。\n", "禁止在"),
    "japanese": ("- `legacy/` を新しいコードから import しない。\n", "しない"),
    "english": ("- Never import `internal/wire` from the handlers\n", "Never import"),
    "no-use": ("- No `print` in the workers — use the logger\n", "No `print`"),
}


def _rows(*tables: Rows) -> list[object]:
    names = ("contrast", "defect", "mechanism", "choice", "outcome", "ban")
    return [
        pytest.param(text, id=f"{name}-{row}")
        for name, table in zip(names, tables, strict=True)
        for row, text in table.items()
    ]


def _kept(*tables: Kept) -> list[object]:
    names = ("contrast", "defect", "mechanism", "choice", "outcome", "ban")
    return [
        pytest.param(text, part, id=f"{name}-{row}")
        for name, table in zip(names, tables, strict=True)
        for row, (text, part) in table.items()
    ]


@pytest.mark.parametrize(
    "text",
    _rows(CONTRAST_NOT, DEFECT_NOT, MECHANISM_NOT, CHOICE_NOT, OUTCOME_NOT, BAN_NOT),
)
def test_nothing_is_kept(text: str) -> None:
    assert [one.text for one in read(text)] == []


@pytest.mark.parametrize(("text", "part"), _kept(CONTRAST, DEFECT, MECHANISM, CHOICE, OUTCOME, BAN))
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
            "## Lessons Learned\n\n- Pair reviews significantly improved code quality\n",
            id="praise",
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


def test_lines_without_marks_under_a_label_are_items_of_their_own() -> None:
    text = (
        "Lessons learned:\n"
        "ROOT CAUSE - ask the data team before a change in production\n"
        "Release before noon when only one person is there to watch\n"
    )
    assert [one.text for one in read(text)] == text.split("\n")[1:3]
    assert [one.line for one in read(text)] == [2, 3]


def test_wrapped_lines_under_a_label_stay_one_paragraph() -> None:
    text = "Gotcha:\nThe scanner reads Latin-1 only, so\nUmlauts in a name break the whole row\n"
    assert len(read(text)) <= 1


def test_each_finding_of_a_review_in_json_is_an_issue() -> None:
    body = (
        "When `import_rows` meets a sheet without a header, the endpoint answers 500 instead of "
        "the documented error. Clients retry forever."
    )
    rows = [
        {"title": "[P1] Wrong error for empty sheets", "body": body, "priority": 1},
        {"title": "[P2] Unclosed handle", "body": "The file stays open.", "priority": 2},
    ]
    text = json.dumps({"findings": rows, "overall_correctness": "incorrect"}, indent=2)
    for cut in (text, text[:-40]):
        assert [(one.kind, one.text) for one in read(cut)] == [
            ("issue", body.split(". ")[0] + "."),
            ("issue", "Unclosed handle — The file stays open."),
        ]


def test_other_json_gives_no_findings() -> None:
    assert read('{"findings": [], "title": "x"}') == []
    assert read('{"title": "Broken", "body": "`send()` returns a promise, but nobody waits"}') == []


@pytest.mark.parametrize(
    "piece",
    [
        "is in a, not in ",
        "the a - b: ",
        "When `a`, ",
        "so the x, so the ",
        "not rather than ",
        "→ a — ",
    ],
)
def test_the_judges_are_quick_on_anything(piece: str) -> None:
    begin = time.process_time()
    for lead in ("", "- ", "The `cart` "):
        read(lead + piece * 120)
    assert time.process_time() - begin < 1.0
