"""A handoff: decisions, files and risks with their edges, exactly as the payload ties them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ..memory.model import FIRST, Candidate
from ..transcripts.model import Handoff
from .found import Found

_CONFIDENCE: Final = {"high": 0.8, "medium": 0.6}
_MOST: Final = 30  # entries of one handoff


@dataclass(frozen=True, slots=True)
class Tie:
    """An edge before its ends are stored: `source` is a decision's id or key, or a path.

    `key` is the key of the found entry that the edge follows.
    """

    type: str
    source: str
    target: str
    label: str
    key: str


def handoff_entries(handoff: Handoff) -> list[Found]:
    """Return the entries of a handoff: decisions that are not low, files, risks."""
    found = [*_decisions(handoff), *_files(handoff), *_risks(handoff)]
    return found[:_MOST] if handoff.is_final else found


def _decisions(handoff: Handoff) -> Iterator[Found]:
    for number, one in enumerate(_items(handoff, "decisions")):
        text, level = _text(one, "content"), _text(one, "confidence") or "medium"
        if not text or level == "low":
            continue
        conf = _CONFIDENCE[level] if handoff.is_final else FIRST
        candidate = Candidate(
            "decision",
            text,
            level,
            conf=conf,
            turn=handoff.number,
            files=tuple(_texts(one, "files")),
        )
        yield Found(
            candidate,
            replaces=tuple(_texts(one, "replaces")),
            contradicts=tuple(_texts(one, "contradicts")),
            key=_text(one, "id") or f"decision {number}",
        )


def _files(handoff: Handoff) -> Iterator[Found]:
    for one in _items(handoff, "files"):
        path, reason = _text(one, "path"), _text(one, "reason")
        if path:
            text = f"{path} — {reason}" if reason else path
            yield Found(_plain(handoff, "scope", text, files=(path,)), key=f"file {path}")


def _risks(handoff: Handoff) -> Iterator[Found]:
    for one in _items(handoff, "risks"):
        text = _text(one, "mitigation") or _text(one, "description")
        if text:
            category = _text(one, "category")
            key = f"risk {_text(one, 'description') or text}"
            yield Found(_plain(handoff, "risk", text, category), key=key)


def _plain(
    handoff: Handoff, kind: str, text: str, qualifier: str = "", files: tuple[str, ...] = ()
) -> Candidate:
    return Candidate(kind, text, qualifier, conf=FIRST, turn=handoff.number, files=files)


def handoff_ties(handoff: Handoff) -> list[Tie]:
    """Return the edges that the payload ties; where it ties nothing, each with each."""
    decisions = [
        (one, _text(one, "id") or f"decision {number}")
        for number, one in enumerate(_items(handoff, "decisions"))
        if _text(one, "content") and _text(one, "confidence") != "low"
    ]
    risks = [one for one in _items(handoff, "risks") if _risk_text(one)]
    tied = [*_tied_decisions(decisions, risks), *_tied_risks(risks)]
    if tied:
        return tied
    paths = [path for one in _items(handoff, "files") if (path := _text(one, "path"))]
    ties = [
        Tie("decision_file", key, path, _text(one, "content"), key)
        for one, key in decisions
        for path in paths
    ]
    return ties + [_file_risk(path, one) for path in paths for one in risks]


def _tied_decisions(decisions: list[tuple[Any, str]], risks: list[Any]) -> Iterator[Tie]:
    by_name = {name: one for one in risks for name in (_text(one, "id"), _text(one, "category"))}
    for one, key in decisions:
        label = _text(one, "content")
        for path in _texts(one, "files"):
            yield Tie("decision_file", key, path, label, key)
        for name in _texts(one, "risks"):
            risk = by_name.get(name)
            category = _text(risk, "category") if risk else name
            yield Tie("decision_risk", key, category or name, label, key)


def _tied_risks(risks: list[Any]) -> Iterator[Tie]:
    for one in risks:
        for path in _texts(one, "files"):
            yield _file_risk(path, one)


def _file_risk(path: str, risk: Any) -> Tie:
    text = _risk_text(risk)
    return Tie("file_risk", path, _text(risk, "category") or "risk", text, f"risk {text}")


def _risk_text(risk: dict[str, Any]) -> str:
    return _text(risk, "description") or _text(risk, "mitigation")


def _items(handoff: Handoff, key: str) -> list[dict[str, Any]]:
    return list(handoff.payload[key])


def _text(item: dict[str, Any] | None, key: str) -> str:
    return str(item.get(key, "")) if item else ""


def _texts(item: dict[str, Any], key: str) -> list[str]:
    return list(item.get(key, ()))
