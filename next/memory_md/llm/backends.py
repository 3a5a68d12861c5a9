"""How a model is asked: an installed agent, an API, or any program; an answer is a text.

Programs are started without a shell, in an empty private folder of their own, with an environment
of few variables, in a process group that ends with them. `MEM_INSIDE` silences `mem` inside.
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ..base.errors import MemError, UnreadableError, UsageError
from ..base.settings import Llm

NAMES: Final = ("claude", "codex", "gemini", "anthropic", "openai", "command")
_KEPT: Final = (
    *("PATH", "HOME", "USER", "LANG", "LC_ALL", "TERM", "TMPDIR", "SYSTEMROOT", "APPDATA"),
    *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HTTPS_PROXY"),
    *("HTTP_PROXY", "NO_PROXY", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"),
)
_KEPT_PREFIXES: Final = (
    "ANTHROPIC_",
    "OPENAI_",
    "CODEX_",
    "GEMINI_",
    "GOOGLE_",
    "CLAUDE_CODE_OAUTH",
)
_DISABLED: Final = (
    *("hooks", "shell_tool", "unified_exec", "multi_agent", "goals", "apps", "plugins"),
    "memories",
)
_CHEAPEST: Final = {"anthropic": "claude-haiku-4-5", "openai": "gpt-5-nano"}
_BASES: Final = {"anthropic": "https://api.anthropic.com", "openai": "https://api.openai.com/v1"}
_MOST_ANSWER: Final = 16_000  # tokens of an answer
_MOST_BYTES: Final = 4_000_000


@dataclass(frozen=True, slots=True)
class Program:
    """A command, what is added to its environment, files of its folder, and where it answers.

    `takes_rules`: it is given the rules apart, so the request on standard input is without them.
    """

    command: tuple[str, ...]
    environment: Mapping[str, str]
    files: Mapping[str, str]
    takes_rules: bool = True
    key: str = ""  # of the JSON on standard output that holds the answer
    output: str = ""  # file of the folder that holds the answer


def program_of(settings: Llm, rules: str) -> Program:
    """Return the program of a preset or of `llm.command`. Raises UsageError."""
    model = settings.model
    if settings.use == "claude":
        flags = "-p --safe-mode --strict-mcp-config --no-session-persistence --no-chrome"
        more = "--disable-slash-commands --effort low --output-format json"
        words = (*flags.split(), *more.split(), "--tools", "", "--model", model or "haiku")
        command = (_path("claude"), *words, "--system-prompt", rules)
        return Program(command, {}, {}, key="result")
    if settings.use == "codex":
        off = [word for name in _DISABLED for word in ("--disable", name)]
        given = {
            "project_doc_max_bytes": "0",
            "web_search": '"disabled"',
            "skills.include_instructions": "false",
            "model_reasoning_effort": '"low"',
            "model_instructions_file": '"RULES.md"',
        }
        config = [word for key, value in given.items() for word in ("-c", f"{key}={value}")]
        words = ("exec", "--ephemeral", "--skip-git-repo-check", "-s", "read-only", *off, *config)
        chosen = ("-m", model) if model else ()
        command = (_path("codex"), *words, *chosen, "-o", "OUT", "-")
        return Program(command, {}, {"RULES.md": rules}, output="OUT")
    if settings.use == "gemini":
        system = {"hooksConfig": {"enabled": False}, "tools": {"core": []}}
        files = {"S.json": json.dumps({**system, "context": {"fileName": "NO_SUCH"}})}
        environment = {"GEMINI_CLI_SYSTEM_SETTINGS_PATH": "S.json", "GEMINI_SYSTEM_MD": "RULES.md"}
        words = ("-p", "", "--skip-trust", "-m", model or "gemini-2.5-flash-lite", "-e", "none")
        command = (_path("gemini"), *words, "-o", "json")
        return Program(command, environment, {**files, "RULES.md": rules}, key="response")
    if not settings.command:
        raise UsageError("llm.command is not set", hint="mem models use command -- PROGRAM …")
    return Program(tuple(settings.command), {}, {}, takes_rules=False)


def _path(name: str) -> str:
    found = shutil.which(name)
    if not found:
        hint = f"install {name}, or `mem models off`"
        raise MemError("is not installed, or not on the PATH", where=name, hint=hint)
    return found


def ask(settings: Llm, rules: str, request: str) -> str:
    """Return the answer of the model. Raises MemError where it fails or takes too long."""
    if settings.use in _BASES:
        return _asked_by_http(settings, rules, request)
    program = program_of(settings, rules)
    given = request if program.takes_rules else f"{rules}\n\n{request}"
    return _run(program, given, settings.timeout)


def _run(program: Program, given: str, seconds: int) -> str:
    with tempfile.TemporaryDirectory(prefix="mem-model-") as folder:
        for name, text in program.files.items():
            path = Path(folder, name)
            path.write_text(text, encoding="utf-8")
            path.chmod(0o600)
        environment = {
            name: value
            for name, value in os.environ.items()
            if name in _KEPT or name.startswith(_KEPT_PREFIXES)
        }
        environment |= {
            name: str(Path(folder, value)) if value in program.files else value
            for name, value in program.environment.items()
        }
        environment["MEM_INSIDE"] = "1"
        printed = _output(program.command, folder, environment, given, seconds)
        if program.output:
            path = Path(folder, program.output)
            return path.read_text(encoding="utf-8", errors="replace") if path.exists() else printed
    return _field(printed, program.key) if program.key else printed


def _output(
    command: tuple[str, ...], folder: str, environment: dict[str, str], given: str, seconds: int
) -> str:
    name = Path(command[0]).name
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as fault:
        raise MemError(f"cannot be started: {fault}", where=name) from None
    try:
        out, err = process.communicate(given.encode("utf-8", "replace"), timeout=seconds)
    except subprocess.TimeoutExpired:
        hint = "llm.timeout in your config.yaml is how many seconds it may take"
        raise MemError(f"gave no answer in {seconds} seconds", where=name, hint=hint) from None
    finally:
        _end(process)
    if process.returncode:
        last = err.decode("utf-8", "replace").strip().split("\n")[-1][:200]
        raise MemError(f"failed with {process.returncode}: {last}", where=name)
    return out[:_MOST_BYTES].decode("utf-8", "replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (OSError, AttributeError):
        process.kill()
    process.wait()


def _field(printed: str, key: str) -> str:
    """Return the answer out of the JSON that an agent prints; the text itself if there is none."""
    try:
        value = json.loads(printed)
    except ValueError:
        return printed
    if isinstance(value, dict):
        if value.get("is_error"):
            raise MemError(f"the model failed: {str(value.get(key, ''))[:200]}")
        found = value.get("structured_output") or value.get(key)
        if found:
            return found if isinstance(found, str) else json.dumps(found)
    return printed


# -- HTTP -------------------------------------------------------------------------------------


def _asked_by_http(settings: Llm, rules: str, request: str) -> str:
    name = settings.use
    variable = f"{name.upper()}_API_KEY"
    key = os.environ.get(variable, "")
    if not key:
        raise MemError(f"{variable} is not set", hint=f"export {variable}=…, or `mem models off`")
    base = settings.base_url or os.environ.get(f"{name.upper()}_BASE_URL") or _BASES[name]
    model = settings.model or _CHEAPEST[name]
    if name == "anthropic":
        path, headers = "/v1/messages", {"x-api-key": key, "anthropic-version": "2023-06-01"}
        body: dict[str, Any] = {"model": model, "max_tokens": _MOST_ANSWER, "system": rules}
        body["messages"] = [{"role": "user", "content": request}]
    else:
        path, headers = "/chat/completions", {"authorization": f"Bearer {key}"}
        messages = [{"role": "system", "content": rules}, {"role": "user", "content": request}]
        body = {"model": model, "messages": messages, "response_format": {"type": "json_object"}}
    value = _posted(base.rstrip("/") + path, headers, body, settings.timeout)
    try:
        if name == "anthropic":
            return "".join(block.get("text", "") for block in value["content"])
        return str(value["choices"][0]["message"]["content"])
    except (KeyError, IndexError, TypeError, AttributeError):
        raise UnreadableError("the answer has another shape", where=base) from None


def _posted(url: str, headers: dict[str, str], body: dict[str, Any], seconds: int) -> Any:
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    if not url.startswith(("https://", "http://")):
        raise UsageError("llm.base_url is no address", where=url)
    data = json.dumps(body).encode()
    request = Request(url, data, {**headers, "content-type": "application/json"})
    try:
        with urlopen(request, timeout=seconds) as answer:
            return json.loads(answer.read(_MOST_BYTES))
    except HTTPError as fault:
        said = fault.read(300).decode("utf-8", "replace")
        raise MemError(f"answered {fault.code}: {said}", where=url) from None
    except (URLError, OSError, ValueError) as fault:
        raise MemError(f"gave no answer: {fault}", where=url) from None
