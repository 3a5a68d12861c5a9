"""`mem context`: choose the lines that go into the next prompt."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from ...base.errors import MemError, UsageError
from ...base.identity import identity_form
from ...base.regex import regex
from ...base.settings import Settings
from ...base.token_estimate import Count, token_budget, window_of
from ...files.tables import CLOSING_REQUEST, template
from ...memory.actions.file_status import status_of_files, with_code
from ...memory.actions.workspace import Workspace, warnings_of
from ...memory.disk import receipts
from ...memory.disk.read_only import Reading, read_layers, shifted
from ...memory.disk.repo import Repo, Snapshot
from ...memory.disk.safety_verdicts import kept_verdicts
from ...memory.model.entry import FILE_LISTS
from ...safety.printable_text import without_secrets
from ..disk.tokenizer import kept_counter
from ..model.block import (
    DECISIONS,
    FENCE,
    PREFERENCES,
    AgentFiles,
    Block,
    BlockLine,
    Focus,
    LeftOut,
    Likeness,
)
from ..model.left_out_reasons import LOADED, OFF_TOPIC, OUT_OF_SCOPE, OUTDATED, SHOWN
from ..model.receipt import Receipt
from ..rules.candidate_lines import Files, candidate_lines
from ..rules.selection import fit_to_budget
from ..text.formats import block_text, to_dict, to_xml
from .task import NO_TASK, ContextTask, task_of

if TYPE_CHECKING:
    from ...files.layout import Layout
    from ...memory.model.entry import Entry
    from ...sessions.model import FoundSession

# So many characters of lines for a token of the budget, and no other line would be read: a token
# is hardly ever more than eight, and some lines are too long for the room.
_CHARS_A_TOKEN: Final = 24
# What is shown where nothing is about the task, and its most tokens.
_SUREST: Final = frozenset((DECISIONS, PREFERENCES))
_MOST_OFF_TOPIC: Final = 150
_MOST_SOURCES: Final = 20  # files of a task that are read for what they define
_NOTHING: Final = "nothing in the memory is clearly about this task"
_OFF_TOPIC: Final = (_NOTHING, f"{_NOTHING}: these are the surest decisions and preferences")


_FENCE_NAME: Final = regex(r"(?i)mem[-‐‑–_]context")
_NO_FILES: Final = AgentFiles()


class ContextLimits(Struct, frozen=True):
    """The limits of the block; `max_chars` counts what `format_name` prints. See `context`."""

    budget: int
    max_chars: int | None = None
    format_name: str = "md"
    complete: bool = True
    only_task: bool = False
    loaded: AgentFiles = _NO_FILES
    goes_on: bool = False


def context(
    place: Workspace,
    *,
    budget: int | None = None,
    max_chars: int | None = None,
    window: int | None = None,
    model: str | None = None,
    used: int = 0,
    format_name: str = "md",
    seen: Collection[str] = (),
    spec: str | None = None,
    files: Sequence[str] = (),
    query: str | None = None,
    only_task: bool = False,
    complete: bool = False,
    ask: bool = False,
    fence: bool = False,
    session: str = "",
    loaded: AgentFiles = _NO_FILES,
    goes_on: bool = False,
    dry_run: bool = False,
) -> tuple[Block, tuple[str, ...]]:
    """Return the block for a prompt, and warnings; an empty block where there is no memory.

    The options of `mem context` are as `CONTEXT_OPTIONS` has them; `files` are relative to the
    working directory. Lines whose key or ID is among `seen` are not shown again, nor what an agent
    has `loaded` itself. Where nothing is about the task, the surest decisions and preferences are
    shown, and a warning says so; with `only_task` nothing is. What a conversation that `goes_on`
    asks is about what was just said, so no single sentences of sessions are quoted. A call leaves a
    receipt that names the agent's `session`, unless it had nothing new to show or is a `dry_run`.
    Where the block is full long before the end, the other entries are listed by their IDs alone, if
    not `complete`.
    With `fence` the text stands in a tag, within the limits; with `ask` the block has a request,
    unless the settings leave it out or the agent has loaded it. A spec that cannot be read is a
    warning. Raises UsageError for an unknown model.
    """
    try:
        repos = place.layers(place.find())
    except UsageError as fault:  # no such root: no memory either
        return Block("", 0, 0, budget or 0), (str(fault),)
    if not repos:
        return Block("", 0, 0, budget or 0), ()
    repo, names = repos[0], [place.layer_name(one) for one in repos]
    if model and window is None:
        window = known_window(model, repo.settings)
    if budget is None:
        budget = token_budget(settings=repo.settings.context, window=window, used=used)
    task = task_of(place, repos, spec=spec, files=files, query=query)
    with kept_counter(repo.layout) as count, kept_verdicts(repo.layout):
        cost = _fence_cost(count) if fence and format_name != "xml" else (0, 0)
        limits = ContextLimits(
            max(budget - cost[0], 0),
            max_chars and max(max_chars - cost[1], 0),
            format_name,
            complete,
            only_task,
            loaded,
            goes_on,
        )
        reading = with_code_state(repos, read_layers(repos, names))
        block = build_block(repo, reading, limits, task, today=place.today, count=count)
        if not reading.agrees({line.id for line in block.lines}):  # the cache is not as the file
            reading = with_code_state(repos, read_layers(repos, names, trust=False))
            block = build_block(repo, reading, limits, task, today=place.today, count=count)
        if seen:
            block = _without_seen(block, seen, count)
        if cost[0]:
            block = _with_fence(block, cost, budget)
    if not dry_run and (block.lines or not seen):
        _leave_receipt(place, repo, reading, block, max_chars, session)
    if ask and repo.settings.protocol and not _is_asked_by(loaded):
        block = replace(block, request=template(CLOSING_REQUEST))
    off_topic = (_OFF_TOPIC[bool(block.lines)],) if block.off_topic else ()
    warnings = (*warnings_of(repo), *reading.unreadable, *task.warnings, *off_topic)
    return block, tuple(dict.fromkeys(warnings))


def _is_asked_by(loaded: AgentFiles) -> bool:
    """Return whether a file that the agent loads has the request, as our block in AGENTS.md has."""
    first, _, _ = template(CLOSING_REQUEST).partition("\n")
    return identity_form(first) in loaded.statements


def _fence_cost(count: Count) -> tuple[int, int]:
    """Return how many tokens and characters the tags take."""
    text = "".join(FENCE)
    return count(text), len(text)


def _with_fence(block: Block, cost: tuple[int, int], budget: int) -> Block:
    """Return the block in its tags; however a tag within is written, it does not name them."""
    if not block.text:
        return replace(block, budget=budget)
    text = _FENCE_NAME.sub("mem context", block.text).join(FENCE)
    return replace(block, text=text, tokens=block.tokens + cost[0], chars=len(text), budget=budget)


def with_code_state(repos: Sequence[Repo], reading: Reading) -> Reading:
    """Return what was read of these layers; each entry knows what became of the code it names."""
    live = list(reading.live)
    for layer, repo in enumerate(repos):
        own = [place for place, entry in enumerate(live) if entry.layer == layer and entry.anchors]
        found = with_code(repo.layout, [live[place] for place in own])
        for place, entry in zip(own, found, strict=True):
            live[place] = entry
    return replace(reading, live=tuple(live))


def build_block(
    repo: Repo,
    reading: Reading,
    limits: ContextLimits,
    task: ContextTask = NO_TASK,
    *,
    today: date | None = None,
    count: Count | None = None,
) -> Block:
    """Choose the lines, fill the budget with them and return the block; no receipt is left.

    `count` counts tokens; without one, the counts that are kept here are asked.
    """
    if count is None:
        with kept_counter(repo.layout) as kept:
            return build_block(repo, reading, limits, task, today=today, count=kept)
    named = chain(chain.from_iterable(reading.details.named), (edge.path for edge in reading.edges))
    paths = status_of_files(reading.layout or repo.layout, named, noted=True)
    focus = _with_near_files(repo, reading, task.focus) if task.focus else None
    sessions: tuple[FoundSession, ...] = ()
    if focus and task.sessions:
        from ..rules.quotes import clear_sessions

        sessions = clear_sessions(task.sessions, reading.entries)
        focus = replace(
            focus,
            tasks=frozenset(one.task for one in sessions if one.task),
            found={one.task: Likeness(one.score, one.share) for one in task.sessions if one.task},
        )
    candidates = partial(
        candidate_lines,
        reading.entries,
        reading.edges,
        settings=repo.settings.context,
        active=repo.settings.confidence.active,
        files=Files(paths.exists, paths.renamed),
        details=reading.details,
        today=today,
        enough=None if limits.complete else _CHARS_A_TOKEN * limits.budget,
    )
    lines, left_out = candidates(focus=focus)
    if limits.loaded.statements:
        from ..rules.loaded_lines import LoadedLines

        entries = {entry.id: entry for entry in reversed(reading.live)}
        loaded = LoadedLines(limits.loaded, entries)
        left_out += [LeftOut.of(line, LOADED) for line in lines if loaded.has(line)]
        lines = [line for line in lines if not loaded.has(line)]
    more = list(task.lines)
    if task.sessions or task.commits:
        quotes, outdated = _quotes(
            repo, reading, sessions, task, lines, today, goes_on=limits.goes_on
        )
        more += quotes
        left_out += [LeftOut.of(line, OUTDATED) for line in lines if line.id in outdated]
        lines = [line for line in lines if line.id not in outdated]
    if more:
        lines = sorted([*lines, *more], key=lambda line: -line.score)
    budget = limits.budget
    off_topic = focus is not None and all(line.exempt for line in lines)
    if focus and off_topic:
        from ...terms.search_query import asks_for_something

        is_idle = not focus.files and not asks_for_something(focus.words)
        surest = [] if limits.only_task or is_idle else candidates(focus=None)[0]
        lines = _for_any_task(surest, left_out, repo.settings.confidence.medium)
        shown = {line.id for line in lines}
        left_out = [one for one in left_out if one.id not in shown]
        budget = min(budget, _MOST_OFF_TOPIC)
    block = fit_to_budget(
        # What a person typed into a file may hold a secret.
        [replace(line, text=without_secrets(line.text)) for line in lines],
        [*left_out, *task.left_out],
        budget=budget,
        max_chars=limits.max_chars,
        count=count,
        printed=to_xml if limits.format_name == "xml" else attrgetter("text"),
    )
    return replace(block, off_topic=off_topic)


def _for_any_task(
    surest: Iterable[BlockLine], left_out: Iterable[LeftOut], least: float
) -> list[BlockLine]:
    """Return the lines that are shown where nothing is about the task: pinned, or the surest.

    These have at least that confidence. What two tasks said has less: of 26 such lines a reader
    who had the task called 2 useful.
    """
    out_of_scope, off_topic = (
        {line.id for line in left_out if line.reason == reason}
        for reason in (OUT_OF_SCOPE, OFF_TOPIC)
    )
    return [
        line
        for line in surest
        if line.id not in out_of_scope
        and (
            line.parts.get("pinned")
            or (line.section in _SUREST and line.parts.get("confidence", 0.0) >= least)
        )
        and (line.section != PREFERENCES or line.id not in off_topic)
    ]


def _with_near_files(repo: Repo, reading: Reading, focus: Focus) -> Focus:
    """Return the focus with paths as the top layer sees them, and the files near by import."""
    if not focus.files:
        return focus
    layout = reading.layout or repo.layout
    if reading.prefix and reading.layout:
        own, top = repo.layout.root, layout.root
        files = [
            f
            if (top / f.path).exists() and not (own / f.path).exists()
            else replace(f, path=shifted(f.path, reading.prefix))
            for f in focus.files
        ]
        near = frozenset(shifted(path, reading.prefix) for path in focus.neighbours)
        focus = replace(focus, files=tuple(files), neighbours=near)
    from ...callgraph.actions.together import imports_between

    asked = [file.path for file in focus.files if not file.glob]
    near = imports_between(layout, asked, chain.from_iterable(reading.details.named))
    rules = _about_code(layout, focus, reading.live)
    return replace(focus, neighbours=focus.neighbours | near, rules=rules)


def _about_code(layout: Layout, focus: Focus, entries: Iterable[Entry]) -> frozenset[str]:
    """Return the IDs of entries that name code which the files of the task define.

    Of what `mem` stored that is noted; what a person typed into the file is looked up.
    """
    from ...diary.rules.path_relation import same

    named = [(anchor.path, entry.id) for entry in entries for anchor in entry.anchors]
    own = {path for path in {path for path, _ in named} if same(path, focus.files)}
    found = {id_ for path, id_ in named if path in own}
    typed = [entry for entry in entries if entry.bare and not entry.anchors]
    if typed:
        from ...memory.disk.anchors import defined_in

        files = [file.path for file in focus.files if not file.glob][:_MOST_SOURCES]
        found.update(defined_in(layout, files, typed))
    return frozenset(found)


def _quotes(
    repo: Repo,
    reading: Reading,
    sessions: Sequence[FoundSession],
    task: ContextTask,
    lines: Sequence[BlockLine],
    today: date | None,
    *,
    goes_on: bool,
) -> tuple[list[BlockLine], frozenset[str]]:
    """Return the lines that quote sessions, and the IDs of entries that give way to them."""
    from ...terms.search_query import content_terms
    from ..rules.conversations import told_turns
    from ..rules.quotes import named_in, quote_lines, quotes_of, stand_out, without_contradicted
    from ..rules.telling_sentences import telling_sentences
    from ..rules.told_commits import told_commits

    by_id = {entry.id: entry for entry in reversed(reading.entries)}
    beside = [(line.text, by_id[line.id]) for line in lines if line.id in by_id]
    clear = without_contradicted(task.sessions, reading.entries)
    about = task.focus.words if task.focus else ""
    telling = () if goes_on else telling_sentences(clear, about, task.weights)
    said = [content_terms(text) for text, _ in beside]
    quotes = quotes_of(
        sessions if stand_out(clear) else (),
        telling,
        today,
        task=about,
        told_turns=chain(
            told_turns(without_contradicted(task.talks, reading.entries)),
            told_commits(
                without_contradicted(task.commits, reading.entries), task.commit_weights, said
            ),
        ),
    )
    there = status_of_files(reading.layout or repo.layout, named_in(one.text for one in quotes))
    return quote_lines(quotes, reading.entries, beside, exists=there.exists)


def _without_seen(block: Block, seen: Collection[str], count: Count) -> Block:
    """Return the block without the lines that were shown before, by their key or entry's ID."""
    lines: list[BlockLine] = []
    left_out = list(block.left_out)
    for line in block.lines:
        if line.key in seen or line.id in seen:
            left_out.append(LeftOut.of(line, SHOWN))
        else:
            lines.append(line)
    text = block_text(lines)
    return replace(
        block,
        text=text,
        tokens=count(text),
        chars=len(text),
        lines=tuple(lines),
        left_out=tuple(left_out),
    )


