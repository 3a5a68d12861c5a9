"""Lines that give orders to the model that reads them, or demand a harmful act.

The table is acts.toml: `orders` speak to the reader and count wherever they begin a clause; `acts`
count where the sentence demands them: a prohibition, a fact or a limit lets them pass. Precision
comes first: the fence, the evidence and the review are the defence, the table is a help.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from .sanitize import LOOKALIKES, undisguised

_WINDOW: Final = 4000  # characters looked at in one go, the last 400 of them twice
_NEAR: Final = 120  # characters in front of an act in which the verb stands

_SENTENCE: Final = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.b)[.!?;](?=\s)|[。！？；](?!$)")
# What stands in front of an order and does not forbid it: a condition, a reason, …
_HEAD: Final = re.compile(
    (
        r"^\W{0,6}(?:(?:even )?if|when|whenever|once|as soon as|since|because|as|wenn|falls|sobald|"
        r"da|si|quand|lorsque|comme|cuando|como|se|quando|come|если|когда|как только|так как)\b"
        r"[^,]{0,160},|^(?:如果|当|若|因为)[^,]{0,80},"
    ).translate(LOOKALIKES)
)
# Words behind which an order is no longer under the prohibition in front of it.
_TURN: Final = re.compile(
    (
        r",? (?:but|just|simply|instead|sondern|mais|sino|pero|ma|mas) |, ?(?:so|also|daher|donc|"
        r"así que|então|quindi|а|но|просто|так что|поэтому) |"
        r"而是|但|,(?:直接|所以|请)|、(?:直接|代わりに)"
    ).translate(LOOKALIKES)
)
# What follows says when or why, and forbids nothing: "when the push is rejected".
_WHY: Final = re.compile(
    (
        r"\b(?:when|whenever|if|even|although|though|because|since|regardless|so that|wenn|falls|"
        r"auch wenn|weil|damit|obwohl|si|quand|parce que|même si|bien que|cuando|porque|aunque|"
        r"para que|se|quando|mesmo que|embora|anche se|perché|если|даже|потому что|хотя|"
        r"чтобы)\b|即使|因为|"
        r", (?:it|they|this|that|the|there|these|nobody|no one) "
    ).translate(LOOKALIKES)
)
# An alternative of a row begins with the part behind which it counts.
_BRANCHES: Final = re.compile(r"\|(?=\((?:START|RUN|)\))")
_BRANCH: Final = re.compile(r"(?:\((START|RUN|)\))?(.*)")


class _Row(NamedTuple):
    reason: str
    marks: tuple[str, ...]
    pattern: str
    is_order: bool


def act_in(text: str) -> str:
    """Return why a line must not be printed to a model ("fetches and runs"), "" where it may."""
    line = " ".join(undisguised(text.lower()).lower().split())
    for at in range(0, max(len(line) - 400, 1), _WINDOW - 400):
        for sentence in _sentences(line[at : at + _WINDOW]):
            if reason := _act_in_sentence(sentence):
                return reason
    return ""


def _sentences(window: str) -> Iterator[str]:
    begin = 0
    for end in (found.end() for found in _SENTENCE.finditer(window)):
        yield window[begin:end].strip()
        begin = end
    yield window[begin:].strip()


def _act_in_sentence(line: str) -> str:
    for row in _rows():
        if any(mark in line for mark in row.marks):
            for gate, pattern in _branches(row.pattern):
                at = 0
                while found := pattern.search(line, at):
                    at = found.start() + 1
                    if _is_said(gate, line, found.start()) and (
                        row.is_order or _is_demanded(line, found)
                    ):
                        return row.reason
    return ""


def _is_said(gate: str, line: str, at: int) -> bool:
    """Whether an order can begin at `at`, and is not what somebody else's text tries or asks."""
    near = max(at - _NEAR, 0)
    if _compiled("(TOLD)$").search(line, near, at):
        return False
    if gate == "START" and "一" <= line[at] <= "鿿":
        return True  # Chinese verbs have no form of their own for an order
    return not gate or bool(_compiled(f"(?:({gate}))$").search(line, near, at))


def _is_demanded(line: str, found: re.Match[str]) -> bool:
    """Whether the sentence around the act demands it."""
    start, end = found.span()
    before = _TURN.split(_HEAD.sub("", line[:start]))[-1]
    demand = _WHY.split(line[start:])[0]
    act, rest = demand[: end - start], demand[end - start :]
    asked = (("NOT", before + act), ("NOTED", rest), ("FACT", before + demand))
    return not any(_compiled(f"({part})").search(of) for part, of in asked)


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("acts.toml").read_text("utf-8"))


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(group["reason"], tuple(marks.translate(LOOKALIKES).split()), pattern, kind == "orders")
        for kind in ("orders", "acts")
        for group in _data()[kind]
        for marks, pattern in group["patterns"]
    )


@cache
def _branches(pattern: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The alternatives of a row, each with the part behind which it counts, "" for anywhere."""
    cut = [_BRANCH.match(part) for part in _BRANCHES.split(pattern)]
    return tuple((found[1] or "", _compiled(found[2])) for found in cut if found)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    for name, part in [*_data()["parts"].items()] * 2:  # a part may name others
        pattern = pattern.replace(f"({name})", f"(?:{part})")
    # The line has lost its look-alikes; so must what it is compared with.
    return re.compile(pattern.translate(LOOKALIKES))
