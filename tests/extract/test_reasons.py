"""Reasons under a heading of their own are told with the decisions that they are given for."""

from __future__ import annotations

from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows

LOCKS = "Use Postgres advisory locks for the scheduler"
ROUTE = "Keep the `/v1/orders` route until app 4.2 is gone"
NO_REDIS = "Redis is not in the customer's cluster"
OLD_APP = "The mobile app 4.1 still calls `/v1/orders`"

TOLD = {
    "nothing-without-a-decision": (f"## Why these decisions\n\n- {NO_REDIS}\n", []),
    "no-reason-for-another-title": (
        (
            "## What was decided\n\n- **Locks**: Postgres advisory locks\n\n"
            "## Why these decisions\n\n- **Routes**: app 4.1 still calls them\n"
        ),
        ["Locks: Postgres advisory locks"],
    ),
    "items-by-words": (
        (
            f"## What was decided\n\n- {LOCKS}\n- {ROUTE}\n\n"
            f"## Why these decisions\n\n- {OLD_APP}\n- {NO_REDIS}, so the scheduler cannot use it\n"
        ),
        [f"{LOCKS} — {NO_REDIS}, so the scheduler cannot use it", f"{ROUTE} — {OLD_APP}"],
    ),
    "items-by-number": (
        (
            f"## What was decided\n\n- {LOCKS}\n- Keep the old route\n\n"
            f"## Why these decisions\n\n- {NO_REDIS}\n- App 4.1 still calls it\n"
        ),
        [f"{LOCKS} — {NO_REDIS}", "Keep the old route — App 4.1 still calls it"],
    ),
    "items-by-title": (
        (
            "## Decisions\n\n1. **Locks**: Postgres advisory locks\n"
            "2. **Routes**: leave `/v1/x` up\n"
            "\n## Why these choices\n\n- **Routes**: app 4.1 calls it\n"
            "- **Locks**: no Redis there\n"
        ),
        [
            "Locks: Postgres advisory locks — no Redis there",
            "Routes: leave `/v1/x` up — app 4.1 calls it",
        ],
    ),
    "paragraphs": (
        f"## What was decided\n\n{LOCKS}.\n\n### Why\n\n{NO_REDIS}.\n",
        [f"{LOCKS} — {NO_REDIS}."],
    ),
    "labels": (
        f"Decision: {LOCKS}.\n\n## Why this decision\n\n{NO_REDIS}.\n",
        [f"{LOCKS} — {NO_REDIS}."],
    ),
    "each-paragraph-is-a-decision": (
        f"## What was decided\n\n{LOCKS}.\n\n{ROUTE}.\n",
        [f"{LOCKS}.", f"{ROUTE}."],
    ),
    "statements-stay-where-nothing-was-decided": (
        "## Why\n\nI learned that the upload hangs because `fetch_all` never closes its socket.\n",
        ["The upload hangs because `fetch_all` never closes its socket."],
    ),
}


@check_rows(("text", "told"), TOLD.values(), ids=TOLD.keys())
def test_a_reason_is_told_with_its_decision(text: str, told: list[str]) -> None:
    assert [one.text for one in read_prose(Prose(1, text, exact_lines=True))] == told
