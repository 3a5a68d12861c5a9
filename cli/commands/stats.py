"""`mem stats`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import typer

from ..options import AsJson
from ..output import say, show_json, warn

if TYPE_CHECKING:
    from memory_md.recall.model.overview import Overview, Room

_LEAD = 18
_WIDTH = 80
_BAR = 24


def stats(
    ctx: typer.Context,
    as_json: AsJson = False,
) -> None:
    """Show what the memory holds, and how much room is left.

    Entries that a context does not show are withheld: their confidence is low, the files they name
    are gone (stale), another one is surer (contradicted), or they give orders (held back).

    \b
    Examples:
      $ mem stats
      $ mem stats --json | jq .context.tokens
    """
    from memory_md.recall.actions.stats import stats as run

    found = run(ctx.obj.place)
    warn(found.warnings)
    if as_json:
        show_json(_as_json(found))
        return
    for lead, words in _lines(found):
        _say_wrapped(lead, words)


def _say_wrapped(lead: str, words: str) -> None:
    """Print the words beside the lead, within 80 columns."""
    import textwrap

    rows = textwrap.wrap(words, _WIDTH - _LEAD, break_on_hyphens=False)
    for row in rows or [""]:
        say(f"{lead:<{_LEAD}}{row}".rstrip())
        lead = ""


def _lines(found: Overview) -> Iterator[tuple[str, str]]:
    entries, room = found.entries, found.room
    yield found.path, f"{_count(entries.total, 'entry', 'entries')}{_days(found)}"
    if entries.total:
        yield "  active", f"{entries.active:,}"
        if entries.withheld:
            yield "  withheld", f"{sum(entries.withheld.values()):,}: {_listed(entries.withheld)}"
        yield "  yours", f"{entries.manual:,}, and {entries.pinned:,} pinned"
        yield "  class", _listed({name: n for name, n in entries.by_class.items() if n})
        yield "  kind", _listed(entries.by_kind)
        yield from _confidence(found)
    yield (
        "  room",
        f"{_of(room['entries'])} extracted entries, {_of(room['bytes'])} bytes"
        + (f"; over {found.over}: mem prune" if found.over else ""),
    )
    archive = sum(found.archive.values())
    yield "archive", f"{_count(archive, 'entry', 'entries')}{_after_colon(found.archive)}"
    edges = _after_colon({name.replace("_", " → "): n for name, n in found.edges.items()})
    yield "relationships", f"{_of(room['edges'])}, {_of(room['edge_bytes'])} bytes{edges}"
    yield "diary", _diary(found)
    used = f"{_of(found.context)} tokens" if found.context_lines else "nothing to show yet"
    lines = f" in {_count(found.context_lines, 'line', 'lines')}" if found.context_lines else ""
    yield "context", used + lines
    for days, events in found.events.items():
        total = sum(events.values())
        yield f"last {days} days", f"{_count(total, 'event', 'events')}{_after_colon(events)}"


def _confidence(found: Overview) -> Iterator[tuple[str, str]]:
    most = max(count for _, _, count in found.entries.confidence)
    width = len(f"{most:,}")
    lead = "  confidence"
    for low, high, count in found.entries.confidence:
        bar = "#" * (round(_BAR * count / most) or bool(count))
        step = f"{low:.1f} to {high:.1f}" if low else f"under {high:.1f} "
        yield lead, f"{step}  {count:>{width},}  {bar}"
        lead = ""


def _days(found: Overview) -> str:
    oldest, newest = found.entries.oldest, found.entries.newest
    return f", from {oldest} to {newest}" if oldest and newest else ""


def _diary(found: Overview) -> str:
    if found.diary is None:
        return "none"
    rows = f"{_count(found.diary.rows, 'row', 'rows')}{_after_colon(found.diary.by_status)}"
    if not found.diary.pending_tasks:
        return rows
    return f"{rows}; {_count(found.diary.pending_tasks, 'task', 'tasks')} pending"


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _of(room: Room) -> str:
    return f"{room.used:,} of {room.most:,}"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in counts.items())


def _after_colon(counts: Mapping[str, int]) -> str:
    return f": {_listed(counts)}" if counts else ""


def _as_json(found: Overview) -> dict[str, Any]:
    entries = found.entries
    room = {name: {"used": one.used, "max": one.most} for name, one in found.room.items()}
    return {
        "entries": {
            "total": entries.total,
            "active": entries.active,
            "withheld": dict(entries.withheld),
            "manual": entries.manual,
            "pinned": entries.pinned,
            "by_kind": dict(entries.by_kind),
            "by_class": dict(entries.by_class),
            "confidence": [
                {"from": low, "to": high, "count": count} for low, high, count in entries.confidence
            ],
            "oldest": entries.oldest.isoformat() if entries.oldest else None,
            "newest": entries.newest.isoformat() if entries.newest else None,
        },
        "caps": {**{name: room[name] for name in ("entries", "bytes", "pins")}, "over": found.over},
        "archive": {"total": sum(found.archive.values()), "by_reason": dict(found.archive)},
        "relationships": {
            "total": sum(found.edges.values()),
            "by_type": dict(found.edges),
            "caps": {"edges": room["edges"], "bytes": room["edge_bytes"]},
        },
        "diary": None
        if found.diary is None
        else {
            "rows": found.diary.rows,
            "by_status": dict(found.diary.by_status),
            "pending_tasks": found.diary.pending_tasks,
        },
        "context": {
            "tokens": found.context.used,
            "budget": found.context.most,
            "lines": found.context_lines,
        },
        "events": {f"last_{days}_days": dict(names) for days, names in found.events.items()},
    }
