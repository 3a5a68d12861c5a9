"""What is in packaging/ is what its script makes of the program."""

from __future__ import annotations

import importlib.util

from .conftest import ROOT


def test_the_files_of_packaging_are_made_anew_alike() -> None:
    spec = importlib.util.spec_from_file_location("make", ROOT / "packaging/make.py")
    assert spec
    assert spec.loader
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    for path, text in make.files():
        assert path.read_text(encoding="utf-8") == text, path
