"""What a class has of its own and by inheritance."""

from __future__ import annotations

from collections.abc import Callable

from ..model.source_code import Expr
from .project import Place, Project, Values

_Found = list[tuple[Place, Expr]]


class Classes:
    """Members of classes, looked for in the order of inheritance (depth first, each base once)."""

    def __init__(self, project: Project, evaluate: Callable[[Place, Expr], Values]) -> None:
        self._project = project
        self._evaluate = evaluate
        self._orders: dict[Place, tuple[Place | None, ...]] = {}
        self._heirs: dict[Place, list[Place]] | None = None

    def member(self, place: Place, name: str, *, above: bool = False) -> _Found | None:
        """What the attribute of an instance stands for; with `above` only in the bases.

        Empty where it comes from a class of others', None where it cannot be told.
        """
        outside = False
        for where in self.order(place)[above:]:
            if where is None:
                return None
            if not where[0]:
                outside = True
                continue
            found = (
                self._project.bound(where, name)
                or self._project.bound(where, f".{name}")
                or self._project.added(where, name)
            )
            if found:
                return found
        return [] if outside else self._in_heirs(place, name)

    def _in_heirs(self, place: Place, name: str) -> _Found | None:
        """What a mixin takes from the classes that it is mixed into, where these agree."""
        agreed: _Found | None = None
        for heir in self.heirs(place):
            for where in self.order(heir):
                if where is None:
                    return None
                if where[0] and (found := self._project.bound(where, name)):
                    if agreed and agreed != found:
                        return None
                    agreed = found
                    break
        return agreed

    def order(self, place: Place) -> tuple[Place | None, ...]:
        """The class and its bases; None stands for one that cannot be told, "" for others'."""
        if place not in self._orders:
            self._orders[place] = (place,)  # for a class that inherits from itself
            found: list[Place | None] = []
            for base in self._project.scope(place).bases:
                found += self._above(place, base)
            # A base that several inherit from comes after all of them.
            kept = [each for i, each in enumerate(found) if each not in found[i + 1 :]]
            self._orders[place] = (place, *kept)
        return self._orders[place]

    def _above(self, place: Place, base: Expr) -> tuple[Place | None, ...]:
        around = (place[0], self._project.scope(place).parent)
        values = self._evaluate(around, base)
        if len(values) == 1 and values[0]:
            value = values[0]
            if value[0] == "class":
                return self.order((str(value[1]), int(str(value[2]))))
            if value[0] == "out":
                return (("", 0),)
        return (None,)

    def heirs(self, place: Place) -> list[Place]:
        """The classes below, at any depth."""
        if self._heirs is None:
            self._heirs = {}
            for path, source in self._project.sources.items():
                for index, scope in enumerate(source.scopes):
                    if scope.kind == "class" and scope.bases:
                        for above in self.order((path, index))[1:]:
                            if above and above[0]:
                                self._heirs.setdefault(above, []).append((path, index))
        return self._heirs.get(place, [])
