"""How far a long command is, for a person at a terminal."""

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import Final, Protocol

_SECONDS: Final = 1.0


class Tell(Protocol):
    """What an action calls while it works: how much is done, of how many; or what comes next."""

    def __call__(self, done: int | str, total: int | None = None, /) -> None:
        """Update the line that the person sees."""


@contextlib.contextmanager
def progress(what: str) -> Iterator[Tell | None]:
    """Yield a function that shows how far the command is, once it has taken a second."""
    if not sys.stderr.isatty():
        yield None
        return
    started = time.monotonic()
    with contextlib.ExitStack() as shown:
        update: list[Tell] = []

        def tell(done: int | str, total: int | None = None, /) -> None:
            if not update and time.monotonic() - started > _SECONDS:
                update.append(shown.enter_context(_bar(what)))
            if update:
                update[0](done, total)

        yield tell


@contextlib.contextmanager
def _bar(what: str) -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def tell(done: int | str, total: int | None = None, /) -> None:
            if isinstance(done, str):
                bar.update(task, description=f"{what}: {done}")
            else:
                bar.update(task, completed=done, total=total)

        yield tell
