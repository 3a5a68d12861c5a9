"""Lines that give orders to the model that reads them, or demand a harmful act.

The table is acts.toml: `orders` speak to the reader and count wherever they begin a clause; `acts`
count where the sentence demands them: a prohibition, a fact or a limit lets them pass. Precision
comes first: the fence, the evidence and the review are the defence, the table is a help.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from .sanitize import LOOKALIKES, undisguised

_WINDOW: Final = 4000  # characters looked at in one go, the last 400 of them twice
_NEAR: Final = 120  # characters in front of an act in which the verb stands

_SENTENCE: Final = re.compile(r"[.!?;](?=\s)|[。！？；]")
# Behind these an order is no longer under the prohibition in front of it.
_TURN: Final = re.compile(
    r",? (?:but|just|simply|instead|sondern|mais|sino|pero|ma|mas) |, (?:а|но|просто) |而是|但"
)

_WHEN: Final = re.compile(r"\b(?:when|whenever|if|wenn|falls|si|se|quand|cuando|quando|если)\b")


class _Row(NamedTuple):
    """A row; a match counts behind the part `gate`, if any; with `is_order` in any sentence."""

    reason: str
    marks: tuple[str, ...]
    gate: str
    pattern: str
    is_order: bool


def act_in(text: str) -> str:
    """Return why a line must not be printed to a model ("fetches and runs"), "" where it may."""
    line = " ".join(undisguised(text.lower()).lower().split())
    for at in range(0, max(len(line) - 400, 1), _WINDOW - 400):
        if reason := _act_in_window(line[at : at + _WINDOW]):
            return reason
    return ""


def _act_in_window(line: str) -> str:
    for row in _rows():
        if not any(mark in line for mark in row.marks):
            continue
        at = 0
        while found := _compiled(row.pattern).search(line, at):
            at = found.start() + 1
            if _is_behind(row.gate, line, found.start()) and (
                row.is_order or _is_demanded(line, found)
            ):
                return row.reason
    return ""


def _is_behind(gate: str, line: str, at: int) -> bool:
    return not gate or bool(_compiled(f"({gate})$").search(line, max(at - _NEAR, 0), at))


def _is_demanded(line: str, found: re.Match[str]) -> bool:
    """Whether the sentence around the act demands it."""
    start, end = found.span()
    ends = [mark.end() for mark in _SENTENCE.finditer(line)]
    begin = max((mark for mark in ends if mark <= start + 1), default=0)
    rest = line[end : min((mark for mark in ends if mark >= end), default=len(line))]
    rest = _WHEN.split(rest)[0]  # "when the push is rejected" forbids nothing
    before = _TURN.split(line[begin:start])[-1] + found[0]
    asked = (("NOT", before), ("NOTED", rest), ("FACT", line[begin:end] + rest))
    return not any(_compiled(f"({part})").search(of) for part, of in asked)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("acts.toml").read_text("utf-8"))


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(
            group["reason"],
            tuple(marks.translate(LOOKALIKES).split()),
            gate[1:-1],
            pattern.removeprefix(gate),
            kind == "orders",
        )
        for kind in ("orders", "acts")
        for group in _data()[kind]
        for marks, pattern in group["patterns"]
        for gate in [next((gate for gate in ("(START)", "(RUN)") if pattern.startswith(gate)), "")]
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    for name, part in _data()["parts"].items():
        pattern = pattern.replace(f"({name})", f"(?:{part})")
    # The line has lost its look-alikes; so must what it is compared with.
    return re.compile(pattern.translate(LOOKALIKES))
