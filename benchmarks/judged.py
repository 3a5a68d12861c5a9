"""What readers said of stored entries and of context lines, kept as data in labels/judged.jsonl.

`python -m benchmarks judged` prints the shares. `judged SET ITEMS ANSWERS` adds what was said of a
file of items: each begins with its number ("3." or, in task 2, "2.3"), its answer is a line with
that number and a verdict in capitals. The first line of ITEMS says what they are: "JUDGE stored" or
"JUDGE context". No text is kept: an item is named by a digest. SET says whether anybody tuned on
them; what is added again takes the place of what was there.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

LABELS: Final = Path(__file__).parent / "labels" / "judged.jsonl"
_ITEM: Final = re.compile(r"(?ms)^(\d+(?:\.\d+)?)\.? (.*?)(?=^\d+(?:\.\d+)?\.? |^=== |\Z)")
_ANSWER: Final = re.compile(r"(?m)^(\d+(?:\.\d+)?)\.? ([A-Z]{3,})\b")
_STORED: Final = re.compile(
    r"(?s)^repository (\S+).*?^ *stored: (?:([A-Z]\w*)[^:\n]*: )?(.*)", re.MULTILINE
)
_TASK: Final = re.compile(r"(?m)^=== TASK (\d+)\nrepository: ([^\s,]+)")

# (what, set, repository, kind, digest, verdict, date)
Judgement = dict[str, str]


def load(path: Path = LABELS) -> list[Judgement]:
    """Return what is kept."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def shares(rows: list[Judgement]) -> dict[tuple[str, str], Counter[str]]:
    """Return by (what, set) how often each verdict was given."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row["what"], row["set"]][row["verdict"]] += 1
    return found


def read(name: str, items: str, answers: str, date: str) -> Iterator[Judgement]:
    """Yield a judgement for each item that has an answer."""
    what = items.partition("\n")[0].removeprefix("JUDGE").strip()
    verdicts = dict(_ANSWER.findall(answers))
    places = dict(_TASK.findall(items))
    for number, text in _ITEM.findall(items):
        if number not in verdicts:
            continue
        stored = _STORED.match(text)
        if what == "stored" and not stored:
            continue
        kind = (stored[2] or "").lower() if stored else ""
        where = stored[1] if stored else places.get(number.partition(".")[0], "")
        yield {
            "what": what,
            "set": name,
            "repository": where,
            "kind": kind,
            "item": sha256((stored[3] if stored else text).strip().encode()).hexdigest()[:16],
            "verdict": verdicts[number].lower(),
            "date": date,
        }


def main(name: str = "", items: str = "", answers: str = "") -> int:
    """Print the shares, or add judgements; 2 where no item has an answer."""
    rows = load()
    if name:
        texts = [Path(path).read_text(encoding="utf-8") for path in (items, answers)]
        new = list(read(name, texts[0], texts[1], f"{datetime.now(UTC):%Y-%m-%d}"))
        known = {(row["set"], row["item"]) for row in new}
        rows = [row for row in rows if (row["set"], row["item"]) not in known] + new
        if not new:
            print("judged: no item has an answer", file=sys.stderr)
            return 2
        with LABELS.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    for (what, of), verdicts in shares(rows).items():
        count = verdicts.total()
        told = ", ".join(f"{one} {some / count:.2f}" for one, some in verdicts.most_common())
        print(f"judged: {what}, {of}: {count} items: {told}")
    return 0
