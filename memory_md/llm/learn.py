"""What is done with a model's answer: lessons stored, amended, or waiting; entries confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..base.tokens import estimate_tokens
from ..memory.inbox import Waiting, drop, read_inbox
from ..memory.memory import Memory
from ..memory.model import ASKED, FIRST, Candidate, Entry, Evidence, headline
from ..transcripts.model import Session
from .answer import Answer, Lesson, Verdict
from .checks import Checked, Checker, covers
from .prompt import lines_of, page_tokens, rules

Result = dict[str, Any]
FULL: Final = "the page is full"
_PERSONS_QUOTE: Final = 0.7  # confidence of a lesson that rests on a person's words
_MOST_PROMPTS: Final = 500
_MOST_UNPROVED: Final = 5  # entries that one answer takes out without a quote
_PROVE: Final = frozenset({"person", "tool"})  # whose words confirm an entry


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
    waiting = {one.id: one.candidate for one in waiting_for_model(memory)}
    texts = {id_: one.text for id_, one in memory.entries.items()}
    texts |= {id_: one.text for id_, one in waiting.items()}
    checker = Checker(
        {line.number: line for line in lines_of(session)} if session else None,
        texts,
        rules(),
        lambda path: "*" in path or (tree / path).exists() or path in page,
        [row[0] for row in memory.database.rows(said, (_MOST_PROMPTS,))],
    )
    learned = Learned()
    _judge_known(memory, answer.known, task, checker, learned)  # what is out of date makes room
    stored: set[str] = set()  # one answer's lessons stand beside each other
    # What shortens the page makes room; else the model's order holds.
    for lesson in sorted(answer.lessons, key=lambda one: _grows(memory, one)):
        found = checker.check(lesson, memory.entries)
        if isinstance(found, str):
            learned.dropped.append({"text": lesson.text, "reason": found})
        else:
            learned.items.append(_keep(memory, found, task, stored, checker))
            memory.settled += [id_ for id_ in lesson.amends if id_ in waiting]
    _judge_waiting(memory, answer.waiting, waiting)
    return learned


def waiting_for_model(memory: Memory) -> list[Waiting]:
    """Return what waits and a model may judge: no question to a person, nothing that is stored."""
    found = read_inbox(memory.database, memory.log.days(memory.today))
    return [one for one in found if one.candidate.basis != ASKED and one.id not in memory.entries]


def _grows(memory: Memory, lesson: Lesson) -> bool:
    """Return whether the page is longer with a lesson."""
    gone = [memory.entries[id_].text for id_ in lesson.amends if id_ in memory.entries]
    return estimate_tokens(lesson.text) >= sum(map(estimate_tokens, gone))


def _keep(memory: Memory, found: Checked, task: str, stored: set[str], checker: Checker) -> Result:
    """Store a lesson, or let it wait, and say so."""
    lesson = found.lesson
    ids = dict.fromkeys((*lesson.amends, *_covered(memory, lesson, task)))
    amended = [memory.entries[id_] for id_ in ids if id_ in memory.entries and id_ not in stored]
    candidate = _candidate(found, task, amended)
    waits = found.waits or ("" if _fits(memory, candidate) else FULL)
    outcome = memory.wait(candidate, waits) if waits else memory.store(candidate)
    is_stored = not waits and outcome.id in memory.entries
    action = "amended" if amended and is_stored else outcome.action
    if is_stored:
        stored.add(outcome.id)
        for more in lesson.quotes[1:]:  # the first stands with the statement itself
            line = Evidence(outcome.id, memory.opened.now, task=task, who=checker.speaker(more))
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
    """Return what was read out of this session without a model, and is said by the lesson's quotes.

    Only that has a source: what a model said before is its own to amend.
    """
    return [
        entry.id
        for entry in memory.entries.values()
        if entry.standing.tasks == (task,)
        and not entry.is_kept
        and all(line.source for line in memory.evidence_of(entry.id))
        and any(covers(lesson.quotes, line.quote) for line in memory.evidence_of(entry.id))
    ]


def _fits(memory: Memory, candidate: Candidate) -> bool:
    """Return whether the page has room for a candidate in place of what it amends."""
    entries = memory.entries.values()
    stay = [one for one in entries if one.is_active and one.is_counted]
    lines = [one.headline for one in stay if one.id not in candidate.amends]
    lines.append(headline(candidate.kind, candidate.qualifier, candidate.text))
    return page_tokens(lines) <= memory.opened.settings.context.budget


def _item(action: str, id_: str, kind: str, text: str, turn: int) -> Result:
    source = {"path": "model", "turn": turn}
    return {"action": action, "id": id_, "kind": kind, "text": text, "source": source}


def _judge_known(
    memory: Memory, verdicts: Sequence[Verdict], task: str, checker: Checker, learned: Learned
) -> None:
    """Confirm entries that true quotes prove again; archive those that are out of date.

    Evidence alone hides nothing that learnings.md says, so these go to the archive, as expired; a
    few may go without a quote, as being of least use. What a person said, a person takes out.
    """
    unproved = 0
    for verdict in verdicts:
        entry = memory.entries.get(verdict.id)
        quote = next(iter(checker.true_quotes(verdict.quotes)), None)
        if entry is None:
            learned.dropped.append({"text": verdict.id, "reason": "no such entry"})
            continue
        turn, words = (quote.turn, quote.text) if quote else (0, "")
        item = _item("merged", entry.id, entry.kind, entry.text, turn)
        is_persons = entry.is_kept or entry.standing.who == "person"
        if verdict.verdict == "outdated" and is_persons and quote:
            memory.ask(entry, "a model found it out of date", words)
            learned.items.append(item | {"action": "to_review"})
        elif verdict.verdict == "outdated" and not is_persons:
            unproved += quote is None
            if unproved <= _MOST_UNPROVED:
                memory.archive(entry.id, "expired", "model", task=task, quote=words)
                learned.items.append(item | {"action": "retracted"})
        elif verdict.verdict == "confirmed" and quote and checker.speaker(quote) in _PROVE:
            line = Evidence(entry.id, memory.opened.now, task=task, act="confirmed", who="model")
            memory.note(replace(line, turn=turn, quote=words))
            confidence = memory.entries[entry.id].confidence
            learned.items.append(item | {"confidence": confidence})
        else:
            why = "it needs a true quote of a person or of a tool line"
            learned.dropped.append({"text": f"{verdict.id} {verdict.verdict}", "reason": why})


def _judge_waiting(
    memory: Memory, verdicts: Sequence[Verdict], waiting: Mapping[str, Candidate]
) -> None:
    """Move candidates that no lesson took the place of out of the inbox: stored, or dropped."""
    for verdict in verdicts:
        candidate = None if verdict.id in memory.settled else waiting.get(verdict.id)
        if candidate and verdict.verdict == "keep" and _fits(memory, candidate):
            memory.store(candidate)
        elif candidate and verdict.verdict == "drop":
            drop(memory.database, candidate.text)
        else:
            continue
        memory.settled.append(verdict.id)