def _leave_receipt(
    place: Workspace,
    repo: Repo,
    reading: Reading,
    block: Block,
    max_chars: int | None,
    session: str,
) -> None:
    """Note what was chosen; in a folder that holds no memory yet nothing is left."""
    if not reading.is_there and not repo.layout.local.parent.is_dir():
        return
    listed = {left.id for left in block.left_out}
    counted = [e.id for e in reading.live if e.kind in FILE_LISTS and e.id not in listed]
    receipt = Receipt.of(
        block, at=place.instant, max_chars=max_chars, counted=counted, session=session
    )
    receipts.leave(repo.layout, receipt)


def known_window(model: str, settings: Settings) -> int:
    """Return the window of a model in tokens. Raises UsageError for an unknown model."""
    window = window_of(model, settings.models)
    if window is None:
        raise UsageError(
            f"the window of the model {model!r} is not known",
            hint="say it with --window N, or add the model to models in .mem/config.yaml",
        )
    return window


def read_tolerantly(repo: Repo) -> tuple[Snapshot, tuple[str, ...]]:
    """Return what can be read, and warnings; a fault in the edges costs the edges only."""
    try:
        snapshot = repo.snapshot(with_edges=True)
        return snapshot, warnings_of(repo, snapshot)
    except MemError as fault:
        snapshot = repo.snapshot()
        return snapshot, (*warnings_of(repo, snapshot), str(fault))


def block_output(block: Block, format_name: str) -> str:
    """Return the block and its request as md, json or xml; as md "" where there is neither."""
    if format_name == "json":
        import json

        return json.dumps(to_dict(block), ensure_ascii=False, indent=2) + "\n"
    if format_name == "xml":
        return to_xml(block)
    return "\n".join(filter(None, (block.text, block.request)))


def explanation(place: Workspace, block: Block, width: int) -> tuple[str, ...]:
    """Explain why each line is in the block or not, in about `width` columns."""
    from ...safety.sanitize import clean_line
    from ..text.explain import explanation_lines

    active = Settings().confidence.active
    with contextlib.suppress(MemError):  # which is one of the block's warnings
        repo = place.find()
        active = repo.settings.confidence.active if repo else active
    left_out = tuple(
        replace(left, text=without_secrets(clean_line(left.text))) for left in block.left_out
    )
    return tuple(explanation_lines(replace(block, left_out=left_out), active=active, width=width))
