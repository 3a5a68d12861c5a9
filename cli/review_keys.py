"""`mem review` on a terminal: one candidate after another with its evidence, and single keys."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from memory_md.base.columns import wrapped
from memory_md.base.errors import MemError, UsageError
from memory_md.review.actions.waiting import drop, keep, keep_as, list_waiting, take_back

from .output import in_colour, note, printable, tell, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memory_md.memory.actions.workspace import Workspace
    from memory_md.memory.model.pending import Pending
    from memory_md.review.model import Case, Near

    from .state import State

RELATION: Final = {
    "duplicate": "says the same as",
    "contradiction": "contradicts",
    "amended": "amends",
    "retracted": "may take back",
    "replaced": "is replaced by",
}
# What each key does, as the line at the bottom tells it; `OneByOne` does it, `_HELP` explains it.
_KEYS: Final = {
    "k": "keep", "e": "edit", "d": "drop", "l": "later",
    "s": "session", "u": "undo", "q": "quit", "?": "help",
}  # fmt: skip
_BAR: Final = "  ".join(f"{key} {word}" for key, word in _KEYS.items()) + " > "
_BAR_OF_ALL: Final = "k keep  d drop  l later  any other key: none of it > "
_HELP: Final = """\
help
  k  keep: it becomes an entry        e  edit it in your editor, and keep it
  d  drop: it is not learned again    l  later: it waits on
  s  the same for all of its session  u  undo the last key
  q  quit: what is left waits on
