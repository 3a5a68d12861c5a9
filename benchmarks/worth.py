"""How well the model of a sentence's worth tells what is worth keeping, and its training.

`python -m benchmarks worth` scores the weights that ship, on the labelled sentences of
benchmarks/labels (see the README there). `worth train` finds the weights anew, with a quarter of
the repositories left out at a time, and writes them; `worth features FILE` computes the features of
the labelled sentences anew from a file that has their texts. Training needs no text, takes some
minutes, and gives the same weights each time.
"""

from __future__ import annotations

import json
import lzma
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import exp, log
from pathlib import Path
from typing import Any, Final

from memory_md.extract.rules import sentence_worth
from memory_md.extract.rules.sentence_worth import (
    SCALE,
    WEIGHTS,
    WORD,
    Sentence,
    features,
    weights_by_name,
    worth,
)

from ._weights import write_weights

Row = dict[str, Any]
Weights = dict[str, float]

LABELS: Final = Path(__file__).parent / "labels" / "sentences.jsonl.xz"
_PATH: Final = Path(sentence_worth.__file__).with_name(WEIGHTS)
_PRIOR: Final = 8.0  # the weight of the quadratic penalty
_PASSES: Final = 8
_FOLDS: Final = 4
_LEAST: Final = 3  # sentences that a feature must be in
_LEAST_PLACES: Final = 8  # repositories of the training that have a word
_THRESHOLDS: Final = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
_MOST_MICROSECONDS: Final = 60.0


def main(task: str = "", *names: str) -> int:
    """A table of figures; 1 if a sentence takes too long, 2 for what is no task."""
    if task == "features" and len(names) == 1:
        _write_rows(_with_features(Path(names[0])))
    elif task == "train" and not names:
        _train()
    elif task or names:
        print("worth: the tasks are `train` and `features FILE`", file=sys.stderr)
        return 2
    else:
        return _measure()
    return 0


# -- the labelled sentences --------------------------------------------------------------------


def rows() -> list[Row]:
    """Return the labelled sentences, `features` a set of names."""
    with lzma.open(LABELS, "rt", encoding="utf-8") as lines:
        head = json.loads(next(lines))
        found = [json.loads(line) for line in lines]
    for row in found:
        row["features"] = {head["features"][place] for place in row["features"]}
        row.update(head["sources"][row["source"]])
    return found


def _with_features(path: Path) -> list[Row]:
    """Return the rows of a file that has texts and places, without them but with the features."""
    found = []
    with path.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            text, place = row.pop("text"), row.pop("place")
            sentence = Sentence(text, row["speaker"], **place)
            found.append({**row, "features": features(sentence)})
    return found


def _write_rows(found: list[Row]) -> None:
    """Write the sources and the names of the features once, and then a line for each sentence.

    Of the words only those that many repositories of the training have.
    """
    places = defaultdict(set)
    for row in found:
        if row["split"] == "train":
            for name in row["features"]:
                places[name].add(row["repo"])
    rare = {name for name in places if name[0] == WORD and len(places[name]) < _LEAST_PLACES}
    named = sorted(places.keys() - rare)
    at = {name: place for place, name in enumerate(named)}
    about = ("repo", "path", "commit", "split")
    sources: dict[tuple[str, ...], int] = {}
    lines = []
    for row in found:
        key = tuple(row[name] for name in about)
        short = {name: value for name, value in row.items() if name not in about}
        short["source"] = sources.setdefault(key, len(sources))
        short["features"] = sorted(at[name] for name in row["features"] & at.keys())
        lines.append(short)
    head = {"features": named, "sources": [dict(zip(about, key, strict=True)) for key in sources]}
    with lzma.open(LABELS, "wt", encoding="utf-8", newline="\n") as file:
        for line in (head, *lines):
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


# -- training ----------------------------------------------------------------------------------


def fit(chosen: list[Row]) -> Weights:
    """Return the weights of a logistic regression for which sentences are worth keeping.

    "bias" is moved at the end, so that the mean worth of the sentences drawn by lot is the share of
    them that is worth keeping: half of the sentences were drawn from likely ones.
    """
    kept = [row["keep"] != "no" for row in chosen]
    weights, sums = learned([dict.fromkeys(row["features"], 1.0) for row in chosen], kept)
    drawn = [number for number, row in enumerate(chosen) if row["sample"] == "random"]
    weights["bias"] += _shift([sums[n] for n in drawn], sum(kept[n] for n in drawn))
    return weights


def learned(
    rows: Sequence[Mapping[str, float]],
    wanted: Sequence[float],
    prior: float = _PRIOR,
    passes: int = _PASSES,
) -> tuple[Weights, list[float]]:
    """Return the weights of a logistic regression, and what they sum up to for each row.

    By Newton's method one weight at a time; `wanted` is 0 to 1 for each row.
    """
    members: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for number, row in enumerate(rows):
        for name, value in row.items():
            members[name].append((number, value))
    members = {name: members[name] for name in sorted(members) if len(members[name]) >= _LEAST}
    members["bias"] = [(number, 1.0) for number in range(len(rows))]
    weights = dict.fromkeys(members, 0.0)
    sums = [0.0] * len(rows)
    for _ in range(passes):
        for name, found in members.items():
            penalty = 0.0 if name == "bias" else prior
            slope, bend = penalty * weights[name], penalty + 1e-6
            for number, value in found:
                p = probability(sums[number])
                slope += value * (p - wanted[number])
                bend += value * value * p * (1 - p)
            step = max(-1.0, min(1.0, slope / bend))
            weights[name] -= step
            for number, value in found:
                sums[number] -= step * value
    return weights, sums


