"""What a commit message says about why and must: what says nothing stands first."""

import pytest

from memory_md.extract.rules.commits import of_commit

_NOTHING = {
    "no body": ("Fix the parser", ""),
    "a list of changes": ("Rework pages", "- add a must-have page\n- never show it because of X"),
    "only trailers": ("Fix it", "Signed-off-by: A <a@example.com>\nFixes: #12"),
    "what an agent's tool writes": ("Fix it", "🤖 Generated with a tool that must always sign"),
    "documents": ("docs: say why", "The page must always be short because readers never scroll."),
    "a bump": ("Bump click to 8.2", "It must be 8.2 because older ones never worked with it."),
    "a guess": ("Fix it", "It probably must be like this because the parser never worked."),
    "a fact without a reason": ("Fix it", "The parser must read every single line of the file."),
    "forms with the names of labels": ("Fix it", "Risk: low\nDecision: approved\nFixed: #12"),
    "a label that points elsewhere": ("Fix it", "Pattern: follows the loaders in `core/init.py`"),
    "a label in the middle of a line": ("Fix it", "The rest of this is the\nGotcha: of the parser"),
    "a label and a question": ("Fix it", "Gotcha: does `load_rows` drop the first row of a file?"),
    "code": ("Fix it", "    assert must_never_fail(), 'because it always did so before'"),
}


@pytest.mark.parametrize(("subject", "body"), _NOTHING.values(), ids=_NOTHING)
def test_nothing_is_said_by(subject: str, body: str) -> None:
    assert list(of_commit(subject, body)) == []


_WHY = (
    "ERP rows must end with CRLF because its parser rejects bare newlines. Only digit strings"
    " with a leading zero are written as text; never quote the others."
)


def test_a_rule_with_its_reason_is_kept_under_its_subject() -> None:
    (found,) = of_commit("fix(export): round-trip every field (#41)", f"{_WHY}\n\nFixes: #41")
    assert (found.kind, found.text) == ("decision", f"Round-trip every field. {_WHY}")
    assert found.score >= 0.55


def test_a_line_with_a_label_of_ours_is_kept_as_it_stands() -> None:
    body = (
        "Gotcha: `retry_all` in src/pool.py never gives up\nwhen the limit is 0.\n"
        "- **Decision (high):** Retries are capped at 3 in src/pool.py.\n\nSigned-off-by: A <a@b.c>"
    )
    first, second = of_commit("Cap retries", body)
    text = "`retry_all` in src/pool.py never gives up when the limit is 0."
    assert (first.kind, first.qualifier, first.text) == ("gotcha", "", text)
    assert (second.kind, second.qualifier) == ("decision", "high")
    assert second.text == "Retries are capped at 3 in src/pool.py."
    assert min(first.score, second.score) >= 0.55


def test_a_short_rule_with_its_reason_waits() -> None:
    why = "The workers must not share a connection, because libpq is not fork-safe."
    (found,) = of_commit("Close the pool before forking", why)
    assert (found.text, found.score) == (f"Close the pool before forking. {why}", 0.35)


def test_a_weak_message_waits_for_a_person() -> None:
    why = "Since 1.9 it does not find the plugin that reads our settings file in CI containers."
    (found,) = of_commit("Pin mypy", why)
    assert found.score < 0.4


def test_what_only_tidies_up_waits() -> None:
    why = "It must never come back because the old SDK never needs it on any supported system."
    assert [one.score < 0.4 for one in of_commit("win,remove pthread-fixes.c", why)] == [True]


def test_what_goes_on_without_its_subject_waits() -> None:
    long = " ".join(["the quota of the tier"] * 16)
    rest = "finance bills whole parts to customers in arrears"
    body = f"{_WHY} {_WHY} However, {long} must never round since {rest}."
    first, *others = of_commit("Round-trip every field", body)
    assert first.score >= 0.55
    assert [one.score < 0.4 for one in others] == [True]


def test_who_wrote_it_is_left_out() -> None:
    (found,) = of_commit("Round up", f"I noticed that it failed. {_WHY}")
    assert "I noticed" not in found.text


def test_a_long_message_is_parted_between_sentences() -> None:
    body = " ".join(
        f"Rule {n}: the quota of tier {n} must always round up because finance never bills parts."
        for n in range(12)
    )
    found = list(of_commit("Round up", body))
    assert len(found) == 2
    assert all(one.text.endswith(".") for one in found)
