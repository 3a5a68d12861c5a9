"""The worth of a sentence: what raises and what lowers it, in several languages."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.worth import average_precision, fit
from benchmarks.worth import rows as read_rows
from memory_md.extract.rules.sentence_worth import (
    TABLE,
    Sentence,
    features,
    weights_by_name,
    worth,
)
from memory_md.files.tables import word_lists

# What should be kept, and beside it a sentence of the same session that should not.
PAIRS = {
    "a cause and a plan": (
        "The build fails on Windows because `os.rename()` cannot replace an open file.",
        "Now let me run the build again.",
    ),
    "a rule and a status": (
        "Always pass `encoding` to `open()`, never rely on the default of the platform.",
        "All 18 tests pass and the branch is pushed.",
    ),
    "a mechanism and an offer": (
        "`load_rows()` is only called by the worker, not by the API; the API reads src/cache.py.",
        "If you want, I can add a test for it.",
    ),
    "a reason and a question": (
        "Retries stay in `client.py`, since the server must not see the same order twice.",
        "Should I go on with the next step?",
    ),
    "German": (
        "`speichern()` darf nie ohne Sperre laufen, weil sonst `index.db` beschädigt wird.",
        "Jetzt schaue ich mir die Tests an.",
    ),
    "Russian": (
        "Нельзя вызывать `save()` без блокировки, потому что файл `index.db` не атомарный.",
        "Теперь давайте запустим тесты.",
    ),
    "Chinese": (
        "必须先调用 `lock()`，不能直接写 `index.db`，因为两个进程会互相覆盖。",
        "接下来我先看一下测试文件。",
    ),
    "Japanese": (
        "`index.db` には必ず `lock()` の後に書く。同時に書くと壊れるため。",
        "次にテストを実行します。",
    ),
}


@pytest.mark.parametrize(("kept", "passing"), PAIRS.values(), ids=PAIRS)
def test_what_holds_longer_is_worth_more(kept: str, passing: str) -> None:
    assert worth(Sentence(kept)) > 1.5 * worth(Sentence(passing))


def test_a_heading_a_lead_and_a_list_count() -> None:
    text = "The cache is keyed by the name of the file"
    bare = features(Sentence(text, count=4))
    placed = features(
        Sentence(text, heading="Root cause", lead="Why it failed:", is_item=True, count=4)
    )
    assert {"heading", "lead", "bullet", "heading:cause", "lead:cause"} <= placed - bare


def test_each_word_counts_by_itself_and_two_characters_where_no_space_parts_words() -> None:
    assert {"=cache", "=stale"} <= features(Sentence("The cache is stale"))
    assert {"=缓存", "=存的"} <= features(Sentence("缓存的值"))
    assert "=run" not in features(Sentence("Call `run` again"))


def test_what_a_person_says_has_features_of_its_own() -> None:
    found = features(Sentence("please add a button", speaker="person"))
    assert {"person", "request", "person:request"} <= found
    assert not any(name.startswith("person") for name in features(Sentence("please add a button")))


def test_names_and_paths_of_code_are_counted() -> None:
    assert {"names:2", "paths:1", "spans:0"} <= features(
        Sentence("useState and max_size live in src/state.ts, say HTTP docs.")
    )
    assert {"names:0", "paths:0", "spans:0"} <= features(
        Sentence("Nothing of the kind, e.g. this.")
    )


@given(st.text(max_size=600), st.sampled_from(["agent", "person"]), st.integers(1, 40))
def test_any_text_has_a_worth(text: str, speaker: str, count: int) -> None:
    sentence = Sentence(text, speaker, count, heading=text[:20], lead=text[-20:])  # type: ignore[arg-type]
    assert 0.0 < worth(sentence) < 1.0
    assert worth(sentence) == worth(sentence)


def test_no_word_is_twice_in_a_class() -> None:
    table = word_lists("memory_md.extract.rules", TABLE)
    for head, lines in table.items():
        assert [word for word, n in Counter(" ".join(lines).split()).items() if n > 1] == [], head


rows = cache(read_rows)


def test_each_weight_is_of_a_feature_that_sentences_have() -> None:
    known = {name for row in rows() for name in row["features"]} | {"bias"}
    assert weights_by_name().keys() <= known


def test_a_repository_is_trained_on_or_scored_but_not_both() -> None:
    every = rows()
    trained = {row["repo"] for row in every if row["split"] == "train"}
    assert trained.isdisjoint(row["repo"] for row in every if row["split"] == "unseen")
    assert {row["keep"] for row in every} == {"must", "may", "no"}
    assert all((row["kind"] == "none") == (row["keep"] == "no") for row in every)


def test_training_finds_what_tells_the_kept_from_the_rest() -> None:
    kept = {"features": {"cause", "code"}, "keep": "may", "sample": "random"}
    other = {"features": {"plan", "code"}, "keep": "no", "sample": "random"}
    weights = fit([kept, other] * 60)
    assert weights["cause"] > 0 > weights["plan"]
    assert abs(weights["code"]) < 0.1


def test_average_precision_of_a_perfect_and_a_reversed_order() -> None:
    assert average_precision([(0.9, True), (0.8, True), (0.1, False)]) == 1.0
    assert average_precision([(0.9, False), (0.1, True)]) == 0.5