def _shift(sums: list[float], kept: int) -> float:
    """Return what to add to each sum so that the probabilities add up to `kept`, by bisection."""
    low, high = -10.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        if sum(probability(total + middle) for total in sums) < kept:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def probability(total: float) -> float:
    """Return the logistic function of a sum of weights."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def _worth(weights: Weights, row: Row) -> float:
    return probability(weights["bias"] + sum(weights.get(name, 0.0) for name in row["features"]))


def _train() -> None:
    chosen = [row for row in rows() if row["split"] == "train"]
    scores = [0.0] * len(chosen)
    places = sorted({row["repo"] for row in chosen})
    for fold in range(_FOLDS):
        left_out = set(places[fold::_FOLDS])
        weights = fit([row for row in chosen if row["repo"] not in left_out])
        for number, row in enumerate(chosen):
            if row["repo"] in left_out:
                scores[number] = _worth(weights, row)
    _report("a quarter of the repositories left out at a time", chosen, scores)
    write(fit(chosen))


def write(weights: Weights) -> None:
    """Write the weights that do not round to nothing."""
    rounded = {name: round(SCALE * weight) for name, weight in weights.items()}
    write_weights(_PATH, {name: weight for name, weight in rounded.items() if weight})
    print(f"worth: wrote the weights of {len(rounded)} features")


# -- figures -----------------------------------------------------------------------------------


def _measure() -> int:
    for split in ("train", "unseen"):
        _report(f"{split}, the weights that ship", *scored(split))
    return _speed()


def scored(split: str) -> tuple[list[Row], list[float]]:
    """Return the sentences of a part of the repositories, and their worth by what ships."""
    weights = {name: weight / SCALE for name, weight in weights_by_name().items()}
    chosen = [row for row in rows() if row["split"] == split]
    return chosen, [_worth(weights, row) for row in chosen]


def _speed() -> int:
    """Print how long a sentence takes, and return 1 if that is too long."""
    sentence = Sentence(
        "**Root cause**: `parse_rows()` reads src/rows.py twice, because the cache is keyed by it.",
        heading="What was wrong",
        count=12,
    )
    worth(sentence)
    best = float("inf")
    for _ in range(30):
        start = time.process_time()
        for _ in range(100):
            worth(sentence)
        best = min(best, (time.process_time() - start) * 1e4)
    print(f"worth: {best:.0f} µs a sentence, at most {_MOST_MICROSECONDS:.0f}")
    return int(best > _MOST_MICROSECONDS)


def _report(title: str, chosen: list[Row], scores: list[float]) -> None:
    kept = [row["keep"] != "no" for row in chosen]
    places = len({row["repo"] for row in chosen})
    print(f"worth: {title}: {len(chosen)} sentences of {places} repositories")
    print(f"{'':>24}{'n':>7}{'kept':>7}{'AP':>7}{'lift':>7}")
    groups = {"all": [True] * len(chosen)}
    for field in ("speaker", "sample", "language"):
        for value, _ in Counter(row[field] for row in chosen).most_common():
            groups[f"{field} {value}"] = [row[field] == value for row in chosen]
    for name, mask in groups.items():
        pairs = [(s, k) for s, k, is_in in zip(scores, kept, mask, strict=True) if is_in]
        share = sum(k for _, k in pairs) / len(pairs)
        if len(pairs) >= 40 and share:
            ap = average_precision(pairs)
            print(f"{name:>24}{len(pairs):>7}{share:>7.3f}{ap:>7.3f}{ap / share:>7.2f}")
    print(f"{'at least':>24}{'found':>7}{'P':>7}{'R':>7}{'must R':>7}")
    for least in _THRESHOLDS:
        _print_threshold(least, chosen, scores)
    _print_calibration(chosen, scores)


def _print_threshold(least: float, chosen: list[Row], scores: list[float]) -> None:
    found = [row for row, score in zip(chosen, scores, strict=True) if score >= least]
    right = sum(row["keep"] != "no" for row in found)
    must = sum(row["keep"] == "must" for row in found)
    precision = right / len(found) if found else 1.0
    recall = right / sum(row["keep"] != "no" for row in chosen)
    of_must = must / max(1, sum(row["keep"] == "must" for row in chosen))
    print(f"{least:>24}{len(found):>7}{precision:>7.3f}{recall:>7.3f}{of_must:>7.3f}")


def _print_calibration(chosen: list[Row], scores: list[float]) -> None:
    """Print, of the sentences drawn by lot, the mean worth in each fifth and the share kept."""
    drawn = sorted(
        (score, row["keep"] != "no")
        for row, score in zip(chosen, scores, strict=True)
        if row["sample"] == "random"
    )
    size = len(drawn) // 5
    cells = []
    loss = 0.0
    for fifth in range(5):
        part = drawn[fifth * size :] if fifth == 4 else drawn[fifth * size : (fifth + 1) * size]
        mean = sum(score for score, _ in part) / len(part)
        cells.append(f"{mean:.3f}/{sum(kept for _, kept in part) / len(part):.3f}")
        loss -= sum(log(score if kept else 1 - score) for score, kept in part)
    print(f"{'worth/kept by fifths':>24}  {'  '.join(cells)}  log loss {loss / len(drawn):.3f}")


def average_precision(pairs: list[tuple[float, bool]]) -> float:
    """The mean, over what is kept, of the precision down to it."""
    right, total = 0, 0.0
    for rank, (_, kept) in enumerate(sorted(pairs, key=lambda pair: -pair[0]), 1):
        if kept:
            right += 1
            total += right / rank
    return total / right if right else 0.0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
