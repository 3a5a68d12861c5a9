"""Merges of a memory: no line lost, no conflict between two sides that only `mem` wrote."""

from __future__ import annotations

import contextlib
import random
import stat
from pathlib import Path

import pytest

from memory_md.base.identity import entry_id
from memory_md.git.merging import is_driver_set, merged_lines, set_driver
from memory_md.memory.lines import parse, render_line
from memory_md.memory.model import Archived, Entry
from memory_md.memory.splices import rewritten
from memory_md.merge.driver import merged

from ..conftest import Mem, git

HEAD = "# Notes\n\nSome prose.\n\n- a line of mine\n\n# Learnings\n\n## Other\n\nthe end\n"
WORDS = [
    "cache",
    "token",
    "retry",
    "users",
    "orders",
    "login",
    "build",
    "deploy",
    "index",
    "queue",
    "schema",
    "worker",
]


def entry(text: str, **more: object) -> Entry:
    value = Entry(entry_id("fact", text), "fact", text, "", "2026-02-02", text)
    for name, one in more.items():
        object.__setattr__(value, name, one)
    return value


def with_entries(text: str, *entries: Entry) -> str:
    added = {one.id: render_line(one) for one in entries}
    return rewritten(parse(text, "learnings.md"), added=added).text


def texts(text: str) -> list[str]:
    return sorted(placed.entry.text for placed in parse(text, "").entries)


# -- what must not happen -------------------------------------------------------------------------


def test_a_persons_words_on_both_sides_are_a_conflict_that_stays_readable() -> None:
    base = "# Learnings\n\n- a line of mine\n"
    ours, theirs = base.replace("mine", "Ada"), base.replace("mine", "Bob")
    text, conflicts = merged("learnings.md", base, ours, theirs)
    assert conflicts == 1
    assert "Ada" in text
    assert "Bob" in text


def test_the_same_entry_edited_by_both_sides_is_a_conflict() -> None:
    one = entry("Retry twice")
    base = with_entries(HEAD, one)
    ours = base.replace("Retry twice", "Retry three times")
    theirs = base.replace("Retry twice", "Never retry")
    text, conflicts = merged("learnings.md", base, ours, theirs)
    assert conflicts == 1
    assert "Retry three times" in text
    assert "Never retry" in text


def test_a_removal_is_not_undone_by_the_other_side_that_changed_nothing() -> None:
    base = with_entries(HEAD, entry("One"), entry("Two"))
    ours = rewritten(parse(base, ""), gone=[entry("One").id]).text
    assert texts(merged("learnings.md", base, ours, base)[0]) == ["Two", "a line of mine"]


def test_words_that_a_person_changed_are_not_lost_to_a_removal() -> None:
    base = with_entries(HEAD, entry("One"))
    ours = rewritten(parse(base, ""), gone=[entry("One").id]).text
    theirs = base.replace("One", "One and more")
    assert "One and more" in merged("learnings.md", base, ours, theirs)[0]


def test_edges_that_are_no_edges_are_merged_by_their_lines() -> None:
    text, conflicts = merged("relationships.json", '{"a": 1}\n', '{"a": 2}\n', '{"a": 3}\n')
    assert conflicts == 1
    assert "<<<<<<<" in text


# -- laws -----------------------------------------------------------------------------------------


def random_side(chance: random.Random, text: str) -> str:
    """What `mem` does to a memory in a few commands."""
    for _ in range(chance.randint(1, 6)):
        document = parse(text, "learnings.md")
        ids = [placed.entry.id for placed in document.entries if placed.comment]
        if not ids or chance.random() < 0.6:
            words = " ".join(chance.sample(WORDS, 5))
            one = entry(words, manual=chance.random() < 0.3)
            if one.id not in ids:
                text = with_entries(text, one)
        elif chance.random() < 0.6:
            text = rewritten(document, gone=[chance.choice(ids)]).text
        else:
            placed = next(p for p in document.entries if p.comment)
            pinned = Entry(**{**_fields(placed.entry), "pinned": not placed.entry.pinned})
            text = rewritten(document, changed={pinned.id: pinned}).text
    return text


def _fields(one: Entry) -> dict[str, object]:
    return {name: getattr(one, name) for name in Entry.__dataclass_fields__}


