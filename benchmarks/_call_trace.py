"""Notes every call in the files under some folders, with the instruction that made it.

Instructions are told apart by where their expression ends.
"""

from __future__ import annotations

import ast
import functools
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ANONYMOUS = ("<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")
_IS_FUNCTION = 0x1  # CO_OPTIMIZED: not a module, not the body of a class
_IS_LAZY = 0x20 | 0x80 | 0x200  # a generator or a coroutine runs later than it is called
_CALLING = {
    *("CALL", "CALL_FUNCTION_EX", "BEFORE_WITH", "BEFORE_ASYNC_WITH", "LOAD_ATTR", "LOAD_METHOD"),
    *("LOAD_NAME", "LOAD_GLOBAL", "LOAD_FAST", "LOAD_DEREF"),
}


class Trace:
    """What ran in the files under some folders."""

    def __init__(self, root: Path, folders: list[str]) -> None:
        self.root = root
        self.tops = tuple(f"{root / folder}/" for folder in folders)
        self.ours: dict[str, bool] = {}
        # Codes by their identity: those of two files are equal where their lines are.
        self.codes: dict[int, CodeType] = {}
        self.ran: set[tuple[int, int]] = set()
        # (caller, its instruction, callee, whether nobody stood between them)
        self.called: set[tuple[int, int, int, bool]] = set()

    def __enter__(self) -> Trace:
        threading.settrace(self.enter)
        sys.settrace(self.enter)
        return self

    def __exit__(self, *raised: object) -> None:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]

    def is_ours(self, code: CodeType) -> bool:
        name = code.co_filename
        if name not in self.ours:
            self.ours[name] = name.startswith(self.tops)
        return self.ours[name]

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if not self.is_ours(code):
            return None
        caller, direct = frame.f_back, True
        while caller is not None and not self.is_ours(caller.f_code):
            caller, direct = caller.f_back, False
        if caller is not None:
            self.called.add((id(caller.f_code), caller.f_lasti, id(code), direct))
        self.codes[id(code)] = code
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self.step

    def step(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "opcode":
            self.ran.add((id(frame.f_code), frame.f_lasti))
        return self.step

    def path(self, code: CodeType) -> str:
        return Path(code.co_filename).relative_to(self.root).as_posix()

    def name(self, code: CodeType) -> str:
        """What the graph calls the function that the code belongs to."""
        parts = code.co_qualname.replace("<locals>.", "").split(".")
        for place, part in enumerate(parts):
            if part in ANONYMOUS:
                parts = parts[:place]
                break
        else:
            if not code.co_flags & _IS_FUNCTION:
                parts = parts[:-1]  # a module, or the body of a class
        return f"{self.path(code)}::{'.'.join(parts) or '<module>'}"

    def report(self) -> dict[str, Any]:
        """`calls`: caller, line, column, callee, direct, lazy, plain. `ran`: path, line, column."""
        operations = {key: _operations(code) for key, code in self.codes.items()}
        places = {key: list(code.co_positions()) for key, code in self.codes.items()}
        ran = set()
        for code, offset in self.ran:
            place = places[code][offset // 2]
            whole = statements(self.codes[code].co_filename)
            if operations[code].get(offset, "") in _CALLING and place not in whole:
                ran.add((self.path(self.codes[code]), place[1], place[3]))
        calls = set()
        for caller, offset, called, direct in self.called:
            callee = self.codes[called]
            if not callee.co_flags & _IS_FUNCTION or callee.co_name in ANONYMOUS:
                continue
            place = places[caller][offset // 2] if offset >= 0 else (0, 0, 0, 0)
            plain = operations[caller].get(offset, "") in ("CALL", "CALL_FUNCTION_EX")
            lazy = bool(callee.co_flags & _IS_LAZY)
            names = self.name(self.codes[caller]), self.name(callee)
            calls.add((names[0], place[1], place[3], names[1], direct, lazy, plain))
        return {"calls": sorted(calls, key=str), "ran": sorted(ran, key=str)}


@functools.cache
def statements(path: str) -> frozenset[tuple[int | None, ...]]:
    """Where statements stand that end as their last expression does."""
    kinds = (ast.ClassDef, ast.With, ast.AsyncWith, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [
        node for node in ast.walk(ast.parse(Path(path).read_bytes())) if isinstance(node, kinds)
    ]
    return frozenset((n.lineno, n.end_lineno, n.col_offset, n.end_col_offset) for n in found)


def _operations(code: CodeType) -> dict[int, str]:
    """Names of instructions by offset; of their caches too, where a call in progress stands."""
    import dis

    found, last = {}, ""
    for instruction in dis.get_instructions(code, show_caches=True):
        last = last if instruction.opname == "CACHE" else instruction.opname
        found[instruction.offset] = last
    return found
