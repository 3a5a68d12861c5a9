"""The settings, headers, flags and sentences that give away the secret beside them: a table.

A pattern is run only on a text that holds one of its marks; nothing is decided here: see `redact`.
"""

from typing import Final, NamedTuple

_PASS: Final = (
    r"(?i:pass(?:wor[dt]|wd|phrase|code)|passwd|kennwort|contraseña|mot de passe|senha|wachtwoord"
    r"|пароль|密码|パスワード)|(?<![A-Za-z])(?i:pass|pwd|pw)"
    r"|PASS|PWD|(?<=[a-z])P(?:wd|ass)"
)
_KEYS: Final = (
    r"(?i:(?:api|access|secret|account|auth|private|signing|encryption|encrypt|master|shared|license"
    r"|deploy|service|session|app|application|hmac|webhook|integration|consumer|subscription"
    r"|storage|admin)[ _-]?(?:access[_-]?)?key)"
)
_SECRET: Final = (
    rf"{_KEYS}|(?<=[?&])key|(?<![A-Za-z])(?i:secret|token|credentials?|creds|jwt|pat|auth|dsn|bearer)"
    r"|SECRET|TOKEN|(?<=[a-z])(?:Secret|Token|Credentials?)"
)
_ASSIGNED: Final = (
    rf"(?P<name>(?P<pass>{_PASS})|{_SECRET})"
    r"(?P<more>(?:[_-]?(?i:key|base|value|prod|dev|staging|live|test|string|token|secret|\d{1,2})){0,2})"
    r"(?P<sep>\\?[\"'`*]{0,3}\]?[ \t]{0,3}(?:=>|:=|={1,3}|[:：])[ \t*]{0,4}"
    r"|>(?=[^<>\s]{4,200}</))"
    r"(?:b?(?P<quote>\\?[\"'`])(?P<quoted>[^\"'`\n\\]{4,400}+)(?=\\?[\"'`])"
    r"|\\?[\"'`]?(?P<bare>[^\s\"'`,;)\]}<>|\\]{4,400}))"
)
_SAID: Final = (
    r"(?i:(?<![A-Za-z-])(?:(?P<pass>pass(?:word|phrase|code|wd)|pwd)|(?:api|access"
    r"|secret(?:[ _]access)?|auth|private|signing|encryption|master)[ _-]key"
    r"|(?:access|auth|api|bearer|secret|refresh)[ _-]token|token"
    r"|secret|credentials?|client[ _-]secret)"
    r"(?: (?:for|of|to|on|in)(?: [\w./@:-]{1,60}){1,4}?| \([\w ./-]{1,30}\))?"
    r"(?:(?P<sure> (?:is|was|are|equals|=)(?: still| now| set to| just)?| set to| changed to)[: ]"
    r"|(?P<colon>:(?= )| ?(?:->|=>|→)(?= ))"
    r"| (?=[\"'`(]?[\w+/.=-]{20})) ?)"
    r"(?:(?P<quote>[\"'“‘`*]{1,3})(?P<quoted>[^\s\"'“”‘’`*]{4,200})(?=[\"'”’`*])"
    r"|\(?(?P<bare>[^\s\"'`<>()\[\]{}]{6,300}))"
)
_TOLD: Final = (
    r"(?i:(?<![\w-])(?:re)?(?:set|change|update|rotate)(?:s|d|ing)?"
    r"(?: the| my| its| your| our| this)?(?: [\w./@-]{1,30}){0,2}?"
    r" (?P<pass>pass(?:word|phrase|code|wd)|pwd)(?: for [\w./@-]{1,60})? to[: ] ?)"
    r"[\"'`]?(?P<bare>[^\s\"'`<>()\[\]{}]{6,300})"
)
_HEADER: Final = (
    r"(?i:(?<![A-Za-z])(?:proxy-)?authorization|x-[\w-]{0,30}(?:key|token|secret|auth)"
    r"|(?:private|job|deploy)-token|api-key|apikey)[\"'`]{0,2} ?[:=,] ?[\"'`]?"
    r"(?:(?i:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Bot|Splunk|GenieKey|key|SSWS|JWT)[ =:]{1,2})?"
    r"(?P<bare>[\w.~+/%=-]{8,4000})"
)
_FLAG: Final = (
    r"(?<![\w-])--?(?i:(?P<pass>[a-z-]{0,20}pass(?:word|wd|phrase)?)|[a-z-]{0,20}(?:token|secret"
    r"|api-?key|access-?key|secret-?key|private-?key|auth-?key))(?P<sep>[ =]{1,2})"
    r"(?P<quote>[\"']?)(?P<bare>[^\s\"'`,;)<>|]{4,300})"
)

