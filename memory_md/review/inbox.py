"""`mem review`: what waits for a person, and what they decide."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..base.errors import NotFoundError, RefusedError
from ..dedup.search import relations
from ..memory.inbox import Waiting, drop, read_inbox
from ..memory.memory import Memory
from ..memory.model import APPROVED, ASKED, FIRST, Entry
from ..memory.show import evidence_json
from ..memory.shown import DEMANDS, approve_act, contradicted_pairs, withheld_acts

Item = dict[str, Any]


def waiting(memory: Memory) -> list[Item]:
    """Return all that waits: acts, pairs that contradict each other, then candidates.

    `reason` says why; `near` names entries and what they are to it.
    """
    items = [_entry_item(memory, entry, f"{DEMANDS}{act}", []) for entry, act in _acts(memory)]
    for entry, other in _pairs(memory):
        near = [{"id": other.id, "relation": "contradicts"}]
        items.append(_entry_item(memory, entry, f"contradicted by {other.id}", near))
    return [*items, *(_candidate_item(memory, one) for one in _candidates(memory))]


def _candidates(memory: Memory) -> list[Waiting]:
    return read_inbox(memory.database, memory.log.days(memory.today))


def _acts(memory: Memory) -> Iterator[tuple[Entry, str]]:
    entries = memory.listed()
    acts = withheld_acts(memory.database, entries)
    yield from ((entry, acts[entry.id]) for entry in entries if entry.id in acts)


def _pairs(memory: Memory) -> list[tuple[Entry, Entry]]:
    """Return pairs that only a person can decide: one of the two is a person's."""
    return [
        (entry, other)
        for entry, other in contradicted_pairs(memory)
        if entry.is_kept or entry.standing.who == "person"
    ]


def _entry_item(memory: Memory, entry: Entry, reason: str, near: list[dict[str, str]]) -> Item:
    return {
        "id": entry.id,
        "kind": entry.kind,
        "text": entry.text,
        "reason": reason,
        "evidence": [evidence_json(line) for line in memory.evidence_of(entry.id)],
        "near": near,
    }


def _candidate_item(memory: Memory, one: Waiting) -> Item:
    candidate = one.candidate
    known = [(entry.id, entry.text) for entry in memory.entries.values()]
    near = relations(candidate.text, known, memory.opened.settings.dedup.threshold)
    names = {"duplicate": "same", "contradiction": "contradicts"}
    proof = {"at": one.at, "task": candidate.task, "who": candidate.who, "quote": candidate.quote}
    return {
        "id": one.id,
        "kind": candidate.kind,
        "text": candidate.text,
        "reason": one.reason,
        "evidence": [{key: value for key, value in proof.items() if value}],
        "near": [{"id": id_, "relation": names[found.relation]} for id_, found in near],
    }


def approve(memory: Memory, ids: Sequence[str], *, agent: str, text: str = "") -> list[Item]:
    """Store candidates, decide pairs for the named entry, and let acts be shown.

    `agent` names what says that an agent calls: its approval is only its own evidence, at 0.5, and
    it decides nothing else. `text` is a candidate's new words. Raises NotFoundError, RefusedError.
    """
    return [_approve(memory, id_, agent, text) for id_ in ids]


def _approve(memory: Memory, prefix: str, agent: str, text: str) -> Item:
    found = _find(memory, prefix)
    if isinstance(found, Waiting) and found.candidate.basis == ASKED:
        _refuse_agent(agent, found)
        memory.settled.append(found.id)
        return {"id": found.id, "action": "kept", "text": found.candidate.text}
    if isinstance(found, Waiting):
        memory.settled.append(found.id)
        edited = bool(text) and text != found.candidate.text
        candidate = replace(
            found.candidate,
            text=text or found.candidate.text,
            act="said" if agent else "approved",
            who="agent" if agent else "person",
            conf=FIRST if agent else APPROVED,
            manual=edited and not agent,
        )
        outcome = memory.store(candidate)
        return {"id": outcome.id, "action": outcome.action, "text": candidate.text}
    _refuse_agent(agent, found)
    other = next((other for entry, other in _pairs(memory) if entry.id == found.id), None)
    if withheld_acts(memory.database, [found]):
        approve_act(memory.database, found)
        return {"id": found.id, "action": "shown", "text": found.text}
    if other:
        memory.archive(other.id, "replaced", "person", by=found.id)
    memory.change(replace(found, manual=True), "confirmed")
    return {"id": found.id, "action": "confirmed", "text": found.text}


def reject(memory: Memory, ids: Sequence[str], *, agent: str) -> list[Item]:
    """Drop candidates, and take out the named entries. Raises NotFoundError, RefusedError."""
    return [_reject(memory, id_, agent) for id_ in ids]


def _reject(memory: Memory, prefix: str, agent: str) -> Item:
    found = _find(memory, prefix)
    _refuse_agent(agent, found)
    if isinstance(found, Waiting) and found.candidate.basis == ASKED:
        memory.settled.append(found.id)
        if found.id in memory.entries:
            memory.archive(found.id, "retracted", "person", quote=found.candidate.quote)
        return {"id": found.id, "action": "retracted", "text": found.candidate.text}
    if isinstance(found, Waiting):
        memory.settled.append(found.id)
        drop(memory.database, found.candidate.text)
        return {"id": found.id, "action": "dropped", "text": found.candidate.text}
    other = next((other for entry, other in _pairs(memory) if entry.id == found.id), None)
    if other:
        memory.archive(found.id, "replaced", "person", by=other.id)
    else:
        memory.archive(found.id, "removed", "person")
    return {"id": found.id, "action": "removed", "text": found.text}


def _refuse_agent(agent: str, found: Waiting | Entry) -> None:
    if agent:
        text = found.candidate.text if isinstance(found, Waiting) else found.text
        raise RefusedError(
            f"only a person decides this, and {agent} is set, so an agent runs it",
            where=found.id,
            hint=f"ask the person about: {text[:80]}",
        )


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
