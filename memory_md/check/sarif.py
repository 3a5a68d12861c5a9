"""What was found in a change as SARIF 2.1.0, which code hosts show beside the lines."""

from typing import Any
from urllib.parse import quote

from .. import __version__
from .model import Checked

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_HOME = "https://github.com/OWNER/memory-md"


def to_sarif(checked: Checked) -> dict[str, Any]:
    """Return the log of one run: what is broken as errors, what is touched as notes."""
    rules: dict[str, dict[str, Any]] = {}
    results = []
    found = [
        (one.entry, "error", one.path, one.line, f"{one.added!r} does what is ruled out: ")
        for one in checked.broken
    ]
    found += [(one.entry, "note", one.path, one.line, "about this: ") for one in checked.touched]
    for entry, level, path, line, says in found:
        rules.setdefault(
            entry.id, {"id": entry.id, "shortDescription": {"text": entry.headline or entry.id}}
        )
        place = {"artifactLocation": {"uri": quote(path)}, "region": {"startLine": max(line, 1)}}
        results.append(
            {
                "ruleId": entry.id,
                "level": level,
                "message": {"text": f"{says}{entry.headline}"},
                "locations": [{"physicalLocation": place}],
            }
        )
    driver = {
        "name": "mem",
        "version": __version__,
        "informationUri": _HOME,
        "rules": [*rules.values()],
    }
    run = {"tool": {"driver": driver}, "results": results, "columnKind": "unicodeCodePoints"}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
