"""What a model keeps of real sessions, and what later requests needed of it.

    lessons run DATA OUT [--answers DIR | --command LINE]
    lessons score DATA OUT
    lessons must-not [--command LINE]

DATA holds `raw/NN.jsonl` (sessions in order), `README.txt`, `needs.json` and `next/NN.txt`. `run`
asks the model of each session and writes OUT/page.txt (the entries, numbered) and OUT/items.json,
for a judge who knows neither the model nor this program. The judge writes OUT/verdicts.json:
{"needs": {ID: [VERDICT, [NUMBER…]]}, "worth": {ID: [VERDICT, [NUMBER…]]}, "statements":
{"useful": n, "trivial": n, "wrong": n, "unclear": n}} with VERDICT full, part or none; `score`
counts them. `must-not` prints each lesson that a model keeps of talks that teach nothing.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from memory_md.base.tokens import estimate_tokens
from memory_md.memory.taking_back import naming_words

TALKS = Path(__file__).with_name("must_not.txt")


class Trial:
    """A repository in a folder of its own, whose model is a command."""

    def __init__(self, folder: Path) -> None:
        self.repo, self.own = folder / "repo", folder / "own"
        for path in (self.repo, self.own):
            path.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "init", "-q", str(self.repo)], check=True)
        self.repo.joinpath("learnings.md").touch()

    def mem(self, *words: str) -> Any:
        """Run a command there, and return what its JSON says."""
        program = Path(sys.executable).with_name("mem")
        environment = os.environ | {"MEM_USER_ROOT": str(self.own)}
        run = [str(program), *words, "--json"]
        done = subprocess.run(
            run, cwd=self.repo, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{shlex.join(run)}: {done.stderr}")
        return json.loads(done.stdout)

    def ask(self, session: Path, command: Sequence[str]) -> Any:
        """Let a model judge a session; return what `mem extract` says."""
        settings = {"use": "command", "command": list(command), "timeout": 3600, "per_day": 1000}
        self.own.joinpath("config.yaml").write_text(json.dumps({"llm": settings}))
        return self.mem("extract", "--llm", str(session))

    def entries(self) -> list[dict[str, Any]]:
        """Return the active entries."""
        found = self.mem("list")["entries"]
        return [one for one in found if one["active"] and one["kind"] != "modified_files"]


def run(data: Path, out: Path, commands: Iterator[Sequence[str]]) -> None:
    """Ask the model of every session, and write what it kept for a judge."""
    out.mkdir(parents=True, exist_ok=True)
    dropped: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder))
        trial.repo.joinpath("README.md").write_text(data.joinpath("README.txt").read_text())
        most = 0
        for session, command in zip(sorted(data.glob("raw/*.jsonl")), commands, strict=False):
            result = trial.ask(session, command)
            dropped.update(one["reason"] for one in result["llm"]["dropped"])
            entries = trial.entries()
            most = max(most, tokens(entries))
    out.joinpath("page.txt").write_text(page(entries))
    out.joinpath("entries.json").write_text(json.dumps(entries, ensure_ascii=False, indent=1))
    needs = json.loads(data.joinpath("needs.json").read_text())
    items = {
        key: [{name: one[name] for name in ("id", "need", "quote")} for one in needs[key]]
        for key in ("needs", "worth")
    }
    out.joinpath("items.json").write_text(json.dumps(items, ensure_ascii=False, indent=1))
    print(f"entries {len(entries)}, tokens {tokens(entries)}, at most {most}")
    print("dropped:", dict(dropped) or "nothing")


def tokens(entries: Sequence[dict[str, Any]]) -> int:
    """Return the tokens of the entries as a list without numbers."""
    return estimate_tokens("".join(f"- {one['label']}: {one['text']}\n" for one in entries))


def page(entries: Sequence[dict[str, Any]]) -> str:
    """Return the entries as a numbered list."""
    lines = (f"{one['label']}: {one['text']}" for one in entries)
    return "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))


def score(data: Path, out: Path) -> None:
    """Count what a judge found."""
    needs = json.loads(data.joinpath("needs.json").read_text())
    verdicts = json.loads(out.joinpath("verdicts.json").read_text())
    entries = json.loads(out.joinpath("entries.json").read_text())
    for key in ("needs", "worth"):
        counts = Counter(verdicts[key][one["id"]][0] for one in needs[key])
        print(f"{key}: {dict(counts)} of {len(needs[key])}")
    uses = [(request, id_) for request in needs["requests"] for id_ in request["needs"]]
    full = [(request, id_) for request, id_ in uses if verdicts["needs"][id_][0] == "full"]
    print(f"uses in full: {len(full)} of {len(uses)}")
    hit = 0
    for request, id_ in full:
        words = naming_words(data.joinpath(f"next/{request['n']:02}.txt").read_text())
        numbers = verdicts["needs"][id_][1]
        triggers = [when for number in numbers for when in entries[number - 1]["when"]]
        hit += any(naming_words(when) <= words for when in triggers if naming_words(when))
    print(f"of these, with a trigger that fires: {hit}")
    counts = verdicts.get("statements", {})
    print(f"statements: {counts} of {sum(counts.values())}")


def must_not(command: Sequence[str]) -> None:
    """Ask the model of talks that teach nothing, a few in each session."""
    blocks = [block.split("\n") for block in TALKS.read_text().split("\n\n")[1:]]
    talks = [[line for line in block if line[:3] in ("P: ", "A: ")] for block in blocks]
    kept = 0
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder))
        for at in range(0, len(talks), 4):
            messages = [
                {"role": "user" if line[0] == "P" else "assistant", "content": line[3:]}
                for talk in talks[at : at + 4]
                for line in talk
            ]
            session = Path(folder, f"{at}.json")
            session.write_text(json.dumps({"messages": messages}))
            for item in trial.ask(session, command)["items"]:
                if item["source"]["path"] == "model":
                    kept += 1
                    print(f"{item['action']}\t{item['text']}")
    print(f"kept {kept} of {len(talks)} talks that teach nothing")


def main(argv: Sequence[str]) -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(prog="lessons", description=__doc__)
    parser.add_argument("verb", choices=("run", "score", "must-not"))
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--answers", type=Path, help="a folder of recorded answers, in order")
    parser.add_argument("--command", default="", help="a program that plays the model")
    given = parser.parse_args(argv)
    command = shlex.split(given.command)
    if given.verb == "must-not":
        must_not(command)
    elif given.data is None or given.out is None:
        parser.error("name DATA and OUT")
    elif given.verb == "score":
        score(given.data, given.out)
    elif given.answers:
        answers = sorted(given.answers.iterdir())
        run(given.data, given.out, (["cat", str(path)] for path in answers))
    else:
        run(given.data, given.out, (command for _ in range(1000)))
