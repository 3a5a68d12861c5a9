"""A model's answer to candidates, which are then judged as those of the heuristics are."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ...base.identity import identity_form
from ...base.settings import Settings
from ...extract.model import Candidate
from ...safety.instructions.detect import instructs_reader
from ...safety.secrets.redact import redact
from ..model import Answer, Prompt
from .prompt import known_id

_TELLING = 16  # shorter lines are parts of many others


def candidates_of(
    answer: Answer,
    prompt: Prompt,
    found: Collection[Candidate],
    shown: Collection[str],
    settings: Settings,
) -> tuple[tuple[Candidate, ...], tuple[str, ...]]:
    """The candidates, and why items were left out, a few words each.

    What the heuristics `found` already is not told twice, and what only says again a line of a
    memory that the source had `shown` is no evidence. One answer contradicts an entry once.
    """
    known = {(one.kind, identity_form(one.text)) for one in found}
    kept: list[Candidate] = []
    left_out = list(answer.left_out)
    for said in answer.items:
        text = redact(said.content)[0]
        form = identity_form(text)
        if len(_without_redactions(text)) < settings.extract.min_chars:
            left_out.append("an item that is hardly more than a secret")
        elif instructs_reader(text) is not None:
            left_out.append("an item that gives orders to its reader")
        elif (said.category, form) not in known:
            known.add((said.category, form))
            other = known_id(redact(said.contradicts)[0], prompt) if said.contradicts else ""
            if other and any(other == one.contradicts for one in kept):
                other = ""
            if other or not _is_shown(form, shown):
                first = settings.confidence.first
                kept.append(
                    Candidate(
                        said.category,
                        text,
                        score=said.confidence,
                        confidence=first,
                        contradicts=other,
                        by_model=True,
                    )
                )
    return tuple(kept), tuple(left_out)


def _without_redactions(text: str) -> str:
    return "".join(_outside(text)).strip()


def _outside(text: str) -> Iterator[str]:
    """The parts of a text before, between and after `[redacted: …]`."""
    while True:
        before, found, rest = text.partition("[redacted: ")
        yield before
        if not found:
            return
        text = rest.partition("]")[2]


def _is_shown(form: str, shown: Collection[str]) -> bool:
    return any(
        line == form or (min(len(line), len(form)) >= _TELLING and (line in form or form in line))
        for line in shown
    )
