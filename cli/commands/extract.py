"""`mem extract` and `mem import`: what was learned in a task, and what a team has noted already."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..calling_agent import calling_agent
from ..options import AsJson, DryRun, Own, argument, option
from ..output import note, say, show_json, show_line, standard_input, tell, warn

if TYPE_CHECKING:
    from memory_md.base.errors import MemError
    from memory_md.extract.model import Extraction, Outcome

# What an action is called in the output; in a dry run it has not happened.
_WOULD: Final = {
    "inserted": "would insert",
    "merged": "would merge",
    "contradicted": "would insert",
    "revived": "would revive",
    "suppressed": "stays out",
    "to_review": "to review",
}
_DONE: Final = {"suppressed": "stays out", "to_review": "to review"}
# Reasons that name a heading or a project, without it.
_GENERAL: Final = {
    "temporary": "is in a section of temporary notes",
    "elsewhere": "was said in another project",
}
_ACTION: Final = 12  # columns
_WITH_ID: Final = 21
_LEFT_OUT: Final = 100  # characters of a text that is left out

_Sources = Annotated[list[str] | None, argument("[SOURCE]...", "Files; else standard input.")]
_Session = Annotated[
    str | None, option("--session TASK", "The ID of the task; else the transcript's own.")
]
_Format = Annotated[str, option("--format FORMAT", "The format; auto detects it by the content.")]
_MinConfidence = Annotated[
    float | None,
    option(
        "--min-confidence X", "Skip what scores less; else extract.min_confidence.", min=0, max=1
    ),
]
_Git = Annotated[
    str | None,
    option(
        "--git RANGE", "Read the messages of these commits; the word new: all since the last call."
    ),
]
_ShowSkipped = Annotated[bool, option("--show-skipped", "List also what was not kept, and why.")]


def extract(
    ctx: typer.Context,
    sources: _Sources = None,
    session: _Session = None,
    format_name: _Format = "auto",
    min_confidence: _MinConfidence = None,
    git_range: _Git = None,
    show_skipped: _ShowSkipped = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    llm: Annotated[bool, option("--llm", "Ask a language model as well.")] = False,
) -> int:
    """Keep what was learned in a task.

    A source is what an agent left: its output as text or Markdown, a transcript of Claude Code,
    Codex, Gemini CLI, Qwen Code, Copilot CLI, Cursor, Pi, aider or SpecStory, what `opencode
    export` prints, the summary of a plan, a handoff, or messages as JSON (of OpenAI, Anthropic,
    SWE-agent or OpenHands). The format is recognised by the content; if that fails, give --format.

    \b
    Formats: auto, text, handoff, messages, claude-code, codex, cursor, gemini,
    qwen, copilot, opencode, pi, aider, specstory, summary

    It prints a line for each thing it found: the action, the ID and the text. Extracting from one
    source twice changes nothing. If one source cannot be read, the others are still read, and the
    exit code is 1.

    With --git it reads the messages of commits, and keeps the rules and reasons in them. Each
    commit is a task of its own; at most history.max entries come from them, and the rest waits in
    the inbox.

    With --llm it also asks a language model: the command in the setting llm.command, else the
    Anthropic API. Together with --dry-run it shows the prompt, and sends nothing.

    \b
    Examples:
      $ agent "fix the login" | mem extract --session fix-login
      $ mem extract ~/.claude/projects/*/*.jsonl --dry-run
      $ mem extract --git v1.0..HEAD
      $ mem extract --show-skipped --dry-run out.txt
      $ mem extract --llm --dry-run out.txt
    """
    from memory_md.extract.actions.extract import extract as run
    from memory_md.extract.actions.extract import with_skipped

    if git_range is not None:
        from memory_md.base.errors import UsageError
        from memory_md.extract.actions.commit_messages import extract_history

        if sources or session:
            raise UsageError("--git reads commits, so it takes no source and no --session")
        found, faults = extract_history(ctx.obj.place, git_range, dry_run=dry_run)
        found = with_skipped(found) if show_skipped else found
        return _report(found, faults, as_json=as_json, dry_run=dry_run, show=_show_extracted)

    result, errors = run(
        ctx.obj.place,
        sources or ["-"],
        session=session,
        format_name=format_name,
        min_confidence=min_confidence,
        dry_run=dry_run,
        stdin=standard_input(),
        llm=llm or None,
        waiting=_waiting,
    )
    result = with_skipped(result) if show_skipped else result
    _say_where_notes_go(sources or ())
    return _report(result, errors, as_json=as_json, dry_run=dry_run, show=_show_extracted)


def _say_where_notes_go(names: Sequence[str]) -> None:
    """Name the command for what a team notes, where such a file was given."""
    if not names:
        return
    from memory_md.imports.model import is_notes

    for name in filter(is_notes, names):
        note(f"{name} looks like notes that a team keeps: mem import takes them over")


def import_(
    ctx: typer.Context,
    files: Annotated[list[str], argument("FILE...", "Files of notes; - is standard input.")],
    dry_run: DryRun = False,
    own: Own = False,
    as_json: AsJson = False,
) -> int:
    """Take over notes that a team has already.

    Reads CLAUDE.md, AGENTS.md, MEMORY.md, rules, lessons, decision records (ADRs) and other notes
    in Markdown, mulch's JSONL, a claude-reflect queue, and exports of cm and engram. A folder
    stands for the notes in it; of the root of a repository only notes with a known name are read
    (CLAUDE.md, AGENTS.md, ...). Each rule, lesson or fact becomes an entry that is marked with the
    file it came from; the file itself is not changed. From a decision record it takes the title and
    the decision; records that were rejected, replaced or only proposed are skipped. Importing a
    file again takes only what is new in it, and never what a person has removed. What an agent
    imports counts as extracted, not as written by you. If one file cannot be read, the others are
    still read, and the exit code is 1.

    With --dry-run, each line that is left out is shown, and why.

    \b
    Examples:
      $ mem import CLAUDE.md --dry-run
      $ mem import . docs/adr
      $ mem import AGENTS.md tasks/lessons.md .mulch/expertise/*.jsonl
    """
    from memory_md.imports.actions import import_notes as run

    place = ctx.obj.on(is_own=own)
    by_person = not calling_agent()
    result, errors = run(place, files, stdin=standard_input(), dry_run=dry_run, by_person=by_person)
    return _report(result, errors, as_json=as_json, dry_run=dry_run, show=_show_imported)


@contextmanager
def _waiting(model: str) -> Iterator[None]:
    """Tell a person at a terminal which model is asked, once that takes over a second."""
    import threading

    timer = threading.Timer(1, note, [f"asking {model} …"])
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _report(
    result: Extraction,
    errors: list[MemError],
    *,
    as_json: bool,
    dry_run: bool,
    show: Callable[[Extraction, bool], None],
) -> int:
    """Show the result, with `show` where it is not JSON, and the errors; return the exit code."""
    warn(result.warnings)
    if errors and not result.sources and len(errors) == 1:
        raise errors[0]
    if as_json:
        from memory_md.recall.actions.json_shapes import extraction_json

        show_json(extraction_json(result))
    else:
        show(result, dry_run)
    for error in errors:
        tell(error)
    return 1 if errors else 0


def _show_extracted(result: Extraction, dry_run: bool) -> None:
    for item in result.items:
        _show_outcome(item, dry_run=dry_run)
    for one in result.withdrawn:
        line = one.source.line
        where = f"on line {line}" if one.source.path == "-" else f"at {one.source.path}:{line}"
        action = "would withdraw" if dry_run else "withdrawn"
        words = f"{one.entry.headline}  [taken back {where}]"
        show_line(f"{action:<{_ACTION}} {one.entry.id}", words)
    edges = result.edges
    if edges.added or edges.refreshed:
        show_line("edges", f"{edges.added} added, {edges.refreshed} refreshed", _WITH_ID)
    _show_archived(result, _WITH_ID)
    if not (result.withdrawn or any(item.id for item in result.items)):
        note("nothing new worth keeping")
    for prompt in result.prompts:
        for line_ in prompt.rstrip("\n").split("\n"):
            say(line_)
    if result.prompts:
        note(f"dry run: {result.model} was not asked, and nothing was written")
    elif dry_run and (result.items or result.withdrawn):
        note("dry run: nothing was written")
    if count := result.waiting:
        note(f"{count} {'waits' if count == 1 else 'wait'} for review: `mem review`")


def _show_imported(result: Extraction, dry_run: bool) -> None:
    """Show the lines taken, then how many were left out and why."""
    taken = [item for item in result.items if item.action not in ("skipped", "unchanged")]
    several = len(result.sources) > 1
    for item in taken:
        line = item.source.line
        where = f"{item.source.path}:{line}" if several else f"line {line}"
        _show_outcome(item, dry_run=dry_run, where=where)
    known = sum(item.action == "unchanged" for item in result.items)
    if known:
        show_line("unchanged", f"{known} known already", _ACTION)
    skipped = [item for item in result.items if item.action == "skipped"]
    for item in skipped if dry_run else ():
        where = f"{item.source.path}:{item.source.line}" if several else f"line {item.source.line}"
        words = item.text if len(item.text) <= _LEFT_OUT else f"{item.text[:_LEFT_OUT]}…"
        show_line("left out", f"{words}  [{where}; {item.reason}]", _ACTION)
    left = Counter(_GENERAL.get(i.code, i.reason) for i in skipped)
    for reason, count in left.most_common():
        show_line("left out", f"{count}: {reason}", _ACTION)
    _show_archived(result, _ACTION)
    stays = sum(item.action == "suppressed" for item in taken)
    if taken or left:
        new = len(taken) - stays
        files = f" from {len(result.sources)} files" if several else ""
        note(f"{new} taken, {known} known already, {len(skipped) + stays} left out{files}")
    if not taken:
        note("nothing new to import")
    elif dry_run:
        note("dry run: nothing was written")


def _show_outcome(item: Outcome, *, dry_run: bool, where: str = "") -> None:
    """Show one candidate in a line, and before the reason `where` it was found."""
    from memory_md.memory.model.entry import headline

    action = (_WOULD if dry_run else _DONE).get(item.action, item.action)
    reason = item.reason
    if item.action == "contradicted" and item.existing_id:
        reason = f"contradicts {item.existing_id}{': ' if reason else ''}{reason}"
    why = "; ".join(filter(None, (where, reason)))
    words = headline(item.kind, item.qualifier, item.text)
    lead = f"{action:<{_ACTION}} {item.id}" if item.id else f"{action:<{_ACTION - 1}}"
    show_line(lead, f"{words}  [{why}]" if why else words)


def _show_archived(result: Extraction, width: int) -> None:
    if result.evicted or result.expired:
        counts = f"{len(result.evicted)} evicted, {len(result.expired)} expired"
        show_line("archive", counts, width)
