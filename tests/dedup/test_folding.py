"""What a person removed is known behind disguises; what differs in more than spelling is not it."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.base.identity import entry_id
from memory_md.dedup.folding import Rejected
from memory_md.memory.model.entry import Entry
from memory_md.memory.text.learnings import parse

from ..rows import check_rows

OTHER = [
    pytest.param("Retry 3 times before failing", "Retry 5 times before failing", id="number"),
    pytest.param("Listen on port 8080 only", "Listen on port 8088 only", id="digit in a number"),
    pytest.param("Allow 1 0 retries", "Allow 10 retries", id="digits closed up"),
    pytest.param("Pin version v1.2.3 of it", "Pin version v1.2.4 of it", id="version"),
    pytest.param("Edit src/parser.py by hand", "Edit src/parsed.py by hand", id="path"),
    pytest.param("Read settings.json first", "Read settings.jsonl first", id="file"),
    pytest.param("Call `fetchone` in loops", "Call `fetchony` in loops", id="name in a code span"),
    pytest.param("Call fetchone() in loops", "Call fetchony() in loops", id="call"),
    pytest.param("Set maxRetries early on", "Set maxRetrie early on", id="camelCase"),
    pytest.param("Set MAX_RETRIES early", "Set MAX_RETRIER early", id="constant"),
    pytest.param("Run it with -V first", "Run it with -v first", id="flag"),
    pytest.param("Push to main directly", "Do not push to main directly", id="negation"),
    pytest.param("You can push to main", "You can't push to main", id="can and can't"),
    pytest.param("Exports are synchronous", "Exports are asynchronous", id="a- as a prefix"),
    pytest.param("Links are typical here", "Links are atypical here", id="another a-"),
    pytest.param("Lint with eslint always", "Lint with tslint always", id="tool, first letter"),
    pytest.param("Remove hosts by name", "Remote hosts by name", id="remove and remote"),
    pytest.param("Insert rows in pairs", "Invert rows in pairs", id="insert and invert"),
    pytest.param("The intent is parsed", "The indent is parsed", id="indent and intent"),
    pytest.param("Build with nextjs here", "Build with nuxtjs here", id="nextjs and nuxtjs"),
    pytest.param("Use the cat cache", "Use the car cache", id="short word"),
    pytest.param("Encode the payload", "Decode the payload", id="two letters"),
    pytest.param(
        "Check importers weekly", "Check exporters weekly", id="two letters of a long word"
    ),
    pytest.param("Document teh importr", "Document the importer", id="two typos"),
    pytest.param("Use Redis for the cache", "Use Redis for the cache of users", id="more words"),
    pytest.param("Храни ключи в Vault", "Храни ключи в Redis", id="Cyrillic words"),
    pytest.param("Мир дому твоему", "Пир дому твоему", id="Cyrillic letters that differ"),
]
SAME = [
    pytest.param("Use JWT tokens for authentication", "Usе JWT tokens for authentication", id="е"),
    pytest.param("Use JWT tokens", "Uѕe ЈWТ tоkеns", id="Cyrillic"),
    pytest.param("Use JWT tokens", "Use JWT tοkens", id="Greek"),
    pytest.param("Use JWT tokens", "Use JWT t\u0585kens", id="Armenian"),
    pytest.param("Use JWT tokens", "Ｕｓｅ ＪＷＴ ｔｏｋｅｎｓ", id="full width"),
    pytest.param("Use JWT tokens", "𝐔𝐬𝐞 𝐉𝐖𝐓 𝐭𝐨𝐤𝐞𝐧𝐬", id="mathematical"),
    pytest.param("Read README.md first", "read readme.MD FIRST", id="case"),
    pytest.param("Use JWT tokens", "Use JW T to kens", id="spaces"),
    pytest.param("Use JWT tokens", "Use  J\u200bWT tok\u00adens\u2060", id="invisible"),
    pytest.param("Use JWT tokens", "Use JWT tok\ufe0fens", id="variation selector"),
    pytest.param("Use JWT tokens", "Use JWT tokesn", id="changed over"),
    pytest.param("Use JWT tokens", "Use JWT tokns.", id="a letter less"),
    pytest.param("Use JWT tokens", "Use JWT tokkens", id="a letter more"),
    pytest.param("Use JWT tokens", "Use JWT tokems", id="another letter"),
    pytest.param("Use JWT tokens", "Use JWT tоkems", id="a typo and another script"),
    pytest.param("Храни ключи в Vault", "ХРАНИ ключи в vault", id="Cyrillic case"),
]


def found(removed: str, said: str, kind: str = "convention") -> bool:
    entry = Entry(entry_id("decision", removed), "decision", removed)
    return Rejected([entry]).find(kind, said) is not None


@check_rows(("removed", "said"), OTHER)
def test_this_is_another_fact(removed: str, said: str) -> None:
    assert not found(removed, said)
    assert not found(said, removed)


@check_rows(("removed", "said"), SAME)
def test_this_is_what_was_removed(removed: str, said: str) -> None:
    assert found(removed, said)


def test_a_kind_that_cannot_state_the_same_is_another_fact() -> None:
    assert not found("Use JWT tokens", "Use JWT tokens", kind="modified_files")


def test_none_of_the_others_is_taken_for_every_tenth(realdata: Path) -> None:
    entries = [
        placed.entry
        for path in sorted((realdata / "learnings").rglob("*.md"))
        for placed in parse(path.read_text("utf-8"), path.name).entries
    ]
    assert len(entries) > 500
    for first in range(10):
        removed = entries[first::10]
        texts = {entry.text.casefold() for entry in removed}
        rejected = Rejected(removed)
        others = [e for e in entries if e.text.casefold() not in texts]
        assert [e.text for e in others if rejected.find(e.kind, e.text)] == []


@pytest.mark.parametrize("length", [1_000, 100_000])
def test_a_long_text_is_compared(length: int) -> None:
    text = "word " * (length // 5) + "tokens"
    assert found(text, text.replace("tokens", "tokesn"))
