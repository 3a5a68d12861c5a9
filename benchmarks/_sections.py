"""The sections of the page of figures: each runs one benchmark and returns its tables.

A section that lacks its data raises NotRunError with what is missing.
"""

from __future__ import annotations

import json
import re
import statistics
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import Any, Final

from . import context, decisions, dedup, extract, judged, lines, search, useful, worth
from ._data import missing, path_of
from ._page import US, Row, Table

Passage = dict[str, Any]

PATTERNS: Final = "marker patterns"
_COMMAND: Final = "python -m benchmarks scorecard"


class NotRunError(Exception):
    """What a section needs is not there."""


def needed(name: str) -> Path:
    """Return a file or folder of the data; raises NotRunError."""
    path = path_of(name)
    if path is None:
        raise NotRunError(missing(name))
    return path


# -- decisions -----------------------------------------------------------------------------------


# Columns that are our own in another way.
_NAMES: Final = {
    "teammate": f"{US}, a teammate's clone",
    "decoys alone": f"{US}, without the task's own",
}


def of_decisions() -> Iterator[Table]:
    """Yield what reaches the next prompt of what was decided in chats and told in commits."""
    given = decisions.data()
    if given is None:
        raise NotRunError(missing("sde"))
    kept, rows = decisions.measure(*given)
    chats = len(given[1])
    for kind, found in rows.items():
        least = len(found) - 1 if kind == "commits" else len(found)
        yield _told(f"Decided in {kind}", found, least)
    for lot in (1, 2, 3, 4):
        tasks, decoys = decisions.written(lot)
        for kind, found in decisions.measure(tasks, decoys)[1].items():
            yield _told(f"Decided in {kind}, lot {lot} written for this", found)
    yield Table(
        "Chats in which nothing was decided",
        [
            Row(
                "things stored",
                chats,
                {US: kept, PATTERNS: _matches(given[1])},
                "count",
                "less",
                must=40,
                head=True,
            )
        ],
    )


def _told(title: str, found: Sequence[Mapping[str, float]], must: int | None = None) -> Table:
    """Return the table of how much of each decision was told, each way a column."""
    values = {_NAMES.get(name, name): [row[name] for row in found] for name in found[0]}
    told = {name: sum(v >= decisions.TOLD for v in some) for name, some in values.items()}
    return Table(
        title,
        [
            Row("decisions told", len(found), told, "count", must=must, head=True),
            Row("words of the decision that are told", len(found), _means(values)),
        ],
    )


def _matches(chats: Sequence[Passage]) -> int:
    return len({found for chat in chats for turn in chat["turns"] for found in _naive(turn)})


def _naive(turn: Passage) -> list[tuple[str, str]]:
    return extract.naive(turn["text"])


