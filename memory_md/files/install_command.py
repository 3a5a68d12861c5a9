"""The command that installs an extra, for the tool that this program was installed with."""

import sys
from contextlib import suppress
from pathlib import Path


def install_command(extra: str, prefix: str = sys.prefix) -> str:
    """Return the command for an extra ("callgraph") of the environment at `prefix`."""
    wanted = f'"memory-md[{extra}]"'  # these quotes are right in any shell
    folders = Path(prefix).parts
    if "tools" in folders and "uv" in folders:
        return f"uv tool install {wanted}"
    if "pipx" in folders:
        return f"pipx install --force {wanted}"
    with suppress(OSError):
        config = Path(prefix, "pyvenv.cfg").read_text(encoding="utf-8", errors="replace")
        if any(line.partition("=")[0].strip() == "uv" for line in config.split("\n")):
            return f"uv pip install {wanted}"
    return f"pip install {wanted}"
