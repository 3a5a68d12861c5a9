"""`Fixed:` candidates: a check failed, files were edited, the same check then passed.

Runs go by once; only failures that are still open are remembered, each with the cause that the
agent gave for it meanwhile.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct, field

from ...base.regex import regex
from ...base.text import clip, one_line
from ...safety.secrets.redact import redact
from ...terms.search_query import content_terms
from ...transcripts.model.events import Ran
from ..model import WAITS, Candidate
from .cues import has_reason, holds
from .noise import is_guess, is_noise, is_plan
from .sentences import sentences, without_fences

_SCORE: Final = 0.8
_MAX_ERROR: Final = 160
_MAX_COMMAND: Final = 80
_MOST_NAMED_FILES: Final = 3
_MAX_OPEN: Final = 50
_MAX_CAUSE: Final = 240
_MOST_SAID: Final = 4_000  # characters; a longer message is a report

_CD: Final = regex(r"(?:cd|pushd) [^&|;\n]{1,300}(?:&&|;)[ \t]*")
_ENV: Final = regex(
    r"(?:(?:export |env )?[A-Za-z_]\w*=(?:\"[^\"]*\"|'[^']*'|[^\s;&|]*)[ \t]*(?:&&|;)?[ \t]+)"
)
_WRAPPER: Final = regex(r"(?:time|nohup|timeout \d+[smh]?|sudo|command) ")
_REDIRECT: Final = regex(r"[ \t](?:[12]?>&[12]|&>[ \t]?/dev/null|[12]?>[ \t]?/dev/null)")
_PIPE: Final = regex(
    r"[ \t]\|&?[ \t]*(?:head|tail|grep|egrep|rg|less|cat|tee|sed|awk|cut|sort|wc|uniq|xargs"
    r"|jq)\b.*$",
    re.DOTALL,
)
_OR_TRUE: Final = regex(r"[ \t]*(?:\|\||;|&&)[ \t]*(?:true|:|echo\b[^|&;]*)$")
_FORGIVEN: Final = regex(r"\|\|[ \t]*(?:true|:|echo\b)|;[ \t]*echo\b")


# Linters, formatters, type checkers and compilers.
_FINDERS: Final = (
    r"tsc|vue-tsc|svelte-check|eslint|biome|prettier|stylelint|ruff|black|flake8|pylint|mypy|pyright"
    r"|pyre|basedpyright|bandit|isort|clippy|rustc|gcc|g\+\+|clang\S*|javac|golangci-lint|staticcheck"
    r"|shellcheck|hadolint|rubocop|knip|depcheck"
)
# Commands that judge the work: tests, builds, linters, type checkers, running a script.
_CHECK: Final = regex(
    r"(?:(?:npx|bunx|uvx|pnpx|bundle exec|poetry run|uv run|pipenv run|hatch run|pdm run"
    r"|python3?(?:\.\d+)? -m|dotnet|docker[- ]compose (?:run|exec)(?: --?\S+){0,3} \S+"
    r"|\S*/?\.?venv/bin/python -m|pnpm exec|yarn exec) )?(?:--?[\w-]+ )*(?:\S*/)?(?:pytest"
    r"|py\.test|tox|nox|unittest|jest|vitest|mocha|ava|karma|cypress|playwright test|rspec|phpunit"
    r"|ctest|cargo|go (?:test|build|vet|run)|gotestsum|mvn\w*|gradlew?|sbt|mix (?:test|compile"
    r"|credo)|swift (?:build|test)|xcodebuild|make|cmake|ninja|bazel|just|task"
    rf"|{_FINDERS}|rake|rails test|terraform (?:validate|plan)|kubectl apply"
    r"|helm lint|docker build|docker[- ]compose (?:build|up)|vite|webpack|rollup|esbuild"
    r"|next build|astro|ng (?:build|test|lint)|pre-commit|lint-staged|husky|moon"
    r"|dotnet|zig|dune|stack|cabal|lake|elm|pod install|composer|alembic|prisma|(?:npm|pnpm|yarn"
    r"|bun)(?: --?\S+){0,2}(?: run)? (?:[\w:.-]*(?:test|build|lint|typecheck|type-check|check"
    r"|compile|start|dev|ci|e2e|format|knip|types|validate|verify|coverage)[\w:.-]*)|(?:npm|pnpm"
    r"|yarn) (?:ci|install)|deno (?:test|check|lint|run)|test|build|lint|check"
    r"|python3?(?:\.\d+)? (?!-c)\S+\.py|node (?!-e)\S+|ruby \S+|php \S+|perl \S+|bash \S+\.sh"
    r"|sh \S+\.sh|run_tests?\S*|\S+\.sh)\b|(?:python3?(?:\.\d+)?|\S*venv/bin/python3?) -m \S+"
    r"|(?:python3?(?:\.\d+)?|\S*venv/bin/python3?) \S+\.py\b|\./\S+|git commit\b"
)
_ERROR: Final = regex(
    r"\b(?:error(?! ?handl)s?\b(?! ?[:=]? ?0\b)|[A-Z]\w*(?:Error|Exception)\b|exception\b|failed\b"
    r"|failures?\b(?! ?[:=]? ?0\b)|FAIL\b|panic(?:ked)?\b|fatal\b|traceback\b|cannot\b|not found\b"
    r"|undefined\b|unresolved\b|assert\w*\b|segmentation fault|ERR!|E\d{3,4}\b|TS\d{4}\b"
    r"|problems? \([1-9])",
    re.IGNORECASE,
)
_STRONG: Final = regex(
    r"^E {2,}\S|\b[A-Z]\w*(?:Error|Exception)\b: \S|\berror(?:\[\w+\])?: \S|\berror TS\d+"
    r"|\bTS\d{4}: |\bpanicked at\b|\bfatal: |\b[A-Z]\d{3,4} \S|\bassert\b|(?:^"
    r"|\s)\S+:\d+(?::\d+)?:? .*\b(?:error|undefined|cannot|expected)\b"
)
# One of these, or a code as of a linter, is in whatever the pattern above finds.
_STRONG_SIGNS: Final = (
    "rror", "xception", "panicked at", "fatal: ", "assert", "undefined", "cannot", "expected",
)  # fmt: skip
_WEAK: Final = regex(
    r"^(?:>|npm ERR! (?:code|errno|path|A complete)|exit code|exit status|command failed"
    r"|error: command|make(?:\[\d+\])?: \*\*\*|ERR_PNPM|error Command failed|Traceback|=+ |-+$"
    r"|husky|FAILED \S+$|Found \d+ errors?|\d+ (?:failed|errors?)|at )",
    re.IGNORECASE,
)
_ZERO: Final = regex(
    r"\b(?:0|no) (?:errors?|failures?|failed|problems?|warnings?)\b", re.IGNORECASE
)
_HOOK: Final = regex(
    r"\b(?:husky|lefthook|pre-commit|lint-staged|hook|lint|typecheck)\b", re.IGNORECASE
)
# What one of these finds, it finds again.
_FINDS_AGAIN: Final = regex(
    rf"\b(?:{_FINDERS}|lint\w*|\w+lint|fmt|format|types|(?:type-?)?check|compile"
    r"|(?:cargo|go|swift|dotnet|zig) (?:build|check|vet|run))\b"
)
_STYLE: Final = regex(
    r"[ ](?:@[\w-]+/)?[a-z][\w-]*/[a-z][\w-]*$|\bprettier\b|\bformatt(?:ed|ing)\b|\bunused\b",
    re.IGNORECASE,
)
# What names no cause, or one that every compiler names: a slip, a name that is not there.
_SLIP: Final = regex(
    r"\b(?:TS|CS|error\[E)\d{4,5}\b|\bundefined: \w|\bcannot find symbol\b|\bwas not declared\b"
    r"|\btype error\b|\b(?:syntax|indentation|name|reference|import"
    r"|attribute|modulenotfound)error\b"
    r"|\bis not defined\b|\bcannot find (?:module|name|package)\b|\bno module named\b"
    r"|\bmodule not found\b|\b\d+ (?:tests? \W{0,3})?(?:failed|failing)\b|\btests? failed\b"
    r"|^PASS\b|\bts\(\d{4,5}\)|\btype checking failed\b"
    r"|\bexit (?:code|status)\b|(?:^|\s)\S+\.\w{1,4}:\d+:\d+(?:: |$)|^\d+:\d+ ",
    re.IGNORECASE,
)
# What failed around the work, not in it: the sandbox of an agent, the network.
_AROUND: Final = regex(
    r"\bsandbox\b.{0,80}\b(?:denied|refused|blocked|not permitted)|\bgetaddrinfo\b"
    r"|\bE(?:NOTFOUND|TIMEDOUT|CONNRESET|CONNREFUSED|AI_AGAIN)\b|name resolution"
    r"|^/\S*/(?:etc|\.?\w*(?:conda|rc|profile))\S*:\d+:",
    re.IGNORECASE,
)
# That it failed is all that is told.
_BARE: Final = regex(r"(?i)\bexited with (?:code|status)\b|\bexit (?:code|status):? \d")
# A line without any of these can at best be a weak one.
_SIGNS: Final = (
    "error", "exception", "fail", "panic", "fatal", "traceback", "cannot", "not found", "expected",
    "undefined", "unresolved", "assert", "segmentation", "err!", "problem", "\x1b",
)  # fmt: skip
_CODE: Final = regex(r"[A-Za-z]\d{3}")
_BREAKS: Final = regex(
    r"\bwhich (?:is|was) \w+|, so \S|\b(?:expect(?:s|ed)|requires?|needs?)\b.*\b(?:but|now|not)\b"
    r"|\b(?:the )?(?:issue|problem|cause) (?:is|was) that\b",
    re.IGNORECASE,
)
_OWN: Final = regex(r"\b(?:i|my|me|still)\b|\bi['’]", re.IGNORECASE)  # the agent's own slip
_BOXES: Final = regex(r"[\u2500-\u259f\u25a0-\u25ff\u2700-\u27bf✕✖✗✘❌⨯×●]+")


class _Failure(Struct):
    """A check that failed and was not seen to pass yet."""

    line: int
    error: str
    cause: str = ""
    files: dict[str, None] = field(default_factory=dict)


class FixWatch(Struct):
    """Follows the edits and runs of one session."""

    open: dict[str, _Failure] = field(default_factory=dict)

    def edited(self, path: str) -> None:
        """A file of the project was written."""
        for failure in self.open.values():
            failure.files.setdefault(path)

    def said(self, text: str) -> None:
        """The agent spoke: what gives a reason and names something of a failure is its cause."""
        if not self.open or len(text) > _MOST_SAID:
            return
        given = [one for one in sentences(without_fences(text)) if _gives_cause(one)]
        for failure in self.open.values():
            about = content_terms(" ".join((failure.error, *failure.files)))
            for one in given:
                if about & content_terms(one):
                    failure.cause = one

    def ran(self, event: Ran) -> Candidate | None:
        """A command has finished: the fix it proves, if it proves one."""
        command = normal_command(event.command)
        if not command or not _CHECK.match(command):
            return None
        if _did_fail(event):
            self._failed(command, event)
            return None
        if is_masked(event.command) and not event.output.strip():
            return None
        failure = self.open.pop(command, None)
        if failure is None or not failure.files or not failure.error:
            return None
        if _AROUND.search(failure.error):
            return None
        if _BARE.search(failure.error) and not failure.cause:
            return None
        # "Failed Suites 1" says nothing of why.
        says_why = failure.cause or _is_strong(failure.error)
        score = _SCORE if says_why and not _is_found_again(command, failure.error) else WAITS
        text = _text(command, failure)
        return Candidate("fixed", text, score=score, line=event.line, origin="proved")

    def _failed(self, command: str, event: Ran) -> None:
        error = telling_line(event.output)
        if command == "git commit" and not _HOOK.search(event.output):
            return  # nothing to commit, a wrong path: no work was judged
        before = self.open.pop(command, None)
        if before is not None:  # what was edited before may still be half of the cure
            before.error, before.cause = error or before.error, ""
            self.open[command] = before
            return
        if len(self.open) >= _MAX_OPEN:
            self.open.pop(next(iter(self.open)))
        self.open[command] = _Failure(event.line, error)


def normal_command(command: str) -> str:
    """The command without directory, environment, redirections and what trims its output."""
    if len(command) > 2_000 or "<<" in command or "\n" in command.strip():
        return ""
    command = " ".join(command.split())
    for _ in range(6):
        before = command
        for lead in (_CD, _ENV, _WRAPPER):
            if found := lead.match(command):
                command = command[found.end() :]
        command = _OR_TRUE.sub("", _PIPE.sub("", _REDIRECT.sub("", command))).strip(" ;&")
        if command == before:
            break
    if command.startswith("git commit"):
        return "git commit"
    return command


def is_masked(command: str) -> bool:
    """Whether the exit code the shell reports is not the check's own."""
    return (
        _PIPE.search(" ".join(command.split())) is not None or _FORGIVEN.search(command) is not None
    )


