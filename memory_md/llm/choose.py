"""`mem models`: which model is asked, set in the person's own config and nowhere else."""

import shlex
import shutil
from pathlib import Path
from typing import Any, Final

from ..base.config import with_llm
from ..base.errors import MemError, UsageError
from ..base.settings import Llm
from ..files.reading import read_bytes
from ..files.replacing import make_directory, replace
from ..memory.disk import decoded, encoded
from .answer import read_answer
from .backends import address_of, ask, command_of, filled, models
from .prompt import rules

# Without the answer in it: a model that repeats its prompt fails.
_TRIAL: Final = "There was no conversation: answer with the JSON object of three empty lists."
_SHOWN: Final = {"folder": "FOLDER", "schema": "SCHEMA", "session": "SESSION"}


def listed(settings: Llm) -> list[dict[str, Any]]:
    """Return the models that can be chosen, whether each is there, and which one is chosen."""
    return [
        {"name": name, "what": one["what"], "chosen": settings.use == name}
        | {"installed": "line" not in one or bool(shutil.which(name))}
        for name, one in models().items()
        if "what" in one
    ]


def described(settings: Llm) -> dict[str, Any]:
    """Return the exact command of a choice, or the address and the model. Raises MemError."""
    model = models().get(settings.use, {})
    if "what" not in model:
        raise UsageError(f"no such model: {settings.use}", hint="`mem models` lists them")
    row = {"name": settings.use, "what": model["what"]}
    if "base" in model:
        return row | {"address": address_of(settings), "model": settings.model or model["model"]}
    variables = [f"{name}={text}" for name, text in model.get("environment", {}).items()]
    words = command_of(settings, _SHOWN)
    row["command"] = shlex.join([*filled(variables, _SHOWN), *words])
    return row | ({"path": words[0]} if "line" in model else {})


def tried(settings: Llm) -> str:
    """Ask the model something small and return its answer. Raises MemError."""
    if settings.use == "off":
        raise UsageError("no model is chosen", hint="mem models use NAME")
    answer = ask(settings, rules(), _TRIAL).strip()
    if read_answer(answer) is None:
        what = f"answers with no such object: {answer[:200]}"
        raise MemError(what, where=settings.use, hint="take another one: mem models")
    return answer[:200]


def choose(own: Path, name: str, program: str = "") -> None:
    """Note a choice, and where its program lies, in the person's own config; all else stays."""
    make_directory(own, own.parent, name=str(own))
    path = own / "config.yaml"
    before = read_bytes(path, own, name=path.name)
    text = decoded(before) or ""
    after = with_llm(text, {"use": name, **({"path": program} if program else {})}, str(path))
    if after != text:
        replace(path, own, encoded(after) or b"", expected=before, name=path.name)
