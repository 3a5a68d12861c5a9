"""What a document should say: from the entries that are wanted to its text, entry by entry."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..base.text import clip
from .lines import Document, moved_item, render_line
from .model import Entry, Standing
from .splices import rewritten


def by_id(document: Document) -> dict[str, Entry]:
    """Return the first entry of each ID."""
    found: dict[str, Entry] = {}
    for placed in document.entries:
        found.setdefault(placed.entry.id, placed.entry)
    return found


def document_after(
    read: Document, wanted: Mapping[str, Entry], title: str, others: Sequence[Document]
) -> Document:
    """Return the document with exactly the wanted entries; those that stay keep their bytes.

    What comes from one of the `others` moves with all its lines. Raises as `rewritten` does.
    """
    old = by_id(read)
    changed = {
        id_: wanted[id_]
        for id_, entry in old.items()
        if id_ in wanted and _as_written(wanted[id_]) != _as_written(entry)
    }
    return rewritten(
        read,
        gone=[id_ for id_ in old if id_ not in wanted],
        changed=changed,
        added={id_: _item(one, others) for id_, one in wanted.items() if id_ not in old},
        title=title,
    )


def _item(entry: Entry, documents: Sequence[Document]) -> str:
    for document in documents:
        for placed in document.entries:
            if placed.entry.id == entry.id and placed.entry.text == entry.text:
                return moved_item(document, placed, entry)
    return render_line(entry)


def summary(read: Document, wanted: Mapping[str, Entry]) -> str:
    """Return in one line what the wanted entries change of a document."""
    old = by_id(read)
    groups = {
        "added": [one for id_, one in wanted.items() if id_ not in old],
        "changed": [
            one
            for id_, one in wanted.items()
            if id_ in old and _as_written(one) != _as_written(old[id_])
        ],
        "took out": [one for id_, one in old.items() if id_ not in wanted],
    }
    parts = []
    for verb, group in groups.items():
        if group:
            more = f" and {len(group) - 1} more" if len(group) > 1 else ""
            parts.append(f"{verb} {clip(group[0].headline, 60)}{more}")
    return "; ".join(parts) or "evidence only"


def _as_written(entry: Entry) -> Entry:
    """Return the entry as its line tells it, without what its evidence adds up to."""
    return replace(entry, standing=Standing(), line=0)
