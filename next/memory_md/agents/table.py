"""The one table of agents: their events, their settings, what they load and keep by themselves.

A hook runs at every turn and every tool call, so this imports nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

START = "start of a conversation"
PROMPT = "a prompt"
TOOL = "a tool was used"
FAILURE = "a tool failed"
TURN = "end of a turn"
COMPACTION = "before compaction"
SUBAGENT_START = "start of a subagent"
SUBAGENT_END = "end of a subagent"
END = "end of a session"

_CLAUDES = {
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
_OF_SESSIONS = {name: moment for name, moment in _CLAUDES.items() if "Subagent" not in name}


class Agent:
    """What is known of one agent.

    `events` maps its names to moments, and `tools` is the pattern of the tools that matter, "" for
    all. `file` holds hooks, in a repository and, below `own`, in a person's home; `variable` names
    another folder in place of `own`. `signs` are names in a repository that tell of the agent,
    `programs` names on the PATH. `names` are files of instructions that it loads, in groups of
    which the first is taken, in each folder upwards; `rules` and `personal` are folders and files
    more; `imports`: "@path" in them loads another. `keeps` is what a conversation still has after a
    resume: "all", what came with "prompts", or "nothing". `tells`: it shows a line to the person.
    """

    __slots__ = (
        *("events", "file", "imports", "keeps", "names", "own", "personal", "programs", "rules"),
        *("signs", "tells", "tools", "variable"),
    )

    def __init__(
        self,
        events: "Mapping[str, str]",
        file: str,
        *,
        own: str,
        variable: str = "",
        signs: tuple[str, ...],
        programs: tuple[str, ...],
        tools: str = "",
        names: tuple[tuple[str, ...], ...] = (),
        rules: tuple[str, ...] = (),
        personal: tuple[str, ...] = (),
        imports: bool = False,
        keeps: str = "all",
        tells: bool = False,
    ) -> None:
        self.events, self.file, self.own, self.variable = events, file, own, variable
        self.signs, self.programs, self.tools = signs, programs, tools
        self.names, self.rules, self.personal, self.imports = names, rules, personal, imports
        self.keeps, self.tells = keeps, tells


AGENTS = {
    "claude-code": Agent(
        {**_CLAUDES, "PostToolUseFailure": FAILURE},
        ".claude/settings.json",
        own=".claude",
        variable="CLAUDE_CONFIG_DIR",
        signs=(".claude", "CLAUDE.md"),
        programs=("claude",),
        tools="Read|Edit|MultiEdit|Write|NotebookEdit|Bash|AskUserQuestion|ExitPlanMode",
        names=(("CLAUDE.md",), (".claude/CLAUDE.md",), ("CLAUDE.local.md",)),
        rules=(".claude/rules",),
        personal=(".claude/CLAUDE.md", ".claude/rules"),
        imports=True,
        tells=True,
    ),
    "codex": Agent(
        _CLAUDES,
        ".codex/hooks.json",
        own=".codex",
        variable="CODEX_HOME",
        signs=(".codex",),
        programs=("codex",),
        names=(("AGENTS.override.md", "AGENTS.md"),),
        personal=(".codex/AGENTS.md",),
        tells=True,
    ),
    "gemini": Agent(
        {
            "SessionStart": START,
            "BeforeAgent": PROMPT,
            "AfterTool": TOOL,
            "AfterAgent": TURN,
            "PreCompress": COMPACTION,
            "SessionEnd": END,
        },
        ".gemini/settings.json",
        own=".gemini",
        signs=(".gemini", "GEMINI.md"),
        programs=("gemini",),
        tools="read_file|read_many_files|replace|write_file|run_shell_command|ask_user|exit_plan_mode",
        names=(("GEMINI.md",),),
        personal=(".gemini/GEMINI.md",),
        imports=True,
        keeps="nothing",  # its first prompt, which had the block, is dropped
        tells=True,
    ),
    "qwen": Agent(
        _CLAUDES,
        ".qwen/settings.json",
        own=".qwen",
        variable="QWEN_HOME",
        signs=(".qwen", "QWEN.md"),
        programs=("qwen",),
        names=(("QWEN.md",), ("AGENTS.md",)),
        personal=(".qwen/QWEN.md",),
        imports=True,
        keeps="prompts",
        tells=True,
    ),
    "copilot": Agent(
        _OF_SESSIONS,
        ".github/hooks/mem.json",
        own=".copilot",
        variable="COPILOT_HOME",
        signs=(".github/hooks", ".github/copilot-instructions.md"),
        programs=("copilot",),
        names=(("AGENTS.md",), (".github/copilot-instructions.md",)),
        keeps="prompts",
    ),
    "cursor": Agent(
        {
            "sessionStart": START,
            "stop": TURN,
            "preCompact": COMPACTION,
            "subagentStop": SUBAGENT_END,
            "sessionEnd": END,
        },
        ".cursor/hooks.json",
        own=".cursor",
        signs=(".cursor", ".cursorrules"),
        programs=("cursor-agent", "cursor"),
        names=(("AGENTS.md",), (".cursorrules",)),
        rules=(".cursor/rules",),
    ),
    "opencode": Agent(
        _OF_SESSIONS,  # what our plugin makes of its own
        ".opencode/plugins/mem.js",
        own=".config/opencode",
        variable="OPENCODE_CONFIG_DIR",
        signs=(".opencode", "opencode.json", "opencode.jsonc"),
        programs=("opencode",),
        names=(("AGENTS.md", "CLAUDE.md"),),
        personal=(".config/opencode/AGENTS.md",),
    ),
}
