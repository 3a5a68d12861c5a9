"""Notes the code that older entries name, for which no anchors were noted yet."""

import contextlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import asdict

from ..disk.anchors import anchors_of
from ..disk.repo import Change, Repo, Snapshot
from ..model.evidence import Evidence
from ..rules.stated_values import names_code


def note_anchors(repo: Repo) -> None:
    """Add a line of evidence to each entry without anchors that names code that is there.

    The line moves no number. A memory without such an entry is not written to.
    """
    new = _lines(repo, repo.snapshot())
    if new:
        repo.transact(lambda now: (Change(evidence=_lines(repo, now)), None))


def _after(known: Iterable[Evidence]) -> str:
    """Return the second after the newest line: two branches write the same."""
    newest = max(line.at for line in known)
    with contextlib.suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(newest) + timedelta(seconds=1)
        return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
    return newest


def _lines(repo: Repo, snapshot: Snapshot) -> tuple[Evidence, ...]:
    entries = [
        placed.entry
        for placed in snapshot.learnings.entries
        if placed.own_evidence and not placed.bullet.conflicted and not placed.entry.anchors
        if names_code(placed.entry)
    ]
    found = anchors_of(repo.layout, entries) if entries and snapshot.lines is not None else {}
    return tuple(
        Evidence(id_, _after(known), "", "said", "tool", anchors=(*map(asdict, made),))
        for id_, made in found.items()
        if made and (known := snapshot.evidence.get(id_))
    )
