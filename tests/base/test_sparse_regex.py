"""What must stand in a text, or begin it, never hides what an expression finds."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_md.base.identity import short_id
from memory_md.base.sparse_regex import (
    BEFORE_TREE,
    EDGE,
    MOST_WORDS,
    MayBegin,
    RegexTables,
    alternatives_of,
    beginnings_of,
    folded,
    hints_of,
    index_of,
    known_hints,
    sparse_regex,
    spread,
)

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
TABLE = RegexTables({"first": LINES, "other": {"must": ("other",)}})

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
    found = {name for name in LINES if LINES[name] and holds(LINES[name], text)}
    assert TABLE.held("first", text) == found
    assert TABLE.may_hold("first", text)
    assert TABLE.held("other", text) == set()
    assert not TABLE.may_hold("other", text)


@given(
    st.sampled_from(sorted(LINES)),
    st.text("muſstИНДиндолжен has ifW`bc(){}必须禁止ΣςσıİiIsSKk\u212a|]xyzκαι\u0345\u1fbe- meso\0"),
)
def test_no_match_is_hidden(name: str, text: str) -> None:
    lines = LINES[name]
    assert (name in TABLE.held("first", text)) is (bool(lines) and holds(lines, text))


PARTS = ("a", "ik", " ", "-", "[s-]", "[^a]", ".", r"\w", "(?:a|is|- k)", "(?:i|ka)?", "(?:s |i)+")
EDGES = ("", r"\b", r"(?<!\w)", r"(?!\w)", r"\B", "^", "$", "(?=a)")


@settings(max_examples=5 * settings().max_examples)
@given(st.lists(st.tuples(st.sampled_from(EDGES), st.sampled_from(PARTS)), min_size=1), st.data())
def test_no_match_of_any_expression_is_hidden(
    parts: list[tuple[str, str]], data: st.DataObject
) -> None:
    source = "".join(f"{edge}{part}" for edge, part in parts)
    some = data.draw(st.from_regex(re.compile(source, re.IGNORECASE)) | st.text("aisk -.ſ"))
    table = RegexTables({"one": {"it": (source,)}})
    assert table.held("one", some) == {"it"} & {"it" * holds([source], some)}
    assert table.may_hold("one", some) or not holds([source], some)


def test_a_text_without_a_word_of_an_expression_is_not_searched() -> None:
    assert {part.name for part in TABLE.always["first"]} == {"code", "iota"}
    assert not any(TABLE[word] for word in ("The", "items", "of", "a", "server,"))


def looked_for(table: RegexTables) -> list[tuple[str, str, str]]:
    of_words = (part for _, part in chain.from_iterable(table.by_letters.values()))
    parts = (*chain.from_iterable(table.always.values()), *of_words)
    return [(part.name, part.hint, part.word) for part in parts]


def test_a_table_takes_from_an_index_what_it_would_read_off_its_expressions() -> None:
    index = known_hints(index_of([LINES]))
    assert short_id(r"(?<!\w)zorunlu\w*(?!\w)") in index
    assert short_id("必须") not in index  # a word is its own hint
    case = next(alternatives_of(LINES["case"][0]))
    assert short_id(case) not in index  # a sign of the index is in its hints
    one = {"first": LINES}
    assert looked_for(RegexTables(one, index)) == looked_for(RegexTables(one))
    others = {**index, short_id("must.?"): "nowhere"}
    assert RegexTables({"one": {"it": ("must.?",)}}, others).held("one", "He must wait") == set()
    table = RegexTables({"one": {"it": ("must.?|may.?",)}}, others)
    assert table.held("one", "He may wait") == {"it"}


def test_no_more_words_are_remembered_than_there_is_room_for() -> None:
    table = RegexTables({"one": {"it": (r"\bit\b",)}})
    for number in range(3 * MOST_WORDS):
        assert table.held("one", f"it {number}") == {"it"}
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


@check_rows(
    ("source", "parts"),
    (
        ("(?:a|b)c|d", ["(?:a|b)c", "d"]),
        ("(?:a)(?:b)", ["(?:a)(?:b)"]),
        (r"\b(?:a(?:b|c)|[)|]|d)\b", [r"\ba(?:b|c)\b", r"\b[)|]\b", r"\bd\b"]),
        (r"(?<!\w)(?:(?:a|b)|c|)(?!\w)", [rf"(?<!\w){x}(?!\w)" for x in ("a", "b", "c", "")]),
        (r"^(?:a|b)\b(?! c)|^(?:a|b)", [r"^(?:a|b)\b(?! c)", "^a", "^b"]),
    ),
)
def test_alternatives_between_edges_stand_apart(source: str, parts: list[str]) -> None:
    assert [*spread(source)] == parts


@given(st.characters(), st.characters())
def test_letters_that_are_one_without_case_are_one(one: str, other: str) -> None:
    if re.fullmatch(re.escape(one), other, re.IGNORECASE):
        assert folded(one) == folded(other)


def test_letters_that_are_folded_to_one_are_one_without_case() -> None:
    alike: dict[str, list[str]] = {}
    letters = [chr(code) for code in range(sys.maxunicode + 1) if chr(code) != "\n"]
    for letter, fold in zip(letters, folded("\n".join(letters)).split("\n"), strict=True):
        alike.setdefault(fold, []).append(letter)
    for letters in alike.values():
        for one in letters if len(letters) > 1 else ():
            assert re.fullmatch(
                f"{re.escape(one)}{{{len(letters)}}}", "".join(letters), re.IGNORECASE
            )


@pytest.mark.parametrize(
    "parts",
    [
        (r"\b(?:might|may ?be|i['’]d)\b",),
        (r"(?:de)?cided|选择了|i(?:f|s) so",),
        (r"(?:\w+ing|решили)$",),
        (r"s?t",),
        (r"might|so\b", r"\bis so|hi", r"\w+g$|选择了", "решили"),  # the first in the text counts
    ],
)
def test_a_sparse_expression_finds_what_it_finds_without_its_hints(parts: tuple[str, ...]) -> None:
    ours = sparse_regex(*parts, flags=re.IGNORECASE)
    theirs = re.compile("|".join(parts), re.IGNORECASE)
    texts = (
        "",
        "It MIGHT",
        "mayhem",
        "may be",
        "I’D go",
        "I'd",
        "deCIDED",
        "Is so",
        "我选择了",
        "ſt",
    )
    texts += ("runnıng", "RUNNİNG", "Решили", "решили é", "if é so", "nothing here at all", "é")
    for text in texts * 30:
        ours_found, theirs_found = ours.search(text), theirs.search(text)
        assert (ours_found and ours_found.span()) == (theirs_found and theirs_found.span()), text


def test_hints_are_what_each_match_has_one_of() -> None:
    hints = hints_of(r"\b(?:might|may ?be|i['’]d be)\b")
    assert [hint.replace(EDGE, "|") for hint in hints] == [
        *("|may", "|might|", "|i|'|d| |be|", "|i|’|d| |be|")
    ]
    assert hints_of(r"\w+ing\b|a") == ()
    assert hints_of(r"(?:if )?\w+") == ()
    assert hints_of(r"--(?<!\w)[^a]") == ("--",)
    assert hints_of(r"(?<!\w)(?:am|-no)(?!\w)") == (f"{EDGE}am{EDGE}", f"-{EDGE}no{EDGE}")


def with_tree(*sources: str, behind: str = "") -> MayBegin:
    look = MayBegin(*(re.compile(one, re.IGNORECASE) for one in sources), behind=behind)
    for _ in range(BEFORE_TREE):
        assert look("nothing that any of them matches")
    return look


NOT_HIDDEN = (
    ("wait", "WAIT, no", True),
    ("wait", "wai", False),
    ("wait", "await", False),
    ("skip", "\u017fkip", True),  # the long s
    ("is", "\u0130S", True),
    ("key", "\u212aEY", True),  # the sign of kelvin
    ("(?:we|i)['’]ve ", "I’ve", False),
    ("(?:we|i)['’]ve ", "I’ve said", True),
    ("(?:the )?(?:root )?cause", "The roof", False),
    ("(?:the )?(?:root )?cause", "cause", True),
    ("(?:so|but)\\b[,:]* ", "some", False),
    ("(?:so|but)\\b[,:]* ", "so,: some", True),
    ("(?:ab|cd){2}", "CDAB", True),
    ("(?:ab|cd){2}", "cab", False),
    ("\\w+ing", "anything", True),
    ("(?:no )?\\w", "yes", True),
    ("(?!no)(?:no|yes)", "yes", True),
    ("(?>never|ever) more", "evermore", False),
    ("наш", "НАШ", True),
    ("", "", True),
    ("alphabetical", "ALPHABETICAL", True),
    ("alphabetical", "alphabets", True),  # only its first letters are looked at
)


@check_rows(("source", "text", "wanted"), NOT_HIDDEN)
def test_a_text_may_match_if_it_begins_so(source: str, text: str, wanted: bool) -> None:
    assert with_tree(source)(text) is wanted


def test_of_several_expressions_any_may_match() -> None:
    look = with_tree("because", "be", "a.")
    assert [look(text) for text in ("bear", "about", "cause", "")] == [True, True, False, False]


def test_a_part_may_match_that_begins_so() -> None:
    look = with_tree("wait", "stop", behind="[.] ")
    texts = ("Wait. No", "No. WAIT", "No. Or wait", "await. No", "No. await")
    assert [look.in_parts(text) for text in texts] == [True, True, False, False, False]


def test_what_repeats_is_known_for_its_first_time() -> None:
    assert beginnings_of("ab*c|x+") == {"ab", "ac", "x"}
    assert beginnings_of("[ab]?c") == {"ac", "bc", "c"}
    assert beginnings_of(".a") == {""}


@given(st.data())
def test_no_beginning_is_hidden(data: st.DataObject) -> None:
    part = st.sampled_from(["a", "sk", "[ik]", "(?:s|if)", "[^a]", "\\b", " ", "(?=i)", ".", "ß"])
    parts = data.draw(st.lists(st.tuples(part, st.sampled_from(["", "?", "*", "{2}"])), max_size=6))
    source = "".join(f"(?:{one}){times}" for one, times in parts)
    text = data.draw(st.text("aAsSkKiIfF ıİſ\u212aßẞé", max_size=8))
    if re.compile(source, re.IGNORECASE).match(text):
        assert with_tree(source)(text)
