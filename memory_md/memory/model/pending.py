"""A candidate that waits in the inbox: for a second task that says it too, or for a person."""

from msgspec import Struct

from .entry import headline
from .evidence import Evidence


class Pending(Struct, frozen=True, omit_defaults=True):
    """What one task said, and is not sure enough for learnings.md.

    `at` is when it was found (ISO 8601 in UTC), `score` 0 to 1, `confidence` what the entry starts
    with. `source` is a name, never a path outside the repository; `files` are those of `commit`.
    `contradicts` is the ID of an entry that contradicts it, `amends` says that what was decided
    before gives way to it. `retracts` are IDs of entries that the text may take back: then it is a
    question to a person, and never becomes an entry.
    """

    id: str
    kind: str
    text: str
    at: str
    task: str
    qualifier: str = ""
    score: float = 0.0
    confidence: float = 0.5
    source: str = ""
    line: int = 0
    reason: str = ""
    contradicts: str = ""
    amends: bool = False
    retracts: tuple[str, ...] = ()
    who: str = "agent"
    quote: str = ""
    commit: str = ""
    files: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """Label, qualifier and text, as the line of the entry would have them."""
        return headline(self.kind, self.qualifier, self.text)

    def evidence(self, id_: str) -> Evidence:
        """Return the line of evidence for the entry that it becomes."""
        return Evidence(
            id=id_,
            at=self.at,
            task=self.task,
            act="said",
            who=self.who,
            conf=None if self.confidence == 0.5 else self.confidence,
            source=self.source,
            line=self.line,
            quote=self.quote,
            commit=self.commit,
            files=self.files,
        )