@pytest.mark.parametrize("seed", range(40))
def test_two_sides_that_only_mem_wrote_merge_clean_and_alike_both_ways(seed: int) -> None:
    chance = random.Random(seed)
    base = random_side(chance, HEAD if seed % 2 else "# Learnings\n")
    ours, theirs = random_side(chance, base), random_side(chance, base)
    text, conflicts = merged("learnings.md", base, ours, theirs)
    turned, more = merged("learnings.md", base, theirs, ours)
    assert (conflicts, more) == (0, 0)
    assert texts(text) == texts(turned)
    kept = set(texts(base)) & set(texts(ours)) & set(texts(theirs))
    new = (set(texts(ours)) | set(texts(theirs))) - set(texts(base))
    assert set(texts(text)) == kept | new


def test_what_was_archived_on_both_sides_stands_there_once() -> None:
    one = entry("One", archived=Archived("evicted", "2026-02-03"))
    other = entry("One", archived=Archived("removed", "2026-02-04"))
    text, conflicts = merged(
        ".mem/archive.md", "", f"- {render_line(one)}\n", f"- {render_line(other)}\n"
    )
    found = [placed.entry for placed in parse(text, "").entries]
    assert conflicts == 0
    assert [one.archived and one.archived.reason for one in found] == ["removed"]


def test_two_texts_of_one_id_both_stay_in_an_archive_below_the_top() -> None:
    gone = Archived("removed", "2026-02-03")
    one = entry("One", archived=gone)
    other = entry("Quite other words", archived=gone, id=one.id)
    sides = [f"# Archive\n\n- {render_line(side)}\n" for side in (one, other)]
    text, conflicts = merged("packages/ui/.mem/archive.md", "", *sides)
    assert (conflicts, texts(text)) == (0, ["One", "Quite other words"])


def test_edges_of_both_sides_stay_and_the_newer_of_one_edge() -> None:
    edge = '{"type": "decision_file", "source": "a", "target": "f.py", "createdAt": "%s"}'
    base = f"[{edge % '2026-01-01'}]"
    theirs = f"[{edge % '2026-01-02'}, {edge.replace('f.py', 'g.py') % '2026-01-02'}]"
    text, conflicts = merged("relationships.json", base, base, theirs)
    assert conflicts == 0
    assert text.count("2026-01-02") == 2
    assert "2026-01-01" not in text


def test_of_an_edge_that_one_side_changed_the_change_stays_whatever_its_date() -> None:
    edge = '[{"type": "decision_file", "source": "a", "target": "f.py", "createdAt": "%s"}]'
    old, ours, theirs = (edge % f"2026-01-0{day}" for day in (5, 2, 3))
    assert "2026-01-02" in merged("relationships.json", old, ours, old)[0]
    for sides in ((ours, theirs), (theirs, ours)):
        assert "2026-01-03" in merged("relationships.json", old, *sides)[0]


@pytest.mark.parametrize("turned", [False, True])
def test_of_one_entry_each_change_stays_and_the_older_date(turned: bool) -> None:
    def version(**more: object) -> str:
        return with_entries(HEAD, entry("One", **more))

    base = version(pinned=True, date="2026-02-03")
    sides = [version(pinned=False, date="2026-02-03"), version(pinned=True, paths=("a.py",))]
    text, conflicts = merged("learnings.md", base, *(reversed(sides) if turned else sides))
    (one,) = (placed.entry for placed in parse(text, "").entries if placed.comment)
    assert conflicts == 0
    assert (one.pinned, one.paths, one.date) == (False, ("a.py",), "2026-02-02")


@pytest.mark.parametrize("turned", [False, True])
def test_new_words_of_one_side_and_a_pin_of_the_other_are_no_conflict(turned: bool) -> None:
    base = with_entries(HEAD, entry("One"))
    sides = [base.replace("One", "One and more"), with_entries(HEAD, entry("One", pinned=True))]
    text, conflicts = merged("learnings.md", base, *(reversed(sides) if turned else sides))
    (one,) = (placed.entry for placed in parse(text, "").entries if placed.comment)
    assert (conflicts, one.text, one.pinned) == (0, "One and more", True)


def test_a_row_of_the_diary_that_one_side_changed_does_not_come_back() -> None:
    base = "| ID | Status |\n|---|---|\n| a | pending |\n"
    ours, theirs = base.replace("pending", "done"), f"{base}| b | done |\n"
    text, conflicts = merged("ai/diary/index.md", base, ours, theirs)
    assert conflicts == 1 or "pending" not in text


