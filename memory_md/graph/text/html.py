"""The graph as one HTML page that needs nothing else: no network, no fonts, no other file.

The template holds the style and the script; its content security policy allows those two, by their
hashes, and nothing else. The graph stands in it as JSON in which no character can end the element.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any, Final

from msgspec import to_builtins

from ...base.regex import regex
from ..model import Graph
from .plain import TITLE

_STYLE: Final = regex(r"<style>(.*?)</style>", re.DOTALL)
_SCRIPT: Final = regex(r"<script>(.*?)</script>", re.DOTALL)
_UNSAFE: Final = regex("[<>&\x7f-\x9f\u2028\u2029]")


def to_html(graph: Graph, template: str) -> str:
    """Return the page; `template` has the places `@TITLE@`, `@CSP@` and `@DATA@`, each once."""
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hashes(_SCRIPT, template)}",
            f"style-src {_hashes(_STYLE, template)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    page = template.replace("@TITLE@", f"{TITLE}: {graph.counts}").replace("@CSP@", policy)
    return page.replace("@DATA@", _UNSAFE.sub(_escaped, _data(graph)))


def _hashes(element: re.Pattern[str], template: str) -> str:
    """Return the content of these elements as a policy names it."""
    digests = (hashlib.sha256(text.encode("utf-8")).digest() for text in element.findall(template))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _data(graph: Graph) -> str:
    nodes: list[dict[str, Any]] = [
        {
            "id": node.id,
            "kind": node.kind,
            "name": node.name,
            "text": node.text,
            "labels": list(node.labels),
            "mark": node.mark,
        }
        for node in graph.nodes
    ]
    value = {"nodes": nodes, "ties": to_builtins(graph.ties)}
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
