"""What a person lets this clone show although it looks harmful.

`.mem/local/approved.jsonl` has a line for each text that was approved: its entry's ID and the
digest of the text, so a changed text is asked about again.
"""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct, json
from msgspec.structs import replace

from ...base.identity import identity_form, sha256
from ...files import append_line
from ...files.layout import Layout
from ...files.local_folder import load_lines
from ..model.entry import Entry
from ..text.learnings import Document

APPROVED: Final = "approved.jsonl"


class _Approval(Struct, frozen=True):
    id: str
    text: str  # its digest


def read_approvals(layout: Layout) -> frozenset[tuple[str, str]]:
    """Return (ID, digest of the text) of what was approved in this clone."""
    return frozenset((line.id, line.text) for line in load_lines(layout, APPROVED, _Approval))


def approve(layout: Layout, entries: Iterable[Entry]) -> None:
    """Note that a person approved these entries as they are. Raises MemError, OSError."""
    lines = [json.encode(_Approval(*_key(entry))) + b"\n" for entry in entries]
    append_line(layout.local / APPROVED, layout.tree, b"".join(lines))


def with_approvals(
    entries: Iterable[Entry], approved: Collection[tuple[str, str]]
) -> tuple[Entry, ...]:
    """Return the entries, with `approved` set where a person said so."""
    ids = {id_ for id_, _ in approved}
    return tuple(
        replace(entry, approved=True) if entry.id in ids and _key(entry) in approved else entry
        for entry in entries
    )


def with_approved_entries(document: Document, approved: Collection[tuple[str, str]]) -> Document:
    """Return the document with its entries as `with_approvals` has them."""
    if not approved:
        return document
    entries = with_approvals((placed.entry for placed in document.entries), approved)
    pairs = zip(document.entries, entries, strict=True)
    return replace(document, entries=tuple(replace(p, entry=entry) for p, entry in pairs))


def _key(entry: Entry) -> tuple[str, str]:
    form = identity_form(f"{entry.qualifier} {entry.text}")
    return entry.id, sha256(form.encode("utf-8", "surrogatepass")).hexdigest()[:32]
