"""The harness of `make torture` itself: what is wrong it notices, what is right it lets pass."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

if os.name == "nt":  # it forks, and asks for limits
    pytest.skip("POSIX only", allow_module_level=True)

from memory_md.base.errors import MemError
from tests.torture import (
    _counts,
    _mutations,
    _oracle,
    _parsers,
    _works,
    expressions,
    fuzz,
    growth,
    histories,
    writers,
)

from ..conftest import ROOT
from ..rows import check_rows


def _broken(data: bytes) -> None:
    if b"bad" in data:
        raise KeyError(data)
    if b"no" in data:
        raise MemError("not like this")


BROKEN = _parsers.Parser("broken", _broken, lambda: [b"good\nbad\nmore\n"])


def test_a_crash_is_told_and_an_error_is_an_answer() -> None:
    assert fuzz.tried(BROKEN, b"xx bad xx").startswith("KeyError")
    assert fuzz.tried(BROKEN, b"no") == fuzz.tried(BROKEN, b"good") == ""


def test_a_failing_input_is_made_small() -> None:
    kind = fuzz.kind_of(fuzz.tried(BROKEN, b"bad"))
    data = b"a long line\n" * 40 + b"xx bad xx\n" + b"and more\n" * 40
    found = fuzz.smaller(data, lambda d: fuzz.kind_of(fuzz.tried(BROKEN, d)) == kind)
    assert found == b"bad"


def test_an_input_can_be_made_again() -> None:
    corpus = [b"# A\n\n- b\n", b'{"a": [1, {"b": "c"}]}']
    made = [_mutations.mutated(Random(f"7 x {n}"), corpus) for n in range(50)]
    assert made == [_mutations.mutated(Random(f"7 x {n}"), corpus) for n in range(50)]
    assert len(set(made)) > 25


def test_a_run_that_was_too_short_is_not_counted(tmp_path: Path) -> None:
    _counts.keep(_counts.Count("b", 9, 9, 599.0, 0.0, 0), "b", page=tmp_path / "a.md")
    assert list(tmp_path.iterdir()) == []


def test_the_last_long_run_of_each_parser_has_a_row(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    for name, inputs in (("b", 7), ("a", 8), ("b", 1234)):
        _counts.keep(_counts.Count(name, inputs, 5_200_000, 600.4, 0.0123, 1), "abc", page=page)
    rows = [line.split(" | ")[:6] for line in page.read_text(encoding="utf-8").splitlines()[-3:]]
    first = ["| a", "8", "5", "600", "12.3", "1"]
    assert rows[1:] == [first, ["| b", "1,234", *first[2:]]]
    assert rows[0][0].startswith("|---")


@check_rows("parser", _parsers.PARSERS, ids=lambda parser: parser.name)
def test_every_parser_has_inputs_to_begin_with(parser: _parsers.Parser) -> None:
    assert parser.corpus()


FOUND = [
    ("evidence", b'{"id":"\x84"}'),
    ("evidence", "\x85".encode()),
    ("evidence", "=======\n\U000e0041\n\ufeff".encode()),
    ("inbox", b'{"id":"\x97"}\n'),
    ("logs", b'{"file":"\xae"}\n'),
    ("logs", b'{"file":' + b"[" * 20_000 + b"\n"),
    ("change", b"diff --git a/x b/x\n+++ b/x\n@@ -1 +" + b"1" * 4_400 + b" @@\n+y\n"),
    ("undo", b'{"command":"\xcc"}\n'),
    ("settings", b"{\n}\n"),
    (
        "relationships",
        (
            b'[{"type":"decision_file","source":"","target":"","sessionId":"1"},'
            b'{"type":"file_risk","source":"","target":""}]'
        ),
    ),
    ("check", b"- o<!--mem:aaaaaaaa -->\n- y<!--mem:aaaaaaaa from=\xde-->"),
    (
        "merge",
        b"\n" * 21
        + b">\n\n<<<<<<< D\n\n- rs <!-- mem:hhhhhhhh -->\n"
        + b"=======\n- eirs <!-- mem:iiiiiiii -->\n>>>>>>> ure\n\n\n```",
    ),
    (
        "notes",
        b'{"type": "x", "content": "Naa", "classification": [[1]], "id": "mx-aa0002"}\n{"type',
    ),
    ("notes", b"# " + b"a/b/" * 60 + b" Retro log\n- KEEP: small commits\n"),
    ("toml", b"[hooks]\nStop = 5\n"),
    ("toml", b"b = []\n# mem: begin\n[[p]]\n# mem: end"),
    ("agents-md", b"\r"),
    ("settings", b'{"hooks": {"p": [{"command": "mem hook cursor"}]}}'),
    ("settings", b'{"":{"":[{"":[{"":"mem hook codex"}]}]}}'),
    ("settings", b"{\n" + b" " * 13_570 + b'"hoo": {}\n}'),
    ("source", b"pub const " + b"a, " * 10_000 + b"b: u32 = 5;"),
    ("source", 'e\u0301=[""]'.encode()),
    ("source", b"# coding: latin-1\n\xe9t\xe9 = [1]\n"),
    ("diary-index", "|Дата|ID\n-|".encode()),
    ("diary-index", b"|Summary|Status\n|-|-|\n"),
    ("transcript-text", b"patterns_established:\n\x1b[m"),
    ("transcript-text", b'{"decisions":[{"content":"\\ud80e"}],"files":[{"path":"a"}],"risks":[]}'),
    (
        "transcript-codex",
        (
            b'{"timestamp":-92372036854775808,"type":"response_item","payload":{"role":"assistant",'
            b'"content":[{"text":"r"}]}}'
        ),
    ),
    ("transcript-claude-code", b'{"decisions": [' + b"[" * 600 + b'"\\ud800"' + b"]" * 601 + b"}"),
    ("transcript-gemini", b'{"a":1}{"type":"gemini","content":"Gotcha: \\ud80e never sleeps"}'),
    ("adr", b"<!--"),
    ("transcript-auto", b'{"":"","\\ud800":[{"t":"a"}]}\ni'),
    ("transcript-auto", "---\npatterns_established: '憶's\n---".encode()),
    (
        "model-answer",
        b'[{"category":"gotcha","content":"The queue \\ud800 never sleeps","confidence":1}]',
    ),
    ("spec", b"## " + b"_" * 40_000 + b"x"),
    ("injected", b"- x" + b"\t" * 40_000 + b"y <!-- mem:aaaaaaaa -->"),
    ("toml", b"a = " + b"1" * 4_400),
    ("toml", b"[[hooks.SessionStart]]\na = 0x" + b"f" * 4_400),
    (
        "page",
        b'{"at": "2026-02-02T12:00:00.000Z", "event": "learning.merged", "id": "", "task": '
        + b'[{"a": ' * 400
        + b"1"
        + b"}]" * 400
        + b"}",
    ),
    ("layers", b"- [-] Dropped: " + b"the l, " * 2_000 + b"\n- [-] Dropped: " + b"the l, " * 900),
]


@check_rows(("name", "data"), FOUND)
def test_what_was_found_once_stays_mended(name: str, data: bytes) -> None:
    parser = next(parser for parser in _parsers.PARSERS if parser.name == name)
    assert (
        fuzz.raised(parser, data) == ""
    )  # not `tried`, which measures seconds: that is for `make torture`


def test_every_way_to_merge_gives_the_same_memory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # so that it is restored
    done = histories.main(["8"], seconds=0, seed=7, folder=tmp_path, given=None)
    assert not done, capsys.readouterr().out


def test_a_memory_that_says_otherwise_is_noticed() -> None:
    files = dict.fromkeys(_oracle.TRACKED, b"")
    one = {**files, _oracle.TRACKED[0]: b"- The queue is slow\n"}
    memories = histories.memory_of(files), histories.memory_of(one)
    told = list(histories.differences(*memories))
    assert [fault.partition(":")[0] for fault in told] == ["entries"]
    assert not list(histories.differences(memories[1], memories[1]))


NOTICED = """
import os, sys
from pathlib import Path
from tests.torture import faults
from tests.torture._memory import COMMANDS, NOON
os.environ["SOURCE_DATE_EPOCH"] = NOON
base = Path(sys.argv[1])
plan = faults.planned(base, next(command for command in COMMANDS if command.name == "add"))
assert plan.steps > 15, plan.steps
assert list(faults.broken(base / "well", plan, 3, "kill")) == []
(plan.model / "learnings.md").write_bytes(b"# Lear")
print(*faults.broken(base / "torn", plan, 3, "kill"), sep="\\n")
"""


def test_a_torn_file_and_a_lost_text_are_noticed(tmp_path: Path) -> None:
    told = printed(NOTICED, tmp_path)
    assert any("neither old nor new" in fault for fault in told)
    assert any(fault.startswith("lost: ") for fault in told)


FORGOTTEN = """
import os, sys
from pathlib import Path
from tests.torture import faults
from tests.torture._memory import COMMANDS, NOON, Command
os.environ["SOURCE_DATE_EPOCH"] = NOON
base, named = Path(sys.argv[1]), {command.name: command for command in COMMANDS}
print(faults.planned(base, Command("idle", ("context",))).alone)
plan = faults.planned(base, named["extract-talk"])
assert plan.steps > 15, plan.steps
for step in (1, plan.steps - 2):
    assert list(faults.broken(base / "well", plan, step, "eio")) == []
