"""A person takes something back, in whatever words; and what only looks like it."""

from __future__ import annotations

import pytest

from memory_md.memory.taking_back import Taken, find_taken, given_up, taking_back

RULE = "Never mock the clock in tests of the billing job"
OTHERS = [("o1", "Retry uploads at most 3 times"), ("o2", "Dates are stored in UTC")]

NOTHING = [
    "don't forget to update the changelog",
    "can you undo the last edit?",
    "forget about the styling for now and fix the bug",
    "Не забудь добавить тест",
    "别忘了更新文档",
    "ignore whitespace in the diff",
    "please run the tests again",
    "Remove the unused import",
]


@pytest.mark.parametrize("text", NOTHING)
def test_an_order_takes_no_entry_back(text: str) -> None:
    taking = taking_back(text)
    if taking:
        found = find_taken(taking, [], [], [("m", RULE), *OTHERS])
        assert found == Taken()


DIRECT = [
    "forget that",
    "no wait, scratch that",
    "I take that back",
    "Never mind.",
    "that was wrong",
    "Actually, ignore what I said",
    "vergiss das wieder",
    "oublie ça",
    "olvida eso",
    "забудь об этом",
    "当我没说",
    "今のはなしで",
]


@pytest.mark.parametrize("text", DIRECT)
def test_what_was_said_directly_before_is_taken_back(text: str) -> None:
    taking = taking_back(text)
    assert taking is not None
    found = find_taken(taking, [("s", RULE)], [("s", RULE)], [("m", RULE), *OTHERS])
    assert found == Taken(("s",), ("m",))


@pytest.mark.parametrize(
    "text",
    [
        "actually for the jobs forget what i said, poll.py can have its own, routes still no",
        "forget that, except in the tests",
        "vergiss das, außer beim Export",
    ],
)
def test_a_rule_that_is_narrowed_is_asked_about(text: str) -> None:
    taking = taking_back(text)
    assert taking is not None
    found = find_taken(taking, [("s", RULE)], [("s", RULE)], [("m", RULE), *OTHERS])
    assert found == Taken(asked=("s", "m"))


NAMED = [
    "forget what I said about mocking the clock",
    "scrap the rule about the billing job",
    "you can disregard the note on the clock mock",
]


@pytest.mark.parametrize("text", NAMED)
def test_what_is_named_is_taken_back_later(text: str) -> None:
    taking = taking_back(text)
    assert taking is not None
    assert find_taken(taking, [], [], [("m", RULE), *OTHERS]).entries == ("m",)


def test_of_several_that_are_named_a_person_is_asked() -> None:
    taking = taking_back("forget what I said about the billing job")
    assert taking is not None
    both = [("a", "The billing job runs at noon"), ("b", "The billing job needs Redis")]
    assert find_taken(taking, [], [], both) == Taken(asked=("a", "b"))


def test_a_word_of_doubt_only_asks() -> None:
    taking = taking_back("hm, the clock mock rule for billing is outdated")
    assert taking is not None
    assert find_taken(taking, [], [], [("m", RULE), *OTHERS]) == Taken(asked=("m",))


GIVEN_UP = [
    ("Use pnpm", ""),
    ("Replace Redis with Postgres", "Redis"),
    ("We dropped support for Node 16", "support for Node 16"),
    ("Use sessions instead of JWT", "JWT"),
    ("We moved from Jenkins to GitHub Actions", "Jenkins"),
]


@pytest.mark.parametrize(("text", "thing"), GIVEN_UP)
def test_a_statement_says_what_is_no_more(text: str, thing: str) -> None:
    assert given_up(text) == thing
