"""An optimistic retry loop: read, change, write; again if the file was changed in between."""

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Final

from ..base.errors import ChangedMeanwhileError

_MOST: Final = 20
_PAUSE: Final = 0.01  # seconds after the first; one more of them after each further


class Attempt:
    """A context around one attempt; ChangedMeanwhileError ends it, and is raised by the last."""

    __slots__ = ("_number",)

    def __init__(self, number: int) -> None:
        self._number = number

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        where: TracebackType | None,
    ) -> bool:
        if not isinstance(fault, ChangedMeanwhileError) or self._number == _MOST:
            return False
        time.sleep(_PAUSE * self._number)
        return True


def attempts() -> Iterator[Attempt]:
    """Yield the attempts; leave the loop with `return` once one has succeeded."""
    for number in range(1, _MOST + 1):
        yield Attempt(number)
