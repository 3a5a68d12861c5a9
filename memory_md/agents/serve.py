"""A hook that has something to do: opens the memory, and answers from it or learns.

What a conversation was shown is noted, so that nothing comes twice in it, and an event that two
settings send is answered once. Calls of one memory wait a second for each other: some agents send
the start and the first prompt at once.
"""

import contextlib
import json
import os
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError
from ..base.moment import now
from ..files.database import Database
from ..files.layout import find_root, roots_above
from ..files.locking import lock
from ..memory.disk import paths_of
from ..memory.memory import Memory
from ..memory.opening import CONFIG_NAME, Opened, open_root, person_root
from ..recall.block import OVER_BUDGET, ContextBlock, fenced
from ..recall.context import Task, at_place, context, matching
from ..recall.layers import layers_of
from ..safety.sanitize import clean_line
from . import notes
from .hook import LARGE, MOST_LINES, detach, has_enough, is_fresh, stamp
from .notes import Note
from .payload import Call
from .table import (
    AGENTS,
    COMPACTION,
    END,
    PROMPT,
    START,
    SUBAGENT_END,
    SUBAGENT_START,
    TURN,
    envelope,
)
from .use import Use

_MOST_CHARS: Final = 10_000 - 1_200  # of an answer without the request
_LOCK_SECONDS: Final = 1.0
_PER_USE: Final = 2
_COMPRESSED: Final = b'"Got it. Thanks for the additional context!"'  # Gemini's, after a summary
_NOT_ALL: Final = frozenset({OVER_BUDGET, "for other files"})
_NUDGE: Final = (
    "If this settles something that later sessions need and cannot read off the code, close your"
    " answer with one line that begins with Decision:, Convention:, Gotcha: or Fixed: and stands"
    " alone; else write none."
)
_UNUSED: Final = "mem: this repository has a memory; `mem init` lets its hooks act in this clone"


def opened_for(folder: str) -> Opened | None:
    """Open the memory that a folder belongs to, None where there is none."""
    found = find_root(Path(folder), None, os.environ.get("MEM_ROOT"))
    return open_root(found, now(os.environ), person_root()) if found else None


def serve(call: Call, folder: str, use: Use | None, *, is_user: bool) -> dict[str, Any]:
    """Do what a call asks for, and return the answer, {} for none. Raises MemError."""
    opened = opened_for(folder)
    if opened is None:
        return {}
    if is_user and (person := _unused(opened, call)) is not None:
        return envelope(call.agent, call.event, "", person)
    if call.moment == END:
        detach(call, str(opened.place.root))
        return {}
    if call.moment in (TURN, COMPACTION, SUBAGENT_END):
        _read_on(opened, call)
        return {}
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(MemError):  # busy, or a place that cannot be written
            path = opened.place.local / "hooks.lock"
            stack.enter_context(lock(path, opened.place.local_tree, seconds=_LOCK_SECONDS))
        answering = Answering(opened, stack.enter_context(opened.database(write=True)), call)
        if call.session and notes.is_just_answered(answering.note, notes.name_of(call)):
            return {}
        if call.moment in (START, SUBAGENT_START):
            return answering.start()
        return answering.prompt() if call.moment == PROMPT else answering.used(use or Use(call))


def _unused(opened: Opened, call: Call) -> str | None:
    """Return what a person is told, once, where they never used `mem` in this clone; else None."""
    with opened.database(write=True) as database:
        if notes.is_marked(database, notes.USED):
            return None
        if call.moment != START or notes.is_marked(database, notes.TOLD) or not database.is_kept:
            return ""
        notes.mark(database, notes.TOLD)
        return _UNUSED


def _read_on(opened: Opened, call: Call) -> None:
    """Extract where enough is new; before a compaction, note that what was shown may go."""
    with opened.database(write=True) as database:
        note = notes.load(database, call.key) or {}
        if call.moment == COMPACTION and call.agent != "gemini":  # it may yet come to none
            note |= {"kept": [], "all": False, "asked": []}
            if call.agent != "opencode":  # its system prompt, which has the rest, stays
                note |= {"begins": True, "shown": []}
        notes.save(database, opened, call, note)
    has_file = os.path.isfile(call.transcript)
    if (call.messages is None and not has_file) or not has_enough(call, note):
        return
    if call.messages is None and os.path.getsize(call.transcript) > LARGE:
        detach(call, str(opened.place.root))
        return
    from .learn import learn

    learn(opened, call)


