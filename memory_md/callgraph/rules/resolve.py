"""From sources to edges: what an expression stands for, and which functions each call means.

Assignments, imports, classes and annotations are followed. No types are inferred beyond that, and
no flow is followed: a name stands for all values that are assigned to it, and if one of these is
unknown, the name is unknown. A call whose function is unknown makes no edge.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

from ..model.graph import MODULE
from ..model.source_code import Expr, Scope, SourceCode
from .modules import Modules, modules_of

Place = tuple[str, int]  # a file and a scope in it
Bound = list[tuple[Place, Expr]]  # expressions, and where each of them stands
# Languages in which a method may stand outside of its type: it is bound as `Type.method`.
_METHODS_APART: Final = ("go", "rust")


class Project:
    """Sources by path, and which of their scopes belong together."""

    def __init__(self, sources: Iterable[SourceCode], modules: Mapping[str, Modules]) -> None:
        self.sources = {source.path: source for source in sources}
        self._modules = modules
        self._apart: dict[tuple[str, str, str], Bound] = {}
        for path, source in self.sources.items():
            if source.language in _METHODS_APART:
                group = self.modules(path).group(path)
                for name in source.scopes[0].bindings:
                    if "." in name.strip("."):
                        key = (source.language, group, name)
                        self._apart.setdefault(key, []).extend(self.bound((path, 0), name))

    def scope(self, place: Place) -> Scope:
        """Return the scope of a place."""
        return self.sources[place[0]].scopes[place[1]]

    def modules(self, path: str) -> Modules:
        """Return what finds the modules of that file's language."""
        return self._modules[self.sources[path].language]

    def around(self, place: Place) -> Iterator[Place]:
        """Yield the scope and those around it, from the inside out."""
        path, index = place
        while index >= 0:
            yield path, index
            index = self.sources[path].scopes[index].parent

    def class_around(self, place: Place) -> Place | None:
        """Return the class that a scope stands in, itself included."""
        return next((p for p in self.around(place) if self.scope(p).kind == "class"), None)

    def caller(self, place: Place) -> str:
        """Return the name of the function that runs the code of a scope, "" for the module."""
        kinds = ("function", "module")
        return next(s.name for p in self.around(place) if (s := self.scope(p)).kind in kinds)

    def bound(self, place: Place, name: str) -> Bound:
        """Return what a name stands for in a scope."""
        return [(place, expr) for expr in self.scope(place).bindings.get(name, ())]

    def apart(self, place: Place, name: str) -> Bound:
        """Return a method of a class that stands outside of it; its own file's goes first."""
        language = self.sources[place[0]].language
        if language not in _METHODS_APART:
            return []
        group = self.modules(place[0]).group(place[0])
        short = self.scope(place).name.rpartition(".")[2]
        every = self._apart.get((language, group, f"{short}.{name}"), [])
        return [each for each in every if each[0][0] == place[0]] or every

    def in_module(self, key: str, name: str, path: str) -> Bound:
        """Return what a name stands for in a module; `path` is of a file in the same language."""
        files = self.modules(path).files(key)
        return [each for file in files for each in self.bound((file, 0), name)]

    def look_up(self, place: Place, name: str) -> Bound:
        """Return what a name stands for, seen from a scope: its own, those around, the package."""
        for number, where in enumerate(self.around(place)):
            scope = self.scope(where)
            visible = not number or scope.kind != "class"
            if visible and name in scope.bindings and where[1] != 0:
                return self.bound(where, name)
        path = place[0]
        files = (path, *self.modules(path).beside(path))
        return [each for file in files for each in self.bound((file, 0), name)]


# A value is a tuple whose first item says what it is:
#   ("out",)                      a value from outside of the project
#   ("module", KEY, PATH)         a module, and a file in the same language
#   ("function"|"class"|"instance"|"super", PATH, SCOPE)
#   ("each", VALUES)              a container that holds these
# None is an unknown value.
Value = tuple[Any, ...] | None
Values = tuple[Value, ...]
UNKNOWN: Final[Values] = (None,)
OUT: Final[Values] = (("out",),)
_MOST_VALUES: Final = 6
_DEEPEST: Final = 60


def union(*parts: Values) -> Values:
    """Return all of these values, each once."""
    return tuple(dict.fromkeys(value for part in parts for value in part))


def _item(value: Value) -> Values:
    """Return one of the values that a value holds."""
    return tuple(value[1]) if value and value[0] == "each" else UNKNOWN


