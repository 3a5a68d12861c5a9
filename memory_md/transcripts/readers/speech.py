"""What readers share: what a reader is, the session's name, who said what, and when."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import UnreadableError
from ...base.identity import short_id
from ...base.private import without_private
from ..disk.source import Content
from ..model.events import Event, OwnCall, Prose, Said, Session, Speech
from ..text.injected import TAGS, has_own_prompt, strip_injected

_TIMES: Final = ("timestamp", "time", "created_at", "createdAt", "create_time", "ts", "date")
_IDS: Final = ("uuid", "id", "messageId", "message_id", "msg_id")
_HOLDERS: Final = ("payload", "message", "item", "info", "data", "event")
_MAX_HOLDERS: Final = 8
_FIRST_YEAR: Final = 1990
_END: Final = 4_102_444_800.0  # the year 2100 in seconds; what is later is in smaller units

# A message that opens like this was written by a harness in the person's name.
_NOT_TYPED: Final = (
    *(f"<{tag}" for tag in TAGS if tag != "system-reminder"),
    *("<command-", "<local-command-", "<bash-", "<turn_aborted", "<user_shell_command"),
    *("<user_action", "<subagent_notification", "<INSTRUCTIONS", "<skill>", "<image", "</image>"),
    "# AGENTS.md instructions",
    "Another language model started to solve this problem",
    "Caveat:",
    "[Request interrupted",
    "Implement the plan as specified, it is attached for your reference",
    "This session is being continued from a previous conversation",
    "Stop hook feedback",
    "PreToolUse:",
    "PostToolUse:",
    "UserPromptSubmit hook",
)


class Reader(Struct, frozen=True):
    """One format. `read` turns the content into events.

    For other content it says that this is not `what`, since `lacks`, and gives the `hint`; without
    `what` it reads anything. `as_text` asks for the content as text even if it looks like JSON.
    `openings` are how the first line of a Markdown format may begin: such a source comes as
    `Lines`, streamed. `grows` says that agents append to its files.
    """

    name: str
    recognises: Callable[[Content], bool]
    read: Callable[[Content], Iterator[Event]]
    what: str = ""
    lacks: str = "no record of one is in it"
    hint: str = "leave out --format and it is told from the content"
    as_text: bool = False
    openings: tuple[str, ...] = ()
    grows: bool = False

    def events(self, content: Content) -> Iterator[Event]:
        """Return the events in their order. Raises UnreadableError for another format at once."""
        if self.what and not self.recognises(content):
            message = f"is not {self.what}: {self.lacks}"
            raise UnreadableError(message, where=content.path, hint=self.hint)
        return self.read(content)


class FirstSession:
    """The first id and directory that records name, yielded once."""

    def __init__(self) -> None:
        self.id = ""
        self.cwd = ""
        self._line = 0
        self._is_over = False

    def met(self, line: int, name: object, cwd: object) -> None:
        """Note the id and the directory of a record, where they are strings."""
        if not self.id and isinstance(name, str) and name:
            self.id, self._line = name, line
        if not self.cwd and isinstance(cwd, str) and cwd:
            self.cwd, self._line = cwd, self._line or line

    def event(self) -> Iterator[Event]:
        """Yield the session the first time that anything is known of it."""
        if not self._is_over and (self.id or self.cwd):
            self._is_over = True
            yield Session(self._line, self.id, self.cwd)


# -- the message: when it was said, its id, its turn --------------------------------------------


def stamped(
    events: Iterable[Event], record: Mapping[str, Any], *, by_subagent: bool = False
) -> Iterator[Event]:
    """Yield the events of a record; what was said in it with its time, id and kind of speaker."""
    stamp: dict[str, Any] = {}
    for event in events:
        if isinstance(event, Speech):
            stamp = stamp or _stamp(record, by_subagent)
            event = replace(event, **stamp)
        yield event


def _stamp(record: Mapping[str, Any], by_subagent: bool) -> dict[str, Any]:
    # Claude Code: the session that a message of a fork was first said in.
    first = record.get("requestSessionId")
    holders = _holders(record)
    return {
        "first_in": first if isinstance(first, str) and first != record.get("sessionId") else "",
        "time": _time(holders),
        "id": _name(holders),
        "by_subagent": by_subagent
        or record.get("isSidechain") is True
        or record.get("agentId", "main") not in ("main", "", None),
    }


def _time(holders: Iterable[Mapping[str, Any]]) -> str | None:
    for holder in holders:
        for key in _TIMES:
            if key in holder and (time := utc(holder[key])):
                return time
    return None


def _name(holders: Sequence[Mapping[str, Any]]) -> str:
    # Claude Code gives the records of a fork new names, and keeps the message's own.
    if "uuid" in holders[0]:
        holders = (*holders[1:], holders[0])
    for holder in holders:
        for key in _IDS:
            name = holder.get(key)
            if isinstance(name, str) and name and " " not in name:
                return name
    return ""


def _holders(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the record, then what it holds that may tell its time and id."""
    holders = [record]
    for holder in holders:
        if len(holders) < _MAX_HOLDERS:
            holders += [
                held for key in _HOLDERS if key in holder and isinstance(held := holder[key], dict)
            ]
    return holders


