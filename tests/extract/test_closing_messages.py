"""Closing messages as agents write them: what stands behind a label is kept whole, nothing else.

In `closing_messages.txt` each fact that has to be kept stands between « and »: a letter for its
kind first, `+` for a reason that is joined to the fact above, nothing for a sentence without a
label to close with. From the messages in `closing_nothing.txt` nothing is kept.
"""

from __future__ import annotations

import re
from pathlib import Path

from memory_md.base.settings import Extract
from memory_md.extract.model import Candidate
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows

_KINDS = {
    "d": "decision", "g": "gotcha", "c": "convention", "p": "preference", "f": "fixed",
    "r": "risk", "t": "pattern",
}  # fmt: skip
_FACT = re.compile(r"«(?:([a-z+])\|)?([^»]*)»")


def messages(name: str) -> dict[str, str]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    parts = re.split(r"^### ([a-z]+(?:-[a-z0-9]+)*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def facts(message: str) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for mark, text in _FACT.findall(message):
        if mark == "+":
            found[-1][1].append(" ".join(text.split()))
        else:
            found.append((_KINDS.get(mark, ""), [" ".join(text.split())]))
    return found


def read(message: str) -> list[Candidate]:
    return read_prose(Prose(1, message, exact_lines=True))


def is_told(kind: str, parts: list[str], found: Candidate) -> bool:
    if not kind:
        return found.text.casefold().endswith(parts[0].casefold())
    rest = found.text
    for part in parts:
        said = part if part is parts[-1] else part.rstrip(".")
        if not rest.startswith(said):
            return False
        rest = rest.removeprefix(said).lstrip(" —;.")
    return (kind, rest) == (found.kind, "")


MESSAGES = messages("closing_messages.txt")
NOTHING = messages("closing_nothing.txt")


@check_rows("message", NOTHING.values(), ids=NOTHING.keys())
def test_of_what_says_nothing_nothing_is_kept(message: str) -> None:
    assert read(message) == []


@check_rows("message", MESSAGES.values(), ids=MESSAGES.keys())
def test_facts_are_kept_word_for_word_and_nothing_else(message: str) -> None:
    found = read(_FACT.sub(r"\2", message))
    for kind, parts in facts(message):
        told = [one for one in found if is_told(kind, parts, one)]
        assert told, (kind, parts, [(one.kind, one.text) for one in found])
        found.remove(told[0])
    assert found == []


@check_rows(
    ("label", "behind", "sure"),
    [
        ("Fixed", 2, True),
        ("Fixed", 12, False),
        ("Decision", 12, False),
        ("Gotcha", 12, True),
    ],
)
def test_what_a_report_goes_on_below_waits(label: str, behind: int, sure: bool) -> None:
    line = f"- {label}: uploads over 5 MB fail in `upload_blob()`, since nginx cuts them."
    rest = "\n".join(f"- I looked at module {number} as well." for number in range(behind))
    found = read_events([Prose(1, f"{line}\n\n## Details\n\n{rest}")]).candidates
    assert [one.score >= Extract().sure for one in found] == [sure]


@check_rows(
    ("line", "sure"),
    [
        ("Decision: Keep the singular folder name", False),
        ("Decision: Use the second approach.", False),
        ("Decision: Keep it as it is.", False),
        ("Decision: Go with option B", False),
        ("Decision: Use the second approach, because it needs no lock.", True),
        ("Decision: Keep the singular folder name `model/`", True),
        ("Decision: Use the Stripe webhook", True),
        ("Decision: Keep the folder names singular in all of the packages", True),
        ("Decision: Retry failed payments three times", True),
    ],
)
def test_what_names_nothing_that_a_later_reader_knows_waits(line: str, sure: bool) -> None:
    found = read_events([Prose(1, f"All done.\n\n- {line}")]).candidates
    assert [one.score >= Extract().sure for one in found] == [sure]


def test_the_table_is_whole() -> None:
    assert sum(len(facts(message)) for message in MESSAGES.values()) >= 200
    assert len(NOTHING) >= 20


def test_what_is_longer_than_an_entry_ends_with_a_sentence() -> None:
    told = "The queue in src/queue.ts keeps the order of its jobs for each tenant. "
    found = read("Gotcha: " + told * 12)
    assert [one.text for one in found] == [(told * 8).strip()]
