"""Everything that reads what others wrote, each with the laws that its inputs must obey.

A law takes bytes and raises what it likes; MemError is the one exception that is an answer.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import date

from memory_md.adapters.imports.source import open_notes
from memory_md.adapters.transcripts.detect import FORMAT_NAMES, open_source
from memory_md.errors import BugError, MemError
from memory_md.formats import archive as archive_format
from memory_md.formats import (
    call_edges,
    config,
    git_attributes,
    injected,
    injected_block,
    jsonc,
    learnings,
    learnings_edit,
    marked_block,
    messages,
    model_answer,
    observations,
    relationships,
)
from memory_md.formats.adr import record, template
from memory_md.formats.diary import entry as diary_entry
from memory_md.formats.diary import index as diary_index
from memory_md.formats.diary import links, recent
from memory_md.formats.entry_comment import CommentError, find_comment, parse_fields
from memory_md.formats.learnings import Document
from memory_md.formats.spec.allowed import allowed_files
from memory_md.formats.spec.matter import matter
from memory_md.integrations.agents import (
    MarkdownBlock,
    TomlHooks,
    hooks_of,
    items_of,
)
from memory_md.integrations.hook.payload import EVENTS, Moment
from memory_md.model.diary import PENDING, DiaryEntry
from memory_md.model.entry import Archived, Entry, entry_id
from memory_md.model.imported import LeftOut
from memory_md.model.settings import Extract, Settings
from memory_md.rules.extraction.reading import read_events
from memory_md.store.repo import decode, in_style_of

from ._seeds import (
    ADR_SEEDS,
    ANSWER_SEEDS,
    CALL_SEEDS,
    CONFIG_SEEDS,
    CONTEXT_SEEDS,
    DIARY_SEEDS,
    EDGE_SEEDS,
    ENTRY_SEEDS,
    GIT_SEEDS,
    OBSERVATION_SEEDS,
    REAL_DIARY,
    REAL_LEARNINGS,
    REAL_TRANSCRIPTS,
    SETTINGS_SEEDS,
    SPEC_SEEDS,
    TOML_SEEDS,
    TRANSCRIPTS,
    seeds,
)

BLANK = " \t\r\f\v\ufeff"
DAY = date(2026, 2, 2)
NEW = Entry(entry_id("gotcha", "a new one"), "gotcha", "a new one", date=DAY, last=DAY)


@dataclass(frozen=True, slots=True)
class Parser:
    """A name, the law, and where its inputs grow from.

    `each` is the seconds of CPU that a KB may take.
    """

    name: str
    law: Callable[[bytes], object]
    corpus: Callable[[], list[bytes]]
    each: float = 0.04


# -- learnings.md and the archive ----------------------------------------------------------------


def _learnings(data: bytes) -> None:
    text = decode(data, "learnings.md")
    document = learnings.parse(text, "learnings.md")
    assert document.text.encode("utf-8", "surrogateescape") == data
    at = 0
    for placed in document.entries:
        assert at <= placed.bullet.start < placed.bullet.end <= len(text)
        at = placed.bullet.start
        json.dumps(asdict(placed.entry), default=str)
    _adds_and_removes(document, text)
    _changes_one(document)


def _adds_and_removes(document: Document, text: str) -> None:
    if NEW.id in document.by_id():
        return
    line = learnings.render_line(NEW)
    try:
        added = learnings_edit.with_lines(document, [line], "learnings.md")
    except BugError:
        raise
    except MemError:
        return
    assert added.by_id()[NEW.id].entry.text == NEW.text
    assert learnings_edit.without(added, [NEW.id], "learnings.md").text == text


def _changes_one(document: Document) -> None:
    """Any entry may be pinned, and taken out; every other keeps its bytes."""
    for id_, placed in list(document.by_id().items())[:4]:
        for edit in (
            lambda id_=id_, p=placed: learnings_edit.updated(
                document, {id_: replace(p.entry, pinned=True)}, "learnings.md"
            ),
            lambda id_=id_, p=placed: learnings_edit.without(document, [id_], "learnings.md"),
        ):
            try:
                after = edit()
            except BugError:
                raise
            except MemError:
                continue
            gone = document.text[placed.bullet.start : placed.bullet.end]
            left = list(after.text)
            assert len(left) >= len(document.text) - len(gone) - 4
            for other in document.entries:
                if other is not placed:
                    block = document.text[other.bullet.start : other.bullet.end].strip("\r\n")
                    assert block in after.text


def _archive(data: bytes) -> None:
    text = decode(data, "archive.md")
    document = learnings.parse(text, "archive.md")
    marks = archive_format.purge_marks(text)
    why = Archived("removed", DAY)
    live = learnings.parse("# Learnings\n\n- Keep `this` one\n", "learnings.md")
    placed = live.entries[0]
    if placed.entry.id in document.by_id():
        return
    try:
        moved = archive_format.with_moved(
            document, live, [(placed, replace(placed.entry, archived=why))], "archive.md"
        )
    except BugError:
        raise
    except MemError:
        return
    for other in document.entries:
        assert text[other.bullet.start : other.bullet.end].strip("\r\n") in moved.text
    assert archive_format.purge_marks(moved.text) == marks
    if "0123456789ab" not in marks:
        try:
            marked = archive_format.with_purge_mark(document, "0123456789ab", "archive.md")
        except BugError:
            raise
        except MemError:
            return
        assert len(learnings.parse(marked.text, "archive.md").entries) == len(document.entries)


def _comment(data: bytes) -> None:
    text = decode(data, "learnings.md")
    for line in text.split("\n"):
        with contextlib.suppress(CommentError):
            found = find_comment(line)
            if found:
                parse_fields(found[2])
                assert 0 <= found[0] < found[1] <= len(line)


# -- the diary and specs -------------------------------------------------------------------------


def _diary_index(data: bytes) -> None:
    text = decode(data, "index.md")
    index = diary_index.parse(text)
    assert index.text == text
    assert diary_index.resolved(index, []) == text
    recent.recent_rows(text, 5)
    pending = [row for row in index.rows if row.entry.status == PENDING and "status" in row.cells]
    try:
        done = diary_index.resolved(index, pending)
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


def _diary_entry(data: bytes) -> None:
    text = decode(data, "entry.md")
    diary_entry.parse(text)
    list(links.links_in(text))


def _spec(data: bytes) -> None:
    text = decode(data, "spec.md")
    for file in allowed_files(text):
        assert file.path
        assert "\n" not in file.path
    matter(text)


# -- transcripts and notes -----------------------------------------------------------------------


def _transcript(format_name: str) -> Callable[[bytes], None]:
    def law(data: bytes) -> None:
        opened = open_source("-", format=format_name, stdin=io.BytesIO(data))
        reading = read_events(opened.events, root="/r", settings=Extract())
        for candidate in reading.candidates:
            candidate.text.encode("utf-8")
            assert candidate.text.strip()
            assert "\n" not in candidate.text
            assert 0 <= candidate.confidence <= 1
        for edge in reading.relationships:
            json.dumps(asdict(edge)).encode()
        for warning in reading.warnings:
            warning.encode("utf-8")

    return law


def _notes(data: bytes) -> None:
    notes = open_notes("-", root="/r", stdin=io.BytesIO(data))
    for note in notes.notes:
        assert note.text.strip() or isinstance(note, LeftOut)
        str(note).encode("utf-8", "surrogatepass")


def _messages(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    conversation = messages.parse(text, where="x.json")
    kept = list(range(len(conversation.messages)))
    assert messages.cut(conversation, kept, {}).text == text
    for message in conversation.messages:
        messages.spoken(message)
        messages.tool_uses(message)
        messages.plain_text(message.get("content"))
    half = messages.cut(conversation, kept[::2], {})
    assert len(messages.parse(half.text, where="x.json").messages) == len(kept[::2])


def _injected(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    assert len(injected.strip_injected(text)) <= len(text)
    injected.has_own_prompt(text)
    injected.shown_forms(text)
    assert len(injected_block.reduced(text, lambda _, said: [True] * len(said))) <= len(text)
    assert len(injected_block.reduced(text, lambda _, said: [False] * len(said))) <= len(text)


def _answer(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        answer = model_answer.read_answer(text, Extract())
    except Exception as fault:
        if type(fault).__name__ != "ModelError":
            raise
        return
    json.dumps(asdict(answer), default=str)


# -- JSON, YAML, TOML ----------------------------------------------------------------------------


def _relationships(data: bytes) -> None:
    text = data.decode("utf-8")
    edges = relationships.parse(text, "r.json")
    written = relationships.render(edges.edges, edges.wrapper)
    again = relationships.parse(written, "r.json")
    assert again.edges == edges.edges or "NaN" in text
    assert relationships.render(again.edges, again.wrapper) == written
    in_style_of(written, data).encode("utf-8")


def _call_edges(data: bytes) -> None:
    text = data.decode("utf-8")
    found = call_edges.parse(text, "c.json")
    written = call_edges.render(found.edges, found.around or {})
    again = call_edges.parse(written, "c.json")
    assert call_edges.render(again.edges, again.around or {}) == written
    written.encode("utf-8", "surrogatepass")
    for edge in found.edges:
        call_edges.edge_of(edge)


def _observations(data: bytes) -> None:
    observations.parse(data.decode("utf-8"), "o.json")


def _config(data: bytes) -> None:
    settings, faults = config.parse(decode(data, "config.yaml"), "config.yaml")
    assert isinstance(settings, Settings)
    assert all(fault.strip() for fault in faults)


def _settings(data: bytes) -> None:
    """Whatever goes into settings comes out of them again, byte for byte."""
    text = data.decode("utf-8")
    for agent in EVENTS:
        if agent != "opencode":
            _put_and_taken(text, hooks_of(agent))


def _toml(data: bytes) -> None:
    text = data.decode("utf-8")
    _put_and_taken(text, TomlHooks(items_of("codex")))


def _agents_md(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    _put_and_taken(text, MarkdownBlock(lambda: "Use `mem context`.\n"))
    if not git_attributes.has_block(text):
        put = git_attributes.with_block(text, ["learnings.md", 'odd "name".md'])
        assert git_attributes.without_block(put) in (text, text + "\n", text + "\r\n")
    marked_block.has_block(text, marked_block.MARKDOWN)


def _put_and_taken(text: str, part: object) -> None:
    try:
        lacked = part.lacks(text, "x")  # type: ignore[attr-defined]
        put = part.put(text, "x")  # type: ignore[attr-defined]
    except BugError:
        raise
    except MemError:
        return
    assert part.put(put, "x") == put, "twice is not once"  # type: ignore[attr-defined]
    assert not part.lacks(put, "x")  # type: ignore[attr-defined]
    taken = part.take(put, "x")  # type: ignore[attr-defined]
    fresh = "mem hook" not in text and "mem:" not in text
    if lacked and fresh:
        assert (taken or "") == text, "it is not taken out byte for byte"


def _jsonc(data: bytes) -> None:
    jsonc.parse(data.decode("utf-8"), "s.json")


def _hook(data: bytes) -> None:
    try:
        payload = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(payload, dict):
        return
    for agent in EVENTS:
        moment = Moment(agent, payload, {}, "/r")
        assert all(isinstance(folder, str) for folder in moment.folders)
        moment.session.encode("utf-8", "replace")


def _adr(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    record.read_record("docs/adr/0001-x.md", text)
    template.parse_template(text)
    record.form_of(text)


# -- merges --------------------------------------------------------------------------------------


def _hunk_merge(base: str, ours: str, theirs: str, size: int) -> str:
    """What `git merge-file` could say of three texts: all of it is one conflict."""
    parts = [part + "\n" * bool(part and not part.endswith("\n")) for part in (ours, base, theirs)]
    return (
        f"{'<' * size} ours\n{parts[0]}{'|' * size} base\n{parts[1]}{'=' * size}\n"
        f"{parts[2]}{'>' * size} theirs\n"
    )


def _merge(data: bytes) -> None:
    """Three texts out of one: the lines that only one of them has are marked by how they end."""
    from memory_md.actions.merge.files import kind_of, merge_texts

    text = decode(data, "learnings.md")
    sides = [[], [], []]  # type: list[list[str]]
    for number, line in enumerate(text.split("\n")):
        chance = (number * 2654435761 + len(line) * 40503) >> 7 & 15
        for index, side in enumerate(sides):
            if chance < 10 or chance - 10 == index or chance - 13 in (index, index + 1):
                side.append(line)
    base, ours, theirs = ("\n".join(side) for side in sides)
    settings = Settings()
    for path in ("learnings.md", "relationships.json", "ai/diary/index.md", "x.jsonl", "x.txt"):
        kind = kind_of(path, settings.paths, (base, ours, theirs))
        try:
            merged = merge_texts(kind, (base, ours, theirs), settings, _hunk_merge)
        except BugError:
            raise
        except MemError:
            continue
        if kind in ("edges", "calls"):
            continue
        said = {line.strip(BLANK) for line in merged.text.split("\n")}
        known = set(base.split("\n"))
        for line in (*ours.split("\n"), *theirs.split("\n")):
            if line not in known and "mem:" not in line and kind != "diary":
                assert line.strip(BLANK) in said | {""}, f"lost {line!r}"


PARSERS = (
    Parser("learnings", _learnings, seeds(files=("learnings/*",), real=REAL_LEARNINGS)),
    Parser("archive", _archive, seeds(files=("learnings/*",), real=REAL_LEARNINGS)),
    Parser("comment", _comment, seeds(files=("learnings/*",))),
    Parser("diary-index", _diary_index, seeds(*DIARY_SEEDS, real=("diary/**/index.md",))),
    Parser("diary-entry", _diary_entry, seeds(*ENTRY_SEEDS, real=REAL_DIARY)),
    Parser("spec", _spec, seeds(*SPEC_SEEDS, real=REAL_DIARY)),
    *(
        Parser(
            f"transcript-{name}",
            _transcript(name),
            seeds(files=TRANSCRIPTS, real=REAL_TRANSCRIPTS),
            each=0.08,
        )
        for name in FORMAT_NAMES
    ),
    Parser("notes", _notes, seeds(files=("notes/*", "learnings/*"), real=REAL_LEARNINGS)),
    Parser("messages", _messages, seeds(files=("transcripts/messages*", "transcripts/*.json"))),
    Parser("injected", _injected, seeds(*CONTEXT_SEEDS, files=("learnings/*",))),
    Parser("model-answer", _answer, seeds(*ANSWER_SEEDS)),
    Parser("relationships", _relationships, seeds(*EDGE_SEEDS)),
    Parser("call-edges", _call_edges, seeds(*CALL_SEEDS)),
    Parser("observations", _observations, seeds(*OBSERVATION_SEEDS)),
    Parser("config", _config, seeds(*CONFIG_SEEDS)),
    Parser("settings", _settings, seeds(*SETTINGS_SEEDS), each=2.0),
    Parser("jsonc", _jsonc, seeds(*SETTINGS_SEEDS)),
    Parser("toml", _toml, seeds(*TOML_SEEDS)),
    Parser("agents-md", _agents_md, seeds(*GIT_SEEDS, files=("notes/*.md",))),
    Parser("hook", _hook, seeds(files=("hooks/*.json",))),
    Parser("adr", _adr, seeds(*ADR_SEEDS, real=("adr/*", "adr/*/*"))),
    Parser("merge", _merge, seeds(*EDGE_SEEDS, *CALL_SEEDS, *DIARY_SEEDS, files=("learnings/*",))),
)
