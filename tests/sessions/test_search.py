"""Which sessions and passages are found, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.files.layout import Layout

from .store import found, keep, layout_of, said, search


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return layout_of(tmp_path / "memory")


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("weather", id="a word that nobody said"),
        pytest.param('" OR rowid:1 NEAR(', id="operators of the index"),
        pytest.param("roundabout", id="the beginning of a word"),
        pytest.param("\x00", id="a NUL"),
    ],
)
def test_it_finds_nothing(layout: Layout, query: str) -> None:
    keep(layout, said("s", "Rounding is always upwards."))
    assert found(layout, query) == []


def test_no_database_is_made_by_looking(layout: Layout) -> None:
    assert search(layout, "round").sessions == ()
    assert not layout.local.exists()


def test_a_name_is_not_the_file_of_another_folder(layout: Layout) -> None:
    keep(layout, said("s", "Look here.", files=("src/one/index.ts",)))
    assert not found(layout, "zzz", ["src/two/index.ts"])
    assert not found(layout, "zzz", ["src/one/myindex.ts"])


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Rounding is always upwards.", "round"),
        ("getUserByEmail is slow", "user email"),
        ("the HTTPServer", "http server"),
        ("Мы использовали токены", "токен"),
        ("決済APIは二重請求を防ぐ", "二重請求"),
        ("재시도 횟수는 세 번", "재시도"),
        ("a naïve façade", "naive facade"),
        ("since 2026-03-01", "march"),
        ("we use C++ here", "c++"),
        ("v1.2.10 breaks it", "1.2.10"),
        ("the user_service module", "user service"),
        ("it is a pre-commit hook", "pre-commit"),
        ("don't repeat it's word", "repeat"),
    ],
)
def test_it_finds_forms_of_words(layout: Layout, text: str, query: str) -> None:
    keep(layout, said("s", text), said("t", "Nothing of the kind."))
    assert [one.passage.text for one in found(layout, query)] == [text]


@pytest.mark.parametrize(
    ("named", "asked"),
    [
        ("src/auth/jwt.py", "src/auth/jwt.py"),
        ("src/auth/jwt.py", "auth/jwt.py"),
        ("auth/jwt.py", "src/auth/jwt.py"),
        ("jwt.py", "src/auth/jwt.py"),
        ("src/auth/jwt.py", "jwt.py"),
        ("src/a b/é'\".py", "a b/é'\".py"),
    ],
)
def test_it_finds_files(layout: Layout, named: str, asked: str) -> None:
    keep(layout, said("s", "Look here.", files=(named,)), said("t", "Elsewhere.", files=("x.py",)))
    (one,) = found(layout, "zzz", [asked])
    assert one.has_file
    assert one.passage.session == "s"


def test_the_session_that_speaks_of_it_most_is_first(layout: Layout) -> None:
    for number in range(30):
        keep(layout, *(said(f"other{number}", f"Talk {number} of thing {n}.") for n in range(5)))
    billing = ["Overage blocks are billed.", "The overage is rounded.", "Bill the overage of May."]
    keep(layout, *(said("billing", text) for text in billing))
    keep(layout, said("aside", "There was an overage once, said thing 3."))
    assert [one.session for one in search(layout, "overage billing").sessions] == [
        "billing",
        "aside",
    ]


def test_the_passage_that_says_most_of_it_is_first(layout: Layout) -> None:
    keep(
        layout,
        said("s", "The overage was large."),
        said("s", "Any overage bills at least one block."),
        said("s", "One block of flats."),
    )
    first, *others = found(layout, "overage block bills")
    assert first.passage.text.startswith("Any overage")
    assert first.share == 1.0
    assert set(first.terms) == {"overag", "block", "bill"}
    assert all(0 < other.share < 1 for other in others)


def test_a_common_word_counts_where_it_is_all_that_is_asked(layout: Layout) -> None:
    keep(layout, *(said(f"s{n % 7}", f"The deploy number {n}.") for n in range(60)))
    assert len(search(layout, "deploy", sessions=20).sessions) == 7


def test_the_limits_hold(layout: Layout) -> None:
    keep(layout, *(said(f"s{n % 9}", f"The deploy number {n}.") for n in range(90)))
    sessions = search(layout, "deploy number", sessions=4, passages=3).sessions
    assert [len(one.passages) for one in sessions] == [3, 3, 3, 3]
