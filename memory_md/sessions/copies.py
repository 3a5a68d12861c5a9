"""Which messages of a source another session had first: forks, resumes, copies and exports.

A message is recognised by its id, by its time, or by its words together with those of the two
messages before it. The words count only if one of the two messages has no id or no time, since a
copy keeps both. What an agent did after a message belongs to it, and so does the prompt that it
answers.
"""

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from typing import Final

from msgspec import Struct, field

from ..base.identity import short_id
from ..base.text import spaced
from ..transcripts.model.events import Copied, Event, Prose, Said, Session, Speech, Warned

_LEAST: Final = 30  # characters of three messages that are known by their words
_MOST_HELD: Final = 1000  # events after a prompt that nothing answers
_id: Final = partial(short_id, hashed=sha256)


class MessageWatch(Struct):
    """Marks among the events of one source what is copied; leaves out what must not be read.

    `known` gives the task that had a message, by its keys; `is_forgotten` whether that
    task must not be read. `task` is the source's own, once it is known.
    """

    known: dict[str, str]
    task: str = ""
    is_forgotten: Callable[[str], bool] = lambda _task: False
    by_words: bool = True
    new: list[str] = field(default_factory=list)  # the keys of the source's own messages
    owners: dict[str, None] = field(default_factory=dict)  # the tasks that had a part of it
    _owner: str = ""
    _before: tuple[str, ...] = ()
    _lengths: tuple[int, ...] = ()
    _held: list[Event] = field(default_factory=list)  # from a prompt up to its answer
    _held_keys: list[str] = field(default_factory=list)

    def watch(self, events: Iterator[Event]) -> Iterator[Event]:
        """Yield the events, with a `Copied` wherever another task's part begins or ends."""
        for event in events:
            if isinstance(event, Session):
                self.task = self.task or event.id
            if isinstance(event, (Said, Prose)):
                yield from self._speech(event)
            elif self._held and len(self._held) < _MOST_HELD:
                self._held.append(event)
            else:
                yield from self._passed([*self._held, event], self._owner)
        yield from self._passed(self._held, "" if self._held else self._owner)

    def _speech(self, event: Said | Prose) -> Iterator[Event]:
        own, asked = self._keys(event)
        owner = event.first_in or next(filter(None, map(self.known.get, asked)), "")
        self._held.append(event)
        self._held_keys += own
        if isinstance(event, Prose) or owner:
            yield from self._passed(self._held, "" if owner == self.task else owner)

    def _passed(self, events: list[Event], owner: str) -> Iterator[Event]:
        """Yield these events as those of that task, or only what is not said where it is gone."""
        if not events:
            return
        self._held = []
        keys, self._held_keys = self._held_keys, []
        self.new += [] if owner else keys
        if owner != self._owner:
            self._owner = owner
            if owner:
                self.owners[owner] = None
            yield Copied(events[0].line, owner)
        is_left_out = bool(owner) and self.is_forgotten(owner)
        yield from (one for one in events if not is_left_out or isinstance(one, (Session, Warned)))

    def _keys(self, event: Speech) -> tuple[list[str], list[str]]:
        """What the message is noted by, and what it is looked for by."""
        words = spaced(event.text)
        kind = "said" if isinstance(event, Said) else "prose"
        own = [_id("id", event.id, kind, words)] if event.is_named else []
        if event.time:
            own.append(_id("at", event.time, kind, words))
        before, lengths = self._before, (*self._lengths, len(words))
        self._before = (*before[-1:], _id(kind, words))
        self._lengths = lengths[-2:]
        if not before or sum(lengths) < _LEAST:
            return own, own
        run = _id("words", *before, self._before[-1])
        exact = event.is_named and event.time is not None
        noted = _id("exact", run) if exact else run
        if not (self.known and self.by_words):
            return [*own, noted], own
        return [*own, noted], [*own, run] if exact else [*own, run, _id("exact", run)]
