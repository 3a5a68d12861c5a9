"""Bullets are read as entries: first what is none, or not what it seems, then what is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.identity import entry_id
from memory_md.memory.model.entry import KINDS, Entry, as_written
from memory_md.memory.rules.confidence import first_format
from memory_md.memory.text.learnings import (
    parse,
    render_line,
    split_headline,
)

from ..rows import check_rows
from .documents import MANY, SOUPS, corpus, decode

DAY = date(2026, 2, 2)

NO_ENTRY = [
    pytest.param("- [ ] task", id="open task"),
    pytest.param("- [x] task", id="done task"),
    pytest.param("- [X]", id="done task without words"),
    pytest.param("- [topic](topic.md)", id="only a link"),
    pytest.param("- **[topic](topic.md)**", id="only a bold link"),
    pytest.param("- [topic](a_(b).md).", id="only a link with parentheses"),
    pytest.param("- ![shot](shot.png)", id="only an image"),
    pytest.param("- [topic][ref]", id="only a reference"),
    pytest.param("- [[wiki page]]", id="only a wiki link"),
    pytest.param("- https://example.org/a", id="only an address"),
    pytest.param("- <https://example.org/a>", id="only an address in brackets"),
    pytest.param("- [topic](topic.md) — what it is about", id="line of an index"),
    pytest.param("-", id="empty"),
    pytest.param("- <!-- a remark -->", id="only a comment"),
    pytest.param("- <!-- mem:aaaaaaaa -->", id="nothing but our comment"),
    pytest.param("- [2026-02-02]", id="nothing but a date"),
    pytest.param("- " + "x" * 70_000, id="longer than a person reads"),
    pytest.param("```\n- [2026-02-02] Fixed: x <!-- mem:aaaaaaaa -->\n```", id="in a fence"),
    pytest.param("<!--\n- [2026-02-02] Fixed: x <!-- mem:aaaaaaaa -->", id="in a comment"),
    pytest.param("1. [ ] t", id="numbered task"),
    pytest.param("1. [x](y)", id="numbered link"),
]


@check_rows("text", NO_ENTRY)
def test_this_is_no_entry(text: str) -> None:
    document = parse(text, "x.md")
    assert (document.entries, document.findings) == ((), ())


TEXT = [
    pytest.param("Rule: x", (None, "note", "", "Rule: x"), id="unknown label"),
    pytest.param("Decision", (None, "note", "", "Decision"), id="label without colon"),
    pytest.param("Decision:x", (None, "note", "", "Decision:x"), id="no space after the colon"),
    pytest.param("Decision: ", (None, "note", "", "Decision: "), id="label without text"),
    pytest.param("Decisions: x", (None, "note", "", "Decisions: x"), id="another word"),
    pytest.param("Decision (): x", (None, "note", "", "Decision (): x"), id="empty qualifier"),
    pytest.param("Risk ((a)): x", (None, "note", "", "Risk ((a)): x"), id="nested qualifier"),
    pytest.param("[2026-02-30] x", (None, "note", "", "[2026-02-30] x"), id="no such day"),
    pytest.param("[2026-2-2] x", (None, "note", "", "[2026-2-2] x"), id="short date"),
    pytest.param("[٢٠٢٦-٠٢-٠٢] x", (None, "note", "", "[٢٠٢٦-٠٢-٠٢] x"), id="other digits"),
    pytest.param(
        "[2026-02-02]x", (None, "note", "", "[2026-02-02]x"), id="no space after the date"
    ),
    pytest.param("x [2026-02-02]", (None, "note", "", "x [2026-02-02]"), id="date behind"),
    pytest.param(
        "[2026-02-30] Fixed: x", (None, "note", "", "[2026-02-30] Fixed: x"), id="bad day, label"
    ),
    pytest.param("**2026-02-02** — x", (None, "note", "", "**2026-02-02** — x"), id="bold date"),
    pytest.param(
        "Issue (" + "q" * 81 + "): x",
        (None, "note", "", "Issue (" + "q" * 81 + "): x"),
        id="long qualifier",
    ),
]
READ = [
    pytest.param("[2026-02-02] x", (DAY, "note", "", "x"), id="date"),
    pytest.param("Decision (high): x", (None, "decision", "high", "x"), id="label and qualifier"),
    pytest.param("RISK(a b) : x", (None, "note", "", "RISK(a b) : x"), id="space before the colon"),
    pytest.param("RISK(a b): x", (None, "risk", "a b", "x"), id="capitals, no space"),
    pytest.param("modified FILES: a, b", (None, "modified_files", "", "a, b"), id="two words"),
    pytest.param("[2026-02-02] Fixed: Fixed: x", (DAY, "fixed", "", "Fixed: x"), id="label twice"),
    *(
        pytest.param(f"{kind.label.upper()}: x", (None, kind.name, "", "x"), id=kind.label)
        for kind in KINDS.values()
        if kind.label
    ),
]


@check_rows(("words", "wanted"), TEXT + READ)
def test_a_line_is_split(words: str, wanted: tuple[date | None, str, str, str]) -> None:
    assert split_headline(words) == wanted


OWN = entry_id("fixed", "x")

# text → kind, text, confidence, manual, has an ID of its own in a comment
WHOSE = [
    pytest.param("- x", ("note", "x", 1.0, True, ""), id="a person's"),
    pytest.param("- [2026-02-02] x", ("note", "x", 1.0, True, ""), id="date alone is a person's"),
    pytest.param("- Fixed: x", ("fixed", "x", 1.0, True, ""), id="label alone is a person's"),
    pytest.param("- [2026-02-02] Fixed: x", ("fixed", "x", 1.0, True, ""), id="date and label too"),
    pytest.param("2. Fixed: x", ("fixed", "x", 1.0, True, ""), id="numbered"),
    pytest.param(
        f"1) Fixed: x <!-- mem:{OWN} -->", ("fixed", "x", 0.5, False, OWN), id=") and ours"
    ),
    pytest.param(f"- Fixed: x <!-- mem:{OWN} -->", ("fixed", "x", 0.5, False, OWN), id="ours"),
    pytest.param(
        f"- Fixed: X. <!-- mem:{OWN} -->", ("fixed", "X.", 0.5, False, OWN), id="same form"
    ),
    pytest.param(
        f"- Fixed: x <!-- mem:{OWN} conf=0.7 -->", ("fixed", "x", 0.7, False, OWN), id="surer"
    ),
    pytest.param(
        f"- Fixed: x <!-- mem:{OWN} manual -->", ("fixed", "x", 1.0, True, OWN), id="confirmed"
    ),
    pytest.param(
        f"- Fixed: x <!-- mem:{OWN} conf=0.7 manual -->", ("fixed", "x", 0.7, True, OWN), id="set"
    ),
    pytest.param(
        f"- Fixed: y <!-- mem:{OWN} conf=0.7 -->", ("fixed", "y", 1.0, True, OWN), id="edited"
    ),
    pytest.param(f"- Issue: x <!-- mem:{OWN} -->", ("issue", "x", 1.0, True, OWN), id="relabelled"),
    pytest.param(
        f"- Fixed: x <!-- mem:{OWN} --> y", ("fixed", "x y", 1.0, True, OWN), id="words behind"
    ),
    pytest.param(
        f"- Fixed:\n  x\n  <!-- mem:{OWN} -->", ("fixed", "x", 0.5, False, OWN), id="wrapped"
    ),
    pytest.param(f"- Fixed: x <!--mem:{OWN}-->", ("fixed", "x", 0.5, False, OWN), id="no spaces"),
    pytest.param(
        f"- Fixed: x <!-- mem:{OWN}\n  pin -->",
        ("fixed", "x", 0.5, False, OWN),
        id="wrapped comment",
    ),
    pytest.param(
        f"- a `<!-- mem:{OWN} -->`", ("note", f"a `<!-- mem:{OWN} -->`", 1.0, True, ""), id="code"
    ),
    pytest.param(
        "- a <!-- note -->", ("note", "a <!-- note -->", 1.0, True, ""), id="another comment"
    ),
    pytest.param(
        "- [-] dropped", ("note", "[-] dropped", 1.0, True, ""), id="no task of Markdown's"
    ),
    pytest.param(
        "- See [a](a.md)", ("note", "See [a](a.md)", 1.0, True, ""), id="words and a link"
    ),
    pytest.param("- a\n  - b\n\n  c", ("note", "a - b c", 1.0, True, ""), id="with all its lines"),
]


@check_rows(("text", "wanted"), WHOSE)
def test_whose_an_entry_is(text: str, wanted: tuple[str, str, float, bool, str]) -> None:
    (placed,) = parse(text, "x.md").entries
    entry = placed.entry
    own = "" if placed.bare else entry.id
    assert (entry.kind, entry.text, entry.confidence, entry.manual, own) == wanted


def test_an_entry_without_id_gets_the_one_it_would_have() -> None:
    (placed,) = parse("- [2026-02-02] Fixed: x", "x.md").entries
    assert (placed.entry.id, placed.entry.last, placed.entry.seen) == (OWN, DAY, 1)


FAULTS = [
    pytest.param("<!-- mem: -->", "is not an ID", id="no ID"),
    pytest.param("<!-- mem:short -->", "'short' is not an ID", id="short ID"),
    pytest.param("<!-- mem:ABCDEFGH -->", "is not an ID", id="capitals"),
    pytest.param("<!-- mem:aaaaaaaa conf=2 -->", "conf=2", id="confidence over 1"),
    pytest.param("<!-- mem:aaaaaaaa conf=nan -->", "conf=nan", id="no number"),
    pytest.param("<!-- mem:aaaaaaaa conf=-0.1 -->", "conf=-0.1", id="negative"),
    pytest.param("<!-- mem:aaaaaaaa conf=1e-1 -->", "conf=1e-1", id="exponent"),
    pytest.param("<!-- mem:aaaaaaaa conf -->", "conf=", id="no value"),
    pytest.param("<!-- mem:aaaaaaaa seen=0 -->", "seen=0", id="seen never"),
    pytest.param("<!-- mem:aaaaaaaa seen=٣ -->", "seen=٣", id="other digits"),
    pytest.param("<!-- mem:aaaaaaaa last=today -->", "today", id="no date"),
    pytest.param("<!-- mem:aaaaaaaa last=20260202 -->", "20260202", id="another form of date"),
    pytest.param("<!-- mem:aaaaaaaa by=me -->", "by=me", id="by no ID"),
    pytest.param("<!-- mem:aaaaaaaa from=%FF -->", "utf-8", id="a task that is not UTF-8"),
    pytest.param("<!-- mem:aaaaaaaa pin pin -->", "pin stands twice", id="key twice"),
    pytest.param("<!-- mem:aaaaaaaa =x -->", "is not key=value", id="no key"),
    pytest.param("<!-- mem:aaaaaaaa archived=2026-02-02 reason=x -->", "reason=x", id="reason"),
    pytest.param("<!-- mem:aaaaaaaa", "not closed", id="not closed"),
    pytest.param("<!-- mem:aaaaaaaa --> <!-- mem:bbbbbbbb -->", "two comments", id="two"),
    pytest.param("caf\udce9 <!-- mem:aaaaaaaa -->", "not UTF-8", id="bytes of another encoding"),
]


@check_rows(("words", "reason"), FAULTS)
def test_what_cannot_be_read_is_named_with_its_line(words: str, reason: str) -> None:
    document = parse(f"- a\n\n- x {words}\n", "x.md")
    (finding,) = document.findings
    assert [placed.entry.text for placed in document.entries] == ["a"]
    assert (finding.code, finding.where) == ("malformed-entry", "x.md:3")
    assert reason in finding.message
    assert finding.hint


def test_a_second_line_with_one_id_is_named() -> None:
    document = parse("- a <!-- mem:aaaaaaaa -->\n- b\n- c <!-- mem:aaaaaaaa -->\n", "x.md")
    (finding,) = document.findings
    assert (finding.code, finding.line, "line 1" in finding.message) == ("duplicate-id", 3, True)
    assert document.by_id()["aaaaaaaa"].entry.text == "a"


def test_bare_repeats_are_no_fault() -> None:
    assert parse("- a\n- a\n", "x.md").findings == ()


def test_conflicts_are_named() -> None:
    document = parse("- a\n<<<<<<< o\n- b\n=======\n- b\n>>>>>>> t\n", "x.md")
    assert [(f.code, f.line) for f in document.findings] == [("conflict", 2)]
    assert [placed.entry.text for placed in document.entries] == ["a", "b", "b"]


# -- IDs -----------------------------------------------------------------------------------------

DIFFERENT = [
    pytest.param("use -v", "use -V", id="flag"),
    pytest.param("see README.md", "see readme.md", id="file"),
    pytest.param("use cache", "do not use cache", id="negation"),
    pytest.param("port 8080", "port 8081", id="number"),
    pytest.param("x-y", "xy", id="hyphen"),
    pytest.param("a b", "ab", id="space"),
    pytest.param("C++", "C", id="signs"),
]
SAME = [
    pytest.param("Use JWT", "use jwt", id="case of words"),
    pytest.param("use JWT", "use  JWT ", id="white space"),
    pytest.param("use `JWT`", "use JWT", id="backticks"),
    pytest.param("use **JWT**", "use JWT", id="bold"),
    pytest.param("use JWT", "use JWT.", id="full stop"),
    pytest.param("use JWT", "use\u00a0JWT…", id="no-break space, ellipsis"),
    pytest.param("Don't use it", "don't use it", id="apostrophe"),
    pytest.param("Read-only files", "read-only files", id="hyphen inside"),
    pytest.param("(Use it)", "(use it)", id="in parentheses"),
    pytest.param("Åäö först", "åäö FÖRST", id="Swedish"),
    pytest.param("ﬁle ｘ", "file x", id="compatibility characters"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_these_are_two_texts(one: str, other: str) -> None:
    assert entry_id("note", one) != entry_id("note", other)


@check_rows(("one", "other"), SAME)
def test_these_are_one_text(one: str, other: str) -> None:
    assert entry_id("note", one) == entry_id("note", other)


def test_another_kind_is_another_entry() -> None:
    assert len({entry_id(kind, "x") for kind in KINDS}) == len(KINDS)


# -- laws ----------------------------------------------------------------------------------------


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    assert parse(text, "x.md").text == text


@given(SOUPS)
def test_lines_and_spans_are_where_they_say(text: str) -> None:
    for placed in parse(text, "x.md").entries:
        assert placed.entry.text
        assert placed.bullet.content < placed.text_end <= placed.bullet.lead_end
        if placed.comment:
            start, end = placed.comment
            assert text[start:end].startswith("<!--")
            assert text[start:end].endswith("-->")


@check_rows("path", corpus(), ids=lambda path: path.stem)
def test_the_corpus_is_read(path: Path) -> None:
    document = parse(decode(path.read_bytes()), path.name)
    wanted = {"nothing-yet": (0, 0), "faults": (8, 7), "link-index": (1, 0), "invalid-utf8": (1, 2)}
    if path.stem in wanted:
        assert (len(document.entries), len(document.findings)) == wanted[path.stem]
    else:
        assert document.findings == ()
        assert document.entries or path.stem == "html-at-the-end"


def test_a_line_is_written_and_read_back() -> None:
    entry = Entry(
        OWN, "fixed", "x", "q", DAY, 0.662, 3, date(2026, 2, 9), ("a", "b"), "aaaaaaaa", True
    )
    line = render_line(entry)
    assert line == f"[2026-02-02] Fixed (q): x <!-- mem:{OWN} pin -->"
    (placed,) = parse(f"- {line}\n", "x.md").entries
    assert as_written(placed.entry) == as_written(entry)


def test_a_line_of_the_first_format_is_read() -> None:
    keys = "conf=0.662 seen=3 last=2026-02-09 from=a,b by=aaaaaaaa pin"
    (placed,) = parse(f"- [2026-02-02] Fixed (q): x <!-- mem:{OWN} {keys} -->\n", "x.md").entries
    assert placed.entry == Entry(
        OWN, "fixed", "x", "q", DAY, 0.662, 3, date(2026, 2, 9), ("a", "b"), "aaaaaaaa", True
    )
    assert placed.own_evidence == first_format(
        OWN, confidence=0.662, seen=3, tasks=("a", "b"), last=date(2026, 2, 9), by="aaaaaaaa"
    )
    assert placed.own_evidence.at == "2026-02-09T00:00:01Z"


# -- long ----------------------------------------------------------------------------------------

LONG: list[Callable[[int], str]] = [
    lambda n: "- [x](" + "a" * n,
    lambda n: "- [x](" * n,
    lambda n: "- " + "[" * n + "]" * n,
    lambda n: "- " + "`<!-- mem:" * (n // 8),
    lambda n: "- " + "\\" * n + "<!-- mem:`",
    lambda n: "- " + "` a " * (n // 4) + "<!-- mem:aaaaaaaa -->",
    lambda n: "- " + " ".join("`" * (i % 100) for i in range(n // 50)) + "<!-- mem:aaaaaaaa -->",
    lambda n: "- Decision (" + "a " * n,
    lambda n: "- " + "*_" * n + "[x](y)",
    lambda n: "- \x1b[" + "0" * n,
    lambda n: "- " + "\x1b]" * n,
    lambda n: "- a" + " " * n + "b",
    lambda n: "- a <!-- mem:aaaaaaaa " + "k " * (n // 2) + "-->",
    lambda n: "- a <!-- mem:aaaaaaaa from=" + "t," * (n // 2) + " -->",
    lambda n: "- a\n" * (n // 4),
]


@check_rows("make", LONG, ids=lambda make: repr(make(8))[:24])
def test_long_lines_are_read(make: Callable[[int], str]) -> None:
    text = make(3_000)
    assert parse(text, "a").text == text


PIECES = st.sampled_from(
    [
        *(
            "a",
            "Decision (high): ",
            "Fixed: ",
            "Risk: x",
            "[2026-02-02] ",
            "[2026-02-31] ",
            " ",
            "  ",
        ),
        *(
            "`",
            "``",
            "\\",
            "<",
            ">",
            "[x](y)",
            "https://example.org",
            "**",
            "ü",
            "\u3000",
            "\u2028",
        ),
        *("\t", "\x1b[31m", "\u202e", "\udc80", "-->", "<!--", "note", ".", "[ ] "),
        *(" <!-- mem:k3v9q2xa -->", " <!-- mem:k3v9q2xa conf=0.6 from=a,b -->", "\n", "\n  more"),
        *(" <!-- mem:K3V9Q2XA -->", " <!-- mem:k3v9q2xa conf=9 -->", " <!-- mem:k3v9q2xa  pin -->"),
        " <!-- mem:k3v9q2xa seen=3 last=2026-02-03 by=p0d7w1bz pin manual x=1 -->",
    ]
)


@MANY
@given(st.lists(PIECES, max_size=6).map("".join).filter(lambda text: "\n" not in text))
def test_a_line_as_mem_writes_it_is_read_as_any_other(text: str) -> None:
    as_written, as_edited = (
        f"- {text.lstrip()}\n",
        f"- {text.lstrip()}\n".replace(" <!--", "  <!--"),
    )
    read = [[placed.entry for placed in parse(t, "x").entries] for t in (as_written, as_edited)]
    assert read[0] == read[1]
