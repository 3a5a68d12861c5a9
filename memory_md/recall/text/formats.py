"""The context block as it leaves `mem context`: Markdown, JSON-able values, XML.

XML: `<memory version tokens chars budget>` holds `<section name>`, which holds `<line id score>`,
and a `<request>`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import to_builtins

from ...base.regex import regex
from ..model.block import SECTIONS, Block, BlockLine, in_print_order, section_heading

_ESCAPES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;"}
)
# What XML 1.0 cannot hold, not even escaped.
_NOT_XML: Final = regex(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def block_text(lines: Sequence[BlockLine]) -> str:
    """Return the Markdown of the block with its final newline; empty where there are no lines."""
    paragraphs: list[str] = []
    group: tuple[str, ...] = ()
    for section, members in in_print_order(lines).items():
        if SECTIONS[section] != group:
            group = SECTIONS[section]
            paragraphs.extend(group)
        paragraphs.append("\n".join([section_heading(section), *(f"- {m.text}" for m in members)]))
    return "\n\n".join(paragraphs) + "\n" if paragraphs else ""


def to_dict(block: Block) -> dict[str, Any]:
    """Return the block as JSON-able values, version 1; lines in the order they are printed."""
    return {
        "version": 1,
        "text": block.text,
        "tokens": block.tokens,
        "chars": block.chars,
        "budget": block.budget,
        "lines": [_line(line) for line in _printed(block)],
        "left_out": [{"id": left.id, "reason": left.reason} for left in block.left_out],
        **({"request": block.request} if block.request else {}),
    }


def _line(line: BlockLine) -> dict[str, Any]:
    found: dict[str, Any] = to_builtins(line)
    del found["exempt"]
    if not line.session:
        del found["session"]
    return found


def to_xml(block: Block) -> str:
    """Return the block as a well-formed document, one `<memory>`; empty where nothing is said."""
    if not block.lines and not block.request:
        return ""
    counts = {"tokens": block.tokens, "chars": block.chars, "budget": block.budget}
    written = [f"<memory{_attributes({'version': 1, **counts})}>"]
    for section, lines in in_print_order(block.lines).items():
        written.append(f"  <section{_attributes({'name': section})}>")
        for line in lines:
            known = {"id": line.id} if line.id else {}
            opened = _attributes({**known, "score": _number(line.score)})
            written.append(f"    <line{opened}>{_escaped(line.text)}</line>")
        written.append("  </section>")
    if block.request:
        written.append(f"  <request>{_escaped(block.request.rstrip())}</request>")
    written.append("</memory>")
    return "\n".join(written) + "\n"


def _printed(block: Block) -> list[BlockLine]:
    return [line for lines in in_print_order(block.lines).values() for line in lines]


def _attributes(values: Mapping[str, object]) -> str:
    return "".join(f' {name}="{_escaped(str(value))}"' for name, value in values.items())


def _escaped(text: str) -> str:
    return _NOT_XML.sub("", text).translate(_ESCAPES)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
