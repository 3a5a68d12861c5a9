"""How `mem extract` and `mem import` tell what came of their sources: one shape, one wording."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from .output import because, show_json, show_line, tell, warn

if TYPE_CHECKING:
    from memory_md.base.errors import MemError
    from memory_md.extract.model import Extraction, Outcome

# An action as it is called for people; in a dry run it has not happened.
_WOULD: Final = {
    "inserted": "would insert",
    "merged": "would merge",
    "contradicted": "would insert",
    "revived": "would revive",
    "suppressed": "stays out",
}
_DONE: Final = {"suppressed": "stays out"}
WIDTH: Final = 12  # columns that an action takes


def report(
    result: Extraction,
    errors: list[MemError],
    *,
    as_json: bool,
    dry_run: bool,
    show: Callable[[Extraction, bool], None],
) -> int:
    """Show what came of it, for people by `show`, and what went wrong; the exit code."""
    warn(result.warnings)
    if errors and not result.sources and len(errors) == 1:
        raise errors[0]
    if as_json:
        from memory_md.recall.actions.shapes import extraction_json

        show_json(extraction_json(result))
    else:
        show(result, dry_run)
    for error in errors:
        tell(error)
    return 1 if errors else 0


def show_outcome(item: Outcome, *, dry_run: bool, where: str = "") -> None:
    """A line of what became of one candidate; `where` it was found stands before the reason."""
    from memory_md.memory.model.entry import headline

    action = (_WOULD if dry_run else _DONE).get(item.action, item.action)
    told = "; ".join(filter(None, (where, because(item.action, item.reason, item.existing_id))))
    words = headline(item.kind, item.qualifier, item.text)
    show_line(f"{action:<{WIDTH}} {item.id}", f"{words}  [{told}]" if told else words)


def show_withdrawn(result: Extraction, *, dry_run: bool) -> None:
    """A line for each entry that its own session took back, and where."""
    action = "would withdraw" if dry_run else "withdrawn"
    for one in result.withdrawn:
        line = one.source.line
        where = f"on line {line}" if one.source.path == "-" else f"at {one.source.path}:{line}"
        words = f"{one.entry.headline}  [taken back {where}]"
        show_line(f"{action:<{WIDTH}} {one.entry.id}", words)


def show_gone(result: Extraction, width: int) -> None:
    """A line of how many entries left at the end, if any did."""
    if result.evicted or result.expired:
        gone = f"{len(result.evicted)} evicted, {len(result.expired)} expired"
        show_line("archive", gone, width)
