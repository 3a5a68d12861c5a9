"""The fixtures themselves: what must not be reachable is not."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest


def test_the_network_is_out_of_reach() -> None:
    with socket.socket() as plug, pytest.raises(RuntimeError, match="network"):
        plug.connect(("192.0.2.1", 80))
    with pytest.raises(RuntimeError, match="network"):
        socket.getaddrinfo("example.org", 80)


def test_the_network_is_out_of_reach_of_processes_too() -> None:
    code = "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert b"a test tried to reach the network" in done.stderr


def test_the_loopback_is_in_reach() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=5).close()


@pytest.mark.parametrize("turn", ["first", "second"])
def test_a_test_begins_where_the_run_began(
    turn: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    assert Path.cwd() == pytestconfig.invocation_params.dir, turn
    os.chdir(tmp_path)


def test_the_home_is_not_the_persons() -> None:
    assert "mem-tests-home-" in str(Path.home())
    assert os.environ["XDG_CONFIG_HOME"].startswith(str(Path.home()))


def test_git_knows_no_configuration_but_the_repositorys(repo: Path) -> None:
    command = ["git", "config", "--list", "--show-scope"]
    lines = subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8")
    assert {line.split()[0] for line in lines.stdout.splitlines()} == {"local"}
    assert Path.cwd() == repo
