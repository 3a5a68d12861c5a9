"""What a person does with entries: functions that change a memory and return what they did."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ..base.errors import UsageError
from ..base.identity import entry_id, short_id
from . import evidence
from .expiry import evicted, expired
from .labels import split_label
from .memory import Memory
from .model import KINDS, Candidate, Entry
from .opening import Opened
from .show import entry_json

Result = dict[str, Any]
FILES: Final = "modified_files"


def kind_named(name: str) -> str:
    """Return the kind of that name or label. Raises UsageError."""
    plain = name.casefold().replace(" ", "_").replace("-", "_")
    if plain not in KINDS:
        raise UsageError(f"there is no kind {name!r}", hint=f"kinds: {', '.join(KINDS)}")
    return plain


def add(memory: Memory, candidate: Candidate) -> Result:
    """Add a text; a label at its beginning says its kind where none is named."""
    if candidate.kind == "note":
        kind, qualifier, text = split_label(candidate.text)
        qualifier = candidate.qualifier or qualifier
        candidate = replace(candidate, kind=kind, qualifier=qualifier, text=text)
    if not candidate.text.strip():
        raise UsageError("there is nothing to add", hint='mem add "Always run make lint"')
    outcome = memory.store(candidate)
    entry = memory.entries.get(outcome.id)
    result: Result = {"action": outcome.action, "id": outcome.id, "reason": outcome.reason}
    return {**result, "entry": entry_json(memory, entry)} if entry else result


def edit(
    memory: Memory,
    prefix: str,
    text: str | None = None,
    kind: str = "",
    pinned: bool | None = None,
    paths: tuple[str, ...] | None = None,
    act: str = "",
) -> Result:
    """Change an entry as a person wants it; it is theirs from then on, but after a reset.

    None leaves things as they are; `act` is confirmed, reset, or "" for neither.
    """
    old = memory.find(prefix)
    lead, qualifier = old.lead, old.qualifier
    if text is not None:
        named, named_qualifier, lead = split_label(text)
        if named != "note" and not kind:
            kind, qualifier = named, named_qualifier
        if not lead.strip():
            raise UsageError("the new text is empty", hint=f"`mem rm {old.id}` takes it out")
    kind = kind or old.kind
    entry = replace(
        old,
        lead=lead,
        kind=kind,
        qualifier=qualifier if kind == old.kind or text else "",
        pinned=old.pinned if pinned is None else pinned,
        paths=old.paths if paths is None else paths,
    )
    act = "edited" if (entry.lead, entry.kind) != (old.lead, old.kind) else act
    if act == "reset":
        made = entry_id(entry.kind, entry.text)
        # Which words nobody vouches for any more, where the ID does not say it.
        entry = replace(entry, manual=False, accepted="" if made == entry.id else made)
    elif act:
        entry = replace(entry, manual=True)
    is_changed = entry != old or bool(act)
    if is_changed:
        memory.change(entry, act)
    now = memory.entries[old.id]
    action = "edited" if is_changed else "unchanged"
    return {"action": action, "id": old.id, "entry": entry_json(memory, now)}


def _found(memory: Memory, prefixes: Sequence[str], among: Mapping[str, Entry]) -> list[Entry]:
    """Return the entries whose IDs begin so, each once. Raises NotFoundError."""
    found = [memory.find(prefix, among) for prefix in prefixes]
    return list({entry.id: entry for entry in found}.values())


def remove(memory: Memory, prefixes: Sequence[str], reason: str = "") -> Result:
    """Move entries to the archive, where they stay out."""
    entries = _found(memory, prefixes, memory.entries)
    for entry in entries:
        memory.archive(entry.id, "removed", "person", quote=reason)
    return {"action": "removed", "entries": [entry_json(memory, entry) for entry in entries]}


def restore(memory: Memory, prefixes: Sequence[str]) -> Result:
    """Move entries back from the archive, as a person wants."""
    entries = _found(memory, prefixes, memory.archived)
    now = [memory.entries[memory.restore(entry.id, "person")] for entry in entries]
    return {"action": "restored", "entries": [entry_json(memory, entry) for entry in now]}


def purge(memory: Memory, prefixes: Sequence[str], *, dry_run: bool) -> Result:
    """Erase entries, of learnings.md or the archive, from every file and the database."""
    entries = _found(memory, prefixes, {**memory.archived, **memory.entries})
    shown = [entry_json(memory, entry) for entry in entries]
    if not dry_run:
        memory.purge([entry.id for entry in entries])
    return {"action": "purged", "entries": shown}


def prune(memory: Memory, stored: Collection[str] | None = None) -> Result:
    """Move what has expired or is too much to the archive.

    What this run `stored` stays, and no more is evicted than that is.
    """
    entries, days = memory.entries, memory.log.days(memory.today)
    old = [one for one in expired(entries.values(), days) if one.id not in (stored or ())]
    ids = {one.id for one in old}
    left = [one for id_, one in entries.items() if id_ not in ids]
    gone = {"evicted": evicted(left, memory.today, stored), "expired": old}
    shown = {reason: [entry_json(memory, one) for one in some] for reason, some in gone.items()}
    for reason, some in gone.items():
        for entry in some:
            memory.archive(entry.id, reason, "tool")
    memory.log = evidence.at_rest(memory.log, memory.archived, memory.today)
    return shown


def move(source: Opened, target: Opened, id_: str) -> Result:
    """Move an entry to the person's own memory, where it is theirs."""
    from .writing import changing

    def copy(memory: Memory) -> Result:
        words = (entry.kind, entry.text, entry.qualifier, entry.paths)
        return add(memory, Candidate(*words, pinned=entry.pinned, manual=True, who="person"))

    with source.database() as database:
        entry = Memory.read(source, database).find(id_)
    result = changing(target, "edit --user", copy)
    changing(source, "edit --user", lambda memory: remove(memory, [id_]))
    return {**result, "action": "moved"}


def list_files(memory: Memory, task: str, paths: Sequence[str], most: int) -> None:
    """Let one `Modified files` line tell what a task edited; keep the newest `most` of ours.

    Its ID is made from the task, so that a task that goes on has the same line.
    """
    entries = memory.entries
    id_, text = short_id(FILES, task), ", ".join(paths)
    if text and most:
        old = entries.get(id_) or Entry(id_, FILES, "", "", memory.today)
        made = entry_id(FILES, text)
        entries[id_] = replace(old, text=text, lead=text, accepted=made, manual=False)
    listed = [one for one in entries.values() if not one.is_counted]
    oldest = sorted(listed, key=lambda one: (one.date, one.line or len(entries)))
    for one in oldest[: max(len(oldest) - most, 0)]:
        entries.pop(one.id, None)
