"""One fact that an agent states outright: kept as evidence, never as a person's word.

It goes the way of what is extracted, with the same redaction, duplicates and contradictions, and
starts where an extracted fact starts; only its wording is taken as it is.
"""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from ...base.errors import MemError, RefusedError, UsageError
from ...base.identity import short_id
from ...base.text import storable, storable_qualifier
from ...memory.actions.entries import kind_named
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...memory.model.entry import Entry
from ...memory.rules.remember import Verdict
from ...memory.text.learnings import split_headline
from ...safety.instructions.orders import gives_orders
from ...safety.secrets.redact import redact
from ...transcripts.detect import Opened
from ...transcripts.model.events import Stated
from ..model import Candidate, Extraction, Grade
from .extract import extract_opened, take_each

_SOURCE: Final = "mem_add"
_SURE: Final = 1.0  # that it is a learning; what an agent thinks of its truth is another matter


def state(
    place: Workspace,
    text: str,
    *,
    task: str,
    category: str | None = None,
    qualifier: str = "",
    contradicts: str = "",
    shown: Collection[str] = (),
) -> Extraction:
    """Keep the one fact that `text` is, with its label or a `category`.

    A decision starts where a handoff's does ("high" or "medium" as its qualifier), all else where
    an extracted fact does. `contradicts` names an older entry by ID or text. `shown` are IDs of
    entries that the memory told the agent in this task: said back, they are no evidence. Raises
    UsageError, RefusedError for orders to the reader and decisions of low confidence, MemError for
    a text that is too long or nothing but a secret.
    """
    repo = place.memory()
    candidate = _candidate(repo, text, category, qualifier, contradicts)

    def take(_: str) -> Extraction:
        opened = Opened(_SOURCE, "stated", iter([Stated(1, candidate)]), short_id(task, text))
        return extract_opened(
            place, repo, opened, task, settle=lambda verdict: _ignore_repetition(verdict, shown)
        )

    result, errors = take_each(place, repo, [_SOURCE], take, session=task)
    if errors:
        raise errors[0]
    if not result.items:
        raise MemError(
            "nothing of the text is left without the secret in it",
            hint="say what there is to know about the secret, not the secret",
        )
    return replace(result, warnings=(*result.warnings, *_left_out(text)))


def _candidate(
    repo: Repo, text: str, category: str | None, qualifier: str, contradicts: str
) -> Candidate:
    _, kind, said, words = split_headline(storable(text))
    if category is not None:
        kind = kind_named(category)
    qualifier = storable_qualifier(qualifier or said)
    if not words.strip(" .:=-"):
        raise UsageError("the text is empty")
    most = repo.settings.extract.max_chars
    if len(words) > most:
        raise MemError(
            f"the text has {len(words)} characters; one that an agent adds has at most {most}",
            hint="one entry is one fact: split it",
        )
    if reason := gives_orders(Entry("", kind, words, qualifier, approved=True)):
        raise RefusedError(
            f"the text is not kept, since it {reason}",
            hint="say it as a fact about the project",
        )
    if kind == "decision" and qualifier.casefold() == "low":
        raise RefusedError(
            "a decision of low confidence is not kept", hint="add it when it is settled"
        )
    grades: dict[str, Grade] = {"high": "high", "medium": "medium"} if kind == "decision" else {}
    start = grades.get(qualifier.casefold(), "first")
    return Candidate(kind, words, qualifier, _SURE, start, 1, contradicts)


def _ignore_repetition(verdict: Verdict, shown: Collection[str]) -> Verdict:
    """An agent that says what it was shown has not seen it again."""
    old = verdict.replaced
    if old is None or old.archived or old.id not in shown:
        return verdict
    reason = "shown in this session, so saying it back is no new evidence"
    outcome = replace(verdict.outcome, action="unchanged", confidence=old.confidence, reason=reason)
    return Verdict(outcome)


def _left_out(text: str) -> tuple[str, ...]:
    kinds = redact(storable(text))[1]
    if not kinds:
        return ()
    return (f"a secret was left out ({', '.join(kinds)}); if it was real, a person must revoke it",)
