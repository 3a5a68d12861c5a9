"""Which lines an agent has before it already, in files that it loads by itself. Pure."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from ...base.identity import identity_form
from ...memory.model.entry import Entry
from ...terms.search_query import content_terms, shared_part
from ..model.block import AgentFiles, BlockLine

_IMPORTED: Final = "import:"
_HEADINGS: Final = 3  # before an imported line, at most
_SAME: Final = 0.9  # of an imported entry's terms, that stand in one statement of its file


class LoadedLines:
    """The statements of an agent's files, to be asked for lines."""

    def __init__(self, files: AgentFiles, entries: Mapping[str, Entry]) -> None:
        self._names = {f"{_IMPORTED}{name}" for name in files.names}
        self._statements = files.statements
        self._forms = frozenset(files.statements)
        self._entries = entries

    @cached_property
    def _terms(self) -> Sequence[frozenset[str]]:
        return [content_terms(statement) for statement in self._statements]

    def has(self, line: BlockLine) -> bool:
        """Return whether a statement is that of the line, or of its entry.

        What was imported from such a file was worded anew, under its heading: most of the terms
        of all of it, or of what stands behind the heading, are enough.
        """
        entry = self._entries.get(line.id)
        text = entry.text if entry else line.text
        if identity_form(text) in self._forms:
            return True
        if entry is None or self._names.isdisjoint(entry.tasks):
            return False
        ends = [text[at + 2 :] for at in range(len(text)) if text.startswith(": ", at)]
        worded = [
            terms for one in (text, *ends[:_HEADINGS]) if len(terms := content_terms(one)) > 1
        ]
        return any(shared_part(terms, own) >= _SAME for terms in worded for own in self._terms)
