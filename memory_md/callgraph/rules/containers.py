"""What the containers of Python's standard library hold, and what its functions do with them."""

from __future__ import annotations

from typing import Final

from .project import OUT, UNKNOWN, Value, Values

EACH: Final = frozenset(
    [
        "list",
        "List",
        "set",
        "Set",
        "frozenset",
        "FrozenSet",
        "Sequence",
        "MutableSequence",
        "Iterable",
        "Iterator",
        "Collection",
        "Generator",
        "AsyncIterator",
        "AsyncIterable",
        "AsyncGenerator",
        "AbstractSet",
        "MutableSet",
        "deque",
        "Deque",
        "Reversible",
        "KeysView",
        "ValuesView",
        "Array",
        "ReadonlyArray",
        "Vec",
        "VecDeque",
        "HashSet",
        "BTreeSet",
    ]
)
MAPS: Final = frozenset(
    [
        "dict",
        "Dict",
        "Mapping",
        "MutableMapping",
        "defaultdict",
        "DefaultDict",
        "OrderedDict",
        "ChainMap",
        "WeakValueDictionary",
        "Map",
        "HashMap",
        "BTreeMap",
        "Record",
    ]
)
SAME: Final = frozenset(
    [
        "Optional",
        "Annotated",
        "Final",
        "ClassVar",
        "Required",
        "NotRequired",
        "ReadOnly",
        "Awaitable",
        "InitVar",
        "Promise",
        "Readonly",
        "Partial",
        "NonNullable",
        "Box",
        "Rc",
        "Arc",
        "Ref",
        "Pin",
        "Option",
        "Result",
        "RefCell",
    ]
)
# Functions that give the same items again, and those that give one of them.
_REORDER: Final = frozenset(
    ["list", "sorted", "tuple", "set", "frozenset", "reversed", "iter", "deque"]
)
_PICK: Final = frozenset(("next", "min", "max"))
_OF_EACH: Final = frozenset(["pop", "popleft", "popright", "__getitem__", "at"])
_SAME_EACH: Final = frozenset(
    [
        "copy",
        "union",
        "difference",
        "intersection",
        "symmetric_difference",
        "filter",
        "slice",
        "reverse",
        "sort",
    ]
)
_OF_MAP: Final = frozenset(("get", "pop", "setdefault", "__getitem__"))


def item(value: Value) -> Values:
    """One of those that a value yields when it is iterated over."""
    if value is None:
        return UNKNOWN
    if value[0] in ("each", "map"):
        return _values(value[1])
    if value[0] == "tuple":
        return union(*(_values(part) for part in value[1:]))
    return (value,) if value[0] == "out" else UNKNOWN


def items(values: Values) -> Values:
    """One of those that any of the values yields."""
    return union(*(item(value) for value in values))


def at(value: Value, place: int) -> Values:
    """The item at a place, from 0; from the end where it is negative."""
    if value is not None and value[0] == "tuple":
        parts = value[1:]
        return _values(parts[place]) if -len(parts) <= place < len(parts) else item(value)
    if value is not None and value[0] == "map":
        return _values(value[2])
    return item(value)


def called(name: str, given: list[Values]) -> Values:
    """What a function of the standard library gives for these arguments."""
    if given:
        if name in _REORDER:
            return (("each", items(given[0])),)
        if name in _PICK:
            return items(given[0]) if len(given) == 1 or name == "next" else union(*given)
        if name == "enumerate":
            return (("each", (("tuple", OUT, items(given[0])),)),)
        if name == "zip":
            return (("each", (("tuple", *(items(each) for each in given)),)),)
        if name == "type" and len(given) == 1:
            return tuple(
                ("class", *value[1:]) if value and value[0] == "instance" else value
                for value in given[0]
            )
        if name in ("copy", "deepcopy", "closing", "replace"):
            return given[0]
    return OUT


def method(value: tuple[object, ...], name: str) -> Values:
    """A method of a container."""
    kind = value[0]
    if kind == "map":
        keys, held = _values(value[1]), _values(value[2])
        if name in _OF_MAP:
            return (("calls", held),)
        if name in ("keys", "values"):
            return (("calls", (("each", keys if name == "keys" else held),)),)
        if name in ("items", "entries"):
            return (("calls", (("each", (("tuple", keys, held),)),)),)
        return (("calls", (value,)),) if name == "copy" else OUT
    if name in _OF_EACH:
        return (("calls", item(value)),)
    return (("calls", (("each", item(value)),)),) if name in _SAME_EACH else OUT


def union(*parts: Values) -> Values:
    """All of these values, each once."""
    if len(parts) == 1:
        return parts[0]
    return tuple(dict.fromkeys(value for part in parts for value in part))


def _values(part: object) -> Values:
    return part if isinstance(part, tuple) else UNKNOWN
