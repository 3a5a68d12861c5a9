"""Secrets out of a text before it is stored; hashes, IDs and placeholders stay.

First what has a shape of its own, then what its surroundings give away and what looks like a
secret: random, or made up by a person. One pass each, in linear time; compiled when first needed.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from ...base.regex import regex
from ...files.tables import table
from ..patterns import PatternTable, TablePattern
from .secret_settings import SETTINGS, Setting

_Found = re.Match[str]

_TOKEN: Final = regex(r"(\d+) (\S+) (.+)")
_SHORTEST_TOKEN: Final = 12

_TEMPLATE: Final = regex(
    r"[<\[{(]|\$(?:[A-Za-z_({]|$)|%[({sA-Za-z_]|[#@]\{|[!&][A-Za-z]|\*|\.{2}|…|[xX]{3}|https?:"
    r"|\.{0,2}/|~/|sha\d{1,3}[-:]|\\u"
)
_FILLED_IN: Final = regex(
    r"x{4}|redacted|\*{3}|\.{3}|…|placeholder|(?:^|[-_ ])here$|(?:^|[-_])your|your[-_]"
    r"|(?<![a-z0-9])(?:example|dummy|fake|sample)(?![a-z])|change[-_]?(?:me|this)|replace[-_]?(?:me|with)"
    r"|\$\{|\{\{|\}\}|^<|insert[-_]|dein[-_]|todo",
    re.IGNORECASE,
)
_SHAPED_STAND_IN: Final = regex(
    r"[xX]{4}|redacted|\*{3}|placeholder|[-_]your|your[-_]|[-_]here$", re.IGNORECASE
)
_WORDS: Final = frozenset((
    "none", "null", "nil", "true", "false", "undefined", "required", "optional", "string", "str",
    "number", "int", "integer", "bytes", "any", "object", "bool", "boolean", "secret", "password",
    "passwd", "pass", "pwd", "passphrase", "token", "key", "apikey", "value", "tbd", "foo", "bar",
    "baz", "foobar", "test", "tests", "testing", "example", "sample", "dummy", "fake", "default",
    "user", "users", "admin", "root", "guest", "postgres", "postgresql", "mysql", "redis",
    "mongo", "mongodb", "rabbitmq", "username", "email", "hidden", "masked", "empty", "secretstr",
    "char", "varchar", "text", "plain", "plaintext", "bcrypt", "bcryptjs", "argon", "argon2",
    "argon2i", "argon2id", "scrypt", "pbkdf2", "md5", "sha1", "sha2", "sha256", "sha384",
    "sha512", "hs256", "rs256", "es256", "hmac", "base64", "utf8", "utf-8", "utf-16", "hex",
    "jwt", "oauth", "oauth2", "oidc", "saml", "bearer", "basic", "digest", "prompt", "stdin",
    "env", "vault", "keyring", "unknown", "invalid", "wrong", "missing", "incorrect", "self",
    "this", "process", "config", "settings", "current", "changeit", "secret_key", "abc123",
    "ed25519", "rsa2048", "rsa4096", "aes128", "aes256", "aes-256-gcm", "http2", "ipv4", "ipv6",
    "k8s", "s3", "ec2", "oauth1", "tls13", "x509", "authentication", "authorization",
    "credentials", "credential", "column", "field", "input", "label", "length", "minimum",
    "swagger", "openapi", "postman", "hasher", "hashes", "verify", "generated", "random",
    "static", "dynamic", "private", "public",
))  # fmt: skip
_NAMED: Final = regex(r"[a-z_]*(?:pass|secret|token|key|user)[a-z_]*\d{0,2}$", re.IGNORECASE)
_PATH: Final = regex(r"[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*)+$")
_FILE: Final = regex(
    r"[\w./@-]*\.(?:py|js|ts|tsx|go|rs|rb|md|json|ya?ml|toml|pem|crt|key|env|txt|sh)$"
)
_MEASURE: Final = regex(r"v?\d+(?:\.\d+)*(?:[-+–]?[a-z]+(?:-[a-z]+)*|\+)?$", re.IGNORECASE)
_UUID: Final = regex(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$", re.IGNORECASE)
_HASH: Final = regex(r"(?:[0-9a-f]{7,12}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$")
_PART: Final = regex(r"[^-_./:%~+=]+")
_TURN: Final = regex(r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])")
# The parts of a name in camel case are words; of random letters they are two letters long.
_HUMP: Final = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LETTERS_A_HUMP: Final = 3
_SHORTEST_SCRAMBLE: Final = 8
_SURE_SCRAMBLE: Final = 12  # of a token or key, whose names are often short for something
_VOWEL: Final = regex("[aeiouy]", re.IGNORECASE)
_DONE: Final = regex(r"[a-z]+(?:ed|ing|able)$")


@cache
def _shapes() -> tuple[TablePattern, ...]:
    """The shapes of shapes.txt, in the order in which they are looked for."""
    rows = PatternTable(table(__package__, "shapes.txt"))
    return tuple(rows.pattern(kind, _written_out(row)) for kind, row in rows.rows)


def _written_out(row: str) -> str:
    """The expression of a row; of one that is short for a token, its prefixes and characters.

    A token is shorter than it must be only where an end of line or "…" cuts it.
    """
    token = _TOKEN.fullmatch(row)
    if token is None:
        return row
    least, chars, prefixes = int(token[1]), token[2], token[3].replace(" ", "|")
    cut = rf"(?:…|\.\.\.|[ \n]\s{{0,4}}(?=[A-Za-z]{{0,20}}\d)[{chars}]{{6,{max(least, 6)}}})"
    short = rf"|[{chars}]{{{_SHORTEST_TOKEN},{least - 1}}}{cut}"
    start = r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt])|(?<=%[0-9A-F]{2}))"
    either = short if least > _SHORTEST_TOKEN + 1 else ""
    return rf"{start}{{{prefixes}}}(?:[{chars}]{{{least},2000}}{either})"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def redact(text: str) -> tuple[str, tuple[str, ...]]:
    """Replace each secret by `[redacted: KIND]`; also the kinds found, each once, in order."""
    kinds: dict[str, None] = {}
    # Plain loops: this runs on every text, and a generator a row costs more than looking for marks.
    for shape in _shapes():
        for mark in shape.lists[0]:
            if mark in text:
                text = _without(text, shape.section, _compiled(shape.expression), kinds)
                break
    low = text.casefold()
    for setting in SETTINGS:
        for mark in setting.marks:
            if mark in low:
                text = _replaced(text, setting, kinds)
                break
    return text, tuple(kinds)


def _without(text: str, kind: str, pattern: re.Pattern[str], kinds: dict[str, None]) -> str:
    def put(found: _Found) -> str:
        if is_stand_in(found[0], shaped=True):
            return found[0]
        kinds.setdefault(kind)
        return f"[redacted: {kind}]"

    return pattern.sub(put, text)


def _replaced(text: str, setting: Setting, kinds: dict[str, None]) -> str:
    def put(found: _Found) -> str:
        groups = found.groupdict()
        group = next(name for name in ("secret", "quoted", "bare") if groups.get(name))
        secret, start = found[group], found.start(group) - found.start()
        if group == "bare":
            secret = _ended(found, secret)
        if "[redacted" in secret or not _JUDGES[setting.judge](found, secret):
            return found[0]
        name = "password" if groups.get("pass") else setting.kind
        kinds.setdefault(name)
        return f"{found[0][:start]}[redacted: {name}]{found[0][start + len(secret) :]}"

    return _compiled(setting.pattern).sub(put, text)


def _ended(found: _Found, secret: str) -> str:
    """A value without the end of its sentence; in a query, without the fields after it."""
    before = found.string[max(found.start() - 100, 0) : found.start()].rpartition(" ")[2]
    if "?" in before or "&" in before:
        secret = secret.partition("&")[0]
    return secret.rstrip(".:!?*")


def _in_url(found: _Found, secret: str) -> bool:
    """Every password but templates, "user:pass", and a local service's own name ("guest:guest")."""
    user = found["user"].casefold()
    if is_stand_in(secret, words=user in ("user", "username", "login", "name", "usr", "u")):
        return False
    local = found.string.startswith(("localhost", "127.0.0.1", "[::1]"), found.end())
    return not (local and secret.casefold() in (user, "password", "secret", "pass", "test"))


