""".mem/config.yaml: nested YAML keys to `Settings`, every fault at once.

The keys and their types are those of `base/settings.py`; every key is optional. A fault is an
unknown key, a value of another type, a number out of its range, a path that leaves the root, one
path for two files, or a minimum that is more than its maximum.
"""

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from .errors import nearest
from .regex import regex
from .settings import CHOICES, WINDOWS, Paths, Settings
from .yaml_text import parse_plain, parse_yaml

S = TypeVar("S", bound=Struct)

# More than any count that makes sense.
_MOST: Final = 1_000_000_000
_LONG_KEY: Final = 60  # characters shown of a key that is not known
_DRIVE: Final = regex(r"[A-Za-z]:")
# The names by which Windows opens `.git` as well: its short one, with dots, spaces or a stream.
_GIT: Final = regex(r"(?:\.git|git~\d+)[. ]*(?::.*)?\Z", re.IGNORECASE)
# (Group, least, most): of each pair the first must not be more than the second.
_ORDERED: Final = (
    ("confidence", "floor", "ceiling"),
    ("confidence", "first", "ceiling"),
    ("extract", "min_chars", "max_chars"),
    ("context", "min_budget", "max_budget"),
    ("eviction", "keep_entries", "max_entries"),
)
# Former names of keys, which are still read where the new one is not given.
_RENAMED: Final = {"limits.tasks": "evidence_lines"}
# What lies there may be deleted at any time, and is.
_NOT_FOR_KEEPS: Final = ([".mem", "local"], [".mem", ".gitignore"])


def parse(text: str, where: str) -> tuple[Settings, tuple[str, ...]]:
    """Read the settings and the faults, which leave the defaults in force.

    Raises UnreadableError if the text is not YAML.
    """
    lines = (line.strip() for line in text.removeprefix("\ufeff").split("\n"))
    if all(not line or line.startswith("#") for line in lines):
        return Settings(), ()
    value: object = parse_plain(text)
    if value is None:
        value = parse_yaml(text.removeprefix("\ufeff"), where=where)
    if value is None:
        return Settings(), ()
    if not isinstance(value, Mapping):
        return Settings(), ("the file is not a mapping of keys to values",)
    faults: list[str] = []
    settings = _build(Settings(), value, "", faults)
    places = [
        posixpath.normpath(path.replace("\\", "/")).casefold() for path in astuple(settings.paths)
    ]
    places.append(".mem/config.yaml")
    if len(set(places)) < len(places):
        faults.append("paths: two of them name the same file")
        settings = replace(settings, paths=Paths())
    settings = _in_order(settings, value, faults)
    return settings, tuple(faults)


def _build(default: S, values: Mapping[Any, Any], prefix: str, faults: list[str]) -> S:
    """The settings with those values that are right; the others are named in `faults`."""
    known = default.__struct_fields__
    values = {_RENAMED.get(f"{prefix}{key}", key): value for key, value in values.items()} | {
        name: values[name] for name in known if name in values
    }
    faults.extend(_unknown(values, prefix, known))
    right: dict[str, Any] = {}
    for name in known:
        value: object = values.get(name)
        if value is None:
            continue
        path = prefix + name
        old = getattr(default, name)
        if path in CHOICES and isinstance(value, bool):
            value = str(value).lower()
        if isinstance(old, Struct):
            if isinstance(value, Mapping):
                right[name] = _build(old, value, f"{path}.", faults)
            else:
                faults.append(f"{path}: must be a mapping of keys, not {value!r:.40}")
        elif name == "models":
            right[name] = {**WINDOWS, **_counts(path, value, faults)}
        elif fault := _fault(path, value, old):
            faults.append(f"{path}: {fault}")
        else:
            right[name] = type(old)(value)
    return replace(default, **right)


def _unknown(values: Mapping[Any, Any], prefix: str, known: Collection[str]) -> Iterator[str]:
    """A fault for each key that is not known; the first tells which keys there are."""
    odd = [str(key) for key in values if str(key) not in known]
    if not odd:
        return
    for key in odd:
        there = f" (here are: {', '.join(known)})" if key == odd[0] else ""
        likely = nearest(key[:_LONG_KEY], known, 75)
        hint = f"; did you mean {prefix}{likely}?" if likely else ""
        yield f"{prefix}{key:.{_LONG_KEY}}: no such key{there}{hint}"


def _counts(path: str, value: object, faults: list[str]) -> dict[str, int]:
    """The names and whole numbers of a table; the others are named in `faults`."""
    if not isinstance(value, Mapping):
        faults.append(f"{path}: must be a mapping of names to numbers, not {value!r:.40}")
        return {}
    wrong = {
        name: _fault(f"{path}.{name}", count, 0) or ("" if count else "must be more than 0")
        for name, count in value.items()
    }
    faults.extend(f"{path}.{name}: {fault}" for name, fault in wrong.items() if fault)
    return {str(name): int(count) for name, count in value.items() if not wrong[name]}


def _fault(path: str, value: object, default: object) -> str:
    """What is wrong with a value, or nothing."""
    if path in CHOICES:
        fits = value in CHOICES[path]
        return "" if fits else f"must be {' or '.join(CHOICES[path])}, not {value!r:.40}"
    if isinstance(default, str):
        if not isinstance(value, str) or not value.strip():
            return f"must be a text, not {value!r:.40}"
        if path.startswith("paths.") and not _stays_under_root(value):
            return f"must be a file under the root, which {value!r:.60} is not"
        return ""
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else f"must be true or false, not {value!r:.40}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"must be a number, not {value!r:.40}"
    if isinstance(default, int) and not (0 <= value <= _MOST and value == int(value)):
        return f"must be a whole number from 0 to {_MOST:,}, not {value!r:.40}"
    if isinstance(default, float) and not 0 <= value <= 1:
        return f"must be a number from 0 to 1, not {value!r:.40}"
    return ""


def _stays_under_root(path: str) -> bool:
    parts = path.replace("\\", "/").split("/")
    leaves = path.startswith(("/", "\\", "~")) or ".." in parts or _DRIVE.match(path)
    if leaves or not path.isprintable() or any(map(_GIT.match, parts)):
        return False
    named = [part.casefold() for part in parts if part not in {"", "."}]
    return bool(named) and named[:2] not in _NOT_FOR_KEEPS


def _in_order(settings: Settings, given: Mapping[Any, Any], faults: list[str]) -> Settings:
    """The settings with no least over its most; where the file sets both, they get their defaults.

    A least that nobody set follows a most that is set lower.
    """
    for group, least, most in _ORDERED:
        values = getattr(settings, group)
        low, high = getattr(values, least), getattr(values, most)
        if low <= high:
            continue
        group_given = given.get(group)
        if isinstance(group_given, Mapping) and least in group_given:
            faults.append(f"{group}.{least}: is {low:g}, but {group}.{most} is only {high:g}")
            default = getattr(Settings(), group)
            low, high = getattr(default, least), getattr(default, most)
        else:
            low = high
        settings = replace(settings, **{group: replace(values, **{least: low, most: high})})
    return settings
