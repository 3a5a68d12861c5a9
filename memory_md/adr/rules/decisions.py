"""Which decisions become records, and what a record says of each.

A decision is an entry of that kind. It gets a record if a context shows it, and if a person
confirmed, wrote, pinned or named it, or it is marked high. Of two that contradict each other only
one gets a record. A record that is there is kept up to date, also where its decision was overruled.
The reason and what was rejected come from its text, else from the sentences in its evidence. What
gives orders to its reader is never written, and the record of what only went stale or was evicted
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from ...base.identity import identity_form
from ...base.regex import regex
from ...base.settings import Confidence
from ...base.text import clip
from ...memory.model.entry import FORGOTTEN, Archived, Entry, scope_parts
from ...memory.model.evidence import Evidence
from ...memory.model.relationship import Relationship
from ...memory.rules.named_files import named_files
from ...memory.rules.removed import purge_mark
from ...memory.rules.withheld import withheld
from ...recall.model.left_out_reasons import LOW_CONFIDENCE, winner_in
from ...safety.instructions.orders import gives_orders, instructs_reader, unsafe
from ...safety.sanitize import clean_line
from ...safety.secrets.redact import redact
from ..model import Decision

_TITLE_CHARS: Final = 80
_MOST_FILES: Final = 50
_MOST_RISKS: Final = 20
_FOR_GOOD: Final = ("removed", "merged", "withdrawn", FORGOTTEN)
_REASON: Final = regex(r"[,;:]?\s[Bb]ecause\s")
_CUT: Final = regex(
    r"[.!?](?=\s+[^\sa-z])|。|[;；](?=\s|$)|\s[—–]\s|:\s|,\s(?=so|which|and|but|to|with)|\s\("
)
_INSTEAD: Final = regex(r"\s(?:instead of|rather than)\s([^,;.()—–]{2,80})", re.IGNORECASE)

Exists = Callable[[str], bool]


def decisions_of(
    entries: Sequence[Entry],
    edges: Sequence[Relationship],
    *,
    settings: Confidence,
    exists: Exists | None = None,
    named: Collection[str] = (),
    evidence: Mapping[str, Sequence[Evidence]] = MappingProxyType({}),
) -> list[Decision]:
    """Return the decisions, oldest first; archived ones are among `entries`.

    `named` are the IDs of those that get a record whoever believes them. `settings.active` is the
    least confidence that is shown. `exists` says whether a path is in the work tree.
    """
    live = [entry for entry in entries if entry.archived is None]
    reasons = withheld(live, active=settings.active, exists=exists)
    known = {entry.id: entry for entry in (*reversed(entries), *reversed(live))}
    ties = _Ties(entries, edges, evidence)
    sure = [e for e in live if e.kind == "decision" and _is_sure(e, named)]
    lost = _contrary([entry for entry in sure if _successor(entry, known) is None])
    new = {entry.id for entry in sure} - lost
    found: dict[str, Decision | None] = {}
    for index, entry in enumerate(live):
        if entry.kind == "decision" and not found.get(entry.id) and not gives_orders(entry):
            after = _successor(entry, known)
            one = _live(entry, after, reasons.get(index, ""), ties)
            found[entry.id] = replace(one, fresh=one.fresh and one.id in new) if one else None
    for entry in entries:
        if entry.kind == "decision" and known[entry.id] is entry and entry.archived:
            found[entry.id] = _removed(entry, entry.archived, ties)
    place = {entry.id: index for index, entry in enumerate(entries)}
    decisions = [decision for decision in found.values() if decision]
    before: dict[str, list[str]] = {}
    for decision in decisions:
        before.setdefault(decision.superseded_by, []).append(decision.id)
    decisions = [replace(one, supersedes=tuple(before.get(one.id, ()))) for one in decisions]
    return sorted(decisions, key=lambda decision: (decision.date, place[decision.id]))


def _successor(entry: Entry, known: Mapping[str, Entry]) -> Entry | None:
    """Return the entry that replaces this one: it contradicts it, and is as sure or surer."""
    other = known.get(entry.by) if entry.by and entry.by != entry.id else None
    if other is None or other.confidence < entry.confidence or gives_orders(other):
        return None
    out = other.archived is not None and other.archived.reason in _FOR_GOOD
    return None if out or other.by == entry.id else other


def _is_sure(entry: Entry, named: Collection[str]) -> bool:
    """Whether somebody stands for a decision, so that it is worth a record."""
    return entry.manual or entry.pinned or entry.qualifier == "high" or entry.id in named


def _contrary(entries: Sequence[Entry]) -> set[str]:
    """Return the IDs of those that a newer or surer one contradicts."""
    from ...dedup.index import Index

    lost: set[str] = set()
    kept = Index()
    for entry in sorted(entries, key=lambda e: (e.date or date.min, e.confidence), reverse=True):
        match = kept.compare(entry.kind, entry.text)
        if match is not None and match.relation == "contradiction":
            lost.add(entry.id)
        else:
            kept.add(entry)
    return lost


def _live(entry: Entry, after: Entry | None, reason: str, ties: _Ties) -> Decision | None:
    """Return a decision that is not archived; None where its record stays as it is."""
    if after is not None:
        if after.kind == "decision":
            return ties.decision(entry, after=after.id, fresh=False)
        return ties.decision(entry, deprecated=f"overruled by: {_fit(after.text)}", fresh=False)
    if winner_in(reason):
        return ties.decision(entry, deprecated="what it contradicts is surer", fresh=False)
    if not reason or reason == LOW_CONFIDENCE:
        return ties.decision(entry, fresh=not reason)
    return None


def _removed(entry: Entry, why: Archived, ties: _Ties) -> Decision | None:
    """Return a decision that was removed for good, for the record that it may have."""
    if why.reason not in _FOR_GOOD or gives_orders(entry):
        return None
    if why.reason == "merged":
        return ties.decision(entry, after=why.note.removeprefix("into ").strip(), fresh=False)
    note = _fit(why.note)
    reason = f"{why.reason} on {why.on.isoformat()}" + (f": {note}" if note else "")
    return ties.decision(entry, deprecated=reason, fresh=False)


class _Ties:
    """The edges and entries that add files and risks to a decision."""

    def __init__(
        self,
        entries: Sequence[Entry],
        edges: Sequence[Relationship],
        evidence: Mapping[str, Sequence[Evidence]],
    ) -> None:
        self.evidence = evidence
        self.overruled: dict[str, list[str]] = {}
        for entry in entries:
            if entry.by and entry.kind == "decision" and not gives_orders(entry):
                self.overruled.setdefault(entry.by, []).append(_fit(entry.text))
        self.edges = [edge for edge in edges if not any(map(unsafe, edge.texts))]
        self.files: dict[str, list[Relationship]] = {}
        for edge in self.edges:
            if edge.type == "decision_file":
                names = {edge.source, identity_form(edge.source), identity_form(edge.label)}
                for name in names:
                    self.files.setdefault(name, []).append(edge)
        risks = [entry for entry in entries if entry.kind == "risk"]
        live = [entry for entry in entries if entry.archived is None]
        shown = _names(entry for entry in live if entry.kind == "risk")
        self.hidden = _names(e for e in risks if e.archived or gives_orders(e)) - shown
        self.remedies: dict[tuple[str, str], list[Entry]] = {}
        for entry in risks:
            for task in entry.tasks if entry.archived is None else ():
                self.remedies.setdefault((entry.qualifier, task), []).append(entry)
        self.scopes: dict[str, str] = {}
        for entry in live:
            if entry.kind == "scope" and not gives_orders(entry):
                path, why = scope_parts(entry.text)
                self.scopes |= {path: _fit(why) if why else ""} if path else {}

    def decision(
        self, entry: Entry, *, after: str = "", deprecated: str = "", fresh: bool = True
    ) -> Decision:
        """Return all that a record of this entry says."""
        own, sources = self._own(entry)
        # Sorted: an edge that is met again moves, and a record must not change for that.
        paths = sorted({edge.path for edge in own if edge.path})
        paths = (paths or list(named_files(entry)))[:_MOST_FILES]
        tasks = {edge.session for edge in own}
        text = _fit(entry.text)
        statement, reason = _split(text)
        title = _title(statement)
        quotes = [_fit(line.quote) for line in self.evidence.get(entry.id, ()) if line.quote]
        quotes = [quote for quote in dict.fromkeys(quotes) if not instructs_reader(quote)]
        reason = reason or next((why for quote in quotes if (why := _split(quote)[1])), "")
        found = (_INSTEAD.search(sentence) for sentence in (statement, *quotes))
        rejected = [_REASON.split(one[1])[0].strip() for one in found if one]
        rejected += self.overruled.get(entry.id, [])
        # What was imported from a record is its title, a dash, and what was decided.
        head = entry.text.partition(" — ")[0]
        wordings = (entry.text, text, statement, title, head)
        forms = {identity_form(sentence).casefold() for sentence in wordings}
        return Decision(
            id=entry.id,
            text=text,
            title=title,
            statement=statement,
            text_mark=purge_mark(entry.text),
            reason=reason,
            alternatives=tuple(dict.fromkeys(filter(None, rejected))),
            date=entry.date.isoformat() if entry.date else "",
            confidence=entry.confidence,
            files=tuple((_path(path), self.scopes.get(path, "")) for path in paths),
            risks=tuple(self._risks_of(sources, set(paths), tasks)),
            superseded_by=after,
            deprecated=deprecated,
            fresh=fresh and bool(title),
            forms=frozenset(form for form in forms if form),
        )

    def _own(self, entry: Entry) -> tuple[list[Relationship], set[str]]:
        """Return the decision's edges to files, and the names that its edges use for it."""
        names = (entry.id, identity_form(entry.text))
        own = {edge.key: edge for name in names for edge in self.files.get(name, ())}
        return list(own.values()), {entry.id, entry.text, *(key[1] for key in own)}

    def _risks_of(self, sources: set[str], paths: set[str], tasks: set[str]) -> list[str]:
        """Return the risks of the decision itself, else of its files: of its tasks, else all."""
        named = [e for e in self.edges if e.type == "decision_risk" and e.source in sources]
        of_files = [e for e in self.edges if e.type == "file_risk" and e.path in paths]
        same = [edge for edge in of_files if edge.session in tasks]
        lines = {line for edge in named or same or of_files if (line := self._risk(edge))}
        return sorted(lines)[:_MOST_RISKS]

    def _risk(self, edge: Relationship) -> str:
        """Return a risk as a line, with its mitigation where a single entry has one."""
        if not self.hidden.isdisjoint((identity_form(edge.target), identity_form(edge.label))):
            return ""
        category, description = _fit(edge.target), _fit(edge.label)
        entries = self.remedies.get((edge.target, edge.session), [])
        descriptions = {
            other.label
            for other in self.edges
            if (other.target, other.session) == (edge.target, edge.session)
        }
        alone = len(entries) == 1 and len(descriptions) == 1
        remedy = _fit(entries[0].text) if alone and not gives_orders(entries[0]) else ""
        line = f"Risk ({category}): {description}" if description else f"Risk: {category}"
        if not description and remedy:
            return f"Risk ({category}): {remedy}"
        return f"{line}; mitigation: {remedy}" if remedy and remedy != description else line


def _names(entries: Iterable[Entry]) -> set[str]:
    return {name for entry in entries for name in (identity_form(entry.text), entry.id)}


def _fit(text: str) -> str:
    """Return a text on one line, without secrets and markup."""
    return clean_line(redact(text)[0])


def _path(path: str) -> str:
    return _fit(path).replace("`", "")


def _split(text: str) -> tuple[str, str]:
    """Return what was decided, and why where the text says so."""
    found = _REASON.search(text)
    if not found or found.start() < 3 or not text[found.end() :].strip():
        return text, ""
    return text[: found.start()].strip(), text[found.end() :].strip()


def _title(statement: str) -> str:
    """Return the statement as a headline: its first sentence, or what is short enough of it."""
    bare = statement.rstrip(" .;:,。")
    for found in _CUT.finditer(bare):
        short = len(bare) <= _TITLE_CHARS
        if found[0][0] in ".!?。" or (not short and (found[0][0] in ";；" or found.start() >= 20)):
            head = bare[: found.start()].rstrip(" .;:,。")
            if 3 < len(head) <= _TITLE_CHARS and head.count("`") % 2 == 0:
                return head
    return clip(bare, _TITLE_CHARS)
