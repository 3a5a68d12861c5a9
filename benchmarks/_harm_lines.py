"""Collect the real lines that the model of harm learns from, out of clones of public repositories.

labels/harm_sources.tsv names the repositories and commits, labels/harm_lines.bin has a digest of
each line, so the lines can be found again and none of their text is in this repository.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from memory_md.base.regex import regex

LABELS: Final = Path(__file__).parent / "labels"
DIGEST: Final = 5  # bytes
_DOCUMENTS: Final = (".md", ".mdc", ".mdx", ".markdown", ".asc", ".cursorrules")
_BULLET: Final = regex(r"^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_SENTENCE: Final = regex(r"(?<=[.!?])\s+(?=[A-ZÀ-ÞА-Я`\"(])|(?<=[。！？])")
_NO_TEXT: Final = ("#", "|", "<", "=", "---", "[[", "[source", ">", "!", "include::")
_COMMITS: Final = 400
_HEAD: Final = 3  # words before a blob: name, kind, size


def collect(folder: str, path: str) -> None:
    """Write the lines to `path`, a JSON list; `folder` has clones by the name owner+repository."""
    raw = (LABELS / "harm_lines.bin").read_bytes()
    wanted = {raw[at : at + DIGEST] for at in range(0, len(raw), DIGEST)}
    found: dict[str, str] = {}
    absent = 0
    for row in (LABELS / "harm_sources.tsv").read_text(encoding="utf-8").splitlines():
        name, commit, _ = row.split("\t")
        clone = Path(folder) / name.replace("/", "+")
        if not clone.is_dir():
            absent += 1
            continue
        for text in _texts(clone, commit):
            if digest(text) in wanted:
                found.setdefault(text, name)
    rows = [{"text": text, "repo": name} for text, name in found.items()]
    Path(path).write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    print(f"harm: {len(rows)} of {len(wanted)} real lines found; {absent} clones are missing")


def digest(text: str) -> bytes:
    """Return what names a line in harm_lines.bin."""
    return sha256(text.encode("utf-8", "replace")).digest()[:DIGEST]


def _texts(clone: Path, commit: str) -> Iterator[str]:
    """Yield the lines of the documents and of the commit messages that a clone has at a commit."""
    listed = _git(clone, "ls-tree", "-r", "-z", "--name-only", commit).decode("utf-8", "replace")
    paths = [path for path in listed.split("\0") if _is_document(path)]
    asked = "".join(f"{commit}:{path}\n" for path in paths if "\n" not in path)
    for raw in _blobs(_git(clone, "cat-file", "--batch", given=asked)):
        yield from lines(raw.decode("utf-8", "replace"))
    messages = _git(clone, "log", "-n", str(_COMMITS), "--format=%s%n%b", commit)
    for line in messages.decode("utf-8", "replace").splitlines():
        yield _BULLET.sub("", line).strip()


def _is_document(path: str) -> bool:
    return path.lower().endswith(_DOCUMENTS) or path in ("AGENTS", "CLAUDE")


def _blobs(raw: bytes) -> Iterator[bytes]:
    """Yield the contents out of the answer of `git cat-file --batch`."""
    at = 0
    while at < len(raw):
        end = raw.index(b"\n", at)
        head = raw[at:end].split()
        at = end + 1
        if len(head) == _HEAD and head[2].isdigit():
            size = int(head[2])
            yield raw[at : at + size]
            at += size + 1


def _git(clone: Path, *words: str, given: str = "") -> bytes:
    call = ["git", "-c", "core.fsmonitor=false", "-C", str(clone), *words]
    raw = given.encode("utf-8", "replace")
    # A commit may be gone from a clone: then it gives nothing.
    return subprocess.run(call, input=raw, capture_output=True, check=False).stdout


def lines(text: str) -> Iterator[str]:
    """Yield the bullets, paragraphs and sentences of a document, without code and tables."""
    fenced = False
    parts: list[str] = []  # of the bullet or paragraph that is being read
    for row in [*text.split("\n"), ""]:
        bare = row.strip()
        opens = bare.startswith(("```", "~~~"))
        fenced ^= opens
        bullet = _BULLET.match(row)
        if parts and (opens or fenced or bullet or not bare or bare.startswith(_NO_TEXT)):
            yield from _cut(parts)
            parts = []
        if not (opens or fenced or not bare) and (bullet or not bare.startswith(_NO_TEXT)):
            parts.append(_BULLET.sub("", row).strip())


def _cut(parts: Iterable[str]) -> Iterator[str]:
    whole = " ".join(parts)
    yield whole
    yield from map(str.strip, _SENTENCE.split(whole))
