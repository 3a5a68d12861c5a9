"""Commands for agents, models and git: install, hook, mcp, models, reflect, merge-driver."""

import sys
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Annotated, Final

import typer

from memory_md.base.errors import MemError, UsageError
from memory_md.base.settings import Llm
from memory_md.memory.opening import Opened, person_root
from memory_md.transcripts.model import Session as Spoken

from .. import state
from ..options import Json, Session
from ..output import emit, fields, printable, tell

# Less than 128 would tell git that the file holds conflicts, and that our side is all of it.
_FAILED: Final = 129
_STANDARD_INPUT: Final = (
    "its standard input, in an empty folder (FOLDER is another, private and removed afterwards)"
)
User = Annotated[bool, typer.Option("--user", help="The person's settings, for all clones.")]
Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME…]")]


def hook(
    agent: Annotated[str, typer.Argument(metavar="AGENT")],
    prompt: Annotated[str, typer.Argument(metavar="[PROMPT]")] = "",
    test: Annotated[bool, typer.Option("--test", help="Show what a hook would print.")] = False,
    json: Json = False,
) -> None:
    """Serve one event of an agent; its settings call this, with the payload on standard input.

    $ mem hook claude-code --test
    """
    from memory_md.agents.serve import trial
    from memory_md.agents.table import AGENTS

    if agent not in AGENTS:
        raise UsageError(f"there is no agent {agent!r}", hint=f"one of: {', '.join(AGENTS)}")
    if not test:  # it is served before Typer is asked
        return
    result = trial(agent, str(Path.cwd()), prompt)
    answer = result["answer"] or {}
    inner = answer.get("hookSpecificOutput", answer)
    text = inner.get("additionalContext", inner.get("additional_context", ""))
    person = [f"to the person: {answer['systemMessage']}"] if "systemMessage" in answer else []
    lately = [f"lately: {line}" for line in result["log"]]
    emit(result, json, [*person, *(text or "nothing").split("\n"), *lately])


def install(
    names: Names = None,
    user: User = False,
    show: Annotated[bool, typer.Option("--print", help="Only show the hooks.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only say what is missing.")] = False,
    json: Json = False,
) -> None:
    """Let agents use the memory by themselves: hooks in their settings, or a block in AGENTS.md.

    $ mem install claude-code
    """
    from memory_md.agents import install as install_
    from memory_md.agents.settings_text import hooks_of
    from memory_md.agents.table import AGENTS

    opened, home = state.opened(user=user, make=user), Path.home() if user else None
    programs = [one for agent in AGENTS.values() for one in agent.programs if which(one)]
    chosen = names or install_.found(home or opened.place.root, programs, is_user=user)
    if show:
        hooks = {one: hooks_of(one, is_user=user) for one in chosen if one in AGENTS}
        emit({"hooks": hooks}, True, ())
        return
    _emit_results(install_.install(opened, home, chosen, only_check=check), json=json)


def uninstall(names: Names = None, user: User = False, json: Json = False) -> None:
    """Take out what `install` put in; all of it where no name is said.

    $ mem uninstall claude-code
    """
    from memory_md.agents import install as install_
    from memory_md.agents.table import AGENTS

    opened, home = state.opened(user=user, make=user), Path.home() if user else None
    rows = install_.uninstall(opened, home, names or (list(AGENTS) if user else install_.NAMES))
    from ..overview import decline

    decline(opened, "install")
    _emit_results([one for one in rows if names or one["action"] != "unchanged"], json=json)


def _emit_results(results: list[dict[str, str]], *, json: bool) -> None:
    rows = fields(results, "action", "agent", "path", "message")
    text = "\n".join("\t".join(row).rstrip() for row in rows)
    emit({"results": results}, json, text.split("\n") if text else [])
    if any(one["action"] in {"refused", "missing"} for one in results):
        raise typer.Exit(1)


def mcp() -> None:
    """Serve the memory to agents over MCP, on standard input and output.

    $ claude mcp add mem -- mem-md mcp
    """
    from memory_md.agents.mcp import serve

    root = state.opened().place.root
    serve(lambda: state.opened_at(root, quiet=True))


