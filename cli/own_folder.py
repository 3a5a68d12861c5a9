"""Where a person keeps the memory that goes with them into every repository."""

import os
import sys


def own_folder() -> str:
    """Return $MEM_USER_ROOT, else `mem` among the person's settings; "" where these are unknown."""
    named = os.environ.get("MEM_USER_ROOT", "")
    if named:
        return os.path.abspath(os.path.expanduser(named))
    if sys.platform == "win32":
        settings = os.environ.get("APPDATA", "")
    elif sys.platform == "darwin":
        settings = os.path.expanduser("~/Library/Application Support")
    else:
        settings = os.environ.get("XDG_CONFIG_HOME", "") or os.path.expanduser("~/.config")
    return os.path.join(settings, "mem") if os.path.isabs(settings) else ""
