"""`mem search`: entries, archive, edges and what was said, one list by how well they match."""

from typing import Any

from ..base.text import clip, one_line
from ..memory.disk import ARCHIVE_NAME
from ..memory.memory import Memory
from ..memory.taking_back import naming_words
from .sessions import find_said

Result = dict[str, Any]


def search(memory: Memory, query: str, limit: int) -> list[Result]:
    """Return what holds words of a query, the best match first; `score` is 0 to 1."""
    words = naming_words(query)
    names = memory.opened.place.names
    listed = [(names.learnings, one) for one in memory.listed()]
    listed += [(ARCHIVE_NAME, one) for one in memory.archived.values()]
    held = [(one.id, path, one.line, one.kind, one.headline) for path, one in listed]
    for edge in memory.edges.edges:
        text = f"{edge['source']} → {edge['target']}: {edge.get('label', '')}"
        held.append((str(edge.get("entry", "")), names.relationships, 0, edge["type"], text))
    found = [_result(*one, _score(words, query, one[-1])) for one in held]
    said = find_said(memory.database, query, limit)
    most = max((one.score for one in said), default=1.0)
    for one in said:
        score = min(_score(words, query, one.text), one.score / most)
        found.append(_result(one.task, "sessions", one.number, one.speaker, one.text, score))
    found = [one for one in found if one["score"] > 0]
    found.sort(key=lambda one: -one["score"])
    return found[:limit]


def excerpt(text: str, query: str, width: int = 240) -> str:
    """Return at most `width` characters of a text about the first word of a query in it."""
    text = one_line(text)
    folded = text.casefold()
    places = [folded.find(word) for word in query.casefold().split()]
    first = min((place for place in places if place >= 0), default=0)
    if len(text) <= width or first < width // 2:
        return clip(text, width)
    start = text.rfind(" ", 0, first - width // 4) + 1
    return clip("…" + text[start:], width)


def _result(id_: str, path: str, line: int, kind: str, text: str, score: float) -> Result:
    return {"id": id_, "path": path, "line": line, "kind": kind, "text": text, "score": score}


def _score(words: frozenset[str], query: str, text: str) -> float:
    """Return the share of the words that a text holds, 1 for the query as it stands."""
    if query.casefold() in text.casefold():
        return 1.0
    return round(len(words & naming_words(text)) / len(words), 3) if words else 0.0
