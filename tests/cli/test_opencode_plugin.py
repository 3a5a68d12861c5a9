"""The plugin for OpenCode, run by Node with a host that does what OpenCode's two versions do."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from ..conftest import Mem

RECORDED = Path(__file__).parents[1] / "corpus" / "transcripts" / "opencode-session.json"
ASKED = r"\"SCRIPT:fix Please fix the login test.\""
NODE = shutil.which("node") or shutil.which("bun")
HOST = """
import { readFile } from "node:fs/promises"
const plugin = (await import(process.argv[2])).default
const directory = process.argv[3]
const said = (n) => `Gotcha: the \\`queue_${n}\\` is drained before step ${n} has read it.`
const items = [0, 1, 2].flatMap((n) => [
  { info: { role: "user" }, parts: [{ type: "text", text: `do step ${n}` }] },
  {
    info: { role: "assistant" },
    parts: [
      { type: "text", text: said(n) },
      { type: "text", text: "Gotcha: what a harness wrote is not evidence.", synthetic: true },
      {
        type: "tool", callID: `c${n}`, tool: "edit",
        state: { status: "completed", input: { filePath: `${directory}/a.py` }, output: "ok" },
      },
    ],
  },
])
const told = {}
if (process.argv[4] === "recorded") {
  // As `opencode run` does: it disposes of its plugins in the midst of the call for the turn's end.
  const { messages } = JSON.parse(await readFile(process.argv[5], "utf8"))
  const client = { session: { messages: async () => ({ data: messages }) } }
  const hooks = await plugin.server({ client, directory })
  const other = await plugin.server({ client, directory: `${directory}/other` })
  await hooks["chat.message"]({ sessionID: "s" }, { parts: messages[0].parts })
  const info = { id: "s", parentID: process.argv[6] }
  await hooks.event({ event: { type: "session.created", properties: { info } } })
  void hooks.event({ event: { type: "session.idle", properties: { sessionID: "s" } } })
  await other.dispose()
  told.early = await readFile(`${directory}/learnings.md`, "utf8")
  await hooks.dispose()
  process.stdout.write(JSON.stringify(told))
  process.reallyExit(0)
} else if (process.argv[4] === "1") {
  const client = { session: { messages: async ({ path }) => ({ data: path.id ? items : [] }) } }
  const hooks = await plugin.server({ client, directory })
  const system = []
  await hooks["chat.message"]({ sessionID: "s" }, { parts: [{ type: "text", text: "fix it" }] })
  await hooks["experimental.chat.system.transform"]({ sessionID: "s" }, { system })
  await hooks["experimental.chat.system.transform"]({}, { system })
  await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s" } } })
  told.system = system
  told.setup = (await plugin.setup({ plugin: {} })) === undefined
} else {
  const settled = { type: "session.execution.succeeded", data: { sessionID: "s" } }
  let finish
  const events = async function* () {
    await new Promise((resolve) => { finish = resolve })
    yield settled
  }
  let hook
  const messages = items.map(({ info, parts }) => ({ role: info.role, content: parts }))
  const stop = await plugin.setup({
    location: { directory },
    event: { subscribe: events },
    session: { hook: async (name, run) => { hook = run }, context: async () => messages },
  })
  const event = { sessionID: "s", system: [], messages: messages.slice(0, 1) }
  await hook(event)
  finish()
  told.system = event.system.map((part) => part.text)
  stop()
}
console.log(JSON.stringify(told))
"""


@pytest.mark.skipif(not NODE, reason="there is no Node here to run a plugin")
@pytest.mark.parametrize("version", ["1", "2"])
def test_it_tells_the_agent_and_mem(version: str, mem: Mem, repo: Path, tmp_path: Path) -> None:
    (repo / "learnings.md").write_text("# Learnings\n\n- Use `make lint`\n", encoding="utf-8")
    mem("install", "opencode")
    host = tmp_path / "host.mjs"
    host.write_text(HOST, encoding="utf-8")
    plugin = repo / ".opencode" / "plugins" / "mem.js"
    done = subprocess.run(
        [str(NODE), str(host), plugin.as_uri(), str(repo), version],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    (text,) = json.loads(done.stdout)["system"]
    assert "- Use `make lint`" in text
    assert text.count("## Workspace Learnings") == 1
    learned = (repo / "learnings.md").read_text(encoding="utf-8")
    assert "queue_2" in learned
    assert "Modified files: a.py" in learned
    assert "harness" not in learned


@pytest.mark.skipif(not NODE, reason="there is no Node here to run a plugin")
@pytest.mark.parametrize("parent", [(), ("p",)], ids=["a session", "a subagent's"])
def test_what_a_short_session_said_is_handed_over_when_the_plugin_is_disposed_of(
    parent: tuple[str, ...], mem: Mem, repo: Path, tmp_path: Path
) -> None:
    """The messages are as OpenCode 1.18.33 gave them; the test that is run first ends with 1."""
    (repo / "learnings.md").write_text("# Learnings\n", encoding="utf-8")
    mem("install", "opencode")
    host, export = tmp_path / "host.mjs", tmp_path / "export.json"
    host.write_text(HOST, encoding="utf-8")
    recorded = RECORDED.read_text(encoding="utf-8")
    recorded = recorded.replace("/home/dev/project", repo.as_posix())
    recorded = recorded.replace(ASKED, "Always use tabs for indentation.")
    if parent:
        recorded = recorded.replace('"info": {', '"info": {"parentID": "p",', 1)
    export.write_text(recorded, encoding="utf-8")
    plugin = repo / ".opencode" / "plugins" / "mem.js"
    done = subprocess.run(
        [str(NODE), str(host), plugin.as_uri(), str(repo), "recorded", str(export), *parent],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == {"early": "# Learnings\n"}
    for _ in range(3000):
        learned = (repo / "learnings.md").read_text(encoding="utf-8")
        if "must strip the user name" in learned:
            break
        time.sleep(0.02)
    assert "Fixed: python3 -m unittest -q test_login" in learned
    assert ("use tabs" in learned) == (not parent), "a subagent's task was typed by nobody"
    again = mem("extract", str(export)).stdout
    assert "inserted" not in again
    assert '"task":"s"' in (repo / ".mem/evidence.jsonl").read_text(encoding="utf-8")
    assert learned == (repo / "learnings.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not NODE, reason="there is no Node here to run a plugin")
def test_without_mem_it_is_as_if_it_were_not_there(repo: Path, tmp_path: Path, mem: Mem) -> None:
    mem("install", "opencode")
    host = tmp_path / "host.mjs"
    host.write_text(HOST, encoding="utf-8")
    plugin = repo / ".opencode" / "plugins" / "mem.js"
    done = subprocess.run(
        [str(NODE), str(host), plugin.as_uri(), str(repo), "1"],
        capture_output=True,
        check=False,
        timeout=60,
        env={"PATH": "/no/such/folder"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == {"system": [], "setup": True}
