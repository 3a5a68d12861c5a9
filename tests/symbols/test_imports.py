"""Which files of a project a source file imports."""

from __future__ import annotations

import pytest

from memory_md.symbols.imports import can_import, imported

FILES = {
    "src/shop/__init__.py",
    "src/shop/tax.py",
    "src/shop/cart/__init__.py",
    "src/shop/cart/total.py",
    "tools/run.py",
    "web/src/api.ts",
    "web/src/ui/index.tsx",
    "web/src/ui/Button.vue",
    "src/lib/money.ts",
    "json.py/x",
}


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("tools/run.py", "import os, json\nfrom collections import abc", set()),
        ("tools/run.py", "# from shop import tax\ntext = 'import shop.tax'", set()),
        ("tools/run.py", "from ......shop import tax", set()),
        ("web/src/api.ts", "import x from 'react'\nimport y from '../../../../etc/passwd'", set()),
        ("web/src/api.ts", "// see ./ui for more", set()),
        ("tools/run.py", "import shop.tax as t", {"src/shop/tax.py"}),
        (
            "tools/run.py",
            "from shop import (\n    tax,\n)",
            {"src/shop/tax.py", "src/shop/__init__.py"},
        ),
        ("src/shop/cart/total.py", "from ..tax import rate", {"src/shop/tax.py"}),
        (
            "src/shop/tax.py",
            "    from .cart import total",
            {"src/shop/cart/total.py", "src/shop/cart/__init__.py"},
        ),
        (
            "src/shop/tax.py",
            "from . import cart",
            {"src/shop/cart/__init__.py", "src/shop/__init__.py"},
        ),
        ("web/src/api.ts", "import { Bar } from './ui'", {"web/src/ui/index.tsx"}),
        ("web/src/api.ts", 'export * from "./ui/Button.vue"', {"web/src/ui/Button.vue"}),
        ("web/src/ui/index.tsx", "const a = require('../api.js')", {"web/src/api.ts"}),
        ("web/src/ui/index.tsx", "await import('../api')", {"web/src/api.ts"}),
        ("web/src/api.ts", "import m from '@/lib/money'", {"src/lib/money.ts"}),
    ],
)
def test_an_import_names_a_file_of_the_project_or_none(
    path: str, text: str, found: set[str]
) -> None:
    assert can_import(path)
    assert imported(path, text, FILES.__contains__) == found
