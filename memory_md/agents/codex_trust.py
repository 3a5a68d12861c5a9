"""Whether a person let Codex run our hooks: until then it skips them without a word."""

import contextlib
import re
import tomllib
from pathlib import Path

from .hook.payload import EVENTS


def is_trusted(settings: Path, home: Path) -> bool:
    """Return whether a hook of every event of ours in the settings was trusted on this machine.

    Codex notes that in the `config.toml` of its home folder, by file and event with a hash that
    only it can compare: hooks that have changed since count as trusted here, and not there.
    """
    with contextlib.suppress(OSError, ValueError, RecursionError):
        value = tomllib.loads((home / "config.toml").read_text(encoding="utf-8"))
        hooks = value.get("hooks")
        state = hooks.get("state") if isinstance(hooks, dict) else None
        for event in EVENTS["codex"]:
            name = f"{settings}:{re.sub('(?<!^)(?=[A-Z])', '_', event).lower()}:"
            if not any(key.startswith(name) for key in state or ()):
                return False
        return True
    return False
