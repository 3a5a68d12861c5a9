"""What a model sees: the rules, the project, the page, what waits, and the numbered dialogue."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from ..base.text import clip, one_line
from ..base.tokens import estimate_tokens
from ..memory.inbox import Waiting
from ..memory.model import SHOWN_FROM, Entry
from ..safety.sanitize import without_invisible
from ..transcripts.model import Session

MOST_TOKENS: Final = 60_000  # of one request
_KNOWN_TOKENS: Final = 4_000
_MOST_WAITING: Final = 15
_PERSON, _AGENT = 2_000, 1_500  # characters of a turn
_MOST_TOOL: Final = 200


@dataclass(frozen=True, slots=True)
class Project:
    """What a model is told of the project: `about` are the first lines of its README."""

    name: str
    about: str
    folders: tuple[str, ...]
    date: str


@dataclass(frozen=True, slots=True)
class Line:
    """One numbered line of the dialogue, as it is shown."""

    number: int
    text: str


def rules() -> str:
    """Return the rules that a model is given."""
    return files("memory_md.templates").joinpath("model_rules.md").read_text(encoding="utf-8")


def prompts(
    project: Project,
    entries: Sequence[Entry],
    waiting: Sequence[Waiting],
    lines: Sequence[Line],
    budget: int,
    day: str,
) -> list[str]:
    """Return the requests for a session: one, or a window each where it is longer than fits.

    `day` is when the conversation was, an ISO date.
    """
    page = page_text(entries, budget)
    head = "\n\n".join([_about(project), page, *_waiting(waiting)])
    room = MOST_TOKENS - estimate_tokens(head) - estimate_tokens(rules())
    windows: list[list[str]] = [[]]
    used = 0
    for line in lines:
        cost = estimate_tokens(line.text)
        if used + cost > room and windows[-1]:
            windows.append([])
            used = 0
        windows[-1].append(line.text)
        used += cost
    title = f"{head}\n\n## Conversation of {day}\n\n"
    return [title + "\n".join(window) for window in windows if window]


def _about(project: Project) -> str:
    folders = ", ".join(project.folders)
    about = "\n".join(f"| {line}" for line in project.about.split("\n") if line.strip())
    return f"## Project\n\n{project.name}, {project.date}\nTop folders: {folders}\n{about}"


def page_text(entries: Sequence[Entry], budget: int) -> str:
    """Return the page as it stands, and how much room is left; unsure entries are marked."""
    active = [entry for entry in entries if entry.is_active and entry.is_counted]
    used = sum(estimate_tokens(f"- {entry.headline}\n") for entry in active)
    left = max(budget - used, 0)
    lines = [f"## Page: {used} of {budget} tokens are used, {left} are left", ""]
    cost = 0
    counted = [entry for entry in entries if entry.is_counted]
    for entry in sorted(counted, key=lambda one: not one.is_active):
        line = _entry_line(entry)
        cost += estimate_tokens(line)
        if cost > _KNOWN_TOKENS:
            break
        lines.append(line)
    return "\n".join(lines if len(lines) > 2 else [*lines, "(empty)"])


def _entry_line(entry: Entry) -> str:
    who = "person, fixed" if entry.is_kept else entry.standing.who or "agent"
    mark = "" if entry.confidence >= SHOWN_FROM else ", unsure"
    cost = estimate_tokens(entry.headline)
    return f"- {entry.id} ({who}{mark}, {cost} tokens) {without_invisible(entry.headline)}"


def _waiting(waiting: Sequence[Waiting]) -> Iterable[str]:
    if waiting:
        rows = [
            f"- {one.id} {one.candidate.kind}: {one_line(one.candidate.text)} ({one.reason})"
            for one in waiting[:_MOST_WAITING]
        ]
        yield "## Waiting\n\n" + "\n".join(rows)


def dialogue(session: Session, after: int = 0) -> list[Line]:
    """Return the numbered lines of a session behind a number, each behind a bar.

    Turns of persons are whole up to 2,000 characters, those of agents head and tail up to 1,500,
    the last one whole; each command and edit is one line, and repeated failures are counted.
    """
    last = max((turn.number for turn in session.turns if turn.speaker == "agent"), default=0)
    lines = [
        Line(turn.number, _turn(turn.speaker, turn.text, turn.number == last))
        for turn in session.turns
    ]
    lines += [
        Line(run.number, f"TOOL: ran {_short(run.command)} -> {_outcome(run.exit, run.error)}")
        for run in session.runs
    ]
    lines += [Line(edit.number, f"TOOL: edited {edit.path}") for edit in session.edits]
    lines += [
        Line(one.number, f"PERSON chose: {one_line(one.question)}: {', '.join(one.chosen)}")
        for one in session.choices
    ]
    lines += [
        Line(
            one.number,
            f"PERSON {'approved' if one.approved else 'rejected'} the plan: "
            f"{_cut(one.text, _AGENT)} {one.words}",
        )
        for one in session.plans
    ]
    lines.sort(key=lambda line: line.number)
    return [
        Line(line.number, _quoted(f"[{line.number}] {line.text}"))
        for line in _counted(lines)
        if line.number > after
    ]


def _turn(speaker: str, text: str, is_last: bool) -> str:
    if speaker == "agent":
        return f"AGENT: {text if is_last else _cut(text, _AGENT)}"
    name = "PERSON" if speaker == "person" else "TASK (no person typed it)"
    return f"{name}: {_cut(text, _PERSON)}"


def _cut(text: str, most: int) -> str:
    """Return head and tail of a text that is longer."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3].rstrip()} […] {text[-(most // 3) :].lstrip()}"


def _short(command: str) -> str:
    return clip(one_line(command), _MOST_TOOL)


def _outcome(exit_: int | None, error: str) -> str:
    if exit_ is None:
        return "?"
    return f"failed: {clip(one_line(error), _MOST_TOOL)}" if exit_ else "ok"


def _counted(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with tool lines that say the same directly after one another once."""
    found: list[Line] = []
    count = 1
    for line in lines:
        if found and line.text == found[-1].text.partition(" (×")[0] and line.text[:4] == "TOOL":
            count += 1
            found[-1] = Line(found[-1].number, f"{line.text} (×{count})")
            continue
        count = 1
        found.append(line)
    return found


def _quoted(text: str) -> str:
    return "\n".join(f"| {without_invisible(line)}" for line in text.split("\n"))
