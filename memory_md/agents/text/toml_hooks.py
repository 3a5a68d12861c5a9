"""Our hooks in Codex's TOML settings: arrays of tables in a marked block at the end."""

import tomllib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ...base.errors import RefusedError, UnreadableError
from ...markdown import marked_block


class TomlHooks(Struct, frozen=True):
    """An item for each event. What the methods do: see `parts.py`."""

    items: Mapping[str, Mapping[str, Any]]

    def put(self, text: str | None, where: str) -> str:
        """Both texts are parsed, to prove that only our hooks were added."""
        old = self._parsed(text or "", where)
        if not self.lacks(text, where) and '"mem hook codex"' not in (text or ""):
            return text or ""
        new = marked_block.with_block(text or "", self._body(), marked_block.HASH, where)
        try:
            added = tomllib.loads(new)
        except tomllib.TOMLDecodeError as fault:
            raise RefusedError(
                f"has hooks in a form that cannot be added to ({fault})",
                where=where,
                hint="write them as [[hooks.EVENT]] tables, or move them to .codex/hooks.json",
            ) from None
        if self._foreign(added) != self._foreign(old):
            raise RefusedError(
                f"something else than our hooks stands between {marked_block.HASH.begin!r} and"
                f" {marked_block.HASH.end!r}",
                where=where,
                hint="move it out of there, or put the hooks in by hand",
            )
        return new

    def take(self, text: str, where: str) -> str | None:
        """See the module."""
        return marked_block.file_without_block(text, marked_block.HASH, where)

    def lacks(self, text: str | None, where: str) -> tuple[str, ...]:
        """See the module."""
        hooks = self._parsed(text or "", where).get("hooks", {})
        return tuple(
            event
            for event, item in self.items.items()
            if not any(item["hooks"][0]["command"] in str(group) for group in hooks.get(event, ()))
        )

    def _foreign(self, value: dict[str, Any]) -> dict[str, Any]:
        hooks = {
            event: [item for item in items if item != self.items.get(event)]
            for event, items in value.get("hooks", {}).items()
            if isinstance(items, list)
        }
        return {**value, "hooks": {event: items for event, items in hooks.items() if items}}

    def _body(self) -> str:
        lines = []
        for event, item in self.items.items():
            lines += [f"[[hooks.{event}]]", f"[[hooks.{event}.hooks]]"]
            lines += [f"{key} = {_toml(value)}" for key, value in item["hooks"][0].items()]
        return "\n".join(lines)

    def _parsed(self, text: str, where: str) -> dict[str, Any]:
        try:
            value = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
            str(value)  # fails for a long hexadecimal number, which Python reads and cannot write
        except (tomllib.TOMLDecodeError, RecursionError) as fault:
            raise UnreadableError(f"is not valid TOML: {fault}", where=where) from None
        except ValueError:  # Python's message speaks of its settings
            message = "is not valid TOML: a number of too many digits"
            raise UnreadableError(message, where=where) from None
        hooks = value.get("hooks", {})
        if not isinstance(hooks, dict):
            raise RefusedError("hooks is not a table", where=where, hint="correct it in an editor")
        for event in self.items:
            if not isinstance(hooks.get(event, []), list):
                message = f"hooks.{event} is not an array of tables"
                raise RefusedError(message, where=where, hint="correct it in an editor")
        return value


def _toml(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
