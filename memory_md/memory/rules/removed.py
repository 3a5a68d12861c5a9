"""What a person took out for good, and how that is known when it turns up again."""

from typing import Final

from msgspec.structs import replace

from ...base.identity import identity_form, short_id
from ..model.entry import DELETED, RETRACTED, Entry, as_written, says_the_same

# Why something left that stays out, whoever says it again.
REJECTED: Final = frozenset({"removed", "merged", RETRACTED, DELETED})
_BY_A_PERSON: Final = frozenset({"removed", "merged", "forgotten", RETRACTED})


def was_removed(live: Entry, archived: Entry | None) -> bool:
    """Whether a live entry is one that a person took out, brought back by a merge.

    `archived` is what the archive holds under its ID. It is so where the entry is as it was, or
    where a branch that never had it met it. A line that a person changed since, or wrote without
    a comment, is back for good.
    """
    if (
        archived is None
        or archived.archived is None
        or archived.archived.reason not in _BY_A_PERSON
    ):
        return False
    unchanged = replace(archived, archived=None, extra=live.extra)
    if as_written(unchanged) == as_written(live):
        return True
    return not live.manual and not live.pinned and says_the_same(live, archived)


def purge_mark(text: str) -> str:
    """The hash that stands for a purged text, whatever its kind."""
    return short_id("purged", identity_form(text)) + short_id("purged twice", identity_form(text))