class Evaluator:
    """Evaluates expressions of a project, with a memo table and cycle detection."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._orders: dict[Place, tuple[Place | None, ...]] = {}
        self._known: dict[tuple[Any, ...], Values] = {}
        self._depth = 0
        self._forms: dict[str, Callable[[Place, list[Any]], Values]] = {
            "n": lambda at, e: self.name(at, e[1]),
            "a": lambda at, e: self.attributes(self.evaluate(at, e[1]), e[2]),
            "c": lambda at, e: union(*map(self.result, self.evaluate(at, e[1]))),
            "e": lambda at, e: union(*map(_item, self.evaluate(at, e[1]))),
            "l": lambda at, e: (("each", self.evaluate(at, e[1])),),
            "t": lambda at, e: union(*map(self._instance, self.evaluate(at, e[1]))),
            "d": self._definition,
            "m": lambda at, e: self._module(at, e[1], e[2]),
            "f": lambda at, e: self.attributes(self._module(at, e[1], e[2]), e[3]),
            "o": lambda at, e: union(*(self.evaluate(at, part) for part in e[1:])),
            "i": lambda at, e: self._around(at, "instance"),
            "k": lambda at, e: self._around(at, "class"),
            "u": lambda at, e: self._around(at, "super"),
            "@": lambda at, e: self.evaluate((at[0], e[1]), e[2]),
            "-": lambda at, e: OUT,
        }

    def evaluate(self, place: Place, expr: Expr) -> Values:
        """Return all that the expression may be, with None among them if that is not known."""
        if expr is None or self._depth > _DEEPEST:
            return UNKNOWN
        self._depth += 1
        try:
            found = self._forms[expr[0]](place, expr)
        finally:
            self._depth -= 1
        return found if len(found) <= _MOST_VALUES else UNKNOWN

    def _once(self, key: tuple[Any, ...], find: Callable[[], Values]) -> Values:
        """Return a known answer, or find it. An open question adds nothing to its own answer."""
        if key not in self._known:
            self._known[key] = ()
            self._known[key] = find()
        return self._known[key]

    # -- names -----------------------------------------------------------------------------------

    def name(self, place: Place, name: str) -> Values:
        """Return what a name is, seen from a scope."""
        return self._once(("n", *place, name), lambda: self._name(place, name))

    def _name(self, place: Place, name: str) -> Values:
        found = self.project.look_up(place, name)
        if found:
            return self._all(found)
        starred = self._starred(self.project.bound((place[0], 0), "*"), name)
        return starred or (OUT if self.project.modules(place[0]).is_builtin(name) else UNKNOWN)

    def _all(self, bound: Bound) -> Values:
        return union(*(self.evaluate(where, expr) for where, expr in bound))

    def _starred(self, stars: Bound, name: str) -> Values:
        """Return a name that comes from one of these `import *`; empty where none has it."""
        for where, expr in stars:
            values = self.evaluate(where, expr and [*expr[:3], name])
            if any(value and value[0] != "out" for value in values):
                return values
        return ()

    def _member(self, key: str, name: str, path: str) -> Values:
        """Return a name out of a module, or a module inside of it."""
        found = self.project.in_module(key, name, path)
        if found:
            return self._all(found)
        child = self.project.modules(path).child(key, name)
        if child is not None:
            return (("module", child, path),)
        return self._starred(self.project.in_module(key, "*", path), name) or UNKNOWN

    def _module(self, place: Place, name: str, level: int) -> Values:
        key = self.project.modules(place[0]).find(place[0], name, level)
        return OUT if key is None else (("module", key, place[0]),)

    def _definition(self, place: Place, expr: list[Any]) -> Values:
        kind = self.project.sources[place[0]].scopes[expr[1]].kind
        return (("function" if kind == "function" else "class", place[0], expr[1]),)

    def _around(self, place: Place, kind: str) -> Values:
        found = self.project.class_around(place)
        return ((kind, *found),) if found else UNKNOWN

    # -- attributes, calls and items -------------------------------------------------------------

    def attributes(self, values: Values, name: str) -> Values:
        """Return that attribute of each of the values; those from outside do not count."""
        inside = tuple(value for value in values if value != ("out",))
        return union(*(self._attribute(value, name) for value in inside)) if inside else values

    def _attribute(self, value: Value, name: str) -> Values:
        if value is None:
            return UNKNOWN
        kind = value[0]
        if kind == "module":
            return self._once(("m", *value, name), lambda: self._member(value[1], name, value[2]))
        if kind in ("class", "instance", "super"):
            return self._once(("a", *value, name), lambda: self._of_class(value, name))
        return OUT

    def _of_class(self, value: tuple[Any, ...], name: str) -> Values:
        found = self.members((value[1], value[2]), name, above=value[0] == "super")
        if found is None:
            return UNKNOWN
        return self._all(found) if found else OUT

    def result(self, value: Value) -> Values:
        """Return what calling the value returns."""
        if value is None:
            return UNKNOWN
        if value[0] == "function":
            return self._once(("r", *value), lambda: self._returned((value[1], value[2])))
        if value[0] == "instance":
            return union(*map(self.result, self._attribute(value, "__call__")))
        return self._instance(value)

    def _returned(self, place: Place) -> Values:
        scope = self.project.scope(place)
        at = (place[0], scope.parent) if "annotated" in scope.traits else place
        return union(*(self.evaluate(at, e) for e in scope.returns)) if scope.returns else OUT

    def _instance(self, value: Value) -> Values:
        if value and value[0] == "class":
            return (("instance", *value[1:]),)
        return (value,) if value and value[0] in ("out", "each", "instance") else UNKNOWN

    # -- classes ---------------------------------------------------------------------------------

    def members(self, place: Place, name: str, *, above: bool = False) -> Bound | None:
        """Return what an attribute of a class stands for; with `above` only in the bases.

        Empty where it comes from a class outside of the project, None where it is unknown.
        """
        outside = False
        for where in self.order(place)[above:]:
            if where is None:
                return None
            if not where[0]:
                outside = True
                continue
            bound = self.project.bound
            found = bound(where, name) or bound(where, f".{name}")
            if found := found or self.project.apart(where, name):
                return found
        return [] if outside else None

    def order(self, place: Place) -> tuple[Place | None, ...]:
        """Return the class and its bases; None stands for an unknown one, "" for one outside.

        The order is depth first, and a base that several inherit from comes after all of them.
        """
        if place not in self._orders:
            self._orders[place] = (place,)  # for a class that inherits from itself
            found: list[Place | None] = []
            around = (place[0], self.project.scope(place).parent)
            for base in self.project.scope(place).bases:
                values = self.evaluate(around, base)
                value = values[0] if len(values) == 1 else None
                if value and value[0] == "class":
                    found += self.order((value[1], value[2]))
                else:
                    found.append(("", 0) if value == ("out",) else None)
            kept = [each for i, each in enumerate(found) if each not in found[i + 1 :]]
            self._orders[place] = (place, *kept)
        return self._orders[place]


# -- calls ----------------------------------------------------------------------------------------

_MOST_CALLEES: Final = 4
_CONSTRUCTORS: Final = ("__init__", "__new__", "__post_init__", "constructor")


class CallSite(Struct, frozen=True):
    """A call that was resolved: who calls whom, and where the expression ends."""

    caller: str
    callee: str
    line: int
    column: int


class ResolvedCalls(Struct):
    """What the calls of one file lead to.

    `seen` counts its calls, `resolved` those that lead to functions of the project, `outside` those
    that lead to others' code, or to a class without a constructor.
    """

    path: str
    seen: int = 0
    resolved: int = 0
    outside: int = 0
    sites: list[CallSite] = field(default_factory=list)


def resolve_calls(
    sources: Sequence[SourceCode], manifests: Mapping[str, str]
) -> Iterator[ResolvedCalls]:
    """Yield the calls of each file. `manifests` are the texts of go.mod and such, by path."""
    project = Project(sources, modules_of(sources, manifests))
    evaluator = Evaluator(project)
    for path in sorted(project.sources):
        found = ResolvedCalls(path)
        for call in project.sources[path].calls:
            place = (path, call.scope)
            values = evaluator.evaluate(place, call.callee)
            callees = _callees(evaluator, values)
            found.seen += 1
            found.resolved += bool(callees)
            found.outside += not callees and None not in values
            caller = f"{path}::{project.caller(place) or MODULE}"
            names = dict.fromkeys(f"{at[0]}::{project.scope(at).name}" for at in callees)
            found.sites += [CallSite(caller, name, call.line, call.column) for name in names]
        yield found


def _callees(evaluator: Evaluator, values: Values) -> list[Place]:
    """Return the functions that run when one of the values is called; none if one is unknown."""
    if None in values:
        return []
    found: list[Place] = []
    for value in values:
        assert value
        if value[0] == "function":
            found.append((value[1], value[2]))
        elif value[0] == "class":
            methods = (_methods(evaluator, (value[1], value[2]), name) for name in _CONSTRUCTORS)
            found += next(filter(None, methods), [])
        elif value[0] == "instance":
            found += _methods(evaluator, (value[1], value[2]), "__call__")
    # A stub (abstract, an overload, of a protocol) has no body that runs.
    real = [place for place in found if "stub" not in evaluator.project.scope(place).traits]
    return real if len(real) <= _MOST_CALLEES else []


def _methods(evaluator: Evaluator, place: Place, name: str) -> list[Place]:
    members = evaluator.members(place, name) or []
    values = [v for where, expr in members for v in evaluator.evaluate(where, expr)]
    return [(value[1], value[2]) for value in values if value and value[0] == "function"]
