"""The index of hints: of which words each text has one that an expression of a person matches."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from memory_md.base.sparse_regex import index_of
from memory_md.extract.rules import sentence_marks, word_table

INDEX: Final = Path(word_table.__file__).with_name(word_table.INDEX)


def index() -> str:
    """Return the text of the index, as follows from the tables of words."""
    return index_of(sentence_marks.table_lines().values())
