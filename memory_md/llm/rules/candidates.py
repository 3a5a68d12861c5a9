"""Turns a model's answer into candidates, which are judged like those of the heuristics."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ...base.identity import identity_form
from ...base.regex import regex
from ...base.settings import Settings
from ...extract.model import Candidate
from ...safety.instructions.orders import instructs_reader
from ...safety.secrets.redact import redact
from ..model import Answer, Prompt
from .prompt import known_id

_TELLING: Final = 16  # shorter lines are parts of many others
_REDACTED: Final = regex(r"\[redacted: [^\]]*(?:\]|$)")


def candidates_of(
    answer: Answer,
    prompt: Prompt,
    found: Collection[Candidate],
    shown: Collection[str],
    settings: Settings,
) -> tuple[tuple[Candidate, ...], tuple[str, ...]]:
    """Return the candidates, and why items were left out, in a few words each.

    What the heuristics `found` is left out, and so is what only repeats a line of a memory that the
    source had `shown`, since that is no evidence. One answer contradicts an entry once.
    """
    known = {(one.kind, identity_form(one.text)) for one in found}
    kept: list[Candidate] = []
    left_out = list(answer.left_out)
    for said in answer.items:
        text = redact(said.content)[0]
        form = identity_form(text)
        if len(_REDACTED.sub("", text).strip()) < settings.extract.min_chars:
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


def _is_shown(form: str, shown: Collection[str]) -> bool:
    return any(
        line == form or (min(len(line), len(form)) >= _TELLING and (line in form or form in line))
        for line in shown
    )