def models(
    verb: Annotated[str, typer.Argument(metavar="[use NAME | off | try]")] = "",
    name: Annotated[str, typer.Argument(hidden=True)] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: Json = False,
) -> None:
    """List the models that can judge a session, choose one, or switch it off.

    $ mem models use claude
    """
    from memory_md.llm import choose

    settings = state.opened(user=True).settings.llm
    if not verb:
        found = choose.listed(settings)
        here = [one for one in found if one["installed"]]
        rows = [[one["name"], "chosen" if one["chosen"] else "", one["what"]] for one in here]
        emit({"models": found}, json, rows, ("Name", "", "What"))
    elif verb == "off":
        choose.choose(person_root(), "off")
        from ..overview import decline

        decline(state.opened(user=True), "models")
        emit({"use": "off"}, json, ["no model is asked any more"])
    elif verb == "try":
        answer = choose.tried(settings)
        emit({"answer": answer}, json, [answer])
    elif verb == "use" and name:
        _use(replace(settings, use=name, path=""), yes=yes, json=json)
    else:
        raise UsageError(f"mem models {verb}: no such thing", hint="mem models use NAME")


def _use(settings: Llm, *, yes: bool, json: bool) -> None:
    """Show what a choice means, ask once, try it, and note it."""
    from memory_md.llm import choose

    state.refuse_agents("mem models use")
    said = choose.described(settings)
    lines = [
        f"{said['name']}: {said['what']}",
        f"command: {said['command']}" if "command" in said else f"model: {said['model']}",
        f"sent to: {said.get('address', _STANDARD_INPUT)}",
        "sent: at the end of a session the rules, the memory, the project's name, folders and the",
        "  first lines of README, what you and the agent said; no secrets, no private parts",
        "  (mem extract --llm --dry-run FILE prints it)",
        f"limits: {settings.per_day} requests a day, {settings.timeout} seconds each",
    ]
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("only a person chooses a model", hint="run it in a terminal, or --yes")
        print("\n".join(map(printable, lines)), file=sys.stderr)
        print("Try it, and use it from now on? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().casefold() not in {"y", "yes"}:
            from ..overview import decline

            decline(state.opened(user=True), "models")
            return
    answer = choose.tried(settings)
    choose.choose(person_root(), settings.use, said.get("path", ""))
    shown = [*(lines if yes else ()), f"chosen; it answered: {answer}"]
    emit({**said, "answer": answer}, json, shown)


def _running(opened: Opened, task: str) -> tuple[Spoken | None, str]:
    """Return the session that runs now, as hooks know it, and its task; else the task alone."""
    from memory_md.agents.notes import running_session
    from memory_md.extract.extract import read_sources

    found = running_session(opened)
    if found is None or not Path(found[0]).is_file():
        return None, task
    path, format_, id_ = found
    reads, _, _ = read_sources([(path, Path(path).read_bytes())], format_)
    return (reads[0].session, reads[0].session.id or id_) if reads else (None, task)


def reflect(
    answer: Annotated[
        str, typer.Option(metavar="FILE|-", help="What you concluded, as JSON.")
    ] = "",
    session: Session = "reflect",
    json: Json = False,
) -> None:
    """Print the rules and the page for the agent at work, or take its answer.

    $ mem reflect
    """
    from memory_md.llm import reflect as reflect_

    opened = state.opened()
    if not answer:
        text = reflect_.request(opened)
        emit({"request": text}, json, text.split("\n"))
        return
    given = state.input_bytes(answer).decode("utf-8", "replace")
    learned = reflect_.take_answer(opened, given, *_running(opened, session))
    rows = fields(learned.items, "action", "id", "text")
    rows += [["dropped", one["reason"], one["text"]] for one in learned.dropped]
    emit({"items": learned.items, "dropped": learned.dropped}, json, rows)


def merge_driver(
    base: Annotated[str, typer.Argument(metavar="%O")],
    ours: Annotated[str, typer.Argument(metavar="%A")],
    theirs: Annotated[str, typer.Argument(metavar="%B")],
    path: Annotated[str, typer.Argument(metavar="%P")],
) -> None:
    """Merge one file of the memory; git calls it.

    $ git config merge.mem.driver "mem-md merge-driver %O %A %B %P"
    """
    from memory_md.merge.driver import merge_file

    try:
        conflicts = merge_file(Path.cwd(), base, ours, theirs, path)
    except MemError as fault:
        tell(str(fault), "git merges the file by its lines: git checkout -m -- " + path)
        raise typer.Exit(_FAILED) from None
    except Exception as fault:  # a crash must not look like a conflict
        tell(f"{type(fault).__name__}: {fault}", "please report this")
        raise typer.Exit(_FAILED) from fault
    raise typer.Exit(1 if conflicts else 0)
