"""`mem doctor`: everything that is wrong or risky in a memory, and what to do about each."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import MemError
from ..formats.learnings import Document
from ..model.finding import Finding
from ..rules.expiry import over_caps
from ..rules.named_files import is_stale, named_files
from ..rules.safety.instructions import gives_orders
from ..rules.safety.redact import redact
from ..store.layout import CONFIG, IGNORE
from ..store.repo import Repo, Snapshot
from .adr_check import record_findings
from .freshness import not_gone
from .held_back import held_back_edges, held_back_rows
from .merge.check import driver_findings, returned
from .merge.mend import fixable, mend
from .place import Place
from .prune import movable


def doctor(place: Place, *, fix: bool = False) -> tuple[Finding, ...]:
    """All findings, worst first; with `fix`, what is safe to mend is mended and not reported."""
    try:
        repo = place.memory()
    except MemError as fault:
        if fault.where != CONFIG and not fault.where.startswith(f"{CONFIG}:"):
            raise
        return (_from_error("config", fault, CONFIG),)
    findings = [
        Finding("config", "error", CONFIG, 0, fault, "correct the key; the default is in force")
        for fault in repo.faults
    ]
    if fix:
        mend(place, repo)
    findings += fixable(repo, [*_documents(repo), *_edges(repo)])
    findings += driver_findings(repo)
    findings += record_findings(repo)
    if fix and (repo.layout.root / ".mem").is_dir():
        with repo.writing():  # makes what is missing, and sweeps up
            pass
    ignores = (repo.layout.root / IGNORE, repo.layout.local / ".gitignore")
    if (repo.layout.root / ".mem").is_dir() and not any(path.exists() for path in ignores):
        findings.append(
            Finding(
                "ignore",
                "warning",
                IGNORE,
                0,
                "is missing, so git would take the lock and the logs in .mem/local",
                "mem doctor --fix",
                fixable=True,
            )
        )
    order = {"error": 0, "warning": 1, "info": 2}
    return tuple(sorted(findings, key=lambda f: (order[f.severity], f.path, f.line)))


def _from_error(code: str, fault: MemError, path: str) -> Finding:
    hint = fault.hint or "correct it in an editor, or take an older version from git"
    where, _, line = fault.where.rpartition(":")
    if line.isdigit():
        return Finding(code, "error", where, int(line), fault.message, hint)
    return Finding(code, "error", fault.where or path, 0, fault.message, hint)


def _documents(repo: Repo) -> Iterator[Finding]:
    paths = repo.layout.paths
    try:
        snapshot = repo.snapshot()
    except MemError as fault:
        yield _from_error("unreadable", fault, paths.learnings)
        return
    yield from snapshot.learnings.findings
    yield from snapshot.archive.findings
    yield from _risky(snapshot.learnings, paths.learnings)
    yield from _said_twice(snapshot.learnings, paths.learnings)
    yield from _stale(repo, snapshot.learnings, paths.learnings)
    pins = [placed for placed in snapshot.learnings.entries if placed.entry.pinned]
    if len(pins) > repo.settings.limits.pins:
        yield Finding(
            "pins",
            "warning",
            paths.learnings,
            pins[repo.settings.limits.pins].line,
            f"{len(pins)} entries are pinned; {repo.settings.limits.pins} is the most",
            "mem learnings unpin ID",
        )
    yield from _too_many(repo, snapshot)
    yield from returned(repo, snapshot)


def _too_many(repo: Repo, snapshot: Snapshot) -> Iterator[Finding]:
    items = movable(snapshot)
    over = over_caps(items, repo.settings)
    if over:
        size = sum(item.size for item in items)
        yield Finding(
            "over-cap",
            "info",
            repo.layout.paths.learnings,
            0,
            f"{len(items):,} extracted entries ({size:,} bytes) are over the cap of {over}; "
            "the next extract evicts those worth least",
            "mem prune, or raise eviction.max_entries and max_bytes in .mem/config.yaml",
        )


def _risky(document: Document, path: str) -> Iterator[Finding]:
    for placed in document.entries:
        reason = gives_orders(placed.entry)
        if reason:
            yield Finding(
                "held-back",
                "warning",
                path,
                placed.line,
                f"{placed.entry.id} is not shown in a context: {reason}",
                "say it as a fact about the project, or remove it",
            )
        secrets = redact(placed.entry.headline)[1]
        if secrets:
            yield Finding(
                "secret",
                "error",
                path,
                placed.line,
                f"{placed.entry.id} holds what looks like a secret ({', '.join(secrets)})",
                f"revoke it, then mem learnings remove {placed.entry.id} --purge",
            )


def _said_twice(document: Document, path: str) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for placed in document.entries:
        if placed.bare and placed.entry.id in first:
            yield Finding(
                "said-twice",
                "info",
                path,
                placed.line,
                f"line {first[placed.entry.id]} says the same, so no command can name either",
                "delete one of the two, or word it differently",
            )
        first.setdefault(placed.entry.id, placed.line)


def _stale(repo: Repo, document: Document, path: str) -> Iterator[Finding]:
    exists = not_gone(repo.layout, [placed.entry for placed in document.entries], ())
    for placed in document.entries:
        if is_stale(placed.entry, exists):
            gone = ", ".join(named_files(placed.entry)[:3])
            yield Finding(
                "stale",
                "info",
                path,
                placed.line,
                f"{placed.entry.id} is not shown: of the files it names none is left ({gone})",
                f"mem learnings remove {placed.entry.id}, if they will not come back",
            )


def _edges(repo: Repo) -> Iterator[Finding]:
    yield from held_back_rows(repo)
    try:
        snapshot = repo.snapshot(with_edges=True)
    except MemError as fault:
        if fault.where.startswith(repo.layout.paths.relationships):
            yield _from_error("relationships", fault, repo.layout.paths.relationships)
        return
    yield from held_back_edges(repo, snapshot)
