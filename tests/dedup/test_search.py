from __future__ import annotations

from memory_md.dedup.search import relations

KNOWN = [
    ("first", "Use pnpm, not npm"),
    ("second", "Use npm, not pnpm"),
    ("third", "Never touch a.py"),
    ("fourth", "提交前必须运行测试"),
    ("fifth", "The request timeout is 30 seconds"),
]


def found(text: str, threshold: float = 0.9) -> list[tuple[str, str]]:
    return [(id_, verdict.relation) for id_, verdict in relations(text, KNOWN, threshold)]


def test_a_sibling_finds_nothing() -> None:
    assert found("Never touch b.py") == []


def test_nothing_is_found_for_no_text_and_in_no_texts() -> None:
    assert found("") == []
    assert relations("Use pnpm", []) == []


def test_what_is_repeated_comes_before_what_is_contradicted() -> None:
    assert found("Use pnpm instead of npm") == [("first", "duplicate"), ("second", "contradiction")]


def test_a_text_without_spaces_is_found() -> None:
    assert found("提交前必须运行测试。") == [("fourth", "duplicate")]


def test_another_value_is_found() -> None:
    assert found("Request timeout: 60s") == [("fifth", "contradiction")]


def test_a_lower_threshold_finds_more() -> None:
    known = [("near", "The search index is rebuilt after each change of the analyzer settings")]
    text = (
        "After each change of the analyzer settings the whole search index is rebuilt from scratch"
    )
    assert relations(text, known, 0.99) == []
    assert [id_ for id_, _ in relations(text, known, 0.8)] == ["near"]


def test_the_one_repeated_text_is_found_among_two_thousand() -> None:
    many = [
        (str(n), f"Rule {n} of module m{n} covers case c{n} of the parser") for n in range(2_000)
    ]
    ids = [id_ for id_, _ in relations("Use pnpm rather than npm", [*many, *KNOWN])]
    assert ids == ["first", "second"]
