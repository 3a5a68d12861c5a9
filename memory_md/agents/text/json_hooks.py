"""Our hooks in an agent's JSON settings: put in and taken out by splices, all else untouched.

Shape: `{"hooks": {EVENT: [ITEM, …]}}`, where an ITEM holds a `command` (or one for each of two
shells), or under `hooks` a list of objects that do. An item is ours when its command calls
`mem-md hook AGENT`, or `mem hook AGENT` as the first version did, however the program is found.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from ...base.errors import BugError, RefusedError
from . import jsonc
from .jsonc import JsonNode

_ROOT: Final = "hooks"
_COMMANDS: Final = ("command", "bash", "powershell")
_Path = tuple[str | int, ...]


class JsonHooks(Struct, frozen=True):
    """An item for each event; `base` are further members of a new file.

    All methods raise UnreadableError for what is not JSON, RefusedError for JSON of another shape;
    `where` is the name of the file for messages.
    """

    agent: str
    items: Mapping[str, Mapping[str, Any]]
    base: tuple[tuple[str, Any], ...] = ()
    command: str = ""  # what takes the place of the first version's

    def lacks(self, text: str | None, where: str) -> tuple[str, ...]:
        """Return the events that have no item of ours; `text` is None for a missing file."""
        if text is None:
            return tuple(self.items)
        installed = {path[1] for path in self._paths(self._root(text, where))}
        return tuple(event for event in self.items if event not in installed)

    def put(self, text: str | None, where: str) -> str:
        """Return the text with an item for every event that lacks one.

        Raises BugError where the splices would change something else.
        """
        new = self._added(None if text is None else self._renew_command(text, where), where)
        if text is not None and new != text:
            untouched = not self._paths(self._root(text, where))
            if untouched and self._is_like_begun(new, where):
                new += "\n"  # which tells that there was a file
            if self._foreign(new, where) != self._foreign(text, where) or (
                untouched and self.take(new, where) != text
            ):
                raise BugError(
                    "the hooks cannot be put in without changing something else",
                    where=where,
                    hint="put them in by hand: mem install --print shows them",
                )
        return new

    def take(self, text: str, where: str) -> str | None:
        """Return the text as it was before our items came, None if there was no file.

        Event by event, the last first: of the ways to take its item out, the one after which
        putting it in gives this text again. If a person has changed it since, only our item goes,
        and the lists and objects that it alone had filled.
        """
        text = self._renew_command(text, where)
        if text == self._added(None, where):
            return None
        text = text[:-1] if self._is_like_begun(text, where) else text
        for event in reversed(list(self.items)):
            while paths := self._paths(self._root(text, where), event):
                ways = [*self._ways_out(text, paths[-1], where)]
                same = (way for way in ways if self._with_event(way, event, where) == text)
                text = next(same, ways[0])
        while paths := self._paths(self._root(text, where)):  # of events that we no longer serve
            text = next(iter(self._ways_out(text, paths[-1], where)))
        return text

    def _is_like_begun(self, text: str, where: str) -> bool:
        """Whether this is, but for last line breaks, a file that we began."""
        begun = self._added(None, where)
        return text.startswith(begun) and not text[len(begun) :].strip("\n")

    def _renew_command(self, text: str, where: str) -> str:
        """The text with our command in place of the first version's, which was not silent.

        Only where an item of ours holds it: elsewhere the same words are somebody else's.
        """
        old = json.dumps(f"mem hook {self.agent}")
        if not self.command or old not in text:
            return text
        root = self._root(text, where)
        ours = (root.at(*path, key) for path in self._paths(root) for key in _COMMANDS)
        spans = sorted((node.value_start, node.end) for node in ours if node)
        for first, end in reversed(spans):
            if text[first:end] == old:
                text = text[:first] + json.dumps(self.command) + text[end:]
        return text

    def _added(self, text: str | None, where: str) -> str:
        if text is None:
            hooks = {event: [item] for event, item in self.items.items()}
            return (
                json.dumps({**dict(self.base), _ROOT: hooks}, ensure_ascii=False, indent=2) + "\n"
            )
        for event in self.lacks(text, where):
            text = self._with_event(text, event, where)
        return text

    def _with_event(self, text: str, event: str, where: str) -> str:
        root = self._root(text, where)
        item = self.items[event]
        hooks = root.at(_ROOT)
        items = root.at(_ROOT, event)
        if hooks is None:
            return jsonc.insert_member(text, root, _ROOT, {event: [item]})
        if items is None:
            return jsonc.insert_member(text, hooks, event, [item])
        return jsonc.insert_member(text, items, None, item)

    def _ways_out(self, text: str, path: _Path, where: str) -> Iterator[str]:
        """Yield the text without that command, first with all that it alone had filled."""
        root = self._root(text, where)
        if len(path) > 3 and len((root.at(*path[:4]) or root).children) == 1:
            path = path[:3]  # the whole group is ours
        shortest = path
        while 1 < len(shortest) < 4 and len((root.at(*shortest[:-1]) or root).children) == 1:
            shortest = shortest[:-1]
        for length in range(len(shortest), len(path) + 1):
            parent = root.at(*path[: length - 1])
            if parent is not None:
                yield jsonc.remove_child(text, parent, path[length - 1], with_comma=True)
                yield jsonc.remove_child(text, parent, path[length - 1], with_comma=False)

    def _root(self, text: str, where: str) -> JsonNode:
        """Return the settings, checked as far as we have to do with them."""
        root = jsonc.parse(text, where)
        shapes: list[tuple[JsonNode | None, type, str]]
        shapes = [(root, dict, "it"), (root.at(_ROOT), dict, _ROOT)]
        shapes += [(root.at(_ROOT, event), list, f"{_ROOT}.{event}") for event in self.items]
        for node, shape, name in shapes:
            if node is not None and not isinstance(node.value, shape):
                raise RefusedError(
                    f"{name} is not {'an object' if shape is dict else 'a list'}",
                    where=where,
                    hint="correct it in an editor, or put the hooks in by hand",
                )
        return root

    def _paths(self, root: JsonNode, only: str | None = None) -> list[_Path]:
        """Return where our commands stand, under one event or all: (hooks, event, index, …)."""
        hooks = root.at(_ROOT)
        found: list[_Path] = []
        for event, items in (hooks.children if hooks else {}).items():
            if isinstance(items.value, list) and only in (None, event):
                found += [(_ROOT, event, *path) for path in _in_items(items.value, self.agent)]
        return found

    def _foreign(self, text: str, where: str) -> Any:
        """Return the settings without our items, and without what only they had filled."""
        value = jsonc.parse(text, where).value
        hooks = value.get(_ROOT, {})
        for event, items in list(hooks.items()):
            if isinstance(items, list):
                hooks[event] = [kept for item in items if (kept := _without(item, self.agent))]
                if not hooks[event]:
                    del hooks[event]
        if not hooks:
            value.pop(_ROOT, None)
        return value


def _in_items(items: list[Any], agent: str) -> Iterator[_Path]:
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            continue
        if _is_ours(item, agent):
            yield (index,)
        inner = item.get(_ROOT)
        for place, hook in enumerate(inner if isinstance(inner, list) else ()):
            if _is_ours(hook, agent):
                yield (index, _ROOT, place)


def is_ours(command: object, agent: str) -> bool:
    """Test whether a command is `mem hook AGENT`, with whatever path or launcher before it."""
    program = r"(?:^|[\s/\\\"'])(?:mem(?:-md)?(?:\.exe)?[\"']?|memory_md_cli)"
    called = rf"{program} hook {re.escape(agent)}(?: \|\| true| \}})?\s*$"
    return isinstance(command, str) and re.search(called, command[-500:]) is not None


def _is_ours(hook: object, agent: str) -> bool:
    return isinstance(hook, dict) and any(is_ours(hook.get(key), agent) for key in _COMMANDS)


def _without(item: Any, agent: str) -> Any:
    if not isinstance(item, dict) or _is_ours(item, agent):
        return None if isinstance(item, dict) else item
    inner = item.get(_ROOT)
    if not isinstance(inner, list):
        return item
    kept = [hook for hook in inner if not _is_ours(hook, agent)]
    return {**item, _ROOT: kept} if kept or not inner else None
