"""Cursor's agent transcripts: JSON lines of {role, message}, with no type, no time and no results.

A call has no result, so its edits count once the conversation goes on after it, and not if the
turn broke off there; what a command did is unknown. A user's message is a row of parts
`<name …>…</name>`, each opening on a line of its own or right behind the one before. A part ends at
the closing tag that fits its opening, tags of the same name within it counted. The last part named
`user_query` is what the person typed: an earlier or inner one is from a file or a page. Nothing is
escaped, so a prompt that holds a lone closing tag ends there. Takes time linear in the length.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from posixpath import splitext
from typing import Final

from ...base.regex import regex
from ..disk.source import Content, first_records, read_records
from ..model.events import Event, OwnCall, Session, Warned
from ..text.injected import has_own_prompt
from ..text.messages import block_text, blocks
from .speech import Reader, assistant_says, person_says, stamped
from .tools import ToolCalls, result_in

_ROLES: Final = ("user", "assistant")
# Keys of others that write a role beside a message, and of records that hold both themselves.
_FOREIGN: Final = ("sessionId", "uuid", "parentUuid", "content", "payload")
_END: Final = "turn_ended"
_WELL: Final = ("success", "completed")
_HIDDEN_THOUGHT: Final = "[REDACTED]"
_SUBAGENTS: Final = "subagents"
_ID: Final = regex(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_QUERY: Final = "user_query"
# What Cursor may insert into the prompt; a person has pasted what else is in tags there.
_INSERTED: Final = frozenset((
    "system_reminder", "system-reminder", "system_notification", "attached_files", "timestamp",
    "open_and_recently_viewed_files", "manually_attached_skills", "cursor_commands", "image_files",
    "agent_skills", "agent_transcripts", "additional_data", "git_status", "user_info", "rules",
    "user_rules", "always_applied_workspace_rules", "hooks_context", "linter_errors",
))  # fmt: skip
_TAG: Final = regex(r"<(/?)([a-zA-Z][a-zA-Z0-9_-]{0,60})(?: [^<>\n]{0,400})?>")
# "Monday, Jan 5, 2026, 9:00 AM (UTC+1)"
_TIME: Final = regex(
    r"(?P<month>[A-Z][a-z][a-z])[a-z]* (?P<day>\d{1,2}), (?P<year>\d{4}),? (?P<hour>\d{1,2}):"
    r"(?P<minute>\d\d) (?P<half>[AP])M \(UTC(?:(?P<sign>[+-])(?P<zone>\d{1,2})"
    r"(?::(?P<minutes>\d\d))?)?\)"
)
_MONTHS: Final = "JanFebMarAprMayJunJulAugSepOctNovDec"

_Part = tuple[str, int, int, int, int]  # name, where it begins, its inside from and to, its end


def recognises(content: Content) -> bool:
    """Whether most records are turns of Cursor's, or all are marks of where a turn ended."""
    records = first_records(content)
    turns = sum(map(_is_turn, records))
    if not turns:
        return bool(records) and all(map(_is_end, records))
    rivals = [r for r in records if not isinstance(r, dict) or "role" in r or "message" in r]
    return turns * 2 >= len(rivals)


def _is_turn(record: object) -> bool:
    if not isinstance(record, dict) or isinstance(record.get("type"), str):
        return False
    message = record.get("message")
    return (
        record.get("role") in _ROLES
        and isinstance(message, dict)
        and isinstance(message.get("content"), (str, list))
        and not any(key in record for key in _FOREIGN)
    )


def _is_end(record: object) -> bool:
    return isinstance(record, dict) and record.get("type") == _END and "status" in record


def events(content: Content) -> Iterator[Event]:
    """Yield what the conversation says, in its order."""
    return _Conversation(content).events()


