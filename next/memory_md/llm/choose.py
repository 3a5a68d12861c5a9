"""`mem models`: which model is asked, set in the person's own config and nowhere else."""

import shutil
from pathlib import Path
from typing import Any, Final

from ..base.errors import UsageError
from ..base.settings import Llm
from ..base.text import newline_of
from ..files.reading import read_bytes
from ..files.replacing import make_directory, replace
from .backends import NAMES, ask, program_of
from .prompt import rules

_CONFIG: Final = "config.yaml"
_TRIAL: Final = 'Answer with {"lessons": [], "known": [], "waiting": []} and nothing else.'
_HOW: Final = {
    "claude": "the Claude Code that is installed, with its login",
    "codex": "the Codex that is installed, with its login",
    "gemini": "the Gemini CLI that is installed, with its login",
    "anthropic": "the Anthropic API, with ANTHROPIC_API_KEY",
    "openai": "the OpenAI API or one of its shape, with OPENAI_API_KEY",
    "command": "any program: the request on standard input, the answer on standard output",
}


def listed(settings: Llm) -> list[dict[str, Any]]:
    """Return the models that can be chosen, whether each is there, and which one is chosen."""
    return [
        {
            "name": name,
            "what": what,
            "installed": name in {"anthropic", "openai", "command"} or bool(shutil.which(name)),
            "chosen": settings.use == name,
        }
        for name, what in _HOW.items()
    ]


def described(settings: Llm) -> list[str]:
    """Return the exact command of a choice, and what is sent where."""
    if settings.use not in NAMES:
        raise UsageError(f"no such model: {settings.use}", hint=f"one of {', '.join(NAMES)}")
    lines = [f"{settings.use}: {_HOW[settings.use]}"]
    if settings.use not in {"anthropic", "openai"}:
        given = rules()
        words = ("RULES" if word == given else word for word in program_of(settings, given).command)
        lines.append("command: " + " ".join(word or "''" for word in words))
    lines += [
        "sent at the end of a session: the rules, the memory, the project's name and README's",
        "first lines, and what you and the agent said, without secrets and private parts.",
        f"at most {settings.per_day} requests a day; `mem models off` ends it.",
    ]
    return lines


def tried(settings: Llm) -> str:
    """Ask the model something small and return its answer. Raises MemError."""
    return ask(settings, rules(), _TRIAL).strip()[:200]


def choose(own: Path, name: str) -> None:
    """Set `llm.use` in the person's own config; all else in the file stays."""
    make_directory(own, own.parent, name=str(own))
    path = own / _CONFIG
    before = read_bytes(path, own, name=_CONFIG)
    text = (before or b"").decode("utf-8", "surrogateescape")
    after = _with_choice(text, name).encode("utf-8", "surrogateescape")
    if after != before:
        replace(path, own, after, expected=before, name=_CONFIG)


def _with_choice(text: str, name: str) -> str:
    """Return a config with `llm.use` set, by lines: YAML is never rendered anew."""
    end = newline_of(text)
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if line.rstrip() == "llm:"), None)
    if start is None:
        gap = "" if not text or text.endswith("\n") else end
        return f"{text}{gap}llm:{end}  use: {name}{end}"
    for at in range(start + 1, len(lines)):
        if lines[at].strip() and not lines[at].startswith((" ", "\t", "#")):
            break
        if lines[at].strip().startswith("use:"):
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines[at] = f"{indent}use: {name}" + ("\r" if lines[at].endswith("\r") else "")
            return "\n".join(lines)
    lines.insert(start + 1, f"  use: {name}" + ("\r" if end == "\r\n" else ""))
    return "\n".join(lines)
