"""Words meet that mean the same, and only those."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.terms.stemming import stem, word_spans, word_terms, words

from ..rows import check_rows

APART = [
    ("file", "fill"),
    ("form", "format"),
    ("service", "server"),
    ("comment", "commit"),
    ("string", "sting"),
    ("use", "user"),
    ("cache", "catch"),
    ("test", "text"),
    ("list", "listen"),
    ("fast", "fasten"),
    ("token", "took"),
    ("C", "C#"),
    ("C++", "C#"),
    ("v1.2", "v2.1"),
    ("тест", "текст"),
]

TOGETHER = [
    ("paint", "painted painting painter paints"),
    ("retry", "retries retried retrying"),
    ("run", "runs running ran runner"),
    ("stop", "stopped stopping stops"),
    ("make", "makes making made"),
    ("adopt", "adopted adoption adoptions"),
    ("migrate", "migrates migrated migration migrations"),
    ("decide", "decides decided deciding"),
    ("validate", "validated validation validator"),
    ("cancel", "cancelled canceled cancelling"),
    ("organize", "organise organised organization organisation"),
    ("color", "colour colors colours"),
    ("child", "children"),
    ("write", "writes writing wrote written"),
    ("Melanie", "Melanie's melanie MELANIE"),
    ("Łódź", "ŁÓDŹ łódź"),
    ("naïve", "naive Naïve"),
    ("Straße", "STRASSE"),
    ("Mahnung", "Mahnungen"),
    ("Kunde", "Kunden"),
    ("Tabelle", "Tabellen"),
    ("Version", "Versionen versions versiones"),
    ("Vertrag", "Verträge"),
    ("Frist", "Fristen"),
    ("canal", "canaux canais canales"),
    ("tableau", "tableaux"),
    ("sesión", "sesiones"),
    ("configuração", "configurações"),
    ("conexão", "conexões"),
    ("nível", "níveis"),
    ("sessione", "sessioni"),
    ("shorten", "shortening shortened shortener"),
    ("listen", "listening listens listener"),
    ("tomato", "tomatoes"),
    ("token", "tokens"),
    ("миграция", "миграции миграций Миграцию"),
    ("ёлка", "елка"),
    ("7", "007 seven 7th"),
    ("Friday", "Fri friday"),
    ("August", "Aug"),
    ("utf-8", "UTF8 utf_8"),
    ("de-stress", "destress"),
    ("ｆｕｌｌ", "full"),
]


@check_rows(("one", "two"), APART)
def test_these_words_stay_apart(one: str, two: str) -> None:
    assert set(word_terms(one)).isdisjoint(word_terms(two))


@check_rows(("word", "forms"), TOGETHER, ids=lambda value: value.split()[0])
def test_these_words_meet(word: str, forms: str) -> None:
    for form in forms.split():
        assert set(word_terms(form)) & set(word_terms(word)), form


@check_rows(
    ("word", "parts"),
    [
        ("getUserByEmail", "get user email getuserbyemail"),
        ("HTTPServer2", "http 2 httpserver2"),
        ("user_service", "user userservice"),
        ("pre-commit", "pre commit precommit"),
        ("__init__.py", "init py"),
        ("v1.10.2", "1.10.2 1.10"),
        ("2023-05-08", "2023 8"),
        ("О'Нил", "о"),
    ],
)
def test_an_identifier_is_its_parts_and_its_whole(word: str, parts: str) -> None:
    (found,) = words(word)
    assert set(parts.split()) <= set(word_terms(found))


def test_a_date_names_its_month() -> None:
    assert set(word_terms("May")) <= set(word_terms("2023-05-08"))


def test_a_month_that_there_is_not_is_a_number() -> None:
    assert word_terms("2023-19-08") == ("2023", "19", "8")


@pytest.mark.parametrize("word", ["缓存's", "缓存’s", "'s缓存'T", "'s", "v", "v1's", "#", "+'s"])
def test_an_ending_alone_gives_nothing_odd(word: str) -> None:
    assert not {"", "'s", "’s"} & set(word_terms(word))


def test_a_script_without_spaces_gives_pairs() -> None:
    assert {"缓存", "存失", "失效"} <= set(word_terms("缓存失效"))
    assert {"api", "设计"} <= set(word_terms("API设计"))


def test_marks_keep_a_word_together() -> None:
    assert words("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


def test_a_word_that_is_data_gives_nothing() -> None:
    assert word_terms("a" * 65) == ()


@given(st.text())
def test_words_and_their_places_agree(text: str) -> None:
    assert [text[start:end] for start, end in word_spans(text)] == words(text)
    for word in words(text):
        assert all(word_terms(word))


@given(st.text(alphabet="abcdefghiklmnoprstuvwyz", min_size=1, max_size=12))
def test_a_stem_is_no_longer_than_its_word(word: str) -> None:
    assert 0 < len(stem(word)) <= len(word) + 1


def test_what_is_done_has_the_stem_of_doing_it() -> None:
    for pair in ("authenticate authentication", "duplicated duplication", "validator validate"):
        one, two = pair.split()
        assert stem(one) == stem(two), pair


@pytest.mark.parametrize(
    "pair", ["adapter adapt", "builder build", "attacker attack", "customer custom", "folder fold"]
)
def test_a_search_finds_who_does_it_and_duplicates_keep_it_apart(pair: str) -> None:
    one, two = pair.split()
    assert stem(one) == stem(two)
    assert stem(one, doers=False) != stem(two, doers=False)
