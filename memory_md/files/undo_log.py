"""The undo log, `.mem/local/undo/`: what the last commands that write replaced. Disposable.

Each command has a file, named by a number that counts up. It holds a line of JSON for the command,
and one for each file that it changed, written before the change. `{}` says that the last change was
not made; so does a line that a crash cut short.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from ..base.errors import MemError
from ..base.line_changes import line_changes
from ..base.undecodable import UNDECODABLE
from ..memory.model.command_call import Command
from .layout import LOCAL, Layout
from .reading import NO_WAIT, read_bytes, resolve

FOLDER: Final = f"{LOCAL}/undo"
_MOST_COMMANDS: Final = 20
_MOST_BYTES: Final = 16 << 20  # of all records, and of one
_LONGEST_CONTEXT: Final = 1000
# They tell what happened, which an undo does not change.
_LOGS: Final = (
    *("events.jsonl", "events.1.jsonl", "receipts.jsonl", "receipts.1.jsonl", "seals.jsonl"),
)
PURGED: Final = "a purge cannot be taken back, and what came before it is no longer known"
_TOO_MUCH: Final = "it changed more than is kept"
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)


class RecordHead(Struct, frozen=True, omit_defaults=True):
    """The command and its moment; `reason` says why it cannot be taken back."""

    command: str
    at: str
    reason: str = ""


class Replacement(Struct, frozen=True, omit_defaults=True):
    """One change of a file: from `start` on it had `old`, and then `new` (both deflated).

    Both begin and end with a line that stayed. `before` and `after` are length and checksum of the
    whole file (-1 where nobody knows); None where there was no file.
    """

    path: str = ""
    start: int = 0
    old: bytes = b""
    new: bytes = b""
    before: tuple[int, int] | None = None
    after: tuple[int, int] | None = None


class Record(Struct, frozen=True):
    """What is kept of a command, its steps in their order."""

    path: Path
    head: RecordHead
    steps: tuple[Replacement, ...]


class ConflictError(Exception):
    """Somebody else changed the same bytes; the text is a line that should be there."""


# -- recording -----------------------------------------------------------------------------------


class _Recorder:
    """Notes what one command changes in one memory. Best effort, but a whole record or none."""

    def __init__(self, layout: Layout, command: Command) -> None:
        self.layout, self.command = layout, command
        self.root = layout.root.resolve()

    def note(self, real: Path, step: Replacement) -> None:
        if self.command.is_given_up or (real.name in _LOGS and real.parent.name == "local"):
            return
        with contextlib.suppress(ValueError):
            step = msgspec.structs.replace(step, path=real.relative_to(self.root).as_posix())
            try:
                self._append(msgspec.json.encode(step) + b"\n")
            except (OSError, MemError):
                self.give_up("it could not be kept")

    def cancel(self) -> None:
        if not self.command.is_given_up:
            with contextlib.suppress(OSError, MemError):
                self._append(b"{}\n")

    def give_up(self, reason: str) -> None:
        """Keep no more of the command than that it cannot be taken back, and why."""
        self.command.is_given_up = True
        with contextlib.suppress(OSError, MemError):
            path = self._path()
            path.unlink(missing_ok=True)
            _add(path, self._head(reason))

    def _append(self, line: bytes) -> None:
        is_new = not self.command.record
        path = self._path()
        if not is_new and path.stat().st_size + len(line) > _MOST_BYTES:
            self.give_up(_TOO_MUCH)
            return
        _add(path, self._head() + line if is_new else line)

    def _head(self, reason: str = "") -> bytes:
        return msgspec.json.encode(RecordHead(self.command.name, self.command.at, reason)) + b"\n"

    def _path(self) -> Path:
        """The command's record; the oldest make room for a new one."""
        folder = resolve(self.layout.root / FOLDER, self.layout.tree, FOLDER)
        if not self.command.record:
            folder.mkdir(mode=0o700, exist_ok=True)
            names = _names(folder)
            _trim(folder, names)
            number = int(names[-1].partition(".")[0]) + 1 if names else 1
            self.command.record = f"{number:08}.jsonl"
        return folder / self.command.record


