"""Are the edges of `mem callgraph scan` true, and are they all? Compared with what really ran.

Our own commands and exercises of installed libraries run while an interpreter's trace notes every
instruction that runs and every function that it enters (`_call_exercises`). Then:

* precision: of the edges found at a call that was carried out, how many led where it went. A call
  counts as carried out when its own instruction ran, not only its line; a function reached through
  code of others (functools, contextlib, a generated `__init__`) was reached from the call that went
  there. A generator runs later than it is called, so it counts when the same caller ran it.
* share: of the pairs of functions of the library where one called the other directly by a call
  expression, how many have an edge; `all` also counts calls without one (operators, `with`,
  iteration, properties).
* sites: of all call expressions in the source that do not certainly leave the project, how many
  were resolved, whether they ran or not.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from memory_md.callgraph.readers.python import read_python
from memory_md.callgraph.rules.resolve import CallSite, resolve_calls

from ._call_exercises import EXERCISES

ROOT = Path(__file__).resolve().parents[1]
PRECISION = 0.95


def home(name: str) -> Path:
    """The folder that the library's files are named from."""
    found = importlib.util.find_spec(name)
    assert found is not None
    assert found.origin
    return Path(found.origin).parents[1]


def seen(name: str) -> dict[str, Any]:
    """Run an exercise in a process of its own, and give what was noted."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "seen.json")
        command = [
            sys.executable,
            "-m",
            "benchmarks._call_exercises",
            name,
            str(home(name)),
            str(out),
        ]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        return dict(json.loads(out.read_text(encoding="utf-8")))


def static(name: str) -> tuple[list[CallSite], float]:
    """The resolved calls of a library, and the share of its calls that they are."""
    root = home(name)
    files = [path for top in EXERCISES[name][1] for path in sorted((root / top).rglob("*.py"))]
    sources = [read_python(p.relative_to(root).as_posix(), p.read_bytes()) for p in files]
    found = list(resolve_calls(sources, {}))
    inside = sum(each.seen - each.outside for each in found)
    return [site for each in found for site in each.sites], (
        sum(each.resolved for each in found) / inside
    )


def judge(sites: list[CallSite], noted: dict[str, Any]) -> dict[str, Any]:
    """Precision and shares, and the edges that were wrong or missed."""
    ran = {(path, line, column) for path, line, column in noted["ran"]}
    at_site = {(a, line, column, b) for a, line, column, b, *_ in noted["calls"]}
    pairs = {(a, b) for a, _, _, b, *_ in noted["calls"]}
    lazy = {b for _, _, _, b, _, is_lazy, _ in noted["calls"] if is_lazy}
    started = {b for _, b in pairs}
    right, wrong = set(), set()
    for site in sites:
        if (site.caller.partition("::")[0], site.line, site.column) not in ran:
            continue
        known = (site.caller, site.line, site.column, site.callee) in at_site
        # What `with` calls has the place of the whole statement.
        apart = site.callee in lazy or site.callee.endswith(("__enter__", "__exit__"))
        later = apart and (site.caller, site.callee) in pairs
        (right if known or later else wrong).add(site)
    # A generator that somebody else runs tells nothing of who made it.
    wrong = {site for site in wrong if not (site.callee in lazy and site.callee in started)}
    edges = {(site.caller, site.callee) for site in sites}
    direct = {(a, b) for a, _, _, b, is_direct, *_ in noted["calls"] if is_direct}
    plain = {
        (a, b) for a, _, _, b, is_direct, _, is_call in noted["calls"] if is_direct and is_call
    }
    right_edges = {(s.caller, s.callee) for s in right}
    wrong_edges = {(s.caller, s.callee) for s in wrong} - right_edges
    return {
        "judged": len(right_edges) + len(wrong_edges),
        "precision": len(right_edges) / max(1, len(right_edges) + len(wrong_edges)),
        "share": len(plain & edges) / max(1, len(plain)),
        "all": len(direct & edges) / max(1, len(direct)),
        "pairs": len(plain),
        "wrong": sorted(wrong, key=str),
        "missed": sorted(plain - edges),
    }


def main() -> int:
    """Print a row a library; 1 if precision is under its bound."""
    heads = ("edges", "judged", "precision", "pairs", "share", "all", "sites", "seconds")
    print(f"{'callgraph':<12}" + "".join(f"{head:>10}" for head in heads))
    missed = 0
    for name in EXERCISES:
        start = time.perf_counter()
        sites, share = static(name)
        took = time.perf_counter() - start
        row = judge(sites, seen(name))
        edges = len({(site.caller, site.callee) for site in sites})
        failed = row["precision"] < PRECISION
        missed += failed
        print(
            f"{name:<12}{edges:10}{row['judged']:10}{row['precision']:10.3f}{row['pairs']:10}"
            f"{row['share']:10.3f}{row['all']:10.3f}{share:10.3f}{took:10.2f}{' missed' * failed}"
        )
    return 1 if missed else 0