_URL: Final = (
    r"(?<=://)(?P<user>[^\s:/@\"'`<>]{0,100}+):(?P<secret>[^\s/?\"'`<>]{1,200})@(?=[\w\[{$.-])"
)
_SCHEME: Final = r"(?<!\w)(?:Bearer|bearer|Basic|token) (?P<secret>[\w.~+/-]{20,4000}={0,2})"
_COOKIE: Final = (
    r"(?<![A-Za-z])(?i:[\w.-]{0,20}sess(?:ion)?(?:[_.-]?(?:id|token|key))?|connect\.sid|sid|jwt|auth"
    r"|remember_\w{1,60}|[xc]srf-?token)=(?P<secret>[\w%.+/:=-]{12,2000})"
)
_LOGIN: Final = (
    r"(?i:curl|wget|https?|xh|hurl)\b[^\n|;&]{0,300}?\s(?:-u|--user|-a|--auth|--proxy-user)[ =]?"
    r"[\"']?[^\s:\"']{1,80}:(?P<secret>[^\s\"'`]{3,200})"
)
_SHORT: Final = (
    r"(?:mysql\w{0,10}|mariadb|sshpass|(?:docker|podman) login|sqlcmd|mongo\w{0,8})\b"
    r"[^\n|;]{0,200}?\s-[pP] ?[\"']?(?P<secret>[^\s\"'`]{4,100})"
)
_BESIDE: Final = (
    r"(?:PASSWORD|requirepass|login \S{1,60} password)[ \t](?P<secret>[^\s\"'`]{6,100})"
)
_REDIS: Final = r"redis-cli\b[^\n|;]{0,200}?\s-a [\"']?(?P<secret>[^\s\"'`]{4,200})"
_WORDS: Final = (
    "pass", "pw", "kennwort", "contraseña", "senha", "wachtwoord", "пароль", "密码", "パスワード",
    "secret", "token", "key", "credential", "creds", "auth", "jwt", "pat", "dsn",
)  # fmt: skip


class Setting(NamedTuple):
    """What gives a secret away beside it; `marks` are lower case.

    The secret is the group `secret`, `quoted` or `bare`; `judge` names what decides about it.
    """

    kind: str
    marks: tuple[str, ...]
    pattern: str
    judge: str


SETTINGS: Final = (
    Setting("password", ("://",), _URL, "url"),
    Setting("token", ("://",), r"(?<=://)(?P<secret>[\w.-]{20,300}+)@(?=[\w\[])", "id"),
    Setting(
        "password", ("thin:",), r"(?<=thin:)[\w$#]{1,60}/(?P<secret>[^\s@\"'`]{1,100})@", "made"
    ),
    Setting("token", ("auth", "token", "key"), _HEADER, "header"),
    Setting("token", ("bearer ", "basic ", "token "), _SCHEME, "random"),
    Setting(
        "cookie", ("sess", "sid=", "csrf", "xsrf", "jwt=", "auth", "remember"), _COOKIE, "cookie"
    ),
    Setting("secret", _WORDS, _ASSIGNED, "assigned"),
    Setting("secret", ("--", "-pass"), _FLAG, "assigned"),
    Setting("password", ("curl", "wget", "http", "xh"), _LOGIN, "credential"),
    Setting(
        "password", ("mysql", "maria", "sshp", "docker", "podman", "sqlc", "mongo"), _SHORT, "made"
    ),
    Setting("password", ("pass",), _BESIDE, "made"),
    Setting("password", ("password", "passphrase", "passcode", "passwd", "pwd"), _TOLD, "made"),
    Setting("password", ("redis-cli",), _REDIS, "made"),
    Setting("secret", _WORDS, _SAID, "said"),
)
