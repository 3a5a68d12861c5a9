"""What spares the rules their expressions is sound: a hint is in everything its expression matches.

Proven from the parse tree of each expression, so that no choice of words can slip by.
"""

from __future__ import annotations

import itertools
import re
import time
from re import _parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.safety import sanitize
from memory_md.safety.instructions import detect as instructions
from memory_md.safety.instructions.detect import instructs_reader
from memory_md.safety.instructions.index import RULES, likely
from memory_md.safety.instructions.rule import Group
from memory_md.safety.instructions.scripts import OTHER_SCRIPTS
from memory_md.safety.sanitize import without_invisible

_GAP = "\0"  # anything, of any length
_MOST = 6000  # strings that one run of choices may stand for
_WHOLE_SET = 8
_SECONDS = 0.25

Tree = list[tuple[Any, Any]]


class _TooManyError(Exception):
    pass


def _texts(tree: Tree) -> set[str]:
    """Every text that the tree matches, with a gap for what cannot be told."""
    said = {""}
    for item in tree:
        more = _choices(*item)
        if len(said) * len(more) > _MOST:
            raise _TooManyError
        said = {before + after for before in said for after in more}
    return said


def _choices(op: Any, value: Any) -> set[str]:
    match str(op):
        case "LITERAL":
            return {chr(value)}
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return {""}
        case "IN":
            return _letters(value)
        case "BRANCH":
            return set().union(*map(_texts, value[1]))
        case "SUBPATTERN":
            return _texts(value[3])
        case "MAX_REPEAT" | "MIN_REPEAT":
            return _repeated(*value)
    return {_GAP}


def _letters(choice: Tree) -> set[str]:
    """A small set of letters; the texts have no white space but single blanks."""
    if all(str(op) == "LITERAL" for op, _ in choice) and len(choice) <= _WHOLE_SET:
        return {chr(letter) for _, letter in choice}
    if [str(value) for _, value in choice] == ["CATEGORY_SPACE"]:
        return {" "}
    return {_GAP}


def _repeated(least: int, most: Any, tree: Tree) -> set[str]:
    once = _texts(list(tree))
    said = {""} if least == 0 else set()
    if least <= 1:
        said |= once
    if once == {" "}:
        return said
    if most == 1:
        return said
    return said | {_GAP + last for last in once}


def _surely(tree: Tree, group: Group) -> bool:
    """Whether whatever the tree matches has a member of the group."""
    if any(_alone(op, value, group) for op, value in tree):
        return True
    for start in range(len(tree)):
        for end in range(len(tree), start, -1):
            try:
                said = _texts(tree[start:end])
            except _TooManyError:
                continue
            if all(any(hint in text for hint in group) for text in said if "  " not in text):
                return True
            break  # a shorter run says less
    return False


def _alone(op: Any, value: Any, group: Group) -> bool:
    match str(op):
        case "BRANCH":
            return all(_surely(list(branch), group) for branch in value[1])
        case "SUBPATTERN":
            return _surely(list(value[3]), group)
        case "ASSERT":
            return value[0] == 1 and _surely(list(value[1]), group)
        case "MAX_REPEAT" | "MIN_REPEAT":
            return value[0] > 0 and _surely(list(value[2]), group)
    return False


def _begins(tree: Tree, starts: Group) -> bool:
    """Whether the tree is `^\\W*` and then one of `starts`, which all begin with a word."""
    head, body = tree[:2], tree[2:]
    anchored = "AT_BEGINNING" in str(head[0]) and "CATEGORY_NOT_WORD" in str(head[1])
    for end in range(len(body), 0, -1):
        try:
            said = _texts(body[:end])
        except _TooManyError:
            continue
        return anchored and all(text.startswith(starts) for text in said)
    return False


_WORDINGS = [
    pytest.param(rule, wording, id=f"{rule.reason}-{number}")
    for rule in RULES
    for number, wording in enumerate(rule.wordings)
]


@pytest.mark.parametrize(("rule", "wording"), _WORDINGS)
def test_whatever_an_expression_matches_has_a_hint_of_every_group(rule, wording):
    tree = list(_parser.parse(wording.pattern))
    unproven = [
        group
        for group in (rule.hints, *wording.hints)
        if group != ("",) and not _surely(tree, group)
    ]
    assert not unproven
    if wording.starts != ("",):
        assert all(re.match(r"\w", start) for start in wording.starts)
        assert _begins(tree, wording.starts)


_ORDINARY = (
    "Run `make check` before you push; CI repeats it on both systems.",
    "When you add a model, register it in `models/__init__.py`, or the migration is empty.",
    "The API key for the sandbox is read from the environment, never from a file.",
    "Do not forget to bump the schema version when a column is dropped.",
    "Each role has its own policy; the admin role must not be given to service accounts.",
    "You must restart the worker after a change to the queue's settings – it caches them.",
    "The user's session expires after 30 minutes; answer 401, not 403 → the client renews it.",
    "Überschreibt die Vorgaben nicht: Werte aus `config.toml` gelten vor denen der Umgebung.",
    "Le cache doit être vidé après chaque déploiement, sinon l'ancien schéma reste visible.",
    "Не запускать миграции параллельно: блокировка таблицы держится до конца транзакции.",
    "配置文件的路径必须是绝对路径,否则在容器里找不到。",
    "Use AI-generated fixtures only in tests/fixtures; the agent reads them before each run.",
    "Version 3.11.2 of the driver drops the `tool_` prefix (see docs/upgrade-guide/notes.md).",
    "Messages with content type text/html are sent as they are; all others are escaped.",
)


def test_an_ordinary_memory_costs_no_expression(monkeypatch):
    compiled = []
    monkeypatch.setattr(instructions.re, "search", lambda pattern, text: compiled.append(pattern))
    assert [instructs_reader(text) for text in _ORDINARY] == [None] * len(_ORDINARY)
    assert compiled == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.reason)
def test_every_rule_is_found_by_each_of_its_hints(rule):
    for hint in rule.hints:
        assert rule in likely(f"so {hint} it")


def test_a_rule_for_other_scripts_cannot_meet_a_text_in_ascii():
    assert not [hint for rule in OTHER_SCRIPTS for hint in rule.hints if hint.isascii()]


_PIECES = st.sampled_from(
    [*"abcx13457@$0 ..--__**·|/:()é", " _ ", "__init__", "i g n o r e", "p4ss", "1gnore", "`", "<["]
)


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_what_spares_a_small_expression_never_hides_what_it_would_find(text):
    if instructions._SPELLED.search(text):
        assert instructions._may_spell(text)
    assert instructions._without_emphasis(text) == re.sub(
        r"[`*~\"“”«»„]|(?<!\w)_|_(?!\w)", "", text
    )


def test_no_letter_is_called_visible_that_the_expressions_remove():
    planes = (range(0xA0, 0x3200), range(0xFB00, 0x10000), range(0x1BC00, 0x1D200))
    removed = [
        chr(code)
        for plane in (*planes, range(0xE0000, 0xE1000))
        for code in plane
        if sanitize._INVISIBLE.match(chr(code)) or 0xFE00 <= code <= 0xFE0F
    ]
    assert [hex(ord(sign)) for sign in removed if sign in without_invisible(f"—{sign}")] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.reason)
def test_no_expression_costs_the_square_of_a_line_of_signs(rule):
    began = time.process_time()
    for wording, signs in itertools.product(rule.wordings, (". ", "#", "- ", "you ")):
        re.search(wording.pattern, " ".join(rule.hints) + " " + signs * 2000)
    assert time.process_time() - began < _SECONDS * len(rule.wordings)
