"""The one table of agents: their events, their settings, what they load and keep by themselves.

A hook runs at every turn and every tool call, so this imports nothing.
"""

START = "start of a conversation"
PROMPT = "a prompt"
TOOL = "a tool was used"
FAILURE = "a tool failed"
TURN = "end of a turn"
COMPACTION = "before compaction"
SUBAGENT_START = "start of a subagent"
SUBAGENT_END = "end of a subagent"
END = "end of a session"

# Claude Code's names for its moments, which others took over.
_EVENTS = {
    "SessionStart": START,
    "SubagentStart": SUBAGENT_START,
    "UserPromptSubmit": PROMPT,
    "PostToolUse": TOOL,
    "Stop": TURN,
    "PreCompact": COMPACTION,
    "SubagentStop": SUBAGENT_END,
    "SessionEnd": END,
}
# A subagent is a session of its own in these.
_OF_SESSIONS = {name: moment for name, moment in _EVENTS.items() if "Subagent" not in name}


_SKILL = (".agents/skills/mem-reflect/SKILL.md", "reflect_skill.md")


class Agent:
    """What is known of one agent.

    `events` maps its names to moments; `tools` is a pattern of the tools that matter, "" for all.
    `file` holds its hooks in a repository, and below `own` in a person's home, unless `variable`
    names another folder. `signs` in a repository tell of it, `programs` on the PATH. It loads
    `names`, the first of each group, from each folder upwards, and what `rules` and `personal`
    folders and files hold; with `imports`, "@path" in them as well. `keeps` is what a conversation
    still has after a resume: "all", what came with "prompts", or "nothing". `tells`: it shows a
    line to the person. `reflect` are its files of the command "remember this session", below the
    repository or the home, each with its template.
    """

    events: dict[str, str]
    file: str
    own: str
    signs: tuple[str, ...]
    programs: tuple[str, ...]
    variable = ""
    tools = ""
    names: tuple[tuple[str, ...], ...] = ()
    rules: tuple[str, ...] = ()
    personal: tuple[str, ...] = ()
    imports = False
    keeps = "all"
    tells = True
    reflect: tuple[tuple[str, str], ...] = ()

    def __init__(self, **known: object) -> None:
        self.__dict__.update(known)


# fmt: off
AGENTS = {
    "claude-code": Agent(
        events={**_EVENTS, "PostToolUseFailure": FAILURE}, file=".claude/settings.json",
        own=".claude", variable="CLAUDE_CONFIG_DIR", signs=(".claude", "CLAUDE.md"),
        programs=("claude",),
        tools="Read|Edit|MultiEdit|Write|NotebookEdit|Bash|AskUserQuestion|ExitPlanMode",
        names=(("CLAUDE.md",), (".claude/CLAUDE.md",), ("CLAUDE.local.md",)), imports=True,
        rules=(".claude/rules",), personal=(".claude/CLAUDE.md", ".claude/rules"),
        reflect=((".claude/skills/mem-reflect/SKILL.md", "reflect_skill.md"),),
    ),
    "codex": Agent(
        events=_EVENTS, file=".codex/hooks.json", own=".codex", variable="CODEX_HOME",
        signs=(".codex",), programs=("codex",),
        names=(("AGENTS.override.md", "AGENTS.md"),), personal=(".codex/AGENTS.md",),
        reflect=(_SKILL,),
    ),
    "gemini": Agent(
        events={
            "SessionStart": START, "BeforeAgent": PROMPT, "AfterTool": TOOL, "AfterAgent": TURN,
            "PreCompress": COMPACTION, "SessionEnd": END,
        },
        file=".gemini/settings.json", own=".gemini", signs=(".gemini", "GEMINI.md"),
        programs=("gemini",), names=(("GEMINI.md",),), personal=(".gemini/GEMINI.md",),
        imports=True,
        tools="read_file|replace|write_file|run_shell_command|ask_user|exit_plan_mode",
        reflect=(_SKILL, (".gemini/commands/mem-reflect.toml", "reflect_command.toml")),
        keeps="nothing",  # its first prompt, which had the block, is dropped
    ),
    "qwen": Agent(
        events={**_EVENTS, "PostToolUseFailure": FAILURE}, file=".qwen/settings.json",
        own=".qwen", variable="QWEN_HOME", signs=(".qwen", "QWEN.md"), programs=("qwen",),
        names=(("QWEN.md",), ("AGENTS.md",)), personal=(".qwen/QWEN.md",), imports=True,
        keeps="prompts",
    ),
    "copilot": Agent(
        events=_OF_SESSIONS, file=".github/hooks/mem.json", own=".copilot",
        variable="COPILOT_HOME", signs=(".github/hooks", ".github/copilot-instructions.md"),
        programs=("copilot",), names=(("AGENTS.md",), (".github/copilot-instructions.md",)),
        keeps="prompts", tells=False,
    ),
    "cursor": Agent(
        events={
            "sessionStart": START, "stop": TURN, "preCompact": COMPACTION,
            "subagentStop": SUBAGENT_END, "sessionEnd": END,
        },
        file=".cursor/hooks.json", own=".cursor", signs=(".cursor", ".cursorrules"),
        programs=("cursor-agent", "cursor"), names=(("AGENTS.md",), (".cursorrules",)),
        rules=(".cursor/rules",), tells=False,
    ),
    "opencode": Agent(
        events=_OF_SESSIONS,  # what our plugin makes of its own
        file=".opencode/plugins/mem.js", own=".config/opencode", variable="OPENCODE_CONFIG_DIR",
        signs=(".opencode", "opencode.json", "opencode.jsonc"), programs=("opencode",),
        names=(("AGENTS.md", "CLAUDE.md"),), personal=(".config/opencode/AGENTS.md",), tells=False,
    ),
}
# fmt: on


def envelope(agent: str, event: str, text: str, person: str = "") -> dict[str, object]:
    """Return a hook's answer: a text for the agent, and a line for the person; {} for neither."""
    told: dict[str, object] = {}
    if person and AGENTS[agent].tells:
        told["systemMessage"] = person
    if not text:
        return told
    if agent == "cursor":
        return {"additional_context": text}
    answer = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
    # Copilot CLI takes the first of these, the editor that runs the same hooks the second.
    both = {"additionalContext": text, **answer} if agent == "copilot" else answer
    return {**both, **told}
