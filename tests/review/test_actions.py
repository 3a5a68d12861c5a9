"""What approving and rejecting does to the files: in any order, one by one or together."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.errors import NotFoundError, UsageError
from memory_md.base.identity import entry_id
from memory_md.memory.actions.workspace import Workspace
from memory_md.memory.disk.inbox import write_inbox
from memory_md.memory.model.entry import Entry
from memory_md.memory.model.pending import Pending
from memory_md.memory.text.archive import HEADER as ARCHIVE_HEADER
from memory_md.memory.text.learnings import HEADER
from memory_md.review.actions.waiting import approve, list_waiting, reject

NOON = datetime(2026, 2, 2, 12, tzinfo=UTC)
OLD = "- [2026-01-01] Decision: Tokens live for 15 minutes in `login` <!-- mem:{} from=old -->\n"
OLD_TEXT = "Tokens live for 15 minutes in `login`"
OLD_ID = entry_id("decision", OLD_TEXT)
EVICTED_TEXT = "The importer drops rows that hold a semicolon"
EVICTED = (
    f"- [2026-01-01] Gotcha: {EVICTED_TEXT} "
    f"<!-- mem:{entry_id('gotcha', EVICTED_TEXT)} from=old archived=2026-01-05 reason=evicted -->\n"
)
TEXTS = (
    ("decision", "Tokens live for 30 minutes in `login`"),
    ("decision", "Tokens live for 60 minutes in `login`"),
    ("learning", "`fetch_all` hangs because it never closes its socket"),
    ("learning", "`fetch_all` hangs, because it never closes its own socket"),
    ("gotcha", EVICTED_TEXT),
    ("risk", "A retry without a limit floods the queue"),
)


def pending(kind: str, text: str, **fields: object) -> Pending:
    at = "2026-02-01T08:00:00.000Z"
    return Pending(entry_id(kind, text), kind, text, at, "a", **fields)  # type: ignore[arg-type]


ALL = tuple(pending(*one) for one in TEXTS)


def memory(root: Path, waiting: Sequence[Pending]) -> Workspace:
    (root / ".mem").mkdir(exist_ok=True)
    (root / "learnings.md").write_text(HEADER + OLD.format(OLD_ID), encoding="utf-8")
    (root / ".mem/archive.md").write_text(ARCHIVE_HEADER + EVICTED, encoding="utf-8")
    place = Workspace(root, NOON, root=str(root))
    repo = place.memory()
    with repo.writing():
        write_inbox(repo.layout, repo.settings.inbox, {one.id: one for one in waiting})
    return place


def live(place: Workspace) -> dict[str, Entry]:
    found = place.memory().snapshot().learnings.by_id()
    return {id_: placed.entry for id_, placed in found.items()}


def archived(place: Workspace) -> dict[str, Entry]:
    found = place.memory().snapshot().archive.by_id()
    return {id_: placed.entry for id_, placed in found.items()}


def test_what_is_most_likely_worth_it_comes_first_and_questions_before_it(tmp_path: Path) -> None:
    scores = (0.31, 0.38, 0.33)
    likely = [pending(*one, score=score) for one, score in zip(TEXTS[1:4], scores, strict=True)]
    question = pending("decision", "Forget what I said about tokens", retracts=(OLD_ID,))
    place = memory(tmp_path, [*likely, question])
    found = [case.pending.id for case in list_waiting(place).waiting]
    assert found == [question.id, likely[1].id, likely[2].id, likely[0].id]


@pytest.mark.parametrize("act", [approve, reject])
def test_one_id_that_is_unknown_stops_all(tmp_path: Path, act: object) -> None:
    place = memory(tmp_path, ALL)
    with pytest.raises(NotFoundError):
        act(place, [ALL[0].id, "zzzzzzzz"])  # type: ignore[operator]
    assert len(list_waiting(place).waiting) == len(ALL)
    assert list(live(place)) == [OLD_ID]


def test_the_beginning_of_several_ids_is_no_id(tmp_path: Path) -> None:
    names = ("alpha", "beta", "gamma")
    many = [pending("learning", f"Worker {n} stops {word}") for n in range(40) for word in names]
    place = memory(tmp_path, many)
    first = {one.id[0] for one in many}
    assert len(first) < len(many)
    letter = next(c for c in first if sum(one.id[0] == c for one in many) > 1)
    with pytest.raises(UsageError, match="several"):
        approve(place, [letter])


def test_a_rejected_candidate_changes_no_entry(tmp_path: Path) -> None:
    place = memory(tmp_path, ALL)
    reject(place, [ALL[1].id])  # a command that writes moves the first format
    before = (tmp_path / "learnings.md").read_bytes()
    reject(place, [ALL[0].id])
    assert (tmp_path / "learnings.md").read_bytes() == before
    left = archived(place)[ALL[0].id].archived
    assert left is not None
    assert left.reason == "removed"


def test_candidates_of_one_call_do_not_lower_one_another(tmp_path: Path) -> None:
    place = memory(tmp_path, ALL)
    approve(place, [ALL[0].id, ALL[1].id])
    entries = live(place)
    assert (entries[ALL[0].id].confidence, entries[ALL[1].id].confidence) == (0.59, 0.59)
    assert entries[OLD_ID].confidence == 0.1


@pytest.mark.parametrize(("says_so", "confidence"), [(True, 0.2), (False, 0.5)])
def test_only_what_is_known_to_say_otherwise_lowers_an_entry(
    tmp_path: Path, says_so: bool, confidence: float
) -> None:
    text = "From the meeting: `login` gives tokens that live until people sign out"
    place = memory(tmp_path, [pending("decision", text, contradicts=OLD_ID * says_so), ALL[5]])
    approve(place, [one.pending.id for one in list_waiting(place).waiting])
    assert live(place)[OLD_ID].confidence == confidence


def test_the_first_confidence_stands_where_it_is_higher(tmp_path: Path) -> None:
    one = pending("decision", "Use `orjson` for every response", confidence=0.8)
    place = memory(tmp_path, [one])
    approve(place, [one.id])
    assert live(place)[one.id].confidence == 0.8


def test_what_the_archive_holds_comes_back_with_what_is_known_of_it(tmp_path: Path) -> None:
    place = memory(tmp_path, ALL)
    approve(place, [ALL[4].id])
    assert live(place)[ALL[4].id].tasks == ("old", "a")
    assert archived(place) == {}


def test_what_says_the_same_as_an_entry_is_named(tmp_path: Path) -> None:
    place = memory(tmp_path, ALL)
    approve(place, [ALL[2].id])
    (warning,) = approve(place, [ALL[3].id]).warnings
    assert f"`mem learnings merge {ALL[3].id} {ALL[2].id}`" in warning


@given(st.permutations(range(len(ALL))), st.sets(st.integers(1, len(ALL) - 1)))
def test_approving_all_in_any_order_gives_the_same_entries(
    order: list[int], cuts: set[int]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = memory(Path(folder), ALL)
        ends = [*sorted(cuts), len(order)]
        for first, last in zip([0, *ends], ends, strict=False):
            approve(place, [ALL[at].id for at in order[first:last]])
        entries = live(place)
        assert set(entries) == {OLD_ID, *(one.id for one in ALL)}
        assert {entries[one.id].text for one in ALL} == {one.text for one in ALL}
        assert entries[OLD_ID].confidence <= 0.2
        assert archived(place) == {}
        assert list_waiting(place).waiting == ()


@pytest.mark.parametrize(("amends", "confidence"), [(True, 0.2), (False, 0.5)])
def test_an_approved_amendment_lowers_what_it_amends(
    tmp_path: Path, amends: bool, confidence: float
) -> None:
    text = "Tokens of `login` live until people sign out"
    place = memory(tmp_path, [pending("decision", text, amends=amends)])
    (case,) = list_waiting(place).waiting
    assert [near.relation for near in case.near] == ["amended"] * amends
    approve(place, [case.pending.id])
    assert live(place)[OLD_ID].confidence == confidence
