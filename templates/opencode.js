// Written by `mem install opencode`; `mem uninstall opencode` takes it away again.
// It hands what `mem` knows to the agent, and what was said to `mem`. OpenCode 1 and 2 load it.
// Whatever fails in here fails in silence: the conversation goes on as if it were not there.
import { spawn, spawnSync } from "node:child_process"

const COMMAND = ["mem-md", ["hook", "opencode"]]
const SECONDS = 30
const SECONDS_AT_END = 2
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
      const child = spawn(...COMMAND, {
        cwd: directory,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      })
      const timer = setTimeout(() => child.kill(), SECONDS * 1000)
      let answer = ""
      const done = () => {
        clearTimeout(timer)
        resolve(context(answer))
      }
      child.stdout.setEncoding("utf8")
      child.stdout.on("data", (chunk) => (answer += chunk))
      child.on("error", done)
      child.on("close", done)
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

function known(id, directory) {
  let session = sessions.get(id)
  if (!session) {
    session = { id, directory, texts: [], messages: [], left: false, prompt: "", turn: null }
    sessions.set(id, session)
    // Another process has a system prompt of its own; a second copy of this plugin here has not.
    const source = `startup ${process.pid}`
    session.ready = call("SessionStart", id, directory, { source }).then((text) => {
      if (text) session.texts.push(text)
    })
  }
  return session
}

async function prompted(session, text) {
  if (!text || text === session.prompt) return
  session.prompt = text
  await session.ready
  const more = await call("UserPromptSubmit", session.id, session.directory, { prompt: text })
  if (more) session.texts.push(more)
}

async function told(session) {
  await session.ready
  return session.texts.join("\n\n")
}

// Until `mem` has all of it, a session is left to hand over: OpenCode may end during this call.
async function learn(session, event, history) {
  session.left = true
  session.turn = quietly(history)
  const messages = await session.turn
  if (messages?.length) session.messages = messages
  await call(event, session.id, session.directory, { messages: session.messages })
}

// `mem` goes on in the background with what was said since the last turn.
async function handOver(directory) {
  const open = [...sessions.values()].filter((one) => one.left && one.directory === directory)
  await Promise.all(
    open.map(async (session) => {
      session.left = false
      await within(SECONDS_AT_END, session.turn)
      await call("SessionEnd", session.id, directory, { messages: session.messages })
    }),
  )
}

function within(seconds, promise) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, seconds * 1000))])
}

// Messages of either version, as the list of {role, content} that `mem` reads. `mark` opens what a
// user says.
function spoken(items, mark = "") {
  const messages = []
  for (const item of Array.isArray(items) ? items : []) {
    const role = item.info?.role ?? item.role ?? item.type
    if ((role !== "user" && role !== "assistant") || item.info?.summary === true) continue
    const content = []
    const results = []
    for (const part of partsOf(item)) {
      if (part.synthetic || part.ignored) continue
      const opening = role === "user" ? mark : ""
      if (part.type === "text" && part.text) content.push({ type: "text", text: opening + part.text })
      if (!String(part.type).startsWith("tool")) continue
      const id = part.callID ?? part.id
      const state = part.state ?? {}
      content.push({
        type: "tool_use",
        id,
        name: part.tool ?? part.name ?? "",
        input: state.input ?? part.input ?? {},
      })
      const output = state.output ?? state.error ?? state.result ?? part.output
      if (output === undefined) continue
      const text = typeof output === "string" ? output : JSON.stringify(output)
      results.push({
        type: "tool_result",
        tool_use_id: id,
        content: text.slice(0, LONGEST_RESULT),
        is_error: state.status === "error" || Boolean(state.metadata?.exit),
      })
    }
    const { id, time } = item.info ?? item
    if (content.length) messages.push({ role, content, id, timestamp: time?.created })
    if (results.length) messages.push({ role: "user", content: results })
  }
  return messages
}

function partsOf(item) {
  const parts = item.parts ?? item.content ?? item.text ?? []
  return typeof parts === "string" ? [{ type: "text", text: parts }] : parts
}

function textOf(parts) {
  return parts
    .filter((part) => part.type === "text" && !part.synthetic)
    .map((part) => part.text)
    .join("\n")
}

// Where nobody calls `dispose`. In a worker, as under OpenCode's screen, this never comes.
process.once("exit", () => {
  for (const session of sessions.values()) {
    if (!session.left) continue
    const input = payload("SessionEnd", session.id, session.directory, {
      messages: session.messages,
    })
    try {
      spawnSync(...COMMAND, { cwd: session.directory, input, timeout: 2000, windowsHide: true })
    } catch {}
  }
})

async function quietly(run) {
  try {
    return await run()
  } catch {
    return undefined
  }
}

// OpenCode 1: a function that returns hooks.
async function server({ client, directory }) {
  const history = async (id) => {
    const got = await client.session.messages({ path: { id } })
    return spoken(got.data ?? got, helpers.has(id) ? TASK : "")
  }
  const turn = (id, event) =>
    quietly(() => learn(known(id, directory), event, () => history(id)))
  return {
    "chat.message": (input, output) =>
      quietly(() => prompted(known(input.sessionID, directory), textOf(output.parts ?? []))),
    "experimental.chat.system.transform": (input, output) =>
      quietly(async () => {
        if (!input.sessionID) return
        const text = await told(known(input.sessionID, directory))
        if (text) output.system.push(text)
      }),
    "experimental.session.compacting": (input) => turn(input.sessionID, "PreCompact"),
    event: async ({ event }) => {
      const { info } = event.properties
      if (event.type === "session.created" && info?.parentID) helpers.add(info.id)
      if (event.type === "session.idle") await turn(event.properties.sessionID, "Stop")
    },
    dispose: () => quietly(() => handOver(directory)),
  }
}

// OpenCode 2: hooks are registered. OpenCode 1 calls this as well, with nothing to register at.
async function setup(ctx) {
  if (typeof ctx?.session?.hook !== "function") return undefined
  const directory = ctx.location?.directory ?? process.cwd()
  await ctx.session.hook("context", (event) =>
    quietly(async () => {
      const session = known(event.sessionID, directory)
      session.messages = spoken(event.messages)
      const asked = (event.messages ?? []).filter((one) => (one.role ?? one.type) === "user").at(-1)
      if (asked) await prompted(session, textOf(partsOf(asked)))
      const text = await told(session)
      if (text) event.system.push({ type: "text", text })
    }),
  )
  const stop = new AbortController()
  void quietly(async () => {
    for await (const event of ctx.event.subscribe({ signal: stop.signal })) {
      if (!/^session\.execution\.(succeeded|failed|interrupted|settled)$/.test(event.type)) continue
      const id = (event.data ?? event.properties ?? {}).sessionID
      const session = sessions.get(id)
      if (!session) continue
      const history = async () => {
        const got = await ctx.session.context({ sessionID: id })
        return spoken(got.data ?? got)
      }
      void quietly(() => learn(session, "Stop", history))
    }
  })
  return () => {
    stop.abort()
    return quietly(() => handOver(directory))
  }
}

export default { id: "mem", server, setup }
