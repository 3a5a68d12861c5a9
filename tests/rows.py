"""A table of rows that one test checks: a test of its own for each costs milliseconds."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

_FAILURES = (Exception, pytest.fail.Exception)
_PARAM = type(pytest.param())


def check_rows(
    names: str | Sequence[str],
    table: Iterable[Any],
    ids: Iterable[object] | Callable[[Any], object] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each row of a table in turn, and report every row that fails by its id.

    The arguments are those of `pytest.mark.parametrize`. Fixtures are made once for all rows: this
    is for functions that leave no trace.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    rows = _rows(table, ids, is_single=len(arguments) == 1)
    assert rows, "a table without rows checks nothing"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def check(**fixtures: Any) -> None:
            failures = []
            for name, values in rows:
                try:
                    test(**dict(zip(arguments, values, strict=True)), **fixtures)
                except _FAILURES as failure:
                    failures.append((name, failure))
            if failures:
                raise AssertionError(_report(failures, len(rows))) from failures[0][1]

        signature = inspect.signature(test)
        kept = [value for name, value in signature.parameters.items() if name not in arguments]
        assert len(kept) + len(arguments) == len(signature.parameters), f"not all known: {names}"
        check.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return check

    return decorate


def _rows(table: Any, ids: Any, *, is_single: bool) -> list[tuple[str, Sequence[Any]]]:
    rows: list[tuple[str, Sequence[Any]]] = []
    given = [*table]
    names = [None] * len(given) if ids is None or callable(ids) else [*ids]
    show = ids if callable(ids) else repr
    for row, name in zip(given, names, strict=True):
        if isinstance(row, _PARAM):
            assert not row.marks, "a row has no marks"
            values, name = row.values, row.id or name
        else:
            values = (row,) if is_single else tuple(row)
        rows.append((str(name or ", ".join(str(show(value)) for value in values)), values))
    return rows


def _report(failures: list[tuple[str, BaseException]], count: int) -> str:
    lines = [f"{len(failures)} of {count} rows fail"]
    for name, failure in failures:
        lines += [f"[{name}]", f"{type(failure).__name__}: {failure}"]
    return "\n".join(lines)
