"""The event log: bounded, read in spite of anything, and emptied of what is purged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_md.files.layout import Layout
from memory_md.memory.disk import journal
from memory_md.memory.model.entry import Entry


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    layout = Layout(tmp_path, tmp_path)
    layout.local.mkdir(parents=True)
    return layout


def event(name: str, id_: str, number: int = 0, **more: Any) -> dict[str, Any]:
    at = f"2026-02-02T12:{number // 60 % 60:02}:{number % 60:02}.000Z"
    return {"at": at, "event": f"learning.{name}", "id": id_, "task": f"t{number}", **more}


def write(layout: Layout, data: bytes) -> None:
    (layout.local / "events.jsonl").write_bytes(data)


BROKEN = [
    pytest.param(b"not json", id="no JSON"),
    pytest.param(b'{"at": "2026", "event": "learning.ins', id="cut short"),
    pytest.param(b"[1, 2]", id="no object"),
    pytest.param(b'{"at": 1, "event": "x", "id": "y"}', id="a moment that is a number"),
    pytest.param(b'{"event": "x", "id": "y"}', id="no moment"),
    pytest.param(b'{"at": "x", "event": "e", "id": ["y"]}', id="an ID that is a list"),
    pytest.param(b'{"at": "x", "event": "e", "n": NaN}', id="what is no number"),
    pytest.param(b"\xff\xfe", id="no UTF-8"),
    pytest.param(b"[" * 50_000, id="deep"),
    pytest.param(
        b'{"at": "x", "event": "e", "n": %s1%s}' % (b"[" * 800, b"]" * 800),
        id="deeper than it can be told",
    ),
    pytest.param(b'{"at": "x", "event": "%s"}' % (b"y" * 1_000_000), id="huge"),
]


@pytest.mark.parametrize("line", BROKEN)
def test_a_broken_line_costs_itself_only(layout: Layout, line: bytes) -> None:
    good = json.dumps(event("merged", "aaaaaaaa")).encode()
    write(layout, b"\n".join((good, line, b"", good.replace(b"t0", b"t1"))))
    log = journal.read(layout)
    assert [each["task"] for each in log.events] == ["t0", "t1"]
    assert log.unreadable == 1


def test_no_log_is_an_empty_log(layout: Layout) -> None:
    assert journal.read(layout) == journal.Log()


def test_an_event_of_no_entry_has_an_empty_id(layout: Layout) -> None:
    journal.record(layout, [{"at": "x", "event": "llm.failed"}])
    assert journal.read(layout).events == ({"at": "x", "event": "llm.failed", "id": ""},)


def test_that_a_candidate_was_kept_out_is_told_once_in_a_task(layout: Layout) -> None:
    skipped, other = event("skipped", "aaaaaaaa"), event("skipped", "aaaaaaaa", 1)
    for _ in range(2):
        journal.record(layout, [skipped, other])
    journal.record(layout, [event("inserted", "bbbbbbbb", 2), event("skipped", "bbbbbbbb", 3)])
    journal.record(layout, [event("skipped", "bbbbbbbb", 2), event("suppressed", "bbbbbbbb", 2)])
    told = [
        (each["event"][9:], each["id"][0], each["task"]) for each in journal.read(layout).events
    ]
    assert told == [
        ("skipped", "a", "t0"),
        ("skipped", "a", "t1"),
        ("inserted", "b", "t2"),
        ("skipped", "b", "t3"),
        ("suppressed", "b", "t2"),
    ]


def test_the_log_is_bounded_and_keeps_how_each_entry_began(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "_MOST_BYTES", 50_000)
    ids = [f"id{number:06}" for number in range(30)]
    journal.record(layout, [event("inserted", id_) for id_ in ids])
    for round_ in range(1, 31):
        merged = [event("merged", id_, round_, reason="x" * 100) for id_ in ids]
        kept_out = [event("skipped", f"no{id_[2:]}", round_, reason="x" * 100) for id_ in ids]
        journal.record(layout, [*merged, *kept_out])
    assert sum(path.stat().st_size for path in layout.local.glob("events*")) < 120_000
    log = journal.read(layout)
    assert log.unreadable == 0
    began = {each["id"] for each in log.events if each["event"] == "learning.inserted"}
    assert began == set(ids)
    last = [each for each in log.events if each["id"] == ids[0]][-1]
    assert last["task"] == "t30"
    order = [int(each["task"][1:]) for each in log.events]
    assert order == sorted(order)


def test_a_crash_while_it_was_moved_leaves_no_event_twice(layout: Layout) -> None:
    events = [event("merged", "aaaaaaaa", number) for number in range(5)]
    journal.record(layout, events)
    newer = (layout.local / "events.jsonl").read_bytes()
    (layout.local / "events.1.jsonl").write_bytes(newer)
    assert list(journal.read(layout).events) == events


def test_a_purge_reaches_every_file_and_what_cannot_be_read(layout: Layout) -> None:
    gone = Entry("aaaaaaaa", "note", "The secret plan")
    for path in journal.logs(layout):
        lines = (
            event("inserted", "aaaaaaaa"),
            event("merged", "bbbbbbbb", 1),
            event("merged", "cccccccc", 2, existing_id="aaaaaaaa"),
            event("edited", "dddddddd", 3, old={"text": "the **secret** plan."}),
            event("edited", "dddddddd", 4, tasks=[["the secret plan"]]),
        )
        data = "".join(json.dumps(line) + "\n" for line in lines)
        path.write_text(f"{data}cut short: the secret plan\n", encoding="utf-8")
    journal.erase(layout, [gone])
    for path in journal.logs(layout):
        left = [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()]
        assert left == ["bbbbbbbb"]
