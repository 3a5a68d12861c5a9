"""What is told of an entry that is kept, but never shown, since it gives orders to its reader."""

from __future__ import annotations

from msgspec.structs import replace

from ...extract.model import Outcome
from ..model.entry import Entry
from ..rules.remember import Verdict


def outcome_of(verdict: Verdict) -> Outcome:
    """The outcome of a candidate; where its entry is held back, its reason says that, too."""
    outcome = verdict.outcome
    if verdict.entry is None or not (said := held_back(verdict.entry)):
        return outcome
    return replace(outcome, reason=f"{outcome.reason}; {said}" if outcome.reason else said)


def held_back(entry: Entry) -> str:
    """Why a context will not show this entry, as a person would say it; "" if it gives no order."""
    from ...safety.instructions.detect import gives_orders  # what finds nothing does not pay for it

    reason = gives_orders(entry)
    return f"held back from every context: it {reason}" if reason else ""
