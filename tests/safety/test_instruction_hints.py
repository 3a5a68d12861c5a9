"""What spares the rules their expressions hides nothing that they would find, and spares them."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_md.files.tables import table
from memory_md.safety.instructions import orders as order_rules
from memory_md.safety.instructions.disguises import may_spell
from memory_md.safety.instructions.orders import OrderTable, instructs_reader, orders
from memory_md.safety.patterns import TablePattern
from memory_md.safety.sanitize import without_invisible

from ..rows import check_rows
from .test_instruction_orders import HOSTILE as ORDERS
from .test_instructions import HOSTILE as OLDER_ORDERS

RULES = orders()
# It is one law for all wordings, which are some 180.
EACH = settings().max_examples if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 3

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
    monkeypatch.setattr(order_rules.re, "search", lambda pattern, text: compiled.append(pattern))
    assert [instructs_reader(text) for text in _ORDINARY] == [None] * len(_ORDINARY)
    assert compiled == []


def _matching(plain: str) -> list[TablePattern]:
    return [pattern for pattern in RULES.patterns if re.search(pattern.expression, plain)]


@check_rows("text", [*ORDERS, *OLDER_ORDERS, *_ORDINARY])
def test_a_text_is_asked_for_every_wording_that_it_matches(text):
    plain = " ".join(text.casefold().split())
    assert set(_matching(plain)) <= set(RULES.likely(plain))


@pytest.mark.parametrize("pattern", RULES.patterns, ids=lambda pattern: pattern.source[:40])
# What must stand before and behind a match is drawn until it fits.
@settings(max_examples=EACH, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_the_quick_check_hides_no_match_of_any_expression(pattern, data):
    text = data.draw(st.from_regex(pattern.expression))
    plain = " ".join(text.casefold().split())
    if re.search(pattern.expression, plain):
        assert pattern in list(RULES.likely(plain))


@check_rows("pattern", RULES.patterns, ids=lambda pattern: pattern.source[:40])
def test_every_wording_has_a_list_and_every_list_stands_outside_of_brackets(pattern):
    assert pattern.lists
    outside = re.sub(r"\{[^\d{}\\\]][^{}]*\}", "§", pattern.table.expanded(pattern.source))
    outside = re.sub(r"\\.|\[\^?[^\]]*\]", "x", outside)
    while (less := re.sub(r"\([^()]*\)", "x", outside)) != outside:
        outside = less
    assert outside.count("§") == len(pattern.lists)
    assert not re.search(r"§[?*{]|\|", outside)


def test_the_index_is_that_of_the_table():
    package = order_rules.__package__
    text, index = table(package, "orders.txt"), table(package, "orders_index.txt")
    assert OrderTable(text).index() == index, "make docs writes it again"


def test_the_table_says_its_form_in_a_few_lines():
    rules = OrderTable(
        "A = no|never\nB := x{A}?\n# about y\n[does y]\n^\\W*{A|not} (?:@A )?{a.b|\\|}\n"
    )
    (pattern,) = rules.patterns
    assert pattern.section == "does y"
    assert pattern.lists == (("no", "never", "not"), ("a.b", "|"))
    assert pattern.table.expanded(pattern.source) == (
        "^\\W*{no|never|not} (?:(?:no|never) )?{a.b|\\|}"
    )
    assert pattern.expression == r"^\W*(?:no|never|not) (?:(?:no|never) )?(?:a\.b|\|)"


_PIECES = st.sampled_from(
    [*"abcx13457@$0 ..--__**·|/:()é", " _ ", "__init__", "i g n o r e", "p4ss", "1gnore", "`", "<["]
)
_SPELLED = r"(?<!\w)\w(?:[ .\-_*·|/]\w){3,}(?!\w)"


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_single_letters_in_a_row_are_never_passed_over(text):
    if re.search(_SPELLED, text):
        assert may_spell(text)


def test_no_letter_is_called_visible_that_the_cleaning_removes():
    planes = (range(0xA0, 0x3200), range(0xFB00, 0x10000), range(0x1BC00, 0x1D200))
    signs = [chr(code) for plane in (*planes, range(0xE0000, 0xE1000)) for code in plane]
    # A control beside it makes the text one that is looked at letter by letter.
    removed = [sign for sign in signs if sign not in without_invisible(f"\0—{sign}")]
    assert [hex(ord(sign)) for sign in removed if sign in without_invisible(f"—{sign}")] == []