for path in (plan.model / ".mem/local").glob("sessions.db*"):
    path.unlink()
print(*faults.broken(base / "lost", plan, 3, "kill"), sep="\\n")
plan = faults.planned(base, named["extract-waits"])
plan.waits.clear()
print(*faults.broken(base / "more", plan, 3, "kill"), sep="\\n")
"""


def test_a_lost_passage_a_candidate_too_many_and_an_idle_command_are_noticed(
    tmp_path: Path,
) -> None:
    idle, *told = printed(FORGOTTEN, tmp_path)
    assert idle == "alone: it changes nothing"
    assert "lost: 2 passages of s8" in told
    assert any("wait, not []" in fault for fault in told)


def printed(script: str, folder: Path) -> list[str]:
    """Run it in a process of its own: it forks, which a test runner with threads does not like."""
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(("pattern", "code"), [(r"(?:a|a)*\Z", 1), (r"[aA0]*\Z", 0)])
def test_an_expression_that_explodes_is_told(
    pattern: str, code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    call = ("broken.match", re.compile(pattern).match, ["a"])
    monkeypatch.setattr(expressions, "_calls", lambda: iter([call]))
    monkeypatch.setattr(expressions, "HANGS", 0.3)
    monkeypatch.setattr(expressions, "SIGNS", "aA0")
    told = expressions.main([], seconds=0.7, seed=1, folder=tmp_path, given=None)
    assert told == code


def test_expressions_are_found_with_the_methods_that_are_called_on_them() -> None:
    names = [name for name, _, _ in expressions._calls()]
    assert len(names) > 500
    assert "memory_md.adr.rules.decisions._REASON.search" in names
    assert "memory_md.extract.rules.refusals._CAUSE.search" not in names


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        pytest.param(lambda size: size, 0, id="linear"),
        pytest.param(lambda size: size * size.bit_length(), 0, id="sorting"),
        pytest.param(lambda size: 10**6, 0, id="always the same"),
        pytest.param(lambda size: size**2 / 1000, 1, id="quadratic"),
        pytest.param(lambda size: size**3, 1, id="cubic"),
        pytest.param(lambda size: size**2 / 10**9, 0, id="quadratic, and too quick to tell"),
    ],
)
def test_work_that_grows_too_fast_is_told(
    steps: Callable[[int], float], code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With a clock that counts steps, each a microsecond."""
    work = _works.Work("a", lambda text: steps(len(text)) / 1e6, 10_000, {"b": "a".__mul__})
    monkeypatch.setattr(growth, "WORKS", (work,))
    monkeypatch.setattr(growth, "seconds_of", lambda run, text: run(text))
    assert growth.main([], seconds=0, seed=0, folder=tmp_path, given=None) == code


def test_work_that_does_not_end_is_stopped_and_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def endless(text: str) -> None:
        while text:
            pass

    monkeypatch.setattr(growth, "WORKS", (_works.Work("a", endless, 1, {"b": "a".__mul__}),))
    monkeypatch.setattr(growth, "HANGS", 0.05)
    monkeypatch.setattr(growth.gc, "collect", int)  # over all that a test runner holds
    assert growth.main([], seconds=0, seed=0, folder=tmp_path, given=None) == 1


@check_rows("work", _works.WORKS, ids=lambda work: work.name)
def test_a_hostile_text_of_any_length_is_read(work: _works.Work) -> None:
    for text in work.texts.values():
        assert len(text(40_000)) > len(text(10_000)) > 100
        work.run(text(500))


def test_no_save_of_an_editor_is_lost_beside_eight_writers() -> None:
    assert writers.lost_saves(20) == []