def _did_fail(event: Ran) -> bool:
    if event.failed:
        return True
    if not is_masked(event.command):
        return False
    return any(
        _ERROR.search(line) and not _ZERO.search(line) for line in event.output.split("\n")[:400]
    )


# A check fails in the same words until its fault is mended.
@lru_cache(maxsize=32)
def telling_line(output: str) -> str:
    """The line of a failing output that says most, on one line, at most 160 characters."""
    best, rank = "", 0
    for whole in output.split("\n")[:2_000]:
        raw = whole[:2_000]
        if rank and not _may_tell(raw):
            continue
        line = one_line(_BOXES.sub(" ", raw)).removeprefix("E ").strip(" |:>")
        if len(line) < 6 or not any(map(str.isalpha, line)) or _ZERO.search(line):
            continue
        if _WEAK.match(line):
            value = 1
        elif _is_strong(raw):
            value = 4 if not line.startswith("assert") else 3
        else:
            value = 2 if _ERROR.search(line) else 0
        if value > rank:
            best, rank = line, value
        if rank == 4:
            break
    # Cut after it is clean: half a secret is not known for one.
    return clip(redact(best)[0], _MAX_ERROR)


def _is_found_again(command: str, error: str) -> bool:
    """Whether the command, or another like it, finds the same whenever it is made again."""
    found = _FINDS_AGAIN.search(command) or _STYLE.search(error) or _SLIP.search(error)
    return found is not None


