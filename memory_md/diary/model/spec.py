"""What a spec says of the files it is about."""

from __future__ import annotations

from msgspec import Struct


class AllowedFile(Struct, frozen=True):
    """A file that a spec allows to be changed.

    `path` is as the spec writes it, with `/`, without a line suffix, one of a brace set each. One
    that ends in `/` is a folder. `glob` says that it holds `*` or `?`; brackets stand for
    themselves. `new` says that the spec has it made.
    """

    path: str
    glob: bool = False
    new: bool = False
