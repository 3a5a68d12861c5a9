"""A real small model, which is a bad judge: what it answers goes all the way, and nothing stays."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from ..cli.test_extract import claude
from ..conftest import Mem

SESSION = claude(("user", "Gift cards last three years, so mind that"), ("assistant", "Ok."))


def test_what_a_bad_model_answers_is_not_stored(
    memory: Path, mem: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = os.environ.get("MEM_SMALL_MODEL", "")
    if not line:
        pytest.skip("MEM_SMALL_MODEL is no command line that asks one: see small_model.mjs")
    own = tmp_path / "own"
    own.mkdir()
    (own / "config.yaml").write_text(
        f"llm: {{use: command, command: {json.dumps(shlex.split(line))}}}"
    )
    monkeypatch.setenv("MEM_USER_ROOT", str(own))
    result = mem.ok("extract", "--llm", "--json", input=SESSION).json
    assert (result["llm"]["used"], result["items"]) == (1, [])
    assert result["llm"]["dropped"] or result["warnings"]
    assert mem.ok("list", "--json").json["entries"] == []
