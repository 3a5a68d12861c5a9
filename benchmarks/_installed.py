"""An environment as `pip install` makes one: no editable finder, no extras, all of it compiled.

An editable installation imports its finder at every start of Python, which flatters every ratio to
an empty Python; and the vocabularies of memory-md[tokens] take as long to load as all else.
"""

from __future__ import annotations

import atexit
import compileall
import shutil
import sysconfig
import tempfile
import venv
from functools import cache
from pathlib import Path

import memory_md_cli

import memory_md
from memory_md import templates

_START = "import sys\nfrom memory_md_cli.entry import main\nsys.exit(main())\n"
_NOT_THERE = ("bpe_openai", "__editable__", "memory_md")


@cache
def installed() -> tuple[str, str]:
    """(python, mem) of a new environment, which lies in a temporary folder until the exit."""
    folder = Path(tempfile.mkdtemp(prefix="mem-installed-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if path.suffix != ".pth" and not path.name.startswith(_NOT_THERE):
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
