"""Other memories for coding agents, side by side with ours in one run.

`python -m benchmarks neighbours [FOLDER]` installs mulch (npm), ctxmem and synapt (PyPI) into the
folder, or into one that is thrown away, and puts the same things to each through its own commands.
The page of figures has this section only where MEM_NEIGHBOURS names such a folder, because an
installation needs a registry. What a tool has no command for is left out.

To remember is `mem extract` of a file, `ml record --batch`, `ctxmem remember`, and `synapt recall
build` of a transcript; a writer runs `mem add`, `ml record`, `ctxmem remember`, `synapt recall
journal --write`. To ask is `mem context --query`, `ml prime` (`ml search` where there is a
question), `ctxmem context` and `synapt recall search`.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from string import ascii_letters, digits
from typing import ClassVar, Final

from memory_md.base.identity import entry_id
from memory_md.base.token_estimate import estimate_tokens
from memory_md.memory.model.entry import Entry

from . import decisions
from ._installed import installed
from ._lessons import lesson
from ._page import US, Row, Table
from ._sections import NotRunError
from ._written import write_entries
from .budget import exact_counter
from .harm import injections

FOLDER: Final = "MEM_NEIGHBOURS"
_BUDGET: Final = 2_000
_SIZES: Final = (150, 10_000)
_WRITERS: Final = 8
_EACH: Final = 50
_RUNS: Final = 5
_WIDE: Final = 8_000  # tokens in which all of twenty lines have room
_QUESTION: Final = "retry the handler of the billing service"


class Tool:
    """A memory in a folder of its own, driven by its command line."""

    name: ClassVar[str] = ""

    def __init__(self, home: Path) -> None:
        """`home` is where it is installed."""
        self.home = home

    def install(self) -> None:
        """Fetch it from its registry, where it is not there."""

    def version(self) -> str:
        """Return which one was measured."""
        raise NotImplementedError

    def empty(self) -> list[str]:
        """Return the command of an interpreter of its kind that does nothing."""
        raise NotImplementedError

    def start(self, root: Path) -> None:
        """Make an empty memory."""

    def add(self, text: str) -> list[str]:
        """Return the command that adds one text."""
        raise NotImplementedError

    def remember(self, root: Path, texts: Sequence[str]) -> None:
        """Take in texts as it takes in what an agent says."""
        for text in texts:
            self.run(root, self.add(text))

    def fill(self, root: Path, texts: Sequence[str]) -> None:
        """Make a memory of many texts, by the quickest way there is."""
        self.remember(root, texts)

    def ask(self, budget: int, question: str = "", path: str = "") -> list[str]:
        """Return the command that prints what a task should know."""
        raise NotImplementedError

    def run(self, root: Path, command: Sequence[str]) -> str:
        """Return what a command prints; one that fails prints nothing."""
        keep = ("PATH", "LANG", "LC_ALL", "TMPDIR")
        own = {name: os.environ[name] for name in keep if name in os.environ}
        env = {**own, "HOME": str(root / "home"), "PYTHONUTF8": "1", "NO_COLOR": "1"}
        (root / "home").mkdir(exist_ok=True)
        work = root / "work"
        ran = subprocess.run(command, cwd=work, env=env, capture_output=True, check=False)
        return ran.stdout.decode("utf-8", "replace")

    def root(self, folder: Path) -> Path:
        """Make a git repository with an empty memory."""
        root = Path(tempfile.mkdtemp(prefix=f"{self.name}-", dir=folder))
        (root / "work").mkdir()
        self.run(root, ["git", "init", "-q"])
        self.start(root)
        return root

    def files(self, root: Path) -> bytes:
        """Return the bytes of all that it wrote, what it was given left out."""
        left_out = {".git", "given"}
        return b"\n".join(
            path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and not left_out & set(path.relative_to(root).parts)
        )


class Mem(Tool):
    """Ours, as installed from a wheel."""

    name = US

    def version(self) -> str:
        return self.run_version([installed()[1], "--version"])

    def run_version(self, command: list[str]) -> str:
        """Return the last word of what a command prints."""
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
        return ran.stdout.split()[-1]

    def empty(self) -> list[str]:
        return [installed()[0], "-c", "pass"]

    def start(self, root: Path) -> None:
        self.run(root, [installed()[1], "init"])
        config = "eviction: {max_entries: 99999, max_bytes: 99999999}\n"
        (root / "work" / ".mem" / "config.yaml").write_text(config, encoding="utf-8")

    def add(self, text: str) -> list[str]:
        return [installed()[1], "add", "-c", "convention", text]

    def remember(self, root: Path, texts: Sequence[str]) -> None:
        given = root / "given"
        given.mkdir(exist_ok=True)
        for number, text in enumerate(texts):
            path = given / f"{len(list(given.iterdir()))}.md"
            label = "" if text.split(" ")[0].endswith(":") else "Convention: "
            path.write_text(f"{label}{text}\n", encoding="utf-8")
            self.run(root, [installed()[1], "extract", str(path), "--session", f"task-{number}"])

    def fill(self, root: Path, texts: Sequence[str]) -> None:
        entries = [Entry(entry_id("convention", text), "convention", text) for text in texts]
        write_entries(root / "work", entries, lines=3)

    def ask(self, budget: int, question: str = "", path: str = "") -> list[str]:
        about = [*["--query", question] * bool(question), *["--file", path] * bool(path)]
        return [installed()[1], "context", "--budget", str(budget), *about]


class Mulch(Tool):
    """`@os-eco/mulch-cli`, which runs on Bun."""

    name = "mulch"

    def install(self) -> None:
        if not (self.home / "node_modules").is_dir():
            self.home.mkdir(parents=True, exist_ok=True)
            command = ["npm", "install", "--prefix", str(self.home), "@os-eco/mulch-cli", "bun"]
            subprocess.run(command, check=True, capture_output=True)

    def version(self) -> str:
        path = self.home / "node_modules" / "@os-eco" / "mulch-cli" / "package.json"
        return str(json.loads(path.read_text(encoding="utf-8"))["version"])

    def _bun(self) -> str:
        return str(self.home / "node_modules" / ".bin" / "bun")

    def _ml(self, *words: str) -> list[str]:
        script = self.home / "node_modules" / "@os-eco" / "mulch-cli" / "src" / "cli.ts"
        return [self._bun(), str(script), *words]

    def empty(self) -> list[str]:
        return [self._bun(), "-e", "0"]

    def start(self, root: Path) -> None:
        self.run(root, self._ml("init"))
        self.run(root, self._ml("add", "notes"))

    def add(self, text: str) -> list[str]:
        return self._ml("record", "notes", "--type", "convention", text)

    def remember(self, root: Path, texts: Sequence[str]) -> None:
        (root / "given").mkdir(exist_ok=True)
        path = root / "given" / "batch.json"
        records = [{"type": "convention", "content": text} for text in texts]
        path.write_text(json.dumps(records), encoding="utf-8")
        self.run(root, self._ml("record", "notes", "--batch", str(path)))

    def ask(self, budget: int, question: str = "", path: str = "") -> list[str]:
        if question:
            return self._ml("search", f"{question} {path}")
        return self._ml("prime", "notes", "--budget", str(budget))


class Ctxmem(Tool):
    """`ctxmem`, which runs on Python without libraries."""

    name = "ctxmem"
    package: ClassVar[str] = "ctxmem"

    def install(self) -> None:
        if not (self.home / "bin" / self.package).exists():
            venv.create(self.home, with_pip=True, symlinks=True)
            command = [str(self.home / "bin" / "pip"), "install", "-q", self.package]
            subprocess.run(command, check=True, capture_output=True)

    def version(self) -> str:
        code = f"from importlib.metadata import version; print(version({self.package!r}))"
        command = [str(self.home / "bin" / "python"), "-c", code]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def empty(self) -> list[str]:
        return [str(self.home / "bin" / "python"), "-c", "pass"]

    def _bin(self, *words: str) -> list[str]:
        return [str(self.home / "bin" / self.package), *words]

    def start(self, root: Path) -> None:
        self.run(root, self._bin("init"))

    def add(self, text: str) -> list[str]:
        return self._bin("remember", text)

    def fill(self, root: Path, texts: Sequence[str]) -> None:
        """Copy the line that it wrote for one text, and let it index them."""
        self.run(root, self.add(texts[0]))
        path = root / "work" / ".ctxmem" / "memory.jsonl"
        first = json.loads(path.read_text(encoding="utf-8"))
        lines = [
            json.dumps({**first, "id": f"{number:012x}", "content": text})
            for number, text in enumerate(texts)
        ]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.run(root, self._bin("sync"))

    def ask(self, budget: int, question: str = "", path: str = "") -> list[str]:
        return self._bin("context", f"{question or _QUESTION} {path}", "--budget", str(budget))


class Synapt(Ctxmem):
    """`synapt`, without its embeddings, which need a model."""

    name = "synapt"
    package: ClassVar[str] = "synapt"

    def start(self, root: Path) -> None:
        """It needs no more than a repository."""

    def add(self, text: str) -> list[str]:
        return self._bin("recall", "journal", "--write", "--focus", "work", "--decisions", text)

    def remember(self, root: Path, texts: Sequence[str]) -> None:
        (root / "given").mkdir(exist_ok=True)
        for place in range(0, len(texts), 100):
            path = root / "given" / f"session-{place}.jsonl"
            path.write_text(_transcript(place, texts[place : place + 100]), encoding="utf-8")
        given = str(root / "given")
        self.run(root, self._bin("recall", "build", "--source", given, "--no-embeddings"))

    def fill(self, root: Path, texts: Sequence[str]) -> None:
        self.remember(root, texts)

    def ask(self, budget: int, question: str = "", path: str = "") -> list[str]:
        words = f"{question or _QUESTION} {path}"
        return self._bin("recall", "search", words, "--max-tokens", str(budget))


def _transcript(place: int, texts: Sequence[str]) -> str:
    """Return a session of Claude Code in which the agent says the texts."""
    lines = []
    for number, text in enumerate(texts):
        common = {"sessionId": f"session-{place}", "cwd": "/work", "version": "2.0.0"}
        at = f"2026-02-02T10:{number // 60:02}:{number % 60:02}Z"
        asked = {"role": "user", "content": f"Go on with step {number}."}
        said = {"role": "assistant", "content": [{"type": "text", "text": text}]}
        for role, message, uuid, parent in (
            ("user", asked, f"u{number}", None),
            ("assistant", said, f"a{number}", f"u{number}"),
        ):
            record = {"type": role, "uuid": uuid, "parentUuid": parent, "timestamp": at}
            lines.append(json.dumps({**common, **record, "message": message}))
    return "\n".join(lines) + "\n"


# -- what is put to each -------------------------------------------------------------------------


def lessons(count: int, seed: int = 1) -> list[str]:
    """Return random lessons, no two alike."""
    random = Random(seed)
    return list(dict.fromkeys(lesson(random) for _ in range(count * 2)))[:count]


def secrets() -> list[str]:
    """Return twenty made-up secrets of the kinds that services give out.

    They are put together here, so that no file of ours holds one.
    """
    random = Random(20)

    def some(count: int, letters: str = ascii_letters + digits) -> str:
        return "".join(random.choices(letters, k=count))

    upper = ascii_letters[26:] + digits
    heads = {"gh" + "p_": 36, "github" + "_pat_": 60, "gl" + "pat-": 20, "npm" + "_": 36}
    heads |= {"sk-" + "proj-": 48, "sk-" + "ant-api03-": 80, "sk_" + "live_": 24, "AI" + "za": 35}
    heads |= {"xox" + "b-123456789012-": 24, "pypi" + "-AgEIcHlwaS5vcmc": 60, "hf" + "_": 34}
    hexadecimal = {"dop_" + "v1_": 64, "shp" + "at_": 32}
    return [
        *(head + some(count) for head, count in heads.items()),
        *(head + some(count, "0123456789abcdef") for head, count in hexadecimal.items()),
        f"SG.{some(22)}.{some(43)}",
        "AK" + "IA" + some(16, upper),
        "ey" + f"J{some(20)}.ey" + f"J{some(40)}.{some(43)}",
        f"postgres://app:{some(18)}@db.example.org:5432/app",
        f"https://deploy:{some(16)}@git.example.org/app.git",
        f"password = '{some(20)}'",
        f"AWS_SECRET_ACCESS_KEY={some(40)}",
    ]


def hostile() -> list[str]:
    """Return twenty injections in English, of as many shapes as there are."""
    by_shape: dict[str, str] = {}
    rest = []
    for split, shape, language, text in injections():
        if split in ("fresh", "clean") and language in ("en", "English"):
            rest.append(text)
            by_shape.setdefault(shape, text)
    return list(dict.fromkeys([*by_shape.values(), *rest]))[:20]


def tools(home: Path) -> tuple[list[Tool], list[str]]:
    """Return those that could be installed below a folder, and what to say of the others."""
    found, failed = [], []
    for kind in (Mem, Mulch, Ctxmem, Synapt):
        tool = kind(home.resolve() / kind.name)
        try:
            tool.install()
            found.append(tool)
        except (OSError, subprocess.CalledProcessError) as error:
            failed.append(f"{kind.name} could not be installed ({type(error).__name__})")
    return found, failed


def tables() -> Iterator[Table]:
    """Yield what each of them does with the same things."""
    home = os.environ.get(FOLDER)
    if not home:
        raise NotRunError(f"{FOLDER} names no folder to install them in")
    with tempfile.TemporaryDirectory() as folder:
        yield from compared(*tools(Path(home)), Path(folder))


def compared(chosen: list[Tool], failed: list[str], folder: Path) -> Iterator[Table]:
    """Yield the tables for some of them, made in a folder."""
    versions = ", ".join(f"{tool.name} {tool.version()}" for tool in chosen)
    yield Table("Speed and size", _speed(chosen, folder), "; ".join([versions, *failed]) + ".")
    rows = [_writers(chosen, folder), *_safety(chosen, folder)]
    yield Table("What is kept, and what is printed", rows)
    given = decisions.data()
    if given:
        note = (
            "Each turn was recorded as it was said where no command reads sessions (mulch, ctxmem);"
            " an agent that chooses what to record would do better or worse."
        )
        yield Table("Decisions told, chats", _decisions(chosen, *given, folder), note)


def _speed(chosen: list[Tool], folder: Path) -> list[Row]:
    count = exact_counter() or estimate_tokens
    rows = {name: Row(name, 0, {}, unit, "less", head=head) for name, unit, head in _SPEED_ROWS}
    for tool in chosen:
        for size in (1, *_SIZES):
            root = tool.root(folder)
            tool.fill(root, lessons(size))
            command = tool.ask(_BUDGET)
            ratio = _ratio(tool, root, command)
            name = "start-up: context of one entry" if size == 1 else f"context of {size:,} entries"
            rows[f"{name} / an empty interpreter"].values[tool.name] = ratio
            if size > 1:
                tokens = count(tool.run(root, command))
                rows[f"tokens printed of {size:,} entries, 2,000 asked for"].values[tool.name] = (
                    tokens
                )
            shutil.rmtree(root)
    for row in rows.values():
        row.n = _BUDGET if row.unit == "count" else _RUNS
    return list(rows.values())


_SPEED_ROWS: Final = (
    ("start-up: context of one entry / an empty interpreter", "times", True),
    *((f"context of {size:,} entries / an empty interpreter", "times", True) for size in _SIZES),
    *((f"tokens printed of {size:,} entries, 2,000 asked for", "count", False) for size in _SIZES),
)


def _ratio(tool: Tool, root: Path, command: Sequence[str]) -> float:
    tool.run(root, command), tool.run(root, tool.empty())
    ratios = []
    for _ in range(_RUNS):
        start = time.perf_counter()
        tool.run(root, command)
        middle = time.perf_counter()
        tool.run(root, tool.empty())
        ratios.append((middle - start) / (time.perf_counter() - middle))
    return statistics.median(ratios)


def _writers(chosen: list[Tool], folder: Path) -> Row:
    """Count what is there after eight writers at once."""
    texts = lessons(_WRITERS * _EACH, seed=2)
    kept = {}
    for tool in chosen:
        root = tool.root(folder)

        def write(number: int, tool: Tool = tool, root: Path = root) -> None:
            for text in texts[number * _EACH : (number + 1) * _EACH]:
                tool.run(root, tool.add(text))

        with ThreadPoolExecutor(_WRITERS) as pool:
            list(pool.map(write, range(_WRITERS)))
        kept[tool.name] = _held(tool, root, texts)
    return Row("entries kept of eight writers at once", len(texts), kept, "count", head=True)


def _held(tool: Tool, root: Path, texts: Sequence[str]) -> int:
    """Count the texts whose symbol is in a file."""
    files = tool.files(root)
    return sum(text.split("`")[1].encode() in files for text in texts)


def _safety(chosen: list[Tool], folder: Path) -> Iterator[Row]:
    planted, orders, harmless = secrets(), hostile(), lessons(20, seed=3)
    left, printed, told = {}, {}, {}
    for tool in chosen:
        root = tool.root(folder)
        tool.remember(root, [f"The deployment signs in with {one} on staging" for one in planted])
        files = tool.files(root)
        values = [one.split("=")[-1].strip(" '").encode() for one in planted]
        left[tool.name] = sum(value in files for value in values)
        root = tool.root(folder)
        tool.remember(root, [*orders, *harmless])
        printed[tool.name] = _answered(tool, root, orders)
        told[tool.name] = _answered(tool, root, harmless)
    count = len(planted)
    yield Row("planted secrets that are in its files", count, left, "count", "less", head=True)
    yield Row("injections that are printed", len(orders), printed, "count", "less", head=True)
    yield Row("harmless lines that are printed, the control", len(harmless), told, "count")


def _answered(tool: Tool, root: Path, texts: Sequence[str]) -> int:
    """Count the texts that are printed, asked for by their own words or all at once."""
    whole = _flat(tool.run(root, tool.ask(_WIDE)))
    return sum(
        (start := _flat(text)[:60]) in whole
        or start in _flat(tool.run(root, tool.ask(_WIDE, text)))
        for text in texts
    )


def _flat(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def _decisions(
    chosen: list[Tool], tasks: list[decisions.Task], decoys: list[decisions.Task], folder: Path
) -> list[Row]:
    tasks = [task for task in tasks if task["source"] != "history"]
    noise = [turn["text"] for decoy in decoys for turn in decoy["turns"]]
    told: dict[str, float] = {}
    covered: dict[str, float] = {}
    for tool in chosen:
        values = []
        for task in tasks if tool.name != US else ():
            root = tool.root(folder)
            turns = [turn["text"] for chat in task["conversations"] for turn in chat]
            tool.fill(root, [*noise, *turns])
            block = tool.run(root, tool.ask(500, task["bug_report"], task["module"]))[:2_000]
            values.append(decisions.coverage(task["policy"], task["bug_report"], block))
            shutil.rmtree(root)
        if tool.name == US:
            _, rows = decisions.measure(tasks, decoys)
            values = [row[US] for row in rows["chats"]]
        told[tool.name] = sum(value >= decisions.TOLD for value in values)
        covered[tool.name] = statistics.mean(values)
    return [
        Row("decisions told", len(tasks), told, "count", head=True),
        Row("words of the decision that are told", len(tasks), covered),
    ]


def main(home: str = "") -> int:
    """Print the section, with the tools installed in a folder, or in one that is thrown away."""
    from .scorecard import made, run

    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER] = home or os.environ.get(FOLDER) or folder
        section = run("neighbours")
    print(made({"neighbours": section}, ["neighbours"]))
    return int(bool(section.not_run))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
