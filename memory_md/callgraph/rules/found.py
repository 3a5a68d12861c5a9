"""Answers that were found out once, to questions that may lead back to themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .project import UNKNOWN, Values

_NOWHERE: Final = 1 << 30
_Key = tuple[object, ...]


class Found:
    """Keeps the answers, and knows which questions are still open."""

    def __init__(self) -> None:
        self._known: dict[_Key, Values] = {}
        self._half_known: dict[_Key, Values] = {}
        self._open: dict[_Key, int] = {}  # what is being found out, and how deep
        self._reached = _NOWHERE

    def once(self, key: _Key, find: Callable[[], Values], *, too_deep: bool) -> Values:
        """Find out, unless it is known. What is being found out adds nothing to itself.

        What was found while something around it was still open may lack some of that, so it is kept
        only until the outermost question is answered. Nothing new is asked where it is `too_deep`.
        """
        known = self._known.get(key) or self._half_known.get(key)
        if known is not None:
            return known
        if key in self._open:
            self._reached = min(self._reached, self._open[key])
            return ()
        if too_deep:
            return UNKNOWN
        own, before, self._reached = len(self._open), self._reached, _NOWHERE
        self._open[key] = own
        try:
            found = find()
        finally:
            del self._open[key]
        (self._known if self._reached >= own else self._half_known)[key] = found
        self._reached = min(before, self._reached) if self._reached < own else before
        if not self._open:
            self._half_known.clear()
        return found
