"""How a model is asked: an installed agent, an API, or any program; an answer is a text.

Programs are started without a shell, in an empty private folder, with few variables of the
environment, in a process group that ends with them. `MEM_INSIDE` silences `mem` inside.
"""

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from secrets import token_hex
from string import Template
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, Final

from ..base.errors import MemError, UsageError
from ..base.settings import Llm
from ..files.replacing import make_directory
from ..memory.opening import person_root

_MOST_BYTES: Final = 4_000_000


def models() -> dict[str, Any]:
    """Return the table of `templates/models.toml`, and the `schema` of an answer."""
    folder = files("memory_md.templates")
    schema = json.loads(folder.joinpath("answer_schema.json").read_text(encoding="utf-8"))
    return {"schema": schema, **tomllib.loads(folder.joinpath("models.toml").read_text("utf-8"))}


def command_of(settings: Llm, values: Mapping[str, str]) -> list[str]:
    """Return the words of the command, with `values` for `$folder` and the like."""
    name = settings.use
    if name == "command":
        if not settings.command:
            raise UsageError("llm.command is not set", hint="write it into your config.yaml")
        return list(settings.command)
    path = settings.path if Path(settings.path).stem == name else shutil.which(name)
    if not path or not Path(path).exists():
        hint = f"install it, then: mem models use {name}"
        raise MemError("is not installed, or not on the PATH", where=path or name, hint=hint)
    model = models()[name]
    values = {"model": settings.model or model["model"], **values}
    return [str(Path(path).absolute()), *filled(shlex.split(model["line"])[1:], values)]


def filled(shape: Any, values: Mapping[str, Any]) -> Any:
    """Return a text, or lists and mappings of texts, with values in place of `$name`."""
    if isinstance(shape, dict):
        return {key: filled(one, values) for key, one in shape.items()}
    if isinstance(shape, list):
        return [filled(one, values) for one in shape]
    if isinstance(shape, str):
        is_name = shape[:1] == "$" and shape[1:] in values
        return values[shape[1:]] if is_name else Template(shape).safe_substitute(values)
    return shape


def ask(settings: Llm, rules: str, request: str) -> str:
    """Return the answer of the model. Raises MemError where it fails or takes too long."""
    if "base" in models()[settings.use]:
        return _ask_api(settings, rules, request)
    own = person_root()
    make_directory(own / "model", own.parent, name=str(own / "model"), is_private=True)
    # The program works in one folder; what it is given lies in another, so the first is empty.
    with TemporaryDirectory(prefix="model-", dir=own) as folder:
        return _ask_program(settings, rules, request, Path(folder), own / "model")


def _ask_program(settings: Llm, rules: str, request: str, folder: Path, empty: Path) -> str:
    model, kept = models()[settings.use], models()["environment"]["keep"].split()
    schema = json.dumps(models()["schema"])
    values = {"folder": str(folder), "schema": schema, "session": token_hex(4)}
    command = command_of(settings, values)
    environment = {name: text for name, text in os.environ.items() if name.upper() in kept}
    environment |= {"MEM_INSIDE": "1", **filled(model.get("environment", {}), values)}
    if "line" in model:
        texts = {"RULES.md": rules, "SCHEMA.json": schema}
        for name, text in {**texts, "SETTINGS.json": json.dumps(model.get("settings"))}.items():
            (folder / name).write_text(text, encoding="utf-8")
        # Beside an agent lies the node that runs it.
        environment["PATH"] = f"{Path(command[0]).parent}{os.pathsep}{environment.get('PATH', '')}"
    else:
        request = f"{rules}\n\n{request}"
    code, out, err = _run(command, empty, environment, request, settings.timeout)
    home = Path(os.environ.get(model.get("home", "HOME")) or Path.home())
    for path in home.glob(filled(model.get("left", "$session"), values)):
        path.unlink(missing_ok=True)
    with contextlib.suppress(ValueError):
        out = _text_at(json.loads(out), model.get("answer", ())) or out
    if code != 0 or model.get("refusal", "\0") in err:
        said = " ".join(f"{out}\n{err}".split())[-300:]
        fault = f"no answer in {settings.timeout} s" if code is None else f"failed with {code}"
        raise MemError(f"{fault}: {said}", where=Path(command[0]).name, hint="mem models try")
    return out


def _run(
    command: list[str], cwd: Path, environment: Mapping[str, str], request: str, seconds: int
) -> tuple[int | None, str, str]:
    """Run a program; return its code (None: it took too long) and what it printed.

    Its streams are files, so that nobody waits for what it leaves running.
    """
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(request.encode("utf-8", "replace"))
        given.seek(0)
        options: dict[str, Any] = {"cwd": cwd, "env": environment, "start_new_session": True}
        try:
            process = subprocess.Popen(command, stdin=given, stdout=out, stderr=err, **options)
        except (OSError, ValueError) as fault:
            raise MemError(f"cannot be started: {fault}", where=command[0]) from None
        code = None
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(seconds)
        finally:
            with contextlib.suppress(OSError, AttributeError):
                os.killpg(process.pid, signal.SIGKILL)  # and all that it started
            process.kill()
            process.wait()
        out.seek(0)
        err.seek(0)
        texts = [str(one.read(_MOST_BYTES), "utf-8", "replace") for one in (out, err)]
        return code, texts[0], texts[1]


def address_of(settings: Llm) -> str:
    """Return where an API is asked."""
    model, variable = models()[settings.use], f"{settings.use.upper()}_BASE_URL"
    base = settings.base_url or os.environ.get(variable) or model["base"]
    return f"{base.rstrip('/')}{model['path']}"


def _ask_api(settings: Llm, rules: str, request: str) -> str:
    """Ask an API; where it answers 400, once more without what not all of its shape take."""
    model, url = models()[settings.use], address_of(settings)
    values = {"model": settings.model or model["model"], "rules": rules, "request": request}
    values["key"] = os.environ.get(f"{settings.use.upper()}_API_KEY", "")
    shapes = [model["body"], model["more"]]
    body, more = filled(shapes, {**values, "schema": models()["schema"]})
    headers = {"content-type": "application/json", **filled(model["headers"], values)}
    code, said = _posted(url, headers, body | more, settings.timeout)
    if code == 400:
        code, said = _posted(url, headers, body, settings.timeout)
    if code != 200:
        raise MemError(f"answered {code}: {said[:300]}", where=url, hint="mem models try")
    with contextlib.suppress(ValueError):
        return _text_at(json.loads(said), model["answer"])
    return said


def _posted(url: str, headers: dict[str, str], body: Any, seconds: int) -> tuple[int, str]:
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    try:
        request = Request(url, json.dumps(body).encode(), headers)
        with urlopen(request, timeout=seconds) as answer:
            return answer.status, str(answer.read(_MOST_BYTES), "utf-8", "replace")
    except HTTPError as fault:
        return fault.code, str(fault.read(_MOST_BYTES), "utf-8", "replace")
    except (OSError, ValueError) as fault:
        raise MemError(f"gave no answer: {fault}", where=url, hint="mem models try") from None


def _text_at(value: Any, keys: Sequence[str]) -> str:
    """Return the text that a way of keys leads to; of a list, the texts of all its parts."""
    if isinstance(value, list):
        return "".join(_text_at(one, keys) for one in value)
    if keys:
        return _text_at(value.get(keys[0]), keys[1:]) if isinstance(value, dict) else ""
    return value if isinstance(value, str) else ""
