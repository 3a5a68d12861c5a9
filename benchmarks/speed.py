"""How long commands take, each as a ratio in one run: `python -m benchmarks speed [-n RUNS]`.

A start of Python (`python -c pass`) and `json.loads` of a file's lines are the measures; times are
those of the processor (user and system), the median of some runs, of the installed program.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

PROGRAM = str(Path(sys.executable).with_name("mem"))
WORDS = (
    *("cache", "worker", "invoice", "market", "export", "queue", "index", "session", "upload"),
    *("retry", "limit", "schema", "batch", "report", "door", "price", "order", "stock", "ledger"),
    *("mirror", "nightly", "region", "currency", "archive", "pager", "digest"),
)
PARSE = "import json, sys\nfor line in open(sys.argv[1]): json.loads(line)"


class Place:
    """A repository with a memory, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.repo = folder / "repo"
        self.env = os.environ | {"MEM_USER_ROOT": str(folder / "own")}
        self.repo.mkdir(parents=True)
        subprocess.run(["git", "init", "-q"], cwd=self.repo, check=True)
        self.run([PROGRAM, "init"])
        self.repo.joinpath("src").mkdir()
        for word in WORDS:
            self.repo.joinpath(f"src/{word}.py").touch()

    def run(self, words: Sequence[str], given: str = "") -> tuple[float, int]:
        """Run a command; return its processor time in seconds and its memory in MB."""
        process = subprocess.Popen(
            words, cwd=self.repo, env=self.env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        assert process.stdin
        process.stdin.write(given.encode())
        process.stdin.close()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10

    def fill(self, entries: int, evidence: int) -> None:
        """Write so many entries, and so many lines of evidence for them."""
        random = Random(entries)
        lines = [f"{sentence(random, number)}" for number in range(entries)]
        self.run([PROGRAM, "import", self.note(lines)])
        listed = subprocess.run(
            [PROGRAM, "list", "--json"],
            cwd=self.repo,
            env=self.env,
            capture_output=True,
            check=True,
        )
        ids = [one["id"] for one in json.loads(listed.stdout)["entries"]]
        path = self.repo / ".mem/evidence.jsonl"
        more = [
            {
                "id": random.choice(ids),
                "at": f"2026-01-{number % 28 + 1:02}T00:00:{number % 60:02}.000Z",
            }
            | {
                "task": f"t{number}",
                "act": "said",
                "who": "agent",
                "quote": lines[number % entries],
            }
            for number in range(evidence - len(ids))
        ]
        with path.open("a") as file:
            file.writelines(f"{json.dumps(line)}\n" for line in more)

    def note(self, lines: Sequence[str]) -> str:
        """Write lines as notes that can be imported."""
        path = self.repo / "NOTES.md"
        path.write_text("# Conventions\n\n" + "".join(f"- {line}\n" for line in lines))
        return str(path)


def sentence(random: Random, number: int) -> str:
    """Return a line about things of its own."""
    names = random.sample(WORDS, 4)
    where = f" in `src/{names[2]}.py`" if number % 5 == 0 else ""
    return (
        f"The {names[0]} of `{names[1]}_{number}`{where} needs the {names[2]} before its {names[3]}"
    )


def talk(random: Random, size: int, *, is_prose: bool) -> str:
    """Return a session of Claude Code of so many bytes: tools and their output, or words alone."""
    lines, length, number = [], 0, 0
    while length < size:
        number += 1
        said = " ".join(sentence(random, random.randrange(10**6)) for _ in range(12))
        blocks: list[dict[str, object]] = [{"type": "text", "text": said}]
        kind = "assistant" if number % 3 else "user"
        if not is_prose and number % 3 == 2:
            kind, output = "user", "\n".join(said.split(" ") * 40)
            blocks = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": output}]
        value = {"type": kind, "sessionId": "s", "cwd": "/w", "uuid": f"u{number}"}
        line = json.dumps({**value, "message": {"role": kind, "content": blocks}})
        lines.append(line)
        length += len(line)
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str]) -> None:
    """Print a row for each case: the ratio, and what it must be."""
    parser = argparse.ArgumentParser(prog="speed", description=__doc__)
    parser.add_argument("-n", type=int, default=7, help="runs of each case")
    runs = parser.parse_args(argv).n
    with tempfile.TemporaryDirectory() as folder:
        place, large = Place(Path(folder, "a")), Place(Path(folder, "b"))
        place.fill(150, 750)
        large.fill(2000, 4000)

        def median(words: Sequence[str], given: str = "", where: Place = place) -> float:
            return statistics.median(where.run(words, given)[0] for _ in range(runs))

        start = median([sys.executable, "-c", "pass"])
        event = {"session_id": "s", "cwd": str(place.repo), "transcript_path": f"{folder}/none"}
        hook = [PROGRAM, "hook", "claude-code"]
        read = {**event, "hook_event_name": "PostToolUse", "tool_name": "Read"}
        read["tool_input"] = {"file_path": str(place.repo / "src/cache.py")}
        reads = [json.dumps({**read, "session_id": f"s{number}"}) for number in range(runs)]
        at_read = statistics.median(place.run(hook, given)[0] for given in reads)
        stop = json.dumps({**event, "hook_event_name": "Stop"})
        query = ["--query", "why is the nightly export of the ledger slow"]
        rows = [
            ("mem hook with nothing to do", median(hook, stop) / start, 2.5),
            ("mem hook at a file read that brings a line", at_read / start, 6),
            ("mem context", median([PROGRAM, "context"]) / start, 8),
            ("mem context --query", median([PROGRAM, "context", *query]) / start, 10),
            (
                "the same, 2,000 entries",
                median([PROGRAM, "context", *query], "", large) / start,
                16,
            ),
        ]
        for name, is_prose, most in (("usual transcript", False, 12), ("prose", True, 40)):
            path = Path(folder, f"{name}.jsonl")
            path.write_text(talk(Random(1), 10 << 20, is_prose=is_prose))
            parse = place.run([sys.executable, "-c", PARSE, str(path)])[0] - start
            taken, memory = place.run([PROGRAM, "extract", "--dry-run", str(path)])
            rows.append((f"mem extract, 10 MB, {name} ({memory} MB)", taken / parse, most))
    for name, ratio, most in rows:
        print(f"{name:44} {ratio:5.1f} x   must {most} {'' if ratio <= most else 'MISSED'}")
