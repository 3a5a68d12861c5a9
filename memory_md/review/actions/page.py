"""`mem page`: everything that a memory holds, as one HTML page to look at.

It holds no secret, no invisible character and no path of this machine: the page may be passed on.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from msgspec import Struct, to_builtins

from ...base.errors import MemError
from ...base.html_page import filled, is_titled
from ...base.token_estimate import token_budget
from ...diary.actions.diary import list_entries
from ...doctor.model import Finding
from ...files import keep
from ...files.layout import PAGE
from ...files.local_folder import make_local_folder
from ...files.named_file import write_output
from ...files.tables import template
from ...graph.rules.edge_lines import edge_names, files_by_end
from ...graph.rules.query import entry_marks, graph_of
from ...graph.text import to_json
from ...memory.actions.events import describe
from ...memory.actions.workspace import Workspace, listed
from ...memory.disk import journal, receipts
from ...memory.disk.read_only import Reading, reading_of
from ...memory.disk.repo import Repo, Snapshot
from ...memory.model.entry import KINDS
from ...memory.model.evidence import MOST_QUOTED, Evidence
from ...recall.actions.context import ContextLimits, build_block, read_tolerantly
from ...recall.actions.json_shapes import entry_json, row_json
from ...recall.actions.stats import caps_of
from ...recall.model.block import Block
from ...recall.model.left_out_reasons import COUNTED, short_name, winner_in
from ...recall.model.receipt import Choice, Receipt
from ...recall.text.explain import reason_words
from ...safety.printable_text import redacted
from ...safety.sanitize import without_invisible
from ...sessions.actions import sessions_of
from .waiting import cases

TITLE: Final = "Memory page"
_EVENTS: Final = 500
_EMPTY: Final[tuple[Any, ...]] = (None, "", [], False)
_DERIVED: Final = frozenset({"label", "class", "active", "from"})  # what the page knows otherwise


class PageFile(Struct, frozen=True):
    """Where the page was written, as a person finds it, and what could not be read."""

    path: str
    warnings: tuple[str, ...] = ()


def write_page(
    place: Workspace, *, output: str | None = None, findings: Iterable[Finding] = ()
) -> PageFile:
    """Write the page to the file called `output`, or under `.mem/local/`.

    A file that is there is replaced only if it is such a page. `findings` are what is wrong with
    the memory. Raises MemError.
    """
    repo = place.memory()
    value, warnings = page_of(place, repo, findings)
    counts = f"{len(value['entries'])} entries, {len(value['waiting'])} waiting"
    evidence = value.pop("evidence")
    page = filled(template("page.html"), f"{TITLE}: {counts}", data=value, evidence=evidence)
    data = page.encode("utf-8")
    if output is None:
        make_local_folder(repo.layout)
        keep(repo.layout.root / PAGE, repo.layout.tree, data, name=PAGE)
        return PageFile(str(repo.layout.root / PAGE), warnings)
    with repo.without_undo().writing():
        write_output(
            repo.layout, place.cwd, output, data, is_ours=lambda old: is_titled(old, TITLE)
        )
    return PageFile(output, warnings)


def page_of(
    place: Workspace, repo: Repo, findings: Iterable[Finding] = ()
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return what the page holds, as JSON, and what could not be read, a line each.

    What is empty is left out of entries. `section` is where one is shown at the start of a session,
    `not_shown` why it is not, which `reasons` has in words, and `held` the same in a word where no
    context shows it. `refused` counts by ID what was said again and kept out.
    """
    snapshot, warnings = read_tolerantly(repo)
    problems = list(warnings)
    files = reading_of(snapshot)
    budget = token_budget(settings=repo.settings.context, window=None, used=0)
    block = build_block(repo, files, ContextLimits(budget))
    log = journal.read(repo.layout).events
    entries = _entries(repo, snapshot, files, block)
    marks = entry_marks(files.entries, active=repo.settings.confidence.active)
    value = {
        "version": 1,
        "name": repo.layout.root.resolve().name,
        "when": f"{place.now:%Y-%m-%d %H:%M}",
        "active": repo.settings.confidence.active,
        "kinds": {kind.name: kind.label or "Note" for kind in KINDS.values()},
        "context": {"tokens": block.tokens, "budget": budget},
        **entries,
        "contradictions": _pairs(entries["entries"]),
        "waiting": [case.json for case in cases(repo, snapshot)],
        "receipts": _receipts(repo),
        "events": _events(place, repo, log),
        "refused": _refused(log),
        "diary": _diary(place, problems),
        "graph": to_json(graph_of(snapshot.edges.edges, marks)),
        "sessions": sessions_of(repo),
        "findings": [to_builtins(found) for found in findings],
        "caps": caps_of(repo, snapshot),
    }
    return _shown(value, {}), tuple(dict.fromkeys(problems))


