"""An optimistic retry loop: read, change, write; again if the file was changed in between."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from ..base.errors import ChangedMeanwhileError

_MOST: Final = 20
_PAUSE: Final = 0.01  # seconds after the first; one more of them after each further
Result = TypeVar("Result")


def retried(work: Callable[[], Result]) -> Result:
    """Do it again while it raises ChangedMeanwhileError, which only the last attempt passes on."""
    for number in range(1, _MOST):
        with suppress(ChangedMeanwhileError):
            return work()
        time.sleep(_PAUSE * number)
    return work()
