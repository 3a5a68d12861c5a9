"""Marker sentences: what an agent says it learned, decided or met; they wait in the inbox."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..base.text import one_line
from ..markdown.code_spans import code_spans
from ..markdown.paths import paths_in
from ..memory.model import Candidate
from ..transcripts.model import Session
from .found import Found

_MOST: Final = 3  # a session
_LEAST_CHARS, _MOST_CHARS = 10, 500
_SENTENCE: Final = re.compile(r"(?<=[.!])\s+(?=[A-Z`])|\n+")
_BEFORE: Final = (
    r"(?:[-*+>]\s+)?(?:\*\*)?(?:(?:so|also|and|then|i|we|i've|we've|i have|we have)\s+)*"
)
_PLAN: Final = re.compile(
    r"\b(?:will|going to|let me|let's|next|plan to|should i|todo)\b", re.IGNORECASE
)
_FENCED: Final = re.compile(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)")
WAITS: Final = "an agent said it in passing"


def marker_sentences(session: Session) -> Iterator[Found]:
    """Yield the first three sentences of a session that begin with a marker and name something."""
    found = 0
    for turn in session.turns:
        if turn.speaker != "agent":
            continue
        for sentence in _SENTENCE.split(_FENCED.sub("\n", turn.text)):
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
    match = _markers().match(plain)
    if not match or _PLAN.search(plain[: match.end() + 40]):
        return ""
    marker = match["marker"].casefold()
    is_named = marker in _table()["no_name_needed"] or code_spans(plain) or paths_in(plain)
    return _kinds()[marker] if is_named else ""


@cache
def _table() -> dict[str, Any]:
    import tomllib

    return tomllib.loads(Path(__file__).with_name("markers.toml").read_text(encoding="utf-8"))


@cache
def _kinds() -> dict[str, str]:
    kinds = ("learning", "decision", "issue", "pattern")
    return {marker: kind for kind in kinds for marker in _table()[kind]}


@cache
def _markers() -> re.Pattern[str]:
    rows = "|".join(sorted(map(re.escape, _kinds()), key=len, reverse=True))
    return re.compile(rf"{_BEFORE}(?P<marker>{rows})(?:\*\*)?\s", re.IGNORECASE)
