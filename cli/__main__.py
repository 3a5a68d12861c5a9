"""`python -m memory_md_cli` is `mem`."""

from .entry import main

if __name__ == "__main__":
    main()
