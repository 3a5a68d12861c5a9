"""What may be kept of a text: nothing between `<private>` and `</private>`, and no secret.

Grammar: an opening tag may have attributes and blanks, tags nest, case does not count, code fences
and code spans protect nothing, and a tag that is never closed reaches to the end of the text.
"""

import re
from typing import Final

from .secrets import redact

_TAG: Final = re.compile(r"<\s{0,4}(/?)\s{0,4}private(?:\s[^<>]{0,200})?>", re.IGNORECASE)


def clean(text: str) -> str:
    """Return the text without private parts and secrets; call it before text is cut or stored."""
    return redact(without_private(text))


def without_private(text: str) -> str:
    """Return the text without `<private>…</private>` and the tags themselves; linear."""
    kept: list[str] = []
    depth = at = 0
    for tag in _TAG.finditer(text):
        if depth == 0:
            kept.append(text[at : tag.start()])
        depth = max(depth - 1, 0) if tag[1] else depth + 1
        at = tag.end()
    if depth == 0:
        kept.append(text[at:])
    return "".join(kept)
