"""A definition in a source file: its qualified name, and where its lines begin and end."""

from msgspec import Struct


class Definition(Struct, frozen=True):
    """What a file defines under a name: `first` and `last` are lines, from 1, both inclusive.

    The name is qualified within the file: `Client.send`. A name may be defined several times.
    """

    name: str
    first: int
    last: int
