"""What an expression stands for, told from assignments, imports, classes and annotations.

No types are inferred beyond that, and no flow is followed: a name stands for all that is assigned
to it, and where one of these cannot be told, the name cannot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..model.source_code import Expr
from . import containers as hold
from .classes import Classes
from .containers import union
from .found import Found
from .project import OUT, UNKNOWN, Place, Project, Value, Values

_MOST_VALUES: Final = 6
_DEEPEST: Final = 60
_NONE: Final[Values] = (("none",),)


class Evaluator:
    """Evaluates expressions of a project; what was found out once is kept."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.classes = Classes(project, self.evaluate)
        self._found = Found()
        self._depth = 0
        self._forms: dict[str, Callable[[Place, list[Any]], Values]] = {
            "n": lambda at, e: self.name(at, e[1]),
            "a": lambda at, e: self.attributes(self.evaluate(at, e[1]), e[2]),
            "c": self._call,
            "s": self._subscript,
            "e": lambda at, e: self._items(self.evaluate(at, e[1])),
            "x": self._at,
            "t": lambda at, e: self.instance(at, e[1]),
            "d": self._definition,
            "m": self._module,
            "f": self._from,
            "o": lambda at, e: union(*(self.evaluate(at, part) for part in e[1:])),
            "l": lambda at, e: (("tuple", *(self.evaluate(at, part) for part in e[1:])),),
            "h": self._entered,
            "i": lambda at, e: self._around(at, "instance"),
            "k": lambda at, e: self._around(at, "class"),
            "u": lambda at, e: self._around(at, "super"),
            "@": lambda at, e: self.evaluate((at[0], e[1]), e[2]),
            "0": lambda at, e: _NONE,
            "-": lambda at, e: (("out", e[1] if len(e) > 1 else ""),),
        }

    def evaluate(self, place: Place, expr: Expr) -> Values:
        """All that the expression may be; holds None where that cannot be told."""
        if expr is None or self._depth > _DEEPEST:
            return UNKNOWN
        self._depth += 1
        try:
            found = self._forms[expr[0]](place, expr)
        finally:
            self._depth -= 1
        return found if len(found) <= _MOST_VALUES else UNKNOWN

    def _once(self, key: tuple[object, ...], find: Callable[[], Values]) -> Values:
        return self._found.once(key, find, too_deep=self._depth > _DEEPEST)

    # -- names ---------------------------------------------------------------------------------

    def name(self, place: Place, name: str) -> Values:
        """What a name is, seen from a scope."""
        return self._once(("n", *place, name), lambda: self._name(place, name))

    def _name(self, place: Place, name: str) -> Values:
        found = self.project.look_up(place, name)
        if found:
            return union(*(self.evaluate(where, expr) for where, expr in found))
        for where, expr in self.project.bound((place[0], 0), "*"):
            starred = self.evaluate(where, expr and [*expr[:3], name])
            if any(value and value[0] != "out" for value in starred):
                return starred
        known = self.project.modules(place[0]).is_builtin(name)
        return (("out", name),) if known else UNKNOWN

    def member(self, key: str, name: str, path: str) -> Values:
        """A name out of a module, or a module inside of it."""
        return self._once(("m", key, name), lambda: self._member(key, name, path))

    def _member(self, key: str, name: str, path: str) -> Values:
        found = self.project.in_module(key, name, path)
        if found:
            return union(*(self.evaluate(where, expr) for where, expr in found))
        child = self.project.modules(path).child(key, name)
        if child is not None:
            return (("module", child, path),)
        for where, expr in self.project.in_module(key, "*", path):
            starred = self.evaluate(where, expr and [*expr[:3], name])
            if any(value and value[0] != "out" for value in starred):
                return starred
        return UNKNOWN

    def _module(self, place: Place, expr: list[Any]) -> Values:
        key = self.project.modules(place[0]).find(place[0], expr[1], expr[2])
        return OUT if key is None else (("module", key, place[0]),)

    def _from(self, place: Place, expr: list[Any]) -> Values:
        key = self.project.modules(place[0]).find(place[0], expr[1], expr[2])
        return (("out", expr[3]),) if key is None else self.member(key, expr[3], place[0])

    def _definition(self, place: Place, expr: list[Any]) -> Values:
        kind = self.project.sources[place[0]].scopes[expr[1]].kind
        return (("function" if kind == "function" else "class", place[0], expr[1]),)

    def _around(self, place: Place, kind: str) -> Values:
        found = self.project.class_around(place)
        return ((kind, *found),) if found else UNKNOWN

    # -- attributes ----------------------------------------------------------------------------

    def attributes(self, values: Values, name: str) -> Values:
        """That attribute of each of the values; those that are None have none."""
        left = [value for value in values if value is None or value[0] != "none"]
        if not left:
            return UNKNOWN if values else ()
        return union(*(self.attribute(value, name) for value in left))

    def attribute(self, value: Value, name: str) -> Values:
        """An attribute; of a property what it gives."""
        if value is None:
            return UNKNOWN
        kind = value[0]
        if kind == "module":
            return self.member(str(value[1]), name, str(value[2]))
        if kind in ("class", "instance", "super"):
            return self._once(("a", *value, name), lambda: self._of_class(value, name))
        if kind in ("each", "map", "tuple"):
            return hold.method(value, name)
        return (("out", name),) if kind in ("out", "function") else UNKNOWN

    def _of_class(self, value: tuple[Any, ...], name: str) -> Values:
        kind, place = value[0], (value[1], value[2])
        found = self.classes.member(place, name, above=kind == "super")
        if found is None:
            return UNKNOWN
        given: list[Values] = []
        for where, expr in found:
            for one in self.evaluate(where, expr):
                if kind != "class" and one and self._is_property(one):
                    given.append(self.result(one))
                elif kind == "class" and "enum" in self.project.scope(place).traits:
                    is_member = one is None or one[0] in ("out", "tuple")
                    given.append(((("instance", *place) if is_member else one),))
                else:
                    given.append((one,))
        return union(*given) if given else OUT

    def _is_property(self, value: tuple[Any, ...]) -> bool:
        if value[0] != "function":
            return False
        return "property" in self.project.scope((value[1], value[2])).traits

    # -- calls and items -----------------------------------------------------------------------

    def _call(self, place: Place, expr: list[Any]) -> Values:
        values = self.evaluate(place, expr[1])
        if len(values) == 1 and values[0] and values[0][0] == "out":
            return hold.called(str(values[0][1]), [self.evaluate(place, e) for e in expr[2:]])
        return union(*(self.result(value) for value in values))

    def result(self, value: Value) -> Values:
        """What calling the value gives."""
        if value is None:
            return UNKNOWN
        if value[0] == "function":
            return self._once(("r", *value), lambda: self._returned((value[1], value[2])))  # type: ignore[arg-type]
        if value[0] == "class":
            return (("instance", *value[1:]),)
        if value[0] == "instance":
            return union(*map(self.result, self.attribute(value, "__call__")))
        if value[0] == "calls":
            return value[1]  # type: ignore[return-value]
        return OUT if value[0] == "out" else UNKNOWN

    def _returned(self, place: Place) -> Values:
        scope = self.project.scope(place)
        if "annotated" not in scope.traits and "generator" in scope.traits:
            return UNKNOWN
        at = (place[0], scope.parent) if "annotated" in scope.traits else place
        return union(*(self.evaluate(at, e) for e in scope.returns)) if scope.returns else _NONE

    def _subscript(self, place: Place, expr: list[Any]) -> Values:
        return union(*(self._item_at(value, 0) for value in self.evaluate(place, expr[1])))

    def _at(self, place: Place, expr: list[Any]) -> Values:
        return union(*(self._item_at(value, expr[2]) for value in self.evaluate(place, expr[1])))

    def _item_at(self, value: Value, place: int) -> Values:
        if value and value[0] == "instance":
            return union(*map(self.result, self.attribute(value, "__getitem__")))
        if value and value[0] in ("class", "out"):
            return (value,)
        return hold.at(value, place)

    def _items(self, values: Values) -> Values:
        given: list[Values] = []
        for value in values:
            if value and value[0] == "instance":
                iterators = union(*map(self.result, self.attribute(value, "__iter__")))
                given.append(hold.items(iterators))
            elif value and value[0] == "class":
                given.append((("instance", *value[1:]),))  # the members of an enum
            elif not value or value[0] != "none":
                given.append(hold.item(value))
        return union(*given) if given or not values else UNKNOWN

    def _entered(self, place: Place, expr: list[Any]) -> Values:
        given: list[Values] = []
        for value in self.evaluate(place, expr[1]):
            if value and value[0] == "instance":
                given.append(union(*map(self.result, self.attribute(value, "__enter__"))))
            else:
                given.append(hold.item(value))
        return union(*given)

    # -- types ---------------------------------------------------------------------------------

    def instance(self, place: Place, expr: Expr) -> Values:
        """A value of the type that the expression names."""
        if expr is None or self._depth > _DEEPEST:
            return UNKNOWN
        self._depth += 1
        try:
            return self._instance(place, expr)
        finally:
            self._depth -= 1

    def _instance(self, place: Place, expr: list[Any]) -> Values:
        if expr[0] == "o":
            return union(*(self.instance(place, part) for part in expr[1:]))
        if expr[0] == "@":
            return self.instance((place[0], expr[1]), expr[2])
        if expr[0] in ("s", "x"):
            return self._parametrised(place, expr)
        if expr[0] == "n":
            return self._once(("t", *place, expr[1]), lambda: self._named(place, expr))
        return self._of_type(place, self.evaluate(place, expr))

    def _named(self, place: Place, expr: list[Any]) -> Values:
        aliases = [
            (where, bound)
            for where, bound in self.project.look_up(place, expr[1])
            if bound and bound[0] in ("s", "o", "t")
        ]
        if aliases:
            return union(*(self.instance(where, bound) for where, bound in aliases))
        return self._of_type(place, self.evaluate(place, expr))

    def _of_type(self, place: Place, values: Values) -> Values:
        given: list[Values] = []
        for value in values:
            if value and value[0] == "class":
                given.append((("instance", *value[1:]),))
            elif value == ("out", "Self"):
                given.append(self._around(place, "instance"))
            else:
                given.append((value,) if value and value[0] in ("out", "none") else UNKNOWN)
        return union(*given)

    def _parametrised(self, place: Place, expr: list[Any]) -> Values:
        base = expr[1]
        name = str(base[-1]) if base and base[0] in ("n", "a") else ""
        types = expr[2:] if expr[0] == "s" else []
        if name == "Union":
            return union(*(self.instance(place, part) for part in types))
        given = [self.instance(place, part) for part in types[:2]]
        if name in ("tuple", "Tuple"):
            many = len(types) == 2 and types[1] == ["-"]
            return (("each", given[0]),) if many else (("tuple", *given),)
        if name in ("AbstractContextManager", "ContextManager") and given:
            return (("each", given[0]),)
        if name in hold.EACH and given:
            return (("each", given[0]),)
        if name in hold.MAPS and len(given) == 2:
            return (("map", *given),)
        if name in hold.SAME and given:
            return given[0]
        if name == "Callable" and len(types) == 2:
            return (("calls", given[1]),)
        if name in ("type", "Type") and given:
            return tuple(("class", *v[1:]) if v and v[0] == "instance" else v for v in given[0])
        return self.instance(place, base)
