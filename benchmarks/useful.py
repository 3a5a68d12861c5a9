"""How useful a reader finds what the extraction stores, and the training of the model of it.

`python -m benchmarks useful` tells of the judged entries of benchmarks/labels (see its README)
which would be stored today, and what share of them is useful: by set and by how they were found,
and with a tenth of the owners left out of the training at a time. `useful train` finds the weights
anew and writes them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from memory_md.base.settings import Extract
from memory_md.extract.model import Candidate
from memory_md.extract.rules import usefulness
from memory_md.extract.rules.noise import is_run_on
from memory_md.extract.rules.sentence_worth import SCALE
from memory_md.extract.rules.usefulness import WEIGHTS, aspects, weighed

from ._weights import write_weights
from .worth import Weights, learned, probability

Row = dict[str, Any]

ENTRIES: Final = Path(__file__).parent / "labels" / "entries.jsonl"
TRAINED: Final = "items"  # the set that the weights are learned from
_PATH: Final = Path(usefulness.__file__).with_name(WEIGHTS)
_USEFUL: Final = "useful"
_BAD: Final = frozenset({"wrong", "unintelligible"})
_HARMLESS: Final = 0.2  # what a trivial line is worth beside a useful one, and a wrong one nothing
_PRIOR: Final = 1.0  # the weight of the quadratic penalty
_FOLDS: Final = 10
_SHARES: Final = (0.02, 0.04, 0.06, 0.1, 0.15, 0.2)
# How candidates are said to be found where an older set tells the rule alone.
_ORIGINS: Final = {"person": "person", "turn": "turn", "proved": "proved", "unsure": "unsure"}


def main(task: str = "") -> int:
    """A table of figures; 2 for what is no task."""
    if task not in ("", "train"):
        print("useful: the only task is `train`", file=sys.stderr)
        return 2
    judged = rows()
    if task:
        _train([row for row in judged if row["set"] == TRAINED])
    _tell(judged)
    return 0


def rows() -> list[Row]:
    """Return the judged candidates."""
    with ENTRIES.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def made(row: Row) -> Candidate:
    """Return the candidate as its rule gave it."""
    origin = row.get("origin") or _ORIGINS.get(row["route"], "prose")
    return Candidate(
        row["kind"], row["text"], score=row["score"], cause=row["cause"], origin=origin
    )


def is_stored(row: Row) -> bool:
    """Return whether a judged candidate would be stored today."""
    return weighed(made(row)).score >= Extract().sure and not is_run_on(row["text"])


def _tell(judged: list[Row]) -> None:
    """Print how a reader judged what was found in sessions, stored or not, by how it was found."""
    places = len({row["repo"] for row in judged})
    print(f"useful: {len(judged)} candidates of {places} repositories, judged by a reader")
    print(f"{'usefulness of entries':>34}{'n':>7}{'useful':>8}{'bad':>7}")
    for name in dict.fromkeys(row["set"] for row in judged):
        chosen = [row for row in judged if row["set"] == name]
        _print(f"{name}, stored", [row for row in chosen if is_stored(row)])
        _print(f"{name}, waiting", [row for row in chosen if not is_stored(row)])
    for name in sorted({row["route"] for row in judged}):
        _print(f"stored by {name}", [r for r in judged if r["route"] == name and is_stored(r)])


def _print(name: str, chosen: list[Row]) -> None:
    if chosen:
        useful = sum(row["verdict"] == _USEFUL for row in chosen) / len(chosen)
        bad = sum(row["verdict"] in _BAD for row in chosen) / len(chosen)
        print(f"{name:>34}{len(chosen):>7}{useful:>8.2f}{bad:>7.2f}")


# -- training ----------------------------------------------------------------------------------


def _train(chosen: list[Row]) -> None:
    owners = sorted({row["repo"].split("/")[0] for row in chosen})
    values = [0.0] * len(chosen)
    for fold in range(_FOLDS):
        left_out = set(owners[fold::_FOLDS])
        weights = _learned([row for row in chosen if row["repo"].split("/")[0] not in left_out])
        for number, row in enumerate(chosen):
            if row["repo"].split("/")[0] in left_out:
                known = {"bias": 1.0, **aspects(made(row))}
                total = sum(weights.get(name, 0.0) * value for name, value in known.items())
                values[number] = probability(total)
    print("useful: a tenth of the owners left out at a time")
    order = sorted(zip(values, range(len(chosen)), strict=True), reverse=True)
    for share in _SHARES:
        best = order[: round(share * len(order))]
        _print(f"best {share:.0%}, {best[-1][0]:.2f} or more", [chosen[n] for _, n in best])
    rounded = {name: round(SCALE * weight) for name, weight in _learned(chosen).items()}
    write_weights(_PATH, {name: weight for name, weight in rounded.items() if weight})


def _learned(chosen: list[Row]) -> Weights:
    return learned([aspects(made(row)) for row in chosen], list(map(_value, chosen)), _PRIOR)[0]


def _value(row: Row) -> float:
    if row["verdict"] == _USEFUL:
        return 1.0
    return 0.0 if row["verdict"] in _BAD else _HARMLESS
