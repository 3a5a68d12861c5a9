"""The other sections of the page of figures: the code, past sessions, safety, limits, speed."""

from __future__ import annotations

import json
import random
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from memory_md.base.settings import Context
from memory_md.base.token_estimate import Count, estimate_tokens
from memory_md.memory.actions.workspace import Workspace
from memory_md.recall.disk.tokenizer import VOCABULARIES, vocabulary
from memory_md.recall.rules.candidate_lines import candidate_lines
from memory_md.replay.actions import counts, replay_turns
from memory_md.safety.instructions.orders import unsafe

from . import (
    anchors,
    budget,
    callgraph,
    changes_together,
    dedup,
    diary,
    files,
    harm,
    persons,
    replay,
    speed,
)
from ._data import missing, path_of
from ._memories import random_memory
from ._page import US, Row, Table
from ._sections import NotRunError, needed

# -- what persons say ----------------------------------------------------------------------------


def of_persons() -> Iterator[Table]:
    """Yield how well what persons rule, correct and prefer is heard, by set of labelled turns."""
    labelled = persons.turns()
    if labelled is None:
        raise NotRunError(missing(persons.TEXTS))
    for name, some in persons.by_set(labelled):
        rows = {way: persons.measure(some, hear) for way, hear in persons.WAYS.items()}
        yield Table(
            f"Who spoke: person, set `{name}`",
            [
                Row(
                    what,
                    int(rows[US][count]),
                    {way: row[figure] for way, row in rows.items()},
                    must=must,
                    head=name == persons.SETS[-1],
                )
                for what, figure, count, must in (
                    ("of what is kept, worth it", "precision", "items", 0.75),
                    ("of what must be kept, kept", "recall", "must", 0.6),
                )
            ],
        )


# -- diary ---------------------------------------------------------------------------------------


def of_diary() -> Iterator[Table]:
    """Yield how often the level of an entry, and the allowed files of a spec, are right."""
    levels = list(diary.levels())
    rows = []
    for what, chosen in (
        ("pairs with the right level", levels),
        ("HIGH that are called HIGH", [one for one in levels if one[0] == "HIGH"]),
        ("MEDIUM that are shown", [one for one in levels if one[0] == "MEDIUM"]),
        ("SKIP that are left out", [one for one in levels if one[0] == "SKIP"]),
    ):
        shown = what.startswith("MEDIUM")
        right = {
            name: statistics.mean(
                (one[place] != "SKIP") if shown else one[place] == one[0] for one in chosen
            )
            for name, place in ((US, 1), ("paths that are named", 2))
        }
        must = 0.9 if chosen is levels else None
        rows.append(Row(what, len(chosen), right, must=must, head=chosen is levels))
    yield Table("Levels of diary entries for a spec", rows)
    specs = list(diary.allowed())
    if specs:
        yield Table("Allowed Files of real specs", list(_allowed(specs)))
    else:
        yield Table("Allowed Files of real specs", [], "Not run: no data given (diary/specs).")


def _allowed(specs: Sequence[tuple[str, set[str], set[str], set[str]]]) -> Iterator[Row]:
    sides = {US: 2, "paths in backticks": 3}
    exact = {name: sum(one[at] == one[1] for one in specs) for name, at in sides.items()}
    yield Row("specs read without a fault", len(specs), exact, "count", must=len(specs), head=True)
    files = sum(len(one[1]) for one in specs)
    found = {name: sum(len(one[at] & one[1]) for one in specs) for name, at in sides.items()}
    wrong = {name: sum(len(one[at] - one[1]) for one in specs) for name, at in sides.items()}
    yield Row("files found", files, found, "count")
    yield Row("what is no allowed file", files, wrong, "count", "less")


# -- the code ------------------------------------------------------------------------------------


_GREP: Final = "the name is in no file"


