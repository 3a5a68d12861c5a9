"""Failures that a passing command proves fixed: it failed, files were edited, and it passed."""

from collections.abc import Iterator
from typing import Final

from ..base.text import clip, one_line
from ..memory.model import Candidate
from ..transcripts.model import Run, Session
from .found import Found

_LONGEST_COMMAND: Final = 120
_LONGEST_ERROR: Final = 200
_MOST_FILES: Final = 4
WAITS: Final = "one task proved it; a second one that meets the same failure makes it an entry"


def proved_fixes(session: Session) -> Iterator[Found]:
    """Yield a fix for each failure that the same command, passing after edits, proves."""
    failed: dict[str, Run] = {}
    for run in session.runs:
        command = one_line(run.command)
        if run.exit and run.error:
            failed.setdefault(command, run)
        elif run.exit == 0 and command in failed:
            first = failed.pop(command)
            files = _edited(session, first.number, run.number)
            if files:
                yield _fix(command, first, run, files)


def _edited(session: Session, after: int, before: int) -> list[str]:
    return list(dict.fromkeys(one.path for one in session.edits if after < one.number < before))


def _fix(command: str, failed: Run, passed: Run, files: list[str]) -> Found:
    named = ", ".join(f"`{path}`" for path in files[:_MOST_FILES])
    more = f" and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
    failure = f"`{clip(command, _LONGEST_COMMAND)}`: {clip(one_line(failed.error), _LONGEST_ERROR)}"
    candidate = Candidate(
        "fixed",
        f"{failure} — changed {named}{more}",
        who="tool",
        turn=passed.number,
        quote=one_line(failed.error),
        files=tuple(files[:12]),
        basis="proved",
    )
    return Found(candidate, waits=WAITS, failure=failure)
