"""What `mem doctor` says of agents' hooks: those that were installed and are there only in part."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import MemError
from ..doctor.codes import finding
from ..doctor.model import Finding
from ..memory.actions.workspace import Workspace
from .install import plan
from .known import BLOCK, GIT, NAMES


def hook_findings(place: Workspace, on_path: Callable[[str], object]) -> tuple[Finding, ...]:
    """Return a finding for each settings file that has some of our hooks and lacks others.

    One more where hooks are there and `mem` is not found by its name, as `on_path` says. What
    cannot be read is its agent's to tell of; what was never installed is no fault.
    """
    found: list[Finding] = []
    installed: list[str] = []
    for agent in (name for name in NAMES if name != GIT):
        try:
            lacking = {change.name: change for change in plan(place, [agent]).changes}
            ours = plan(place, [agent], take=True).changes
        except MemError:
            continue
        for change in ours:
            wanted = lacking.get(change.name)
            if change.new == change.old:
                continue
            installed += [change.name] if agent != BLOCK else []
            if wanted is not None and wanted.missing:
                message = (
                    f"lacks {', '.join(wanted.missing)}, so {agent} learns and reminds in part"
                )
                hint = f"mem install {agent}"
                found.append(finding("hooks", change.name, 0, message, hint))
    if installed and not on_path("mem"):
        message = "its hooks call mem, which is not on the PATH here, so they do nothing"
        hint = "put mem on the PATH (uv tool install or pipx install), or mem uninstall the agent"
        found.append(finding("hooks-path", installed[0], 0, message, hint))
    return tuple(found)