def _in_cookie(found: _Found, secret: str) -> bool:
    near = found.string[max(found.start() - 200, 0) : found.start()].casefold()
    return not is_stand_in(secret) and is_random(secret, ids="cookie" in near)


def _assigned(found: _Found, secret: str) -> bool:
    """Whether a value looks like one somebody really uses, not a name, a type or a stand-in."""
    groups = found.groupdict()
    bare, upper = not groups.get("quote"), (groups.get("name") or "").isupper()
    tight = not bare or found["sep"] in ("=", " ") or (upper and "=" in found["sep"])
    if " " in secret:
        return False
    if found["pass"] or (upper and tight and "SECRET" in found[0]):
        return is_password(secret, sure=tight, literal=not bare or (upper and tight), bare=bare)
    if is_stand_in(secret) or (bare and any(sign in secret for sign in "([{")):
        return False
    if len(secret) >= _SURE_SCRAMBLE and _is_scrambled(secret):
        return True
    return len(secret) >= (8 if tight else 16) and is_random(secret, ids=True)


def _is_named(found: _Found, secret: str) -> bool:
    """A sentence gives it away: "the password is `hunter2`"."""
    sure, quoted = bool(found["sure"]), bool(found["quote"])
    if found["pass"]:
        is_told = sure or bool(found["colon"])
        is_address = "://" in secret  # which has a rule of its own
        return (
            is_told
            and not is_address
            and is_password(secret, sure=sure, literal=quoted, bare=not quoted)
        )
    return not is_stand_in(secret) and len(secret) >= 16 and is_random(secret, ids=sure)


