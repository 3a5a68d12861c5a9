"""`mem why`: where an entry came from, what moved it, whether it is shown, and when it was."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import NotFoundError
from ...base.token_estimate import token_budget
from ...memory.actions.entries import find_anywhere
from ...memory.actions.events import describe, unreadable_lines
from ...memory.actions.file_status import with_code
from ...memory.actions.workspace import Listed, Workspace, listed
from ...memory.disk import journal, receipts
from ...memory.disk.read_only import read_layers, reading_of
from ...memory.disk.repo import Repo, Snapshot
from ...memory.model.entry import FILE_LISTS, FORGOTTEN, RETRACTED, WITHDRAWN
from ...memory.model.evidence import Evidence
from ...memory.text import event_sentences
from ...memory.text.event_sentences import local_time, shown
from ...memory.text.learnings import Placed
from ...safety.printable_text import without_secrets
from ...sessions.model import SessionSummary
from ..model.block import Block
from ..model.left_out_reasons import COUNTED, LOW_CONFIDENCE, winner_in
from ..model.receipt import Choice, Receipt
from ..text.explain import reason_words
from .context import ContextLimits, build_block, read_tolerantly, with_code_state

_RECEIPTS: Final = 20
_CONTEXTS: Final = 5  # what is told of them in the story
_UNTOLD: Final = "not shown; the receipt has no room to say why"
_ELSEWHERE: Final = "edited in the file, or changed in another clone or branch"
# Where the event is about another text that was taken for this entry, this is the entry's ID.
_OF_EXISTING: Final = frozenset(
    f"learning.{name}" for name in ("merged", "revived", "suppressed", "skipped")
)

# A moment or a day (or nothing), and what there is to say of it.
Line = tuple[str, str]


class Why(Struct, frozen=True):
    """All that is known of an entry.

    `events` are as they stand in the log, oldest first; `receipts` the last ones, newest last, each
    with what became of the entry. `begins` says whether the log goes back to the entry's first day.
    `now` is what becomes of it in a `mem context` without options. `story` is the same for people:
    headings, each with its lines. `layer` names the memory that holds it, where several are read.
    """

    item: Listed
    events: tuple[Mapping[str, Any], ...]
    receipts: tuple[tuple[Receipt, Choice | None], ...]
    begins: bool
    now: Choice
    story: tuple[tuple[str, tuple[Line, ...]], ...]
    warnings: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    layer: str = ""


def why(place: Workspace, id_: str) -> Why:
    """Return all about the entry whose ID begins so. Raises NotFoundError, UsageError."""
    repos = place.layers(place.find()) or (place.memory(),)
    repo, snapshot, warnings, item = _found(repos, id_)
    (entry,) = with_code(repo.layout, [item.entry], fresh=True)
    item = replace(item, entry=entry)
    log = journal.read(repo.layout)
    events = tuple(event for event in log.events if _is_about(event, item.entry.id))
    left = [receipt for one in repos for receipt in receipts.read(one.layout, item.entry.id)]
    kept = sorted(left, key=lambda receipt: receipt.at)[-_RECEIPTS:]
    calls = tuple((receipt, receipt.choice(item.entry.id)) for receipt in kept)
    case = _Story(place, repo, snapshot, item, events, repos)
    now = case.choice()
    return Why(
        item=_without_secrets(item),
        events=events,
        receipts=calls,
        begins=event_sentences.begins(events),
        now=now,
        story=(
            ("Where it came from", tuple(case.origin())),
            ("Its evidence", tuple(case.lines())),
            ("What happened to it", tuple(case.history())),
            ("Now", tuple(case.standing(now))),
            ("In the last contexts", tuple(case.shown_in(calls))),
        ),
        warnings=(*warnings, *unreadable_lines(log)),
        evidence=tuple(
            replace(line, quote=without_secrets(line.quote))
            for line in snapshot.evidence.get(item.entry.id, ())
        ),
        layer=case.layer,
    )


class WhySession(Struct, frozen=True):
    """A session that contexts may quote, and the entries that were learned in it."""

    session: SessionSummary
    entries: tuple[Listed, ...]


def why_session(place: Workspace, name: str) -> WhySession | None:
    """Return the session, or the task, whose ID begins so; None where none is kept."""
    from ...sessions.actions import session_named

    for repo in place.layers(place.find()):
        named = session_named(repo, name)
        if named is not None:
            tasks = {named.session, named.task} - {""}
            entries = listed(repo.snapshot().learnings, repo.layout.paths.learnings)
            learned = (item for item in entries if not tasks.isdisjoint(item.entry.tasks))
            return WhySession(named, tuple(map(_without_secrets, learned)))
    return None


def _found(repos: Sequence[Repo], id_: str) -> tuple[Repo, Snapshot, tuple[str, ...], Listed]:
    """Return the nearest memory that holds the entry, what it says, and the entry."""
    for repo in repos[1:] and repos:
        snapshot, warnings = read_tolerantly(repo)
        with contextlib.suppress(NotFoundError):
            return repo, snapshot, warnings, find_anywhere(repo, snapshot, id_)
    snapshot, warnings = read_tolerantly(repos[0])
    return repos[0], snapshot, warnings, find_anywhere(repos[0], snapshot, id_)


def _without_secrets(item: Listed) -> Listed:
    entry = item.entry
    text, beside = without_secrets(entry.text), without_secrets(entry.qualifier)
    shown = replace(entry, text=text, qualifier=beside)
    return item if shown == entry else replace(item, entry=shown)


def _is_about(event: Mapping[str, Any], id_: str) -> bool:
    if event["event"] in _OF_EXISTING and event.get("existing_id"):
        return bool(event["existing_id"] == id_)
    return bool(event["id"] == id_)


class _Story(Struct, frozen=True):
    """One entry, and what its story is made from."""

    place: Workspace
    repo: Repo
    snapshot: Snapshot
    item: Listed
    events: tuple[Mapping[str, Any], ...]
    repos: tuple[Repo, ...]

    @property
    def _placed(self) -> Placed:
        entry = self.item.entry
        document = self.snapshot.archive if entry.archived else self.snapshot.learnings
        return document.by_id()[entry.id]

    def _line(self, event: Mapping[str, Any]) -> Line:
        line = describe(self.place, self.repo, event)
        return line.when[:10], line.words

    @property
    def layer(self) -> str:
        """Return what people call the memory that holds it, where several are read as one."""
        is_one = len(self.repos) == 1 and not self.place.is_own
        return "" if is_one else self.place.layer_name(self.repo)

    def origin(self) -> Iterator[Line]:
        if self.layer:
            yield "", f"it is of the layer “{self.layer}”: {self.item.path}:{self.item.line}"
        if event_sentences.begins(self.events):
            yield self._line(self.events[0])
            return
        entry, bare = self.item.entry, self._placed.bare
        if not bare:
            yield "", self._how_far_back()
        for words in event_sentences.own_word(entry, bare=bare):
            yield "", words

    def _how_far_back(self) -> str:
        if not self.events:
            return (
                "this machine's log tells nothing of it: it came from another clone, from before "
                "the log, or the log was deleted; its own line says:"
            )
        day = local_time(self.events[0]["at"], self.place.now.tzinfo)[:10]
        return f"this machine's log goes back to {day} only; before that, its own line says:"

    def lines(self) -> Iterator[Line]:
        """Yield the lines of evidence, which every clone has."""
        for line in self.snapshot.evidence.get(self.item.entry.id, ()):
            if line.act != "migrated":
                day = local_time(line.at, self.place.now.tzinfo)[:10]
                yield day, without_secrets(event_sentences.evidence_words(line))

    def history(self) -> Iterator[Line]:
        events = self.events
        unseen = event_sentences.moved_unseen(events)
        for index, event in enumerate(events):
            if index in unseen:
                yield "", unseen[index]
            if index or not event_sentences.begins(events):
                day, words = self._line(event)
                yield day, f"{words}{self._other_words(event)}"
        since = event_sentences.moved_since(self.item.entry, events)
        if self._is_edited_unseen():
            moved = f": {since}" if since else ""
            yield "", f"edited by a person in the file, on a day that no log tells{moved}"
        elif since:
            yield "", f"{since} since then, unknown to this machine's log: {_ELSEWHERE}"

    def _is_edited_unseen(self) -> bool:
        """Return whether it was edited since it was learned, and no event records that."""
        edits = (event.get("old") for event in self.events if event["event"] == "learning.edited")
        known = any(isinstance(old, Mapping) and {"text", "kind"} & set(old) for old in edits)
        return not (known or self._placed.bare) and event_sentences.is_edited(self.item.entry)

    def _other_words(self, event: Mapping[str, Any]) -> str:
        """Return what the entry says that contradicts this one, where it is known."""
        if event["event"] != "learning.contradicted":
            return ""
        other = self._text_of(str(event.get("by", "")))
        return f", “{other}”" if other else ""

    def _text_of(self, id_: str) -> str:
        for document in (self.snapshot.learnings, self.snapshot.archive):
            if placed := document.by_id().get(id_):
                return without_secrets(placed.entry.text)
        return ""

    def choice(self) -> Choice:
        """Return what became of the entry in a context without options."""
        entry = self.item.entry
        if entry.archived:
            return Choice(entry.id, reason=f"archived: {entry.archived.reason}")
        budget = token_budget(settings=self.repo.settings.context, window=None, used=0)
        reading = reading_of(self.snapshot)
        if len(self.repos) > 1:
            reading = read_layers(self.repos, [self.place.layer_name(one) for one in self.repos])
        reading = with_code_state(self.repos if len(self.repos) > 1 else [self.repo], reading)
        block: Block = build_block(self.repos[0], reading, ContextLimits(budget))
        receipt = Receipt.of(block, at="", max_chars=None, most=None)
        reason = COUNTED if entry.kind in FILE_LISTS else "unknown"
        return receipt.choice(entry.id) or Choice(entry.id, reason=reason)

    def standing(self, now: Choice) -> Iterator[Line]:
        entry = self.item.entry
        yield "", event_sentences.trust(entry)
        if entry.archived:
            note = f": {entry.archived.note}" if entry.archived.note else ""
            yield "", f"in the archive since {entry.archived.on}, {entry.archived.reason}{note}"
            if entry.archived.reason in {"removed", "merged", RETRACTED}:
                yield (
                    "",
                    "not shown, and kept out when said again; `mem learnings restore` ends that",
                )
            elif entry.archived.reason in {WITHDRAWN, FORGOTTEN}:
                yield "", "not shown; said again in another task, it comes back"
            else:
                yield "", "shown only where a task is clearly about it; seen again, it comes back"
        elif now.shown:
            if entry.code:
                yield "", f"its code: {entry.code.words}"
            yield "", f"shown under {now.section}, {now.tokens} tokens"
        else:
            winner = winner_in(now.reason)
            other = self._text_of(winner) if winner else ""
            code = f" ({entry.code.words})" if entry.code else ""
            detail = f": “{other}”" if other else code
            yield "", f"not shown: {self._reason(now.reason)}{detail}"

    def _reason(self, reason: str) -> str:
        return reason_words(reason, self.repo.settings.confidence.active)

    def shown_in(self, calls: Sequence[tuple[Receipt, Choice | None]]) -> Iterator[Line]:
        """Yield the last, newest at the end; calls in a row with the same end are told together."""
        runs = [
            (words, [local_time(call[0].at, self.place.now.tzinfo) for call in run])
            for words, run in groupby(calls, key=lambda call: self._outcome(call[1]))
        ]
        earlier = sum(len(times) for _, times in runs[:-_CONTEXTS])
        if earlier:
            yield "", f"… and {earlier} more before, which --json lists"
        for words, times in runs[-_CONTEXTS:]:
            count = f" ({len(times)} times since {times[0]})" if len(times) > 1 else ""
            yield times[-1], f"{words}{count}"
        if not calls:
            yield "", "no receipt of this machine tells of it"

    def _outcome(self, choice: Choice | None) -> str:
        if choice is None:
            return _UNTOLD
        if choice.shown:
            return f"shown under {choice.section}, score {choice.score:.4g}, {choice.tokens} tokens"
        if choice.reason == LOW_CONFIDENCE and "confidence" in choice.parts:
            return f"left out: its confidence was {shown(choice.parts['confidence'])}"
        return f"left out: {self._reason(choice.reason)}"
