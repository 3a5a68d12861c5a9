"""What is done with a model's answer: lessons stored, amended, or waiting; entries confirmed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ..base.tokens import estimate_tokens
from ..memory.inbox import drop, read_inbox
from ..memory.memory import Memory
from ..memory.model import Candidate, Entry, Evidence, Outcome
from ..transcripts.model import Session
from .answer import Answer, Lesson, Verdict
from .checks import Checked, Sources, checked, covers, sources_of, stands

Result = dict[str, Any]
FULL: Final = "the page is full"


@dataclass(slots=True)
class Learned:
    """What became of an answer: items as `mem extract` shows them, and what was dropped and why."""

    items: list[Result] = field(default_factory=list)
    dropped: list[Result] = field(default_factory=list)


def learn(
    memory: Memory,
    session: Session,
    task: str,
    answer: Answer,
    *,
    request: str,
    rules: str,
    past_prompts: Sequence[str] = (),
    is_trusted: bool = False,
) -> Learned:
    """Store what stands the checks; `request` is what the model was told besides the rules.

    `is_trusted`: an agent answers of a conversation that cannot be read here, on its own word.
    """
    learned = Learned()
    tree = memory.opened.place.tree

    def exists(path: str) -> bool:
        return "*" in path or (tree / path).exists() or path in request

    left = list(answer.lessons)
    for is_last in (False, True):  # what finds no room is tried again behind what shortens the page
        tried, left = left, []
        for lesson in tried:
            sources = sources_of(session, request, memory.entries)
            given = replace(lesson, quotes=()) if is_trusted else lesson
            found = checked(
                given,
                sources,
                exists=exists,
                past_prompts=past_prompts,
                rules=rules,
                needs_quote=not is_trusted,
            )
            if isinstance(found, str):
                learned.dropped.append({"text": lesson.text, "reason": found})
            elif not _keep(memory, found, task, learned, is_last=is_last):
                left.append(lesson)
    sources = sources_of(session, request, memory.entries)
    for verdict in answer.known:
        if item := _judge_known(memory, verdict, task, sources):
            learned.items.append(item)
    _judge_waiting(memory, answer.waiting)
    return learned


def _keep(memory: Memory, found: Checked, task: str, learned: Learned, *, is_last: bool) -> bool:
    """Store a lesson, or let it wait; return False where it shall be tried again for room."""
    lesson = found.lesson
    siblings = {item["id"] for item in learned.items}  # one answer's lessons stand together
    ids = [one for one in (*lesson.amends, *_covered(memory, lesson, task)) if one not in siblings]
    amended = [memory.entries[id_] for id_ in dict.fromkeys(ids) if id_ in memory.entries]
    candidate = _joined(_candidate(found, task), amended)
    waits = found.waits
    if not waits and not _fits(memory, candidate, amended):
        if not is_last:
            return False
        waits = FULL
    if waits:
        learned.items.append(_item(candidate, memory.wait(candidate, waits), "to_review"))
        return True
    outcome = memory.store(candidate)
    if outcome.id in memory.entries:
        _note_quotes(memory, outcome.id, candidate, lesson)
        for verb, named in (("replaced", lesson.replaces), ("contradicted", lesson.contradicts)):
            for id_ in named:
                if id_ in memory.entries and id_ != outcome.id:
                    memory.oppose(id_, outcome.id, verb, task)
    learned.items.append(_item(candidate, outcome, "amended" if amended else outcome.action))
    return True


def _candidate(found: Checked, task: str) -> Candidate:
    lesson = found.lesson
    quote = lesson.quotes[0] if lesson.quotes else None
    return Candidate(
        lesson.kind,
        lesson.text,
        task=task,
        who=found.who,
        conf=found.conf,
        turn=quote.turn if quote else 0,
        quote=quote.text if quote else "",
        when=lesson.when,
        files=lesson.files,
        symbols=lesson.symbols,
        basis=lesson.basis,
    )


def _joined(candidate: Candidate, amended: Sequence[Entry]) -> Candidate:
    """Return the candidate as sure as the surest entry that it takes the place of."""
    if not amended:
        return candidate
    confs = [entry.standing.confidence for entry in amended]
    is_persons = any(entry.standing.who == "person" for entry in amended)
    who = "person" if is_persons else candidate.who
    ids = tuple(entry.id for entry in amended)
    return replace(candidate, who=who, conf=max([candidate.conf or 0.0, *confs]), amends=ids)


def _note_quotes(memory: Memory, id_: str, candidate: Candidate, lesson: Lesson) -> None:
    """Note the further quotes of a lesson; the first stands with the statement itself."""
    for more in lesson.quotes[1:]:
        line = Evidence(id_, memory.opened.now, candidate.task, who=candidate.who)
        memory.note(replace(line, turn=more.turn, quote=more.text))


def _covered(memory: Memory, lesson: Lesson, task: str) -> list[str]:
    """Return the entries that this session stored on words that the lesson quotes as well."""
    return [
        entry.id
        for entry in memory.entries.values()
        if entry.standing.tasks == (task,)
        and not entry.is_kept
        and any(covers(lesson.quotes, line.quote) for line in memory.evidence_of(entry.id))
    ]


def _fits(memory: Memory, candidate: Candidate, amended: Sequence[Entry]) -> bool:
    """Return whether the page has room for a candidate in place of what it amends."""
    gone = {entry.id for entry in amended}
    texts = [
        one.headline
        for one in memory.entries.values()
        if one.is_active and one.is_counted and one.id not in gone
    ]
    used = sum(estimate_tokens(f"- {text}\n") for text in (*texts, candidate.text))
    return used <= memory.opened.settings.context.budget


def _item(candidate: Candidate, outcome: Outcome, action: str) -> Result:
    item: Result = {"action": action, "id": outcome.id, "kind": candidate.kind}
    item |= {"text": candidate.text, "confidence": candidate.conf}
    item |= {"source": {"path": "model", "turn": candidate.turn}}
    item |= {"reason": outcome.reason} if outcome.reason else {}
    item |= {"quote": candidate.quote} if candidate.quote else {}
    return item


def _judge_known(memory: Memory, verdict: Verdict, task: str, sources: Sources) -> Result | None:
    """Confirm an entry that a true quote proves again; ask about one that is out of date."""
    entry = memory.entries.get(verdict.id)
    quotes = [quote for quote in verdict.quotes if stands(quote, sources)]
    if entry is None or not quotes or verdict.verdict not in {"confirmed", "outdated"}:
        return None
    quote = quotes[0]
    if verdict.verdict == "outdated":
        memory.ask(entry, "a model found it out of date", quote.text)
        action = "to_review"
    elif sources.speakers[quote.turn] in {"person", "tool"}:
        line = Evidence(entry.id, memory.opened.now, task, "confirmed", "model")
        memory.note(replace(line, turn=quote.turn, quote=quote.text))
        action = "merged"
    else:
        return None
    item: Result = {"action": action, "id": entry.id, "kind": entry.kind, "text": entry.text}
    confidence = memory.entries[entry.id].confidence
    return {**item, "confidence": confidence, "source": {"path": "model", "turn": quote.turn}}


def _judge_waiting(memory: Memory, verdicts: Sequence[Verdict]) -> None:
    """Move candidates out of the inbox: stored, or dropped."""
    waiting = {one.id: one for one in read_inbox(memory.database, memory.log.days(memory.today))}
    for verdict in verdicts:
        one = waiting.get(verdict.id)
        gone = (
            [memory.entries[i] for i in one.candidate.amends if i in memory.entries] if one else []
        )
        if one and verdict.verdict == "keep" and _fits(memory, one.candidate, gone):
            memory.store(one.candidate)
        elif one and verdict.verdict == "drop":
            drop(memory.database, one.candidate.text)
        else:
            continue
        memory.settled.append(one.id)


def counted(items: Sequence[Result]) -> dict[str, int]:
    """Return how many items each action has."""
    return dict(Counter(str(item["action"]) for item in items))
