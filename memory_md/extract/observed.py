"""What only waits in the inbox: fixes that a passing command proves, and marker sentences.

A fix: a command failed, files were edited, and the command passed. A marker sentence: an agent says
in passing what it learned, decided or met.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ..base.text import clip, one_line
from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..memory.model import Candidate
from ..transcripts.model import Run, Session
from .found import Found
from .labelled import FENCED

_LONGEST_COMMAND: Final = 120
_LONGEST_ERROR: Final = 200
_MOST_FILES: Final = 4
_PROVED: Final = "one task proved it; a second one that meets the same failure makes it an entry"


def proved_fixes(session: Session) -> Iterator[Found]:
    """Yield a fix for each failure that the same command, passing after edits, proves."""
    failed: dict[str, Run] = {}
    for run in session.runs:
        command = one_line(run.command)
        if run.exit and run.error:
            failed.setdefault(command, run)
        elif run.exit == 0 and command in failed:
            first = failed.pop(command)
            edited = [one.path for one in session.edits if first.number < one.number < run.number]
            if edited:
                yield _fix(command, first, run, list(dict.fromkeys(edited)))


def _fix(command: str, failed: Run, passed: Run, files: list[str]) -> Found:
    named = ", ".join(f"`{path}`" for path in files[:_MOST_FILES])
    more = f" and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
    failure = f"`{clip(command, _LONGEST_COMMAND)}`: {clip(one_line(failed.error), _LONGEST_ERROR)}"
    text, quote = f"{failure} — changed {named}{more}", one_line(failed.error)
    fix = Candidate("fixed", text, who="tool", turn=passed.number, quote=quote, basis="proved")
    return Found(replace(fix, files=tuple(files[:12])), waits=_PROVED, failure=failure)


# -- marker sentences -------------------------------------------------------------------------

_MOST_MARKED: Final = 3  # of a session
_LEAST_CHARS, _MOST_CHARS = 10, 500
_SENTENCE: Final = re.compile(r"(?<=[.!])\s+(?=[A-Z`])|\n+")
# Words with which an agent marks a sentence as worth remembering, by what it becomes: 40 rows.
_ROWS: Final = {
    "learning": (
        "learned that|learned|discovered that|discovered|found out that|realized that|"
        "realised that|noticed that|it turns out that|turns out that|turned out that|"
        "the trick is to|tip:|note:|note that|important:|keep in mind that"
    ),
    "decision": (
        "decided to|decided that|decided against|chose to|chose|went with|picked|opted for|"
        "rationale:|the reason is that"
    ),
    "issue": (
        "the root cause was|the root cause is|root cause:|workaround:|the workaround is|"
        "warning:|caution:|known issue:"
    ),
    "pattern": "pattern found:|see also:|reference:|the pattern here is|the approach here is",
}
_NO_NAME_NEEDED: Final = ("learned that", "decided to", "decided that", "noticed that")
_KINDS: Final = {marker: kind for kind, rows in _ROWS.items() for marker in rows.split("|")}
_ANY: Final = "|".join(sorted(map(re.escape, _KINDS), key=len, reverse=True))
# A marker at the beginning of a sentence, behind "I", "we", "so" and the like.
_MARKED: Final = re.compile(
    r"(?:[-*+>]\s+)?(?:\*\*)?(?:(?:so|also|and|then|i|we|i've|we've|i have|we have)\s+)*"
    rf"(?P<marker>{_ANY})(?:\*\*)?\s",
    re.IGNORECASE,
)
_PLAN: Final = re.compile(
    r"\b(?:will|going to|let me|let's|next|plan to|should i|todo)\b", re.IGNORECASE
)
_IN_PASSING: Final = "an agent said it in passing"


def marker_sentences(session: Session) -> Iterator[Found]:
    """Yield the first three sentences of a session that begin with a marker and name something."""
    found = 0
    for turn in session.turns:
        if turn.speaker != "agent":
            continue
        for sentence in _SENTENCE.split(FENCED.sub("\n\n", turn.text)):
            kind = _kind(sentence)
            if kind:
                quote = one_line(sentence).strip("*-+> ")
                text = quote.replace(":**", ":", 1)  # a bold marker
                yield Found(Candidate(kind, text, turn=turn.number, quote=quote), waits=_IN_PASSING)
                found += 1
                if found == _MOST_MARKED:
                    return


def _kind(sentence: str) -> str:
    """Return the kind that a sentence's marker stands for, "" for none."""
    plain = sentence.strip()
    if not _LEAST_CHARS <= len(plain) <= _MOST_CHARS or plain.endswith(("?", "？", ":")):
        return ""
    match = _MARKED.match(plain)
    if not match or _PLAN.search(plain[: match.end() + 40]):
        return ""
    marker = match["marker"].casefold()
    is_named = marker in _NO_NAME_NEEDED or code_spans(plain) or paths_in(plain)
    return _KINDS[marker] if is_named else ""
