"""`python -m benchmarks [NAME…]`: all benchmarks, or those named (speed, extract, dedup, search).

`python -m benchmarks extract FILE…` scores other labelled passages.
"""

from __future__ import annotations

import sys

from . import dedup, extract, search, speed

_ALL = {"speed": speed.main, "extract": extract.main, "dedup": dedup.main, "search": search.main}


def main() -> int:
    """Run them; 1 if one of them missed its bound."""
    names = sys.argv[1:] or list(_ALL)
    if names[0] == "extract" and len(names) > 1 and names[1] not in _ALL:
        return extract.main(*names[1:])
    unknown = [name for name in names if name not in _ALL]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(_ALL)}", file=sys.stderr)
        return 2
    return max(_ALL[name]() for name in names)


sys.exit(main())
