"""One thing `mem doctor` found, or one thing a reader could not read."""

from typing import Literal

from msgspec import Struct

Severity = Literal["error", "warning", "info"]


class Finding(Struct, frozen=True):
    """A fault and its remedy. `line` is 1-based, 0 where no line is meant."""

    code: str
    severity: Severity
    path: str
    line: int
    message: str
    hint: str = ""
    fixable: bool = False

    @property
    def where(self) -> str:
        """`path:line`, or the path alone."""
        return f"{self.path}:{self.line}" if self.line else self.path
