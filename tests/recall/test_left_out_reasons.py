"""Each reason has one word, and a reason that names something gives the name back."""

from memory_md.recall.model import left_out_reasons as reasons

from ..rows import check_rows

SHORT = [
    (reasons.LOW_CONFIDENCE, "low"),
    (reasons.STALE, "stale"),
    (reasons.CODE_GONE, "stale"),
    (reasons.REMOVED, "removed"),
    (reasons.contradicted_by("k3v9q2xa"), "contradicted"),
    (reasons.unsafe_text("names a command to be carried out"), "held_back"),
    (reasons.BUDGET, ""),
    (reasons.OFF_TOPIC, ""),
    (reasons.COUNTED, ""),
    ("", ""),
]


@check_rows(("reason", "word"), SHORT)
def test_only_what_no_context_shows_has_a_short_name(reason: str, word: str) -> None:
    assert reasons.short_name(reason) == word


def test_a_reason_gives_back_what_it_names() -> None:
    assert reasons.winner_in(reasons.contradicted_by("k3v9q2xa")) == "k3v9q2xa"
    assert reasons.what_is_unsafe(reasons.unsafe_text("sets rules aside")) == "sets rules aside"
    for other in (reasons.STALE, reasons.BUDGET, ""):
        assert reasons.winner_in(other) == reasons.what_is_unsafe(other) == ""
