"""`mem page`: the whole memory as one page to look at."""

import shutil
from typing import Annotated

import typer

from ..options import option
from ..output import say, warn
from ..progress import progress


def page(
    ctx: typer.Context,
    output: Annotated[
        str | None, option("--output -o FILE", "Write it to this file; else under .mem/local/.")
    ] = None,
) -> None:
    """Write the whole memory as one HTML page.

    It shows the entries with their evidence and where they were shown, contradictions side by side,
    what waits for review, what was removed and why, the diary, the links of files, the sessions and
    what they cost, and what `mem doctor` finds. It is one file that needs no network and stores
    nothing in the browser; secrets are left out. It prints the path. An existing file is replaced
    only if it is such a page.

    \b
    Examples:
      $ mem page
      $ mem page --output memory.html
    """
    from memory_md.agents.install import hook_findings
    from memory_md.doctor.actions.doctor import doctor
    from memory_md.review.actions.page import write_page

    place = ctx.obj.place
    with progress("looking at") as tell:
        found = (*doctor(place, tell=tell).findings, *hook_findings(place, shutil.which))
        if tell:
            tell("page")
        made = write_page(place, output=output, findings=found)
    warn(made.warnings)
    say(made.path)
