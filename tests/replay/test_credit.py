"""What of the lines that a session would have been told it had to find out again."""

from __future__ import annotations

from memory_md.replay.rules import ToldLine, Turn, credited

LINE = "Invoices are rounded up to whole cents with Decimal, never with float"
PROMPT = Turn(1, is_person=True, text="Add a discount")
NO_CREDIT = {
    "the prompt says it": [Turn(1, is_person=True, text=LINE), Turn(3, is_person=False, text=LINE)],
    "it is said before the prompt": [Turn(1, is_person=False, text=LINE), PROMPT],
    "its words are scattered": [
        PROMPT,
        Turn(
            3, is_person=False, text="Invoices. " * 3 + "Whole cents. A b c. Decimal. D e. Float."
        ),
    ],
    "some of its words": [PROMPT, Turn(3, is_person=False, text="Invoices use Decimal here.")],
}
CREDIT = {
    "again": [PROMPT, Turn(3, is_person=False, text=f"I see now. {LINE}.")],
    "asked": [PROMPT, Turn(3, is_person=False, text="How?"), Turn(5, is_person=True, text=LINE)],
    "corrected": [
        PROMPT,
        Turn(3, is_person=False, text="It uses round()."),
        Turn(5, is_person=True, text=f"No, that is wrong. {LINE}!"),
    ],
}


def test_two_lines_of_one_fact_are_credited_once() -> None:
    told = [ToldLine("x", LINE), ToldLine("", f'2026-01-01, user: "{LINE}, finance reconciles"')]
    turns = [PROMPT, Turn(3, is_person=True, text=f"{LINE}, finance reconciles")]
    assert [one.credit for one in credited(told, turns)] == ["asked", ""]


def test_only_what_is_said_close_together_after_the_prompt_is_credited() -> None:
    for name, turns in NO_CREDIT.items():
        assert [one.credit for one in credited([ToldLine("x", LINE)], turns)] == [""], name
    for name, turns in CREDIT.items():
        (found,) = credited([ToldLine("x", LINE)], turns)
        assert (found.credit, found.line) == (name, turns[-1].line)
