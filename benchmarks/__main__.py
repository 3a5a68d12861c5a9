"""`python -m benchmarks`: the page of all figures. `python -m benchmarks NAME…`: one or several.

Each NAME is a module beside this one. What follows one name and is no name is for the benchmark:
`extract FILE…` scores other labelled passages, `changes_together REPOSITORY` looks at another
history, `anchors FOLDER`, `replay FOLDER…` and `files FOLDER…` replay others, `harm FILE` judges
real lines too, `search FILE` asks about long conversations, `merges 50` and `year 60` take fewer,
`files --fit FOLDER…` and `worth train` and `useful train` train, and `scorecard` makes some
sections of the page, or writes it.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

_ALL = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))


def main() -> int:
    """Run them; 1 if one of them missed its bound."""
    names = sys.argv[1:]
    if not names or names[0].startswith("-"):
        return _run("scorecard", *names)
    if (names[0] in _ALL and len(names) > 1 and names[1] not in _ALL) or names[0] == "scorecard":
        return _run(*names)
    unknown = [name for name in names if name not in _ALL]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(_ALL)}", file=sys.stderr)
        return 2
    return max(_run(name) for name in names)


def _run(name: str, *arguments: str) -> int:
    code = importlib.import_module(f".{name}", __package__).main(*arguments)
    return int(code or 0)


sys.exit(main())