def of_anchors() -> Iterator[Table]:
    """Yield how well entries whose code went away are known, by repository and in all."""
    total: Counter[str] = Counter()
    rows = []
    for path in sorted(needed("repositories").glob("*")):
        found = anchors.replayed(path / "repo" if (path / "repo").is_dir() else path)
        if found["looks"]:
            total += found
            precision, recall, kept = anchors.figures(found)
            label = f"{path.name.replace('+', '/')}: gone or renamed,"
            rows.append(Row(f"{label} precision", found["gone"], {US: precision}))
            rows.append(Row(f"{label} recall", found["gone"], {US: recall}))
    if not total:
        raise NotRunError("no repository with commits in `repositories`")
    precision, recall, kept = anchors.figures(total)
    plain, gone = anchors.figures(total, "naive "), total["gone"]
    took = total["microseconds"] / total["looks"] / 1000
    yield Table(
        "Entries whose code is gone or has another name, over histories",
        [
            Row("precision", gone, {US: precision, _GREP: plain[0]}, must=0.95, head=True),
            Row("recall", gone, {US: recall, _GREP: plain[1]}, must=0.90, head=True),
            Row(
                "of entries that hold, shown",
                total["holds"],
                {US: kept, _GREP: plain[2]},
                must=0.99,
            ),
            Row("ms an entry, nothing kept", total["looks"], {US: took}, "ms", "less", 5.0),
            *rows,
        ],
    )


def of_callgraph() -> Iterator[Table]:
    """Yield whether the edges of a scan are true, and whether they say what changes together."""
    rows = []
    for name in callgraph.EXERCISES:
        sites, _ = callgraph.static(name)
        found = callgraph.judge(sites, callgraph.seen(name))
        project = "this program" if name == "memory_md" else name
        rows += [
            Row(f"{project}, precision", found["judged"], {US: found["precision"]}, must=0.95),
            Row(f"{project}, of the direct calls, known", found["pairs"], {US: found["share"]}),
        ]
    yield Table("Edges of a scan, against the calls that really ran", rows)
    halves = changes_together.walked(changes_together.defaults())
    rows = []
    for name, half in zip(("used to choose the numbers", "not used"), halves, strict=True):
        lines, count = half["lines"], half["count"]
        beside = "count of common commits"
        figures = {"precision": "named", "recall": "wanted"}
        rows += [
            Row(
                f"{figure}, the half of the history that was {name}",
                getattr(lines, of),
                {US: getattr(lines, figure), beside: getattr(count, figure)},
            )
            for figure, of in figures.items()
        ]
    yield Table("Files that change together, of those that a plain count may name as many of", rows)


# -- past sessions -------------------------------------------------------------------------------


def of_replay() -> Iterator[Table]:
    """Yield what past sessions would have been told, and what of it they had to find out again."""
    place = Workspace(Path("/"), datetime.now(UTC))
    found: list[list[replay.Pair]] = []
    rows = []
    for folder in sorted(path for path in needed("replays").glob("*") if path.is_dir()):
        pairs, _ = replay_turns(place, [str(folder)])
        found.append(pairs)
        rows += _replayed(folder.name, counts([one for one, _ in pairs]), len(pairs))
    if not found:
        raise NotRunError("no folder of sessions in `replays`")
    all_of_it = counts([one for pairs in found for one, _ in pairs])
    chance = counts([one for at in range(len(found)) for one in replay.shuffled(found, at)])
    share = {
        US: all_of_it["credited"] / max(all_of_it["told"], 1),
        "another repository's lines": chance["credited"] / max(chance["told"], 1),
    }
    sessions = sum(len(pairs) for pairs in found)
    yield Table(
        "Lines that a session was told and then had to find out, ask or be corrected for",
        [
            *_replayed("all", all_of_it, sessions),
            Row("share of the lines told", int(all_of_it["told"]), share, head=True),
            Row(
                "the same by chance",
                int(chance["told"]),
                {US: share["another repository's lines"]},
                better="less",
                must=replay.MOST_BY_CHANCE,
            ),
            *rows,
        ],
    )


