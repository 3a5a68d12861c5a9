"""How useful a reader finds what the extraction stores, and the training of the model of it.

`python -m benchmarks useful` tells of the judged entries of benchmarks/labels (see its README)
which would be stored today, and what share of them is useful: by set and by how they were found.
`useful train` finds the weights anew and writes them, and tells first how useful the best are with
a tenth of the owners left out of the training at a time; it takes half a minute.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, get_args

from memory_md.base.settings import Extract
from memory_md.extract.model import Candidate, Origin
from memory_md.extract.rules import usefulness
from memory_md.extract.rules.noise import is_run_on
from memory_md.extract.rules.sentence_worth import SCALE
from memory_md.extract.rules.usefulness import WEIGHTS, aspects, is_outright, weighed

from ._weights import write_weights
from .worth import Weights, learned, probability

Row = dict[str, Any]

ENTRIES: Final = Path(__file__).parent / "labels" / "entries.jsonl"
MANY: Final = Path(__file__).parent / "labels" / "entries_many.jsonl.xz"
TRAINED: Final = frozenset({"items", "many"})  # the sets that the weights are learned from
_PATH: Final = Path(usefulness.__file__).with_name(WEIGHTS)
_USEFUL: Final = "useful"
_BAD: Final = frozenset({"wrong", "unintelligible"})
_HARMLESS: Final = 0.2  # what a trivial line is worth beside a useful one, and a wrong one nothing
_PRIOR: Final = 0.3  # the weight of the quadratic penalty
_FOLDS: Final = 10
_SHARES: Final = (0.02, 0.04, 0.06, 0.1, 0.15, 0.2)


def main(task: str = "") -> int:
    """A table of figures; 2 for what is no task."""
    if task not in ("", "train"):
        print("useful: the only task is `train`", file=sys.stderr)
        return 2
    judged = rows()
    if task:
        _train([row for row in judged if row["set"] in TRAINED])
    _tell(judged)
    return 0


def rows() -> list[Row]:
    """Return the judged candidates."""
    with ENTRIES.open(encoding="utf-8") as few, lzma.open(MANY, "rt", encoding="utf-8") as many:
        return [json.loads(line) for lines in (few, many) for line in lines]


def made(row: Row) -> Candidate:
    """Return the candidate as its rule gave it."""
    # Where an older set tells the rule alone, four of these are called as what they come from.
    route = row["route"] if row["route"] in get_args(Origin) else "prose"
    origin = row.get("origin") or route
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
        useful = share(chosen, (_USEFUL,))
        bad = share(chosen, _BAD)
        print(f"{name:>34}{len(chosen):>7}{useful:>8.2f}{bad:>7.2f}")


def share(chosen: Iterable[Row], verdicts: Iterable[str]) -> float:
    """Return the share of the readers' verdicts on the `chosen` that are one of `verdicts`."""
    given = [verdict for row in chosen for verdict in _verdicts(row)]
    return sum(verdict in verdicts for verdict in given) / max(len(given), 1)


def _verdicts(row: Row) -> list[str]:
    """Return what the readers said, two of them or one."""
    return [row["verdict"], row["again"]] if "again" in row else [row["verdict"]]


# -- training ----------------------------------------------------------------------------------


def _train(chosen: list[Row]) -> None:
    known = [aspects(made(row)) for row in chosen]
    owners = [row["repo"].split("/")[0].lower() for row in chosen]
    every = sorted(set(owners))
    values = [0.0] * len(chosen)
    for fold in range(_FOLDS):
        left_out = set(every[fold::_FOLDS])
        inside = [n for n, owner in enumerate(owners) if owner not in left_out]
        weights = _learned(chosen, known, inside)
        for number, owner in enumerate(owners):
            if owner in left_out:
                total = sum(weights.get(name, 0.0) * x for name, x in known[number].items())
                values[number] = probability(total + weights["bias"])
    print("useful: a tenth of the owners left out at a time")
    gated = [n for n, row in enumerate(chosen) if is_gated(row)]
    order = sorted(((values[n], n) for n in gated), reverse=True)
    for part in _SHARES:
        best = order[: round(part * len(order))]
        _print(f"best {part:.0%}, {best[-1][0]:.2f} or more", [chosen[n] for _, n in best])
    found = _learned(chosen, known, list(range(len(chosen))))
    rounded = {name: round(SCALE * weight) for name, weight in found.items()}
    write_weights(_PATH, {name: weight for name, weight in rounded.items() if weight})


def is_gated(row: Row) -> bool:
    """Return whether the model decides of a judged candidate whether it is stored."""
    one = made(row)
    return one.origin == "prose" and not is_outright(one)


def _learned(chosen: list[Row], known: list[dict[str, float]], inside: list[int]) -> Weights:
    """Return the weights that the rows `inside` teach."""
    return learned([known[n] for n in inside], [_value(chosen[n]) for n in inside], _PRIOR)[0]


def _value(row: Row) -> float:
    worths = [
        1.0 if verdict == _USEFUL else 0.0 if verdict in _BAD else _HARMLESS
        for verdict in _verdicts(row)
    ]
    return sum(worths) / len(worths)
