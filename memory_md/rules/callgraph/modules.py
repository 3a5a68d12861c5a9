"""What knows the modules of each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...model.source_code import Source
from .project import Modules
from .python_modules import PythonModules


def modules_of(sources: Sequence[Source], manifests: Mapping[str, str]) -> dict[str, Modules]:
    """The modules of these sources, by language."""
    paths: dict[str, list[str]] = {}
    for source in sources:
        paths.setdefault(source.language, []).append(source.path)
    return {"python": PythonModules(paths.get("python", ()))}
