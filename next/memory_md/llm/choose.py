"""`mem models`: which model is asked, set in the person's own config and nowhere else."""

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any, Final

from ..base.config import parse_given
from ..base.errors import MemError, UsageError
from ..base.settings import CHOICES, Llm
from ..base.text import newline_of
from ..files.reading import read_bytes
from ..files.replacing import make_directory, replace
from .answer import read_answer
from .backends import address_of, ask, command_of, filled, models
from .prompt import rules

_CONFIG: Final = "config.yaml"
# Without the answer in it: a model that repeats its prompt fails.
_TRIAL: Final = "There was no conversation: answer with the JSON object of three empty lists."
_SHOWN: Final = {"folder": "FOLDER", "schema": "SCHEMA", "session": "SESSION"}


def listed(settings: Llm) -> list[dict[str, Any]]:
    """Return the models that can be chosen, whether each is there, and which one is chosen."""
    table = {name: one for name, one in models().items() if "what" in one}
    return [
        {"name": name, "what": one["what"], "chosen": settings.use == name}
        | {"installed": "line" not in one or bool(shutil.which(name))}
        for name, one in table.items()
    ]


def described(settings: Llm) -> dict[str, Any]:
    """Return the exact command of a choice, or the address and the model. Raises MemError."""
    names = CHOICES["llm.use"][1:]
    if settings.use not in names:
        raise UsageError(f"no such model: {settings.use}", hint=f"one of {', '.join(names)}")
    model = models()[settings.use]
    row = {"name": settings.use, "what": model["what"]}
    if "base" in model:
        return row | {"address": address_of(settings), "model": settings.model or model["model"]}
    variables = [f"{name}={text}" for name, text in model.get("environment", {}).items()]
    words = command_of(settings, _SHOWN)
    shown = shlex.join([*filled(variables, _SHOWN), *words])
    return row | {"command": shown, "path": words[0]}


def tried(settings: Llm) -> str:
    """Ask the model something small and return its answer. Raises MemError."""
    if settings.use == "off":
        raise UsageError("no model is chosen", hint="mem models use NAME")
    answer = ask(settings, rules(), _TRIAL).strip()
    if read_answer(answer) is None:
        what = f"does not answer with the JSON object: {answer[:200]}"
        raise MemError(what, where=settings.use, hint="another model can: mem models")
    return answer[:200]


def choose(own: Path, name: str, program: str = "") -> None:
    """Note a choice, and where its program lies, in the person's own config; all else stays."""
    make_directory(own, own.parent, name=str(own))
    path = own / _CONFIG
    before = read_bytes(path, own, name=_CONFIG)
    text = (before or b"").decode("utf-8", "surrogateescape")
    chosen = {"use": name, **({"path": program} if program else {})}
    after = _with(text, chosen)
    old, new = (parse_given(one, _CONFIG)[0] for one in (text, after))
    kept = {key: one for key, one in old.items() if key not in {"llm.use", "llm.path"}}
    if new != {**kept, **{f"llm.{key}": one for key, one in chosen.items()}}:
        hint = f"write below `llm:` by hand: {json.dumps(chosen)[1:-1]}"
        raise UsageError("the part `llm:` is not written in lines", where=str(path), hint=hint)
    if after != text:
        replace(path, own, after.encode("utf-8", "surrogateescape"), expected=before, name=_CONFIG)


def _with(text: str, chosen: dict[str, str]) -> str:
    """Return a config with these keys below `llm:`, by lines: YAML is never rendered anew."""
    end = newline_of(text)
    text += "" if not text or text.endswith("\n") else end
    found = re.search(r"(?m)^llm:[ \t]*(?:#.*)?\r?\n([ \t]+(?=\w))?", text)
    indent = (found and found[1]) or "  "
    lines = "".join(f"{indent}{key}: {json.dumps(one)}{end}" for key, one in chosen.items())
    text = re.sub(r"(?m)^[ \t]+(?:use|path):.*\n", "", text)
    if not found:
        return f"{text}llm:{end}{lines}"
    return re.sub(r"(?m)^llm:.*\n", lambda one: one[0] + lines, text, count=1)
