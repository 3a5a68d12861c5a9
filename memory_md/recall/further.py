"""Lines that are no entries: edges, files that are often modified, issues of the diary."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from ..base.text import clip
from ..files.database import Database
from ..match.files import fit
from ..memory.edges import Edge
from ..memory.memory import Memory
from ..memory.model import Entry
from ..memory.shown import demands
from ..safety.acts import act_in
from ..safety.sanitize import clean_line
from .block import FILES_OF_DECISIONS, HOT_FILES, ISSUES, RISKS_OF_FILES, BlockLine
from .candidates import files_of

_SECTIONS: Final = {"decision_file": FILES_OF_DECISIONS, "file_risk": RISKS_OF_FILES}
_MOST_EDGES: Final = 20
_MOST_FILES: Final = 10
_LEAST_TIMES: Final = 2
_LABEL: Final = 60  # characters of a decision or a risk behind a file


def edge_lines(
    memories: Sequence[Memory], entries: Mapping[str, Entry], files: Collection[str]
) -> list[BlockLine]:
    """Return the lines of edges, those of the task's `files` first, then the newest.

    `entries` are those that may be shown, by ID: an edge that follows another one is left out, and
    one whose entry names the file says nothing new.
    """
    edges = [
        edge for memory in memories for edge in memory.edges.edges if edge["type"] in _SECTIONS
    ]
    edges.sort(key=lambda edge: str(edge.get("createdAt", "")), reverse=True)
    edges.sort(key=lambda edge: not any(fit(_file(edge), path) for path in files))
    lines = (_edge_line(edge, entries) for edge in edges)
    found = {(line.section, line.text): line for line in lines if line}
    return list(found.values())[:_MOST_EDGES]


def _file(edge: Edge) -> str:
    return str(edge["target" if edge["type"] == "decision_file" else "source"])


def _edge_line(edge: Edge, entries: Mapping[str, Entry]) -> BlockLine | None:
    entry = entries.get(str(edge.get("entry", "")))
    if "entry" in edge and entry is None:
        return None
    if entry and any(fit(named, _file(edge)) for named in files_of(entry)):
        return None
    label = clip(clean_line(str(edge.get("label") or "")), _LABEL)
    if act_in(label):
        return None
    path = clean_line(_file(edge)).replace("`", "")
    if edge["type"] == "decision_file":
        text = f"`{path}` — {label or 'Related to decision'}"
    else:
        text = f"`{path}` has risk: {label or clean_line(str(edge['target']))}"
    return BlockLine(_SECTIONS[edge["type"]], text)


def hot_files(memories: Sequence[Memory]) -> list[BlockLine]:
    """Return the files that were met at least twice, the most frequent first."""
    counts: Counter[str] = Counter()
    for memory in memories:
        for entry in memory.entries.values():
            if entry.kind == "modified_files":
                counts.update({path.strip(" `") for path in entry.text.split(",")})
            elif entry.kind == "scope":
                counts[entry.text.partition(" — ")[0].strip(" `")] += 1
    hot = [(path, times) for path, times in counts.items() if path and times >= _LEAST_TIMES]
    hot.sort(key=lambda one: (-one[1], one[0]))
    named = ((clean_line(path).replace("`", ""), times) for path, times in hot[:_MOST_FILES])
    return [
        BlockLine(HOT_FILES, f"`{path}` ({times}x)", score=float(times)) for path, times in named
    ]


def issue_lines(database: Database, relevance: Mapping[str, Any], level: str) -> list[BlockLine]:
    """Return the constraints of one level, HIGH or MEDIUM, of what the diary says about a spec."""
    found: dict[str, BlockLine] = {}
    for entry in relevance.get("entries", ()):
        for constraint in entry["constraints"] if entry["level"] == level else ():
            lead, _, text = constraint.partition(": ")
            day = f"{entry['date']}, " if entry["date"] else ""
            line = clean_line(f"{lead.partition(' (')[0]} ({day}{level}): {text}")
            found[line] = BlockLine(ISSUES, line, score=float(entry["score"]))
    harmful = demands(database, {line: line for line in found})
    return [line for text, line in found.items() if text not in harmful]
