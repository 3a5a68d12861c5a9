"""The page of figures: its model, and the Markdown that is made of it.

A row is one thing that was measured, with the value of `mem` and of what stands beside it in the
same run; what `mem` does worse follows from the values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct, convert, field, to_builtins

US: Final = "mem"
Unit = Literal["share", "count", "times", "ms", "number", "bytes", "seconds"]
_NOT_RUN: Final = "Not run: "


class Row(Struct, omit_defaults=True):
    """`n` is how many were looked at, `must` the bound of our value, `head` whether it leads.

    `better` says which value is the better one: "more", "less", or nothing.
    """

    what: str
    n: int
    values: Mapping[str, float]
    unit: Unit = "share"
    better: Literal["more", "less", ""] = "more"
    must: float | None = None
    head: bool = False

    @property
    def missed(self) -> bool:
        """Whether our value is beyond its bound."""
        ours = self.values.get(US)
        if ours is None or self.must is None:
            return False
        return ours < self.must if self.better == "more" else ours > self.must

    def ahead(self) -> dict[str, float]:
        """Return what has a better value than we have, by the figures that are printed."""
        ours = self.values.get(US)
        if ours is None or not self.better:
            return {}
        sign = 1 if self.better == "more" else -1
        return {
            name: value
            for name, value in self.values.items()
            if not is_ours(name)
            and sign * value > sign * ours
            and shown(value, self.unit) != shown(ours, self.unit)
        }


class Table(Struct, omit_defaults=True):
    """Rows under a title; `note` says what they are."""

    title: str
    rows: list[Row]
    note: str = ""


class Section(Struct, omit_defaults=True):
    """What one run gave: its tables, or why it was not run."""

    name: str
    date: str = ""
    python: str = ""
    version: str = ""
    tables: list[Table] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    not_run: str = ""


class About(Struct, frozen=True):
    """What stands above a section whatever it gives."""

    title: str
    command: str
    labels: str = ""
    weak: str = ""


# -- files ---------------------------------------------------------------------------------------


def load(folder: Path) -> dict[str, Section]:
    """Return the stored sections by name."""
    return {
        path.stem: convert(json.loads(path.read_text(encoding="utf-8")), Section)
        for path in sorted(folder.glob("*.json"))
    }


def store(folder: Path, section: Section) -> None:
    """Write a section as JSON, a row a line."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(to_builtins(section), ensure_ascii=False, indent=1)
    (folder / f"{section.name}.json").write_text(f"{text}\n", encoding="utf-8", newline="\n")


def is_ours(name: str) -> bool:
    """Whether a column is of ourselves, in one way or another."""
    return name.split()[0].rstrip(",") == US


# -- parts of other documents -------------------------------------------------------------------

_PART: Final = re.compile(
    r"(?ms)^(?P<begin><!-- figures: (?P<name>\w+) \| (?P<title>[^\n]+) -->\n).*?"
    r"^(?P<end><!-- figures: end -->)$"
)


def renew(text: str, sections: Mapping[str, Section]) -> str:
    """Return a document with the tables between its marks as they are stored."""

    def table(found: re.Match[str]) -> str:
        section = sections.get(found["name"], Section(found["name"]))
        rows = [row for one in section.tables if one.title == found["title"] for row in one.rows]
        made = "\n".join(_rows(rows)) if rows else "Not measured yet."
        day = f"\n\nMeasured on {section.date}." if rows else ""
        return f"{found['begin']}\n{made}{day}\n\n{found['end']}"

    return _PART.sub(table, text)


# -- Markdown ------------------------------------------------------------------------------------


def shown(value: float, unit: Unit) -> str:
    """Return a figure as it is printed."""
    if unit == "count":
        return f"{value:,.0f}"
    if unit == "bytes":
        return f"{value:,.0f} B"
    if unit == "share":
        return f"{value:.3f}" if 0.99 < value < 1 or 0 < value < 0.01 else f"{value:.2f}"
    if unit == "number":
        return f"{value:.2f}"
    return f"{value:.1f} {'×' if unit == 'times' else 's' if unit == 'seconds' else unit}"


