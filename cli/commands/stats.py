"""`mem stats`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import typer
from msgspec import to_builtins

from ..options import AsJson
from ..output import say, show_json, warn

if TYPE_CHECKING:
    from memory_md.recall.model.stats import ConfidenceStep, EntryStats, Stats, Used

_LEAD = 18
_WIDTH = 80
_BAR = 24


def stats(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Show what the memory holds, and how much room is left.

    Entries that a context does not show are withheld: their confidence is low, the files they name
    do not exist any more (stale), a surer entry contradicts them (contradicted), or they give
    orders (held back).

    \b
    Examples:
      $ mem stats
      $ mem stats --json | jq .context.tokens
    """
    from memory_md.recall.actions.stats import stats as run

    found, path, warnings = run(ctx.obj.place)
    warn(warnings)
    if as_json:
        show_json(to_builtins(found))
        return
    for lead, words in _lines(found, path):
        _say_wrapped(lead, words)


def _say_wrapped(lead: str, words: str) -> None:
    """Print the words beside the lead, within 80 columns."""
    import textwrap

    rows = textwrap.wrap(words, _WIDTH - _LEAD, break_on_hyphens=False)
    for row in rows or [""]:
        say(f"{lead:<{_LEAD}}{row}".rstrip())
        lead = ""


def _lines(found: Stats, path: str) -> Iterator[tuple[str, str]]:
    entries, caps, edges = found.entries, found.caps, found.relationships
    yield path, f"{_count(entries.total, 'entry', 'entries')}{_days(entries)}"
    if entries.total:
        yield "  active", f"{entries.active:,}"
        if entries.withheld:
            yield "  withheld", f"{sum(entries.withheld.values()):,}: {_listed(entries.withheld)}"
        yield "  yours", f"{entries.manual:,}, and {entries.pinned:,} pinned"
        yield "  class", _listed({name: n for name, n in entries.by_class.items() if n})
        yield "  kind", _listed(entries.by_kind)
        yield from _confidence(entries.confidence)
    over = f"; over {caps.over}: mem prune" if caps.over else ""
    yield "  room", f"{_of(caps.entries)} extracted entries, {_of(caps.bytes)} bytes{over}"
    archive = found.archive
    yield (
        "archive",
        f"{_count(archive.total, 'entry', 'entries')}{_after_colon(archive.by_reason)}",
    )
    types = _after_colon({name.replace("_", " → "): n for name, n in edges.by_type.items()})
    yield "relationships", f"{_of(edges.caps['edges'])}, {_of(edges.caps['bytes'])} bytes{types}"
    yield "diary", _diary(found)
    context = found.context
    lines = f" in {_count(context.lines, 'line', 'lines')}"
    used = f"{context.tokens:,} of {context.budget:,} tokens{lines}"
    yield "context", used if context.lines else "nothing to show yet"
    for span, events in found.events.items():
        total = sum(events.values())
        yield (
            span.replace("_", " "),
            f"{_count(total, 'event', 'events')}{_after_colon(events)}",
        )


def _confidence(steps: tuple[ConfidenceStep, ...]) -> Iterator[tuple[str, str]]:
    most = max(step.count for step in steps)
    width = len(f"{most:,}")
    lead = "  confidence"
    for step in steps:
        bar = "#" * (round(_BAR * step.count / most) or bool(step.count))
        span = f"{step.start:.1f} to {step.end:.1f}" if step.start else f"under {step.end:.1f} "
        yield lead, f"{span}  {step.count:>{width},}  {bar}"
        lead = ""


def _days(entries: EntryStats) -> str:
    oldest, newest = entries.oldest, entries.newest
    return f", from {oldest} to {newest}" if oldest and newest else ""


def _diary(found: Stats) -> str:
    if found.diary is None:
        return "none"
    rows = f"{_count(found.diary.rows, 'row', 'rows')}{_after_colon(found.diary.by_status)}"
    if not found.diary.pending_tasks:
        return rows
    return f"{rows}; {_count(found.diary.pending_tasks, 'task', 'tasks')} pending"


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _of(limit: Used) -> str:
    return f"{limit.used:,} of {limit.max:,}"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in counts.items())


def _after_colon(counts: Mapping[str, int]) -> str:
    return f": {_listed(counts)}" if counts else ""
