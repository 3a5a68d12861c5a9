"""`mem doctor`: all findings about a memory, worst first, and what `--fix` mended of them."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError
from ...files.layout import CONFIG
from ...memory.actions.file_status import note_anchors
from ...memory.actions.workspace import Workspace
from ...memory.disk.repo import Repo
from ...memory.disk.safety_verdicts import kept_verdicts
from ...merge.actions.driver import driver_findings, mend_driver
from ...merge.actions.mend import fixable, mend
from ...safety.secrets.redact import redact
from ..codes import from_error
from ..model import Finding
from .check_diary_and_records import diary_findings, found_records, record_findings
from .check_edited_by_hand import change_findings
from .check_local import config_findings, local_findings
from .check_memory import call_findings, edge_findings, entry_findings
from .check_secrets import secret_findings
from .memory_files import not_utf8, read_memory

_ORDER = {"error": 0, "warning": 1, "info": 2}
# Told what is looked at next, for a person who waits.
Tell = Callable[[str], None]


class Report(Struct, frozen=True):
    """What is wrong, worst first, and what was wrong until `--fix` mended it.

    `begun` says whether there is a memory, and not only a repository that could have one.
    """

    findings: tuple[Finding, ...]
    mended: tuple[Finding, ...] = ()
    begun: bool = True


def doctor(place: Workspace, *, fix: bool = False, tell: Tell | None = None) -> Report:
    """Look at all of a memory; with `fix`, mend first what is safe to mend.

    Raises NoMemoryError, and MemError where the root cannot be used at all.
    """
    try:
        repo = place.memory()
    except MemError as fault:
        if fault.where != CONFIG and not fault.where.startswith(f"{CONFIG}:"):
            raise
        found = from_error("config", fault, CONFIG)
        hint = "correct it and run mem doctor again: where the files are is not known until then"
        return Report((replace(found, hint=hint),))
    tell = tell or (lambda _: None)
    with kept_verdicts(repo.layout):
        before = _findings(repo, tell)
    if not fix:
        return Report(before, begun=_begun(repo))
    tell("mending")
    failed = _mend(place, repo, before)
    after = _findings(repo, tell)
    if failed is not None and not any(found.code == "unwritable" for found in after):
        failed.where = failed.where.removeprefix(f"{repo.layout.root}/")
        after = _sorted([*after, from_error("unwritable", failed, ".mem")])
    left = {(found.code, found.path, found.message) for found in after}
    mended = [f for f in before if f.fixable and (f.code, f.path, f.message) not in left]
    return Report(after, tuple(mended), _begun(repo))


def _begun(repo: Repo) -> bool:
    layout = repo.layout
    own = (layout.learnings, layout.archive, layout.relationships, layout.root / CONFIG)
    return any(path.exists() for path in (*own, layout.root / layout.paths.diary))


def _mend(place: Workspace, repo: Repo, findings: Iterable[Finding]) -> MemError | None:
    """Mend what can be; what went wrong with that."""
    try:
        mend(place, repo)
        note_anchors(repo)
        mend_driver(repo)
        if (repo.layout.root / ".mem").is_dir():
            with repo.writing():  # makes what is missing, and sweeps up
                pass
    except MemError as fault:
        # A memory in which nothing is to be mended need not be writable.
        return fault if any(found.fixable for found in findings) else None
    return None


def _findings(repo: Repo, tell: Tell) -> tuple[Finding, ...]:
    tell("reading")
    memory = read_memory(repo)
    records, unread = found_records(repo)
    found = [*config_findings(repo), *memory.faults, *unread]
    for subject, findings in (
        ("entries", entry_findings(memory)),
        ("edges", edge_findings(memory)),
        ("call graph", call_findings(memory)),
        ("diary", diary_findings(memory)),
        ("encodings", not_utf8(memory)),
        ("decision records", record_findings(memory, records)),
        ("secrets", secret_findings(memory, records)),
        (".mem/local", local_findings(memory)),
        ("changes", change_findings(repo)),
        ("git", driver_findings(repo)),
    ):
        tell(subject)
        found += findings
    return _sorted(_once(fixable(repo, found)))


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings without what another says already, and without any secret."""
    seen: set[tuple[str, str, int, str]] = set()
    for found in findings:
        message, kinds = redact(found.message)
        found = replace(found, message=message) if kinds else found
        key = (found.code, found.path, found.line, found.message)
        if key not in seen:
            seen.add(key)
            yield found


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (_ORDER[f.severity], f.path, f.line, f.code)))
