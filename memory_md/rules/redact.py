"""Secrets out of a text before it is stored; hashes, IDs and placeholders stay.

One pass of each pattern over the text, every quantifier bounded or over one plain class.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# Marks that every secret below must contain one of: most texts are done after this.
_HINT: Final = re.compile(
    r"AKIA|ASIA|AIza|ya29\.|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|hooks\.slack"
    r"|[srp]k_(?:live|test)_|whsec_"
    r"|sk-|hf_|npm_|pypi-|eyJ|PRIVATE KEY|://|AccountKey|SG\.|dop_v1|"
    r"pass|pwd|secret|token|key|bearer|credential|authorization",
    re.IGNORECASE,
)
_PLACEHOLDER: Final = re.compile(
    r"(?:your|my|the|some|an?|insert|replace|example|sample|dummy|fake|test|placeholder|change"
    r"|change_?me|todo|foo|bar|none|null|true|false|undefined|required|optional|string|number"
    r"|value|secret|password|token|redacted|process|os|env|config|settings|self|this|get|load"
    r"|read|user|admin)(?![A-Za-z0-9])"
    r"|(?:xxx|\*\*|\.\.\.|…|<|\[|\{|\$|%|@|#|&)"
    r"|[^\n]*(?:xxxx|REDACTED|\*\*\*|\.\.\.|…|EXAMPLE|placeholder|[-_]here$)",
    re.IGNORECASE,
)
_KINDS: Final[tuple[tuple[str, str], ...]] = (
    (
        "private key",
        (
            r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----[^-]{0,20000}"
            r"(?:-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?"
        ),
    ),
    ("AWS key", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    ("Google key", r"\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])|\bya29\.[0-9A-Za-z_-]{20,500}"),
    ("GitHub token", r"\bgh[pousr]_[0-9A-Za-z]{30,255}\b|\bgithub_pat_[0-9A-Za-z_]{30,255}\b"),
    ("GitLab token", r"\bgl(?:pat|ptt|rt|dt|cbt)-[0-9A-Za-z_-]{18,255}"),
    (
        "Slack token",
        (
            r"\bxox[abeoprs]-[0-9A-Za-z-]{10,255}|\bxapp-[0-9]-[0-9A-Za-z-]{10,255}"
            r"|https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,255}"
        ),
    ),
    (
        "Stripe key",
        r"\b(?:[srp]k|rk)_(?:live|test)_[0-9A-Za-z]{16,255}|\bwhsec_[0-9A-Za-z]{24,255}",
    ),
    ("Anthropic key", r"\bsk-ant-[0-9A-Za-z_-]{20,255}"),
    (
        "OpenAI key",
        r"\bsk-(?:proj-|svcacct-|admin-|or-v1-)?(?=[\w-]{0,250}\d)[0-9A-Za-z_-]{20,255}",
    ),
    ("Hugging Face token", r"\bhf_[0-9A-Za-z]{30,255}\b"),
    ("npm token", r"\bnpm_[0-9A-Za-z]{36}\b"),
    ("PyPI token", r"\bpypi-[0-9A-Za-z_-]{50,500}"),
    ("SendGrid key", r"\bSG\.[0-9A-Za-z_-]{16,64}\.[0-9A-Za-z_-]{16,64}"),
    ("DigitalOcean token", r"\bdo[opr]_v1_[0-9a-f]{64}\b"),
    ("Azure key", r"\b(?:AccountKey|SharedAccessKey)=[0-9A-Za-z+/]{30,200}={0,2}"),
    ("JWT", r"\beyJ[0-9A-Za-z_-]{8,2000}\.eyJ[0-9A-Za-z_-]{8,4000}\.[0-9A-Za-z_-]{8,1000}"),
)


@cache
def _tables() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(pattern)) for kind, pattern in _KINDS)


@cache
def _url() -> re.Pattern[str]:
    return re.compile(
        r"(?<=://)(?P<user>[^\s:/@\"'`<>]{0,100}):(?P<secret>[^\s/@\"'`<>]{1,200})@(?=[\w\[])"
    )


@cache
def _bearer() -> re.Pattern[str]:
    return re.compile(
        r"\b(?P<lead>(?:Bearer|Basic|token) )(?P<secret>[0-9A-Za-z._~+/-]{20,2000}={0,2})"
    )


@cache
def _assignment() -> re.Pattern[str]:
    return re.compile(
        r"(?P<name>(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,20}[_-]){0,4}(?:pass(?:word|wd|phrase)?|pwd"
        r"|secret|token"
        r"|api[_-]?key|access[_-]?key|secret[_-]?key|account[_-]?key|auth[_-]?key|private[_-]?key"
        r"|apikey|credentials?"
        r"|client[_-]?secret|auth[_-]?token)(?:[_-](?:id|key|base|prod|dev))?)"
        r"(?P<sep>[\"'`]?[ \t]{0,3}(?:=>|:=|="
        r"|:)[ \t]{0,3})(?P<quote>[\"'`]?)(?P<secret>[^\s\"'`,;)\]}<>]{4,300})",
        re.IGNORECASE,
    )


def redact(text: str) -> tuple[str, tuple[str, ...]]:
    """Replace each secret by `[redacted: KIND]`; also the kinds found, each once, in order."""
    if not _HINT.search(text):
        return text, ()
    kinds: dict[str, None] = {}
    for kind, pattern in _tables():
        text = _replaced(text, kind, pattern, kinds)
    for kind, pattern in (
        ("password", _url()),
        ("token", _bearer()),
        ("secret", _assignment()),
    ):
        text = _replaced(text, kind, pattern, kinds)
    return text, tuple(kinds)


def _replaced(text: str, kind: str, pattern: re.Pattern[str], kinds: dict[str, None]) -> str:
    named = "secret" in pattern.groupindex

    def put(found: re.Match[str]) -> str:
        secret = found["secret"] if named else found[0]
        if named and not _is_secret(found, secret):
            return found[0]
        if not named and (
            "EXAMPLE" in secret or "xxxx" in secret.casefold() or "REDACTED" in secret
        ):
            return found[0]
        name = "password" if kind == "secret" and "pass" in found["name"].casefold() else kind
        kinds.setdefault(name)
        start = found.start("secret") - found.start() if named else 0
        end = found.end("secret") - found.start() if named else len(found[0])
        return f"{found[0][:start]}[redacted: {name}]{found[0][end:]}"

    return pattern.sub(put, text)


def _is_secret(found: re.Match[str], secret: str) -> bool:
    """Whether a value looks like one somebody really uses, not a name, a type or a stand-in."""
    if _PLACEHOLDER.match(secret) or secret.startswith("/") or secret.endswith("("):
        return False
    if "name" not in found.groupdict():
        return len(set(secret)) > 3
    varied = sum(
        (
            any(c.islower() for c in secret),
            any(c.isupper() for c in secret),
            any(c.isdigit() for c in secret),
            any(not c.isalnum() for c in secret),
        )
    )
    named = re.search(r"pass|pwd", found["name"], re.IGNORECASE) is not None
    tight = "=" in found["sep"] or found["quote"] != ""
    if (
        len(set(secret)) < 4
        or "(" in secret
        or (secret.count(".") > 2 and not any(map(str.isdigit, secret)))
    ):
        return False
    if named:
        return len(secret) >= 6 and (varied >= 2 if tight else varied >= 3)
    return len(secret) >= 16 and varied >= 2 and any(map(str.isdigit, secret)) and _random(secret)


def _random(secret: str) -> bool:
    """Long values of words joined by marks ("users-by-region-2024") are names, not secrets."""
    parts = re.split(r"[-_./]", secret)
    return max(len(part) for part in parts) >= 12