def _means(values: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {name: statistics.mean(some) for name, some in values.items() if some}


# -- extraction ----------------------------------------------------------------------------------

_STRUCTURE: Final = re.compile(r"(?m)^\s*(?:#{1,6} |[-*+] |\d+[.)] |\*\*[^*\n]+\*\*:?\s*$)")
_CJK: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ENGLISH: Final = frozenset(
    (
        *("the", "a", "an", "and", "or", "of", "to", "in", "is", "are", "was", "that", "this"),
        *("with", "for", "on", "it", "not", "be", "by", "from", "as", "at", "we", "you"),
    )
)
_LEAST: Final = 5  # passages of a group that is shown


def language(text: str) -> str:
    """Return "English", "Chinese, Japanese, Korean", or "other languages", by common words."""
    if len(_CJK.findall(text)) > len(text) / 20:
        return "Chinese, Japanese, Korean"
    words = re.findall(r"[^\W\d_]+", text.lower())
    common = sum(word in _ENGLISH for word in words)
    return "English" if common >= len(words) / 10 else "other languages"


def is_structured(text: str) -> bool:
    """Whether a passage is a summary in lists and headings rather than conversation."""
    return len(_STRUCTURE.findall(text)) >= 4


def of_extraction() -> Iterator[Table]:
    """Yield how well what is worth keeping is found, by set and by what the passage is."""
    first = needed("labels/extract.jsonl")
    sets = {
        path.name: [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
        for path in sorted(first.parent.glob("extract*.jsonl"))
    }
    for name, passages in sets.items():
        yield Table(f"`{name}`", list(_extracted(passages, head=name == max(sets))))
    every = [passage for passages in sets.values() for passage in passages]
    for what, group in _GROUPS.items():
        groups = defaultdict(list)
        for passage in every:
            groups[group(passage)].append(passage)
        rows = [
            Row(f"{part}, {figure}", len(some), _scores(some, figure))
            for part, some in groups.items()
            if len(some) >= _LEAST
            for figure in ("precision", "recall", "clean")
        ]
        yield Table(f"By {what}, all sets", rows)
    yield Table("By kind, all sets", list(_by_kind(every)))


_GROUPS: Final[dict[str, Callable[[Passage], str]]] = {
    "shape": lambda one: "structured summaries" if is_structured(one["text"]) else "conversation",
    "speaker": lambda one: "persons" if one.get("role") == "user" else "agents",
    "agent": lambda one: str(one.get("agent", "unknown")),
    "language": lambda one: language(one["text"]),
}
_FIGURES: Final = {
    "precision": "of what is kept, worth it",
    "recall": "of what is worth it, kept",
    "recall (must)": "of what must be kept, kept",
    "kind": "of what is right, with a fitting kind",
    "clean": "of passages with nothing, nothing kept",
}


def _scores(passages: list[Passage], figure: str) -> dict[str, float]:
    ways = {
        US: extract.ours,
        f"{US} with its inbox": extract.with_inbox,
        PATTERNS: extract.by_patterns,
    }
    values = {name: extract.measure(passages, way)[figure] for name, way in ways.items()}
    return {name: value for name, value in values.items() if not isnan(value)}


def _extracted(passages: list[Passage], *, head: bool) -> Iterator[Row]:
    for figure, what in _FIGURES.items():
        leads = head and figure in ("precision", "recall")
        yield Row(what, len(passages), _scores(passages, figure), head=leads)


def _by_kind(passages: list[Passage]) -> Iterator[Row]:
    for kind, count in Counter(s["kind"] for one in passages for s in one["spans"]).items():
        only = [
            {**one, "spans": [s for s in one["spans"] if s["kind"] == kind]} for one in passages
        ]
        yield Row(f"{kind}, recall", count, _scores(only, "recall"))


# -- usefulness, as readers judge it -------------------------------------------------------------


def of_judgements() -> Iterator[Table]:
    """Yield what readers said of stored entries and context lines, by set."""
    yield from _entries()
    yield Table("Lines that real tasks were given after fifteen real sessions", list(_lines()))
    rows = judged.load()
    for (what, of), verdicts in judged.shares(rows).items():
        count = verdicts.total()
        places = len({row["repository"] for row in rows if (row["what"], row["set"]) == (what, of)})
        yield Table(
            f"{what}, {of}",
            [
                Row(
                    verdict,
                    count,
                    {US: given / count},
                    better="more" if verdict == "useful" else "less",
                    head=verdict == "useful",
                )
                for verdict, given in verdicts.most_common()
            ],
            f"Of {places} repositories.",
        )


def _entries() -> Iterator[Table]:
    """Yield how useful is what the gate of today stores of candidates that were judged."""
    rows = useful.rows()
    for name in dict.fromkeys(row["set"] for row in rows):
        every = [row for row in rows if row["set"] == name]
        stored = [row for row in every if useful.is_stored(row)]
        if not stored:
            continue
        ways = {US: stored, "all that is found": every}
        bad = ("wrong", "unintelligible", "narration")
        good = {way: _share(some, ("useful",)) for way, some in ways.items()}
        there = [row for row in every if row["verdict"] == "useful"]
        kept = sum(map(useful.is_stored, there)) / max(len(there), 1)
        places = len({row["repo"] for row in every})
        yield Table(
            f"Entries, `{name}`",
            [
                Row("of what is stored, useful", len(stored), good, head=name == "fresh33"),
                Row(
                    "of what is stored, wrong, unintelligible or narration",
                    len(stored),
                    {way: _share(some, bad) for way, some in ways.items()},
                    better="less",
                ),
                Row("of what is useful, stored at once", len(there), {US: kept}),
            ],
            f"Of {places} repositories.",
        )


def _lines() -> Iterator[Row]:
    rows = [json.loads(line) for line in lines.LABELS.read_text("utf-8").splitlines()]
    for name in ("sixth", "fifth", "last", "first"):
        own = [row for row in rows if row["set"] == name]
        for kind in dict.fromkeys(row["kind"] for row in own):
            some = [bool(row["useful"]) for row in own if row["kind"] == kind]
            what = f"{name} unseen tasks, {kind}: useful"
            yield Row(what, len(some), {US: statistics.mean(some)}, head=name == "sixth")


def _share(rows: Sequence[Passage], verdicts: Sequence[str]) -> float:
    return statistics.mean(row["verdict"] in verdicts for row in rows)


def of_worth() -> Iterator[Table]:
    """Yield how well the model of a sentence's worth orders labelled sentences."""
    for split in ("unseen", "train"):
        chosen, scores = worth.scored(split)
        rows = []
        for name in ("all", "agent", "person"):
            pairs = [
                (score, row["keep"] != "no")
                for row, score in zip(chosen, scores, strict=True)
                if name in ("all", row["speaker"])
            ]
            lot = statistics.mean(kept for _, kept in pairs)
            values = {US: worth.average_precision(pairs), "at random": lot}
            head = split == "unseen" and name == "all"
            rows.append(Row(f"{name}, average precision", len(pairs), values, head=head))
        for least in (0.2, 0.4):
            found = [r["keep"] for r, s in zip(chosen, scores, strict=True) if s >= least]
            there = sum(row["keep"] != "no" for row in chosen)
            right = sum(keep != "no" for keep in found)
            values = {US: right / max(len(found), 1)}
            rows.append(Row(f"at {least} or more, worth it", len(found), values))
            rows.append(Row(f"of what is worth it, at {least} or more", there, {US: right / there}))
        yield Table(f"Labelled sentences, `{split}`", rows)


# -- usefulness of context lines -----------------------------------------------------------------


def of_context() -> Iterator[Table]:
    """Yield how many of the wanted entries a block has, and what prompts are answered with."""
    folder = needed("learnings").parent
    found: context.Found = defaultdict(list)
    ranks: dict[tuple[str, str], list[float]] = defaultdict(list)
    told: dict[str, list[float]] = defaultdict(list)
    asked = context.questions()
    with tempfile.TemporaryDirectory() as temporary:
        for memory in context.real_memories(folder, asked, Path(temporary)):
            one = context.Asked(memory)
            context.measure(one, found, ranks)
            for name, values in context.prompts(one, asked["nothing"]).items():
                told[name] += values
    for half in ("even", "odd"):
        rows = []
        for kind in dict.fromkeys(key[0] for key in found):
            for budget in context.BUDGETS:
                values = {
                    key[2]: some
                    for key, some in found.items()
                    if (key[0], key[1], key[3]) == (kind, half, budget)
                }
                count = len(ranks[kind, half])
                head = half == "even" and budget == 500
                rows.append(Row(f"{kind}, {budget} tokens", count, _means(values), head=head))
        yield Table(f"Wanted entries that are in the block, {half} questions", rows)
    rows = []
    for name in sorted(told):
        better: Any = "less" if "nothing" in name else "" if "lines" in name else "more"
        value = statistics.mean(told[name])
        rows.append(Row(name, len(told[name]), {US: value}, "number", better))
    yield Table("What a hook answers prompts with, mean", rows)


# -- duplicates ----------------------------------------------------------------------------------


def of_dedup() -> Iterator[Table]:
    """Yield how well repetitions and contradictions are told from what is only alike."""
    for name, pairs in dedup.sets():
        judged = {
            who: dedup.measure(pairs, judge)
            for who, judge in (
                (US, dedup.ours),
                ("token_sort_ratio", dedup.plain(dedup.fuzz.token_sort_ratio)),
                ("WRatio", dedup.plain(dedup.fuzz.WRatio)),
            )
        }
        rows = []
        for label, what in (("dup", "repetitions"), ("contradiction", "contradictions")):
            there = sum(pair["label"] == label for pair in pairs)
            for place, figure in enumerate(("precision", "recall")):
                values = {
                    who: dedup.scores(found, label)[place]
                    for who, found in judged.items()
                    if figure == "recall" or any(answer == label for _, answer in found)
                }
                head = name == "real"
                rows += [Row(f"{what}, {figure}", there, values, head=head)] if there else []
        yield Table(f"Pairs: {name}", rows)


# -- search --------------------------------------------------------------------------------------


def of_search() -> Iterator[Table]:
    """Yield whether the file that answers a question is among the first."""
    conversations = path_of("locomo10.json")
    asked = search.questions()
    if not (asked or conversations):
        raise NotRunError(missing("adr") + ", and no locomo10.json")
    if conversations:
        found = search.chats(json.loads(conversations.read_text(encoding="utf-8")))
        yield Table("Long conversations (LoCoMo), sessions that answer", _ranked(found))
    else:
        yield Table("Long conversations (LoCoMo)", [], missing("locomo10.json") + ": not run.")
    if asked:
        found = {}
        for (name, half), row in search.answered(asked).items():
            if half == "even":
                found[name] = {**row, "questions": len(asked[1::2])}
        yield Table(
            "Notes of teams, the half of the questions that nobody looked at", _ranked(found)
        )


def _ranked(found: Mapping[str, Mapping[str, float]]) -> list[Row]:
    return [
        Row(
            figure,
            int(found[US]["questions"]),
            {name: row[figure] for name, row in found.items()},
            head=figure == "recall@5",
        )
        for figure in ("recall@5", "recall@10", "MRR")
    ]
