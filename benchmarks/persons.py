"""How well `mem extract` hears what persons rule, correct and prefer, turn by turn.

`python -m benchmarks persons` scores the turns of benchmarks/labels/persons.jsonl, whose texts
labels/persons_texts.jsonl of the data has ({digest, text, before}). Each turn is read behind the
end of the message that it answers. A stored item is right where it has half of its words in common
with a labelled span, or four fifths of either are in the other. `persons train` finds the weights
of rulings.weights anew, on all sets but the last.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from memory_md.base.settings import Extract
from memory_md.extract.rules import rulings
from memory_md.extract.rules.corrections import placed
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.rulings import WEIGHTS, traits
from memory_md.transcripts.model.events import Event, Prose, Said

from ._data import missing, path_of
from ._page import US
from ._weights import write_weights
from .extract import naive
from .worth import fit

Turn = dict[str, Any]
SETS: Final = ("dev", "first", "second", "third", "more", "unseen", "lasting", "likely", "last")
TEXTS: Final = "labels/persons_texts.jsonl"
DECOYS: Final = "sde/decoys.jsonl"
_LABELS: Final = Path(__file__).parent / "labels" / "persons.jsonl"
_TASKS: Final = _LABELS.with_name("persons_tasks.txt")
_TIMES: Final = 5  # each sentence made up counts as often
_WORD: Final = re.compile(r"[a-z0-9_]+|[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_a-z]+")
_PATH: Final = Path(rulings.__file__).with_name(WEIGHTS)
_SCALE: Final = 100  # the weights in the file are hundredths
_LEAST: Final = 8  # hundredths: a smaller weight is left out
_HALF: Final = 0.5
_MOST: Final = 0.8
_LINE: Final = 100


def turns() -> list[Turn] | None:
    """Return the labelled turns with their texts; None where these are not given."""
    path = path_of(TEXTS)
    if path is None:
        return None
    texts = {one["digest"]: one for one in map(json.loads, path.read_text("utf-8").splitlines())}
    labelled = [json.loads(line) for line in _LABELS.read_text("utf-8").splitlines()]
    return [{**texts[one["digest"]], **one} for one in labelled if one["digest"] in texts]


def heard_by_patterns(turn: Turn) -> list[str]:
    """Return what marker patterns find in a turn."""
    return [text for _, text in naive(turn["text"])]


def heard_with_inbox(turn: Turn) -> list[str]:
    """Return what is stored of a turn, and what waits for review."""
    return heard(turn, inbox=True)


def heard(turn: Turn, *, inbox: bool = False) -> list[str]:
    """Return what is stored of a turn, with `inbox` also what waits."""
    events: list[Event] = []
    if turn["before"] or turn["acted"]:
        events.append(Prose(1, turn["before"] or "Done.", turn=1))
    events += [Said(_LINE, turn["text"], turn=2), Prose(2 * _LINE, "OK.", turn=3)]
    least = 0.0 if inbox else Extract().sure
    found = read_events(events).candidates
    return [one.text for one in found if one.line == _LINE and one.score >= least]


def measure(labelled: Sequence[Turn], hear: Callable[[Turn], list[str]]) -> dict[str, float]:
    """Return precision and recall, and the counts that they are made of: `items`, how many of
    them are `right`, spans that `must` be kept, and how many of these are `kept`."""
    counts = dict.fromkeys(("items", "right", "must", "kept"), 0)
    for turn in labelled:
        items = hear(turn)
        spans = [(turn["text"][first:end], grade) for first, end, grade in turn["spans"]]
        must = [text for text, grade in spans if grade == "must"]
        counts["items"] += len(items)
        counts["right"] += sum(any(same(item, text) for text, _ in spans) for item in items)
        counts["must"] += len(must)
        counts["kept"] += sum(any(same(item, text) for item in items) for text in must)
    return {
        **counts,
        "precision": counts["right"] / max(counts["items"], 1),
        "recall": counts["kept"] / max(counts["must"], 1),
    }


def same(item: str, span: str) -> bool:
    """Whether an item says what the span says."""
    first, second = (set(_WORD.findall(text.lower())) for text in (item, span))
    if not first or not second:
        return False
    common = len(first & second)
    halves = 2 * common / (len(first) + len(second))
    return halves >= _HALF or common / min(len(first), len(second)) >= _MOST


WAYS: Final = {
    US: heard,
    f"{US} with its inbox": heard_with_inbox,
    "marker patterns": heard_by_patterns,
}


def by_set(labelled: Sequence[Turn]) -> Iterator[tuple[str, list[Turn]]]:
    """Yield the turns of each set."""
    for name in SETS:
        yield name, [turn for turn in labelled if turn["set"] == name]


def sentences_of(turn: Turn) -> Iterator[dict[str, Any]]:
    """Yield the sentences of a turn as `fit` takes them: their traits, and whether to be kept.

    Those that `may` be kept are left out: readers do not agree about them.
    """
    acted = bool(turn["before"] or turn["acted"])
    spans = [(turn["text"][first:end], grade) for first, end, grade in turn["spans"]]
    for _, words, place in placed(turn["text"].split("\n"), acted=acted):
        grades = {grade for text, grade in spans if same(words, text)}
        if grades != {"may"}:
            keep = "must" if grades else "no"
            yield {"features": traits(words, place), "keep": keep, "sample": turn["sample"]}


def of_the_task() -> Iterator[dict[str, Any]]:
    """Yield what holds for the task at hand alone, as `fit` takes it: made up, and mere talk."""
    decoys = path_of(DECOYS)
    chats = map(json.loads, decoys.read_text("utf-8").splitlines() if decoys else ())
    talk = [turn["text"] for chat in chats for turn in chat["turns"]]
    for text in [*_TASKS.read_text(encoding="utf-8").splitlines() * _TIMES, *talk]:
        for acted in (True, False):
            turn = {"text": text, "before": "", "acted": acted, "spans": [], "sample": "made up"}
            yield from sentences_of(turn)


def train(labelled: Sequence[Turn]) -> None:
    """Write the weights that the sentences of all sets but the last give."""
    chosen = [turn for turn in labelled if turn["set"] != SETS[-1]]
    weights = fit([*(row for turn in chosen for row in sentences_of(turn)), *of_the_task()])
    rounded = {name: round(_SCALE * weight) for name, weight in sorted(weights.items())}
    kept = {name: weight for name, weight in rounded.items() if abs(weight) >= _LEAST}
    write_weights(_PATH, kept)
    print(f"persons: wrote {len(kept)} weights, learned from {len(chosen)} turns")


def main(task: str = "") -> int:
    """Print precision and recall of each set, of what is stored and what waits, beside patterns."""
    labelled = turns()
    if labelled is None:
        print(f"persons: {missing(TEXTS)}")
        return 0
    if task == "train":
        train(labelled)
        return 0
    for name, some in by_set(labelled):
        for what, hear in WAYS.items():
            row = measure(some, hear)
            print(
                f"persons: {name:>6}, {len(some)} turns, {what}:"
                f" precision {row['precision']:.2f} ({row['right']} of {row['items']}),"
                f" recall {row['recall']:.2f} ({row['kept']} of {row['must']})"
            )
    return 0
