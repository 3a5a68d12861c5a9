// Written by `mem install opencode`; `mem uninstall opencode` takes it away again.
// It hands what `mem` knows to the agent, and what was said to `mem`. What fails in here fails in
// silence: the conversation goes on as if this file were not there.
import { execFile, spawnSync } from "node:child_process"

const COMMAND = ["mem-md", ["hook", "opencode"]]
const SECONDS = 15
const LONGEST_RESULT = 4000
const TASK = "<subagent_notification>\n"

const sessions = new Map()
const helpers = new Set() // sessions that another one started: nobody typed their task

function payload(event, id, directory, more) {
  return JSON.stringify({ hook_event_name: event, session_id: id, cwd: directory, ...more })
}

function call(event, id, directory, more) {
  return new Promise((resolve) => {
    try {
      const options = { cwd: directory, timeout: SECONDS * 1000 }
      const child = execFile(...COMMAND, options, (_, answer) => resolve(context(answer)))
      child.stdin.on("error", () => {})
      child.stdin.end(payload(event, id, directory, more))
    } catch {
      resolve("")
    }
  })
}

function context(answer) {
  try {
    return JSON.parse(answer).hookSpecificOutput.additionalContext ?? ""
  } catch {
    return ""
  }
}

// The text for the system prompt is asked for once, so that the prompt stays the same.
function known(id, directory) {
  let session = sessions.get(id)
  if (!session) {
    session = { id, directory, messages: [], left: false }
    sessions.set(id, session)
    session.text = call("SessionStart", id, directory, { source: "startup" })
  }
  return session
}

async function learn(session, event, history) {
  session.left = true // until `mem` has all of it: OpenCode may end during this call
  const messages = await quietly(history)
  if (messages?.length) session.messages = messages
  await call(event, session.id, session.directory, { messages: session.messages })
}

// Messages as the list of {role, content} that `mem` reads; `mark` opens what a user says.
function spoken(items, mark) {
  const messages = []
  for (const { info, parts } of Array.isArray(items) ? items : []) {
    if ((info?.role !== "user" && info?.role !== "assistant") || info.summary === true) continue
    const content = []
    const results = []
    for (const part of parts ?? []) {
      if (part.synthetic || part.ignored) continue
      const opening = info.role === "user" ? mark : ""
      if (part.type === "text" && part.text) content.push({ type: "text", text: opening + part.text })
      if (part.type !== "tool") continue
      const state = part.state ?? {}
      content.push({ type: "tool_use", id: part.callID, name: part.tool, input: state.input ?? {} })
      const output = state.output ?? state.error
      if (output === undefined) continue
      results.push({
        type: "tool_result",
        tool_use_id: part.callID,
        content: String(output).slice(0, LONGEST_RESULT),
        is_error: state.status === "error" || Boolean(state.metadata?.exit),
      })
    }
    const { id, time } = info
    if (content.length) messages.push({ role: info.role, content, id, timestamp: time?.created })
    if (results.length) messages.push({ role: "user", content: results })
  }
  return messages
}

async function quietly(run) {
  try {
    return await run()
  } catch {
    return undefined
  }
}

function unfinished() {
  const open = [...sessions.values()].filter((one) => one.left)
  for (const session of open) session.left = false
  return open
}

// Where nobody calls `dispose`.
process.once("exit", () => {
  for (const { id, directory, messages } of unfinished()) {
    const input = payload("SessionEnd", id, directory, { messages })
    try {
      spawnSync(...COMMAND, { cwd: directory, input, timeout: 2000 })
    } catch {}
  }
})

async function server({ client, directory }) {
  const history = async (id) => {
    const got = await client.session.messages({ path: { id } })
    return spoken(got.data ?? got, helpers.has(id) ? TASK : "")
  }
  const turn = (id, event) =>
    quietly(() => learn(known(id, directory), event, () => history(id)))
  return {
    "chat.message": (input, output) =>
      quietly(async () => {
        const session = known(input.sessionID, directory)
        const typed = (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic)
        const prompt = typed.map((part) => part.text).join("\n")
        if (!prompt) return
        await session.text
        const text = await call("UserPromptSubmit", session.id, directory, { prompt })
        if (text) output.parts.push({ ...typed[0], id: `${typed[0].id}m`, text, synthetic: true })
      }),
    "experimental.chat.system.transform": (input, output) =>
      quietly(async () => {
        // A title is made of the conversation alone.
        if (!input.sessionID || /title generator/i.test(output.system.join("\n"))) return
        const text = await known(input.sessionID, directory).text
        if (text) output.system.push(text)
      }),
    "tool.execute.after": (input, output) =>
      quietly(async () => {
        const tool_response = { output: output.output, exit_code: output.metadata?.exit }
        const { tool: tool_name, callID: tool_use_id, args: tool_input } = input
        const more = { tool_name, tool_use_id, tool_input, tool_response }
        const text = await call("PostToolUse", input.sessionID, directory, more)
        if (text) output.output = `${output.output}\n\n${text}`
      }),
    "experimental.session.compacting": (input) => turn(input.sessionID, "PreCompact"),
    event: async ({ event }) => {
      const { info, sessionID } = event.properties ?? {}
      if (event.type === "session.created" && info?.parentID) helpers.add(info.id)
      if (event.type === "session.idle") await turn(sessionID, "Stop")
    },
    dispose: async () => {
      for (const { id, messages } of unfinished()) await call("SessionEnd", id, directory, { messages })
    },
  }
}

export default { id: "mem", server }
