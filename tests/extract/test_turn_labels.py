"""What was copied from a conversation: a line that names who speaks begins something new."""

from __future__ import annotations

import pytest

from memory_md.extract.rules.blocks import blocks
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows

FACT = "Decision: use one queue for all mails"

ONE = {
    "a wrapped sentence": "The table `users` has a row for each\nperson who may log in",
    "another label": "The address of the\nusername: is not a role",
    "no space behind": "Listens on\nuser:8080 and nothing else",
    "in the middle": "As the docs say, the user: role needs two rows",
}
ALONE = {
    "a person": f"{FACT}\nUser: great, thanks",
    "lower case": f"{FACT}\nuser: great, thanks",
    "bold": f"{FACT}\n**User:** great, thanks",
    "bold name": f"{FACT}\n**Human**: great, thanks",
    "with the time": f"{FACT}\nYou (10:31): great, thanks",
    "the assistant": f"Human: so what\nAssistant: {FACT}\nHuman: great, thanks",
    "the assistant above": f"Assistant:\n{FACT}\nUser: great, thanks",
    "behind an item": f"- {FACT}\nUser: great, thanks",
    "russian": f"{FACT}\nПользователь: спасибо",
    "chinese": f"{FACT}\n用户：谢谢",
    "japanese": f"アシスタント：{FACT}\nユーザー：ありがとう",
}


@pytest.mark.parametrize("text", ONE.values(), ids=ONE)
def test_a_sentence_is_not_torn(text: str) -> None:
    assert [block.text for block in blocks(text)] == [text.replace("\n", " ")]


@check_rows("text", ALONE.values(), ids=ALONE)
def test_what_one_says_ends_where_another_speaks(text: str) -> None:
    found = read_prose(Prose(1, text, exact_lines=True))
    assert [(one.kind, one.text) for one in found] == [("decision", "use one queue for all mails")]
    assert [one.line for one in found] == [1 + text.split(FACT)[0].count("\n")]


def test_a_long_run_of_names_is_read_in_no_time() -> None:
    assert len(list(blocks("AI: " * 400 + "\n" + "User" * 400))) <= 2
    assert len(list(blocks("Assistant: " + "User: " * 9_999))) <= 2
