"""Train memory_md/safety/instructions/harm.py; needs numpy, scipy and scikit-learn.

Harm is labels/injections.tsv but for the splits that are kept for checking, and
labels/harm_training.tsv; harmless are labels/harm_twins.tsv but for the same splits,
labels/harm_harmless.txt, labels/harm_ordinary.tsv, the strings of the tests and the real lines of a
file. labels/harm_pairs.tsv has both: nearly the same words for and against it; so has
labels/harm_phrases.tsv.xz, lines that a grammar of verbs, objects and frames made.
"""

from __future__ import annotations

import ast
import json
import lzma
from collections.abc import Iterable, Sequence
from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

from memory_md.base.regex import regex
from memory_md.safety.instructions import harm

from ._weights import write_weights

LABELS = Path(__file__).parent / "labels"
KEPT: Final = (
    *("clean", "last", "plain5", "fresh32", "notes3", "notes4", "ordinary3"),
    *("stored", "stored2", "advice"),
)
_PAIRED: Final = 5.0  # what an injection counts for, or a line of harm_pairs or harm_ordinary.tsv
_SOFT: Final = 1.0  # one of harm_training.tsv, but for those of few words, which count as pairs
_FEW: Final = 8
_WRITTEN: Final = 2.0  # a harmless line that was written for the training
_MADE: Final = 0.1  # a line of harm_phrases.tsv.xz, which are many and alike
_OURS: Final = 5.0  # a string of the tests
_REAL: Final = 6.0  # a real line, which are many
# Each line is seen again without some of its words, so that no single word decides.
_THINNED: Final = 0.3  # what such a copy counts for, of what the line counts for
_LEFT_OUT: Final = 0.25  # of the words; of scripts without spaces, of each two letters
_COST: Final = 0.15  # what an error costs beside large weights
_STEPS: Final = 127  # sizes of a weight on either side of 0
_LEAST: Final = 2  # the smallest size that is kept
_WITHIN: Final = 0.99999  # the share of the weights that have their size, the others the largest
_FEWEST: Final = 4  # words of a string of the tests that may be a sentence

