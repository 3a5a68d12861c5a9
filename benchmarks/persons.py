"""How well `mem extract` hears what persons rule, correct and prefer, turn by turn.

`python -m benchmarks persons` scores the turns of benchmarks/labels/persons.jsonl, whose texts
labels/persons_texts.jsonl of the data has ({digest, text, before}). Each turn is read behind the
end of the message that it answers. A stored item is right where it has half of its words in common
with a labelled span, or four fifths of either are in the other. `persons train` finds the weights
of rulings.weights anew from what readers said of sentences (labels/persons_sentences.jsonl.xz and
what of labels/entries.jsonl persons said), beginning with those of labels/persons_former.weights,
which `persons train turns` learns from the turns of all sets but the last.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from memory_md.base.settings import Extract
from memory_md.extract.rules import rulings
from memory_md.extract.rules.corrections import placed
from memory_md.extract.rules.events_to_candidates import read_events
from memory_md.extract.rules.rulings import WEIGHTS, Place, traits
from memory_md.files.tables import weights
from memory_md.transcripts.model.events import Event, Prose, Said

from ._data import missing, path_of
from ._page import US
from ._weights import write_weights
from .extract import naive
from .worth import fit, learned

Turn = dict[str, Any]
SETS: Final = ("dev", "first", "second", "third", "more", "unseen", "lasting", "likely", "last")
TEXTS: Final = "labels/persons_texts.jsonl"
DECOYS: Final = "sde/decoys.jsonl"
_LABELS: Final = Path(__file__).parent / "labels" / "persons.jsonl"
_TASKS: Final = _LABELS.with_name("persons_tasks.txt")
_SENTENCES: Final = _LABELS.with_name("persons_sentences.jsonl.xz")
_ENTRIES: Final = _LABELS.with_name("entries.jsonl")
_FORMER: Final = "persons_former.weights"
_LOOKS: Final = ("fresh34", "again34")  # sets of entries that were judged after the training
_RULE: Final = "R"  # what a reader called a sentence that holds beyond the task, and says of what
_BEFORE: Final = "before"  # the name of what the former weights say
_RULES: Final = _LABELS.with_name("persons_rules.txt")
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


def train_on_turns(labelled: Sequence[Turn]) -> None:
    """Write the former weights, which the sentences of all sets but the last give."""
    chosen = [turn for turn in labelled if turn["set"] != SETS[-1]]
    found = fit([*(row for turn in chosen for row in sentences_of(turn)), *of_the_task()])
    _write(_LABELS.with_name(_FORMER), found)
    print(f"persons: learned from {len(chosen)} turns")


def train() -> None:
    """Write the weights: the former ones, moved to what readers said of single sentences."""
    former = weights(__package__, f"labels/{_FORMER}")[0]
    rows = [*_judged_sentences(), *_judged_entries(), *_made_up()]
    odds = [sum(former.get(name, 0.0) for name in {*names, "bias"}) for names, _ in rows]
    told = [
        {**dict.fromkeys(names, 1.0), _BEFORE: before / _SCALE * _BEFORE_COUNTS}
        for (names, _), before in zip(rows, odds, strict=True)
    ]
    found = learned(told, [wanted for _, wanted in rows])[0]
    share = found.pop(_BEFORE) * _BEFORE_COUNTS / _SCALE
    every = former.keys() | found.keys()
    moved = {name: found.get(name, 0.0) + share * former.get(name, 0.0) for name in every}
    _write(_PATH, moved)
    print(
        f"persons: learned from {len(rows)} sentences; {share * _SCALE:.2f} of the former weights"
    )


_BEFORE_COUNTS: Final = 2.0  # more than a trait, so that it is hardly held back


def _judged_sentences() -> Iterator[tuple[Collection[str], float]]:
    """Yield the traits of the labelled sentences, and which share of the readers wants each."""
    with lzma.open(_SENTENCES, "rt", encoding="utf-8") as lines:
        named = json.loads(next(lines))["features"]
        for row in map(json.loads, lines):
            names = [named[place] for place in row["features"]]
            yield names, row["keep"].count(_RULE) / len(row["keep"])


def _judged_entries() -> Iterator[tuple[Collection[str], float]]:
    """Yield the traits of what persons said and was stored or waited, and if it was useful."""
    turns_of = map(json.loads, _LABELS.read_text("utf-8").splitlines())
    left_out = {_owner(turn) for turn in turns_of if turn["set"] == SETS[-1]}
    for one in map(json.loads, _ENTRIES.read_text("utf-8").splitlines()):
        is_known = one["set"] not in _LOOKS and _owner(one) not in left_out
        if one["route"] == "person" and is_known:
            yield traits(one["text"], Place(acted=True)), float(one["verdict"] == "useful")


def _owner(one: dict[str, Any]) -> str:
    return str(one["repo"]).split("/", 1)[0].lower()


def _made_up() -> Iterator[tuple[Collection[str], float]]:
    """Yield the traits of sentences made up: orders for the task at hand, and plain rules."""
    for path, wanted in ((_TASKS, 0.0), (_RULES, 1.0)):
        for text in path.read_text(encoding="utf-8").splitlines() * _TIMES:
            for acted in (True, False):
                for _, words, place in placed([text], acted=acted):
                    yield traits(words, place), wanted


def _write(path: Path, found: dict[str, float]) -> None:
    rounded = {name: round(_SCALE * weight) for name, weight in sorted(found.items())}
    kept = {name: weight for name, weight in rounded.items() if abs(weight) >= _LEAST}
    write_weights(path, kept)
    print(f"persons: wrote {len(kept)} weights")


def main(task: str = "", *names: str) -> int:
    """Print precision and recall of each set, of what is stored and what waits, beside patterns."""
    if (task, names) not in (("", ()), ("train", ()), ("train", ("turns",))):
        print("persons: the tasks are `train` and `train turns`", file=sys.stderr)
        return 2
    if task and not names:
        train()
        return 0
    labelled = turns()
    if labelled is None:
        print(f"persons: {missing(TEXTS)}")
        return 0
    if names:
        train_on_turns(labelled)
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
