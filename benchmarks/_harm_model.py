"""Train memory_md/safety/instructions/harm_model.py; needs numpy, scipy and scikit-learn.

Harm is labels/injections.tsv but for the splits that are kept for checking, and
labels/harm_training.tsv; harmless are labels/harm_harmless.txt and the real lines of a file.
"""

from __future__ import annotations

import binascii
import json
import zlib
from collections.abc import Iterable, Sequence
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any, Final

from memory_md.safety.instructions import harm_model as harm

LABELS = Path(__file__).parent / "labels"
KEPT: Final = ("clean", "last")
_WEIGHT: Final = 3.0  # of an injection beside a harmless line
_PLAIN: Final = 3  # times that the plain ones count
_PENALTY: Final = 30.0
_LINE: Final = 100  # characters of the table
_STEPS: Final = 16  # sizes of a weight on either side of 0
_LEAST: Final = 2  # the smallest size that is kept


def harmful() -> list[str]:
    """Return the injections to train on."""
    rows = [line.split("\t") for line in _read("injections.tsv")]
    known = [text for split, _, _, text in rows if split not in KEPT]
    return known * _PLAIN + [line.split("\t")[2] for line in _read("harm_training.tsv")]


def harmless() -> list[str]:
    """Return the harmless lines that were written for the training."""
    return _read("harm_harmless.txt")


def _read(name: str) -> list[str]:
    return (LABELS / name).read_text(encoding="utf-8").splitlines()


def train(path: str, limit: float = 0.0) -> None:
    """Write the table of the model; the file is a JSON list of real lines, objects with `text`.

    `limit` is taken off the bias: the higher it is, the fewer texts are withheld.
    """
    real = [row["text"] for row in json.loads(Path(path).read_text(encoding="utf-8"))]
    write(fit(harmful(), harmless() + real), limit)


def places_of(text: str) -> list[int]:
    """Return the checksums of the features of a text."""
    low = harm.normalised(text)
    return [*harm.features(low, harm.words_of(low))]


def fit(bad: Sequence[str], good: Sequence[str]) -> harm.HarmModel:
    """Return the model that tells the one from the other."""
    numpy = import_module("numpy")
    linear = import_module("sklearn.linear_model")
    rows = matrix(map(places_of, (*bad, *good)), harm.BUCKETS)
    is_harm = numpy.r_[numpy.ones(len(bad)), numpy.zeros(len(good))]
    counts = numpy.where(is_harm > 0, _WEIGHT, 1.0)
    model = linear.LogisticRegression(
        C=_PENALTY, solver="liblinear", tol=1e-3, max_iter=80, random_state=0
    ).fit(rows, is_harm, sample_weight=counts)
    row = model.coef_[0]
    scale = float(numpy.quantile(abs(row), 0.9999)) / _STEPS
    sizes = numpy.clip(numpy.rint(row / scale), -_STEPS, _STEPS)
    sizes[abs(sizes) < _LEAST] = 0
    weights = bytes((sizes + 128).astype("uint8"))
    return harm.HarmModel(float(model.intercept_[0]), scale, weights)


def matrix(all_places: Iterable[Sequence[int]], buckets: int) -> Any:
    """Return a sparse matrix with a row of length 1 for each text."""
    numpy, sparse = import_module("numpy"), import_module("scipy.sparse")
    rows = [numpy.unique(numpy.array(places, dtype=numpy.int64) % buckets) for places in all_places]
    sizes = [len(row) for row in rows]
    values = numpy.repeat([1 / sqrt(max(harm.LEAST, size)) for size in sizes], sizes)
    ends = numpy.r_[0, numpy.cumsum(sizes)]
    return sparse.csr_matrix((values, numpy.concatenate(rows), ends), (len(rows), buckets))


def write(model: harm.HarmModel, limit: float = 0.0) -> None:
    """Write the table."""
    packed = zlib.compress(model.weights, 9)
    letters = binascii.b2a_base64(packed, newline=False).decode()
    lines = [
        "# The model of harmful texts; `python -m benchmarks harm train FILE` writes it.",
        "[scale]",
        f"{model.bias - limit:.4f} {model.scale:.6f}",
        "[weights]",
        *(letters[at : at + _LINE] for at in range(0, len(letters), _LINE)),
    ]
    path = Path(harm.__file__).with_name(harm.TABLE)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
