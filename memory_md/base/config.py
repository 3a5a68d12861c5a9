"""config.yaml: nested YAML keys to `Settings`, every fault at once.

The keys and their types are those of `settings.py`; every key is optional, and a fault leaves the
default in force. `Given` holds what a file says: dotted key to value, such as `context.budget`.
"""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from .errors import UsageError, nearest
from .settings import CHOICES, Settings
from .text import newline_of
from .yaml_text import parse_yaml

Value = str | int | float | bool | tuple[str, ...]
Given = Mapping[str, Value]

_MOST: Final = 1_000_000  # more than any count that makes sense
_DEFAULTS: Final = Settings()
_PATH_ENDS: Final = {"paths.learnings": ".md", "paths.relationships": ".json", "paths.diary": ""}
_MOST_BUDGET: Final = 6000  # of a repository
_LEAST_THRESHOLD: Final = 0.8


def parse_given(text: str, where: str) -> tuple[Given, tuple[str, ...]]:
    """Return the right keys of a file, and its faults.

    Raises UnreadableError if the text is not YAML, or is not safe to read.
    """
    value = parse_yaml(text.removeprefix("\ufeff"), where)
    if value is None:
        return {}, ()
    if not isinstance(value, dict):
        return {}, ("the file is not a mapping of keys to values",)
    faults: list[str] = []
    given = dict(_read(_DEFAULTS, value, "", faults))
    paths = _settings(given).paths
    named = (paths.learnings, paths.relationships, paths.diary, f"{paths.diary}/index.md")
    if len({posixpath.normpath(path).casefold() for path in named}) < len(named):
        faults.append("paths: two of them name the same file")
        given = {key: one for key, one in given.items() if key not in _PATH_ENDS}
    return given, tuple(faults)


def effective(user: Given, repository: Given) -> Settings:
    """Return the settings that hold: the user's where that file has the key, else the repository's.

    A repository says where its files lie, starts no program, and cannot switch a model or the
    keeping of sessions on; its numbers count within bounds.
    """
    merged = {key: one for key, one in repository.items() if not key.startswith("llm.")}
    budget, threshold = merged.get("context.budget"), merged.get("dedup.threshold")
    if isinstance(budget, int):
        merged["context.budget"] = min(budget, _MOST_BUDGET)
    if isinstance(threshold, int | float):
        merged["dedup.threshold"] = max(threshold, _LEAST_THRESHOLD)
    merged |= {key: one for key, one in user.items() if key not in _PATH_ENDS}
    if repository.get("sessions.keep") is False:
        merged["sessions.keep"] = False
    if repository.get("llm.use") == "off":
        merged["llm.use"] = "off"
    return _settings(merged)


def with_llm(text: str, chosen: Mapping[str, str], where: str) -> str:
    """Return a config with `use` and `path` below `llm:` as chosen; all other lines stay.

    Raises UsageError where `llm:` is not written in lines: YAML is never rendered anew.
    """
    end = newline_of(text)
    whole = text if not text or text.endswith("\n") else text + end
    found = re.search(r"(?m)^llm:[ \t]*(?:#.*)?\r?\n([ \t]+(?=\w))?", whole)
    indent = (found and found[1]) or "  "
    lines = "".join(f"{indent}{key}: {json.dumps(one)}{end}" for key, one in chosen.items())
    kept = re.sub(r"(?m)^[ \t]+(?:use|path):.*\n", "", whole)
    after = re.sub(r"(?m)^llm:.*\n", lambda one: one[0] + lines, kept, count=1)
    after = after if found else f"{kept}llm:{end}{lines}"
    old, new = (dict(parse_given(one, where)[0]) for one in (text, after))
    others = {key: one for key, one in old.items() if key not in {"llm.use", "llm.path"}}
    if new != others | {f"llm.{key}": one for key, one in chosen.items()}:
        hint = f"write it by hand: {', '.join(f'{key}: {one}' for key, one in chosen.items())}"
        raise UsageError("`llm:` is not written in lines", where=where, hint=hint)
    return after


def _settings(given: Given) -> Settings:
    groups: dict[str, dict[str, Any]] = {}
    for key, value in given.items():
        group, _, name = key.rpartition(".")
        groups.setdefault(group, {})[name] = value
    top: dict[str, Any] = groups.pop("", {})
    built = {name: replace(getattr(_DEFAULTS, name), **values) for name, values in groups.items()}
    return replace(_DEFAULTS, **top, **built)


def _read(
    default: Any, values: Mapping[Any, Any], prefix: str, faults: list[str]
) -> Iterator[tuple[str, Value]]:
    """Yield the right keys of a group; the others are named in `faults`."""
    known = [one.name for one in fields(default)]
    for key, value in values.items():
        path, old = f"{prefix}{key!s:.60}", getattr(default, key) if key in known else None
        if old is None:
            likely = nearest(path.removeprefix(prefix), known, 75)
            meant = f"; did you mean {prefix}{likely}?" if likely else ""
            faults.append(f"{path}: no such key (here are: {', '.join(known)}){meant}")
        elif value is None:
            continue
        elif is_dataclass(old):
            if isinstance(value, dict):
                yield from _read(old, value, f"{path}.", faults)
            else:
                faults.append(f"{path}: must be a mapping of keys, not {value!r:.40}")
        else:
            right, what = _value(path, value, old)
            if right is None:
                faults.append(f"{path}: must be {what}, not {value!r:.60}")
            else:
                yield path, right


def _value(path: str, value: Any, default: Value) -> tuple[Value | None, str]:
    """Return the value in the type of the default, None if it is wrong, and what it must be."""
    if path in CHOICES:
        word = "off" if value is False else value  # what YAML makes of off
        return word if word in CHOICES[path] else None, " or ".join(CHOICES[path])
    if isinstance(default, tuple):
        return _words(value), "a line or a list of texts"
    if isinstance(default, bool):
        return value if isinstance(value, bool) else None, "true or false"
    if path in _PATH_ENDS:
        kind = f"a {_PATH_ENDS[path]} file" if _PATH_ENDS[path] else "a folder"
        is_path = isinstance(value, str) and _is_path(value, _PATH_ENDS[path])
        what = f"{kind} under the root, in no dot folder"
        return posixpath.normpath(value) if is_path else None, what
    if isinstance(default, str):
        return value if isinstance(value, str) and value.strip() else None, "a text"
    is_share = isinstance(default, float)
    what = "a number from 0 to 1" if is_share else f"a whole number from 0 to {_MOST:,}"
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= (1 if is_share else _MOST):
        return None, what
    return float(value) if is_share else int(value) if value == int(value) else None, what


def _words(value: object) -> tuple[str, ...] | None:
    """Return a command as its words; a line is split as a shell would. None for what is none."""
    import shlex

    try:
        words = shlex.split(value) if isinstance(value, str) else value
    except ValueError:  # a quotation mark that nothing closes
        return None
    if not isinstance(words, list) or not words or not all(isinstance(one, str) for one in words):
        return None
    return tuple(words)


def _is_path(path: str, end: str) -> bool:
    parts = [part for part in path.split("/") if part not in {"", "."}]
    odd = path.startswith(("/", "~")) or "\\" in path or ":" in path or not path.isprintable()
    return not odd and bool(parts) and path.endswith(end) and not any(p[0] == "." for p in parts)
