"""How far a long command is, for a person who waits; nothing where nobody looks on."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Final, ParamSpec

from .output import note

_SECONDS: Final = 1.0
_Told = ParamSpec("_Told")
_Tell = Callable[[int, int], None]


def ticker(said: Callable[_Told, str]) -> Callable[_Told, None] | None:
    """What to call with how far it is, of which a line says what is `said`, once a second."""
    if not sys.stderr.isatty():
        return None
    last = time.monotonic()

    def tell(*args: _Told.args, **kwargs: _Told.kwargs) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _SECONDS:
            last = now
            note(said(*args, **kwargs))

    return tell


@contextlib.contextmanager
def bar(what: str) -> Iterator[_Tell | None]:
    """What to call with (done, of how many), which a bar shows after a second."""
    if not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    with contextlib.ExitStack() as shown:
        update: list[_Tell] = []

        def tell(done: int, count: int) -> None:
            if not update and time.monotonic() - started > _SECONDS:
                update.append(shown.enter_context(_shown_bar(what)))
            if update:
                update[0](done, count)

        yield tell


@contextlib.contextmanager
def _shown_bar(what: str) -> Iterator[_Tell]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, count: progress.update(task, completed=done, total=count)
