"""The page of figures says what the stored results say, losses included."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import judged, scorecard
from benchmarks._data import VARIABLE
from benchmarks._page import About, Row, Section, Table, load, page, renew, store
from benchmarks.neighbours import FOLDER, secrets

from ..rows import check_rows
from ..source import ROOT

ABOUT = About("Taste", "python -m benchmarks scorecard taste", "Two people tasted.", "It was late.")
ROWS = [
    Row("soups liked", 1_200, {"mem": 0.5, "salt": 0.75}, must=0.9, head=True),
    Row("seconds a soup", 3, {"salt": 9.0, "mem": 2.25}, "times", "less", 3.0),
    Row("soups that are equal as printed", 3, {"mem": 0.501, "salt": 0.502}),
    Row("soups without a judgement", 3, {"mem": 4, "mem in a bowl": 9}, "count", ""),
]
SECTION = Section("taste", "2026-02-02", "3.11.7", "0.2.0", [Table("Soups", ROWS, "All hot.")])


def lines(section: Section) -> list[str]:
    return page("# Page\n", {"taste": ABOUT}, {"taste": section}).split("\n")


def test_the_page_in_the_documents_is_what_the_stored_results_say() -> None:
    text = (ROOT / "docs" / "scorecard.md").read_text(encoding="utf-8")
    assert text == scorecard.made(load(scorecard.RESULTS)), (
        "docs/scorecard.md is out of date; run `python -m benchmarks scorecard --render "
        "docs/scorecard.md` and look at what changed"
    )


@check_rows("document", scorecard.DOCUMENTS, ids=lambda path: path.name)
def test_the_tables_in_other_documents_are_those_of_the_page(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert "<!-- figures: " in text
    assert text == renew(text, load(scorecard.RESULTS)), "run `scorecard --render` as above"


def test_a_document_keeps_what_stands_around_its_tables() -> None:
    marks = "before\n<!-- figures: taste | Soups -->\nold\n<!-- figures: end -->\nafter"
    renewed = renew(marks, {"taste": SECTION})
    assert renewed.startswith("before\n<!-- figures: taste | Soups -->\n\n| what | of | `mem` |")
    assert renewed.endswith("\n\nMeasured on 2026-02-02.\n\n<!-- figures: end -->\nafter")
    assert renew(renewed, {"taste": SECTION}) == renewed
    assert "Not measured yet." in renew(marks, {})


def test_a_stored_result_says_when_and_of_what() -> None:
    for name, section in load(scorecard.RESULTS).items():
        assert name in scorecard.SECTIONS
        assert section.not_run or (section.date and section.version and section.tables), name


def test_what_is_missed_and_what_is_better_elsewhere_is_said() -> None:
    found = lines(SECTION)
    assert "| Taste: soups liked | 1,200 | 0.50 | salt **0.75** | ≥ 0.90, **missed** |" in found
    assert "| what | of | `mem` | salt | mem in a bowl | must |" in found
    assert "| soups liked | 1,200 | 0.50 | **0.75** | – | ≥ 0.90, **missed** |" in found
    assert "| seconds a soup | 3 | 2.2 × | 9.0 × | – | ≤ 3.0 × |" in found
    assert "| soups that are equal as printed | 3 | 0.50 | 0.50 | – | – |" in found
    assert "| soups without a judgement | 3 | 4 | – | 9 | – |" in found
    assert "* **Bounds missed:** Soups, soups liked." in found
    assert "* **Something beside `mem` is better** (in bold): Soups (1 of 4 rows)." in found
    assert found[-2:] == ["* It was late.", ""]


def test_a_section_says_how_it_was_made() -> None:
    text = "\n".join(lines(SECTION))
    assert (
        "Made by `python -m benchmarks scorecard taste` (2026-02-02, mem 0.2.0, Python 3.11.7). "
        "Two people tasted." in text
    )
    assert "**Soups** All hot." in text


def test_a_section_without_data_takes_one_line() -> None:
    found = lines(Section("taste", not_run="no data given"))
    said = "Not run: no data given. Command: `python -m benchmarks scorecard taste`."
    assert found[4:] == [said, ""]


def test_results_are_kept_and_read_back(tmp_path: Path) -> None:
    store(tmp_path, SECTION)
    assert load(tmp_path) == {"taste": SECTION}


def test_a_run_without_data_leaves_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nothing"))
    monkeypatch.delenv(FOLDER, raising=False)
    stored = Section("search", "2026-02-02", "3.11.7", "0.1.0", [Table("Soups", ROWS[1:])])
    store(tmp_path / "results", stored)
    written = tmp_path / "page.md"
    names = ("search", "anchors", "replay", "extraction", "context", "decisions", "neighbours")
    options = ("--results", str(tmp_path / "results"), "--write", str(written))
    assert scorecard.main(*names, *options) == 0
    kept = load(tmp_path / "results")
    assert kept["search"] == stored
    assert all("names no folder" in kept[n].not_run for n in ("neighbours",))
    assert all("no data given" in kept[name].not_run for name in names[1:-1])
    text = written.read_text(encoding="utf-8")
    assert "seconds a soup" in text
    assert text.count("Not run: no data given") == 5
    scorecard.main(*options[:2], "--render", str(tmp_path / "again.md"))
    assert (tmp_path / "again.md").read_text(encoding="utf-8") == text


def test_a_section_that_breaks_does_not_take_the_page_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(scorecard.SECTIONS, "search", lambda: 1 // 0)
    assert scorecard.main("search", "--results", str(tmp_path)) == 1
    assert "Not run: it broke: ZeroDivisionError." in capsys.readouterr().out


def test_data_of_several_folders_are_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    talk = {"speaker_a": "Ann", "session_1": [{"speaker": "Ann", "text": "My puppy is Biscuit."}]}
    asked = [{"question": "What is the puppy called?", "evidence": ["D1:1"], "category": 4}]
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    sample = json.dumps([{"conversation": talk, "qa": asked}])
    (tmp_path / "two" / "locomo10.json").write_text(sample, encoding="utf-8")
    given = [word for name in ("one", "two") for word in ("--data", str(tmp_path / name))]
    assert scorecard.main("search", "--results", str(tmp_path), *given) == 0
    assert "| recall@5 | 1 | 1.00 | 1.00 |" in capsys.readouterr().out


def test_no_secret_of_the_comparison_stands_in_a_file_of_ours() -> None:
    made = secrets()
    assert len(set(made)) == 20
    text = (ROOT / "benchmarks" / "neighbours.py").read_text(encoding="utf-8")
    assert not [one for one in made if one in text]


def test_judgements_are_kept_without_the_text_that_was_judged() -> None:
    items = """JUDGE stored

1. repository ann/soup
   README: a soup
   stored: Gotcha (high): Salt goes in last
2. repository bob/pie
   stored: no label
1. a list in the text
3. repository bob/pie
   stored: Fixed: it burned
"""
    answers = "1. USEFUL as it says\n2. UNINTELLIGIBLE what?\n4. WRONG no such item\n"
    found = list(judged.read("unseen", items, answers, "2026-02-02"))
    assert [(one["repository"], one["kind"], one["verdict"]) for one in found] == [
        ("ann/soup", "gotcha", "useful"),
        ("bob/pie", "", "unintelligible"),
    ]
    assert "Salt" not in json.dumps(found)
    block = "JUDGE context\n\n=== TASK 7\nrepository: pie, day one\nblock:\n7.1 hot\n7.2 cold\n"
    found = list(judged.read("unseen", block, "7.1 USEFUL yes\n7.2 NOT here\n", "2026-02-02"))
    assert [one["repository"] for one in found] == ["pie", "pie"]
    assert judged.shares(found) == {("context", "unseen"): {"useful": 1, "not": 1}}
