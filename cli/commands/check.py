"""`mem check`."""

from typing import Annotated

import typer

from memory_md.base.errors import UsageError

from ..options import AsJson, option
from ..output import note, say, show_json, show_line, warn


def check(
    ctx: typer.Context,
    staged: Annotated[bool, option("--staged", "What is staged for a commit.")] = False,
    diff: Annotated[str, option("--diff RANGE", "Commits: main...HEAD.", show_default=False)] = "",
    as_json: AsJson = False,
    output_format: Annotated[
        str, option("--format FORMAT", "text, or sarif for code hosts.")
    ] = "text",
) -> None:
    """Show which entries a change is about, and which rules it breaks.

    Without options the change is all that is not committed. It prints a line for each entry that is
    about a changed file or function. Then it prints each added line that does what a decision, a
    convention or a preference forbids outright (never X, don't use X, Y instead of X), with the
    entry and its evidence. If there is such a line, it exits with 1.

    \b
    Examples:
      $ mem check --staged
      $ mem check --diff main...HEAD --format sarif > mem.sarif
    """
    from memory_md.check.actions import check as run
    from memory_md.check.actions import evidence_words, shapes

    if output_format not in {"text", "sarif"}:
        raise UsageError(f"there is no format {output_format!r}", hint="formats are: text, sarif")
    found = run(ctx.obj.place, staged=staged, named=diff)
    warn(found.warnings)
    if output_format == "sarif":
        show_json(shapes(found, sarif=True))
    elif as_json:
        show_json(shapes(found))
    else:
        for one in found.touched:
            show_line(f"{one.path}:{one.line}: {one.entry.id}", one.entry.headline)
        for hit in found.broken:
            say(f"{hit.path}:{hit.line}: breaks {hit.entry.id} ({hit.forbidden}): {hit.added}")
            show_line("  entry", hit.entry.headline)
            for line in hit.evidence[-1:]:
                show_line("  evidence", f"{line.at[:10]} {evidence_words(line)}")
        if not found.touched and not found.broken:
            note("nothing that is known is about this change")
    if found.broken:
        raise typer.Exit(1)
