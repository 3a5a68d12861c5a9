"""The arguments of a tool: their JSON Schema for a client, and the check of what it sends.

The schemas use no more than every client understands: no references, unions or nulls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from ...base.errors import UsageError
from ...recall.model.context_options import ContextOption

Type = Literal["string", "integer", "number", "boolean", "array"]

_TYPES: Final[Mapping[Type, str]] = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list of texts",
}


class Argument(Struct, frozen=True):
    """An argument by name; `least` and `most` bound a number, a text's length or a list's."""

    name: str
    type: Type
    description: str
    required: bool = False
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    @classmethod
    def of(cls, option: ContextOption) -> Argument:
        """Return an option of `mem context` as an argument of its tool."""
        return cls(option.name, option.type, option.tool, least=option.least, most=option.most)

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        value: dict[str, Any] = {"type": self.type, "description": self.description}
        if self.type == "array":
            value["items"] = {"type": "string"}
        if self.choices:
            value["enum"] = list(self.choices)
        low, high = {
            "string": ("minLength", "maxLength"),
            "array": ("minItems", "maxItems"),
        }.get(self.type, ("minimum", "maximum"))
        bounds = {low: self.least, high: self.most}
        return value | {key: bound for key, bound in bounds.items() if bound is not None}

    def checked(self, value: object) -> Any:
        """Return the value, in the argument's type. Raises UsageError."""
        value = _as_type(self.type, value)
        if value is None:
            raise UsageError(f"{self.name} must be {_TYPES[self.type]}")
        size: Any = len(value) if isinstance(value, (str, list)) else value
        unit = {"string": " characters", "array": " items"}.get(self.type, "")
        if self.least is not None and size < self.least:
            raise UsageError(f"{self.name} must have at least {self.least}{unit}, not {size}")
        if self.most is not None and size > self.most:
            raise UsageError(f"{self.name} must have at most {self.most}{unit}, not {size}")
        if self.choices and value not in self.choices:
            raise UsageError(f"{self.name} must be one of: {', '.join(self.choices)}")
        return value


def schema_of(arguments: Sequence[Argument]) -> dict[str, Any]:
    """Return the JSON Schema of all arguments of a tool."""
    return {
        "type": "object",
        "properties": {argument.name: argument.schema() for argument in arguments},
        "required": [argument.name for argument in arguments if argument.required],
        "additionalProperties": False,
    }


def checked(arguments: Sequence[Argument], given: Mapping[str, object] | None) -> dict[str, Any]:
    """Return what was given, by name, each in its type; null is as if it were not there.

    Raises UsageError.
    """
    told = {name: value for name, value in (given or {}).items() if value is not None}
    known = {argument.name: argument for argument in arguments}
    for name in told:
        if name not in known:
            raise UsageError(
                f"there is no argument {name[:40]!r}", hint=f"there are: {', '.join(known)}"
            )
    for argument in arguments:
        if argument.required and argument.name not in told:
            raise UsageError(f"{argument.name} is missing", hint=argument.description)
    return {name: known[name].checked(value) for name, value in told.items()}


def _as_type(wanted: Type, value: object) -> Any:
    """Return the value in the wanted type; None where it has another."""
    match wanted, value:
        case "boolean", bool():
            return value
        case "integer" | "number", bool():
            return None
        case "integer" | "number", int():
            return value
        case "integer", float() if value.is_integer():
            return int(value)
        case "number", float() if value == value:  # and not NaN
            return value
        case "string", str():
            return _encodable(value)
        case "array", str():
            return [_encodable(value)]
        case "array", list() if all(isinstance(each, str) for each in value):
            return [_encodable(each) for each in value]
    return None


def _encodable(text: str) -> str:
    """Return the text without lone surrogates, which JSON may hold and UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")