_active: ContextVar[_Recorder | None] = ContextVar("undo", default=None)


@contextlib.contextmanager
def recording(layout: Layout, command: Command) -> Iterator[None]:
    """Note what changes meanwhile as a part of the command. The caller holds the lock."""
    token = _active.set(_Recorder(layout, command) if command.name else None)
    try:
        yield
    finally:
        _active.reset(token)


@contextlib.contextmanager
def change(real: Path, before: bytes | None, after: bytes | None) -> Iterator[None]:
    """Note that the file goes from one content to the other, unless it raises; None is no file."""
    with _noted(real, lambda: _step(before, after)):
        yield


@contextlib.contextmanager
def addition(real: Path, size: int | None, line: bytes) -> Iterator[None]:
    """Note that a line is added to a file of so many bytes, or to none, unless it raises."""
    start = size or 0
    ends = None if size is None else (size, -1), (start + len(line), -1)
    with _noted(real, lambda: Replacement("", start, _deflated(b""), _deflated(line), *ends)):
        yield


@contextlib.contextmanager
def _noted(real: Path, step: Callable[[], Replacement]) -> Iterator[None]:
    recorder = _active.get()
    if recorder is None:
        yield
        return
    recorder.note(real, step())
    try:
        yield
    except BaseException:
        recorder.cancel()
        raise


def erase_records(layout: Layout, command: Command) -> None:
    """Delete all records: a purge erases what stands in them. Raises MemError, OSError."""
    folder = resolve(layout.root / FOLDER, layout.tree, FOLDER)
    for name in _names(folder):
        (folder / name).unlink(missing_ok=True)
    command.record = ""
    if command.name:
        _Recorder(layout, command).give_up(PURGED)


