"""The graph as one HTML page that needs nothing else: no network, no fonts, no other file.

The template holds the style and the script; its content security policy allows those two, by their
hashes, and nothing else. The graph stands in it as JSON in which no character can end the element.
"""

from __future__ import annotations

import json
import re
from typing import Final

from msgspec import to_builtins

from ...base.regex import regex
from ..model import Graph
from .plain import TITLE

_UNSAFE: Final = regex("[<>&\x7f-\x9f\u2028\u2029]")


def to_html(graph: Graph, template: str) -> str:
    """Return the page; `template` has the places `@TITLE@` and `@DATA@`, each once."""
    nodes = [{"id": node.id, "text": node.text, **to_builtins(node)} for node in graph.nodes]
    value = {"nodes": nodes, "ties": to_builtins(graph.ties)}
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    page = template.replace("@TITLE@", f"{TITLE}: {graph.counts}")
    return page.replace("@DATA@", _UNSAFE.sub(_escaped, data))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