class Answering:
    """One call that is answered with lines: what the conversation was shown, and what is new."""

    def __init__(self, opened: Opened, database: Database, call: Call) -> None:
        """Load the note of the conversation; without a session none is kept."""
        self.opened, self.database, self.call = opened, database, call
        self.note: Note = notes.load(database, call.key) or {}

    def start(self) -> dict[str, Any]:
        """Answer the start of a conversation or of a subagent with the whole context."""
        note, call = self.note, self.call
        keeps = AGENTS[call.agent].keeps if call.source == "resume" else "nothing"
        if call.source not in ("resume", "clear", "compact"):
            # The first prompt was served a moment ago, or OpenCode was started again.
            is_later = notes.is_just_answered(note) or call.agent == "opencode"
            keeps = "prompts" if is_later else keeps
        kept = note.get("kept", []) if keeps != "nothing" else []
        shown = note.get("shown", []) if keeps == "all" else []
        note |= {"kept": kept, "shown": shown, "begins": False}
        person = self._taught() if call.is_own else ""
        if call.agent == "gemini" and call.source == "clear":  # it drops what is answered here
            note["begins"] = True
            return self._finished([], 0, person)
        return self._whole("", [*shown, *kept], ask=keeps != "all", person=person)

    def prompt(self) -> dict[str, Any]:
        """Answer a prompt with what matches it and was not shown."""
        note, call = self.note, self.call
        if call.agent == "gemini" and os.path.isfile(call.transcript):
            # Whether the conversation was replaced by a summary since the last prompt.
            count = Path(call.transcript).read_bytes().count(_COMPRESSED)
            note["begins"] = note.get("begins") or count > note.get("summaries", 0)
            note["summaries"] = count
        if note.get("begins"):
            note |= {"begins": False, "shown": [], "kept": []}
            return self._whole(call.prompt, [], ask=True)
        block = ContextBlock()
        if not (note.get("all") and is_fresh(note)):
            shared: dict[str, Any] = {"layers": self._layers(), "loaded": self._loaded()}
            shared |= {"without": self._seen(), "session": call.session}
            block = matching(self.opened, call.prompt, **shared)
            note["kept"] = [*note.get("kept", []), *block.ids]
        return self._finished([block.text, self._nudge(call.prompt)], len(block.lines))

    def used(self, use: Use) -> dict[str, Any]:
        """Answer the use of a tool with what is known of its files, or of its error."""
        note = self.note
        if not is_fresh(note):
            note |= {"files": self._stamps(), "all": False, "asked": []}
        count, parts = 0, []
        places = [{"path": path} for path in use.paths if path not in note.get("asked", [])]
        places += [{"error": use.error[-4000:]}] if use.error else []
        for place in [] if note.get("all") else places:
            room = min(_PER_USE - count, MOST_LINES - note.get("lines", 0))
            found = at_place(self.opened, without=self._seen(), limit=max(room, 0), **place)
            note["kept"] = [*note.get("kept", []), *(one.id for one in found)]
            note["lines"] = note.get("lines", 0) + len(found)
            count += len(found)
            parts += [self._about(place.get("path", ""), found)] if found else []
        note["asked"] = [*note.get("asked", []), *use.paths][-200:]
        if use.settles or self._proves(use):
            parts.append(self._nudge())
        return self._finished(parts, count)

    def _about(self, path: str, found: list[Any]) -> str:
        """Return the lines of entries about a file, "" for an error, marked as data."""
        name = os.path.relpath(os.path.realpath(path), self.opened.place.tree) if path else ""
        lines = [f"About {clean_line(name) or 'this failure'}:"]
        lines += [f"- {clean_line(one.headline)}" for one in found]
        return fenced("\n".join(lines) + "\n")

    def _proves(self, use: Use) -> bool:
        """Note what fails; return whether a command passes that failed before an edit."""
        failed: dict[str, bool] = self.note.get("failed", {})
        if use.error:
            failed[use.command] = False
        elif use.edits:
            failed = dict.fromkeys(failed, True)
        is_proof = not use.error and failed.pop(use.command, False)
        self.note["failed"] = dict(list(failed.items())[-20:])
        return is_proof

    def _seen(self) -> list[str]:
        return [*self.note.get("shown", []), *self.note.get("kept", [])]

    def _layers(self) -> list[Opened]:
        return layers_of(self.opened, person_root(), is_alone="MEM_ROOT" in os.environ)

    def _loaded(self) -> str:
        from .loaded import loaded_text

        folder = Path(next(iter(self.call.folders), self.opened.place.root))
        return loaded_text(self.call.agent, folder, self.opened.place.tree)

    def _stamps(self) -> list[list[Any]]:
        """Return what the files are like that decide what is shown."""
        place, own = self.opened.place, person_root()
        paths = [path for path, _ in paths_of(place).values()]
        paths += [place.root / CONFIG_NAME, own / "config.yaml"]
        paths += [root / "learnings.md" for root in (*roots_above(place), own)]
        return [[str(path), *stamp(str(path))] for path in paths]

    def _whole(
        self, query: str, without: Collection[str], *, ask: bool, person: str = ""
    ) -> dict[str, Any]:
        """Answer with the whole block, small enough for the limit, and the request."""
        note, settings = self.note, self.opened.settings
        task = Task(query, session=self.call.session)
        shared: dict[str, Any] = {"fence": True, "layers": self._layers(), "loaded": self._loaded()}
        budget = settings.context.budget
        while True:
            block = context(self.opened, task, budget=budget, without=without, **shared)
            size = len(json.dumps(envelope(self.call.agent, self.call.event, block.text)))
            if size <= _MOST_CHARS or budget < 100:
                break
            budget = int(min(budget, block.tokens) * _MOST_CHARS / size) - 10
        is_all = not any(reason in _NOT_ALL for _, reason in block.left_out)
        note |= {"shown": [*note.get("shown", []), *block.ids], "files": self._stamps()}
        note |= {"all": is_all, "asked": []}
        from .settings_text import template

        request = template("closing_request.txt") if ask and settings.protocol else ""
        return self._finished([block.text, request], len(block.lines), person)

    def _finished(self, parts: list[str], lines: int, person: str = "") -> dict[str, Any]:
        """Return the answer, and note that it was given."""
        text = "\n".join(part.strip("\n") for part in parts if part)
        answer = envelope(self.call.agent, self.call.event, text, person)
        if self.call.session:
            if answer:
                self.note["answered"] = [notes.name_of(self.call), time.time()]
            notes.save(self.database, self.opened, self.call, self.note)
            if lines:
                notes.log(self.database, self.opened, self.call, f"showed {lines} lines")
        return answer

    def _nudge(self, prompt: str = "") -> str:
        """Return the line that asks for one closing line; of a prompt only if it lays down."""
        if not self.opened.settings.protocol or not notes.may_nudge(self.note):
            return ""
        if prompt:
            from ..extract.person import outright

            if all(one.waits for one in outright(prompt)):
                return ""
        self.note["nudges"] = [*self.note.get("nudges", []), time.time()]
        return _NUDGE

    def _taught(self) -> str:
        """Return one line for the person: what the last session taught, and what waits; once."""
        sql = (
            "SELECT conversation, json FROM hooks WHERE root = ? AND conversation <> ?"
            " ORDER BY at DESC, rowid DESC LIMIT 1"
        )
        rows = self.database.rows(sql, (str(self.opened.place.root), self.call.key))
        key, other = (rows[0][0], json.loads(rows[0][1])) if rows else ("", {"reported": True})
        if other.get("reported"):
            return ""
        if self.call.session:
            change = "UPDATE hooks SET json = ? WHERE conversation = ?"
            self.database.change(change, (json.dumps(other | {"reported": True}), key))
        entries = Memory.read(self.opened, self.database).entries.values()
        kept = sum(one.is_counted and key in one.standing.tasks for one in entries)
        waits = self.database.rows("SELECT COUNT(*) FROM inbox")[0][0]
        waiting = f", {waits} {'waits' if waits == 1 else 'wait'} (mem review)" if waits else ""
        return f"mem: kept {kept}{waiting}" if kept or waits else ""


def trial(agent: str, folder: str, prompt: str) -> dict[str, Any]:
    """Return what a hook would print at a start, or with a prompt; nothing is noted."""
    opened = opened_for(folder)
    if opened is None:
        return {"answer": {}, "log": []}
    events = {moment: event for event, moment in AGENTS[agent].events.items()}
    is_prompt = bool(prompt) and PROMPT in events
    payload = {"hook_event_name": events[PROMPT if is_prompt else START], "prompt": prompt}
    with opened.database() as database:
        call = Call(agent, payload, {}, folder)
        answering = Answering(opened, database, call)
        answer = answering.prompt() if is_prompt else answering.start()
        return {"answer": answer, "log": notes.lately(database)}


def note_fault(folder: str, fault: Exception) -> None:
    """Log what went wrong in a hook."""
    opened = opened_for(folder or str(Path.cwd()))
    if opened is not None:
        with opened.database(write=True) as database:
            notes.log(database, opened, None, f"error: {type(fault).__name__}: {fault}")
