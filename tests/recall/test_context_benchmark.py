"""`python -m benchmarks context` measures what it says, on a tiny memory of our own."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from benchmarks import context
from benchmarks._context_memories import Memory, by_file, real_memories, spec_text
from memory_md.memory.text.learnings import parse

FILE = "learnings/shop/LEARNINGS.md"
LINES = (
    "Stock is counted in `src/stock/count.py`, and only there",
    "Never round a price before the tax is added",
    "The mail queue drops letters over 10 MB without an error",
)
FILLER = [f"Shelf {number} holds goods of kind {number * 7}" for number in range(40)]
IDS = [placed.entry.id for placed in parse("".join(f"- {line}\n" for line in LINES), "x").entries]
ASKED: dict[str, Any] = {
    "prompts": {FILE: [["why is the price with tax wrong", [IDS[1]]]]},
    "files": {FILE: [["src/stock/count.py", [IDS[0]]]]},
    "specs": {
        FILE: [
            [
                {
                    "title": "Bigger letters",
                    "why": "The mail queue loses letters.",
                    "steps": "Raise the limit. Log an error.",
                    "files": ["src/mail/queue.py"],
                },
                [IDS[2]],
            ]
        ]
    },
}


@pytest.fixture
def memories(tmp_path: Path) -> list[Memory]:
    path = tmp_path / "data" / FILE
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"- {line}\n" for line in (*FILLER, *LINES)), encoding="utf-8")
    (tmp_path / "roots").mkdir()
    return list(real_memories(tmp_path / "data", ASKED, tmp_path / "roots"))


def test_the_real_set_asks_each_question_once_and_for_one_to_three_entries() -> None:
    found = [one for some in by_file(context.questions()).values() for one in some]
    counts = Counter(one.kind for one in found)
    assert counts["query"] >= 120
    assert counts["file"] >= 40
    assert counts["spec"] >= 20
    assert len({(one.kind, one.text, one.wanted) for one in found}) == len(found)
    assert all(1 <= len(one.wanted) <= 3 for one in found)
    assert len(context.questions()["nothing"]) >= 30


def test_a_file_is_a_memory_and_so_is_the_pool(memories: list[Memory]) -> None:
    assert [memory.name for memory in memories] == [FILE, "pool 43", "pool 43"]
    assert {one.half for memory in memories for one in memory.questions} == {"odd"}


def test_what_is_asked_for_is_found_and_its_rank_is_counted(memories: list[Memory]) -> None:
    asked = context.Asked(memories[1])
    found: context.Found = defaultdict(list)
    ranks: dict[tuple[str, str], list[float]] = defaultdict(list)
    context.measure(asked, found, ranks)
    assert ranks == {(kind, "odd"): [1.0] for kind in ("query", "file", "spec")}
    for kind in ("query", "file", "spec"):
        assert found[kind, "odd", "mem", 150] == [1.0]
    assert found["query", "odd", "FTS5 porter", 150] == [1.0]


def test_a_prompt_is_answered_with_what_has_to_do_with_it_and_nothing_else(
    memories: list[Memory],
) -> None:
    told = context.prompts(context.Asked(memories[1]), ["who painted the ceiling"])
    assert told["lines where nothing matters"] == [0]
    assert told["recall odd"] == [1.0]
    assert told["silent odd"] == [False]


@pytest.mark.parametrize("number", range(1, 7))
def test_a_spec_names_its_files_in_every_style(number: int) -> None:
    spec = ASKED["specs"][FILE][0][0]
    assert "src/mail/queue.py" in spec_text(spec, number).split("## Allowed Files")[1]
