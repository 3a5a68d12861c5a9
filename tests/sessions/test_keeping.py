"""What is kept, and what must never be: a secret, a thing twice, more than fits."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.files.layout import Layout
from memory_md.sessions.disk import database, keeping
from memory_md.sessions.model import Kept, Passage

from .store import MB, all_bytes, found, keep, layout_of, said, search, texts

SECRET = "AKIA" + "IOSFODNN7QRSTUVW"
PURGED = "The zeppelin hangar in Friedrichshafen pays by kilogram of unobtainium."


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return layout_of(tmp_path / "memory")


# -- what must not happen ------------------------------------------------------------------------


def test_no_secret_is_in_the_file(layout: Layout) -> None:
    keep(layout, said("s", f"The access key is {SECRET}, use it."))
    assert SECRET.encode() not in all_bytes(layout)
    assert SECRET.lower().encode() not in all_bytes(layout)
    assert "[redacted" in texts(layout)[0]


@pytest.mark.parametrize(
    "again",
    [
        pytest.param(said("one", "Round up, always.", message="m1"), id="the same message"),
        pytest.param(said("one", "Round up, always!!", message="m1"), id="its text has changed"),
        pytest.param(said("two", "Round up, always.", message="m1"), id="a copied session"),
        pytest.param(said("two", "Round up, always.", message="m9"), id="a fork with other ids"),
        pytest.param(said("two", " Round  up,\nalways.", message=""), id="other white space"),
    ],
)
def test_a_message_is_kept_once(layout: Layout, again: Passage) -> None:
    assert keep(layout, said("one", "Round up, always.", message="m1")).added == 1
    assert keep(layout, again) == Kept()
    assert texts(layout) == ["Round up, always."]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(said("one", "Round up, always.", speaker="person"), id="another speaker"),
        pytest.param(said("one", "Round down, always.", message="m2"), id="another text"),
        pytest.param(said("two", "Round down, always.", message="m1"), id="ids that are numbers"),
    ],
)
def test_another_message_is_kept_too(layout: Layout, other: Passage) -> None:
    keep(layout, said("one", "Round up, always.", message="m1"))
    assert keep(layout, other).added == 1


def test_nobody_else_may_read_it(layout: Layout) -> None:
    layout.local.mkdir(parents=True)
    layout.local.chmod(0o755)
    keep(layout, said("s", "Round up, always."))
    assert stat.S_IMODE(database.path_of(layout).stat().st_mode) == 0o600
    assert stat.S_IMODE(layout.local.stat().st_mode) == 0o700


def test_nothing_is_made_for_nothing(layout: Layout) -> None:
    assert keep(layout) == Kept()
    assert keep(layout, said("s", "  ")) == Kept()
    assert not database.exists(layout)


@pytest.mark.parametrize("what", ["forget", "erase"])
def test_no_byte_of_what_is_erased_stays(layout: Layout, what: str) -> None:
    others = [said("kept", f"Something else, number {n}.") for n in range(300)]
    keep(layout, *others[:150], said("gone", PURGED, files=("src/zeppelin.py",)), *others[150:])
    if what == "forget":
        assert keeping.forget(layout, ["gone"], purge=True) == 1
    else:
        assert keeping.erase(layout, [PURGED]) == 1
    left = all_bytes(layout)
    for word in (b"zeppelin", b"hangar", b"Friedrichshafen", b"unobtain", b"unobtainium"):
        assert word.lower() not in left.lower()
    assert len(texts(layout)) == 300
    assert len(found(layout, "something else")) > 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Well. " + PURGED + " So be it.", id="between others"),
        pytest.param(PURGED.upper().replace(" ", "\n"), id="in capitals, over lines"),
        pytest.param(
            "Unobtainium, by kilogram: the zeppelin hangar in Friedrichshafen pays.", id="turned"
        ),
    ],
)
def test_a_text_is_erased_where_it_is_a_part(layout: Layout, text: str) -> None:
    keep(layout, said("s", text), said("s", "The hangar is closed on Sundays."))
    assert keeping.erase(layout, [PURGED]) == 1
    assert texts(layout) == ["The hangar is closed on Sundays."]


def test_erasing_a_short_text_spares_what_only_has_its_words(layout: Layout) -> None:
    keep(layout, said("s", "JWT is what we use."), said("s", "Right: use JWT."))
    assert keeping.erase(layout, ["Use JWT"]) == 1
    assert texts(layout) == ["JWT is what we use."]


def test_a_session_that_is_forgotten_is_not_found(layout: Layout) -> None:
    keep(layout, said("one", "Round up, always."), said("two", "Round down here."))
    assert keeping.forget(layout, ["one", "nobody"]) == 1
    assert [one.passage.session for one in found(layout, "round")] == ["two"]
    assert keeping.forget(layout, ["one"]) == 0


def test_the_file_stays_under_its_bound(layout: Layout) -> None:
    for number in range(12):
        words = " ".join(f"w{number}x{n}" for n in range(180))
        passages = [
            said(f"s{number:02}", f"{words} {n}", at=f"2026-01-{number + 1:02}T00:00:00Z")
            for n in range(100)
        ]
        kept = keep(layout, *passages, most=MB // 2)
        assert not kept.warnings
        assert database.path_of(layout).stat().st_size <= MB // 2
    assert kept.dropped
    assert texts(layout)[0].split("x")[0] != "w0"
    assert texts(layout)[-1].startswith("w11x0")


def test_of_one_session_that_is_too_large_the_newest_stay(layout: Layout) -> None:
    words = " ".join(f"word{n}" for n in range(180))
    kept = keep(layout, *(said("s", f"{words} {n}") for n in range(900)), most=MB // 2)
    assert kept.dropped
    assert texts(layout)[-1].endswith(" 899")
    assert database.path_of(layout).stat().st_size <= MB // 2


# -- what must -----------------------------------------------------------------------------------


def test_a_passage_comes_back_as_it_was(layout: Layout) -> None:
    passage = said(
        "s",
        "Round up, always.",
        speaker="person",
        source="logs/a.jsonl",
        turn=3,
        at="2026-01-01T00:00:00Z",
        message="m1",
        files=("src/billing.py", "src/a b.py"),
        weight=0.5,
        task="TECH-1",
        line=7,
    )
    keep(layout, passage)
    (one,) = found(layout, "round")
    assert one.passage == passage


def test_a_long_message_becomes_several_passages_once(layout: Layout) -> None:
    passage = said("s", "The importer reads the file in one go. " * 100, message="m1")
    assert keep(layout, passage).added == 2
    assert keep(layout, passage).added == 0


_WORDS = st.text(alphabet="abc é漢字かな.!\n`", min_size=1, max_size=40)
_SAID = st.builds(
    lambda session, speaker, text, message: Passage(session, speaker, text, message=message),
    st.sampled_from(["one", "two"]),
    st.sampled_from(["person", "agent"]),
    _WORDS,
    st.sampled_from(["", "m1", "m2", "m3"]),
)


@given(st.lists(_SAID, max_size=12))
def test_kept_twice_is_kept_once(
    tmp_path_factory: pytest.TempPathFactory, all_: list[Passage]
) -> None:
    layout = layout_of(tmp_path_factory.mktemp("memory"))
    keep(layout, *all_)
    once = texts(layout) if database.exists(layout) else []
    assert keep(layout, *all_, *reversed(all_)).added == 0
    assert (texts(layout) if database.exists(layout) else []) == once


@given(st.lists(_SAID, min_size=1, max_size=12))
def test_what_was_added_can_be_taken_out_again(
    tmp_path_factory: pytest.TempPathFactory, all_: list[Passage]
) -> None:
    layout = layout_of(tmp_path_factory.mktemp("memory"))
    added = keep(layout, *all_).added
    assert keeping.forget(layout, ["one"]) + keeping.forget(layout, ["two"]) == added
    for text in {passage.text for passage in all_}:
        assert search(layout, text).sessions == ()


def test_a_message_weighs_more_once_it_is_answered(layout: Layout) -> None:
    passage = said("s", "Shall we round up?", message="m1")
    keep(layout, passage, said("s", "No.", message="m2", weight=0.5))
    for weight, known in ((0.7, 0.7), (0.2, 0.7)):
        assert keep(layout, said("s", passage.text, message="m1", weight=weight)).added == 0
        assert [one.passage.weight for one in found(layout, "round")] == [known]


def test_only_a_new_message_is_asked_for_the_files_it_names(layout: Layout) -> None:
    asked: list[str] = []

    def named(text: str) -> list[str]:
        asked.append(text)
        return ["src/named.py", "src/edited.py"]

    for _ in range(2):
        passage = said("s", "Round up, always.", files=("src/edited.py",))
        keeping.keep(layout, [passage, passage], now="", most_bytes=MB, named=named)
    assert asked == ["Round up, always."]
    assert found(layout, "round")[0].passage.files == ("src/named.py", "src/edited.py")
