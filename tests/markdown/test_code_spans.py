"""Code spans of a line, beside CommonMark's own reader."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memory_md.markdown.code_spans import code_spans


@given(line=st.text(st.sampled_from("ab`\\ "), max_size=20))
def test_the_code_spans_are_those_of_commonmark(line: str) -> None:
    line = f"x{line}x"
    tokens = MarkdownIt("commonmark").parseInline(line)[0].children or []
    expected = [token.content.strip() for token in tokens if token.type == "code_inline"]
    spans = code_spans(line)
    assert [content for _, _, content in spans] == expected
    assert all(line[start] == line[end - 1] == "`" for start, end, _ in spans)


def test_many_ticks_are_read() -> None:
    assert code_spans("`" * 100_000) == []
    assert code_spans("\\" * 100_000) == []
    assert len(code_spans("`a` " * 50_000)) == 50_000
    assert code_spans("".join("`" * n + " " for n in range(1, 400))) == []