def _entries(repo: Repo, snapshot: Snapshot, files: Reading, block: Block) -> dict[str, Any]:
    """Return live and archived entries, and the evidence of all."""
    receipt = Receipt.of(block, at="", max_chars=None, most=None)
    now = {choice.id: choice for choice in receipt.choices}
    tied = files_by_end(files.edges)
    more = {}
    for entry, heading, named in zip(
        files.entries, files.details.headings, files.details.named, strict=True
    ):
        ties = chain.from_iterable(tied.get(name, ()) for name in edge_names(entry))
        more[entry.id] = {"heading": heading, "files": [*dict.fromkeys((*named, *ties))]}
    paths = repo.layout.paths
    found: dict[str, Any] = {"entries": [], "removed": []}
    for item in chain(
        listed(snapshot.learnings, paths.learnings), listed(snapshot.archive, paths.archive)
    ):
        one = {**entry_json(item), **more[item.entry.id]}
        one["tasks"] = [*item.entry.tasks]
        if item.entry.archived is None:
            one |= _now(now.get(item.entry.id, Choice(item.entry.id, reason=COUNTED)))
        shelf = "removed" if item.entry.archived else "entries"
        found[shelf].append(_without_empty(one, *_DERIVED))
    active = repo.settings.confidence.active
    reasons = {one["not_shown"] for one in found["entries"] if "not_shown" in one}
    found["reasons"] = {reason: reason_words(reason, active) for reason in reasons}
    texts = {one["id"]: one["text"] for one in (*found["entries"], *found["removed"])}
    found["evidence"] = {
        id_: [_line_json(line, texts[id_]) for line in lines]
        for id_, lines in snapshot.evidence.items()
        if id_ in texts
    }
    return found


def _line_json(line: Evidence, text: str) -> dict[str, Any]:
    """Return a line of evidence; a quote that only repeats the entry's text is left out."""
    repeats = ("quote",) if line.quote == text[:MOST_QUOTED] else ()
    return _without_empty(to_builtins(line), "id", "anchors", *repeats)


def _pairs(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, list[str]]]:
    """Return the pairs of live entries that contradict each other."""
    live = {entry["id"] for entry in entries}
    found: dict[frozenset[str], None] = {}
    for entry in entries:
        beaten = winner_in(str(entry.get("not_shown", "")))
        for other in (entry.get("by"), beaten):
            if other in live:
                found[frozenset((str(other), entry["id"]))] = None
    return [{"ids": sorted(pair)} for pair in found if len(pair) == 2]


def _now(choice: Choice) -> dict[str, str]:
    return {
        "section": choice.section,
        "not_shown": choice.reason,
        "held": short_name(choice.reason),
    }


def _without_empty(value: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {k: v for k, v in value.items() if v not in _EMPTY and k not in names}


def _receipts(repo: Repo) -> list[dict[str, Any]]:
    """Return what the last contexts showed, the newest first."""
    return [
        {
            "at": one.at,
            "tokens": one.tokens,
            "budget": one.budget,
            "session": one.session,
            "shown": [[choice.id, choice.section] for choice in one.choices if choice.shown],
        }
        for one in reversed(receipts.read(repo.layout))
    ]


def _events(place: Workspace, repo: Repo, log: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return the newest events, the newest first."""
    found = (describe(place, repo, event) for event in reversed(log[-_EVENTS:]))
    return [{"id": str(e.event["id"]), "when": e.when, "words": e.words} for e in found]


def _refused(log: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for event in log:
        id_ = str(event.get("existing_id") or event["id"])
        if event["event"] in journal.KEPT_OUT and id_:
            times = found.get(id_, {"times": 0})["times"] + 1
            reason = str(event.get("reason", ""))
            found[id_] = {"times": times, "at": event["at"], "reason": reason}
    return found


def _diary(place: Workspace, problems: list[str]) -> list[dict[str, Any]]:
    try:
        rows = list_entries(place)
    except MemError as fault:
        problems.append(str(fault))
        return []
    problems += rows.warnings
    return [_without_empty(row_json(row, rows.path)) for row in rows.entries]


def _shown(value: Any, known: dict[str, str]) -> Any:
    """Return a JSON value whose texts hold no secret and nothing that cannot be seen."""
    if isinstance(value, str):
        if value not in known:
            known[value] = without_invisible(redacted(value))
        return known[value]
    if isinstance(value, dict):
        return {_shown(name, known): _shown(one, known) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(one, known) for one in value]
    return value
