"""Every regular expression of the package over texts that repeat: no time that explodes.

An expression is tried with the methods that the source calls on it. What is tried is a few
characters over and over, with something at the end that does not fit, so that all ways to read them
are gone through. An expression that goes back and forth over it needs much more than a text of that
length may cost; one that is quick on each of these may still be slow on others.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import signal
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from types import FrameType, ModuleType

import memory_md
from memory_md.base.regex import Regex

CHARS = 2_000  # of a text
MOST_SECONDS = 0.15  # of CPU for it; a millisecond is usual
HANGS = 3.0  # seconds after which it is stopped
SIGNS = "aA0 -=./:,;([`*_#|\"'’@\n\t>{<!\\~+$)é。"
PREFIXES = ("", "a ", "- ", "***", "the ", "00")
SUFFIXES = ("\0", "\0!", "\n\0", " x", "")
_CALL = re.compile(r"\b(\w+)\.(match|search|fullmatch|finditer|findall|sub|subn|split)\b")

Call = Callable[[str], object]


class _HangError(Exception):
    pass


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Try expressions for so long, in an order of chance; of `names` only those of these names."""
    calls = [call for call in _calls() if not names or any(name in call[0] for name in names)]
    random = Random(seed)
    signal.signal(signal.SIGVTALRM, _hangs)
    tried, slow = 0, dict[str, tuple[float, str]]()
    until = time.monotonic() + seconds
    while calls and time.monotonic() < until:
        name, call, literals = random.choice(calls)
        text = _text(random, literals)
        took = _seconds(call, text)
        if took > MOST_SECONDS:
            took = min(took, _seconds(call, text))
        if took > max(MOST_SECONDS, slow.get(name, (0.0, ""))[0]):
            slow[name] = (took, text[:40])
        tried += 1
    for name, (took, text) in slow.items():
        print(f"expressions: {name} took {took:.2f} s for {CHARS} characters, {text!r}…")
    print(f"expressions: {len(calls)} calls, {tried:,} texts, {seconds:.0f} s, {len(slow)} faults")
    return int(bool(slow))


def _calls() -> Iterator[tuple[str, Call, list[str]]]:
    """Each expression with each method that is called on it, its name, and words that it has."""
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(memory_md.__path__, "memory_md.")
    ]
    called = {module.__name__: _called(inspect.getsource(module)) for module in modules}
    anywhere = set().union(*called.values())
    met: set[int] = set()
    for module in modules:
        for name, each in _expressions(module):
            if id(each) in met:
                continue
            met.add(id(each))
            seen = called[module.__name__] if name.startswith("_") else anywhere
            methods = [method for owner, method in seen if owner == name]
            words = re.findall(r"[^\W\d_]{2,8}", each._source)
            for method in sorted(methods or ("match", "search")):
                yield f"{module.__name__}.{name}.{method}", _call(each, method), words


def _called(source: str) -> set[tuple[str, str]]:
    """(name, method) of what may be calls of an expression's methods."""
    return set(_CALL.findall(source))


def _expressions(module: ModuleType) -> Iterator[tuple[str, Regex]]:
    for name, value in vars(module).items():
        values = value.values() if isinstance(value, dict) else value
        for each in values if isinstance(value, (tuple, list, dict)) else (value,):
            if isinstance(each, Regex):
                yield name, each


def _call(expression: Regex, method: str) -> Call:
    def call(text: str) -> object:
        found = getattr(expression, method)(*([""] if method in {"sub", "subn"} else []), text)
        return list(found) if method == "finditer" else found

    return call


def _text(random: Random, literals: list[str]) -> str:
    length = random.choice((1, 1, 2, 2, 2, 3, 4))
    parts = [f"{word} " for word in literals] if random.random() < 0.4 else []
    unit = "".join(random.choice(parts or SIGNS) for _ in range(length if not parts else 1))
    start, end = random.choice([*product(PREFIXES, SUFFIXES)])
    return start + (unit * (CHARS // len(unit) + 1))[:CHARS] + end


def _seconds(call: Call, text: str) -> float:
    began = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
    try:
        call(text)
    except _HangError:
        return HANGS
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.process_time() - began


def _hangs(_signal: int, _frame: FrameType | None) -> None:
    raise _HangError
