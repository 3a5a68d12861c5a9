"""Lines that give orders to the model that reads them, or demand a harmful act.

The table is acts.toml: `orders` speak to the reader and count wherever they begin a clause; `acts`
count where the sentence demands them: a prohibition, a fact or a limit lets them pass. Precision
comes first: the fence, the evidence and the review are the defence, the table is a help.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from ..base.identity import sha256
from .sanitize import LOOKALIKES, undisguised

_WINDOW: Final = 4000  # characters looked at in one go, the last 400 of them twice
_NEAR: Final = 120  # characters in front of an act in which the verb stands

_SENTENCE: Final = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bz\.b)[.!?;](?=\s)|[。！？；](?!$)")
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
    line = _unlisted(" ".join(undisguised(text.lower()).lower().split()))
    for at in range(0, max(len(line) - 400, 1), _WINDOW - 400):
        for sentence in _sentences(line[at : at + _WINDOW]):
            if reason := _act_in_sentence(sentence):
                return reason
    return ""


def _unlisted(line: str) -> str:
    """The line without what stands behind a heading that forbids it ("Never: …")."""
    if not _compiled("(LISTED)").match(line):
        return line
    right = _compiled("(RIGHT)").search(line)
    return line[right.end() :] if right else ""


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
                        _is_free(line, found) if row.is_order else _is_demanded(line, found)
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


def _is_free(line: str, found: re.Match[str]) -> bool:
    """Whether no prohibition governs the clause of an order; the order may be one itself."""
    start, end = found.span()
    return not (
        _compiled("(BARRED)").search(line, max(start - _NEAR, 0), start)
        or _compiled("(BEHIND)").search(line[end : end + _NEAR])
    )


def _is_demanded(line: str, found: re.Match[str]) -> bool:
    """Whether the sentence around the act demands it."""
    start, end = found.span()
    before = _compiled("(TURN)").split(_compiled("(HEAD)").sub("", line[:start]))[-1]
    demand = _compiled("(WHY)").split(line[start:])[0]
    act, rest = demand[: end - start], demand[end - start :]
    asked = (("NOT", before + act), ("NOTED", rest), ("FACT", before + demand))
    return not any(_compiled(f"({part})").search(of) for part, of in asked)


@cache
def rules_hash() -> str:
    """Return a hash of all that decides about a text: kept verdicts hold as long as it is alike."""
    folder = files(__package__)
    rules = b"".join(folder.joinpath(name).read_bytes() for name in ("acts.py", "acts.toml"))
    return str(sha256(rules).hexdigest()[:16])


@cache
def _data() -> dict[str, Any]:
    import tomllib  # seldom asked: verdicts are kept

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
