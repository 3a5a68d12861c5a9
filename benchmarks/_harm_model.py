"""Train memory_md/safety/instructions/harm_model.py; needs numpy, scipy and scikit-learn.

Harm is labels/injections.tsv but for the splits that are kept for checking, and
labels/harm_training.tsv; harmless are labels/harm_harmless.txt, the strings of the tests and the
real lines of a file. labels/harm_pairs.tsv has both: nearly the same words for and against it.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Sequence
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any, Final

from memory_md.base.regex import regex
from memory_md.safety.instructions import harm_model
from memory_md.safety.instructions.harm import signs

from ._weights import write_weights

LABELS = Path(__file__).parent / "labels"
KEPT: Final = ("clean", "last", "plain4")
_PAIRED: Final = 5.0  # what a line of harm_pairs.tsv or a plain injection counts for
_SOFT: Final = 0.3  # one of harm_training.tsv
_WRITTEN: Final = 2.0  # a harmless line that was written for the training
_STEPS: Final = 31  # sizes of a weight on either side of 0
_LEAST: Final = 5  # the smallest size that is kept
_FEWEST: Final = 4  # words of a string of the tests that may be a sentence

_SPEAKER: Final = regex(r"^[MPUA] (?:\w+: )?")  # and a label, in a table of conversations
_ABOUT_HARM: Final = regex(r"safety|harm|hostile|inject")  # paths of tests

Weighted = list[tuple[str, float]]


def harmful() -> Weighted:
    """Return the injections to train on, and what each counts for."""
    rows = [line.split("\t") for line in _read("injections.tsv")]
    known = [
        (text, _PAIRED if split.startswith("plain") else 1.0)
        for split, _, _, text in rows
        if split not in KEPT
    ]
    paired = [(text, _PAIRED) for shape, _, text in _pairs() if shape != "-"]
    return [*known, *paired, *((line.split("\t")[2], _SOFT) for line in _read("harm_training.tsv"))]


def harmless() -> Weighted:
    """Return the harmless lines that were written for the training, or for this suite."""
    paired = [(text, _PAIRED) for shape, _, text in _pairs() if shape == "-"]
    written = [(text, _WRITTEN) for text in _read("harm_harmless.txt")]
    return [*paired, *written, *((text, 1.0) for text in _strings())]


def _pairs() -> list[list[str]]:
    return [line.split("\t") for line in _read("harm_pairs.tsv")]


def _read(name: str) -> list[str]:
    return (LABELS / name).read_text(encoding="utf-8").splitlines()


def _strings() -> list[str]:
    """Return the lines of the strings in the tests, but for those about harm."""
    root = LABELS.parents[1] / "tests"
    paths = sorted(path.relative_to(root) for path in root.rglob("*.py"))
    chosen = [root / path for path in paths if not _ABOUT_HARM.search(str(path))]
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in chosen)
    texts = (
        line.strip("-* ")
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for line in node.value.split("\n")
    )
    tables = (path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.txt")))
    rows = (_SPEAKER.sub("", row) for table in tables for row in table.splitlines())
    return [text for text in dict.fromkeys([*texts, *rows]) if len(text.split()) >= _FEWEST]


def train(path: str, limit: float = 0.0) -> None:
    """Write the table of the model; the file is a JSON list of real lines, objects with `text`.

    `limit` is taken off the bias: the higher it is, the fewer texts are withheld.
    """
    real = [(row["text"], 1.0) for row in json.loads(Path(path).read_text(encoding="utf-8"))]
    write(fit(harmful(), [*harmless(), *real]), limit)


def places_of(text: str) -> tuple[Iterable[int], ...]:
    """Return the checksums of the features of a text, of each kind."""
    low = harm_model.normalised(text)
    words = harm_model.words_of(low)
    return harm_model.features(low, words), harm_model.negated(low), signs(text)


def fit(bad: Weighted, good: Weighted) -> harm_model.HarmModel:
    """Return the model that tells the one from the other."""
    numpy, svm = import_module("numpy"), import_module("sklearn.svm")
    rows = matrix(places_of(text) for text, _ in (*bad, *good))
    is_harm = numpy.r_[numpy.ones(len(bad)), numpy.zeros(len(good))]
    counts = numpy.array([count for _, count in (*bad, *good)])
    model = svm.LinearSVC(C=1.0, dual=True, max_iter=60, tol=1e-2, random_state=0)
    model.fit(rows, is_harm, sample_weight=counts)
    return rounded(model.coef_[0], float(model.intercept_[0]))


def rounded(row: Any, bias: float) -> harm_model.HarmModel:
    """Return the model with a byte for each weight."""
    numpy = import_module("numpy")
    scale = float(numpy.quantile(abs(row[row != 0]), 0.999)) / _STEPS
    sizes = numpy.clip(numpy.rint(row / scale), -_STEPS, _STEPS)
    sizes[abs(sizes) < _LEAST] = 0
    return harm_model.HarmModel(bias, scale, bytes((sizes + 128).astype("uint8")))


def matrix(texts: Iterable[Sequence[Iterable[int]]]) -> Any:
    """Return a sparse matrix with a row for each text, its kinds of features side by side."""
    numpy, sparse = import_module("numpy"), import_module("scipy.sparse")
    columns, values, ends = [], [], [0]
    for kinds in texts:
        ends.append(ends[-1])
        for kind, (found, least) in enumerate(zip(kinds, harm_model.LEAST, strict=True)):
            places = numpy.array(sorted({one % harm_model.BUCKETS for one in found}), dtype="int32")
            columns.append(places + kind * harm_model.BUCKETS)
            value = harm_model.SHARES[kind] / sqrt(max(least, len(places)))
            values.append(numpy.full(len(places), value, "float32"))
            ends[-1] += len(places)
    width = len(harm_model.LEAST) * harm_model.BUCKETS
    parts = (numpy.concatenate(values), numpy.concatenate(columns), numpy.array(ends))
    return sparse.csr_matrix(parts, (len(ends) - 1, width))


def write(model: harm_model.HarmModel, limit: float = 0.0) -> None:
    """Write the weights; what scores `limit` is from now on on the edge."""
    sizes = {"bias": round(model.bias - limit, 4), "scale": round(model.scale, 6)}
    path = Path(harm_model.__file__).with_name(harm_model.WEIGHTS)
    write_weights(path, sizes, model.weights)
