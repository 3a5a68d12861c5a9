"""What is done with a model's answer: lessons stored, amended, or waiting; entries confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..base.tokens import estimate_tokens
from ..memory.inbox import drop, read_inbox
from ..memory.memory import Memory
from ..memory.model import FIRST, Candidate, Entry, Evidence
from ..transcripts.model import Session
from .answer import Answer, Lesson, Verdict
from .checks import Checked, Checker, covers
from .prompt import lines_of, page_tokens, rules

Result = dict[str, Any]
FULL: Final = "the page is full"
_PERSONS_QUOTE: Final = 0.7  # confidence of a lesson that rests on a person's words
_MOST_PROMPTS: Final = 500


@dataclass(slots=True)
class Learned:
    """What became of an answer: items as `mem extract` shows them, and what was dropped and why."""

    items: list[Result] = field(default_factory=list)
    dropped: list[Result] = field(default_factory=list)


def learn(
    memory: Memory, session: Session | None, task: str, answer: Answer, page: str = ""
) -> Learned:
    """Store what stands the checks; `page` is what the model was sent of the project.

    Without a session nobody is quoted: an agent speaks of a conversation that cannot be read here.
    """
    tree = memory.opened.place.tree
    said = "SELECT text FROM said WHERE speaker = 'person' LIMIT ?"
    checker = Checker(
        {line.number: line for line in lines_of(session)} if session else None,
        rules(),
        lambda path: "*" in path or (tree / path).exists() or path in page,
        [row[0] for row in memory.database.rows(said, (_MOST_PROMPTS,))],
    )
    learned = Learned()
    for verdict in answer.known:  # what is out of date makes room
        if item := _judge_known(memory, verdict, task, checker):
            learned.items.append(item)
    stored: set[str] = set()  # one answer's lessons stand beside each other
    for lesson in sorted(answer.lessons, key=lambda one: _order(memory, one)):
        found = checker.check(lesson, memory.entries)
        if isinstance(found, str):
            learned.dropped.append({"text": lesson.text, "reason": found})
        else:
            learned.items.append(_keep(memory, found, task, stored))
    _judge_waiting(memory, answer.waiting)
    return learned


def _order(memory: Memory, lesson: Lesson) -> tuple[int, int]:
    """Return when a lesson is stored: what shortens the page, what is new, what lengthens it."""
    gone = [memory.entries[id_].text for id_ in lesson.amends if id_ in memory.entries]
    growth = estimate_tokens(lesson.text) - sum(map(estimate_tokens, gone))
    return (0 if growth < 0 else 2 if gone else 1), growth


def _keep(memory: Memory, found: Checked, task: str, stored: set[str]) -> Result:
    """Store a lesson, or let it wait, and say so."""
    lesson = found.lesson
    ids = dict.fromkeys((*lesson.amends, *_covered(memory, lesson, task)))
    amended = [memory.entries[id_] for id_ in ids if id_ in memory.entries and id_ not in stored]
    candidate = _candidate(found, task, amended)
    waits = found.waits or ("" if _fits(memory, candidate) else FULL)
    outcome = memory.wait(candidate, waits) if waits else memory.store(candidate)
    action = "amended" if amended and not waits else outcome.action
    if not waits and outcome.id in memory.entries:
        stored.add(outcome.id)
        for more in lesson.quotes[1:]:  # the first stands with the statement itself
            line = Evidence(outcome.id, memory.opened.now, task, who=candidate.who)
            memory.note(replace(line, turn=more.turn, quote=more.text))
        for verb, named in (("replaced", lesson.replaces), ("contradicted", lesson.contradicts)):
            for id_ in named:
                if id_ in memory.entries and id_ != outcome.id:
                    memory.oppose(id_, outcome.id, verb, task)
    item = _item(action, outcome.id, candidate.kind, candidate.text, candidate.turn)
    item |= {"confidence": candidate.conf, "reason": outcome.reason, "quote": candidate.quote}
    return {key: value for key, value in item.items() if value != ""}


def _candidate(found: Checked, task: str, amended: Sequence[Entry]) -> Candidate:
    """Return a lesson as a candidate, as sure as the surest entry that it takes the place of."""
    lesson, who = found.lesson, found.who
    confs = [_PERSONS_QUOTE if who == "person" else FIRST]
    confs += [entry.standing.confidence for entry in amended]
    quote = lesson.quotes[0] if lesson.quotes else None
    return Candidate(
        lesson.kind,
        lesson.text,
        task=task,
        who="person" if any(entry.standing.who == "person" for entry in amended) else who,
        conf=max(confs),
        turn=quote.turn if quote else 0,
        quote=quote.text if quote else "",
        when=lesson.when,
        files=lesson.files,
        symbols=lesson.symbols,
        basis=lesson.basis,
        amends=tuple(entry.id for entry in amended),
    )


def _covered(memory: Memory, lesson: Lesson, task: str) -> list[str]:
    """Return the entries that this session stored on words that the lesson quotes as well."""
    return [
        entry.id
        for entry in memory.entries.values()
        if entry.standing.tasks == (task,)
        and not entry.is_kept
        and any(covers(lesson.quotes, line.quote) for line in memory.evidence_of(entry.id))
    ]


def _fits(memory: Memory, candidate: Candidate) -> bool:
    """Return whether the page has room for a candidate in place of what it amends."""
    entries = memory.entries.values()
    stay = [one for one in entries if one.is_active and one.is_counted]
    lines = [one.headline for one in stay if one.id not in candidate.amends]
    return page_tokens([*lines, candidate.text]) <= memory.opened.settings.context.budget


def _item(action: str, id_: str, kind: str, text: str, turn: int) -> Result:
    source = {"path": "model", "turn": turn}
    return {"action": action, "id": id_, "kind": kind, "text": text, "source": source}


def _judge_known(memory: Memory, verdict: Verdict, task: str, checker: Checker) -> Result | None:
    """Confirm an entry that a true quote proves again; archive one that is out of date.

    Evidence alone hides nothing that learnings.md says, so what is out of date goes to the archive
    as expired. A person is asked about what a person wrote or said.
    """
    entry = memory.entries.get(verdict.id)
    quotes = checker.true_quotes(verdict.quotes)
    if entry is None or not quotes:
        return None
    turn, quote = quotes[0].turn, quotes[0].text
    item = _item("merged", entry.id, entry.kind, entry.text, turn)
    if verdict.verdict == "outdated":
        if entry.is_kept or entry.standing.who == "person":
            memory.ask(entry, "a model found it out of date", quote)
            return item | {"action": "to_review"}
        memory.archive(entry.id, "expired", "model", task=task, quote=quote)
        return item | {"action": "retracted"}
    if verdict.verdict != "confirmed" or checker.speaker(quotes[0]) not in {"person", "tool"}:
        return None
    line = Evidence(entry.id, memory.opened.now, task, "confirmed", "model")
    memory.note(replace(line, turn=turn, quote=quote))
    return item | {"confidence": memory.entries[entry.id].confidence}


def _judge_waiting(memory: Memory, verdicts: Sequence[Verdict]) -> None:
    """Move candidates out of the inbox: stored, or dropped."""
    waiting = {one.id: one for one in read_inbox(memory.database, memory.log.days(memory.today))}
    for verdict in verdicts:
        one = waiting.get(verdict.id)
        if one and verdict.verdict == "keep" and _fits(memory, one.candidate):
            memory.store(one.candidate)
        elif one and verdict.verdict == "drop":
            drop(memory.database, one.candidate.text)
        else:
            continue
        memory.settled.append(one.id)
