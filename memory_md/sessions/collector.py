"""What was said among the events of a source, and the files that were named or edited around it."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from ..base.path_match import project_path
from ..memory.rules.named_files import named_paths
from ..transcripts.model.events import Edit, Event, OwnCall, Prose, Said, Session, Speech
from .model import Passage

_MOST_FILES: Final = 20  # of one passage
_MOST_CHARS: Final = 1 << 20  # of one source; of a longer conversation the newest are kept
_NO_WEIGHTS: Final[Mapping[str, float]] = MappingProxyType({})


class PassageCollector(Struct):
    """Collects the passages of one source while somebody else reads its events.

    What an agent answers to a prompt of `mem` itself is none. `root` is the absolute path of the
    memory's root, which the passages' files are relative to.
    """

    root: str
    _cwd: str = ""
    _in_own_call: bool = False
    _turn: int = 0
    _size: int = 0
    _said: deque[tuple[Speech, int]] = field(default_factory=deque)
    _parts: Counter[str] = field(default_factory=Counter)
    _edited: dict[int, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))

    def watch(self, events: Iterator[Event]) -> Iterator[Event]:
        """Yield the events unchanged."""
        for event in events:
            self._see(event)
            yield event

    def _see(self, event: Event) -> None:
        if isinstance(event, Speech):
            self._hear(event)
        elif isinstance(event, Edit):
            if path := project_path(event.path, cwd=self._cwd, root=self.root):
                self._edited[self._turn][path] = None
        elif isinstance(event, Session):
            self._cwd = event.cwd or self._cwd
        elif isinstance(event, OwnCall):
            self._in_own_call = True

    def _hear(self, event: Speech) -> None:
        if isinstance(event, Said):
            self._in_own_call = False
        self._turn = event.turn
        if self._in_own_call and isinstance(event, Prose):
            return
        self._parts[event.id] += 1
        self._said.append((event, self._parts[event.id]))
        self._size += len(event.text)
        while self._size > _MOST_CHARS and len(self._said) > 1:
            self._size -= len(self._said.popleft()[0].text)

    def passages(
        self,
        *,
        session: str,
        task: str = "",
        source: str = "",
        weights: Mapping[str, float] = _NO_WEIGHTS,
    ) -> Iterator[Passage]:
        """The passages in their order; `weights` say how much they settle, by the message's id.

        The files of a passage are those edited in its turn and, where a person speaks, in the
        answer; `named` tells those that it names.
        """
        for event, part in self._said:
            is_person = isinstance(event, Said) and not event.by_subagent
            yield Passage(
                session,
                "person" if is_person else "agent",
                event.text,
                source=source,
                turn=event.turn,
                at=event.time or "",
                message=f"{event.id}#{part}" if part > 1 else event.id,
                files=self._edited_in(event.turn, event.turn + is_person),
                weight=weights.get(event.id, 0.0),
                task=task,
                line=event.line,
            )

    def named(self, text: str) -> tuple[str, ...]:
        """The files that a text names."""
        found: dict[str, None] = {}
        if "." in text:
            for name in named_paths(text):
                if path := project_path(name, cwd=self._cwd, root=self.root):
                    found[path] = None
        return tuple(found)

    def _edited_in(self, first: int, last: int) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for turn in range(first, last + 1):
            found.update(self._edited.get(turn, {}))
        return tuple(found)[:_MOST_FILES]