def test_rows_that_both_sides_add_to_the_diary_all_stay() -> None:
    base = "| ID | Status |\n|---|---|\n| a | done |\n"
    text, conflicts = merged(
        "ai/diary/index.md", base, f"{base}| b | pending |\n", f"{base}| c | done |\n"
    )
    assert conflicts == 0
    assert "| b | pending |" in text
    assert "| c | done |" in text


# -- in git ---------------------------------------------------------------------------------------


def diverged(memory: Path, mem: Mem) -> None:
    """Two branches, each of which learned something and removed something."""
    mem.ok("add", "Retry uploads at most three times")
    git("add", "-A")
    git("commit", "-qm", "base")
    git("checkout", "-qb", "topic")
    mem.ok("add", "Dates are stored in UTC")
    git("commit", "-qam", "topic")
    git("checkout", "-q", "main")
    mem.ok("add", "The worker needs Redis")
    mem.ok("rm", mem("list", "--json").json["entries"][0]["id"])
    git("add", "-A")
    git("commit", "-qm", "main")


def test_two_branches_merge_clean_with_the_driver(memory: Path, mem: Mem) -> None:
    diverged(memory, mem)
    git("merge", "-q", "--no-edit", "topic")
    found = [one["text"] for one in mem.ok("list", "--json").json["entries"]]
    assert found == ["The worker needs Redis", "Dates are stored in UTC"] or sorted(
        found
    ) == sorted(["The worker needs Redis", "Dates are stored in UTC"])
    archived = [one["text"] for one in mem.ok("list", "--archived", "--json").json["entries"]]
    assert archived == ["Retry uploads at most three times"]
    assert mem("doctor", "--ci").code == 0


def test_a_clone_without_the_driver_keeps_all_lines_and_can_merge_again(
    memory: Path, mem: Mem
) -> None:
    diverged(memory, mem)
    git("config", "--remove-section", "merge.mem")
    with pytest.raises(Exception, match="git"):
        git("merge", "-q", "--no-edit", "topic")
    text = (memory / "learnings.md").read_text()
    assert "Dates are stored in UTC" in text
    assert "The worker needs Redis" in text
    assert "git checkout -m" in mem("doctor").stdout
    mem.ok("init")
    git("checkout", "-m", "--", "learnings.md")
    assert "<<<<<<<" not in (memory / "learnings.md").read_text()


def test_another_program_of_the_name_or_none_drops_no_side(
    memory: Path, mem: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`mem` may be anybody's, and `mem-md` may be missing: git then merges the lines itself."""
    diverged(memory, mem)
    programs = tmp_path / "programs"
    programs.mkdir()
    other = programs / "mem"
    other.write_text("#!/bin/sh\nexit 0\n")
    other.chmod(other.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{programs}:/usr/local/bin:/usr/bin:/bin")
    with contextlib.suppress(Exception):  # a conflict is fine, a lost side is not
        git("merge", "-q", "--no-edit", "topic")
    text = (memory / "learnings.md").read_text()
    assert "Dates are stored in UTC" in text
    assert "The worker needs Redis" in text


def test_a_merge_that_fails_tells_git_that_nothing_was_merged(memory: Path, mem: Mem) -> None:
    (memory / "a").write_text("x")
    assert mem("merge-driver", "missing", "a", "a", "learnings.md").code == 129
    assert (memory / "a").read_text() == "x"


def test_lines_of_evidence_merge_without_the_driver(memory: Path, mem: Mem) -> None:
    diverged(memory, mem)
    git("config", "--remove-section", "merge.mem")
    git("checkout", "-q", "topic")
    ours = (memory / ".mem/evidence.jsonl").read_text().splitlines()
    git("checkout", "-q", "main")
    theirs = (memory / ".mem/evidence.jsonl").read_text().splitlines()
    with pytest.raises(Exception, match="git"):
        git("merge", "-q", "--no-edit", "topic")
    now = (memory / ".mem/evidence.jsonl").read_text().splitlines()
    assert set(now) == set(ours) | set(theirs)


def test_lines_are_merged_by_git() -> None:
    assert merged_lines("a\nb\nc\n", "a\nb\nd\n", "x\nb\nc\n") == ("x\nb\nd\n", 0)


def test_a_driver_with_another_command_is_not_ours(repo: Path) -> None:
    assert set_driver(repo)
    assert is_driver_set(repo)
    git("config", "merge.mem.driver", "mem merge-driver %O %A %B %P")
    assert not is_driver_set(repo)
