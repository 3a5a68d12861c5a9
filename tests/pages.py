"""HTML pages that we write: what their policy must be, their data, and a browser to draw them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def data_of(page: str, name: str = "data") -> Any:
    found = re.findall(
        rf'<script id="{name}" type="application/json">(.*?)</script>', page, re.DOTALL
    )
    assert len(found) == 1
    return json.loads(found[0])


def check_policy(page: str) -> None:
    """The page may run its own script and style, and nothing else; it fetches and keeps nothing."""
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "http" not in policy
    for name in ("script", "style"):
        (content,) = re.findall(rf"<{name}>(.*?)</{name}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    own = page.partition('<script id="data"')[0] + page.rpartition("<script>")[2]
    addresses = set(re.findall(r"https?://[^\"'\s]+", own))
    assert addresses <= {"http://www.w3.org/2000/svg"}, "the name of a vocabulary, not fetched"
    reached = (
        r"\b(?:fetch|XMLHttpRequest|WebSocket|import)\s*\(|@import|url\(|Storage|cookie|innerHTML"
    )
    assert not re.search(reached, own)


def drawn(page: Path, view: str = "") -> str:
    """What a Chromium makes of the page, as HTML; skips the test where none runs."""
    browser = next(filter(None, map(shutil.which, _NAMES)), None)
    if browser is None:
        pytest.skip("no Chromium is installed")
    try:
        done = subprocess.run(
            [
                *(browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
                *("--disable-background-networking", "--disable-component-update"),
                *("--disable-sync", f"--user-data-dir={page.parent / 'profile'}"),
                *("--enable-logging=stderr", "--dump-dom", f"{page.as_uri()}{view}"),
            ],
            capture_output=True,
            check=False,
            timeout=60,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the browser does not start here")
    if done.returncode or b"<html" not in done.stdout:
        pytest.skip("the browser does not run here")
    assert b":CONSOLE" not in done.stderr
    return done.stdout.decode()
