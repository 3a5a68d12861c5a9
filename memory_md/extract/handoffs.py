"""A handoff: decisions, files and risks with their edges, exactly as the payload ties them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..memory.model import FIRST, Candidate
from ..transcripts.model import Handoff
from .found import Found

_CONFIDENCE: Final = {"high": 0.8, "medium": 0.6}
_MOST: Final = 30  # entries of one handoff

Item = dict[str, Any]  # of a payload
Tie = tuple[str, str, str, str, str]  # type, source, target, label and entry of an edge


def handoff_entries(handoff: Handoff) -> list[Found]:
    """Return the entries of a handoff: decisions that are not low, files, risks."""
    number = handoff.number
    found = []
    for key, one in _decisions(handoff):
        level, files = one["confidence"], tuple(one["files"])
        conf = _CONFIDENCE[level] if handoff.is_final else FIRST
        said = Candidate("decision", one["content"], level, conf=conf, turn=number, files=files)
        found.append(Found(said, "", tuple(one["replaces"]), tuple(one["contradicts"]), key=key))
    for one in handoff.payload["files"]:
        path = one["path"]
        text = f"{path} — {one['reason']}" if "reason" in one else path
        found.append(Found(Candidate("scope", text, conf=FIRST, turn=number, files=(path,))))
    for one in handoff.payload["risks"]:
        text = one.get("mitigation") or one["description"]
        said = Candidate("risk", text, one.get("category", ""), conf=FIRST, turn=number)
        found.append(Found(said, key=_risk_key(one)))
    return found[:_MOST] if handoff.is_final else found


def handoff_ties(handoff: Handoff, ids: Mapping[str, str]) -> list[Tie]:
    """Return the edges that the payload ties; where it ties nothing, each with each.

    `ids` are those of the stored entries by their keys.
    """
    decisions, risks = list(_decisions(handoff)), handoff.payload["risks"]
    by_name = {one.get(name, ""): one for one in risks for name in ("id", "category")}
    ties: list[Tie] = []
    for key, one in decisions:
        ties += [_tie("decision_file", key, path, one, ids) for path in one["files"]]
        for name in one["risks"]:
            category = by_name.get(name, {}).get("category") or name
            ties.append(_tie("decision_risk", key, category, one, ids))
    ties += [_file_risk(path, one, ids) for one in risks for path in one["files"]]
    if ties:
        return ties
    for path in [one["path"] for one in handoff.payload["files"]]:
        ties += [_tie("decision_file", key, path, one, ids) for key, one in decisions]
        ties += [_file_risk(path, one, ids) for one in risks]
    return ties


def _decisions(handoff: Handoff) -> Iterator[tuple[str, Item]]:
    for number, one in enumerate(handoff.payload["decisions"]):
        if one["confidence"] != "low":
            yield one.get("id", f"decision {number}"), one


def _tie(type_: str, key: str, target: str, decision: Item, ids: Mapping[str, str]) -> Tie:
    entry = ids.get(key, "")
    return type_, decision.get("id", entry), target, decision["content"], entry


def _file_risk(path: str, risk: Item, ids: Mapping[str, str]) -> Tie:
    key = _risk_key(risk)
    label = key.removeprefix("risk ")
    return "file_risk", path, risk.get("category", "risk"), label, ids.get(key, "")


def _risk_key(risk: Item) -> str:
    return f"risk {risk.get('description') or risk['mitigation']}"
