"""A command that changes the memory, as `mem undo` names it."""

from msgspec import Struct


class Command(Struct, eq=False):
    """Its words ("learnings edit"), its moment, and its record in the undo log once it has one.

    Nothing is recorded of a command without a name, nor of one whose record was given up.
    """

    name: str = ""
    at: str = ""
    record: str = ""
    is_given_up: bool = False
