"""Places in code are kept with what is said of them; alone they are not."""

from __future__ import annotations

from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[str]:
    return [one.text for one in read_prose(Prose(1, text, exact_lines=True))]


SAYS_NOTHING = {
    "bare": "- `src/bar.ts:5`",
    "bare-with-see": "- See `src/baz.ts:99`",
    "name-only": "- `src/baz.ts:99-120` - the request builder",
    "description": "- `src/baz.ts:99-120` — builds the request from its parts",
    "report": "- `src/baz.ts:99` — added a check that must pass",
    "plan": "- `src/baz.ts:99` — we need to add a lock before the loop",
    "guess": "- `src/baz.ts:99` — maybe this must not run twice",
    "question": "- `src/baz.ts:99` — must this stay outside the lock?",
    "moment": "- `src/baz.ts:99` — currently does not compile",
    "no-line": "- `src/baz.ts` — builds the request",
    "fence": "```\nsrc/foo.ts:10-20 — the retry loop must stay outside the lock\n```",
    "quoted": "> `src/foo.ts:10-20` — the retry loop must stay outside the lock",
    "compiler": "src/foo.ts:10:20 - error TS2304: Cannot find name 'x'.",
    "grep": "src/foo.ts:10: if (!lock) { return; } // must not happen",
}
SAYS = [
    "`src/foo.ts:10-20` — the retry loop must stay outside the lock",
    "src/queue/consumer.ts:40-62: acks happen after the commit, never before",
    "`lib/pool.py:12` - `flush()` is called twice because the finalizer runs late",
    "`web/App.tsx#L3-L9` — the provider order matters, otherwise `useUser` returns undefined",
    "`src/Sperre.java:88` — die Sperre darf nie im Finalizer freigegeben werden",
]


@check_rows("text", SAYS_NOTHING.values(), ids=SAYS_NOTHING.keys())
def test_a_place_of_which_nothing_lasting_is_said(text: str) -> None:
    assert read(text) == []


@check_rows("text", SAYS)
def test_a_place_with_what_is_said_of_it(text: str) -> None:
    assert read(f"Some words.\n\n- {text}\n- `src/bar.ts:5`\n") == [text]
    assert read(f"## Code references\n\n- `src/bar.ts:5`\n- {text}\n") == [text]
    assert read(f"Some words.\n\n{text}\n") == [text]
