"""Laws of what is JSON, YAML or TOML, and of the blocks that we keep in it."""

from __future__ import annotations

import json

from memory_md.agents.hook.payload import EVENTS, Moment
from memory_md.agents.known import hooks_of, items_of
from memory_md.agents.text import jsonc
from memory_md.agents.text.parts import MarkdownBlock
from memory_md.agents.text.toml_hooks import TomlHooks
from memory_md.base import config
from memory_md.base.errors import BugError, MemError
from memory_md.base.settings import Settings
from memory_md.callgraph import text as call_edges
from memory_md.markdown import marked_block
from memory_md.memory.disk.repo import decode, in_style_of
from memory_md.memory.text import relationships


def relationships_law(data: bytes) -> None:
    text = data.decode("utf-8")
    edges = relationships.parse(text, "r.json")
    written = relationships.render(edges)
    again = relationships.parse(in_style_of(written, data), "r.json")
    assert again.edges == edges.edges or "NaN" in text
    assert relationships.render(again) == written
    written.encode("utf-8")


def call_edges_law(data: bytes) -> None:
    text = data.decode("utf-8")
    found = call_edges.parse(text, "c.json")
    written = call_edges.render(found.edges, found.around or {})
    again = call_edges.parse(written, "c.json")
    assert call_edges.render(again.edges, again.around or {}) == written
    written.encode("utf-8", "surrogatepass")
    for edge in found.edges:
        call_edges.edge_of(edge)


def observations_law(data: bytes) -> None:
    call_edges.parse_observations(data.decode("utf-8"), "o.json")


def config_law(data: bytes) -> None:
    settings, faults = config.parse(decode(data, "config.yaml"), "config.yaml")
    assert isinstance(settings, Settings)
    assert all(fault.strip() for fault in faults)


def settings_law(data: bytes) -> None:
    """Whatever goes into settings comes out of them again, byte for byte."""
    text = data.decode("utf-8")
    for agent in EVENTS:
        if agent != "opencode":
            _put_and_taken(text, hooks_of(agent))


def toml_law(data: bytes) -> None:
    text = data.decode("utf-8")
    _put_and_taken(text, TomlHooks(items_of("codex")))


def agents_md_law(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    _put_and_taken(text, MarkdownBlock("Use `mem context`.\n"))
    marked_block.has_block(text, marked_block.MARKDOWN)


def jsonc_law(data: bytes) -> None:
    jsonc.parse(data.decode("utf-8"), "s.json")


def hook_law(data: bytes) -> None:
    try:
        payload = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(payload, dict):
        return
    for agent in EVENTS:
        moment = Moment(agent, payload, {}, "/r")
        assert all(isinstance(folder, str) for folder in moment.folders)
        moment.session.encode("utf-8", "replace")


def _put_and_taken(text: str, part: object) -> None:
    try:
        lacked = part.lacks(text, "x")  # type: ignore[attr-defined]
        put = part.put(text, "x")  # type: ignore[attr-defined]
    except BugError:
        raise
    except MemError:
        return
    assert part.put(put, "x") == put, "twice is not once"  # type: ignore[attr-defined]
    assert not part.lacks(put, "x")  # type: ignore[attr-defined]
    taken = part.take(put, "x")  # type: ignore[attr-defined]
    fresh = "mem hook" not in text and "mem:" not in text
    if lacked and fresh:
        assert (taken or "") == text, "it is not taken out byte for byte"
