"""An environment as `pip install` makes one: no editable finder, no extras, all of it compiled.

An editable installation imports its finder at every start of Python, which flatters every ratio to
an empty Python; and the vocabularies of memory-md[tokens] take as long to load as all else.
"""

from __future__ import annotations

import atexit
import compileall
import shutil
import tempfile
import venv
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import memory_md_cli
from packaging.requirements import Requirement

import memory_md
from memory_md import templates

_START = "import sys\nfrom memory_md_cli.entry import main\nsys.exit(main())\n"


def _required() -> set[Path]:
    """Return what lies in site-packages of all that memory-md needs to run, extras left out."""
    waiting, seen, paths = ["memory-md"], set[str](), set[Path]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        found = distribution(name)
        needed = map(Requirement, found.requires or ())
        waiting += [n.name for n in needed if not n.marker or n.marker.evaluate({"extra": ""})]
        if name != "memory-md":
            tops = {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}
            paths |= {Path(str(found.locate_file(top))) for top in tops}
    return paths


@cache
def installed() -> tuple[str, str]:
    """(python, mem) of a new environment, which lies in a temporary folder until the exit."""
    folder = Path(tempfile.mkdtemp(prefix="mem-installed-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    for path in _required():
        (site / path.name).symlink_to(path)
    for package, name in (
        (memory_md, "memory_md"),
        (memory_md_cli, "memory_md_cli"),
        (templates, "memory_md/templates"),
    ):
        source = Path(next(iter(package.__path__)))
        shutil.copytree(source, site / name, ignore=shutil.ignore_patterns("__pycache__"))
        compileall.compile_dir(site / name, quiet=2)
    python, mem = folder / "bin/python", folder / "bin/mem"
    mem.write_text(f"#!{python}\n{_START}", encoding="utf-8")
    mem.chmod(0o755)
    return str(python), str(mem)
