"""Events of one source become one reading."""

from __future__ import annotations

from memory_md.base.path_match import project_path
from memory_md.base.settings import Extract
from memory_md.extract.model import Candidate
from memory_md.extract.rules.events_to_candidates import SourceContent, read_events
from memory_md.memory.model.relationship import Relationship
from memory_md.transcripts.model.events import (
    Edit,
    Event,
    Linked,
    Prose,
    Ran,
    Said,
    Session,
    Stated,
    Warned,
)

from ..rows import check_rows

NO_WORK = {
    "empty": "",
    "scratch": "/tmp/try.py",
    "home": "~/.claude/plans/one.md",
    "agent-folder": "/home/ann/.claude/plans/one.md",
    "outside": "/srv/other/a.py",
    "above": "../sibling/a.py",
    "memory": "learnings.md",
    "memory-below": "docs/learnings.md",
    "edges": "/srv/tree/relationships.json",
    "own-folder": ".mem/config.yaml",
    "git-folder": "/srv/tree/.git/config",
    "root-itself": "/srv/tree",
    "like-root": "/srv/tree-two/a.py",
    "line-break": "a\nb",
}


@check_rows("path", NO_WORK.values(), ids=NO_WORK.keys())
def test_what_is_no_file_of_the_project(path: str) -> None:
    assert project_path(path, cwd="/srv/tree", root="/srv/tree") is None


WORK = {
    "relative": ("src/a.py", "", "", "src/a.py"),
    "dot": ("./src/./a.py", "", "", "src/a.py"),
    "in-root": ("/srv/tree/src/a.py", "/elsewhere", "/srv/tree", "src/a.py"),
    "in-directory": ("/elsewhere/src/a.py", "/elsewhere", "/srv/tree", "src/a.py"),
    "root-slash": ("/srv/tree/a.py", "", "/srv/tree/", "a.py"),
    "from-below": ("a.py", "/srv/tree/web", "/srv/tree", "web/a.py"),
    "up-and-back": ("../lib/a.py", "/srv/tree/web", "/srv/tree", "lib/a.py"),
    "windows": ("C:\\Work\\Tree\\src\\a.py", "c:\\work\\tree", "", "src/a.py"),
    "backslashes": ("src\\a.py", "", "", "src/a.py"),
}


@check_rows(("path", "cwd", "root", "name"), WORK.values(), ids=WORK.keys())
def test_how_a_file_of_the_project_is_named(path: str, cwd: str, root: str, name: str) -> None:
    assert project_path(path, cwd=cwd, root=root) == name


def read(*events: Event, settings: Extract | None = None) -> SourceContent:
    return read_events(events, settings=settings or Extract(), root="/srv/tree")


def test_no_events_give_an_empty_reading() -> None:
    assert read() == SourceContent("", (), (), ())


def test_what_the_person_said_is_no_learning() -> None:
    assert read(Said(1, "Gotcha: `cron` has no PATH of its own.")).candidates == ()


def test_edits_become_one_list_in_order_of_the_first() -> None:
    reading = read(
        Session(1, "s-1", "/srv/tree"),
        Edit(4, "/srv/tree/b.py"),
        Edit(5, "a.py"),
        Edit(6, "./b.py"),
        Edit(7, "/tmp/c.py"),
    )
    assert reading.session == "s-1"
    assert [(c.kind, c.text, c.line) for c in reading.candidates] == [
        ("modified_files", "b.py, a.py", 4)
    ]


def test_a_long_list_of_files_is_kept_whole() -> None:
    reading = read(*(Edit(1, f"src/module_{number}.py") for number in range(60)))
    assert len(reading.candidates[0].text) > 500


def test_stated_linked_and_warned_pass_through() -> None:
    edge = Relationship("decision_file", "Use one writer", "src/db.py")
    stated = Candidate("decision", "Use one writer", "high", 0.9, 0.8)
    reading = read(Stated(3, stated), Linked(3, edge), Warned(9, "line 9 is cut off"))
    assert reading.relationships == (edge,)
    assert reading.warnings == ("line 9 is cut off",)
    assert [(c.qualifier, c.confidence, c.line) for c in reading.candidates] == [("high", 0.8, 3)]


def test_the_same_thing_twice_is_kept_once_at_its_surest() -> None:
    weak = Candidate("gotcha", "`cron` has no PATH of its own", score=0.4, line=2)
    sure = Candidate("gotcha", "cron has no PATH of its own.", score=0.8, line=7)
    found = read(Stated(2, weak), Stated(7, sure)).candidates
    assert [(c.score, c.line) for c in found] == [(0.8, 2)]


def test_candidates_are_in_order_of_line() -> None:
    events = [Prose(9, "Gotcha: `cron` has no PATH of its own."), Edit(3, "a.py")]
    assert [c.line for c in read(*events).candidates] == [3, 9]


def test_a_text_that_is_too_long_is_left_out() -> None:
    assert read(Stated(1, Candidate("note", "x" * 601, score=0.9))).candidates == ()


def test_what_a_source_states_outright_may_be_brief() -> None:
    (found,) = read(Stated(1, Candidate("decision", "Use JWT", score=0.9))).candidates
    assert found.text == "Use JWT"


def test_secrets_stay_out_of_qualifiers() -> None:
    risk = Candidate("risk", "Rotate it", qualifier="ghp_" + "a1B2" * 9, score=0.9)
    assert read(Stated(1, risk)).candidates[0].qualifier == "[redacted: GitHub token]"


def test_the_lengths_are_settings() -> None:
    stated = Stated(1, Candidate("note", "x" * 9, score=0.9))
    assert len(read(stated, settings=Extract(min_chars=5)).candidates) == 1


def test_a_weak_candidate_is_left_out() -> None:
    assert read(Stated(1, Candidate("note", "It may be so, who knows", score=0.2))).candidates == ()


def test_a_secret_is_redacted() -> None:
    found = read(Prose(1, "Gotcha: the mirror wants password=Tr0ub4dor&3 in the query.")).candidates
    assert [c.text for c in found] == [
        "the mirror wants password=[redacted: password] in the query."
    ]


def test_a_candidate_of_nothing_but_a_secret_is_dropped() -> None:
    assert read(Stated(1, Candidate("note", "ghp_" + "aB3d" * 10, score=0.9))).candidates == ()


def test_a_correction_reaches_back_over_messages() -> None:
    reading = read(
        Prose(1, "I learned that the `quota` service returns bytes, not kilobytes, for buckets."),
        Prose(5, "Actually, the `quota` service returns kilobytes, not bytes, for buckets."),
    )
    assert [c.line for c in reading.candidates] == [5]


def test_a_fix_stands_beside_the_files() -> None:
    reading = read(
        Ran(2, "pytest", failed=True, output="E   ValueError: bad date"),
        Edit(3, "dates.py"),
        Ran(4, "pytest", failed=False, output="1 passed"),
    )
    assert [(c.kind, c.line) for c in reading.candidates] == [("modified_files", 3), ("fixed", 4)]


def test_a_handoff_in_prose_is_stated_outright() -> None:
    payload = '{"decisions": [{"content": "Use pnpm", "confidence": "high"}], "files": ["a.c"]}'
    reading = read(Prose(4, f"All is done: {payload}"))
    assert [(one.kind, one.qualifier, one.text, one.line) for one in reading.candidates] == [
        ("decision", "high", "Use pnpm", 4),
        ("scope", "", "a.c", 4),
    ]
    assert len(reading.relationships) == 1