_JUDGES: Final[dict[str, Callable[[_Found, str], bool]]] = {
    "url": _in_url,
    "cookie": _in_cookie,
    "assigned": _assigned,
    "said": _is_named,
    "id": lambda _, secret: not is_stand_in(secret) and is_random(secret, ids=True),
    "random": lambda _, secret: not is_stand_in(secret) and is_random(secret),
    "header": lambda _, secret: not is_stand_in(secret) and is_mixed(secret),
    "made": lambda _, secret: is_password(secret, sure=True),
    "credential": lambda _, secret: not is_stand_in(secret) and not secret.isdigit(),
}


def is_stand_in(value: str, *, shaped: bool = False, words: bool = True) -> bool:
    """Whether a value only shows where a secret would go.

    A `shaped` one has a provider's prefix and length: only plain filling makes it a stand-in.
    Without `words`, "password" and "test" count as values.
    """
    if shaped:
        return bool(_SHAPED_STAND_IN.search(value)) or len(set(value[-12:])) <= 2
    if not words:
        return bool(_TEMPLATE.match(value) or _SHAPED_STAND_IN.search(value)) or (
            value.isupper() and value.isalpha()
        )
    if _TEMPLATE.match(value) or _FILLED_IN.search(value):
        return True
    return value.casefold().strip(".,:;!?") in _WORDS


def is_random(value: str, *, ids: bool = False) -> bool:
    """Whether no person would have named a thing so; `ids`: a UUID or a hash counts as well."""
    if _TEMPLATE.match(value) or _PATH.match(value) or _FILE.match(value):
        return False
    if _UUID.match(value) or _HASH.match(value):
        return ids
    if value.count("/") > 1 and value.islower():
        return False
    return any(map(_is_noise, _PART.findall(value))) or _is_marked(value)


def _is_noise(part: str) -> bool:
    digits = sum(map(str.isdigit, part))
    letters = sum(map(str.isalpha, part))
    turns = len(_TURN.findall(part))
    if digits and letters:
        return (
            (turns >= 2 and len(part) >= 8)
            or (turns >= 3 and len(part) >= 5)
            or (digits >= 5 and len(part) >= 8 and turns >= 1)
            or len(part) >= 20
        )
    capitals = sum(map(str.isupper, part))
    return (
        len(part) >= 20
        and letters == len(part)
        and part[1:].islower() is False
        and (0.3 < capitals / letters < 0.75)
    )


def _is_scrambled(value: str) -> bool:
    """Whether letters change case as in no name ("hgTObQfphGmABq"), or have no vowel at all."""
    if not (value.isascii() and value.isalpha() and len(value) >= _SHORTEST_SCRAMBLE):
        return False
    if not (value.islower() or value.isupper()):
        humps = _HUMP.findall(value)
        return len(value) < _LETTERS_A_HUMP * len(humps) or any(
            len(hump) > _LETTERS_A_HUMP and not hump.isupper() and not _VOWEL.search(hump)
            for hump in humps
        )
    return not _VOWEL.search(value)


def _is_marked(value: str) -> bool:
    marks = sum(value.count(mark) for mark in "!@#$%^&*?")
    return marks >= 2 and any(map(str.isdigit, value)) and len(value) >= 8


def is_mixed(value: str) -> bool:
    """Whether it could be a token in a header: anything but words."""
    if is_random(value, ids=True):
        return True
    kinds = (any(map(str.islower, value)), any(map(str.isupper, value)))
    return len(value) >= 8 and all(kinds) and (value.endswith("=") or any(map(str.isdigit, value)))


def is_password(value: str, *, sure: bool, literal: bool = False, bare: bool = True) -> bool:
    """Whether a person uses it as a password.

    `sure`: it is set off by "=" or quotes, not only by a colon; `literal`: words count too, for
    it cannot be a name in code; `bare`: no quotes, so it may be an expression.
    """
    if len(value) < 4 or is_stand_in(value) or _FILE.match(value):
        return False
    if bare and (any(sign in value for sign in "([{") or (not literal and _PATH.match(value))):
        return False
    digits, letters = any(map(str.isdigit, value)), any(map(str.isalpha, value))
    marks = any(not char.isalnum() and char not in "-_./:" for char in value)
    if _MEASURE.match(value) and letters:
        return False
    if digits and letters:
        return len(value) >= (4 if sure else 6) and not (
            not marks and _NAMED.match(value) and not literal
        )
    if not sure:
        return _is_scrambled(value)
    if digits:
        return len(value) >= 6 and value.isdigit()
    if letters and marks:
        return True
    if "_" in value or "." in value or "/" in value or ":" in value:
        return False
    named = _NAMED.match(value) and not bare
    is_word = literal and len(value) >= 6 and not _DONE.match(value) and not named
    return is_word or _is_scrambled(value)
