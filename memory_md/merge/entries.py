"""A three-way merge of learnings.md or the archive: entries by their IDs, the rest by git.

The entries that `mem` wrote are merged one by one. The result is written into each of the three
versions, so that they differ only in what a person wrote; git merges that. So two sides that only
`mem` wrote never conflict, and both ways give the same entries.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ..base.errors import RefusedError
from ..base.identity import entry_id, identity_form
from ..git.merging import merged_lines
from ..memory.lines import Document, moved_item, parse, render_line
from ..memory.model import TAKEN_OUT, Entry
from ..memory.splices import ARCHIVE, rewritten


@dataclass(frozen=True, slots=True)
class _Item:
    """An entry, and its item as a list item of its own."""

    entry: Entry
    text: str


def merged_entries(base: str, ours: str, theirs: str, title: str) -> tuple[str, int]:
    """Return the merged text, and how many conflicts are marked in it.

    `title` is the heading whose list takes new entries. Raises UnreadableError where git cannot
    merge what is no entry of ours.
    """
    documents = [parse(text, title) for text in (base, ours, theirs)]
    # A line that has no comment on one side may have got one on the other.
    own = {one.entry.id for document in documents for one in document.entries if one.comment}
    sides = [_items(document, own) for document in documents]
    ids = sides[1].keys() | sides[2].keys() | sides[0].keys()
    wanted: dict[str, _Item] = {}
    contested = set()
    for id_ in ids:
        three = [side.get(id_) for side in sides]
        if _is_contested(*three) and title == ARCHIVE:
            wanted |= _both(three)
        elif _is_contested(*three):
            contested.add(id_)
        elif item := _merged(*three):
            wanted[id_] = item
    in_place = {id_ for id_ in wanted if all(id_ in side for side in sides)}
    text, conflicts = "", 0
    for kept in (in_place, set[str]()):  # entries that were moved stand where new ones do
        try:
            equal = [_equal(doc, wanted, kept, ids - contested, title) for doc in documents]
            text, conflicts = merged_lines(*equal)
        except RefusedError:  # an edit could not be proved: git's own merge is right, if not clean
            break
        if not conflicts and _is_whole(parse(text, title), wanted):
            return text, 0
    return (text, conflicts) if conflicts else merged_lines(base, ours, theirs)


def _items(document: Document, ids: Collection[str]) -> dict[str, _Item]:
    """Return the entries of these IDs outside of conflicts."""
    found: dict[str, _Item] = {}
    for placed in document.entries:
        if placed.entry.id in ids and not placed.block.conflicted:
            text = document.text[placed.block.content : placed.block.end].rstrip()
            found.setdefault(placed.entry.id, _Item(placed.entry, text))
    return found


def _is_contested(base: _Item | None, ours: _Item | None, theirs: _Item | None) -> bool:
    """Return whether a person said something else on each side."""
    if not ours or not theirs:
        return False
    words = [None if one is None else _words(one) for one in (base, ours, theirs)]
    return words[1] != words[2] and words[0] not in words[1:]


def _both(three: Sequence[_Item | None]) -> dict[str, _Item]:
    """Return both texts of one ID that were taken out, the second under the ID of its own words."""
    first, second = sorted((one for one in three[1:] if one), key=lambda item: item.text)
    entry = replace(second.entry, id=entry_id(second.entry.kind, second.entry.text))
    return {first.entry.id: first, entry.id: _Item(entry, _with_comment(second, entry))}


def _words(item: _Item) -> tuple[str, str, str]:
    entry = item.entry
    return entry.kind, entry.qualifier, identity_form(entry.text)


def _merged(base: _Item | None, ours: _Item | None, theirs: _Item | None) -> _Item | None:
    """Return what becomes of one entry; None if it is gone."""
    if ours and theirs:
        return _joined(base, ours, theirs)
    left = ours or theirs
    is_taken_out = base and left and _words(base) == _words(left)
    return None if is_taken_out else left


def _joined(base: _Item | None, ours: _Item, theirs: _Item) -> _Item:
    """Return one entry that says what each side changed; the same both ways."""
    if base and base.text in {ours.text, theirs.text}:
        return theirs if ours.text == base.text else ours
    first, second = sorted((ours, theirs), key=lambda item: _rank(item, base))
    one, two = first.entry, second.entry
    before = base.entry if base else None
    entry = replace(
        one,
        date=min(filter(None, (one.date, two.date)), default=""),
        pinned=_flag(bool(before and before.pinned), one.pinned, two.pinned),
        manual=_flag(bool(before and before.manual), one.manual, two.manual),
        paths=one.paths if not before or one.paths != before.paths else two.paths,
        extra=tuple(sorted((dict(two.extra) | dict(one.extra)).items())),
    )
    return _Item(entry, _with_comment(first, entry))


def _rank(item: _Item, base: _Item | None) -> tuple[object, ...]:
    """Return by what two sides are told apart: changed words first, then a person's reason."""
    archived = item.entry.archived
    return (
        base is not None and _words(item) == _words(base),
        archived is not None and archived.reason not in TAKEN_OUT,
        archived.date if archived else "",
        item.text,
    )


def _flag(base: bool, one: bool, two: bool) -> bool:
    """Return a flag that either side may have set or taken away."""
    return (one and two) if base else (one or two)


def _with_comment(item: _Item, entry: Entry) -> str:
    document = parse(f"- {item.text}\n", "")
    if len(document.entries) != 1:
        return render_line(entry)
    return moved_item(document, document.entries[0], entry)


def _equal(
    document: Document,
    wanted: Mapping[str, _Item],
    in_place: Collection[str],
    ids: Collection[str],
    title: str,
) -> str:
    """Return the document's text with the wanted entries in place of its own of these IDs.

    Those that are not kept in place are added together, so that all versions have one order.
    """
    old = _items(document, ids)
    gone = [id_ for id_ in old if id_ not in in_place]
    changed = {
        id_: wanted[id_].entry
        for id_, item in old.items()
        if id_ in in_place and item.text != wanted[id_].text
    }
    first = rewritten(document, gone=gone, changed=changed, title=title)
    added = {id_: wanted[id_].text for id_ in sorted(wanted) if id_ not in in_place}
    return rewritten(first, added=added, title=title).text


def _is_whole(document: Document, wanted: Mapping[str, _Item]) -> bool:
    """Return whether the merged text has every entry that it should have, each once."""
    found = [placed.entry.id for placed in document.entries if placed.comment]
    return set(wanted) <= set(found) and len(set(found)) == len(found)
