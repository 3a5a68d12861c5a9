"""What `mem hook` notes of a session between two calls, under `.mem/local/hooks/`, and its log.

`NAME.read.json` says how far a transcript was read at the last extraction. `NAME.shown.json` says
which lines the session was shown, in what state the memory's files were then, and where its
transcript is. `NAME.lock` is held while an extraction runs, `shown.lock` while a conversation is
shown lines. The newest 200 sessions are kept; all of it may be deleted. Reading imports almost
nothing.
"""

from __future__ import annotations

import os
from binascii import crc32

from ...base.light_json import loads
from ...transcripts.disk.tail import grown, is_message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from datetime import datetime
    from typing import Any

    from ...files.layout import Layout
    from ...memory.actions.workspace import Workspace as ActionPlace
    from ...memory.disk.repo import Repo
    from .payload import Moment

LEARN_AFTER = 5  # new messages that make another extraction worthwhile
FOLDER = os.path.join(".mem", "local", "hooks")
LOG = "hooks.log"
_SESSIONS = 200
_SHOWN = 500
_SHOWN_END = ".shown.json"
_LATEST = 20  # sessions that a start looks at, for what is not read to its end
_TWICE = 10.0  # seconds in which two settings may send one event
_LOG_BYTES = 64_000
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
ReadUntil = tuple[int, int]  # where the last extraction ended, and the messages up to there


def name_of(session: str) -> str:
    """Return the session's ID as a file name, or a name made from it."""
    if 0 < len(session) <= 64 and _NAME.issuperset(session):
        return session
    kept = "".join(char for char in session[:32] if char in _NAME)
    return f"{kept}.{crc32(session.encode('utf-8', 'replace')):08x}"


def key_of(text: str) -> str:
    """Return a short key for a line, so that the notes hold no text."""
    return f"{crc32(text.encode('utf-8', 'replace')):08x}"


def read_until(root: str, session: str, transcript: str) -> ReadUntil:
    """Return where the last extraction from that transcript ended; (0, 0) at first."""
    value = _load(root, session, "read").get(key_of(transcript))
    if isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) for n in value):
        return max(value[0], 0), max(value[1], 0)
    return 0, 0


def shown_keys(root: str, session: str) -> frozenset[str]:
    """Return the keys of all lines that the session was shown, and the IDs it brought up."""
    keys = _load(root, session, "shown").get("keys")
    return frozenset(map(str, keys)) if isinstance(keys, list) else frozenset()


def begins_again(root: str, session: str) -> bool:
    """Return whether a compaction took from the conversation what it was shown at its start."""
    return _load(root, session, "shown").get("begins") is True


def was_prompted(root: str, session: str) -> bool:
    """Return whether the conversation had a prompt before."""
    return _load(root, session, "shown").get("prompted") is True


def is_settled(root: str, session: str) -> bool:
    """Return whether the session was shown all that there is, and no file has changed since."""
    files = _load(root, session, "shown").get("files")
    return (
        isinstance(files, dict)
        and bool(files)
        and all(_stamp(os.path.join(root, name)) == stamp for name, stamp in files.items())
    )


def was_just_answered(root: str, session: str, call: str, now: datetime) -> bool:
    """Return whether the last lines shown answered this call, a moment ago: it came twice."""
    answered = _load(root, session, "shown").get("answered")
    if not isinstance(answered, list) or len(answered) != 2 or answered[0] != call:
        return False
    at = answered[1]
    return isinstance(at, int | float) and abs(now.timestamp() - at) < _TWICE


def note_read(layout: Layout, session: str, transcript: str, place: ReadUntil) -> None:
    """Note where an extraction ended."""
    value = _load(str(layout.root), session, "read")
    value[key_of(transcript)] = list(place)
    _save(layout, session, "read", dict(list(value.items())[-50:]))


def note_shown(
    layout: Layout,
    session: str,
    keys: Iterable[str],
    files: Collection[str] = (),
    source: Collection[str] = (),
    answered: tuple[str, datetime] | None = None,
    *,
    prompted: bool = False,
) -> None:
    """Note the lines shown, and which call was `answered` with some of them, and when.

    `prompted` says whether the conversation had a prompt.

    With `files`: there is nothing else to show until one of these changes. `source` is what
    `sources` returns of the session, () for what is none of its own.
    """
    root = str(layout.root)
    value: dict[str, Any] = {
        **_load(root, session, "shown"),
        "keys": list(keys)[-_SHOWN:],
        "files": {name: _stamp(os.path.join(root, name)) for name in files},
        "begins": False,
        "prompted": prompted,
        "source": list(source),
    }
    if answered:
        value["answered"] = [answered[0], answered[1].timestamp()]
    _save(layout, session, "shown", value)


