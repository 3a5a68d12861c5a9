"""Many named expressions, of which few hold of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_md.base.regex_table import MOST_WORDS, RegexTable, alternatives_of, folded

from ..rows import check_rows


def holds(lines: Sequence[str], text: str) -> bool:
    source = "|".join(f"(?:{line})" for line in lines)
    return re.search(source, text, re.IGNORECASE) is not None


LINES = {
    "must": (r"\b(?:must|has to)\b", r"(?<!\w)(?:должен|muss|zorunlu\w*)(?!\w)", "必须|禁止"),
    "case": (r"^(?:if|when(?:ever)?|[|)(\]]x) |\bfalls\b",),
    "code": (r"`[^`|]+`|\w\(\)|(?-i:[a-z][A-Z])", r"[]|]y|[^]|]z"),
    "so": (r"\bso\b|(?:^|, )i\b",),
    "sigma": ("λόγος|straße|kıs",),
    "iota": (r"\bκαι\b|ᾳι|αιλ",),
    "edges": (r"\b(?:i|me)\b", r"(?<!\w)(?:--x|ich)(?!\w)|may ?be\b", r"\b(?:so|to) say\b"),
    "none": (),
}
TABLE = RegexTable(LINES)

TEXTS = (
    *("It MUST hold", "He has  to", "ДОЛЖЕН быть", "ZORUNLUDUR", "文件必须", "Whenever it runs"),
    *("the run() of it", "a `b|c` d", "someName", "SOMENAME", "Also, I", "ſo it is", "FALLS"),
    *("ΛΌΓΟΣ", "ΛΌΓΟς.", "STRASSE", "STRAẞE", "KIS", "kis", "K\u0130S", "\u212aıs", "fallſ"),
    *("]x y", "]y", "|y", "az", "|z", ""),
    *(
        "καὶ ΚΑΙ.",
        "κα\u0345",
        "κ\u1fbeα",
        "α\u0345ι",
        "α\u0345λ",
        "me",
        "item",
        "(I)",
        "i_",
        "a --x",
        "a--x y",
    ),
    *("--xy", "ich!", "dich", "maybe", "so  say", "to say: so", "so\nsay", "also say", "\0i\0"),
)


@check_rows("text", TEXTS)
def test_the_table_finds_what_its_expressions_find(text: str) -> None:
    assert TABLE.held(text) == {name for name in LINES if LINES[name] and holds(LINES[name], text)}


@given(
    st.sampled_from(sorted(LINES)),
    st.text("muſstИНДиндолжен has ifW`bc(){}必须禁止ΣςσıİiIsSKk\u212a|]xyzκαι\u0345\u1fbe- meso\0"),
)
def test_no_match_is_hidden(name: str, text: str) -> None:
    lines = LINES[name]
    assert (name in TABLE.held(text)) is (bool(lines) and holds(lines, text))


PARTS = ("a", "ik", " ", "-", "[s-]", "[^a]", ".", r"\w", "(?:a|is|- k)", "(?:i|ka)?", "(?:s |i)+")
EDGES = ("", r"\b", r"(?<!\w)", r"(?!\w)", r"\B", "^", "$", "(?=a)")


@settings(max_examples=5 * settings().max_examples)
@given(st.lists(st.tuples(st.sampled_from(EDGES), st.sampled_from(PARTS)), min_size=1), st.data())
def test_no_match_of_any_expression_is_hidden(
    parts: list[tuple[str, str]], data: st.DataObject
) -> None:
    source = "".join(f"{edge}{part}" for edge, part in parts)
    some = data.draw(st.from_regex(re.compile(source, re.IGNORECASE)) | st.text("aisk -.ſ"))
    assert RegexTable({"it": (source,)}).held(some) == {"it"} & {"it" * holds([source], some)}


def test_a_text_without_a_word_of_an_expression_is_not_searched() -> None:
    assert {part.name for part in TABLE.always} == {"code", "iota"}
    assert not any(TABLE[word] for word in ("The", "items", "of", "a", "server,"))


def test_no_more_words_are_remembered_than_there_is_room_for() -> None:
    table = RegexTable({"it": (r"\bit\b",)})
    for number in range(3 * MOST_WORDS):
        assert table.held(f"it {number}") == {"it"}
    assert len(table) <= MOST_WORDS + 1


@check_rows(
    ("source", "parts"),
    (
        ("a|b", ["a", "b"]),
        ("(?:a|b)c", ["(?:a|b)c"]),
        (r"\(|\||[|]|[^|]", [r"\(", r"\|", "[|]", "[^|]"]),
        (r"[]|]|[^]|(]|x", ["[]|]", "[^]|(]", "x"]),
        (r"(?<!a|b)c|", [r"(?<!a|b)c", ""]),
        (r"[\]|]|\\|y", [r"[\]|]", r"\\", "y"]),
    ),
)
def test_alternatives_are_the_outermost(source: str, parts: list[str]) -> None:
    assert [*alternatives_of(source)] == parts


@given(st.characters(), st.characters())
def test_letters_that_are_one_without_case_are_one(one: str, other: str) -> None:
    if re.fullmatch(re.escape(one), other, re.IGNORECASE):
        assert folded(one) == folded(other)
