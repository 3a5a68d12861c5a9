"""The graph as text, Mermaid, DOT and a page: nothing a label says can steer what shows it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.graph.model import Graph
from memory_md.graph.rules.query import graph_of
from memory_md.graph.text import (
    MOST_CHARACTERS,
    MOST_EDGES,
    is_graph,
    to_dot,
    to_html,
    to_mermaid,
    to_text,
)
from memory_md.memory.model.relationship import Relationship

from ..pages import check_policy, data_of, drawn
from ..rows import check_rows
from ..source import ROOT

TEMPLATE = (ROOT / "templates" / "graph.html").read_text(encoding="utf-8")
DAY = "2026-02-02T12:00:00.000Z"
FORMATS: dict[str, Callable[[Graph], str]] = {
    "text": to_text,
    "mermaid": to_mermaid,
    "fenced": lambda graph: to_mermaid(graph, fenced=True),
    "dot": to_dot,
    "html": lambda graph: to_html(graph, TEMPLATE),
}
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    '"quoted" `back` \\',
    "end",
    "[brackets] {braces} |pipe|",
    "%%{init: {'theme':'dark'}}%%",
    "direction LR",
    "#quot; &quot;",
    "$$x$$ fa:fa-car",
    "\\N \\G",
    "@DATA@ @CSP@",
    "\u202eevil\x1b[31m\nline\u2028",
    "**b** __i__",
    "- list",
    "1. list",
    "日本語" * 40,
    "",
]


def edge(type_: str, source: str, target: str, label: str = "", **fields: str) -> Relationship:
    return Relationship(type_, source, target, label, **fields)  # type: ignore[arg-type]


SMALL = [
    edge("decision_file", "d1", "src/jwt.ts", "Use JWT", session="t1", created_at=DAY),
    edge("file_risk", "src/jwt.ts", "Security", "Token exposure"),
    edge("decision_risk", "d1", "Security", "Token exposure"),
]


def every_way(text: str) -> list[Relationship]:
    return [
        edge("decision_file", text, f"src/{text}", text, session=text, created_at=text),
        edge("file_risk", f"src/{text}", text, text),
        edge("file_risk", "src/a.ts", text, "other"),
        edge("decision_risk", text, text, text),
    ]


# -- what must not happen ----------------------------------------------------------------------


@check_rows("text", HOSTILE)
def test_a_label_ends_no_element_of_the_page(text: str) -> None:
    page = to_html(graph_of(every_way(text)), TEMPLATE)
    empty = to_html(Graph(), TEMPLATE)
    for mark in ("<script", "</script", "<!--", "<style", "</"):
        assert page.count(mark) == empty.count(mark)
    assert any(node["kind"] == "decision" for node in data_of(page)["nodes"])


def test_the_page_needs_no_network_and_may_not_use_one() -> None:
    check_policy(to_html(graph_of(SMALL), TEMPLATE))


@check_rows("text", HOSTILE)
def test_a_label_is_no_syntax_of_mermaid(text: str) -> None:
    for line in to_mermaid(graph_of(every_way(text))).split("\n")[2:]:
        for label in re.findall(r'"([^"]*)"', line):
            rest = re.sub(r"#\d+;", "", label)
            assert not re.search(r"[\"\[\]{}<>|`#&;:%$\\*_]|\bdirection\b", rest), line
            assert not re.match(r"[-+]|\d+\.", label), line
        assert line.count('"') % 2 == 0


@check_rows("name", FORMATS)
@check_rows("text", HOSTILE)
def test_what_cannot_be_seen_is_in_no_drawing(name: str, text: str) -> None:
    drawn = FORMATS[name](graph_of(every_way(text)))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028]", drawn)
    drawn.encode("utf-8")


def test_mermaid_gets_no_more_than_it_draws() -> None:
    long = "a decision with a good many words in it " * 5
    many = [edge("decision_file", f"d{i}", f"src/{i}/{'x' * 60}.ts", long) for i in range(900)]
    text = to_mermaid(graph_of(many))
    assert len(text) <= MOST_CHARACTERS
    assert 200 < text.count(" --> ") <= MOST_EDGES
    assert "oldest edges are left out" in text
    assert "d_899" not in text, "nodes are called by their hash"


def test_a_file_that_a_person_wrote_is_not_taken_for_ours() -> None:
    assert not is_graph(b"# Memory graph: ours\n")
    assert not is_graph(b"see\nMemory graph: 1\n")
    assert not is_graph(to_mermaid(graph_of(SMALL), fenced=True).encode() + b"\nMy words.\n")


# -- what must ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_every_drawing_is_known_as_ours(name: str) -> None:
    for graph in (Graph(), graph_of(SMALL)):
        data = FORMATS[name](graph).encode()
        assert is_graph(data)
        assert is_graph(data.replace(b"\n", b"\r\n"))


def test_text_is_a_tree_of_files() -> None:
    assert to_text(graph_of(SMALL, {("decision", "d1"): "removed"})) == (
        "Memory graph: 1 decision, 1 file, 1 risk, 3 edges\n"
        "\n"
        "src/jwt.ts\n"
        "├─ decision  Use JWT [removed] (2026-02-02)\n"
        "└─ risk      Security: Token exposure\n"
        "\n"
        "Use JWT [removed]\n"
        "└─ risk      Security: Token exposure\n"
    )


@given(st.lists(st.text(max_size=90), min_size=1, max_size=6), st.integers(40, 120))
def test_text_keeps_to_its_width(texts: list[str], width: int) -> None:
    edges = [edge("decision_file", text, "src/a.ts", text) for text in texts]
    lines = to_text(graph_of(edges), width).split("\n")
    assert all(len(line) <= width for line in lines[1:])


def test_a_node_keeps_its_id_when_others_come() -> None:
    alone = set(re.findall(r"\b(?:file|decision|risk)_\w{8}", to_mermaid(graph_of(SMALL))))
    more = to_mermaid(graph_of([edge("decision_file", "d0", "a.ts"), *SMALL]))
    assert len(alone) == 3
    assert alone < set(re.findall(r"\b(?:file|decision|risk)_\w{8}", more))


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed")
def test_graphviz_reads_every_label() -> None:
    text = to_dot(graph_of([e for text in HOSTILE for e in every_way(text)]))
    done = subprocess.run(
        ["dot", "-Tcanon"], input=text.encode(), capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_quoted_label_of_dot_ends_where_it_should() -> None:
    text = to_dot(graph_of(every_way('a\\" b & c\\')))
    for line in text.split("\n"):
        rest = re.sub(r'"(?:\\.|[^"\\])*"', "", line.split("//")[0])
        assert '"' not in rest, line
        assert "&" not in line.replace("&amp;", "")


def test_the_page_holds_all_that_the_edges_say() -> None:
    data = data_of(to_html(graph_of(SMALL, {("decision", "d1"): "removed"}), TEMPLATE))
    decision, file, risk = data["nodes"]
    assert (decision["text"], decision["mark"]) == ("Use JWT", "removed")
    assert (file["name"], risk["text"]) == ("src/jwt.ts", "Security: Token exposure")
    assert data["ties"][0] == {
        "type": "decision_file",
        "from": 0,
        "to": 1,
        "label": "Use JWT",
        "task": "t1",
        "date": "2026-02-02",
    }


def test_a_browser_draws_it_without_a_fault(tmp_path: Path) -> None:
    page = to_html(graph_of([e for text in HOSTILE for e in every_way(text)]), TEMPLATE)
    # The script cannot be changed without its hash, so the page is asked by what it has drawn.
    (tmp_path / "graph.html").write_text(page, encoding="utf-8")
    (shown,) = drawn(tmp_path / "graph.html")
    assert shown.count('class="node') == len(data_of(page)["nodes"])
    assert shown.count("<path ") > 20
