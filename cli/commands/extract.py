"""`mem extract`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ..extraction import report, show_gone, show_outcome, show_withdrawn
from ..options import AsJson, DryRun
from ..output import note, say, show_line, standard_input

if TYPE_CHECKING:
    from memory_md.extract.model import Extraction


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("extract")(extract)


_Sources = Annotated[
    list[str] | None,
    typer.Argument(metavar="[SOURCE]...", help="Files; standard input where none is named."),
]
_Session = Annotated[
    str | None, typer.Option(metavar="TASK", help="The task's id; else the transcript's own.")
]
_Format = Annotated[
    str,
    typer.Option(
        "--format", metavar="FORMAT", help="What the sources are; auto tells by the content."
    ),
]
_MinConfidence = Annotated[
    float | None,
    typer.Option(
        min=0, max=1, metavar="X", help="Skip what scores less; else extract.min_confidence."
    ),
]
_Llm = Annotated[bool, typer.Option("--llm", help="Ask a language model as well.")]


def extract(
    ctx: typer.Context,
    sources: _Sources = None,
    session: _Session = None,
    format_name: _Format = "auto",
    min_confidence: _MinConfidence = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    llm: _Llm = False,
) -> int:
    """Keep what was learned in a task.

    A source is what an agent left behind: its output as text or Markdown, a transcript of Claude
    Code, Codex, Gemini CLI, Cursor, aider or SpecStory, a plan's summary, a handoff or messages
    as JSON. Its content tells which; --format names it where that fails.

    \b
    Formats: auto, text, handoff, messages, claude-code, codex, cursor, gemini,
    aider, specstory, summary

    It prints a line for each thing it found: what became of it, the ID and the text. Extracting
    from one source twice changes nothing. A source that cannot be read does not keep the others
    out, and the exit code is then 1.

    With --llm a language model is asked as well: the command llm.command of the config, else the
    Anthropic API. Together with --dry-run it shows the prompt, and sends nothing.

    \b
    Examples:
      $ agent "fix the login" | mem extract --session fix-login
      $ mem extract ~/.claude/projects/*/*.jsonl --dry-run
      $ mem extract --llm --dry-run out.txt
    """
    from memory_md.extract.actions.extract import extract as run

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
    return report(result, errors, as_json=as_json, dry_run=dry_run, show=_show)


def _show(result: Extraction, dry_run: bool) -> None:
    for item in result.items:
        show_outcome(item, dry_run=dry_run)
    show_withdrawn(result, dry_run=dry_run)
    edges = result.edges
    if edges.added or edges.refreshed:
        show_line("edges", f"{edges.added} added, {edges.refreshed} refreshed", 21)
    show_gone(result, 21)
    if not (result.items or result.withdrawn):
        note("nothing new worth keeping")
    for prompt in result.prompts:
        for line in prompt.rstrip("\n").split("\n"):
            say(line)
    if result.prompts:
        note(f"dry run: {result.model} was not asked, and nothing was written")
    elif dry_run and (result.items or result.withdrawn):
        note("dry run: nothing was written")


@contextmanager
def _waiting(model: str) -> Iterator[None]:
    """Tells a person on a terminal whom we wait for, once it takes over a second."""
    import threading

    timer = threading.Timer(1, note, [f"asking {model} …"])
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