def page(head: str, abouts: Mapping[str, About], sections: Mapping[str, Section]) -> str:
    """Return the whole page: what leads, and then a section each."""
    parts = [head.strip(), *_summary(abouts, sections)]
    for name, about in abouts.items():
        parts += _section(about, sections.get(name, Section(name, not_run="no result is stored")))
    return "\n\n".join(parts) + "\n"


def _summary(abouts: Mapping[str, About], sections: Mapping[str, Section]) -> Iterator[str]:
    rows = [
        (about.title, row)
        for name, about in abouts.items()
        if name in sections
        for table in sections[name].tables
        for row in table.rows
        if row.head
    ]
    if rows:
        yield "## In short"
        yield "\n".join(_lines(rows))


def _lines(rows: Iterable[tuple[str, Row]]) -> Iterator[str]:
    yield f"| what | of | `{US}` | beside it | must |\n|---|---:|---:|---|---|"
    for title, row in rows:
        others = [f"{name} {_cell(row, name)}" for name in row.values if name != US]
        count = f"{row.n:,}" if row.n else "–"
        beside = ", ".join(others) or "–"
        yield f"| {title}: {row.what} | {count} | {_cell(row, US)} | {beside} | {_must(row)} |"


def _cell(row: Row, name: str) -> str:
    """Return a value; what is better than ours in bold."""
    if name not in row.values:
        return "–"
    text = shown(row.values[name], row.unit)
    return f"**{text}**" if name in row.ahead() else text


def _must(row: Row) -> str:
    if row.must is None:
        return "–"
    sign = "≥" if row.better == "more" else "≤"
    return f"{sign} {shown(row.must, row.unit)}{', **missed**' if row.missed else ''}"


def _section(about: About, section: Section) -> Iterator[str]:
    yield f"## {about.title}"
    if section.not_run:
        yield f"{_NOT_RUN}{section.not_run}. Command: `{about.command}`."
        return
    made = f"{section.date}, mem {section.version}, Python {section.python}"
    yield f"Made by `{about.command}` ({made}). {about.labels}"
    for table in section.tables:
        yield f"**{table.title}**" + (f" {table.note}" if table.note else "")
        if table.rows:
            yield "\n".join(_rows(table.rows))
    yield from section.lines
    yield "\n".join(losses(about, section))


def _rows(rows: Sequence[Row]) -> Iterator[str]:
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    names.sort(key=lambda name: name != US)
    bound = any(row.must is not None for row in rows)
    counted = any(row.n for row in rows)
    heads = ["what", *["of"] * counted, *(f"`{n}`" if n == US else n for n in names)]
    heads += ["must"] * bound
    yield f"| {' | '.join(heads)} |"
    yield "|" + "|".join(["---", *["---:"] * (len(heads) - 1)]) + "|"
    for row in rows:
        cells = [row.what, *[f"{row.n:,}" if row.n else "–"] * counted]
        cells += [_cell(row, name) for name in names]
        cells += [_must(row)] * bound
        yield f"| {' | '.join(cells)} |"


def losses(about: About, section: Section) -> Iterator[str]:
    """Yield what was missed, where something beside us is better, and what the figures hide."""
    missed = [f"{t.title}, {row.what}" for t in section.tables for row in t.rows if row.missed]
    behind = [
        f"{table.title} ({count} of {len(table.rows)} rows)"
        for table in section.tables
        if (count := sum(bool(row.ahead()) for row in table.rows))
    ]
    if missed:
        yield f"* **Bounds missed:** {'; '.join(missed)}."
    if behind:
        yield f"* **Something beside `{US}` is better** (in bold): {'; '.join(behind)}."
    if about.weak:
        yield f"* {about.weak}"
    if not (missed or behind or about.weak):
        yield "* No bound is missed, and nothing beside it is better."
