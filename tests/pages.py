"""HTML pages that we write: what their policy must be, their data, and a browser to draw them."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

_VALUES = re.compile(r'<script id="\w+" type="application/json">.*?</script>', re.DOTALL)
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
        wanted = f"{name}-src 'sha256-{digest}'"
        assert wanted in policy, f"templates/page.html or graph.html: its policy must say {wanted}"
    own = _VALUES.sub("", page)
    addresses = set(re.findall(r"https?://[^\"'\s]+", own))
    assert addresses <= {"http://www.w3.org/2000/svg"}, "the name of a vocabulary, not fetched"
    reached = (
        r"\b(?:fetch|XMLHttpRequest|WebSocket|import)\s*\(|@import|url\(|Storage|cookie|innerHTML"
    )
    assert not re.search(reached, own)


# Frames of all views, each of which it shows as text once all are drawn.
_FRAMES = """<!doctype html><meta charset="utf-8"><body>{frames}<script>
onload = () => {{
  for (const frame of document.querySelectorAll("iframe")) {{
    const shown = document.createElement("pre");
    shown.textContent = frame.contentDocument.documentElement.outerHTML;
    frame.replaceWith(shown);
  }}
}};
</script>"""


def drawn(page: Path, *views: str) -> list[str]:
    """What a Chromium makes of each view of the page, as HTML; skips the test where none runs.

    One browser draws them all: its start is most of what it costs.
    """
    browser = next(filter(None, map(shutil.which, _NAMES)), None)
    if browser is None:
        pytest.skip("no Chromium is installed")
    frames = (
        f'<iframe width="800" height="600" src="{html.escape(page.as_uri() + view)}"></iframe>'
        for view in views or ("",)
    )
    around = page.with_name("frames.html")
    around.write_text(_FRAMES.format(frames="".join(frames)), encoding="utf-8")
    try:
        done = subprocess.run(
            [
                *(browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
                *("--disable-background-networking", "--disable-component-update"),
                *("--disable-sync", f"--user-data-dir={page.parent / 'profile'}"),
                *("--allow-file-access-from-files", "--enable-logging=stderr", "--dump-dom"),
                around.as_uri(),
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
    shown = re.findall(r"<pre>(.*?)</pre>", done.stdout.decode(), re.DOTALL)
    assert len(shown) == max(len(views), 1)
    return [html.unescape(one) for one in shown]
