"""Functions that read what others wrote, each with texts that were, or might be, hostile to it.

A text is made in any length: what is said once, and what is said again and again.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import get_args

from msgspec.json import encode
from msgspec.structs import replace

from memory_md.base.errors import MemError
from memory_md.base.identity import entry_id
from memory_md.base.path_match import glob_matcher
from memory_md.base.settings import Extract, Settings
from memory_md.base.token_estimate import estimate_tokens
from memory_md.callgraph.readers import source_file
from memory_md.check.actions import checked_files, files_of_diff
from memory_md.check.rules import forbidden_by, homes_of, uses
from memory_md.dedup.index import Index, relation
from memory_md.diary.text import diary_index, entry_file
from memory_md.diary.text.allowed_files import allowed_files
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.files import undo_log
from memory_md.llm.model import ModelError
from memory_md.llm.text.answer import read_answer
from memory_md.markdown.bullets import outline
from memory_md.markdown.table_rows import is_delimiter
from memory_md.memory.actions.undo import undo
from memory_md.memory.model.command_call import Command
from memory_md.memory.model.entry import Anchor, Archived, Entry
from memory_md.memory.model.evidence import Evidence
from memory_md.memory.rules.stated_values import stated_values
from memory_md.memory.text import archive, evidence
from memory_md.memory.text.learnings import parse
from memory_md.merge.text.merge_files import Kind, merge_texts
from memory_md.recall.actions.context import context
from memory_md.review.actions.page import page_of
from memory_md.safety.instructions.orders import instructs_reader
from memory_md.safety.printable_text import may_hold_secret
from memory_md.safety.sanitize import clean_line
from memory_md.safety.secrets.redact import redact
from memory_md.sessions.chunking import chunks, sentences
from memory_md.sessions.disk.index import tokens
from memory_md.symbols.definitions import SourceSymbols
from memory_md.terms.ranking import search, snippet, word_offset
from memory_md.transcripts.detect import open_source
from memory_md.transcripts.model.events import Prose
from memory_md.transcripts.text.injected import shown_forms, strip_injected

from ._places import NOON, place

AT = "2026-02-02T12:00:00.000Z"
Text = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Work:
    """A function of a text, the characters of the shortest text, and how a text is made."""

    name: str
    run: Callable[[str], object]
    size: int
    texts: Mapping[str, Text]


def many(piece: str, before: str = "", after: str = "") -> Text:
    """So many characters of a piece, between two others."""
    return lambda size: before + piece * (size // len(piece)) + after


def _pieces(*pieces: str) -> dict[str, Text]:
    return {repr(piece): many(piece) for piece in pieces}


def _numbered(line: str) -> Text:
    return lambda size: "".join(line.format(number) for number in range(size // len(line)))


# -- what is run -------------------------------------------------------------------------------


def _extracted(text: str) -> object:
    return read_events([Prose(1, text, exact_lines=True)])


def _transcript(format_name: str) -> Callable[[str], object]:
    def run(text: str) -> None:
        with suppress(MemError):
            for event in open_source(
                "-", format=format_name, stdin=io.BytesIO(text.encode())
            ).events:
                repr(event)

    return run


def _cursor(text: str) -> None:
    record = {"role": "user", "message": {"content": f"<user_query>{text}</user_query>"}}
    _transcript("cursor")(json.dumps(record) + "\n")


def _answer(text: str) -> None:
    with suppress(ModelError):
        read_answer(text, Extract())


def _compared(text: str) -> None:
    Index().compare("note", text)
    relation("note", text, "note", text + " not")
    relation("note", text, "note", text[1 : len(text) // 2])


def _stated(text: str) -> None:
    stated_values(Entry("k3v9q2xa", "gotcha", f"{text} of 1"))


def _ranked(text: str) -> None:
    for one in search("kayak a.b 缓存", [text, "other"], passages=3):
        if one.place == 0:
            snippet(text, word_offset(text, one.passages[0][0]))


def _queried(text: str) -> None:
    search(text, ["a kayak", "other"], passages=3)


def _diary_index(text: str) -> None:
    head = "| Date | ID | Summary | Files | Added | Removed | Status |\n|-|-|-|-|-|-|-|\n"
    index = diary_index.parse(head + text + "\n")
    diary_index.resolve_rows(index, index.rows)


def _injected(text: str) -> None:
    strip_injected(text)
    shown_forms(text)


def _merge(kind: Kind) -> Callable[[str], object]:
    """Each side has all lines but some that the other has."""

    def run(text: str) -> None:
        lines = text.splitlines(keepends=True)
        ours, theirs = ("".join(lines[at::3] + lines[at + 1 :: 3]) for at in (0, 1))
        merge_texts(kind, (text, ours, theirs), Settings(), lambda *_: "")

    return run


def _source(path: str) -> Callable[[str], object]:
    return lambda text: source_file.read(path, text.encode())


def _symbols(text: str) -> None:
    symbols = SourceSymbols("a.js", text.encode())
    for name in [*(symbols.defined or ())][:1]:
        symbols.hash_of(name)
    symbols.like("")


def _entries(text: str, kind: str, more: str = "") -> str:
    """An entry for each line, in the new format."""
    lines = []
    for line in dict.fromkeys(filter(None, text.split("\n"))):
        id_ = entry_id(kind, line.strip())
        lines.append(f"- [2026-02-02] {kind.title()}: {line} <!-- mem:{id_}{more} -->\n")
    return "".join(lines)


def _evidence(text: str) -> bytes:
    """A line of evidence for each line of a text, as of an entry that says it."""
    lines = (
        Evidence(entry_id("gotcha", line.strip()), AT, f"t{n}", "said", "agent", quote=line)
        for n, line in enumerate(text.split("\n"))
    )
    return b"".join(encode(line) + b"\n" for line in lines)


def _ruled(text: str) -> None:
    """Each part of the text is what a rule says of a name, and all of it is a rule too."""
    parts = (text[at : at + 900] for at in range(0, len(text), 900))
    for said in (text, *(f"Never use {part}" for part in parts)):
        rule = Entry("k3v9q2xa", "convention", said)
        homes_of(rule)
        for one in forbidden_by(rule)[:9]:
            uses(one, said[:1000], "a.py")


def _checked(text: str) -> None:
    """Each line is a rule, and a file that the change adds."""
    repo = place({"learnings.md": _entries(text, "convention").encode()}).memory()
    change = "".join(
        f"diff --git a/src/a{n}.py b/src/a{n}.py\n+++ b/src/a{n}.py\n@@ -0,0 +1 @@\n+x = f{n}()\n"
        for n in range(text.count("\n"))
    )
    checked_files(repo, repo.snapshot(), [*files_of_diff(change)])


def _checked_code(text: str) -> None:
    """Each line is code that an entry names, all of it in one file, which the change touches."""
    names = [line.partition("(")[0] for line in text.split("\n") if line]
    said = [f"The part {name} is slow" for name in names]
    lines = (
        Evidence(
            entry_id("gotcha", one),
            AT,
            "t",
            "said",
            "agent",
            anchors=(Anchor("a.py", name, "k3v9q2xa"),),
        )
        for one, name in zip(said, names, strict=True)
    )
    files = {
        "learnings.md": _entries("\n".join(said), "gotcha").encode(),
        ".mem/evidence.jsonl": b"".join(encode(line) + b"\n" for line in lines),
        "a.py": "".join(f"def {name}():\n    pass\n\n\n" for name in names).encode(),
    }
    repo = place(files).memory()
    change = "diff --git a/a.py b/a.py\n+++ b/a.py\n@@ -0,0 +1 @@\n+x\n"
    checked_files(repo, repo.snapshot(), [*files_of_diff(change)])


def _paged(text: str) -> None:
    """Each line is an entry, and was one."""
    files = {
        "learnings.md": _entries(text, "gotcha").encode(),
        ".mem/archive.md": _entries(text, "issue", " archived=2026-02-02 reason=removed").encode(),
        ".mem/evidence.jsonl": _evidence(text),
    }
    here = place(files)
    page_of(here, here.memory())


def _merged_into_one(text: str) -> None:
    """Each line is an entry that was merged into one, which all of the evidence speaks for."""
    kept = entry_id("gotcha", "The one")
    files = {
        "learnings.md": _entries("The one", "gotcha").encode(),
        ".mem/archive.md": _entries(
            text, "gotcha", f" archived=2026-02-02 reason=merged note=into%20{kept}"
        ).encode(),
        ".mem/evidence.jsonl": _evidence(text),
    }
    place(files).memory().snapshot()


def _archived(text: str) -> None:
    """All that stands in one file moves to the archive, which says something else of it."""
    leaving = parse(_entries(text, "gotcha"), "l")
    known = _entries(text, "gotcha", " archived=2026-02-02 reason=removed")
    for archive_text in (known, known.replace("Gotcha: ", "Gotcha: not ")):
        pairs = [
            (placed, replace(placed.entry, archived=Archived("removed", NOON.date())))
            for placed in leaving.entries
        ]
        with suppress(MemError):
            archive.with_moved(parse(archive_text, "a"), leaving, pairs, "a")
    parse(text, "a")
    archive.purge_marks(text)


def _layered(text: str) -> None:
    """Each line is an entry of a package, of its repository, and was one there."""
    files = {
        "p/learnings.md": _entries(text, "gotcha").encode(),
        "learnings.md": _entries(text, "gotcha").encode(),
        ".mem/archive.md": _entries(text, "gotcha", " archived=2026-02-02 reason=removed").encode(),
    }
    context(replace(place(files, below="p"), root=None, layered=True))


def _read_evidence(text: str) -> None:
    """The text as it is, and as the quotes of one entry."""
    lines = [line for line in text.split("\n") if line] or [text]
    own = b"".join(
        encode(Evidence("k3v9q2xa", AT, f"t{n}", "said", "agent", quote=line)) + b"\n"
        for n, line in enumerate(lines)
    )
    for data in (text.encode(), own):
        known = evidence.parse(data)
        more, _ = evidence.with_lines(known, [Evidence("k3v9q2xa", AT, "t", "said", "agent")], 12)
        evidence.erased(more, ["p0d7w1bz"], ["is it so"])
        evidence.merged([data.decode()] * 3)


def _undone(text: str) -> None:
    """A change of each second line, or its end, is taken back where somebody added a line."""
    lines = text.split("\n")
    for each in ("x{}", None):
        after = [line if n % 2 else each.format(n) for n, line in enumerate(lines) if n % 2 or each]
        here = place({".mem/local/a": b""})
        layout = here.memory().layout
        written = layout.root / "learnings.md"
        with (
            undo_log.recording(layout, Command("test")),
            undo_log.change(written, text.encode(), "\n".join(after).encode()),
        ):
            written.write_text("\n".join(["# Head", *after]), encoding="utf-8")
        undo(here, dry_run=True)


# -- what it is run on -------------------------------------------------------------------------

_PEM = "RSA PRIVATE KEY-----"
_ROW = "| 2026-01-01 | A-1 | x | "
_AIDER = "# aider chat started at 1\n#### a  \n"
_EXPORT = "<!-- Generated by SpecStory -->\n_**Agent**_\n"
_ITEM = json.dumps({"category": "gotcha", "content": "the tests need redis"})

PROSE = {
    "one line": many("The `x` returns null, but not y. "),
    "brackets": many("[", "", "\n((("),
    "spaces": many(" ", "x", "y"),
    "lines of spaces": many("x" + " " * 1_900 + "y\n"),
    "ticks": many("`a" * 900 + "\n"),
    "stars": many("**a " * 400 + "\n"),
    "labels": many("Gotcha: " * 240 + "\n"),
    "headings": _numbered("# h{}\n"),
    "a long label": many("It is so here.\n", "Gotcha: the tests need it here.\n"),
    "many labels": many("Gotcha: the tests need it here.\n" + "It is so here\n" * 20 + "\n"),
    "a long paragraph": many("The thing is that `x` does not work because\n"),
    "decisions against": _numbered("Decision: do not use `part_{0}` for queue {0}, use `b`.\n\n"),
    "denied causes": _numbered("It was not the part {0}; the root cause is that it is {0}.\n\n"),
    "given up": _numbered("scrap that: no part {0}. after all no longer part {0}\n\n"),
    "revisions": _numbered("Actually, the `part_{0}` returns bytes, not kilobytes, for {0}.\n\n"),
    "causes": _numbered("The crash of `w{0}` was caused by the w{0} cache, because it is old.\n\n"),
    "denials": _numbered("It was not the w{0} proxy.\n\n"),
    **_pieces("ing the a from 1 to ", "we decided to use a ", "a, by design, ", "x blocks y, "),
    **_pieces("no a in ", "is in a, not in ", "the a - b: ", "When `a`, ", "so the x, so the "),
    **_pieces("not rather than ", "→ a — ", "because [ must not "),
}
SECRETS = {
    **_pieces("a", "=", "-----BEGIN", f"-----BEGIN {_PEM}", "://", "://a:", "password=", "A_"),
    **_pieces("eyJaaaaaaaa.", "sk-a", "ghp_abcdefghijklm ", "1:", "M.", "curl ", "mysql -p "),
    **_pieces("password for a ", "token='", "token ", "sess", "authorization: ", "pass", "--a"),
    "bodies": many(f"-----BEGIN {_PEM} " + "a" * 2_000),
    "a long url": many("a", "://"),
    "jwt": many("a", "eyJ"),
    "dashes": many("-", "key "),
    "a late key": many("x-", "", "key"),
    "a late flag": many("--a", "", "password"),
}
MARKDOWN = {
    "brackets": many("[", "- "),
    "quotes": many("> "),
    "quotes in an item": many("> ", "- "),
    "items in items": many("- ", "", "x"),
    "items and blanks": lambda n: "- " * n + "x" + "\n" * n,
    "numbers": lambda n: "1. " * n + "x\n" + "   x\n" * (n // 4),
    "open code": many("` ", "- "),
    "ticks": many("`", "", "a`"),
    "spaces": many(" ", "- a", "b"),
    "spaces first": many(" ", "", "b"),
    "tabs": many("\t", "- a"),
    "a heading": lambda n: "# a" + " " * n + "b" + " #" * n,
    "wide items": many("-  ", "", "x"),
    "attributes": many("b=c ", "<a ", "<"),
    "a tag of spaces": many(" ", "<a", "!"),
    "open values": many(' b="', "<a"),
    "conflicts": many("<<<<<<< a\n"),
    "front matter": many("a\n", "---\n"),
    "underlined": many("a\n===\n"),
    "a long item": many("b\n", "- a\n"),
    "comments": many("<!-- "),
}
LEARNINGS = {
    "a long target": many("a", "- [x]("),
    "open links": many("[x](", "- "),
    "brackets": lambda n: "- " + "[" * n + "]" * n,
    "comments in code": many("`<!-- mem:", "- "),
    "backslashes": many("\\", "- ", "<!-- mem:`"),
    "code": many("` a ", "- ", "<!-- mem:aaaaaaaa -->"),
    "runs": lambda n: "- " + " ".join("`" * (i % 100) for i in range(n // 50)) + "<!-- mem:a -->",
    "a qualifier": many("a ", "- Decision ("),
    "emphasis": many("*_", "- ", "[x](y)"),
    "escapes": many("0", "- \x1b["),
    "many escapes": many("\x1b]", "- "),
    "spaces": many(" ", "- a", "b"),
    "keys": many("k ", "- a <!-- mem:aaaaaaaa ", "-->"),
    "tasks": many("t,", "- a <!-- mem:aaaaaaaa from=", " -->"),
    "entries": many("- a\n"),
    "entries with ids": _numbered("- Gotcha: number {} <!-- mem:aaaaaaaa seen=2 -->\n"),
    "fifty megabytes at scale": many("word and [another](x) `one` ", "- "),
}
SPECS = {
    "paths": many("`a.py`, ", "- "),
    "ticks": many("`", "- "),
    "runs of ticks": many("` `` ", "- "),
    "pipes": many("|"),
    "cells": many("x|", "| `a.py` "),
    "sets": many("{a,b}", "- ", ".py"),
    "open braces": many("{", "- ", ","),
    "parentheses": many("(", "- "),
    "links": many("[a](", "- "),
    "a deep path": many("a/", "- "),
    "stars": many("**"),
    "a heading of signs": many("_", "## ", "x"),
    "spaces": many(" ", "- ", "x"),
    "tabs in a comment": many("\t", "- `a.py`, do", "y"),
    "comments": many("<!-- "),
    "items": many("- a.py\n"),
    "a tree": many("├── a/\n", "```\n"),
    "folders": many("  - a/\n"),
    "headings": many("### x\n"),
}
DIARY_ROWS = {
    "pipes": many("|"),
    "cells": many("`a.py` | ", _ROW),
    "a long cell": many("y", _ROW, " | 0 | 0 | done |"),
    "ticks": many("`", _ROW, " | 0 | 0 | done |"),
    "links": many("[a](", _ROW, " | 0 | 0 | done |"),
    "sets": many("{a,b}", f"{_ROW} y | 0 | ", " | done |"),
    "a wide header": lambda n: "| " * n + "\n|" + "-|" * n,
    "rows": many(f"{_ROW} y | 0 | 0 | done |\n"),
}
DIARY_ENTRIES = {
    "a long line": many("x ", "## Problem\n"),
    "sets": many("{a,b}", "- Files: "),
    "bold": many("**a"),
    "items": many("- a\n", "## Problem\n"),
    "rows": many("| a.py | b |\n", "| File | x |\n|--|--|\n"),
    "ticks": many("`"),
    "colons": many("a:"),
}
INJECTED = {
    "json": many('{"version": 1, "text": "## Workspace Learnings'),
    "nested": many('{"version": 1, "entries": [{"id": "k3v9q2xa", "x": '),
    "tags": many('<memory version="1">'),
    "comments": many("- <!-- mem:"),
    "quotes": many("> ", "", "<!-- mem:k3v9q2xa -->"),
    "blanks": many(" \t", "- x", "y <!-- mem:k3v9q2xa -->"),
    "table": many("k3v9q2xa\t0.50\t"),
}
CONVERSATIONS = {
    "prompts": many("\n#### b  \n", _AIDER),
    "one prompt": many("#### b  \n", _AIDER),
    "brackets on a line": many("[", f"{_AIDER}\n"),
    "thoughts that go on": many("x\n", f"{_AIDER}\n► **THINKING**\n"),
    "open thoughts": many("<think>\n", _EXPORT),
    "open tools": many("<tool-use>\n", _EXPORT),
    "ticks": many("`", f'{_EXPORT}<tool-use data-tool-type="bash">'),
    "fences": many("```\n", _EXPORT),
    "headers on a line": many("_**Agent (", _EXPORT),
    "comments on a line": many("<!-- Session ", _EXPORT),
    "long sessions": many("\n#### Go on.  \n\n_**User**_\n\nGo on.\n\nIt drifts ✓.\n", _EXPORT),
    "open tags": many("<system-reminder>"),
    "half closed tags": many("<system-reminder></system-reminder"),
    "our headings": many("## Known Relationships\n"),
    "spaces": many(" ", "", "x"),
    "front matter": many("key-decisions:\n", "---\n", "---\n"),
    "broken front matter": many("- a: b: c\n", "---\ndecisions:\n", "---\n"),
    "nested front matter": many("[", "---\ndecisions: ", "\n---\nBody"),
    "a flow list": many("a,", "---\ndecisions: [", "]\n---\n"),
    "dots": many(".", "---\nkey-files:\n  created:\n  - ", "()\n---\n"),
    "continued": many("  y\n", "---\na: [\nd:\n- x\n", "---\n"),
    "braces": many("{"),
    "nested objects": many('{"a":'),
    "one long string": many("x", '[{"role": "user", "content": "'),
    "lists in lists": lambda n: '{"history": [' * (n // 99) + "]}" * (n // 99),
}
QUERIES = {
    "opening": many("<a>"),
    "nested": lambda n: "\n<a>" * (n // 9) + "\n</a>" * (n // 9),
    "in prose": many("x<a></a>"),
    "in a row": many("<a></a>"),
    "all different": _numbered("<a{}>\n"),
    "one that never ends": many("x", "<a "),
}
LINES = {
    **_pieces("a", "word ", "we go, ", "`", "a.", "a-", "缓存", "1,", "1-", "not ", "un"),
    "spaces": many(" ", "", "x"),
}
RANKED = {
    **_pieces("kayak ", "b", "Ann:", "- [", "缓存", "a."),
    "white space": many(" \n", "", "kayak"),
}
SPOKEN = {
    **_pieces("```\n", "~~~", "\n", " \n", "\n\t", ". ", "。", "<private>", "password: x1y2z3\n\n"),
    "an open fence": many("x\n", "```\n"),
    "spaces": many(" ", "a.", "b"),
}
MERGED = {
    **_pieces("\n", "- a\n", "- a\n\n", "# a\n", "{}\n"),
    "rows": many(f"{_ROW} y | 0 | 0 | done |\n"),
    "other lines": _numbered("- {}\n"),
}
PIECES_OF_TOKENS = ("a", "aB", " ", "\n", "\t ", "-", "#!", "1", "é", "я", "漢", "😀")
ORDERS = {
    **_pieces("ignore all ", "a ", "<", "you are ", "i.", "`", "never tell ", "before answering "),
    **_pieces("send .env ", "always run ", "human: ", "aWdub3Jl", "&#105;", "ignore the user"),
    **_pieces(". ", "#", "- ", "you "),
}
MARKS = ("<", "[", "](", "<!--", "-->", "`", "# ", "- ", "\x1b]", "[a](javascript:", "‹", "mem:")
PASSWORDS = ("a", "-p", "pass ", "key:", "aB_", "://a@", "1a.", "token-", " -", "password is")
ANSWERS = {
    "depth": many("["),
    "depth of objects": many('[{"content":'),
    "openings": many("[{"),
    "quotes in a string that never ends": many('\\"', '"'),
    "a huge number": many("9", '[{"category": "gotcha", "content": ', "}]"),
    "items": lambda n: "[" + ",".join([_ITEM] * (n // len(_ITEM))) + "]",
}
DELIMITERS = {
    "blanks behind a dash": many(" ", "|---|-", "|--x"),
    "blanks before all": many("\t", "", "|---|--/y"),
    "columns": many("|-", "", "x"),
    "dashes": many("-", "|", "x"),
}
GLOBS = {
    "many stars": "src/" + "*a" * 12 + "b.py",
    "many folders": "**/a/" * 12 + "y.py",
    "many double stars": "**a" * 12 + "b",
    "both": "**/*a*a" * 9 + "b",
}
SOURCES = {
    "calls": _numbered("def f{0}():\n    return f{0}(f{0}())\n\n"),
    "brackets": many("(", "x = "),
    "a chain": many(".a()", "x = a"),
}
ONE_LINE = {
    "functions": _numbered("function f{0}(a){{return a+{0}}};"),
    "one name again": many('"version":1,', "x={", "}"),
}

CHECKED = {
    "rules": _numbered("Never use `f{}()` anywhere\n"),
    "names of files": _numbered("The part in src/a{}.py is slow\n"),
    "where rules hold": _numbered("Scope: src/a{0}.py. Never use `f{0}()` anywhere\n"),
}
RULES = {
    **_pieces(
        "(", "( not", "\t", "never use a.", "never use `a`, ", "avoid `", "a@/", "can ", "no "
    ),
    **_pieces("instead of a or ", "use a, not ", "don't use the ", "a_", '\\"', "Never use `a`. "),
}
DIFFS = {
    "files": many("diff --git a/x b/x\n+++ b/x\n@@ -1 +1 @@\n+y\n"),
    "hunks": many("@@ -1 +1 @@\n+y\n", "diff --git a/x b/x\n+++ b/x\n"),
    "lines": many("+y\n-y\n", "diff --git a/x b/x\n+++ b/x\n@@ -1 +1 @@\n"),
    "names": many("+++ b/x\n", "diff --git a/x b/x\n"),
    "numbers": many("1", "diff --git a/x b/x\n@@ -", " +1 @@\n"),
}
ENTRIES = {
    "entries": _numbered("The part {} of `src/a{}.py` needs 1{} of 2\n".replace("{}", "{0}")),
    "alike": _numbered("The part is slow, and slow again, for the {}\n"),
}
VALUES = {
    **_pieces(
        "_", "a_", "$", "aB", "a.b.", "A", "1", "1,111", "1_", "`a`=", "`a ", "a=", "是", "a ="
    ),
    **_pieces("port ", "react 1.", "react >=", "@a/", "http://a ", "is now ", "a_b is now ", ":="),
}
ARCHIVED = {
    **ENTRIES,
    "marks": many("<!-- mem-purged:0123456789ab -->\n"),
    "open marks": many("<!-- mem-purged:"),
}
EVIDENCE = {
    "quotes": _numbered("The part {} is slow\n"),
    "marks of a merge": many("<<<<<<< a\n"),
    "depth": many("[", '{"id":"k3v9q2xa","x":'),
    "one entry": many('{"id":"k3v9q2xa","at":"2026-02-02T12:00:00Z"}\n'),
    "half lines": many('{"id":"k3v9q2xa",'),
}
UNDONE = {
    "lines": _numbered("- The part {} is slow\n"),
    "the same line": many("- a\n"),
    "two lines": many("- a\n\n"),
}

WORKS = (
    Work("check", _checked, 8_000, CHECKED),
    Work("check-rules", _ruled, 4_000, RULES),
    Work("check-code", _checked_code, 4_000, {"functions": _numbered("f{}()\n")}),
    Work("diff", lambda text: [*files_of_diff(text)], 60_000, DIFFS),
    Work("page", _paged, 8_000, ENTRIES),
    Work("page-merged", _merged_into_one, 20_000, ENTRIES),
    Work("archive", _archived, 10_000, ARCHIVED),
    Work("layers", _layered, 8_000, ENTRIES),
    Work("evidence", _read_evidence, 30_000, EVIDENCE),
    Work("undo", _undone, 8_000, UNDONE),
    Work("extract", _extracted, 12_000, PROSE),
    Work("redact", redact, 60_000, SECRETS),
    Work("may-hold-secret", may_hold_secret, 50_000, _pieces(*PASSWORDS)),
    Work("outline", outline, 8_000, MARKDOWN),
    Work("delimiter", is_delimiter, 100_000, DELIMITERS),
    Work("learnings", lambda text: parse(text, "x.md"), 8_000, LEARNINGS),
    Work("spec", lambda text: allowed_files(f"## Allowed Files\n{text}\n"), 20_000, SPECS),
    Work("diary-index", _diary_index, 40_000, DIARY_ROWS),
    Work("diary-entry", entry_file.parse, 20_000, DIARY_ENTRIES),
    Work("injected", _injected, 60_000, INJECTED),
    *(
        Work(f"transcript-{name}", _transcript(name), 30_000, CONVERSATIONS)
        for name in ("auto", "text", "summary")
    ),
    Work("cursor-query", _cursor, 30_000, QUERIES),
    Work("dedup", _compared, 60_000, LINES),
    Work("stated-values", _stated, 4_000, VALUES),
    Work("passages", chunks, 30_000, SPOKEN),
    Work("sentences", sentences, 30_000, SPOKEN),
    Work("index-tokens", lambda text: tokens(text, (text,)), 30_000, LINES),
    Work("ranking", _ranked, 60_000, RANKED),
    Work("query", _queried, 30_000, RANKED),
    Work("tokens", estimate_tokens, 60_000, _pieces(*PIECES_OF_TOKENS)),
    Work("orders", instructs_reader, 10_000, ORDERS),
    Work("clean-line", clean_line, 30_000, _pieces(*MARKS)),
    Work("model-answer", _answer, 20_000, ANSWERS),
    *(
        Work(f"glob-{name}", glob_matcher(pattern, anywhere=True), 400, _pieces("a", "a/", "a/aa"))
        for name, pattern in GLOBS.items()
    ),
    Work("python-source", _source("a.py"), 10_000, SOURCES),
    Work("symbols", _symbols, 40_000, ONE_LINE),
    *(Work(f"merge-{kind}", _merge(kind), 8_000, MERGED) for kind in get_args(Kind)),
)
