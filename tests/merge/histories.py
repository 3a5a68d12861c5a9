"""Random histories of a memory on two branches in the first format, and what must come out.

A history is a base document, odd prose and entries of any age in it, and what each of two branches
made of it: entries learned, seen again, contradicted, confirmed, pinned and taken out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from msgspec.structs import replace

from memory_md.base.errors import MemError
from memory_md.base.identity import entry_id
from memory_md.base.settings import Settings
from memory_md.memory.model.entry import Entry
from memory_md.memory.rules.confidence import as_evidence, boosted, penalised
from memory_md.memory.text.entry_comment import render_comment
from memory_md.memory.text.learnings import (
    Document,
    edits_of,
    parse,
    render_words,
    splice,
    with_lines,
    without,
)

SETTINGS = Settings()
PATH = "learnings.md"
_SUBJECTS = ("the queue", "the cache", "the parser", "`make lint`", "кэш", "the build")
_FACTS = ("is slow", "needs a lock", "runs at night", "keeps `utf-8`", "не работает")
_FIRST = date(2026, 2, 1)
# Lines of which odd documents are made.
BLOCKS = (
    *("- a", "* b", "+ c", "  - n", "    - d", "1. o", "   - u", "2) z", "- - m", "-", "  -", "*"),
    *("1.", "-\ttab item", "\t- t", "-     code", "1. - x", "- > q", "- ```", "-   three"),
    *("```", "~~~", "  ```", "> q", "> - q", "   > q", "", "", "text", "   text", "    text"),
    *("# H", "# Learnings", "## S ##", "===", "---", "***", "* * *", "a | b\n--|--\n1 | 2"),
    *("<div>", "</div>", "<!-- c", "-->", "<!-- x -->", "<b>", '<b a="c">', "<pre>", "</pre>"),
    *("<script>", "</script>", "    code", "\ttab", "  cont", "      deep"),
)
ENTRIES = (
    *("- [ ] t", "- [x] done", "- [x](y)", "- q <!-- note -->", "- Always `a b`  "),
    "- [2026-02-02] Decision (high): x <!-- mem:k3v9q2xa -->",
    "- w <!-- mem:p0d7w1bz conf=0.7 --> more",
    "- z `<!-- mem:k3v9q2xa -->`",
    "- t <!-- mem:bad -->",
    "- [2026-02-02] Fixed: y",
    "   <!-- mem:1x8rr0ce -->",
    "- a\u2028b\x0cc",
)


@dataclass(frozen=True, slots=True)
class History:
    """Base, ours and theirs, each as it was read."""

    base: Document
    ours: Document
    theirs: Document

    @property
    def texts(self) -> tuple[str, str, str]:
        return self.base.text, self.ours.text, self.theirs.text

    @property
    def swapped(self) -> tuple[str, str, str]:
        return self.base.text, self.theirs.text, self.ours.text


def histories(seed: int, count: int, *, odd: float = 0.6) -> Iterator[History]:
    """So many histories; `odd` of them over a document that a person wrote."""
    for number in range(count):
        yield history(Random(f"{seed} {number}"), odd=odd)


def history(random: Random, *, odd: float = 0.6) -> History:
    lines = ["# Learnings", ""]
    if random.random() < odd:
        lines = [random.choice(BLOCKS + ENTRIES) for _ in range(random.randrange(9))]
    newline = random.choice(["\n", "\n", "\r\n"])
    text = newline.join("\n".join(lines).split("\n")) + random.choice(["", newline])
    base = _lived(random, parse(text, PATH), "b", 6)
    return History(base, _lived(random, base, "o", 5), _lived(random, base, "t", 5))


def _lived(random: Random, document: Document, branch: str, most: int) -> Document:
    known: set[str] = set()
    for number in range(random.randrange(most)):
        known |= document.by_id().keys()  # what was taken out is not learned again
        try:
            document = _step(random, document, f"{branch}{number}", known)
        except MemError:  # some documents have no place for an entry
            continue
    return document


def commented(document: Document) -> dict[str, str]:
    """The entries with a comment of ours, by ID, with their lines."""
    text = document.text
    return {
        placed.entry.id: text[placed.bullet.start : placed.bullet.end]
        for placed in document.entries
        if not placed.bare and not placed.bullet.conflicted
    }


def _step(random: Random, document: Document, task: str, known: set[str]) -> Document:
    """One thing that a run of `mem` does."""
    chance, ids = random.random(), list(commented(document))
    if chance < 0.4 or not ids:
        return _learned(random, document, task, known)
    entry = document.by_id()[random.choice(ids)].entry
    if chance < 0.65:
        entry = seen_again(entry, task, _FIRST + timedelta(30 + random.randrange(9)))
    elif chance < 0.72:
        if not (entry.manual or entry.pinned):
            entry = replace(entry, confidence=penalised(entry.confidence, SETTINGS.confidence))
        entry = replace(entry, by=entry_id("note", task))
    elif chance < 0.77:
        entry = replace(entry, confidence=1.0, manual=True)
    elif chance < 0.82:
        entry = replace(entry, pinned=True)
    else:
        return without(document, [entry.id], PATH)
    placed = document.by_id()[entry.id]
    edits = edits_of(placed, entry, as_evidence(entry))
    return parse(splice(document.text, edits), PATH)


def _learned(random: Random, document: Document, task: str, known: set[str]) -> Document:
    entry = learned(
        f"{random.choice(_SUBJECTS)} {random.choice(_FACTS)}",
        task,
        _FIRST + timedelta(random.randrange(5)),
    )
    if entry.id in known:
        return document
    return with_lines(document, [first_format_line(entry)], PATH)


def first_format_line(entry: Entry) -> str:
    """The entry as one line that tells its numbers itself."""
    return f"{render_words(entry)} {render_comment(entry, as_evidence(entry))}"


def learned(text: str, task: str = "t0", day: date = _FIRST) -> Entry:
    """A note as it is first written."""
    return Entry(entry_id("note", text), "note", text, date=day, last=day, tasks=(task,))


def seen_again(entry: Entry, task: str, day: date) -> Entry:
    """The entry after one more task met it."""
    return replace(
        entry,
        confidence=round(boosted(entry.confidence, SETTINGS.confidence), 6),
        seen=entry.seen + 1,
        last=day,
        tasks=(*entry.tasks, task)[-5:],
    )


def persons_lines(document: Document) -> list[str]:
    """What is not an entry with a comment, without blank lines."""
    cuts = [
        (placed.bullet.start, placed.bullet.end, "")
        for placed in document.entries
        if not placed.bare and not placed.bullet.conflicted
    ]
    text = splice(document.text, cuts).replace("\r\n", "\n")
    return [line for line in text.split("\n") if line.strip()]


def faults(told: History, merged: str) -> Iterator[str]:
    """What is wrong with a merge of that history: union, removals, counts, foreign lines."""
    after = parse(merged, PATH)
    sides = [commented(side) for side in (told.base, told.ours, told.theirs)]
    now = after.by_id()
    documents = (told.base, told.ours, told.theirs)
    held = [Counter(placed.entry.id for placed in d.entries) for d in documents]
    for id_ in sorted({*sides[0], *sides[1], *sides[2]}):
        if any(count[id_] > 1 for count in held):
            continue  # of two lines with one ID nobody can say which it is
        base, ours, theirs = (side.get(id_) for side in sides)
        left = ours or theirs
        stays = bool(ours and theirs) or (left is not None and _changed(left, base))
        if stays != (id_ in now):
            yield f"{id_} {'was lost' if stays else 'came back'}"
        elif stays and base and ours and theirs:
            seen = [d.by_id()[id_].entry.seen for d in documents]
            if now[id_].entry.seen != seen[1] + seen[2] - seen[0]:
                yield f"{id_} was seen {now[id_].entry.seen} times, of {seen}"
    if persons_lines(after) != persons_lines(told.base):
        yield f"foreign lines: {persons_lines(after)}, were {persons_lines(told.base)}"


def _changed(lines: str, base: str | None) -> bool:
    return base is None or lines.strip("\r\n") != base.strip("\r\n")


def by_hand(random: Random, document: Document, tag: str) -> Document:
    """The document after a person edited a few of its lines; what they wrote holds the tag."""
    lines = document.text.split("\n")
    end = "\r" if "\r\n" in document.text else ""
    for number in range(random.randrange(3)):
        at, chance = random.randrange(len(lines)), random.random()
        if chance < 0.3:
            lines.insert(at, f"- bullet {tag}{number}{end}")
        elif chance < 0.5:
            lines.insert(at, f"prose {tag}{number}{end}")
        elif chance < 0.8 and " <!-- mem:" in lines[at]:
            lines[at] = lines[at].replace(" <!-- mem:", f" {tag}{number} <!-- mem:", 1)
        elif chance < 0.8:
            lines[at] = f"{lines[at].rstrip(end)} {tag}{number}{end}"
        elif chance < 0.9 and len(lines) > 1:
            del lines[at]
        else:
            lines.insert(at, end)
    return parse("\n".join(lines), PATH)


def by_hands(random: Random) -> History:
    """A history in which a person on each branch edited the document, and `mem` ran."""
    told = history(random, odd=0.5)
    ours, theirs = (by_hand(random, told.base, tag) for tag in ("OURS", "THEIRS"))
    return History(told.base, _lived(random, ours, "o", 4), _lived(random, theirs, "t", 4))