class _Conversation:
    """One transcript while it is read; `_calls` are the unanswered ones of the last record."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self._id, self._is_subagent = _named(content.path)
        self._calls = ToolCalls()
        self._has_tags = False

    def events(self) -> Iterator[Event]:
        for line, record in read_records(self._content):
            if isinstance(record, Warned):
                yield record
            elif _is_turn(record):
                if self._id:
                    yield Session(line, self._id)
                    self._id = ""
                content = record["message"]["content"]
                turn = self._turn(line, record["role"], content)
                when = {"timestamp": _time_in(content)} if record["role"] == "user" else {}
                yield from stamped(turn, {**when, **record}, by_subagent=self._is_subagent)
            elif isinstance(record, dict) and record.get("type") == _END:
                if record.get("status") in _WELL and not record.get("error"):
                    yield from self._went_on()
                self._calls = ToolCalls()

    def _turn(self, line: int, role: str, content: object) -> Iterator[Event]:
        for block in blocks(content):
            if block.get("type") == "tool_result":
                yield from self._calls.answered(line, block.get("tool_use_id"), result_in(block))
        yield from self._went_on()
        if role == "assistant":
            yield from self._assistant(line, content)
        elif not self._is_subagent:  # there the assistant that started it speaks as the user
            yield from self._person(line, content)

    def _went_on(self) -> Iterator[Event]:
        """Yield the edits of the last calls: they have ended, or nothing could follow them."""
        if not self._calls.answers:
            yield from self._calls.unanswered_edits()
        self._calls = ToolCalls()

    def _assistant(self, line: int, content: object) -> Iterator[Event]:
        texts = (_without_thought(block_text(block)) for block in blocks(content))
        yield from assistant_says(line, "\n".join(filter(None, texts)))
        for block in blocks(content):
            if block.get("type") == "tool_use":
                self._calls.called(line, block.get("name"), block.get("input"), block.get("id"))

    def _person(self, line: int, content: object) -> Iterator[Event]:
        for block in blocks(content):
            text = block_text(block)
            query = typed_query(text)
            if has_own_prompt(text):
                yield OwnCall(line)
            elif query is not None:
                self._has_tags = True
                yield from person_says(line, query)
            elif not self._has_tags and not text.lstrip().startswith("<"):
                yield from person_says(line, _without(text, None))


def _named(path: str) -> tuple[str, bool]:
    """Return the conversation's id, which only the path has, and whether it is a subagent's."""
    *_, above, folder, file = ("", "", *path.replace("\\", "/").split("/"))
    is_subagent = folder == _SUBAGENTS
    name = above if is_subagent else splitext(file)[0]
    return (name if _ID.fullmatch(name) else ""), is_subagent


def _time_in(content: object) -> str:
    """Return the time that Cursor inserted into a user's message, in ISO 8601."""
    for block in blocks(content):
        for name, _, start, end, _ in _parts(text := block_text(block)):
            if name == "timestamp" and (at := _TIME.search(text[start:end])):
                hour = int(at["hour"]) % 12 + 12 * (at["half"] == "P")
                day = f"{at['year']}-{_MONTHS.find(at['month']) // 3 + 1:02}-{int(at['day']):02}"
                zone = f"{at['sign'] or '+'}{int(at['zone'] or 0):02}:{at['minutes'] or '00'}"
                return f"{day}T{hour:02}:{at['minute']}{zone}"
    return ""


def _without_thought(text: str) -> str:
    """Return the text without the marks at its end for thoughts that were left out."""
    while (text := text.rstrip()).endswith(_HIDDEN_THOUGHT):
        text = text[: -len(_HIDDEN_THOUGHT)]
    return text


# -- the parts of a user's message ---------------------------------------------------------------


def typed_query(text: str) -> str | None:
    """Return what was typed, without what was inserted; None without a part for it."""
    queries = [part for part in _parts(text) if part[0] == _QUERY]
    if not queries:
        return None
    _, _, start, end, _ = queries[-1]
    return _without(text[start:end], _INSERTED)


def _without(text: str, names: frozenset[str] | None) -> str:
    """Return the text without its parts of these names; None stands for all names."""
    kept: list[str] = []
    at = 0
    for name, begin, _, _, end in _parts(text):
        if names is None or name in names:
            kept.append(text[at:begin])
            at = end
    return "".join((*kept, text[at:])).strip()


def _parts(text: str) -> Iterator[_Part]:
    """Yield the outermost parts, in their order; a tag that is never closed is none."""
    tags = list(_TAG.finditer(text))
    ends = _ends(tags)
    at, is_blank = 0, True  # how far the text is read; whether its last line is blank so far
    for index, tag in enumerate(tags):
        if tag.start() < at:
            continue
        _, newline, line = text[at : tag.start()].rpartition("\n")
        is_blank = (is_blank or bool(newline)) and not line.strip()
        at = tag.end()
        if is_blank and index in ends:
            closing = tags[ends[index]]
            yield tag[2], tag.start(), tag.end(), closing.start(), closing.end()
            at = closing.end()
        else:
            is_blank = False


def _ends(tags: list[re.Match[str]]) -> dict[int, int]:
    """Return the closing tag of each opening tag that has one.

    One with others of its name open within it ends with the last that closes any of them.
    """
    ends: dict[int, int] = {}
    last: dict[str, int] = {}
    waiting: defaultdict[str, list[int]] = defaultdict(list)
    for index, tag in enumerate(tags):
        name = tag[2]
        if not tag[1]:
            waiting[name].append(index)
        elif waiting[name]:
            ends[waiting[name].pop()] = last[name] = index
    for name, end in last.items():
        ends.update((index, end) for index in waiting[name] if index < end)
    return ends


READER: Final = Reader("cursor", recognises, events, "a Cursor transcript", grows=True)
