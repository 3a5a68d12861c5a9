"""Which diary entries matter for a spec, and which files it allows, through the command itself.

The levels are those of tests/corpus/relevance: three invented repositories, each pair of a spec and
an entry labelled HIGH, MEDIUM or SKIP before the rules were written. The allowed files are of real
specs in the data (diary/specs); labels/allowed_files.json names each by a digest of its path, read
by a person from the list in the spec. Beside it: an entry matters where it names a path of the
spec, and every path in backticks from "Allowed Files" to the next heading is allowed.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import yaml

from ._data import missing, path_of
from .decisions import Repository

LABELS: Final = Path(__file__).parent / "labels" / "allowed_files.json"
_CORPUS: Final = Path(__file__).resolve().parents[1] / "tests" / "corpus" / "relevance"
_PATH: Final = re.compile(r"`([^`\s]*[./][^`\s]*)`")
_ALLOWED: Final = re.compile(r"(?ims)^[^\n]*\bAllowed Files\b[^\n]*\n(.*?)(?=^#{1,2} |\Z)")

# (the right level, ours, the naive one)
Level = tuple[str, str, str]


def levels() -> Iterator[Level]:
    """Yield a triple for each pair of a spec and an entry."""
    for path in sorted(_CORPUS.glob("*.yaml")):
        corpus: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            made = Repository(Path(folder))
            made.git("init", "-q")
            files = {**corpus["files"], **corpus["entries"], **corpus["specs"]}
            _write(made.folder, files | {"ai/diary/index.md": corpus["index"]})
            for spec, right in corpus["levels"].items():
                found = {one["id"]: one["level"] for one in _relevant(made, spec, "entries")}
                near = set(_naive_allowed(corpus["specs"][spec]))
                for id_, level in right.items():
                    yield level, found[id_], _naive_level(corpus, id_, near)


def allowed() -> Iterator[tuple[str, set[str], set[str], set[str]]]:
    """Yield (spec, digests of the right files, of ours, of the naive ones), where there are any."""
    folder = path_of("diary/specs")
    labels = json.loads(LABELS.read_text(encoding="utf-8"))
    if folder is None:
        return
    with tempfile.TemporaryDirectory() as temporary:
        made = Repository(Path(temporary))
        made.git("init", "-q")
        for name, right in labels.items():
            path = folder / name
            if path.is_file():
                text = path.read_bytes().decode("utf-8", "replace")
                _write(made.folder, {"spec.md": text})
                found = [one["path"] for one in _relevant(made, "spec.md", "allowed_files")]
                yield name, set(right), _digests(found), _digests(_naive_allowed(text))


def _relevant(made: Repository, spec: str, what: str) -> list[dict[str, Any]]:
    ran = made.mem("diary", "relevant", "--spec", spec, "--last", "20", "--json")
    return list(json.loads(ran)[what])


def _naive_allowed(text: str) -> list[str]:
    return [path for part in _ALLOWED.findall(text) for path in _PATH.findall(part)]


def _naive_level(corpus: dict[str, Any], id_: str, near: Iterable[str]) -> str:
    row = "\n".join(line for line in corpus["index"].splitlines() if id_ in line)
    entry = "\n".join(text for name, text in corpus["entries"].items() if id_ in name)
    return "HIGH" if any(path in row + entry for path in near) else "SKIP"


def _digests(paths: Iterable[str]) -> set[str]:
    return {sha256(path.encode()).hexdigest()[:12] for path in paths}


def _write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def main() -> int:
    """Print how often each level was given, and the specs whose list was read otherwise."""
    for (right, ours, naive), count in sorted(Counter(levels()).items()):
        print(f"diary: {count:3} pairs are {right}, judged {ours}, naive {naive}")
    specs = list(allowed())
    if not specs:
        print(f"diary: {missing('diary/specs')}")
    wrong = [one for one in specs if one[1] != one[2]]
    for name, files, found, _ in wrong:
        print(f"diary: {name}: {len(found & files)} of {len(files)} files, {len(found)} given")
    return int(bool(wrong))
