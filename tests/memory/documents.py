"""Cruel documents: soups of nasty lines, the corpus, and what CommonMark says of them."""

from __future__ import annotations

from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

# Soups are cheap, and the odd ones are rare.
MANY = settings(max_examples=3 * settings().max_examples)

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "learnings"

BLOCKS = (
    *("- a", "* b", "+ c", "  - n", "    - d", "1. o", "   - u", "2) z", "- - m", "-", "  -", "*"),
    *("1.", "-\ttab item", "\t- t", "-     code", "1. - x", "- > q", "- ```", "-   three"),
    *("```", "~~~", "  ```", "> q", "> - q", "   > q", "", "", "text", "   text", "    text"),
    *("# H", "# Learnings", "## S ##", "===", "---", "***", "* * *", "a | b\n--|--\n1 | 2"),
    *("<div>", "</div>", "<!-- c", "-->", "<!-- x -->", "<b>", '<b a="c">', "<pre>", "</pre>"),
    *("<script>", "</script>", "    code", "\ttab", "  cont", "      deep"),
)
ENTRIES = (
    *("- [ ] t", "- [x] done", "- [x](y)", "- q <!-- note -->", "- Always `a b`  "),
    "- [2026-02-02] Decision (high): x <!-- mem:k3v9q2xa -->",
    "- w <!-- mem:p0d7w1bz conf=0.7 --> more",
    "- z `<!-- mem:k3v9q2xa -->`",
    "- t <!-- mem:bad -->",
    "- [2026-02-02] Fixed: y",
    "   <!-- mem:1x8rr0ce -->",
    "- a\u2028b\x0cc",
)
CONFLICTS = ("<<<<<<< ours", "=======", ">>>>>>> theirs")


def soups(*pools: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Documents of such lines, with LF or CRLF, with or without final newline and BOM."""
    lines = st.lists(st.sampled_from([line for pool in pools for line in pool]), max_size=10)
    return st.builds(
        lambda rows, newline, end, bom: bom + newline.join("\n".join(rows).split("\n")) + end,
        lines,
        st.sampled_from(["\n", "\n", "\r\n"]),
        st.sampled_from(["", "\n"]),
        st.sampled_from(["", "", "\ufeff"]),
    )


SOUPS = soups(BLOCKS, ENTRIES, CONFLICTS)


def decode(data: bytes) -> str:
    """Bytes as the store reads them."""
    return data.decode("utf-8", "surrogateescape")


def corpus() -> list[Path]:
    """The documents written for these tests."""
    return sorted(CORPUS.glob("*.md"))


# -- what CommonMark says ------------------------------------------------------------------------


def _reader(*, tables: bool) -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"maxNesting": 10_000})
    return reader.enable("table") if tables else reader


_READERS = {tables: _reader(tables=tables) for tables in (False, True)}


def _body(text: str) -> str:
    """The text with BOM and front matter made into blank lines: neither is CommonMark's."""
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[0].rstrip() == "---":
        for index, line in enumerate(lines[1:], start=1):
            if line.rstrip() in {"---", "..."}:
                return "\n" * (index + 1) + "\n".join(lines[index + 1 :])
    return "\n".join(lines)


def commonmark_bullets(text: str, *, tables: bool = False) -> list[int]:
    """Lines (from 1) of the list items that lie in no quote and in nothing but numbered items."""
    found: list[int] = []
    around: list[str] = []
    for token in _READERS[tables].parse(_body(text)):
        if token.type.endswith(("list_open", "blockquote_open")):
            around.append(token.type)
        elif token.type.endswith(("list_close", "blockquote_close")):
            around.pop()
        elif (
            token.type == "list_item_open"
            and token.map
            and all(outer == "ordered_list_open" for outer in around[:-1])
        ):
            found.append(token.map[0] + 1)
    return list(dict.fromkeys(found))
