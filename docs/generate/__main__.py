"""`python -m docs.generate`: make anew what follows from other files, and say what changed."""

from __future__ import annotations

import sys
from pathlib import Path

from memory_md.safety.instructions import orders

from . import hints, packaging, picture, settings

DOCS = Path(__file__).resolve().parents[1]
ORDERS = Path(orders.__file__).with_name("orders.txt")
PAGE = DOCS / "config.md"
PICTURE = DOCS / "loop.svg"


def main() -> int:
    """Write what differs from what is there; always 0."""
    index = orders.OrderTable(ORDERS.read_text(encoding="utf-8")).index()
    _put(ORDERS.with_name("orders_index.txt"), index)
    _put(hints.INDEX, hints.index())
    _put(PAGE, settings.renew(PAGE.read_text(encoding="utf-8")))
    _put(PICTURE, picture.draw(picture.play()))
    for name, text in packaging.files().items():
        _put(packaging.ROOT / name, text)
    return 0


def _put(path: Path, text: str) -> None:
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if text != old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{'unchanged' if text == old else 'wrote':9}  {path.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    sys.exit(main())
