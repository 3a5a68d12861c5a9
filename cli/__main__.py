"""`python -m memory_md_cli` is `mem`."""

from __future__ import annotations

from .entry import main

if __name__ == "__main__":
    main()
