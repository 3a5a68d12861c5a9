"""What knows the modules of each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..model.source_code import Source
from .go_modules import GoModules
from .project import Modules
from .python_modules import PythonModules
from .rust_modules import RustModules
from .script_modules import ScriptModules


def modules_of(sources: Sequence[Source], manifests: Mapping[str, str]) -> dict[str, Modules]:
    """The modules of these sources, by language."""
    paths: dict[str, list[str]] = {}
    for source in sources:
        paths.setdefault(source.language, []).append(source.path)
    scripts = [*paths.get("javascript", ()), *paths.get("typescript", ())]
    script = ScriptModules(scripts, manifests)
    return {
        "python": PythonModules(paths.get("python", ())),
        "javascript": script,
        "typescript": script,
        "go": GoModules(paths.get("go", ()), manifests),
        "rust": RustModules(paths.get("rust", ()), manifests),
    }
