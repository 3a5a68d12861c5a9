"""Our part of a file that an agent reads: hooks, a block of instructions, or the whole file.

Each kind puts our part into a text (`put`), takes it out again (`take`; None if there was no file
before) and names what `lacks`. A text of None is a file that is not there; `where` is the name of
the file for messages. All raise MemError, and none touches a disk.
"""

from msgspec import Struct

from ...base.errors import RefusedError
from ...markdown import marked_block
from .json_hooks import JsonHooks
from .toml_hooks import TomlHooks


class MarkdownBlock(Struct, frozen=True):
    """A marked block at the end of instructions for agents."""

    body: str

    def put(self, text: str | None, where: str) -> str:
        """See the module."""
        return marked_block.with_block(text or "", self.body, marked_block.MARKDOWN, where)

    def take(self, text: str, where: str) -> str | None:
        """See the module."""
        return marked_block.file_without_block(text, marked_block.MARKDOWN, where)

    def lacks(self, text: str | None, where: str) -> tuple[str, ...]:
        """See the module."""
        return () if self.put(text, where) == text else ("the block",)


class WholeFile(Struct, frozen=True):
    """A file that is ours from its first byte to its last."""

    content: str

    def put(self, text: str | None, where: str) -> str:
        """See the module."""
        self._refuse_others(text, where)
        return self.content

    def take(self, text: str, where: str) -> str | None:
        """See the module."""
        self._refuse_others(text, where)
        return None

    def lacks(self, text: str | None, where: str) -> tuple[str, ...]:
        """See the module."""
        self._refuse_others(text, where)
        return () if text == self.content else ("the file",)

    def _refuse_others(self, text: str | None, where: str) -> None:
        """One that we wrote opens as ours does, whichever version of us wrote it."""
        opening = self.content.partition("\n")[0]
        if text is not None and not text.startswith(opening):
            raise RefusedError(
                "is not one that `mem` wrote", where=where, hint="rename it and try again"
            )


Part = JsonHooks | TomlHooks | MarkdownBlock | WholeFile