"""
_DONE: Final = {"k": "kept", "e": "kept in your words", "d": "dropped", "l": "later"}
_WIDEST: Final = 100


class _Decision(Struct, frozen=True):
    """A key, what it was about, and when (ISO 8601) and how the memory was changed by it."""

    key: str
    ids: frozenset[str]
    at: str = ""
    command: str = ""


class OneByOne:
    """A person at a terminal who decides about each candidate; what they leave waits on."""

    def __init__(self, state: State) -> None:
        """`state` says where and when each decision is carried out."""
        self._state = state
        self._found = list_waiting(state.place)
        self._order = {case.pending.id: at for at, case in enumerate(self._found.waiting)}
        self._decisions: list[_Decision] = []
        warn(self._found.warnings)

    def run(self) -> None:
        """Show one after another until all are decided or the person leaves."""
        with single_keys():
            while left := self._left():
                self._show(left)
                if not self._asked(left):
                    break
        self._sum_up()

    def _left(self) -> list[Case]:
        done = {id_ for decision in self._decisions for id_ in decision.ids}
        return [case for case in self._found.waiting if case.pending.id not in done]

    def _asked(self, left: Sequence[Case]) -> bool:
        """Take keys until something has changed; return whether to go on."""
        what: dict[str, Callable[[], bool]] = {
            "k": lambda: self._decided("k", left[:1]),
            "d": lambda: self._decided("d", left[:1]),
            "l": lambda: self._decided("l", left[:1]),
            "e": lambda: self._edited(left[0]),
            "s": lambda: self._all_decided(left),
            "u": self._undone,
        }
        while True:
            key = _asked_for("".join(_KEYS), _BAR)
            if key == "q":
                print("quit")
                return False
            if key == "?":
                print(_HELP)
            elif what[key]():
                return True

    # -- what the keys do; each returns whether something has changed -----------------------------

    def _decided(
        self,
        key: str,
        cases: Sequence[Case],
        act: Callable[[Workspace], tuple[str, ...]] | None = None,
    ) -> bool:
        if key == "l":
            print(_DONE[key])
            self._decisions.append(_Decision(key, _ids(cases)))
            return True
        place = self._state.place
        acts = {"k": keep, "d": drop}
        try:
            warnings = act(place) if act else acts[key](place, cases)
        except MemError as fault:
            print()
            tell(fault)
            self._look_again()  # somebody else may have decided meanwhile
            return not isinstance(fault, UsageError) and cases[0] not in self._found.waiting
        print(_DONE[key] + (f", {len(cases)}" if len(cases) > 1 else ""))
        for line in warnings:
            note(f"  {line}")
        self._decisions.append(_Decision(key, _ids(cases), place.instant, place.command.name))
        self._look_again()
        return True

    def _edited(self, case: Case) -> bool:
        from memory_md.files.scratch import edit_text

        print("edit")
        one = case.pending
        if one.retracts or not one.at:
            note("it is a question about entries: there is nothing to edit")
            return False
        try:
            with single_keys(whole_lines=True):
                after = edit_text(one.headline)
        except MemError as fault:
            tell(fault)
            return False
        if after is None:
            note("the editor left nothing, so nothing was decided")
            return False
        if after == one.headline:
            return self._decided("k", [case])
        return self._decided("e", [case], lambda place: keep_as(place, case, after))

    def _all_decided(self, left: Sequence[Case]) -> bool:
        task = left[0].pending.task
        same = [case for case in left if case.pending.task == task]
        count = f"all {len(same)}" if len(same) > 1 else "only this one"
        print(f"session\n{count} of {printable(task) or 'no session'}:")
        key = _asked_for("kdl", _BAR_OF_ALL, others=True)
        if key in _DONE:
            return self._decided(key, same)
        print("none")
        return False

    def _undone(self) -> bool:
        print("undo")
        if not self._decisions:
            note("there is nothing to undo")
            return False
        last = self._decisions[-1]
        try:
            if last.at:
                take_back(self._state.place, last.command, last.at)
        except MemError as fault:
            tell(fault)
            return False
        self._decisions.pop()
        self._look_again()
        return True

    def _look_again(self) -> None:
        """Read again what waits: other entries may be near to it by now."""
        found = list_waiting(self._state.place)
        known = [case for case in found.waiting if case.pending.id in self._order]
        known.sort(key=lambda case: self._order[case.pending.id])
        self._found = type(found)(tuple(known), found.entries)

    # -- what the person sees ---------------------------------------------------------------------

    def _show(self, left: Sequence[Case]) -> None:
        case, total = left[0], len(self._order)
        one = case.pending
        others = sum(other.pending.task == one.task for other in left) - 1
        more = f", {others} more of it" if others else ""
        _rule(
            f"{total - len(left) + 1} of {total}", f"session {one.task}{more}" if one.task else ""
        )
        _say(one.headline, "1")
        _say(_origin(one), "2")
        if one.quote and one.quote != one.text:
            _say(f"“{one.quote}”", indent=4)
        for near in case.near:
            self._show_near(near)
        print()

    def _show_near(self, near: Near) -> None:
        entry = self._found.entries.get(near.id)
        print()
        if entry is None:
            _say(f"{RELATION[near.relation]} {near.id}", "2")
            return
        sure = f"confidence {entry.confidence:.2f}{', yours' if entry.manual else ''}"
        _say(f"{RELATION[near.relation]} {near.id} ({sure}):", "33")
        _say(entry.headline, indent=4)

    def _sum_up(self) -> None:
        count = dict.fromkeys(_DONE, 0)
        for decision in self._decisions:
            count[decision.key] += len(decision.ids)
        kept, dropped = count["k"] + count["e"], count["d"]
        left = len(self._found.waiting)
        rest = f"{left} {'waits' if left == 1 else 'wait'}" if left else "nothing waits for review"
        counts = ((kept, "kept"), (dropped, "dropped"))
        note(", ".join((*(f"{number} {word}" for number, word in counts if number), rest)))


def place_of(one: Pending) -> str:
    """Return where a candidate was said: "notes.md:3"."""
    name = "standard input" if one.source == "-" else one.source
    return f"{name}:{one.line}" if one.source and one.line else name


def _ids(cases: Sequence[Case]) -> frozenset[str]:
    return frozenset(case.pending.id for case in cases)


def _origin(one: Pending) -> str:
    """Who said it, when and where, and why it waits."""
    if not one.at:
        return one.reason
    who = "an agent" if one.who == "agent" else f"a {one.who}"
    origin = ", ".join(filter(None, (f"said by {who} on {one.at[:10]}", place_of(one))))
    return f"{origin}; waits: {one.reason.partition(';')[0]}" if one.reason else origin


def _asked_for(keys: str, bar: str, *, others: bool = False) -> str:
    print(_styled(bar, "2"), end="", flush=True)
    return read_key(keys, others=others)


def _rule(left: str, right: str) -> None:
    """Print a line across the terminal, with a word at either end."""
    width = _width()
    right = printable(right)[: max(width - len(left) - 12, 0)]
    right = f" {right} ──" if right else ""
    line = "─" * (width - len(left) - len(right) - 4)
    print(f"\n{_styled(f'── {left} {line}{right}', '2')}\n")


def _say(text: str, style: str = "", indent: int = 2) -> None:
    for line in wrapped(printable(text), _width() - indent, long_words=True):
        print(_styled(" " * indent + line, style))


def _width() -> int:
    return min(max(shutil.get_terminal_size().columns, 40), _WIDEST)


def _styled(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if style and in_colour() else text


# -- single keys, without Enter -------------------------------------------------------------------

_CONTROL_C, _CONTROL_D, _CONTROL_Z = "\x03", "\x04", "\x1a"
_FUNCTION_KEYS = ("\x00", "\xe0")  # what Windows sends before the key's own character
_WITHIN = frozenset(bytes((n,)) for n in b"[O;0123456789")  # a sequence that goes on


@contextmanager
def single_keys(*, whole_lines: bool = False) -> Iterator[None]:
    """Take each key at once, unechoed; with `whole_lines`, as before, for an editor in between."""
    if sys.platform == "win32":
        yield
    else:
        import termios

        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        now: list[Any] = [*before]
        flags = termios.ICANON | termios.ECHO
        now[3] = before[3] | flags if whole_lines else before[3] & ~flags
        termios.tcsetattr(terminal, termios.TCSADRAIN, now)
        try:
            yield
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def read_key(known: str, *, others: bool = False) -> str:
    """Return the next of these keys, in lower case; "q" where the terminal is at its end.

    With `others` any key will do. Raises KeyboardInterrupt at Ctrl-C.
    """
    while True:
        key = _next().lower()
        if key in ("", _CONTROL_D):
            return "q"
        if key in known or others:
            return key


def _next() -> str:
    if sys.platform == "win32":
        import msvcrt

        char = msvcrt.getwch()
        while char in _FUNCTION_KEYS:  # an arrow and the like, of two characters, is none of ours
            msvcrt.getwch()
            char = msvcrt.getwch()
        if char == _CONTROL_C:
            raise KeyboardInterrupt
        key = _CONTROL_D if char == _CONTROL_Z else char
    else:
        terminal = sys.stdin.fileno()
        byte = os.read(terminal, 1)
        if byte == b"\x1b":  # an arrow and the like: one key of several bytes, none of ours
            import select

            while select.select([terminal], [], [], 0.01)[0] and os.read(terminal, 1) in _WITHIN:
                pass
        key = byte.decode("ascii", "replace")
    return key
