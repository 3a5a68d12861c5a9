"""What a program or a terminal printed, told by the shape of a line.

An agent's plain output holds the logs of the tools it ran and the marks of its own screen. They
are told by structure (a level in a program's spelling, a place with a level, a count of packages,
a prompt), so that a label which an author writes ("Warning: the queue is not durable") stays.
"""

from typing import Final

from ...base.regex import regex
from ...base.text import holds_sign

# How sure it is that a line was printed: a lone doubtful one is read like any other.
WRITTEN: Final = 0
DOUBTFUL: Final = 1
PRINTED: Final = 2

_LEVEL: Final = r"(?:warning|error|note|info|hint|remark|fatal error)"
_SPAN: Final = r"\d[\d.,]* ?(?:ms|µs|s|secs?|seconds?|m|min|minutes?)\b"
_COUNTED: Final = (
    r"found \d+ (?:\w+ ){0,3}(?:vulnerabilit|errors?\b|warnings?\b|problems?\b)"
    r"|\d+ (?:\w+ ){0,3}(?:packages? (?:are|is) looking for funding|vulnerabilit\w+(?: \(|$)"
    r"|problems? \()|\d+ (?:passed|failed|skipped|passing|failing|pending|errors?|warnings?"
    r"|xfailed|deselected|todo|total|tests?|suites?)(?:[,;]? \d+ \w+|[,;]? in \d| \(\d| generated"
    r"|\.?$)|\d+ (?:files?|insertions?|deletions?)(?: changed)?(?:,|\([+-]\)| \([+-]\)|$)"
    r"|\d+ (?:modules?|chunks?|pages?) transformed|\d+ actionable tasks?:"
)
_LOWER: Final = (
    r"(?:npm|pnpm|yarn|npx|bun|lerna|nx) (?:ERR!|WARN|warn|notice|info|error|http|sill|verb)\b"
    r"|yarn \w+ v\d|pnpm: |(?:warning|error|fatal|warn|debug|trace|remote|hint)"
    r"(?:\[[\w:./-]{1,40}\])?: |warning \S+@\d|(?:warnung|fehler|avertissement|erreur|advertencia"
    r"|aviso|предупреждение|ошибка)[ ]?: "
    r"|(?:added|removed|changed|audited|installed|reused|up to date,) (?:\d+ packages?|audited)"
    r"|(?:asset|modules by path|cacheable modules|runtime modules) \S+ [\d.]+ [KMG]?i?B"
    r"|webpack [\d.]+ compiled|rolldown v\d|vite v\d|tests?/\S+ [.FEsxX]{1,80}(?: +\[|$)"
    r"|collected \d+ items?|platform \w+ -- |running \d+ tests?$|test result: |test \S+ \.\.\. \w+"
    r"|ok +\S+ +(?:[\d.]+s\b|\(cached)|create mode \d{6} |delete mode \d{6} |rename \S+ (?:=>|\(\d)"
    r"|nothing to commit\b|no changes added to commit|modified: {2,}|new file: {2,}|deleted: {2,}"
    r"|rootdir: |plugins: \w+-\d|go: (?:downloading|finding|added|upgraded|extracting|module) "
    r"|make(?:\[\d+\])?: |collect2: |ld: |nginx: |systemd(?:\[\d+\])?: "
    r"|(?:gcc|cc|clang|g\+\+|c\+\+|rustc|javac|ld) -\w|found 0 vulnerabilities"
)
_UPPER: Final = (
    r"(?:INFO|DEBUG|TRACE|VERBOSE|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE|PANIC)(?: {2,}"
    r"|[ ]?\[|:[\w.]+:|[ ]\d+ \()|(?:INFO|DEBUG|TRACE|FATAL|VERBOSE): |[A-Z]\w+Warning: "
    r"|(?:Downloading|Downloaded|Compiling|Checking|Fetching|Updating|Installing|Unpacking|Locking"
    r"|Building|Collecting|Pulling|Extracting|Removing|Adding|Preparing|Uninstalling|Fetched"
    r"|Using cached) \S+ ?(?:v?\d[\w.+-]*|\(v?\d[^()]*\)|\(from [^()]*\)|\.\.\."
    r"|…)(?: \([^()]*\))?(?: to v?\d\S*)?[.…]*$|(?:Downloading|Collecting|Fetching) \S+(?:==|>=|<="
    r"|~=|://|\.whl|\.tar\.gz|\.jar|\.pom)|Requirement already satisfied: "
    r"|Defaulting to user installation|Successfully (?:installed|built|uninstalled|tagged|rebased"
    r"|pulled) \S+|(?:Resolved|Installed|Prepared|Audited|Uninstalled|Built|Checked"
    r"|Bytecode compiled)"
    rf" \d+ \w+ in {_SPAN}|Finished [`\w].{{0,60}} in {_SPAN}|Done in {_SPAN}"
    r"|Package operations: \d|Writing lock file$|Resolving dependencies\.{3}"
    r"|Lockfile is up to date|Already up to date\b.{0,12}$|Progress: resolved \d|Packages: [+-]\d"
    r"|BUILD (?:SUCCESSFUL|SUCCESS|FAILED|FAILURE)\b|Tests run: \d|Reactor Summary"
    r"|Tests?: +\d+ \w+|Test (?:Suites|Files):? +\d+ \w+|Snapshots: +\d|Time: +\d|Duration +\d"
    r"|Ran all test suites|Ran \d+ tests? in \d|(?:PASS|FAIL|PASSED|FAILED"
    r"|SKIPPED)[ \t]+\S*[/.:]\S*|Switched to (?:a new )?branch '|On branch \S+$"
    r"|Your branch is (?:up to date|ahead|behind) |HEAD is now at [0-9a-f]{7}|Fast-forward$"
    r"|Updating [0-9a-f]{7,}\.\.|Auto-merging \S+$|CONFLICT \(\w+\): |Cloning into '"
    r"|Untracked files:|Changes (?:not staged|to be committed)|(?:Enumerating|Counting|Compressing"
    r"|Writing|Receiving|Resolving|Unpacking) (?:objects|deltas): |Total \d+ \(delta"
    r"|Delta compression using|Everything up-to-date$|To (?:https?://|git@|ssh://)\S+$"
    r"|From (?:https?://|git@|ssh://)\S+$|Merge made by the '|Successfully rebased"
    r"|Saved working directory|Rebasing \(\d|Step \d+/\d+ : |Sending build context"
    r"|Status: (?:Downloaded|Image)|Digest: sha256:|Removing intermediate container"
    r"|Using default tag|Pulling from \S+$|Get:\d+ |Hit:\d+ |Reading (?:package lists"
    r"|state information)|Setting up \S+ \(|Selecting previously|Plan: \d+ to add|Apply complete!"
    r"|Destroy complete!|Initializing (?:provider|the backend)|Terraform (?:will perform"
    r"|used the selected|has been successfully)|Loaded: loaded \(|Active: \w+ \(|Main PID: \d"
    r"|Started [A-Z][\w. -]{1,60}\.$|VITE v\d|Local: +https?://|Network: +(?:https?://|use )"
    r"|Compiled (?:successfully|with) ?|Note: (?:Some input files |Recompile with -X"
    r"|\S+\.java uses (?:or|unchecked) |switching to ')|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar"
    r"|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [A-Z]?[a-z]{0,2} ?\d{1,2} \d\d:\d\d:\d\d"
)
_OTHER: Final = (
    r"\[(?:notice|warn|warning|error|info|debug|fatal|trace|verbose|success|hint|NOTICE|WARN"
    r"|WARNING|ERROR|INFO|DEBUG|FATAL|TRACE|[\d/]{3,9}|[ \d]{1,3}%)\]"
    r"|\[\w[\w./-]{0,80} (?:\(root-commit\) )?[0-9a-f]{7,40}\] |\[\d{4}-\d\d-\d\d[T ]\d\d:"
    r"|\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d\b|\d{1,3}(?:\.\d{1,3}){3} - \S+ \["
    r"|\(node:\d+\)|\(use \"git |\(Use `node |={3}.*={3}$|-{7,}+$|-{3,}+(?: \S"
    r"|[^\s-]).{0,80}?-{3,}+$|-{3} (?:FAIL|PASS|SKIP): |--> \S+:\d|=> \[|=> \w+ \[|#\d+ (?:\["
    r"|sha256:|DONE|CACHED|ERROR|extracting|transferring|naming|exporting)|---> ?[0-9a-f]"
    r"|\d+:\d+ +(?:error|warning) +\S"
    r"|[✓✔✗✘✖×√] .{1,100} (?:\(\d+(?:\.\d+)? ?m?s\)|\d+ ?ms)$|[✓✔✗✘✖×√] (?:" + _COUNTED + r")"
    r"|➜ |❯ \S|PS [A-Z]:\\|npm ERR|" + _COUNTED
)
# Places with a level, prompts and what else opens with any word.
_PLACED: Final = regex(
    rf"\S+?:\d+(?::\d+)?:? (?:- )?{_LEVEL}(?:\[\w+\])?(?:: | TS\d)"
    rf"|\S+\(\d+(?:,\d+)?\): {_LEVEL}\b|\S+:\d+: [A-Z]\w+Warning: |\S+\.\w{{1,4}}: In function "
    r"|[\w./-]{1,40}\[\d+\]: |(?:\([\w.-]+\) )?[\w.-]+@[\w.-]+[: ][^$#%]{0,80}[$#%] "
    r"|[\w.\[\]\"/-]+: (?:Creating\.{3}|Creation complete|Refreshing state|Still \w+ing"
    r"|Destr\w+\.{3}|Destruction complete|Modif\w+\.{3}|Modifications complete|Read complete"
    r"|Reading\.{3}|Pull(?:ing fs layer| complete)|Already exists|Download complete|Waiting$)"
    r"|[\w./]+/[\w.-]+ (?:created|configured|unchanged|deleted|patched|scaled|restarted|labeled"
    r"|condition met)(?: \(.{1,20}\))?$"
    r"|\S+[./]\S+ +[\d.]+ [kKMG]i?B(?:$| {2}| [│|])|\S+ +\| +\d+ [+-]"
)
_BY_CASE: Final = (regex(_LOWER), regex(_UPPER), regex(_OTHER))
_COUNT: Final = regex(_COUNTED)
_BARS: Final = ("######", "█████", "▓▓▓▓", "░░░░", "━━━━━━")
_DOUBTFUL: Final = regex(
    r"(?:WARNING|ERROR|WARN|CRITICAL|NOTICE)(?:: | [a-z])|note: |info: |help: "
    r"|(?:[a-z][\w.]*\.)?[A-Z]\w+(?:Error|Exception): |\S+(?: \S+)?(?: {2,}\S+(?: \S+)?){2,}$"
)
_RULE: Final = regex(r"(?:-[ \t]?){3,}$|(?:\*[ \t]?){3,}$|(?:_[ \t]?){3,}$|={3,}$")
# What is no prose wherever it stands: code, a trace, a frame.
_QUOTED: Final = regex(
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d\b|\$ |>>> |at \S+ ?\(|File \"|Traceback \(|npm ERR"
    r"|E {3}|\+\+\+ |--- a/|@@ |diff --git |index [0-9a-f]{7}|[│├└┌╭╰┃║╔]|</?[a-zA-Z!]"
    r"|(?:INFO|DEBUG|ERROR|WARN|WARNING|FATAL)[ :]\S*\d\d:|\"[\w$.-]{1,60}\"[ ]?:|[{}\[\](),;]+$"
)
_LEVEL_NAMES: Final = frozenset(
    ("note", "warning", "warnings", "caution", "important", "issue", "error", "info", "tip",
     "hint", "notice", "attention", "problem", "fix", "deprecated", "fixed", "dependency")
)  # fmt: skip
_LONGEST_NAME: Final = 20

# The marks that a terminal front end draws: who speaks, what works, what a tool gave back.
BULLETS: Final = "●⏺◉"
RESULT: Final = "⎿"
SPINNERS: Final = frozenset("✻✽✶✳✢✺✷✸✹·*")
TICKS: Final = frozenset("✅✔✓☑⚠❗💡ℹ🔍📌")
# Not before a bold title: that is a row of a checklist ("✅ **Parser fixed** - …").
MARK: Final = regex(r"[✅✔✓☑⚠❗💡ℹ🔍📌]\ufe0f?[ \t]+(?=[^\s*_])")
_SPINS: Final = regex(
    r"[✻✽✶✳✢✺✷✸✹·*] (?:[^\s.…]+(?: [^\s.…]+){0,5}(?:…|\.{3})|[A-Z]\w+ for \d|\S+(?: \S+){0,4}$)"
)
_SLOW: Final = regex(r"[·*] [^\s.…]+(?: [^\s.…]+){0,3}(?:…|\.{3})(?: \(.{1,80}\))?$")
_CALL: Final = regex(r"[A-Z]\w{0,40}\(")


def printed(line: str) -> int:
    """Whether a program printed the line (without its indentation)."""
    first = line[0]
    shapes = _BY_CASE[0 if first.islower() else 1 if first.isupper() else 2]
    if shapes.match(line) is not None:
        return PRINTED
    head = line.partition(" ")[0]  # most lines begin with a plain word: nothing is placed there
    signs = not head.isalnum() or "  " in line or ("|" in line and " | " in line)
    if (signs and _PLACED.match(line) is not None) or line.endswith("%]"):
        return PRINTED
    if holds_sign(line, _BARS):
        return PRINTED
    if first.isupper() and is_level(line):
        rest = line[line.index(":") + 1 :].lstrip()
        if _COUNT.match(rest) is not None:
            return PRINTED
    doubtful = (signs or head.isupper()) and _DOUBTFUL.match(line) is not None
    return DOUBTFUL if doubtful else WRITTEN


def is_quoted(body: str) -> bool:
    """Whether a line is a rule, or was copied: code, a trace, a frame."""
    return _RULE.match(body) is not None or _QUOTED.match(body) is not None


def is_level(line: str) -> bool:
    """Whether a line opens with a label that programs use as well as authors ("Warning:")."""
    name, colon, _ = line[:_LONGEST_NAME].partition(":")
    return bool(colon) and name.casefold() in _LEVEL_NAMES


def is_spinner(line: str) -> bool:
    """Whether a line only shows that something is under way ("✻ Thinking… (12s)")."""
    if line[0] in "·*":  # these open list items as well
        return ("…" in line or "..." in line) and _SLOW.match(line) is not None
    return _SPINS.match(line) is not None


def is_call(line: str) -> bool:
    """Whether a line behind a bullet shows a tool at work ("Bash(npm test)")."""
    call = _CALL.match(line) is not None
    return call and (line.endswith((")", "…")) or line.count("(") > line.count(")"))
