"""What only a person may do: it is refused where an agent calls.

Agents set a variable for the commands that they run. Each is asked for by its exact name: people's
own settings share the prefixes.
"""

import os
from typing import Final

from memory_md.base.errors import RefusedError

AGENT_VARIABLES: Final = (
    *("CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE", "CURSOR_AGENT", "QWEN_CODE"),
    "COPILOT_CLI",
)


def calling_agent() -> str:
    """Return the variable that says that an agent runs this command; "" where none does."""
    return next((name for name in AGENT_VARIABLES if os.environ.get(name)), "")


def refuse_agents(command: str) -> None:
    """Raise RefusedError where an agent calls the command."""
    if name := calling_agent():
        raise RefusedError(
            f"`{command}` is for a person, and {name} is set, so an agent runs it",
            hint=f"run `{command}` yourself, in a terminal of your own",
        )