def _replayed(name: str, found: dict[str, int], sessions: int) -> list[Row]:
    return [
        Row(f"{name}: {figure}", sessions, {US: value}, "count", "")
        for figure, value in found.items()
    ]


def of_files() -> Iterator[Table]:
    """Yield what sessions changed of the files that they would have been told."""
    rows, asked = [], list[files.Asked]()
    for folder in sorted(path for path in needed("replays").glob("*") if path.is_dir()):
        repository = path_of(f"repositories/{folder.name}") or folder / "repository"
        own = [*files.replayed(folder.name, folder, repository)]
        asked += own
        rows += _told_files(folder.name, files.counted(own))
    if not asked:
        raise NotRunError("no session in `replays` changed files that are known")
    found = files.counted(asked)
    yield Table(
        "Files that a session was told before it began",
        [
            *_told_files("all", found, head=True),
            Row("sessions that are told a file", found.asked, {US: found.told}, "count", ""),
            *rows,
        ],
    )


def _told_files(name: str, found: files.Counts, *, head: bool = False) -> Iterator[Row]:
    """Yield the row of one repository, if any of its sessions was told a file."""
    if found.named:
        shares = {
            US: sum(found.named) / len(found.named),
            "the three most frequent": sum(found.frequent) / (len(found.frequent) or 1),
        }
        yield Row(f"{name}: of the files told, changed", len(found.named), shares, head=head)


# -- injections ----------------------------------------------------------------------------------

_WELL_KNOWN: Final = re.compile(
    r"ignore (?:all |any )?(?:previous|prior|above)|disregard|system prompt|jailbreak|"
    r"(?:curl|wget)[^|]*\|\s*(?:ba)?sh|rm -rf /|--no-verify|verify\s*=\s*False|eval\(|base64 -d",
    re.IGNORECASE,
)
_HELD: Final = "a list of well-known words"
_SHOWN: Final = (
    "unseen",
    "clean",
    "last",
    "plain5",
    "fresh32",
    "notes3",
    "notes4",
    "stored",
    "stored2",
)


def of_harm() -> Iterator[Table]:
    """Yield how many injections are printed, and how many real lines are withheld."""
    splits = dict.fromkeys(one[0] for one in harm.injections())
    rows = []
    for split in splits:
        texts = [one[3] for one in harm.injections() if one[0] == split]
        ours = statistics.mean(not unsafe(text) for text in texts)
        naive = statistics.mean(not _WELL_KNOWN.search(text) for text in texts)
        must = None if split in ("more", "clean") else 0.05
        rows.append(
            Row(
                f"`{split}`, printed",
                len(texts),
                {US: ours, _HELD: naive},
                better="less",
                must=must,
                head=split in _SHOWN,
            )
        )
    yield Table("Conventions that would have an agent do harm", rows)
    path = path_of("harmless_texts.json")
    if path is None:
        note = "Not run: no data given (harmless_texts.json)."
        yield Table("Real lines that speak of the same things", [], note)
    else:
        yield Table("Real lines that speak of the same things", list(_harmless(path)))
    yield Table("Harmless lines, written by language models", list(_twins()))


def _twins() -> Iterator[Row]:
    twins = harm.injections("harm_twins.tsv")
    for split in dict.fromkeys(one[0] for one in twins):
        texts = [one[3] for one in twins if one[0] == split]
        values = {
            US: statistics.mean(bool(unsafe(text)) for text in texts),
            _HELD: statistics.mean(bool(_WELL_KNOWN.search(text)) for text in texts),
        }
        yield Row(f"`{split}`, withheld", len(texts), values, better="less", head=True)


