"""Which files a spec allows to be changed: its "Allowed Files".

Grammar: the keys `files_modified:` and `allowed_files:` of YAML front matter, lists of paths or of
mappings with a `path`; then the sections of the Markdown below it (`sections`). Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ....base.errors import UnreadableError
from ....base.regex import regex
from ....base.yaml_text import parse_yaml
from ....markdown.file_paths import as_paths, is_glob
from ....markdown.front_matter import split_front_matter
from ....markdown.lines import visible_lines
from ....markdown.path_list import MOST_CHARS, plain, read_list
from ...model.spec import AllowedFile
from ..allowed_files import section_files

_KEY: Final = regex(
    r"(?:files[-_ ]modified|allowed[-_ ]files|files[-_ ]allowed)[ \t]*:", re.IGNORECASE
)


def allowed_files(text: str) -> tuple[AllowedFile, ...]:
    """The files a spec allows to be changed, in its order, each once."""
    text = text.removeprefix("\ufeff")
    found: dict[str, AllowedFile] = {}
    parts = split_front_matter(text.replace("\r\n", "\n"))
    if parts:
        for path in _front_matter(parts[0]):
            found.setdefault(path, AllowedFile(path, is_glob(path)))
        text = parts[1]
    for file in section_files(visible_lines(text)):
        old = found.get(file.path)
        if old is None or (file.new and not old.new):
            found[file.path] = file
    return tuple(found.values())


def _front_matter(front: str) -> Iterator[str]:
    """The paths of the keys that list them, though the rest of the YAML be broken."""
    lines = front.split("\n")
    for index, line in enumerate(lines):
        if not _KEY.match(line):
            continue
        end = index + 1
        while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t-]"):
            end += 1
        try:
            value = parse_yaml("\n".join(lines[index:end]), where="front matter")
        except UnreadableError:
            block = " ".join(lines[index:end]).partition(":")[2]
            value = [part.strip().removeprefix("- ") for part in re.split(r"[\[\],]| - ", block)]
        for item in _strings(value, 0):
            yield from read_list(plain(item)[:MOST_CHARS]).paths or as_paths(item, quoted=True)


def _strings(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping) and depth < 4:
        named = [value[key] for key in ("path", "file", "name") if key in value]
        for item in named or value.values():
            yield from _strings(item, depth + 1)
    elif isinstance(value, Sequence) and depth < 4:
        for item in value:
            yield from _strings(item, depth + 1)
