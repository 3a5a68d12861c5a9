"""Reads values of JSON that others wrote, where a value may have any type."""

from collections.abc import Iterator
from typing import Any


def at(value: object, *keys: str) -> Any:
    """Return what stands at these keys of objects in objects; None where they lead nowhere."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Yield the objects of a list; nothing of any other value."""
    return (
        (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())
    )


def string(value: object) -> str:
    """Return the value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""