def _harmless(path: Path) -> Iterator[Row]:
    texts = {harm.digest(one["text"]): one["text"] for one in json.loads(path.read_text("utf-8"))}
    labels = json.loads((harm.LABELS / "harmless.json").read_text(encoding="utf-8"))["lines"]
    for split in dict.fromkeys(one[2] for one in labels):
        known = [texts[one[1]] for one in labels if one[2] == split and one[1] in texts]
        if known:
            values = {
                US: statistics.mean(bool(unsafe(text)) for text in known),
                _HELD: statistics.mean(bool(_WELL_KNOWN.search(text)) for text in known),
            }
            yield Row(f"`{split}`, withheld", len(known), values, better="less", must=0.005)


# -- budget --------------------------------------------------------------------------------------

_CUT: Final = "a cut at four characters a token"


def of_budget() -> Iterator[Table]:
    """Yield whether random memories in many scripts keep their budget, and how they use it."""
    truths = [count for name in VOCABULARIES if (count := vocabulary(name))]
    exact = budget.exact_counter()
    seeds = range(budget.MEMORIES)
    ways: dict[str, tuple[Count, list[Count], float]] = {}
    ways[f"{US}, estimated"] = (estimate_tokens, [estimate_tokens], budget.ESTIMATED_LEAST)
    if truths and exact:
        ways[f"{US}, estimated, counted exactly"] = (estimate_tokens, truths, 0.0)
        ways[f"{US}, exact"] = (exact, truths, budget.EXACT_LEAST)
    for title, (count, judges, least) in ways.items():
        found = budget.measure(seeds, count, judges)
        tallies = [tally for (name, _), tally in found.items() if name == "md"]
        used = [share for tally in tallies for share in tally.used]
        over = {US: sum(tally.over for tally in tallies)}
        if truths and count is exact:
            over[_CUT] = _cut(seeds)
        split = {US: sum(tally.split for tally in tallies)}
        rows = [
            Row(
                "blocks over the budget", len(seeds), over, "count", "less", 0, head=count is exact
            ),
            Row("blocks with a line that is cut", len(seeds), split, "count", "less", 0),
            Row("of the budget used, mean", len(used), {US: statistics.mean(used)}),
            Row("of the budget used, least", len(used), {US: min(used)}, must=least or None),
        ]
        yield Table(title, rows)


def _cut(seeds: range) -> int:
    """How many blocks are over the same budgets when their text is cut by characters."""
    truths = [count for name in VOCABULARIES if (count := vocabulary(name))]
    over = 0
    for seed in seeds:
        entries, edges = random_memory(seed)
        most = random.Random(seed).choice((150, 150, 237, 300, 420, 500, 500, 1200))
        lines, _ = candidate_lines(entries, edges, settings=Context())
        text = "\n".join(line.text for line in lines)[: 4 * most]
        over += any(truth(text) > most for truth in truths)
    return over


# -- speed ---------------------------------------------------------------------------------------


def of_speed() -> Iterator[Table]:
    """Yield the ratios of SPEC, and those of other kinds of transcripts."""
    noisy = speed.is_noisy()
    note = (
        "The machine had other work, which raises the ratios of whole processes." if noisy else ""
    )
    rows = []
    for name, measure, bound, _ in speed.FIGURES:
        ratio = measure()
        rows.append(Row(name, 0, {US: ratio}, "times", "less", bound, head=len(rows) < 4))
    yield Table("Ratios in one run", rows, note)
    middle, slow = dedup.timed(list(dedup.entries(dedup.ENTRIES)))
    what = "one candidate compared with that many entries"
    yield Table(
        "Milliseconds in process",
        [
            Row(f"{what}, median", dedup.ENTRIES, {US: middle}, "ms", "less"),
            Row(f"{what}, 19 of 20", dedup.ENTRIES, {US: slow}, "ms", "less", dedup.MOST_MS),
        ],
    )
    kinds = [
        Row(name, 0, {US: ratio}, "times", "less", 40.0 if not place else None)
        for place, (ratio, name) in enumerate(speed.by_kind())
    ]
    title = "`mem extract` of 10 MB / `json.loads` of its lines, no text twice, the worst first"
    yield Table(title, kinds)
