"""What commit messages, incident reports and last words of a session say without a marker word.

First what looks like it and is left, then what is kept, with the kind it gets.
"""

from __future__ import annotations

import pytest

from memory_md.extract.model import Candidate
from memory_md.extract.rules.prose import read_prose
from memory_md.transcripts.model.events import Prose

from ..rows import check_rows


def read(text: str) -> list[Candidate]:
    return read_prose(Prose(1, text, exact_lines=True))


MUST_NOT = {
    # a choice that is no choice
    "decided-to-look": "We decided to look at the logs of the importer first.",
    "agreed-to-meet": "The team agreed to meet again about the exporter on Friday.",
    "user-asked": "The user decided to test it tomorrow.",
    "went-with-it": "I went with it.",
    "should-check": "You're right. We should check `loader.py` instead of guessing.",
    "should-without-reason": "You're right. We should add a field to `loader.py`.",
    "meant-pronoun": "This is deliberately vague.",
    "meant-person": "Did you leave `retries` out on purpose?",
    "trade-off-asked": "Is the extra second in `render` an acceptable trade-off?",
    "trade-off-pronoun": "That is an acceptable trade-off.",
    "design-praise": "The parser is fast and clean by design.",
    "henceforth-me": "From now on I'll read `notes.md` before I start.",
    "henceforth-bare": "From now on everything is better.",
    # a demand that is none of a tool
    "demand-task": "The next step requires a decision from the team.",
    "blocks-noun": "The page shows the blocks and strips of the grid.",
    "requires-plain": "The handler requires a name and a date.",
    "no-way-here": "There's no way to know what the user wants.",
    "not-enough-now": "This is not enough for the page.",
    # changes without an effect that was seen
    "vain-plan": "Raising the limit would not help.",
    "vain-asked": "Raising the limit didn't help you?",
    "vain-moment": "Changing this line didn't help.",
    "remedy-plan": "Setting `TZ` should fix the date in the report.",
    "measured-plan": "Batching could bring the import from 4 to 2 minutes.",
    "running-takes": "Running the suite takes a while.",
    # orders of the moment
    "before-each-step": "Before every coffee I read the mail.",
    "for-each": "For each row, create a cell in the table.",
    "spanish-look": "- No Docker volumes - the containers share the host's disk with the others",
    "otherwise": "Otherwise, the call returns an empty list.",
    "erred-or": "The check asks whether `x` was accidentally or never set.",
    "traced-me": "I traced it to the second call and will look further.",
    "this-change-plain": "This commit fixes the tests when they run.",
    "since-then": "The handler is slower since the last release of `core`.",
    "thus-doing": "The list is sorted by name, thus making it easy to read.",
    # a bold sentence that claims nothing
    "claim-done": "- **All tests are green now.** The run took four minutes on one core.",
    "claim-feature": "- **The viewer draws all layers.** It reads `scene.json` and paints them.",
    "claim-alone": "**The loader must run first.**",
    "claim-brief": "- **Not yet.** `loader.py` is still open and will be read in a moment.",
    # lines that only look like headings
    "name-in-a-sentence": "There are two tabs, and the first is called\nDecisions\nand so on",
    "name-of-a-tab": "Notes\n\n- the page has a list of its own",
    "part-without-text": "Fix\n",
    "closed-name": "Next steps\n\n- Move the cache in front of the parser because it is slow there",
}


@check_rows("text", MUST_NOT.values(), ids=MUST_NOT.keys())
def test_nothing_is_kept(text: str) -> None:
    assert [(one.kind, one.text) for one in read(text)] == []


KEPT = {
    # who decided what
    "elected": (
        "I elected to keep the shim because it costs nothing.",
        "decision",
        "keep the shim",
    ),
    "keeping": (
        "We're keeping `retry` around the upload since the store is slow at night.",
        "decision",
        "keeping `retry`",
    ),
    # sections and labels
    "factors": (
        "## Contributing factors\n\n- The alert went to a list that nobody reads",
        "issue",
        "nobody reads",
    ),
    "root-cause-paragraph": (
        "## Root cause\n\nThe merge of the two branches took out the line that closes the pool.",
        "issue",
        "took out the line",
    ),
    "handled-label": (
        "**Trade-off accepted**: the index is rebuilt at each start",
        "decision",
        "rebuilt at each start",
    ),
}


@pytest.mark.parametrize(("text", "kind", "part"), KEPT.values(), ids=KEPT.keys())
def test_one_statement_is_kept(text: str, kind: str, part: str) -> None:
    found = read(text)
    assert [one.kind for one in found] == [kind]
    assert part in found[0].text
