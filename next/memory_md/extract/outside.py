"""Names of the world outside that an agent's line brings in: hosts and packages."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..git.process import run_git

_HOST: Final = re.compile(r"https?://([\w.-]+\.[a-z]{2,})(?=[/:\s)\]>\"'`,]|$)", re.IGNORECASE)
_PACKAGE: Final = re.compile(
    r"\b(?:npm (?:i|install|add)|pnpm add|yarn add|pip install|uv add|cargo add|gem install"
    r"|go get|brew install|apt(?:-get)? install)\s+(?:-\S+\s+)*([@\w][\w./@-]{1,80})"
)


def unknown_name(tree: Path, text: str, persons_words: str) -> str:
    """Return the first host or package of a line that no tracked file and no person names."""
    for name in (*_HOST.findall(text), *_PACKAGE.findall(text)):
        plain = name.split("@")[0] if not name.startswith("@") else name
        if plain and plain not in persons_words and not _is_tracked(tree, plain):
            return str(plain)
    return ""


@lru_cache(maxsize=256)
def _is_tracked(tree: Path, name: str) -> bool:
    done = run_git(tree, ["grep", "-qIF", "-e", name, "--", ".", ":!.mem", ":!learnings.md"])
    return done is None or done.returncode != 1
