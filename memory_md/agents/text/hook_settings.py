"""Our hooks in an agent's JSON settings: put in and taken out by splices, all else untouched.

Shape: `{"hooks": {EVENT: [ITEM, …]}}`, where an ITEM holds a `command`, or under `hooks` a list of
objects that do. An item is ours when its command is `mem hook AGENT`, however `mem` is found.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, field

from ...base.errors import BugError, RefusedError
from . import jsonc
from .jsonc import Node

_ROOT: Final = "hooks"
_Path = tuple[str | int, ...]


class HookSettings(Struct, frozen=True):
    """What we put into a settings file: an item for each event; `base` is in a new file besides."""

    agent: str
    where: str
    items: Mapping[str, Mapping[str, Any]]
    base: Mapping[str, Any] = field(default_factory=dict)


def missing(text: str | None, ours: HookSettings) -> tuple[str, ...]:
    """The events that have no item of ours. Raises UnreadableError, RefusedError."""
    if text is None:
        return tuple(ours.items)
    root = _root(text, ours)
    held = {path[1] for path in _paths(root, ours)}
    return tuple(event for event in ours.items if event not in held)


def with_hooks(text: str | None, ours: HookSettings) -> str:
    """The text with an item for every event that lacks one; a new text where there is none.

    Raises UnreadableError for what is not JSON, RefusedError for JSON of another shape, BugError
    where the splices would change something else.
    """
    new = _added(text, ours)
    if text is not None and new != text:
        untouched = not _paths(_root(text, ours), ours)
        if _foreign(new, ours) != _foreign(text, ours) or (
            untouched and without_hooks(new, ours) != text
        ):
            raise BugError(
                "the hooks cannot be put in without changing something else",
                where=ours.where,
                hint="put them in by hand: mem install --print shows them",
            )
    return new


def _added(text: str | None, ours: HookSettings) -> str:
    if text is None:
        value = {**ours.base, _ROOT: {event: [item] for event, item in ours.items.items()}}
        return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    for event in missing(text, ours):
        text = _with_event(text, event, ours)
    return text


def _with_event(text: str, event: str, ours: HookSettings) -> str:
    root = _root(text, ours)
    item = ours.items[event]
    hooks = root.at(_ROOT)
    items = root.at(_ROOT, event)
    if hooks is None:
        return jsonc.inserted(text, root, _ROOT, {event: [item]})
    if items is None:
        return jsonc.inserted(text, hooks, event, [item])
    return jsonc.inserted(text, items, None, item)


def without_hooks(text: str, ours: HookSettings) -> str | None:
    """The text as it was before our items came, None if there was no file.

    Event by event, the last first: of the ways to take its item out, the one after which putting
    it in gives this text again. If a person has changed it since, just our item, and what it alone
    had filled.
    """
    if text == _added(None, ours):
        return None
    for event in reversed(list(ours.items)):
        while paths := _paths(_root(text, ours), ours, event):
            ways = [*_ways_out(text, paths[-1], ours)]
            text = next((way for way in ways if _with_event(way, event, ours) == text), ways[0])
    while paths := _paths(_root(text, ours), ours):  # under events that we no longer serve
        text = next(iter(_ways_out(text, paths[-1], ours)))
    return text


def _ways_out(text: str, path: _Path, ours: HookSettings) -> Iterator[str]:
    """The text without that command: most thoroughly first, empty lists and objects left last."""
    root = _root(text, ours)
    if len(path) > 3 and len((root.at(*path[:4]) or root).children) == 1:
        path = path[:3]  # the whole group is ours
    shortest = path
    while 1 < len(shortest) < 4 and len((root.at(*shortest[:-1]) or root).children) == 1:
        shortest = shortest[:-1]
    for length in range(len(shortest), len(path) + 1):
        parent = root.at(*path[: length - 1])
        if parent is not None:
            yield jsonc.removed(text, parent, path[length - 1], with_comma=True)
            yield jsonc.removed(text, parent, path[length - 1], with_comma=False)


def _root(text: str, ours: HookSettings) -> Node:
    """The settings, looked through as far as we have to do with them."""
    root = jsonc.parse(text, ours.where)
    shapes: list[tuple[Node | None, type, str]]
    shapes = [(root, dict, "it"), (root.at(_ROOT), dict, _ROOT)]
    shapes += [(root.at(_ROOT, event), list, f"{_ROOT}.{event}") for event in ours.items]
    for node, shape, name in shapes:
        if node is not None and not isinstance(node.value, shape):
            raise RefusedError(
                f"{name} is not {'an object' if shape is dict else 'a list'}",
                where=ours.where,
                hint="correct it in an editor, or put the hooks in by hand",
            )
    return root


def _paths(root: Node, ours: HookSettings, only: str | None = None) -> list[_Path]:
    """Where our commands stand, under one event or all: (hooks, event, index, …)."""
    hooks = root.at(_ROOT)
    found: list[_Path] = []
    for event, items in (hooks.children if hooks else {}).items():
        if isinstance(items.value, list) and only in (None, event):
            found += [(_ROOT, event, *path) for path in _in_items(items.value, ours.agent)]
    return found


def _in_items(items: list[Any], agent: str) -> Iterator[_Path]:
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            continue
        if is_ours(item.get("command"), agent):
            yield (index,)
        inner = item.get(_ROOT)
        for place, hook in enumerate(inner if isinstance(inner, list) else ()):
            if isinstance(hook, dict) and is_ours(hook.get("command"), agent):
                yield (index, _ROOT, place)


def is_ours(command: object, agent: str) -> bool:
    """Whether a command is `mem hook AGENT`, with whatever path or launcher before it."""
    called = rf"(?:^|[\s/\\\"'])(?:mem(?:\.exe)?[\"']?|memory_md_cli) hook {re.escape(agent)}\s*$"
    return isinstance(command, str) and re.search(called, command[-500:]) is not None


def _foreign(text: str, ours: HookSettings) -> Any:
    """The settings without our items, and without what only they had filled."""
    value = jsonc.parse(text, ours.where).value
    hooks = value.get(_ROOT, {})
    for event, items in list(hooks.items()):
        if isinstance(items, list):
            hooks[event] = [kept for item in items if (kept := _without(item, ours.agent))]
            if not hooks[event]:
                del hooks[event]
    if not hooks:
        value.pop(_ROOT, None)
    return value


def _without(item: Any, agent: str) -> Any:
    if not isinstance(item, dict) or is_ours(item.get("command"), agent):
        return None if isinstance(item, dict) else item
    inner = item.get(_ROOT)
    if not isinstance(inner, list):
        return item
    kept = [h for h in inner if not (isinstance(h, dict) and is_ours(h.get("command"), agent))]
    return {**item, _ROOT: kept} if kept or not inner else None
