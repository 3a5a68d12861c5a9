"""`mem replay`: past sessions in their order, into an empty memory that is thrown away."""

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from ..base.errors import MemError, NotFoundError
from ..extract.actions.extract import extract
from ..files import create
from ..files.layout import CONFIG
from ..memory.actions.init import init
from ..memory.actions.workspace import Workspace
from ..recall.actions.context import context
from ..transcripts.detect import open_source
from ..transcripts.model.events import Prose, Said, Session
from .rules import (
    AGAIN,
    ASKED,
    CORRECTED,
    Replay,
    ReplayedSession,
    ToldLine,
    Turn,
    credited,
)

_PROMPT: Final = 4_000  # characters of the first prompt that are asked with

Tell = Callable[[int, int], None]


class Recorded(Struct, frozen=True):
    """A past session: who said what in it, and when it began ("" where it does not tell)."""

    path: str
    session: str
    at: str
    turns: Sequence[Turn]

    @property
    def prompt(self) -> str:
        """What the person said first."""
        return next((turn.text for turn in self.turns if turn.is_person), "")


def replay(place: Workspace, sources: Sequence[str], *, tell: Tell | None = None) -> Replay:
    """Return what each of these sessions would have been told, in the order in which they began.

    `sources` are transcripts and folders of them. The settings are those of the memory here, which
    is neither read nor written. A source that cannot be read, or in which no person speaks, is
    a warning. Raises NotFoundError where nothing is left.
    """
    pairs, warnings = replay_turns(place, sources, tell=tell)
    return Replay([one for one, _ in pairs], warnings)


def replay_turns(
    place: Workspace, sources: Sequence[str], *, tell: Tell | None = None
) -> tuple[list[tuple[ReplayedSession, Sequence[Turn]]], list[str]]:
    """Return the replayed sessions, each with what was said in it, and warnings; see `replay`."""
    records, warnings = in_order(sources)
    if not records:
        raise NotFoundError("no session to replay", hint="; ".join(warnings[:3]))
    done = []
    with tempfile.TemporaryDirectory(prefix="mem-replay-", ignore_cleanup_errors=True) as folder:
        empty = empty_memory(place, Path(folder).resolve())
        for number, record in enumerate(records):
            if tell:
                tell(number, len(records))
            then = replace(empty, now=moment(record.at, place.now))
            done.append((_shown_lines(then, record), record.turns))
            _, errors = extract(then, [str(Path(record.path).absolute())], llm=False)
            warnings += [f"{record.path}: {error}" for error in errors]
    return done, warnings


def _shown_lines(place: Workspace, record: Recorded) -> ReplayedSession:
    block, _ = context(place, query=record.prompt[:_PROMPT], only_task=True)
    told = [ToldLine(line.id, line.text) for line in block.lines]
    tokens = block.tokens if told else 0
    return ReplayedSession(record.session, record.path, credited(told, record.turns), tokens)


def empty_memory(place: Workspace, folder: Path) -> Workspace:
    """Return where a new memory lies, with the settings of the one that is here, if there is one.

    No layer of anybody's is read with it.
    """
    own = place.find()
    config = own.layout.root / CONFIG if own else None
    if config and config.is_file():
        (folder / CONFIG).parent.mkdir(parents=True, exist_ok=True)
        create(folder / CONFIG, folder, config.read_bytes(), name=CONFIG)
    empty = Workspace(folder, place.now, root=str(folder), layered=False)
    init(empty)
    return empty


def in_order(sources: Sequence[str]) -> tuple[list[Recorded], list[str]]:
    """Return the sessions in which a person speaks, the oldest first, and warnings."""
    found, warnings = [], []
    for path in _files(sources):
        try:
            record = _record(path)
        except MemError as error:
            warnings.append(f"{path}: {error}")
            continue
        if record.prompt:
            found.append(record)
        else:
            warnings.append(f"{path}: no person speaks in it")
    return sorted(found, key=lambda one: (one.at, one.path)), warnings


def _files(sources: Sequence[str]) -> Iterator[str]:
    for source in sources:
        path = Path(source)
        if path.is_dir():
            yield from sorted(str(one) for one in path.rglob("*") if one.is_file())
        else:
            yield source


def _record(path: str) -> Recorded:
    session, at = "", ""
    spoken: list[Prose | Said] = []
    for event in open_source(path).events:
        if isinstance(event, Session):
            session = session or event.id
        elif isinstance(event, Prose | Said) and not event.by_subagent:
            at = at or event.time or ""
            spoken.append(event)
    turns = []
    for _, messages in groupby(spoken, attrgetter("turn", "speaker")):
        parts = [*messages]
        text = "\n\n".join(part.text for part in parts)
        turns.append(Turn(parts[0].line, isinstance(parts[0], Said), text))
    return Recorded(path, session or Path(path).stem, at, turns)


def moment(at: str, now: datetime) -> datetime:
    """Return the time that a source tells (ISO 8601), at most now; now where it tells none."""
    with contextlib.suppress(ValueError):
        return min(datetime.fromisoformat(at).astimezone(UTC), now)
    return now


def counts(sessions: Sequence[ReplayedSession]) -> dict[str, int]:
    """Return the sums over these sessions, by the names of the columns."""
    return {
        "told": sum(len(one.told) for one in sessions),
        **{kind: sum(one.count(kind) for one in sessions) for kind in (AGAIN, ASKED, CORRECTED)},
        "credited": sum(one.count() for one in sessions),
        "tokens": sum(one.tokens for one in sessions),
        "spent": sum(one.spent for one in sessions),
    }


def shape(replayed: Replay) -> dict[str, Any]:
    """Return it as JSON has it: a row for each session with its lines, and the totals."""
    rows = [
        {
            "session": one.session,
            "path": one.path,
            **counts([one]),
            "lines": [to_builtins(line) for line in one.told],
        }
        for one in replayed.sessions
    ]
    totals = {"sessions": len(rows), **counts(replayed.sessions)}
    return {"sessions": rows, "totals": totals}


def table(replayed: Replay) -> list[tuple[str, ...]]:
    """Return the rows of the table for people: its heads, the sessions that were told, the sums."""
    told = [one for one in replayed.sessions if one.told]
    rows = [(one.session, *map(str, counts([one]).values())) for one in told]
    sums = (f"{len(replayed.sessions)} sessions", *map(str, counts(replayed.sessions).values()))
    return [("session", *counts(())), *rows, sums]