def sources(layout: Layout) -> Iterator[tuple[str, str, str]]:
    """Yield agent, ID and transcript of the sessions begun last, the newest first.

    Notes that the repository itself brings name none: what they lead to would be read.
    """
    from ...files.local_folder import read_local

    folder = os.path.join(layout.root, FOLDER)
    try:
        with os.scandir(folder) as found:
            files = [(f.stat().st_mtime_ns, f.name) for f in found if f.name.endswith(_SHOWN_END)]
    except OSError:
        return
    for _, name in sorted(files, reverse=True)[:_LATEST]:
        try:
            value = loads(read_local(layout, f"hooks/{name}"))
        except (ValueError, RecursionError):
            continue
        source = value.get("source") if isinstance(value, dict) else None
        if isinstance(source, list) and len(source) == 3 and all(map(_is_named, source)):
            yield source[0], source[1], source[2]


def _is_named(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def compressed(root: str, session: str) -> str:
    """Return the mark of the last compression of the session that is known; "" for none."""
    return str(_load(root, session, "shown").get("compressed", ""))


def add_shown(layout: Layout, session: str, keys: Iterable[str]) -> None:
    """Note what the session need not be shown, since it came up in it."""
    value = _load(str(layout.root), session, "shown")
    known = value.get("keys")
    kept = [str(key) for key in known] if isinstance(known, list) else []
    added = [*dict.fromkeys([*kept, *keys])][-_SHOWN:]
    _save(layout, session, "shown", {**value, "keys": added})


def forget_shown(layout: Layout, session: str, compressed: str = "") -> None:
    """Forget what was shown: a compaction, known by its mark, took it out of the conversation."""
    if value := _load(str(layout.root), session, "shown"):
        value |= {"keys": [], "files": {}, "begins": True, "answered": None}
        value |= {"compressed": compressed} if compressed else {}
        _save(layout, session, "shown", value)


def new_messages(root: str, moment: Moment) -> tuple[int, int]:
    """Return how many messages came since the last extraction, and how many there are.

    No more are counted than the decision needs.
    """
    since, before = read_until(root, moment.session, source_of(moment))
    if moment.messages is not None:
        total = sum(is_message(m) for m in moment.messages if isinstance(m, dict))
        return total - (before if before <= total else 0), total
    path = os.path.expanduser(moment.transcript)
    try:
        if not os.path.isfile(path):
            return 0, 0
        new, _ = grown(path, since, LEARN_AFTER)
    except (OSError, ValueError):
        return 0, 0
    return new, before + new


def source_of(moment: Moment) -> str:
    """Return where the messages come from, for the notes."""
    return moment.transcript or "messages"


def lock_path(root: str, session: str) -> str:
    """Return the path of the lock for extracting from the session."""
    return os.path.join(root, FOLDER, f"{name_of(session)}.lock")


def log(place: ActionPlace, repo: Repo, moment: Moment, event: str) -> None:
    """Add to the log when which hook did what; past 64 KB it becomes `hooks.1.log`.

    Best effort: write errors are ignored.
    """
    from ...files.local_folder import log_local

    line = f"{place.instant} {moment.agent} {moment.event} {moment.session}: {event}"
    data = " ".join(line.split())[:500].encode("utf-8", "replace")
    log_local(repo.layout, LOG, data + b"\n", most=_LOG_BYTES)


def log_fault(place: ActionPlace, moment: Moment, fault: BaseException) -> None:
    """Log an error, where there is a memory."""
    from ...base.errors import MemError

    try:
        repo = place.find()
        if repo and repo.layout.local.is_dir():
            message = (
                str(fault) if isinstance(fault, MemError) else f"{type(fault).__name__}: {fault}"
            )
            log(place, repo, moment, f"error: {message}")
    except (OSError, MemError):
        pass


def _path(root: str, session: str, what: str) -> str:
    return os.path.join(root, FOLDER, f"{name_of(session)}.{what}.json")


def _load(root: str, session: str, what: str) -> dict[str, Any]:
    path = _path(root, session, what)
    try:
        if not os.path.isfile(path):  # reading a fifo would block
            return {}
        with open(path, "rb") as file:
            value = loads(file.read(1 << 20))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _stamp(path: str) -> list[int]:
    try:
        found = os.stat(path)
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_size]


def _save(layout: Layout, session: str, what: str, value: dict[str, Any]) -> None:
    import json
    from contextlib import suppress
    from pathlib import Path

    from ...files.local_folder import keep_local

    path = Path(_path(str(layout.root), session, what))
    is_new = not path.exists()
    data = json.dumps(value, separators=(",", ":")).encode()
    keep_local(layout, f"hooks/{path.name}", data, makes_mem=True)
    if is_new:
        with suppress(OSError):
            files = sorted(path.parent.iterdir(), key=lambda file: -file.stat().st_mtime)
            for file in files[3 * _SESSIONS :]:
                file.unlink(missing_ok=True)
