"""`mem stats`."""

from collections.abc import Iterator, Mapping
from typing import Any

import typer

from ..options import AsJson
from ..output import counted, say, show_json, warn

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
        show_json(found)
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


def _lines(found: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    entries, caps, edges = found["entries"], found["caps"], found["relationships"]
    oldest, newest = entries["oldest"], entries["newest"]
    days = f", from {oldest} to {newest}" if oldest else ""
    yield path, f"{counted(entries['total'], 'entry', 'entries')}{days}"
    if entries["total"]:
        yield "  active", f"{entries['active']:,}"
        if withheld := entries["withheld"]:
            yield "  withheld", f"{sum(withheld.values()):,}: {_listed(withheld)}"
        yield "  yours", f"{entries['manual']:,}, and {entries['pinned']:,} pinned"
        yield "  class", _listed({name: n for name, n in entries["by_class"].items() if n})
        yield "  kind", _listed(entries["by_kind"])
        yield from _confidence(entries["confidence"])
    yield "  room", room_left(caps)
    archive = found["archive"]
    yield (
        "archive",
        f"{counted(archive['total'], 'entry', 'entries')}{_after_colon(archive['by_reason'])}",
    )
    types = _after_colon({name.replace("_", " → "): n for name, n in edges["by_type"].items()})
    used = edges["caps"]
    yield "relationships", f"{_of(used['edges'])}, {_of(used['bytes'])} bytes{types}"
    yield "diary", _diary(found["diary"])
    yield "context", _context(found["context"])
    for span, events in found["events"].items():
        total = counted(sum(events.values()), "event")
        yield span.replace("_", " "), f"{total}{_after_colon(events)}"


def room_left(caps: Mapping[str, Any]) -> str:
    """Return how much of the room is used, in entries and KB; a person's own need none."""
    size = caps["bytes"]
    over = f"; over {caps['over']}: mem prune" if caps["over"] else ""
    return (
        f"{_of(caps['entries'])} extracted entries,"
        f" {size['used'] / 1024:.1f} of {size['max'] / 1024:.0f} KB{over}"
    )


def _confidence(steps: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    most = max(step["count"] for step in steps)
    width = len(f"{most:,}")
    lead = "  confidence"
    for step in steps:
        start, end, count = step["from"], step["to"], step["count"]
        bar = "#" * (round(_BAR * count / most) or bool(count))
        span = f"{start:.1f} to {end:.1f}" if start else f"under {end:.1f} "
        yield lead, f"{span}  {count:>{width},}  {bar}"
        lead = ""


def _diary(diary: Mapping[str, Any] | None) -> str:
    if diary is None:
        return "none"
    rows = f"{counted(diary['rows'], 'row')}{_after_colon(diary['by_status'])}"
    pending = diary["pending_tasks"]
    return f"{rows}; {counted(pending, 'task')} pending" if pending else rows


def _context(context: Mapping[str, int]) -> str:
    if not context["lines"]:
        return "nothing to show yet"
    lines = counted(context["lines"], "line")
    return f"{context['tokens']:,} of {context['budget']:,} tokens in {lines}"


def _of(limit: Mapping[str, int]) -> str:
    return f"{limit['used']:,} of {limit['max']:,}"


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in counts.items())


def _after_colon(counts: Mapping[str, int]) -> str:
    return f": {_listed(counts)}" if counts else ""
