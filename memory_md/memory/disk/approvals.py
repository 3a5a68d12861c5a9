"""What a person lets this clone show although it looks harmful, and what was judged before.

`.mem/local/approved.jsonl` has a line for each text that was approved: its entry's ID and the
digest of the text, so a changed text is asked about again. `.mem/local/judged.msgpack` spares
looking at the same texts each time; it is made again with other rules.
"""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct, json, msgpack
from msgspec.structs import replace

from ... import __version__
from ...base.identity import identity_form, sha256
from ...files import append_line
from ...files.layout import Layout
from ...files.local_folder import keep_local, load_lines, load_local
from ...files.tables import table_size
from ...safety import instructions
from ...safety.instructions.orders import judged
from ..model.entry import Entry
from ..text.learnings import Document

APPROVED: Final = "approved.jsonl"
JUDGED: Final = "judged.msgpack"
_MOST: Final = 20_000  # texts


class _Judged(Struct, frozen=True):
    """What was judged, with the rules by which."""

    rules: str
    texts: dict[bytes, str]


class _Approval(Struct, frozen=True):
    id: str
    text: str  # its digest


def read_approvals(layout: Layout) -> frozenset[tuple[str, str]]:
    """Return (ID, digest of the text) of what was approved in this clone."""
    return frozenset((one.id, one.text) for one in load_lines(layout, APPROVED, _Approval))


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


def document_with(document: Document, approved: Collection[tuple[str, str]]) -> Document:
    """Return the document with its entries as `with_approvals` has them."""
    if not approved:
        return document
    entries = with_approvals((placed.entry for placed in document.entries), approved)
    pairs = zip(document.entries, entries, strict=True)
    return replace(document, entries=tuple(replace(p, entry=entry) for p, entry in pairs))


def _key(entry: Entry) -> tuple[str, str]:
    form = identity_form(f"{entry.qualifier} {entry.text}")
    return entry.id, sha256(form.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def recall_judged(layout: Layout) -> int:
    """Know what earlier runs judged here, and nothing else; return how many texts that is."""
    judged.clear()
    kept = load_local(layout, JUDGED, _Judged)
    if kept and kept.rules == _rules():
        judged.update(kept.texts)
    return len(judged)


def keep_judged(layout: Layout, known: int) -> None:
    """Keep what was judged if more than `known` is; write errors are ignored."""
    if len(judged) != known and layout.local.is_dir():
        newest = dict(list(judged.items())[-_MOST:])
        keep_local(layout, JUDGED, msgpack.encode(_Judged(_rules(), newest)))


def _rules() -> str:
    names = ("orders.txt", "harm.weights")
    sizes = [table_size(instructions.__name__, name) for name in names]
    return f"{__version__} {sizes}"
