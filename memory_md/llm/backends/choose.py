"""Which model is asked, and whether the settings of a repository may start one by themselves.

The settings come with the repository, which may be anybody's: `llm.command` could be any program.
So they count when the person gives `--llm`; without it only under the directories that the variable
MEM_LLM names, which no repository can set.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ...base.settings import Llm
from ..model import INSIDE, Model

TRUST: Final = "MEM_LLM"


def model_of(settings: Llm, root: Path) -> Model:
    """Return the model that the settings name; `llm.command` comes first, and runs in the root."""
    seconds = float(max(settings.timeout, 1))
    if settings.command:
        from .command import CommandModel

        return CommandModel(settings.command, seconds, str(root))
    from .anthropic_api import AnthropicModel

    return AnthropicModel(settings.model, seconds)


def trusts(root: Path, environment: Mapping[str, str] | None = None) -> bool | None:
    """Whether MEM_LLM names the root or a directory above it; None where it is not set.

    It holds absolute paths, separated as in PATH.
    """
    value = (os.environ if environment is None else environment).get(TRUST)
    if value is None:
        return None
    real = root.resolve()
    for named in value.split(os.pathsep):
        path = Path(os.path.expanduser(named.strip()))  # noqa: PTH111 - of a text, which may be empty
        if named.strip() and path.is_absolute() and real.is_relative_to(path.resolve()):
            return True
    return False


def is_inside() -> bool:
    """Whether a command of ours for a model started this process, which must not start another."""
    return bool(os.environ.get(INSIDE))