def utc(value: object) -> str | None:
    """Return a time as `YYYY-MM-DDTHH:MM:SSZ`: from ISO 8601 or from seconds to ns since 1970.

    None for anything else. Without a zone it counts as UTC.
    """
    if isinstance(value, dict):
        value = value.get("created")
    return _utc(value) if isinstance(value, (str, int, float)) else None


# What a resumed session repeats has the times that it had.
@lru_cache(maxsize=1024)
def _utc(value: str | float) -> str | None:
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value.strip())
        else:
            scaled = (value / 1000**power for power in range(4))
            moment = datetime.fromtimestamp(next(filter(_END.__gt__, scaled)), UTC)
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, OSError, StopIteration):  # OSError: the C library's limit
        return None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment.year >= _FIRST_YEAR else None


def in_turns(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events; what was said with its turn, and with an id where it has none."""
    turn, speaker = 0, ("", False)
    before: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Speech):
            if speaker != (event.speaker, event.by_subagent):
                turn, speaker = turn + 1, (event.speaker, event.by_subagent)
            name = event.id
            if not name:
                name = short_id(event.speaker, event.text, hashed=sha256)
                before[name] += 1
                name = short_id(name, str(before[name])) if before[name] > 1 else name
            event = replace(event, id=name, turn=turn, is_named=name == event.id)
        yield event


# -- what was said ------------------------------------------------------------------------------


def assistant_says(line: int, text: str) -> Iterator[Event]:
    """Yield the text as prose, if anything but inserted parts is in it."""
    if text and (text := strip_injected(text)).strip():
        yield Prose(line, text)


def person_says(line: int, text: str) -> Iterator[Event]:
    """Yield what a person typed; a prompt of `mem` itself becomes an `OwnCall`."""
    text = without_private(text)
    if has_own_prompt(text):
        yield OwnCall(line)
    if text.lstrip().startswith(_NOT_TYPED):
        return
    text = strip_injected(text).strip()
    if text and not text.startswith(_NOT_TYPED):
        yield Said(line, text)


class PassageLines:
    """What the assistant said in one go in a Markdown transcript, gathered line by line.

    Lines that are not prose are added as empty ones, so that the others keep their numbers;
    `words` has those of the lines as written.
    """

    def __init__(self) -> None:
        self._first = 0
        self._lines: list[str] = []
        self.words: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, number: int, line: str, written: str | None = None) -> None:
        """Add a line as it is to be read; `written` is the line in the file."""
        self.words += (line if written is None else written).split()
        if line.strip() and not self._lines:
            self._first = number
        if self._lines or line.strip():
            self._lines.append(line)

    def said(self) -> Iterator[Event]:
        """Yield the passage as prose, if it says anything, and empty it."""
        while self._lines and self._lines[-1].strip() in ("", "---"):
            self._lines.pop()
        text, first = strip_injected(without_private("\n".join(self._lines))), self._first
        self._lines, self.words = [], []
        if text.strip() and not _is_one_fence(text.strip()):
            yield Prose(first, text, exact_lines=True)


def _is_one_fence(text: str) -> bool:
    """Whether the text is only one code block: a tool's output, not speech."""
    if not text.startswith("```"):
        return False
    end = text.find("\n```")
    return end < 0 or end == len(text) - 4
