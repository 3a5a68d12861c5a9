"""What somebody else changed in the memory's files: neither `mem` nor a commit explains it."""

from collections.abc import Iterator
from typing import Final

from ...base.errors import MemError
from ...files import read_bytes
from ...files.layout import LOCAL, Layout
from ...files.seals import NAME, line_hashes, read_seals, sealed_files
from ...git.head import is_busy
from ...git.line_history import committed_lines, was_committed
from ...git.process import ask_git
from ...memory.disk.repo import Repo
from ...memory.text.learnings import parse
from ..codes import finding
from ..model import Finding

_MOST_NAMED: Final = 8  # lines in one finding


def change_findings(repo: Repo) -> Iterator[Finding]:
    """Yield what `mem` did not write and no commit holds; nothing while git merges or rebases."""
    layout = repo.layout
    seals = read_seals(layout)
    if seals.broken:
        message = "this line does not follow from the one before it"
        yield finding("seals", f"{LOCAL}/{NAME}", seals.broken, message)
    if is_busy(layout.tree):
        return
    for name, path in sealed_files(layout).items():
        if name not in seals.files:
            continue
        try:
            data = read_bytes(path, layout.tree, name=name)
        except MemError:
            continue
        if data is not None:
            yield from _of_file(layout, name, data, seals.files[name])


def _of_file(layout: Layout, name: str, data: bytes, sealed: dict[str, bool]) -> Iterator[Finding]:
    now = line_hashes(data)
    inside = (layout.root.resolve() / name).relative_to(layout.tree.resolve()).as_posix()
    head = ask_git(layout.tree, ["cat-file", "blob", f"HEAD:{inside}"])
    was = line_hashes((head or "").encode("utf-8", "surrogateescape"))
    foreign = {key: line for key, line in now.items() if key not in sealed and key not in was}
    removed = {key for key in was if key not in now and sealed.get(key, True)}
    if not (foreign or removed) or was_committed(layout.tree, inside, data):
        return
    if foreign:
        lines = committed_lines(layout.tree, inside) or ()
        known = line_hashes("\n".join(lines).encode("utf-8", "surrogateescape"))
        foreign = {key: line for key, line in foreign.items() if key not in known}
    numbers = sorted(foreign.values())
    if name == layout.paths.learnings:
        text = data.decode("utf-8", "surrogateescape")
        numbers = [p.line for p in parse(text, name).entries if p.line in numbers]
        if numbers and head is not None:
            message = f"{_lines(numbers)} {'was' if len(numbers) == 1 else 'were'} typed in"
            yield finding("typed-in", name, numbers[0], message)
        return
    if numbers:
        message = f"{_lines(numbers)}: written by neither mem nor a commit"
        yield finding("changed-elsewhere", name, numbers[0], message)
    if removed:
        count = f"{len(removed)} line{'' if len(removed) == 1 else 's'}"
        message = f"{count} of HEAD missing here, removed by neither mem nor a commit"
        yield finding("changed-elsewhere", name, 0, message)


def _lines(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:_MOST_NAMED]))
    more = f" and {len(numbers) - _MOST_NAMED} more" if len(numbers) > _MOST_NAMED else ""
    return f"line{'' if len(numbers) == 1 else 's'} {shown}{more}"
