"""docs/loop.svg: what a newcomer sees of `mem` in one screen, from a real run of it.

The commands of `SCENE` run in a throwaway repository at set times, and what they print is drawn as
a terminal. The drawing asks no network for anything and brings no font: whatever monospaced font a
reader has is squeezed onto one grid.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

_HERE: Final = Path(__file__).with_name("scene")
_DAY: Final = 86_400  # seconds
_MONDAY: Final = 1_770_033_600  # 2026-02-02T12:00:00Z

COLUMNS: Final = 96
TITLE: Final = "mem: what one task learned, the next one knows"
ABOUT: Final = (
    "A terminal. mem extract keeps three lines of an agent's transcript: the file it changed, the "
    "failing test it mended, and why the test had failed. Three days later mem context prints, of "
    "all that the memory holds, the two lines that matter for another task with the same file."
)


@dataclass(frozen=True, slots=True)
class Act:
    """What is said before a command, the command, and when it runs, in days after the first.

    `{entries}` in what is said is how many the memory holds then.
    """

    says: str
    command: str
    day: int = 0


SCENE: Final = (
    Act("An agent mended a failing test. What is worth keeping?", "mem extract task-41.jsonl"),
    Act(
        "Three days later, a task with the same file. What of {entries} entries should go with it?",
        "mem context --spec task-57.md --budget 80",
        day=3,
    ),
)
# Where the vocabulary of memory-md[tokens] is installed, other lines might fit a budget.
_MEM: Final = (
    "import sys; sys.modules['bpe_openai'] = None; "
    "from memory_md_cli.entry import main; sys.exit(main())"
)
_KEPT: Final = ("PATH", "SYSTEMROOT", "PYTHONPATH")
_FILES: Final = ("src/rates.py", "tests/test_rates.py", "web/theme.ts")


def play(scene: Sequence[Act] = SCENE) -> list[str]:
    """Run the scene; the lines of the screen. Raises RuntimeError if a command fails."""
    with tempfile.TemporaryDirectory(prefix="mem-picture-") as name:
        place = Path(name)
        shutil.copytree(_HERE, place, dirs_exist_ok=True)
        for file in _FILES:
            (place / file).parent.mkdir(exist_ok=True)
            (place / file).touch()
        _run(["git", "init", "--quiet"], place, 0)
        screen: list[str] = []
        for act in scene:
            screen += [""] if screen else []
            told = _run(["mem", "learnings", "list", "--json"], place, act.day)
            says = act.says.format(entries=len(json.loads(told)["entries"]))
            screen += [f"# {says}", f"$ {act.command}"]
            screen += _run(shlex.split(act.command), place, act.day).rstrip("\n").split("\n")
    return screen


def _run(command: Sequence[str], place: Path, day: int) -> str:
    if command[0] == "mem":
        command = [sys.executable, "-c", _MEM, *command[1:]]
    known = {name: os.environ[name] for name in _KEPT if name in os.environ}
    done = subprocess.run(
        command,
        cwd=place,
        env=known
        | {
            "HOME": str(place),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CEILING_DIRECTORIES": str(place.parent),
            "SOURCE_DATE_EPOCH": str(_MONDAY + day * _DAY),
            "TZ": "UTC",
            "LANG": "C.UTF-8",
            "COLUMNS": str(COLUMNS),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    if done.returncode or done.stderr:
        raise RuntimeError(
            f"{shlex.join(command[-3:])} ended with {done.returncode}: {done.stderr}"
        )
    return done.stdout


# -- the drawing -------------------------------------------------------------------------------

_SVG: Final = "{http://www.w3.org/2000/svg}"
_CELL: Final = 8.4  # width of a character, in pixels
_LINE: Final = 20  # height of a line
_TOP: Final = 54  # of the first line's baseline
_SIDE: Final = 20

# Dark whatever the page is: light text on its own ground can be read on both.
_STYLE: Final = """\
.ground { fill: #1c2128; stroke: #6e7681; }
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  fill: #d0d7de; }
.says { fill: #9da7b3; font-style: italic; }
.sign { fill: #7ee787; }
.typed { fill: #ffffff; font-weight: bold; }
.head { fill: #79c0ff; font-weight: bold; }
.done { fill: #7ee787; }
.id { fill: #e3b341; }
.label { fill: #ffffff; font-weight: bold; }
.code { fill: #ffa657; }"""

_KINDS: Final[Mapping[str, re.Pattern[str]]] = {
    "says": re.compile(r"(?P<says># .*)"),
    "typed": re.compile(r"(?P<sign>\$) (?P<typed>.*)"),
    "head": re.compile(r"(?P<head>#{2,3} .*)"),
    "row": re.compile(r"(?P<done>[a-z]+) +(?P<id>[0-9a-z]{8})  (?P<label>[A-Z][a-z ]+:)? ?.*"),
}
_CODE: Final = re.compile(r"`[^`]+`")
_TIGHT: Final = re.compile(r"\S+(?: \S+)*")  # without room at its ends or wide gaps


def draw(screen: Sequence[str]) -> str:
    """The screen as an SVG of its own. Raises ValueError if a line is wider than the screen."""
    wide = [line for line in screen if len(line) > COLUMNS]
    if wide:
        raise ValueError(f"wider than {COLUMNS} columns: {wide[0]}")
    width = round(2 * _SIDE + COLUMNS * _CELL)
    height = _TOP + (len(screen) - 1) * _LINE + 26
    dots = "".join(f'<circle cx="{24 + 20 * at}" cy="20" r="6"/>' for at in range(3))
    lines = (_line(number, line) for number, line in enumerate(screen) if line)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
            f'  width="{width}" height="{height}" role="img" aria-labelledby="title about">',
            f'<title id="title">{escape(TITLE)}</title>',
            f'<desc id="about">{escape(ABOUT)}</desc>',
            f"<style>\n{_STYLE}\n</style>",
            f'<rect class="ground" width="{width - 2}" height="{height - 2}" x="1" y="1" rx="9"/>',
            f'<g fill="#545d68">{dots}</g>',
            *lines,
            "</svg>\n",
        )
    )


def _line(number: int, line: str) -> str:
    y = _TOP + number * _LINE
    return f'<text y="{y}">' + "".join(_spans(line)) + "</text>"


def _spans(line: str) -> Iterator[str]:
    """Pieces of one look, each held to the width of its cells."""
    looks = [""] * len(line)
    for pattern in _KINDS.values():
        found = pattern.fullmatch(line)
        if found:
            for name in found.groupdict():
                start, end = found.span(name)
                looks[max(start, 0) : max(end, 0)] = [name] * (end - start)
            break
    for code in _CODE.finditer(line):
        start, end = code.span()
        looks[start:end] = [look or "code" for look in looks[start:end]]
    start = 0
    for at in range(1, len(line) + 1):
        if at == len(line) or looks[at] != looks[start]:
            look = f' class="{looks[start]}"' if looks[start] else ""
            for found in _TIGHT.finditer(line, start, at):
                x, length = _SIDE + found.start() * _CELL, len(found[0]) * _CELL
                yield f'<tspan x="{x:g}" textLength="{length:g}"{look}>{escape(found[0])}</tspan>'
            start = at


def words(svg: str) -> list[str]:
    """The lines that a drawing shows; blank ones are left out, and any room is one space."""
    from xml.etree import ElementTree as ET

    lines = []
    for text in ET.fromstring(svg).iter(f"{_SVG}text"):
        line, end = "", 0.0
        for piece in text.iter(f"{_SVG}tspan"):
            x = float(piece.get("x", "0"))
            line += (" " if x > end + _CELL / 2 else "") + (piece.text or "")
            end = x + float(piece.get("textLength", "0"))
        lines.append(" ".join(line.split()))
    return lines
