"""Decisions as architecture decision records (MADR), numbered files in one folder.

    docs/adr/0001-lists-are-paged-by-keyset.md

The last line of a file, `<!-- mem:ID HASH -->`, says whose record it is and what it was when it was
written. One that says something else now was edited by a person, and is never written again.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..base.errors import UsageError
from ..base.text import newline_of
from ..memory.disk import Texts, read_text
from ..memory.memory import Memory
from ..memory.model import TAKEN_OUT, Entry
from ..memory.opening import Opened
from ..memory.show import show_entry
from ..memory.shown import withheld
from ..memory.writing import changing_texts
from ..safety.sanitize import clean_line

_LEAST: Final = 0.7
_MARK: Final = re.compile(r"<!-- mem:([0-9a-z]{8}) ([0-9a-f]{12}) -->")
_NUMBER: Final = re.compile(r"(\d{3,4})-")
_SENTENCE: Final = re.compile(r"(?<=[\w)`\"]{3}[.!?])\s+(?=[^\W\d_a-z]|`)")
_OVER: Final = re.compile(r"\s*\(over (.+)\)$")
_INSTEAD: Final = re.compile(r"\b(?:instead of|rather than) ([^,.;()]+)")
_MOST_QUOTES: Final = 5
_LONGEST_NAME: Final = 60


def write_adrs(opened: Opened, ids: Sequence[str], *, folder: str, dry_run: bool) -> dict[str, Any]:
    """Write a record for each decision at 0.7 or more, or for those that are named by ID.

    Returns what became of each: "written", "updated", "unchanged", or "edited" by a person. Raises
    NotFoundError, UsageError, MemError.
    """
    if folder.startswith("/") or ".." in folder.split("/"):
        raise UsageError(f"{folder!r} is not below the root", hint="name one such as docs/adr")

    def work() -> tuple[Texts, dict[str, Any]]:
        with opened.database() as database:
            memory = Memory.read(opened, database)
            found = list(_changes(memory, _read(opened, folder), ids, folder))
        rows = [row for _, _, row in found]
        texts: Texts = {} if dry_run else {row["path"]: (old, new) for old, new, row in found}
        return texts, {"adrs": rows, "dry_run": dry_run}

    return changing_texts(opened, "adr", work)


def _read(opened: Opened, folder: str) -> dict[str, str]:
    """Return the files of the folder, path to text."""
    names = [f"{folder}/{one.name}" for one in (opened.place.root / folder).glob("*.md")]
    return {name: read_text(opened.place, name) or "" for name in sorted(names)}


def _changes(
    memory: Memory, records: dict[str, str], ids: Sequence[str], folder: str
) -> Iterator[tuple[str | None, str, dict[str, Any]]]:
    """Yield what each record says, what it shall say, and what became of it."""
    hidden = withheld(memory)
    entries = [memory.find_anywhere(id_) for id_ in ids] or [
        entry
        for entry in memory.listed()
        if entry.kind == "decision" and entry.confidence >= _LEAST and entry.id not in hidden
    ]
    ours = [found[1] for text in records.values() if (found := _MARK.search(text)) and not ids]
    gone = [memory.archived[id_] for id_ in ours if id_ in memory.archived]
    for entry in {one.id: one for one in [*entries, *filter(_status, gone)]}.values():
        title, text = _rendered(memory, entry)
        signs = (f"<!-- mem:{entry.id} ", f"# {title}\n")
        old = next((p for p, one in records.items() if any(sign in one for sign in signs)), "")
        path, before = old or _name(records, folder, title), records.get(old, "")
        text = text.replace("\n", newline_of(before))
        action = "updated" if old else "written"
        if old and (_is_edited(before) or before == text):
            action, text = ("edited" if _is_edited(before) else "unchanged"), before
        records.setdefault(path, text)
        row = {"action": action, "id": entry.id, "path": path, "title": title}
        yield before if old else None, text, row


def _is_edited(text: str) -> bool:
    """Return whether a person wrote a record, or changed it since."""
    found = _MARK.search(text)
    is_last = found and not text[found.end() :].strip()
    return not (found and is_last and found[2] == _hash(text[: found.start()]))


def _name(records: Iterable[str], folder: str, title: str) -> str:
    """Return the path of a new record, with the next number."""
    numbers = [found[1] for one in records if (found := _NUMBER.match(one.rpartition("/")[2]))]
    width = len(numbers[-1]) if numbers else 4
    words = re.sub(r"[\W_]+", "-", title.casefold()).strip("-")
    short = words if len(words) <= _LONGEST_NAME else words[:_LONGEST_NAME].rpartition("-")[0]
    return f"{folder}/{max(map(int, numbers), default=0) + 1:0{width}}-{short or 'decision'}.md"


def _status(entry: Entry) -> str:
    """Return what became of a decision, "" where it holds; to have no room says nothing of it."""
    reason = entry.archived.reason if entry.archived else ""
    return "superseded" if reason == "replaced" else "deprecated" if reason in TAKEN_OUT else ""


def _rendered(memory: Memory, entry: Entry) -> tuple[str, str]:
    """Return the title of a record, which is the first sentence whole, and its text."""
    shown = show_entry(memory, entry.id)
    texts = [entry.text, *(memory.archived[id_].text for id_ in shown["amended"])]
    over = [found[1] for text in texts if (found := _OVER.search(text))]
    rejected = over[0].split(", ") if over else _INSTEAD.findall(entry.text)
    title, *more = _SENTENCE.split(clean_line(_OVER.sub("", entry.text)), maxsplit=1)
    title = title.rstrip(".")
    matter, _, chosen = title.partition(": ")
    is_choice = bool(over and chosen)
    option, because, reason = (chosen if is_choice else title).partition(" because ")
    date = entry.date or entry.standing.first
    text = f"---\nstatus: {_status(entry) or 'accepted'}\ndate: {date}\n---\n# {title}\n"
    text += "\n## Context and Problem Statement\n\n"
    text += f"{matter}?\n" if is_choice else f"Decided on {date}.\n"
    text += _quotes(shown)
    if rejected:
        options = "".join(f"* {clean_line(one)}\n" for one in [option, *rejected])
        text += f"\n## Considered Options\n\n{options}"
    outcome = f'Chosen option: "{option}"{"," if because else ""}{because}{reason}. '
    text += f"\n## Decision Outcome\n\n{(outcome + ''.join(more)).strip()}\n"
    text += f"\n## More Information\n\n* Entry: `mem show {entry.id}`\n\n"
    return title, f"{text}<!-- mem:{entry.id} {_hash(text)} -->\n"


def _quotes(shown: Mapping[str, Any]) -> str:
    """Return the words that an entry, or one that it joined, rests on."""
    lines = [*shown["evidence"], *(line for group in shown["amended"].values() for line in group)]
    quotes = {
        line["quote"]: f"{line['who']}, {line['at'][:10]}" for line in lines if line.get("quote")
    }
    return "".join(
        f"\n> {clean_line(quote)}\n>\n> — {source}\n"
        for quote, source in list(quotes.items())[:_MOST_QUOTES]
    )


def _hash(text: str) -> str:
    return hashlib.sha256(text.replace("\r\n", "\n").encode("utf-8", "replace")).hexdigest()[:12]
