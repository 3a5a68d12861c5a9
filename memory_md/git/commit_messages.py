"""What commits say: author date, message and files, as git tells it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from .process import ask_git

_SECONDS: Final = 60.0
_FORMAT: Final = "%x01%H%x02%aI%x02%B%x03"


class CommitMessage(Struct, frozen=True):
    """A commit's message; `authored` is ISO 8601 with its zone, `files` are seen from the root."""

    id: str
    authored: str
    text: str
    files: tuple[str, ...]

    @property
    def subject(self) -> str:
        """The first line."""
        return self.text.strip().split("\n", 1)[0].strip()

    @property
    def body(self) -> str:
        """What stands below the first line."""
        return self.text.strip().partition("\n")[2].strip()


def messages_of(root: Path, commits: Sequence[str]) -> Iterator[CommitMessage]:
    """Yield what these commits say, in their order."""
    if not commits:
        return
    options = ["--no-walk=unsorted", "--stdin", f"--format={_FORMAT}", "--name-only", "--relative"]
    plain = ["--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-color", "-z"]
    stdin = "\n".join(commits).encode() + b"\n"
    log = ask_git(root, ["log", *options, *plain], seconds=_SECONDS, stdin=stdin) or ""
    for record in log.split("\x01")[1:]:
        head, _, rest = record.partition("\x03")
        id_, authored, text = head.split("\x02", 2)
        files = (name.strip("\n") for name in rest.split("\0"))
        yield CommitMessage(id_, authored, text, tuple(name for name in files if name))
