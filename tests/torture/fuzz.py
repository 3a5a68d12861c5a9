"""Every parser over spoiled inputs: nothing but MemError, linear time, no lost byte, no hang.

`fuzz.NAME` is one parser. Each has a process of its own with bounded memory; a failing input is
made smaller and saved, and `--input FILE` tries it again.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import resource
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType

from memory_md.base.errors import BugError, MemError

from . import _counts
from ._mutations import mutated
from ._parsers import PARSERS, Parser

_HERE = Path(__file__).resolve().parent
MOST_SECONDS = 20.0  # of CPU for one input; then it hangs
MOST_MEMORY = 2 << 30
BASE_SECONDS = 0.25
MOST_FAULTS = 8  # of one parser in one run


class _HangError(BaseException):
    pass


def main(names: list[str], *, seconds: float, seed: int, folder: Path, given: Path | None) -> int:
    """Fuzz the parsers of these names (all without names), so many seconds altogether."""
    parsers = [parser for parser in PARSERS if not names or parser.name in names]
    unknown = set(names) - {parser.name for parser in PARSERS}
    if unknown:
        print(f"no parser {', '.join(unknown)}: {', '.join(p.name for p in PARSERS)}")
        return 2
    if given:
        return max(_again(parser, given.read_bytes()) for parser in parsers)
    faults = 0
    for parser in parsers:
        faults += _in_child(parser, seconds / len(parsers), seed, folder)
    return int(faults > 0)


def _again(parser: Parser, data: bytes) -> int:
    fault = tried(parser, data)
    print(f"{parser.name}: {fault or 'nothing wrong'}")
    return int(bool(fault))


# -- one input -----------------------------------------------------------------------------------


def tried(parser: Parser, data: bytes) -> str:
    """What is wrong with how that input is read; empty where nothing is."""
    began = time.process_time()
    fault = raised(parser, data)
    took = time.process_time() - began
    allowed = BASE_SECONDS + parser.each * len(data) / 1000
    if not fault and took > allowed:
        took = min(took, _seconds(parser, data), _seconds(parser, data))
        if took > allowed:
            return f"SLOW {took:.2f} s for {len(data)} bytes, {allowed:.2f} allowed"
    return fault


def _seconds(parser: Parser, data: bytes) -> float:
    began = time.process_time()
    raised(parser, data)
    return time.process_time() - began


def raised(parser: Parser, data: bytes) -> str:
    """What the parser raises that it may not, a hang too; empty where there is nothing."""

    def hang(_signal: int, _frame: FrameType | None) -> None:
        raise _HangError

    signal.signal(signal.SIGVTALRM, hang)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        parser.law(data)
    except BugError as fault:
        return f"BugError: {fault} @ {_place(fault)}"
    except (MemError, UnicodeDecodeError, json.JSONDecodeError) as fault:
        if isinstance(fault, MemError):
            return "" if str(fault) else "a MemError that says nothing"
        inside = _place(fault)
        return (
            "" if inside.startswith("torture/") else f"{type(fault).__name__}: {fault} @ {inside}"
        )
    except _HangError:
        return f"HANG: more than {MOST_SECONDS:.0f} s"
    except Exception as fault:  # noqa: BLE001 - all of them are what is looked for
        return f"{type(fault).__name__}: {str(fault)[:160]} @ {_place(fault)}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return ""


def _place(fault: BaseException) -> str:
    frames = [
        f for f in traceback.extract_tb(fault.__traceback__) if "/lib/python" not in f.filename
    ]
    if not frames:
        return "?"
    path = Path(frames[-1].filename)
    top = _HERE if path.is_relative_to(_HERE) else path.parent
    return f"{path.relative_to(top.parent).as_posix()}:{frames[-1].lineno}"


def kind_of(fault: str) -> str:
    """What makes two faults the same one."""
    if fault.startswith(("SLOW", "HANG")):
        return fault.split(maxsplit=1)[0]
    return f"{fault.split(':', 1)[0]} {fault.rpartition('@')[2]}"


# -- a run ---------------------------------------------------------------------------------------


def inputs(parser: Parser, seed: int, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """All inputs of a seed, endlessly, each with its number."""
    corpus = parser.corpus()
    number = start
    while True:
        yield number, mutated(Random(f"{seed} {parser.name} {number}"), corpus)
        number += 1


def _in_child(parser: Parser, seconds: float, seed: int, folder: Path) -> int:
    """How many faults there were; a death of the process is one."""
    shared = mmap.mmap(-1, 32)
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        code = 3
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            code = min(_run(parser, seconds, seed, folder, shared), 99)
        except BaseException:  # noqa: BLE001 - the child must not go on as its parent
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code < 0:
        number = struct.unpack("q", shared[:8])[0]
        data = mutated(Random(f"{seed} {parser.name} {number}"), parser.corpus())
        path = _saved(folder, parser, f"died{number}", data)
        print(f"{parser.name}: killed by signal {-code}, see {path}")
    return abs(code)


def _run(parser: Parser, seconds: float, seed: int, folder: Path, shared: mmap.mmap) -> int:
    began = time.process_time()
    known: set[str] = set()
    count = size = 0
    slowest = 0.0
    for number, data in inputs(parser, seed):
        shared[:8] = struct.pack("q", number)
        before = time.process_time()
        fault = tried(parser, data)
        took = time.process_time() - before
        slowest = max(slowest, took / (1 + len(data) / 1000))
        count += 1
        size += len(data)
        if fault and kind_of(fault) not in known:
            known.add(kind_of(fault))
            kind = kind_of(fault)
            small = smaller(data, lambda d, kind=kind: kind_of(tried(parser, d)) == kind)
            path = _saved(folder, parser, str(number), small)
            print(f"{parser.name}: {tried(parser, small) or fault}", flush=True)
            print(
                f"    again: python -m tests.torture fuzz.{parser.name} --input {path}", flush=True
            )
        if time.process_time() - began > seconds or len(known) >= MOST_FAULTS:
            break
    took = time.process_time() - began
    told = _counts.Count(parser.name, count, size, took, slowest, len(known))
    print(told)
    _counts.keep(told, [parser.name for parser in PARSERS])
    return len(known)


def _saved(folder: Path, parser: Parser, name: str, data: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{parser.name}-{name}.bin"
    path.write_bytes(data)
    return path


def smaller(data: bytes, still: Callable[[bytes], bool], *, most: int = 400) -> bytes:
    """The data with as much taken out as can be while it is `still` wrong."""
    deadline = time.monotonic() + 20
    tries = 0
    size = max(len(data) // 2, 1)
    while size and tries < most and time.monotonic() < deadline:
        at = 0
        while at < len(data) and tries < most and time.monotonic() < deadline:
            shorter = data[:at] + data[at + size :]
            tries += 1
            with contextlib.suppress(Exception):
                if still(shorter):
                    data = shorter
                    continue
            at += size
        size //= 2
    return data
