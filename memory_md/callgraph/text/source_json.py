"""A source as it was read, on one line of JSON; for the cache, not for people.

[language, [[name, first, last] …], [[kind, name, parent, bindings, bases, returns, traits] …],
[[scope, line, column, callee, plain] …], fault]
"""

from __future__ import annotations

import json
from typing import Any

from ..model.graph import Function
from ..model.source_code import Call, Scope, Source


def render(source: Source) -> str:
    """One line without a newline."""
    value = [
        source.language,
        [[f.name, f.first, f.last] for f in source.functions],
        [
            [s.kind, s.name, s.parent, s.bindings, s.bases, s.returns, sorted(s.traits)]
            for s in source.scopes
        ],
        [[c.scope, c.line, c.column, c.callee, int(c.plain)] for c in source.calls],
        source.fault,
    ]
    return json.dumps(value, separators=(",", ":"))


def parse(text: str, path: str) -> Source | None:
    """The source again; None for what `render` has not written."""
    try:
        language, functions, scopes, calls, fault = json.loads(text)
        return Source(
            path,
            str(language),
            functions=tuple(Function(path, str(n), int(a), int(b)) for n, a, b in functions),
            scopes=tuple(_scope(index, *fields) for index, fields in enumerate(scopes)),
            calls=tuple(Call(int(s), int(a), int(b), e, bool(p)) for s, a, b, e, p in calls),
            fault=(int(fault[0]), str(fault[1])) if fault else None,
        )
    except (ValueError, TypeError, IndexError, AttributeError, RecursionError):
        return None


def _scope(
    index: int,
    kind: Any,
    name: Any,
    parent: Any,
    bindings: Any,
    bases: Any,
    returns: Any,
    told: Any,
) -> Scope:
    if not -1 <= parent < index or kind not in ("module", "class", "function", "block"):
        raise ValueError
    return Scope(
        kind, str(name), parent, dict(bindings), tuple(bases), tuple(returns), frozenset(told)
    )