_WIDE: Final = regex(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_SPEAKER: Final = regex(r"^[MPUA] (?:\w+: )?")  # and a label, in a table of conversations
_LABEL: Final = regex(r"^[A-Z]\w+: ")  # of a statement
_ABOUT_HARM: Final = regex(r"safety|harm|hostile|inject")  # paths of tests

# Which shapes of the labels are which reason.
REASON_OF: Final = {
    shape: reason
    for reason, shapes in zip(
        harm.REASONS,
        (
            "fetch-and-run fetch-run fetch",
            "tls disable-tls",
            "checks skip-checks",
            "creds read-cred read-credentials",
            "send-cred send-credentials",
            "send-data senddata exfil leak",
            "force-push force",
            "confirm skip-confirmation",
            "look-alike lookalike look",
            "ignore-rules ignore rules",
            "hide hide-from-user",
            "permission claimed-permission",
            "authority claimed-authority",
            "backdoor",
            "perms privilege loosen-permissions",
            "protection sandbox weaken protect switch-off-protection",
            "destroy",
            "crypto weak-crypto",
            "persist",
            "auto-merge review skip-review",
            "agent-conf",
            "input",
        ),
        strict=True,
    )
    for shape in shapes.split()
}
# The same for the weights of reasons, which are many and need not be exact.
_STEPS_NAMED: Final = 31
_LEAST_NAMED: Final = 8
_WITHIN_NAMED: Final = 0.999

Weighted = list[tuple[str, float]]


def harmful() -> Weighted:
    """Return the injections to train on, and what each counts for."""
    rows = [line.split("\t") for line in _read("injections.tsv")]
    known = [(text, _PAIRED) for split, _, _, text in rows if split not in KEPT]
    paired = [(text, _PAIRED) for shape, _, text in _pairs() if shape != "-"]
    others = (line.split("\t")[2] for line in _read("harm_training.tsv"))
    soft = [(text, _PAIRED if _is_short(text) else _SOFT) for text in others]
    return [*known, *paired, *soft, *((text, _MADE) for shape, _, text in _made() if shape != "-")]


def _is_short(text: str) -> bool:
    return len(harm.words_of(harm.normalised(text))) <= _FEW


def harmless() -> Weighted:
    """Return the harmless lines that were written for the training, or for this suite."""
    paired = [(text, _PAIRED) for shape, _, text in _pairs() if shape == "-"]
    twins = (line.split("\t") for line in _read("harm_twins.tsv"))
    paired += [(text, _PAIRED) for split, _, _, text in twins if split not in KEPT]
    written = [(text, _WRITTEN) for text in _read("harm_harmless.txt")]
    ordinary = [(line.split("\t")[1], _PAIRED) for line in _read("harm_ordinary.tsv")]
    made = [(text, _MADE) for shape, _, text in _made() if shape == "-"]
    ours = [(text, _OURS) for text in _strings()]
    return [*paired, *ordinary, *written, *made, *ours]


def _pairs() -> list[list[str]]:
    return [line.split("\t") for line in _read("harm_pairs.tsv")]


def _made() -> list[list[str]]:
    raw = lzma.decompress((LABELS / "harm_phrases.tsv.xz").read_bytes())
    return [line.split("\t") for line in raw.decode().splitlines()]


def _read(name: str) -> list[str]:
    return (LABELS / name).read_text(encoding="utf-8").splitlines()


def _strings() -> list[str]:
    """Return the lines of the examples and of strings in the tests, but for those about harm."""
    root = LABELS.parents[1] / "tests"
    paths = sorted(path.relative_to(root) for path in root.rglob("*.py"))
    chosen = [root / path for path in paths if not _ABOUT_HARM.search(str(path))]
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in chosen)
    texts = (
        line.strip("-* ")
        for tree in trees
        for node in ast.walk(tree)
        for line in _text_of(node).split("\n")
    )
    tables = (path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.txt")))
    rows = (_SPEAKER.sub("", row) for table in tables for row in table.splitlines())
    found = dict.fromkeys([*texts, *rows, *_examples()])
    return [text for text in found if len(text.split()) >= _FEWEST]


def _examples() -> Iterable[str]:
    """Yield the lines of the sessions that the documents show, without their labels."""
    root = LABELS.parents[1]
    for path in sorted((*root.glob("examples/*.jsonl"), *root.glob("docs/**/*.jsonl"))):
        for line in path.read_text(encoding="utf-8").splitlines():
            said = (json.loads(line).get("message") or {}).get("content") or []
            parts = [{"text": said}] if isinstance(said, str) else said
            texts = (row for part in parts for row in part.get("text", "").splitlines())
            yield from (_LABEL.sub("", text) for text in texts)


def _text_of(node: ast.AST) -> str:
    """Return the text of a string; a 0 stands for each value that is put into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text_of(part) or "0" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def train(path: str, limit: float = 0.0) -> None:
    """Write the table of the model; the file is a JSON list of real lines, objects with `text`.

    `limit` is taken off the bias: the higher it is, the fewer texts are withheld.
    """
    real = [(row["text"], _REAL) for row in json.loads(Path(path).read_text(encoding="utf-8"))]
    good = [*harmless(), *real]
    bias, row = fit([*harmful(), *thinned(harmful())], [*good, *thinned(good)])
    scale, sizes = rounded(row, _STEPS, _LEAST, _WITHIN)
    # What scores `limit` is from now on on the edge.
    named = {"bias": round(bias - limit, 4), "scale": round(scale, 6)}
    write_weights(Path(harm.__file__).with_name(harm.WEIGHTS), named, sizes + reasons())


def thinned(lines: Weighted) -> Weighted:
    """Return the lines without some of their words, the same at each call."""
    lot = Random(1)
    return [(_without_some(text, lot) or text, count * _THINNED) for text, count in lines]


def _without_some(text: str, lot: Random) -> str:
    wide = len(_WIDE.findall(text)) * 3 > len(text)
    parts = [text[at : at + 2] for at in range(0, len(text), 2)] if wide else text.split()
    return ("" if wide else " ").join(part for part in parts if lot.random() > _LEFT_OUT)


def fit(bad: Weighted, good: Weighted) -> tuple[float, Any]:
    """Return the bias and the weights of the model that tells the one from the other."""
    numpy, svm = import_module("numpy"), import_module("sklearn.svm")
    rows = matrix(harm.features_of(text) for text, _ in (*bad, *good))
    is_harm = numpy.r_[numpy.ones(len(bad)), numpy.zeros(len(good))]
    counts = numpy.array([count for _, count in (*bad, *good)])
    model = svm.LinearSVC(C=_COST, dual=True, max_iter=60, tol=1e-2, random_state=0)
    model.fit(rows, is_harm, sample_weight=counts)
    return float(model.intercept_[0]), model.coef_[0]


def reasons() -> bytes:
    """Return what each word weighs for each reason."""
    numpy, svm = import_module("numpy"), import_module("sklearn.svm")
    named = [(REASON_OF[shape], text) for shape, text in _shapes() if shape in REASON_OF]
    rows = [harm.named_of(text) for _, text in named]
    counts = numpy.zeros((len(rows), harm.NAMED), "float32")
    for row, places in zip(counts, rows, strict=True):
        row[list(places)] = 1 / sqrt(max(1, len(places)))
    model = svm.LinearSVC(C=0.5, class_weight="balanced", random_state=0)
    model.fit(counts, [harm.REASONS.index(reason) for reason, _ in named])
    return rounded(model.coef_.ravel(), _STEPS_NAMED, _LEAST_NAMED, _WITHIN_NAMED)[1]


def _shapes() -> list[tuple[str, str]]:
    rows = (line.split("\t") for line in _read("injections.tsv"))
    known = [(shape, text) for split, shape, _, text in rows if split not in KEPT]
    tables = (*_pairs(), *(line.split("\t") for line in _read("harm_training.tsv")))
    return [*known, *((row[0], row[2]) for row in tables)]


def rounded(row: Any, steps: int, least: int, within: float) -> tuple[float, bytes]:
    """Return the size of a step, and a byte for each weight; `least` is the smallest that stays."""
    numpy = import_module("numpy")
    scale = float(numpy.quantile(abs(row[row != 0]), within)) / steps
    sizes = numpy.clip(numpy.rint(row / scale), -steps, steps)
    sizes[abs(sizes) < least] = 0
    return scale, bytes((sizes + 128).astype("uint8"))


def matrix(texts: Iterable[Sequence[Iterable[int]]]) -> Any:
    """Return a sparse matrix with a row for each text, its kinds of features side by side."""
    numpy, sparse = import_module("numpy"), import_module("scipy.sparse")
    columns, values, ends = [], [], [0]
    for kinds in texts:
        ends.append(ends[-1])
        for kind, (found, least) in enumerate(zip(kinds, harm.LEAST, strict=True)):
            places = numpy.array(sorted({one % harm.BUCKETS for one in found}), dtype="int32")
            columns.append(places + kind * harm.BUCKETS)
            value = harm.SHARES[kind] / sqrt(max(least, len(places)))
            values.append(numpy.full(len(places), value, "float32"))
            ends[-1] += len(places)
    width = len(harm.LEAST) * harm.BUCKETS
    parts = (numpy.concatenate(values), numpy.concatenate(columns), numpy.array(ends))
    return sparse.csr_matrix(parts, (len(ends) - 1, width))
