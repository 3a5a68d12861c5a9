"""The page of all figures.

`python -m benchmarks scorecard [SECTION…] [--data FOLDER]… [--write PAGE]` runs the sections that
are named, or all, and prints the page. With --write it writes the page to that file, and what the
sections gave as JSON into benchmarks/results, where sections that were not run keep what they had;
`--render PAGE` runs nothing and makes the page from what is stored. A section whose data are not
there says so (benchmarks/_data.py lists what is looked for).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import sys
import tomllib
import traceback
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from memory_md import __version__

from . import _more_sections, _sections, neighbours
from ._data import VARIABLE
from ._page import About, Section, Table, load, page, renew, store
from ._sections import NotRunError

RESULTS: Final = Path(__file__).parent / "results"
_ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = _ROOT / "docs" / "scorecard.md"
# Documents that show some of the tables, between marks.
DOCUMENTS: Final = (
    _ROOT / "README.md",
    *(_ROOT / "docs" / name for name in ("callgraph.md", "comparison.md")),
)
_TEXTS: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
SECTIONS: Final[dict[str, Callable[[], Iterable[Table]]]] = {
    "decisions": _sections.of_decisions,
    "extraction": _sections.of_extraction,
    "worth": _sections.of_worth,
    "usefulness": _sections.of_judgements,
    "persons": _more_sections.of_persons,
    "context": _sections.of_context,
    "duplicates": _sections.of_dedup,
    "diary": _more_sections.of_diary,
    "search": _sections.of_search,
    "anchors": _more_sections.of_anchors,
    "callgraph": _more_sections.of_callgraph,
    "replay": _more_sections.of_replay,
    "files": _more_sections.of_files,
    "injections": _more_sections.of_harm,
    "budget": _more_sections.of_budget,
    "speed": _more_sections.of_speed,
    "neighbours": neighbours.tables,
}


def main(*arguments: str) -> int:
    """Run and print, or write; 1 where a bound is missed or a section broke."""
    options = _options(arguments)
    if options.data:
        os.environ[VARIABLE] = os.pathsep.join(options.data)
    stored = load(options.results)
    if options.render:
        _write(Path(options.render), stored)
        return 0
    ran = {name: run(name) for name in options.sections or SECTIONS}
    sections = {**stored, **_kept(ran, stored)} if options.write else ran
    if options.write:
        for name in ran:
            store(options.results, sections[name])
        _write(Path(options.write), sections)
    else:
        print(made(sections, ran))
    return int(any(is_bad(section) for section in ran.values()))


def _options(arguments: Iterable[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks scorecard")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--data", action="append", metavar="FOLDER")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER")
    parser.add_argument("--write", metavar="PAGE")
    parser.add_argument("--render", metavar="PAGE")
    options = parser.parse_args(list(arguments))
    if unknown := [name for name in options.sections if name not in SECTIONS]:
        parser.error(f"no section {', '.join(unknown)}; there are: {', '.join(SECTIONS)}")
    return options


def run(name: str) -> Section:
    """Run one section; what it prints meanwhile goes to standard error."""
    section = Section(name, f"{datetime.now(UTC):%Y-%m-%d}", platform.python_version(), __version__)
    print(f"-- {name}", file=sys.stderr)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            section.tables = list(SECTIONS[name]())
    except NotRunError as error:
        section.not_run = str(error)
    except Exception as error:  # noqa: BLE001 - one that breaks must not take the others with it
        traceback.print_exc()
        section.not_run = f"it broke: {type(error).__name__}"
    return section


def _kept(ran: Mapping[str, Section], stored: Mapping[str, Section]) -> dict[str, Section]:
    """Return what ran, or what is stored where it could not run."""
    return {
        name: stored[name] if section.not_run and name in stored else section
        for name, section in ran.items()
    }


def made(sections: Mapping[str, Section], chosen: Iterable[str] = SECTIONS) -> str:
    """Return the page of these sections."""
    abouts = {name: about(name) for name in SECTIONS if name in set(chosen)}
    return page(_TEXTS["head"], abouts, sections)


def about(name: str) -> About:
    """Return what stands around the figures of a section."""
    texts = {"command": f"python -m benchmarks scorecard {name} --data FOLDER", **_TEXTS[name]}
    return About(**{key: text.strip() for key, text in texts.items()})


def is_bad(section: Section) -> bool:
    """Whether a bound is missed, or the section broke."""
    missed = any(row.missed for table in section.tables for row in table.rows)
    return missed or section.not_run.startswith("it broke")


def _write(path: Path, sections: Mapping[str, Section]) -> None:
    """Write the page; with the one in the documents also the tables that others show."""
    texts = {path: made(sections)}
    if path.resolve() == PAGE:
        texts |= {one: renew(one.read_text(encoding="utf-8"), sections) for one in DOCUMENTS}
    for one, text in texts.items():
        one.write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote {one}", file=sys.stderr)
