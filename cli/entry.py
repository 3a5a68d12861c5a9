"""Where `mem` starts, and whether Typer is needed.

Typer costs six times as much as Python itself. `mem hook`, which an agent calls at every turn and
nearly always for nothing, has a way of its own; so has a plain call of `mem context`, which stands
before every prompt of a script.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Run the hook, which ends with 0 whatever goes wrong, or a command, and exit."""
    _open_streams()
    # Windows would look for git and the editor in the working directory first.
    os.environ["NODEFAULTCURRENTDIRECTORYINEXEPATH"] = "1"
    words = sys.argv[1:]
    called = hook_call(words)
    if called is not None:
        from .hook import main as hook

        hook(*called)
    from .process import run

    is_short = root_of(words)[1][:1] == ["context"]
    if is_short:
        import gc

        gc.disable()  # it reads, prints and ends; to look for garbage takes a tenth of its time
    run(lambda: carry_out(words), at_once=is_short)


def _open_streams() -> None:
    """Put the null device where a standard stream was closed, so that no file takes its number."""
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    import io

    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO(), "utf-8")
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()


def hook_call(words: list[str]) -> tuple[str, list[str]] | None:
    """Return the root and the words after `hook`, if that is the command and an agent calls it."""
    root, left = root_of(words)
    if left[:1] != ["hook"] or {"-h", "--help", "--test"}.intersection(left):
        return None
    return root or "", left[1:]


def carry_out(words: list[str]) -> object:
    """Carry out the command that these words call; its exit code, if it has one."""
    root, left = root_of(words)
    if left[:1] == ["context"]:
        _import_light()
        from .plain_context import plain_call, print_context

        asked = plain_call(left[1:])
        if asked is not None:
            from .state import State

            print_context(State(root), **asked)
            return None
    from .main import call

    return call(words)


class _StandIn:
    """Stands for a module, or for a name of one, until it is called."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> _StandIn:
        if name.startswith("__"):  # what the import system and `isinstance` ask of everything
            raise AttributeError(name)
        return _StandIn(self._name + (".", ":")[":" not in self._name] + name)

    def __call__(self, *values: object) -> object:
        from importlib import import_module
        from operator import attrgetter

        module, _, name = self._name.partition(":")
        return attrgetter(name)(import_module(module))(*values)


def _import_light() -> None:
    """Import msgspec and pathlib without what they import for values that `mem` does not have.

    That is half of what they cost: types that msgspec can read and write besides those of Python,
    its JSON schemas, and how a path becomes a URI. What msgspec asks typing_extensions for,
    `typing` has too, and it takes it there where the package is not installed.
    """
    names = ("uuid", "decimal", "urllib.parse", "msgspec.inspect", "msgspec._json_schema")
    stood_in = [name for name in names if name not in sys.modules]
    sys.modules.update((name, _StandIn(name)) for name in stood_in)  # type: ignore[misc]
    if "typing_extensions" not in sys.modules:
        stood_in.append("typing_extensions")
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    try:
        import pathlib  # noqa: F401

        import msgspec  # noqa: F401
    finally:
        for name in stood_in:
            del sys.modules[name]


def root_of(words: list[str]) -> tuple[str | None, list[str]]:
    """Return the value of the last `--root` before the command, and the words behind it."""
    root, left = None, list(words)
    while left and left[0].startswith("--root"):
        option, _, value = left[0].partition("=")
        if option != "--root" or (option == left[0] and len(left) == 1):
            break
        root = value if option != left.pop(0) else left.pop(0)
    return root, left
