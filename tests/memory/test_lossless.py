"""Every command leaves every byte alone that is not its own, in whatever file a person keeps."""

from __future__ import annotations

import difflib
import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory_md.base.errors import RefusedError
from memory_md.extract.actions.extract import extract
from memory_md.memory.actions import edit as learn
from memory_md.memory.actions import remove as forget
from memory_md.memory.actions.entries import list_entries
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.text.learnings import in_new_format, parse

CORPUS = Path(__file__).parent.parent / "corpus" / "learnings"
REALDATA = Path(__file__).resolve().parents[3] / "shared" / "realdata"
NEW = "The cache key of `lookup_v9` must hold the tenant, or one tenant reads another's rows."
SOURCE = f"I looked around.\n\nGotcha: {NEW}\n"


IS_THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


def documents() -> Iterator[Path]:
    """The files of the corpus, and of a large collection every third one."""
    yield from sorted(CORPUS.glob("*.md"))
    if REALDATA.is_dir():
        yield from sorted(REALDATA.rglob("*.md"))[:: 1 if IS_THOROUGH else 3]


DOCUMENTS = list(documents())


def variants(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The bytes as they are, and as other editors would have saved them.

    Of a large collection each file takes one of these forms, by its length.
    """
    forms = list(_forms(data))
    if not IS_THOROUGH and REALDATA.is_dir():
        forms = [forms[0], forms[1 + len(data) % 3]]
    yield from forms


def _forms(data: bytes) -> Iterator[tuple[str, bytes]]:
    yield "as it is", data
    yield "CRLF", data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    yield "BOM", b"\xef\xbb\xbf" + data
    yield "no final newline", data.rstrip(b"\r\n")


@pytest.fixture(params=DOCUMENTS, ids=lambda path: f"{path.parent.name}/{path.name}"[-60:])
def document(request: pytest.FixtureRequest) -> bytes:
    """A file; what a command moves to the evidence when it writes has been moved."""
    text = request.param.read_bytes().decode("utf-8", "surrogateescape")
    moved = in_new_format(parse(text, request.param.name), request.param.name)
    return moved.text.encode("utf-8", "surrogateescape")


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    (tmp_path / ".mem").mkdir()
    return Workspace(tmp_path, datetime(2026, 2, 2, 12, tzinfo=UTC), str(tmp_path))


def changed_lines(old: bytes, new: bytes) -> tuple[list[bytes], list[bytes]]:
    """(lines taken out, lines put in)."""
    diff = list(
        difflib.ndiff([repr(x) for x in old.split(b"\n")], [repr(x) for x in new.split(b"\n")])
    )
    return (
        [line[2:].encode() for line in diff if line.startswith("- ")],
        [line[2:].encode() for line in diff if line.startswith("+ ")],
    )


def test_listing_changes_nothing(place: Workspace, document: bytes) -> None:
    path = place.cwd / "learnings.md"
    path.write_bytes(document)
    before = path.stat().st_mtime_ns
    list_entries(place)
    assert path.read_bytes() == document
    assert path.stat().st_mtime_ns == before


def test_what_is_added_and_removed_again_leaves_no_trace(place: Workspace, document: bytes) -> None:
    path = place.cwd / "learnings.md"
    for name, data in variants(document):
        path.write_bytes(data)
        (added,) = learn.add(place, NEW, category="gotcha").entries
        grown = path.read_bytes()
        assert grown != data
        assert NEW.encode() in grown
        forget.remove(place, [added.entry.id])
        assert path.read_bytes() == data, name
        (place.cwd / ".mem" / "archive.md").unlink()


def test_extracting_adds_one_line_and_a_second_time_nothing(
    place: Workspace, document: bytes
) -> None:
    path = place.cwd / "learnings.md"
    source = place.cwd / "out.txt"
    source.write_text(SOURCE, encoding="utf-8")
    path.write_bytes(document)
    first, errors = extract(place, [str(source)])
    assert not errors
    assert [item.action for item in first.items] == ["inserted"]
    grown = path.read_bytes()
    taken, put = changed_lines(document, grown)
    assert len(put) - len(taken) <= 2, "one line, and a blank one where Markdown needs it"
    extract(place, [str(source)])
    assert path.read_bytes() == grown


def test_editing_and_removing_touch_only_the_entry(place: Workspace, document: bytes) -> None:
    path = place.cwd / "learnings.md"
    path.write_bytes(document)
    entries = list_entries(place).entries
    counts = Counter(item.entry.id for item in entries)
    sole = [item for item in entries if counts[item.entry.id] == 1]  # by ID the others are refused
    if not sole:
        pytest.skip("the file holds no entry")
    for item in (sole[0], sole[len(sole) // 2], sole[-1]):
        path.write_bytes(document)
        try:
            (edited,) = learn.edit(place, item.entry.id, NEW).entries
        except RefusedError:  # it lies in a merge conflict
            assert path.read_bytes() == document
            continue
        assert NEW in edited.entry.text
        text = path.read_bytes()
        assert text.split(b"\n")[: item.line - 1] == document.split(b"\n")[: item.line - 1]
        path.write_bytes(document)
        forget.remove(place, [item.entry.id])
        taken, put = changed_lines(document, path.read_bytes())
        assert len(put) <= 1, "at most the line before it loses its newline"
        assert repr(document.split(b"\n")[item.line - 1]).encode() in taken
        forget.restore(place, [item.entry.id])
        again = list_entries(place).entries
        assert sorted(e.entry.text for e in again) == sorted(e.entry.text for e in entries)
