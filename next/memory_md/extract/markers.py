"""Marker sentences: what an agent says it learned, decided or met; they wait in the inbox."""

import re
from collections.abc import Iterator
from typing import Final

from ..base.text import one_line
from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..memory.model import Candidate
from ..transcripts.model import Session
from .found import Found
from .labelled import FENCED

_MOST: Final = 3  # a session
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
WAITS: Final = "an agent said it in passing"


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
                yield Found(Candidate(kind, text, turn=turn.number, quote=quote), waits=WAITS)
                found += 1
                if found == _MOST:
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
