"""Events of one source to the candidates and relationships worth storing.

One pass, in order; decides what is kept, never where. Nothing is better than noise.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from ...base.identity import identity_form
from ...base.path_match import project_path
from ...base.regex import regex
from ...base.settings import Extract
from ...base.text import one_line
from ...memory.model.entry import FILE_LISTS
from ...memory.model.relationship import Relationship
from ...safety.secrets.redact import redact
from ...transcripts.model.events import (
    Copied,
    Edit,
    Event,
    Linked,
    OwnCall,
    Prose,
    Ran,
    Said,
    Session,
    Shown,
    Speech,
    Stated,
    Warned,
)
from ...transcripts.text.handoff import handoffs_in
from ..model import WAITS, Candidate, Skipped
from .candidate_text import with_label_of_text
from .corrections import CorrectionWatch
from .fixes import FixWatch
from .noise import is_run_on
from .passed_over import (
    ONLY_A_SECRET,
    SCORED_LOW,
    SHOWN,
    TAKEN_BACK,
    TOO_LONG,
    TOO_SHORT,
    PassedOver,
    is_only_a_secret,
)
from .person_retractions import TakenBack, only_takes_back, split_taken_back, taken_back
from .prose import read_prose
from .refuted_claims import Claims
from .talks import TalkWatch
from .turns import TurnWatch
from .unsure import UnsureWatch
from .usefulness import weighed

_DEFAULTS: Final = Extract()
_TELLING_WORDS: Final = 30
_NO_WORD: Final = regex(r"[\W_]+")
_LEAST_SCORE: Final = 0.3
# Shorter texts are parts of many others.
_TELLING: Final = 16
# What an agent says by itself in a chat, without a label, and how sure it is then.
_CLAIMS: Final = frozenset(("gotcha", "issue", "learning", "pattern", "convention"))
_PLAIN: Final = 0.6
_EXPLICIT: Final = 0.8
_DECIDED: Final = regex(r"(?:(?:we|i)(?:'ve| have)? )?decided to (?=\w)", re.IGNORECASE)


class _Part(Struct):
    """What a source has from one line on of one task, "" for its own, and the words said in it."""

    line: int
    task: str
    words: list[str] = field(default_factory=list)

    def say(self, event: Speech) -> None:
        """Note what is said where the line does not tell the parts apart."""
        if self.task and event.line == self.line:
            self.words.append(_words(event.text))

    def has(self, words: str) -> bool:
        return bool(self.task) and any(words in said for said in self.words)


class SourceContent(Struct, frozen=True):
    """What one source gave.

    `candidates` are in order of line, no two with one kind and one identity form; so are `refuted`,
    which the source says and takes back: their line is the one where it does. `weights` (0 to 1)
    say how much a message settles, by its id. `parts` tell what is copied, `taken_back` are the
    sentences of a person that take something back, here or in the memory. `skipped` is what was
    looked at and not taken, 200 texts at most, and `skip_counts` how many there were by reason.
    """

    session: str
    candidates: tuple[Candidate, ...]
    relationships: tuple[Relationship, ...]
    warnings: tuple[str, ...]
    refuted: tuple[Candidate, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    skipped: tuple[Skipped, ...] = ()
    skip_counts: Mapping[str, int] = field(default_factory=dict)
    parts: tuple[_Part, ...] = ()
    taken_back: tuple[TakenBack, ...] = ()

    def owner(self, candidate: Candidate) -> str:
        """The task that had said this candidate before the source copied it; "" for its own."""
        after = bisect_right(self.parts, candidate.line, key=lambda part: part.line)
        if not after:
            return ""
        line = self.parts[after - 1].line
        both = [part for part in self.parts[:after] if part.line == line]
        if len(both) == 1:
            return both[0].task
        # All of it stands on one line: its words tell in which part.
        words = _words(candidate.text)[:_TELLING_WORDS]
        return next((part.task for part in both if part.has(words)), "")


class _Pass(Struct):
    """What is known so far while the events go by."""

    root: str
    session: str = ""
    cwd: str = ""
    first_edit: int = 0
    in_own_call: bool = False
    talked: bool = False
    worked: bool = False
    edited: dict[str, None] = field(default_factory=dict)
    claims: Claims = field(default_factory=Claims)
    shown: set[str] = field(default_factory=set)
    stated: set[tuple[str, str]] = field(default_factory=set)
    relationships: list[Relationship] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    fixes: FixWatch = field(default_factory=FixWatch)
    corrections: CorrectionWatch = field(default_factory=CorrectionWatch)
    conversation: TurnWatch = field(default_factory=TurnWatch)
    talk: TalkWatch = field(default_factory=TalkWatch)
    unsure: UnsureWatch = field(default_factory=UnsureWatch)
    parts: list[_Part] = field(default_factory=list)
    copied: str = ""  # the task that had what is read now
    taken_back: list[TakenBack] = field(default_factory=list)
    said_on: int = 0  # the line of the person's last message
    misspoken: list[tuple[int, int]] = field(default_factory=list)  # from a line up to another

    def take(self, event: Event) -> None:
        self._part(event)
        match event:
            case Session():
                self.session = self.session or event.id
                self.cwd = event.cwd or self.cwd
            case Stated():
                told = with_label_of_text(event.candidate)
                self.claims.found.append(replace(told, line=told.line or event.line, stated=True))
                self.stated.add((told.kind, told.text))
            case Linked() if not self.copied:
                self.relationships.append(_redacted(event.relationship))
            case Warned():
                self.warnings.append(event.message)
            case OwnCall():
                self.in_own_call = True
            case Said():
                self._said(event)
            case Shown():
                self.shown |= event.forms
            case Prose() | Edit() | Ran() if not self.in_own_call:
                self.corrections.agent_acted()
                self._work(event)

    def _part(self, event: Event) -> None:
        if isinstance(event, Copied):
            self.copied = event.task
            self.parts.append(_Part(event.line, event.task))
        elif isinstance(event, Speech) and self.parts:
            self.parts[-1].say(event)

    def _said(self, event: Said) -> None:
        self.in_own_call = False
        self.talked = True
        self.claims.said(event.text, event.line)
        # A person who repeats what the memory showed means it.
        self.corrections.passed = self.claims.passed
        self.conversation.ruled = self.corrections.ruled
        told, liked = self.corrections.said(event)
        if not event.by_subagent:
            told = self._taken_back(event, told)
        self.claims.found += told
        if not event.by_subagent:
            self.unsure.person(liked)
            self.conversation.person(event.text, event.line, event.id)
            self.talk.person(event.text, event.line)

    def _taken_back(self, event: Said, told: list[Candidate]) -> list[Candidate]:
        """Note what the person takes back; return what they told besides."""
        if only_takes_back(event.text):
            self.misspoken.append((self.said_on, event.line))
        elif not self.copied:
            taken = list(taken_back(event.text, event.line))
            self.taken_back += taken
            ended = [
                identity_form(one.quote) for one in taken if not (one.replaces or one.says_again)
            ]
            told = [one for one in told if not any(identity_form(one.text) in q for q in ended)]
        self.said_on = event.line
        return told

    def _work(self, event: Prose | Edit | Ran) -> None:
        if not isinstance(event, Prose):
            self.worked = self.conversation.worked = True
        match event:
            case Prose():
                self._prose(event)
            case Edit():
                self._edit(event)
            case Ran():
                if fixed := self.fixes.ran(event):
                    self.claims.found.append(fixed)

    def _prose(self, event: Prose) -> None:
        stated, text = handoffs_in(event.text, event.line, exact_lines=event.exact_lines)
        for one in stated:
            if isinstance(one, Stated) and self._is_shown(identity_form(one.candidate.text)):
                self._pass_over(one.candidate)
            else:
                self.take(one)
        event = replace(event, text=text) if text is not event.text else event
        self.claims.answered(event.text, event.line)
        self.conversation.agent(event.text, event.line, event.id)
        self.talk.agent(event.text)
        self.fixes.said(event.text)
        self.unsure.agent(event)
        self.corrections.asked(event.text)
        told = read_prose(event, self.claims)
        # What only says again what the memory showed is no evidence.
        if said_back := [one for one in told if self._is_shown(identity_form(one.text))]:
            told = [one for one in told if one not in said_back]
            self.claims.forget(said_back)
            for back in said_back:
                self._pass_over(back)
        self.claims.claimed(event.text, told)

    def says_back(self, one: Candidate) -> bool:
        """Return whether an agent only says again what the memory showed; a person means it."""
        if one.kind == "preference" or not self._is_shown(identity_form(one.text)):
            return False
        self._pass_over(one)
        return True

    def _pass_over(self, one: Candidate, reason: str = SHOWN) -> None:
        self.claims.passed.note(one.text, one.line, reason, one.kind)

    def _is_shown(self, form: str) -> bool:
        return form in self.shown or any(
            (len(line) >= _TELLING and line in form) or (len(form) >= _TELLING and form in line)
            for line in self.shown
        )

    def _edit(self, event: Edit) -> None:
        path = project_path(event.path, cwd=self.cwd, root=self.root)
        if path is None:
            return
        self.fixes.edited(path)
        if self.copied:
            return
        self.first_edit = self.first_edit or event.line
        self.edited.setdefault(path)


def read_events(
    events: Iterable[Event],
    *,
    settings: Extract = _DEFAULTS,
    root: str = "",
) -> SourceContent:
    """Decide what of one source is worth keeping.

    `root` is the absolute path of the memory's root; paths under it become relative to it.
    Candidates score at least 0.3, their texts have the length the settings ask for, hold no
    secret and stand on one line.
    """
    state = _Pass(root)
    for event in events:
        state.take(event)
    if state.talked and not state.worked:
        state.claims.found = [_only_talk(one) for one in state.claims.found]
    state.claims.found = state.conversation.found(state.claims.found)
    if state.worked:
        state.claims.found = [_of_the_work(one) for one in state.claims.found]
    else:
        # Where an agent works, the answers are about the work: of 16 such entries of 975 real
        # sessions 5 were useful.
        state.claims.found += state.talk.found(state.claims.found)
    for one in state.conversation.rules:
        state.claims.passed.forget(one.text)
    refuted = state.claims.refuted
    for one in state.unsure.found([*state.claims.found, *refuted]):
        if state.says_back(one):
            continue
        state.claims.passed.forget(one.text)
        state.claims.found.append(one)
    _drop_taken_back(state)
    state.claims.found = list(map(weighed, state.claims.found))
    if state.edited:
        text = ", ".join(state.edited)
        state.claims.found.append(
            Candidate("modified_files", text, score=0.9, line=state.first_edit)
        )
    for one in state.claims.refuted:
        state.claims.passed.note(one.text, one.line, TAKEN_BACK, one.kind)
    passed = state.claims.passed
    return SourceContent(
        session=state.session,
        candidates=_settled(state.claims.found, settings, state.stated, passed),
        relationships=tuple(state.relationships),
        warnings=tuple(state.warnings),
        refuted=_settled(state.claims.refuted, settings, state.stated, PassedOver()),
        weights=state.conversation.weights,
        skipped=passed.in_order(),
        skip_counts=passed.counts,
        parts=tuple(state.parts),
        taken_back=tuple(state.taken_back),
    )


def _drop_taken_back(state: _Pass) -> None:
    """Move what the person took back later in the source to what is refuted."""
    kept, gone = split_taken_back(state.claims.found, state.taken_back)
    for first, end in state.misspoken:
        gone += [replace(one, line=end) for one in kept if 0 < first <= one.line < end]
        kept = [one for one in kept if not 0 < first <= one.line < end]
    state.claims.found = kept
    state.claims.refuted += gone


def _words(text: str) -> str:
    """The letters and digits of a text, whatever its markup."""
    return _NO_WORD.sub("", text).casefold()


def _only_talk(candidate: Candidate) -> Candidate:
    """A plain statement of a chat in which nothing was looked at or done: it is not sure."""
    free = candidate.kind in _CLAIMS and candidate.score <= _PLAIN and not candidate.stated
    return replace(candidate, score=min(candidate.score, WAITS)) if free else candidate


def _of_the_work(candidate: Candidate) -> Candidate:
    """What an agent sums up or proposes while it works tells of that work: 10 of 27 were useful."""
    settled = candidate.origin == "turn" and not candidate.stated
    return replace(candidate, score=WAITS) if settled else candidate


def _redacted(edge: Relationship) -> Relationship:
    source, target, label = (redact(said)[0] for said in (edge.source, edge.target, edge.label))
    return replace(edge, source=source, target=target, label=label)


def _settled(
    found: list[Candidate],
    settings: Extract,
    stated: set[tuple[str, str]],
    passed: PassedOver,
) -> tuple[Candidate, ...]:
    """Redacted, of a fitting length, each thing once (the surest), in order of line."""
    best: dict[tuple[str, str], Candidate] = {}
    stored: dict[tuple[str, str], tuple[str, str]] = {}  # sessions say the same thing many times
    for candidate in found:
        if candidate.score > WAITS and not candidate.stated and _runs_on(candidate):
            candidate = replace(candidate, score=WAITS)
        if candidate.score < _LEAST_SCORE:
            passed.note(candidate.text, candidate.line, SCORED_LOW, candidate.kind)
            continue
        if candidate.qualifier or candidate.contradicts:
            candidate = replace(
                candidate,
                qualifier=redact(candidate.qualifier)[0],
                contradicts=redact(candidate.contradicts)[0],
            )
        said = (candidate.kind, candidate.text)
        if said not in stored:
            text, _ = redact(_worded(candidate))
            why = _misfit(text, candidate.kind, settings, brief=said in stated)
            stored[said] = ("", "") if why else (text, identity_form(text))
            if why:
                passed.note(candidate.text, candidate.line, why, candidate.kind)
        text, identity = stored[said]
        if not text:
            continue
        key = (candidate.kind, identity)
        old = best.get(key)
        if old is None:
            best[key] = replace(candidate, text=text)
        elif candidate.score > old.score:
            best[key] = replace(candidate, text=text, line=old.line)
    return tuple(sorted(best.values(), key=lambda candidate: candidate.line))


def _runs_on(candidate: Candidate) -> bool:
    return candidate.kind not in FILE_LISTS and is_run_on(candidate.text)


def _worded(candidate: Candidate) -> str:
    """The text on one line, without what its label says already: "Decided to use X" is "Use X".

    What stands behind an explicit label is taken as it is.
    """
    text = one_line(candidate.text)
    free = candidate.kind == "decision" and candidate.score < _EXPLICIT
    opening = _DECIDED.match(text) if free else None
    return text[opening.end() :][:1].upper() + text[opening.end() + 1 :] if opening else text


def _misfit(text: str, kind: str, settings: Extract, *, brief: bool) -> str:
    """Why the length is wrong; "" if it is right.

    A list of files may be long; a person's order, and what a source states outright, may be brief.
    """
    if is_only_a_secret(text, least=settings.min_chars):
        return ONLY_A_SECRET
    if kind == "modified_files":
        return "" if text else TOO_SHORT
    if len(text) > settings.max_chars:
        return TOO_LONG
    return "" if brief or kind == "preference" or settings.min_chars <= len(text) else TOO_SHORT