def _add(path: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NO_LINK | NO_WAIT
    with open(os.open(path, flags, 0o600), "ab") as file:
        file.write(data)


def _names(folder: Path) -> list[str]:
    """The records, the oldest first."""
    with contextlib.suppress(OSError):
        names = (name for name in os.listdir(folder) if name.partition(".")[0].isdecimal())
        return sorted(name for name in names if name.endswith(".jsonl"))
    return []


def _trim(folder: Path, names: Sequence[str]) -> None:
    left = _MOST_BYTES
    for index, name in enumerate(reversed(names), 2):
        left -= (folder / name).stat().st_size
        if index > _MOST_COMMANDS or left < 0:
            (folder / name).unlink(missing_ok=True)


def _step(before: bytes | None, after: bytes | None) -> Replacement:
    """The step, with those bytes left out that both begin and end with, but for a line each."""
    old, new = before or b"", after or b""
    start = _shared(old, new)
    most = min(len(old), len(new)) - start
    end = _shared(old[start:][::-1][:most], new[start:][::-1][:most])
    for _ in range(2):  # to the beginning of the line, and a line more
        at = old.rfind(b"\n", 0, max(start - 1, 0)) + 1
        start = at if start - at <= _LONGEST_CONTEXT else start
        at = old.find(b"\n", len(old) - end) + 1 or len(old)
        end = len(old) - at if end - (len(old) - at) <= _LONGEST_CONTEXT else end
    return Replacement(
        "",
        start,
        _deflated(old[start : len(old) - end]),
        _deflated(new[start : len(new) - end]),
        _mark(before),
        _mark(after),
    )


def _shared(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _deflated(data: bytes) -> bytes:
    import zlib

    return zlib.compress(data, 1)


def _mark(data: bytes | None) -> tuple[int, int] | None:
    import zlib

    return None if data is None else (len(data), zlib.crc32(data))


# -- taking back ---------------------------------------------------------------------------------


def records(layout: Layout) -> list[Record]:
    """The records that can be read, the oldest first. Raises MemError."""
    folder = resolve(layout.root / FOLDER, layout.tree, FOLDER)
    found = (_read(folder / name, layout.tree) for name in _names(folder))
    return [record for record in found if record]


def _read(path: Path, tree: Path) -> Record | None:
    first, *lines = (read_bytes(path, tree, name=path.name) or b"").split(b"\n")[:-1] or [b""]
    steps: list[Replacement] = []
    with contextlib.suppress(*UNDECODABLE):
        head = msgspec.json.decode(first, type=RecordHead)
        for line in lines:
            step = msgspec.json.decode(line, type=Replacement)
            if step.path:
                steps.append(step)
            else:
                steps[-1:] = []
        return Record(path, head, tuple(steps))
    return None


def content_before(step: Replacement, now: bytes | None) -> bytes | None:
    """Return what the file that holds `now` held before the step; None for no file.

    A file that was changed elsewhere since is changed line by line. Raises ConflictError where
    the same lines were, zlib.error for a record that is none of ours.
    """
    import zlib

    old, new = (zlib.decompress(data) for data in (step.old, step.new))
    if _is(now, step.after) and (now or b"").startswith(new, step.start):
        if step.before is None:
            return None
        content = now or b""
        return content[: step.start] + old + content[step.start + len(new) :]
    if _is(now, step.before) and (step.before is None or step.before[1] >= 0):
        return now  # it came not to pass, or is taken back already
    if now is None or step.after is None:
        raise ConflictError("it was deleted" if now is None else "it was made again")
    return _patched(now, old, new)


def _is(data: bytes | None, mark: tuple[int, int] | None) -> bool:
    if data is None or mark is None:
        return data is None and mark is None
    return len(data) == mark[0] and (mark[1] < 0 or _mark(data) == mark)


def _patched(now: bytes, old: bytes, new: bytes) -> bytes:
    """The lines `new` of a text replaced with the lines `old`, wherever they stand by now."""
    lines, was, had = (data.split(b"\n") for data in (now, new, old))
    places: dict[bytes, list[int]] = {}
    for at, line in enumerate(lines):
        places.setdefault(line, []).append(at)
    pieces = []
    for first, last, start, end in line_changes(was, had):
        lead, tail = was[max(first - 1, 0) : first], was[last : last + 1]
        at = _place_of(lines, places, (lead, was[first:last], tail))
        pieces.append((at, at + last - first, had[start:end]))
    patched: list[bytes] = []
    done, before = 0, -1
    for at, end, came_back in sorted(pieces):
        if at < done or at == end == before:  # two changes for one place
            raise ConflictError(next(filter(None, came_back), b"").decode("utf-8", "replace"))
        patched += lines[done:at] + came_back
        done, before = end, at
    return b"\n".join(patched + lines[done:])


def _place_of(
    lines: list[bytes], places: Mapping[bytes, list[int]], wanted: Sequence[list[bytes]]
) -> int:
    """Where the middle stands, with as much around it as still stands there. ConflictError.

    `wanted` are the lines before it, its own, and those behind it; `places` are those of each line.
    """
    lead, middle, tail = wanted
    for before, after in ((lead, tail), (lead, []), ([], tail), ([], [])):
        every = [*before, *middle, *after]
        if any(every):
            rarest = min(range(len(every)), key=lambda at: len(places.get(every[at], ())))
            starts = (at - rarest for at in places.get(every[rarest], ()))
            found = islice((at for at in starts if _stand_at(lines, at, every)), 2)
            match [*found]:
                case [at]:
                    return at + len(before)
    missing = next(filter(None, (*middle, *lead, *tail)), b"")
    raise ConflictError(missing.decode("utf-8", "replace"))


def _stand_at(lines: list[bytes], at: int, wanted: list[bytes]) -> bool:
    return 0 <= at <= len(lines) - len(wanted) and all(
        line == lines[place] for place, line in enumerate(wanted, at)
    )