def _is_strong(raw: str) -> bool:
    """Whether a line is an error's own message; at once for most that are not."""
    hinted = holds(raw, _STRONG_SIGNS) or raw.startswith("E  ") or _CODE.search(raw) is not None
    return hinted and _STRONG.search(raw) is not None


def _may_tell(raw: str) -> bool:
    return holds(raw.lower(), _SIGNS) or raw.startswith("E  ") or _CODE.search(raw) is not None


def _text(command: str, failure: _Failure) -> str:
    files = list(failure.files)
    named = ", ".join(files[:_MOST_NAMED_FILES])
    if len(files) > _MOST_NAMED_FILES:
        named += f" +{len(files) - _MOST_NAMED_FILES} more"
    told = f"{_shown(command)}: {failure.error} — {named}"
    return f"{told}. {failure.cause}" if failure.cause else told


# The same checks are run again and again.
@lru_cache(maxsize=32)
def _shown(command: str) -> str:
    return clip(redact(command)[0], _MAX_COMMAND)


def _gives_cause(sentence: str) -> bool:
    """Whether a sentence says why something is so, and not what the agent does next."""
    return (
        len(sentence) <= _MAX_CAUSE
        and (has_reason(sentence) or _BREAKS.search(sentence) is not None)
        and not (is_noise(sentence) or is_guess(sentence) or is_plan(sentence))
        and _OWN.search(sentence) is None
    )
