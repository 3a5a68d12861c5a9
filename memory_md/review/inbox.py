"""`mem review`: what waits for a person, and what they decide."""

from dataclasses import replace
from typing import Any

from ..base.errors import NotFoundError, RefusedError
from ..dedup.search import relations
from ..memory.inbox import Waiting, drop, read_inbox
from ..memory.memory import Memory
from ..memory.model import APPROVED, ASKED, FIRST, Candidate, Entry
from ..memory.show import evidence_json
from ..memory.shown import DEMANDS, approve_act, contradicted_pairs, withheld_acts

Item = dict[str, Any]


def waiting(memory: Memory) -> list[Item]:
    """Return all that waits: acts, pairs that contradict each other, then candidates.

    `reason` says why; `near` names entries and what they are to it.
    """
    entries: list[tuple[Entry, str, dict[str, str]]]
    entries = [(entry, f"{DEMANDS}{act}", {}) for entry, act in _acts(memory)]
    for entry, other in _pairs(memory):
        entries.append((entry, f"contradicted by {other.id}", {other.id: "contradicts"}))
    items = []
    for entry, reason, near in entries:
        evidence = [evidence_json(line) for line in memory.evidence_of(entry.id)]
        items.append(_item(entry.id, entry, reason, evidence, near))
    return [*items, *(_candidate_item(memory, one) for one in _candidates(memory))]


def _candidates(memory: Memory) -> list[Waiting]:
    return read_inbox(memory.database, memory.log.days(memory.today))


def _acts(memory: Memory) -> list[tuple[Entry, str]]:
    entries = memory.listed()
    acts = withheld_acts(memory.database, entries)
    return [(entry, acts[entry.id]) for entry in entries if entry.id in acts]


def _pairs(memory: Memory) -> list[tuple[Entry, Entry]]:
    """Return pairs that only a person can decide: one of the two is a person's."""
    return [
        (entry, other)
        for entry, other in contradicted_pairs(memory)
        if entry.is_kept or entry.standing.who == "person"
    ]


def _item(
    id_: str, of: Entry | Candidate, reason: str, evidence: list[Item], near: dict[str, str]
) -> Item:
    item = {"id": id_, "kind": of.kind, "text": of.text, "reason": reason, "evidence": evidence}
    return {**item, "near": [{"id": id_, "relation": name} for id_, name in near.items()]}


def _candidate_item(memory: Memory, one: Waiting) -> Item:
    candidate = one.candidate
    known = [(entry.id, entry.text) for entry in memory.entries.values()]
    near = relations(candidate.text, known, memory.opened.settings.dedup.threshold)
    names = {"duplicate": "same", "contradiction": "contradicts"}
    proof = {"at": one.at, "task": candidate.task, "who": candidate.who, "quote": candidate.quote}
    evidence = [{key: value for key, value in proof.items() if value}]
    relation = {id_: names[found.relation] for id_, found in near}
    return _item(one.id, candidate, one.reason, evidence, relation)


def approve(memory: Memory, id_: str, *, agent: str, text: str = "") -> Item:
    """Store a candidate, decide a pair for the named entry, or let an act be shown.

    `agent` names what says that an agent calls: its approval is only its own evidence, at 0.5, and
    it decides nothing else. `text` is a candidate's new words. Raises NotFoundError, RefusedError.
    """
    found = _find(memory, id_)
    if isinstance(found, Waiting) and found.candidate.basis != ASKED:
        memory.settled.append(found.id)
        said = replace(found.candidate, text=text or found.candidate.text)
        if agent:
            said = replace(said, act="said", who="agent", conf=FIRST, manual=False)
        else:
            is_edited = said.text != found.candidate.text
            said = replace(said, act="approved", who="person", conf=APPROVED, manual=is_edited)
        outcome = memory.store(said)
        return {"id": outcome.id, "action": outcome.action, "text": said.text}
    _refuse_agent(agent, found)
    if isinstance(found, Waiting):
        memory.settled.append(found.id)
        return _decided(found, "kept")
    if withheld_acts(memory.database, [found]):
        approve_act(memory.database, found)
        return _decided(found, "shown")
    if other := _opposed(memory, found.id):
        memory.archive(other, "replaced", "person", by=found.id)
    memory.change(replace(found, manual=True), "confirmed")
    return _decided(found, "confirmed")


def reject(memory: Memory, id_: str, *, agent: str) -> Item:
    """Drop a candidate, or take out the named entry. Raises NotFoundError, RefusedError."""
    found = _find(memory, id_)
    _refuse_agent(agent, found)
    if not isinstance(found, Waiting):
        other = _opposed(memory, found.id)
        memory.archive(found.id, "replaced" if other else "removed", "person", by=other)
        return _decided(found, "removed")
    memory.settled.append(found.id)
    if found.candidate.basis != ASKED:
        drop(memory.database, found.candidate.text)
        return _decided(found, "dropped")
    if found.id in memory.entries:
        memory.archive(found.id, "retracted", "person", quote=found.candidate.quote)
    return _decided(found, "retracted")


def _opposed(memory: Memory, id_: str) -> str:
    return next((other.id for entry, other in _pairs(memory) if entry.id == id_), "")


def _decided(found: Waiting | Entry, action: str) -> Item:
    text = found.candidate.text if isinstance(found, Waiting) else found.text
    return {"id": found.id, "action": action, "text": text}


def _refuse_agent(agent: str, found: Waiting | Entry) -> None:
    if agent:
        message = f"only a person decides this, and {agent} is set, so an agent runs it"
        hint = f"ask the person about: {_decided(found, '')['text'][:80]}"
        raise RefusedError(message, where=found.id, hint=hint)


def _find(memory: Memory, prefix: str) -> Waiting | Entry:
    begin = prefix.lower()
    listed = {entry.id: entry for entry, _ in (*_acts(memory), *_pairs(memory))}
    among: dict[str, Waiting | Entry] = {**{one.id: one for one in _candidates(memory)}, **listed}
    found = [one for id_, one in among.items() if begin and id_.startswith(begin)]
    if len(found) != 1:
        what = "several things that wait have" if found else "nothing that waits has"
        message = f"{what} an ID that begins so"
        raise NotFoundError(message, where=prefix, hint="`mem review --list` shows what waits")
    return found[0]
