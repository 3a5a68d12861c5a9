"""Many named expressions, of which few hold of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.regex_table import RegexTable, alternatives_of, folded

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
    "none": (),
}
TABLE = RegexTable(LINES)

TEXTS = (
    *("It MUST hold", "He has  to", "ДОЛЖЕН быть", "ZORUNLUDUR", "文件必须", "Whenever it runs"),
    *("the run() of it", "a `b|c` d", "someName", "SOMENAME", "Also, I", "ſo it is", "FALLS"),
    *("ΛΌΓΟΣ", "ΛΌΓΟς.", "STRASSE", "STRAẞE", "KIS", "kis", "K\u0130S", "\u212aıs", "fallſ"),
    *("]x y", "]y", "|y", "az", "|z", ""),
)


@check_rows("text", TEXTS)
def test_the_table_finds_what_its_expressions_find(text: str) -> None:
    look = TABLE.look(text)
    for name, lines in LINES.items():
        assert look.holds(name) is (bool(lines) and holds(lines, text)), name


@given(
    st.sampled_from(sorted(LINES)),
    st.text("muſstИНДиндолжен has ifW`bc(){}必须禁止ΣςσıİiIsSKk\u212a|]xyz"),
)
def test_no_match_is_hidden(name: str, text: str) -> None:
    lines = LINES[name]
    assert TABLE.look(text).holds(name) is (bool(lines) and holds(lines, text))


def test_a_text_without_a_word_of_an_expression_is_not_searched() -> None:
    assert TABLE.look("The server answers at once.").parts.keys() == {"code"}


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
