"""`mem doctor`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from ..output import note, say, show_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(
    ctx: typer.Context,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what is safe to mend.")] = False,
    ci: Annotated[bool, typer.Option("--ci", help="Exit 1 on warnings too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Find what is wrong or risky in the memory, and say what to do.

    Exits 1 when there is an error.

    \b
    Example:
      $ mem doctor --ci
    """
    from memory_md.actions.doctor import doctor as run

    findings = run(ctx.obj.place, fix=fix)
    if as_json:
        show_json({"findings": [asdict(finding) for finding in findings]})
    else:
        for finding in findings:
            say(f"{finding.where}: {finding.severity}: {finding.message}")
            if finding.hint:
                say(f"  hint: {finding.hint}")
        note("all is well" if not findings else f"{len(findings)} found")
    bad = {"error", "warning"} if ci else {"error"}
    return 1 if any(finding.severity in bad for finding in findings) else 0
