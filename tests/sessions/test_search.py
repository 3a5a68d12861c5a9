"""What `mem search` prints of a long text."""

import pytest

from memory_md.sessions.search import excerpt

FILLER = "The release went out as it should and nobody complained about it. " * 30


@pytest.mark.parametrize("text", ["", "The queue is drained at night", FILLER])
@pytest.mark.parametrize("query", ["", "queue", "absent"])
def test_an_excerpt_is_never_too_long_and_a_short_text_is_whole(text: str, query: str) -> None:
    found = excerpt(text, query)
    assert len(found) <= 240
    assert len(text) > 240 or found == text


def test_the_word_that_was_looked_for_is_in_the_excerpt() -> None:
    found = excerpt(f"{FILLER}\n\nThe Queue is drained.\n{FILLER}", "queue")
    assert "The Queue is drained." in found
    assert found.startswith("…")
    assert found.endswith("…")
    assert "\n" not in found
