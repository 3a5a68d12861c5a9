"""How texts begin that an expression matches at its start."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.beginnings import BEFORE_TREE, beginnings_of, may_begin

from ..rows import check_rows


def with_tree(*sources: str) -> Callable[[str], bool]:
    look = may_begin(*(re.compile(source, re.IGNORECASE) for source in sources))
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


def test_what_repeats_is_known_for_its_first_time() -> None:
    assert beginnings_of("ab*c|x+") == {"ab", "ac", "x"}
    assert beginnings_of("[ab]?c") == {"ac", "bc", "c"}
    assert beginnings_of(".a") == {""}


@given(st.data())
def test_no_match_is_hidden(data: st.DataObject) -> None:
    part = st.sampled_from(["a", "sk", "[ik]", "(?:s|if)", "[^a]", "\\b", " ", "(?=i)", ".", "ß"])
    parts = data.draw(st.lists(st.tuples(part, st.sampled_from(["", "?", "*", "{2}"])), max_size=6))
    source = "".join(f"(?:{one}){times}" for one, times in parts)
    text = data.draw(st.text("aAsSkKiIfF ıİſ\u212aßẞé", max_size=8))
    if re.compile(source, re.IGNORECASE).match(text):
        assert with_tree(source)(text)
