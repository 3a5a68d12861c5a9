"""Laws of the diary, of specs, and of decision records."""

from __future__ import annotations

from memory_md.adr.text import record, template
from memory_md.base.errors import BugError, MemError
from memory_md.diary.model import PENDING, DiaryEntry
from memory_md.diary.text import diary_index, entry_file, links
from memory_md.diary.text.allowed_files import allowed_files
from memory_md.diary.text.spec_words import matter
from memory_md.memory.disk.repo import decode


def diary_index_law(data: bytes) -> None:
    text = decode(data, "index.md")
    index = diary_index.parse(text)
    assert index.text == text
    assert diary_index.resolve_rows(index, []) == text
    diary_index.recent_rows(text, 5)
    pending = [row for row in index.rows if row.entry.status == PENDING and "status" in row.cells]
    try:
        done = diary_index.resolve_rows(index, pending)
        if not index.end:
            return
        entry = DiaryEntry(
            "T-9", date="2026-02-02", type="problem", summary="it `broke` | so", status=PENDING
        )
        longer = diary_index.with_row(index, entry, "ai/diary/x.md")
    except BugError:
        raise
    except MemError:
        return
    after = diary_index.parse(done)
    assert len(after.rows) == len(index.rows)
    changed = {row.entry.line for row in pending}
    before_lines, after_lines = text.split("\n"), done.split("\n")
    assert len(before_lines) == len(after_lines)
    for number, (old, new) in enumerate(zip(before_lines, after_lines, strict=True), 1):
        assert old == new or number in changed
    left = [line.rstrip("\r") for line in longer.split("\n")]
    for line in text.split("\n"):
        left.remove(line.rstrip("\r"))
    assert len(diary_index.parse(longer).rows) == len(index.rows) + 1


def diary_entry_law(data: bytes) -> None:
    text = decode(data, "entry.md")
    entry_file.parse(text)
    list(links.links_in(text))


def spec_law(data: bytes) -> None:
    text = decode(data, "spec.md")
    for file in allowed_files(text):
        assert file.path
        assert "\n" not in file.path
    matter(text)


def adr_law(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    record.read_record("docs/adr/0001-x.md", text)
    template.parse_template(text)
    record.form_of(text)
