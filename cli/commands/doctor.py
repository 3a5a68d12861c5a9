"""`mem doctor`: its findings on a terminal, in a log, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import asdict

from ..options import AsJson, option
from ..output import in_colour, note, on_terminal, printable, say, show_json
from ..progress import progress

if TYPE_CHECKING:
    from memory_md.doctor.model import Finding

_COLOURS = {"error": "\x1b[31m", "warning": "\x1b[33m", "info": "\x1b[36m"}

_MOST_SHOWN = 10  # of one warning or info, on a terminal


def doctor(
    ctx: typer.Context,
    fix: Annotated[bool, option("--fix", "Repair what is safe to repair.")] = False,
    ci: Annotated[
        bool, option("--ci", "Exit 1 on warnings too; one line for each finding.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Find what is wrong or risky, and say what to do.

    Exits 1 when there is an error. docs/doctor.md explains each code.

    \b
    Examples:
      $ mem doctor
      $ mem doctor --fix
      $ mem doctor --ci
    """
    import shutil

    from memory_md.agents.install import hook_findings
    from memory_md.doctor.actions.doctor import doctor as run

    place = ctx.obj.place
    with progress("looking at") as tell:
        report = run(place, fix=fix, tell=tell)
    findings = (*report.findings, *hook_findings(place, shutil.which))
    for found in report.mended:
        note(f"mended  {found.where}: {found.message}")
    if as_json:
        mended = {"mended": [asdict(found) for found in report.mended]} if fix else {}
        show_json({"findings": [asdict(found) for found in findings], **mended})
    elif on_terminal() and not ci:
        show(findings)
    else:
        _say(findings)
    if not as_json:
        note(_summary(findings, fix=fix, begun=report.begun))
    bad = {"error", "warning"} if ci else {"error"}
    return 1 if any(finding.severity in bad for finding in findings) else 0


def _say(findings: Iterable[Finding]) -> None:
    """Print each finding as a line from which editors and CI logs find its place, and its hint."""
    for found in findings:
        say(f"{found.where}: {found.severity}: {found.message} [{found.code}]")
        if found.hint:
            say(f"  hint: {found.hint}")


def show(findings: Sequence[Finding]) -> None:
    """Print the findings for a terminal: grouped by code, a hint that all share only once."""
    import shutil

    from memory_md.base.columns import wrapped as in_columns

    width = shutil.get_terminal_size().columns
    bold, faint, end = ("\x1b[1m", "\x1b[2m", "\x1b[0m") if in_colour() else ("", "", "")

    def wrapped(text: str, indent: str, *, first: str | None = None) -> str:
        lead = indent if first is None else first
        return "\n".join(in_columns(printable(text), max(width, 40), lead=lead, under=indent))

    for group in _groups(findings):
        severity, code = group[0].severity, group[0].code
        count = f" ({len(group)})" if len(group) > 1 else ""
        colour = _COLOURS[severity] if in_colour() else ""
        print(f"{colour}{severity}{end}  {bold}{code}{end}{count}")
        hints = {found.hint for found in group}
        shown = group if severity == "error" else group[:_MOST_SHOWN]
        for found in shown:
            print(wrapped(f"{found.where}: {found.message}", "    ", first="  "))
            if len(hints) > 1 and found.hint:
                print(f"{faint}{wrapped(found.hint, '          ', first='    hint: ')}{end}")
        if len(group) > len(shown):
            print(f"  … and {len(group) - len(shown):,} more; mem doctor --ci shows all")
        if len(hints) == 1 and group[0].hint:
            print(f"{faint}{wrapped(group[0].hint, '        ', first='  hint: ')}{end}")
        print()


def _groups(findings: Sequence[Finding]) -> Iterator[list[Finding]]:
    """Yield the findings of each code, in the order of the first of them."""
    groups: dict[str, list[Finding]] = {}
    for found in findings:
        groups.setdefault(found.code, []).append(found)
    yield from groups.values()


def _summary(findings: Sequence[Finding], *, fix: bool, begun: bool) -> str:
    if not findings:
        return "all is well" if begun else "nothing to look at: mem init makes a memory here"
    count = Counter(found.severity for found in findings)
    counts = [
        f"{count[name]:,} {name}{'' if count[name] == 1 else 's'}"
        for name in sorted(count, key=list(_COLOURS).index)
    ]
    fixable = sum(found.fixable for found in findings)
    more = f"; mem doctor --fix mends {fixable} of them" if fixable and not fix else ""
    return f"{', '.join(counts)}{more}"
