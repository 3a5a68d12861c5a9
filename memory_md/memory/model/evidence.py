"""One line of evidence: what was said or done about an entry, by whom, when, and in which task."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, field

MOST_QUOTED: Final = 300
MOST_FILES: Final = 12
# The acts in which a person sets a confidence; what came before counts no more.
BY_A_PERSON: Final = frozenset({"confirmed", "edited", "reset"})


class Evidence(Struct, frozen=True, omit_defaults=True):
    """Why an entry is believed; its JSON form is a line of `.mem/evidence.jsonl`.

    `at` is when it was said (ISO 8601 in UTC), `who` is person, agent or tool. `act` is said,
    approved, confirmed, edited, contradicted, reset, withdrawn, or migrated: what an entry's own
    comment told in the first format, which is all that `seen`, `tasks` and `last` are for. `by` is
    the ID of what contradicted it, and `amends` says that it stands in its place; `conf` is the
    first confidence or the one that was set, and with contradicted the one that was not lowered.
    `source` is a name, never a path outside the repository; `files` are those of the `commit`.
    """

    id: str
    at: str
    task: str
    act: str
    who: str
    by: str = ""
    conf: Annotated[float, Meta(ge=0, le=1)] | None = None
    seen: Annotated[int, Meta(gt=0, lt=10**9)] | None = None
    tasks: tuple[str, ...] | None = field(default=None, name="from")
    last: str = ""
    source: str = ""
    line: int = 0
    quote: str = ""
    commit: str = ""
    files: tuple[str, ...] = ()
    amends: bool = False
    anchors: tuple[Mapping[str, Any], ...] = ()

    @property
    def day(self) -> str:
        """The calendar day (UTC), "2026-02-02"."""
        return self.at[:10]
