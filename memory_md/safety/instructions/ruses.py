"""How texts get at secrets and prompts, and the disguises in which they reach the reader.

More rules for `instructions`, in the form of rules/safety/instruction_patterns. What an engineer
is told to do to the project must pass: these turn on where secrets are to be sent.
"""

from __future__ import annotations

from typing import Final

from .orders import START
from .rule import beside, each, rule, wording

_NOT: Final = r"(?<!never )(?<!not )(?<!n't )"
_SECRET: Final = (
    r"(?:\.env\b|(?<!\w)/?\.(?:ssh|aws|netrc)\b|id_(?:rsa|ed25519)\b|(?:ssh|private|api|access)"
    r" keys?"
    r"|environment variables|credentials|(?:\w+ )?passwords?\b|access tokens?|(?:chat|conversation)"
    r" history|the conversation\b)"
)
_AWAY: Final = (
    r"(?:to|into|in|on|at|with|through|via) (?:the |an? |your |our )?(?:next |first |image )?"
    r"(?:https?:|ftp:|www\.|pastebin|\S{1,60}\.(?:com|net|org|io|dev|app|xyz|site|ru|cn"
    r"|example)\b|\S{1,60}@\S|\d{1,3}\.\d|(?:external|remote|attacker)\b"
    r"|commit messages?|pull request|(?:answer|reply|response|url|query string|issue)\b)"
)

# Hints: what a secret has in each match.
_SECRETS: Final = (
    ".env|.ssh|.aws|.netrc|id_rsa|id_ed25519|ssh key|private key|api key|access key"
    "|environment variables|credentials|password|access token|chat history"
    "|conversation history|the conversation"
)
# Without one of these in the text some of the wordings say too little.
_WORDS: Final = "prompt|above|instructions"

RUSES: Final = (
    rule(
        "sends the person's secrets away",
        _SECRETS,
        wording(
            rf"{_NOT}\b(?:send|upload|post|forward|e-?mail|mail|copy|transmit|append|paste|leak"
            r"|put|include|publish|exfiltrate)(?:ing)? (?:[\w?=~/.'-]{1,30} ){0,5}?"
            rf"{_SECRET}[^.;]{{0,40}}? {_AWAY}",
            each(
                "send|upload|post|forward|mail|copy|transmit|append|paste|leak|put|include"
                "|publish|exfiltrate",
                " |ing ",
            ),
            each(" ", "to|into|in|on|at|with|through|via", " "),
        ),
        wording(
            rf"{_NOT}\b(?:read|cat|open|print) (?:[\w~/.-]{{1,40}} )?{_SECRET}[^,;]{{0,40}}?(?:,?"
            r" and|,? then"
            r"|,) (?:put|include|paste|send|post|add|append|upload|print|show) (?:it|its?"
            r" contents?|them|the (?:contents?|result|output))\b",
            "read |cat |open |print ",
            each(
                "put|include|paste|send|post|add|append|upload|print|show",
                " it| them| the content| the result| the output",
            ),
        ),
        wording(
            rf"{START}(?:always |please )?(?:begin|start|include|end)[^.;]{{0,60}}\bcontents? of "
            rf"\S{{0,30}}{_SECRET}",
            "content of |contents of ",
            "begin|start|include|end",
        ),
    ),
    rule(
        "sends the person's secrets away",
        "http|ftp:|www.",
        wording(
            rf"{_NOT}\b(?:send|upload|post|exfiltrate) (?:the |this |your )?(?:whole |entire "
            r"|full )?(?:repository|repo|codebase|source code|(?:home|working) directory) to "
            r"(?:https?:|ftp:|www\.)",
            each("repository|repo|codebase|source code|directory", " to ", "http|ftp:|www."),
        ),
        wording(
            r"\bwhenever you [^.;]{1,60}\b(?:call|request|ping|beacon)\b[^.;]{0,20}https?:",
            "whenever you ",
            "call|request|ping|beacon",
        ),
    ),
    rule(
        "hides an order in an encoding",
        "decode|decrypt",
        wording(
            r"\b(?:decode|decrypt)\b[^.;]{0,120}\b(?:and|then) (?:then )?(?:follow|obey|execute"
            r"|run|do"
            r"|comply with) (?:it|this|that|them|what it says|the (?:instructions?|commands?))"
            r"(?=$|[.,;:!])",
            each("and|then", " ", "follow|obey|execute|run|do|comply with", " "),
        ),
    ),
    rule(
        "addresses the model that reads it",
        "",
        wording(
            r"^\W*(?:hey |hi |dear )?(?:claude|chatgpt|copilot|gemini|codex|assistant|ai"
            r"|llm)\s?[,:]\s?"
            r"(?:please |now )?(?:forget|ignore|disregard|reveal|stop|obey|approve|output your"
            r"|print your|tell me|pretend|delete|push (?:directly|to)|execute|say|merge (?:this"
            r"|without))\b",
            "^hey |hi |dear |claude|chatgpt|copilot|gemini|codex|assistant|ai,|ai:|ai ,|ai :|llm",
            each("claude|chatgpt|copilot|gemini|codex|assistant|ai|llm", ",|:| ,| :"),
            "forget|ignore|disregard|reveal|stop|obey|approve|output your|print your|tell me"
            "|pretend|delete|push directly|push to|execute|say|merge this|merge without",
        ),
    ),
    rule(
        "addresses the model that reads it",
        "note for |instruction for |instructions for |warning for |order for |read this"
        "|reads this|see this|sees this|you are |you're ",
        wording(
            r"^\W*(?:note|instructions?|warning|order) for (?:all |any |the )?(?:ai|llms?|language"
            r" model"
            r"|coding agent|claude|chatgpt|copilot|gemini|codex)s?(?: (?:agent|assistant|model"
            r"|reader)s?)?\s?:",
            "^note for |instruction for |instructions for |warning for |order for ",
            ":",
            "ai|llm|language model|coding agent|claude|chatgpt|copilot|gemini|codex",
        ),
        wording(
            r"\b(?:ai|agents?|assistants?|models?|llms?) (?:must|should|have to|shall)\b[^;]{0,80}"
            r"\bwhen(?:ever)? (?:they|it|you) (?:reads?|sees?) this\b",
            each("when|whenever", " they| it| you", " read| reads| see| sees", " this"),
        ),
        wording(
            r"^\W*you(?:'re| are) \w+, an? (?:\w+ ){0,3}(?:ai|assistant|bot|chatbot"
            r"|language model)\b",
            "^you are |you're ",
            ", a",
            "ai|assistant|bot|language model",
        ),
    ),
    rule(
        "asks for the reader's own prompt",
        _WORDS,
        wording(
            rf"{START}(?:please )?(?:repeat|print|output|copy|write out) everything above",
            each("repeat|print|output|copy|write out", " everything above"),
        ),
        wording(
            rf"{beside(_WORDS)}{START}(?:please )?(?:repeat|print|output|copy|write out)"
            r" everything before this",
            "everything before this",
        ),
        wording(
            rf"{_NOT}\b(?:translate|summari[sz]e|encode|paraphrase|leak|spell out) your (?:\w+ )?"
            r"(?:system prompt|prompt|instructions)\b",
            each("translate|summarise|summarize|encode|paraphrase|leak|spell out", " your "),
            "prompt|instructions",
        ),
        wording(
            rf"{beside(_WORDS)}{_NOT}\b(?:translate|summari[sz]e|encode|paraphrase|leak|spell out)"
            r" your (?:\w+ )?system message\b",
            each("translate|summarise|summarize|encode|paraphrase|leak|spell out", " your "),
            "system message",
        ),
        wording(
            r"\b(?:hidden|secret|initial|system) instructions (?:that )?you (?:were|have been|are)"
            r" given\b",
            each("hidden|secret|initial|system", " instructions "),
            "were given|have been given|are given",
        ),
    ),
    rule(
        "gives the reader a role",
        "mode and |mode is |mode enabled|mode activated|mode on|play a game in which|from here on"
        "|act as |" + each("must|will|always", " promote| advertise| recommend"),
        wording(
            r"\b(?:enter|switch to|activate) (?:\w+ )?mode and (?:disable|ignore|bypass|drop"
            r"|remove|lift) (?:all |any |your |the )*(?:filters|safety|restrictions|rules"
            r"|guardrails)",
            "mode and ",
            "filters|safety|restrictions|rules|guardrails",
        ),
        wording(
            r"\bmode (?:is )?(?:enabled|activated|on)\b[^.;]{0,30}\b(?:restrictions|filters"
            r"|safeguards|rules) (?:are |have been )?(?:lifted|off|disabled|removed|suspended)\b",
            "mode is |mode enabled|mode activated|mode on",
            "restrictions|filters|safeguards|rules",
            "lifted|off|disabled|removed|suspended",
        ),
        wording(r"\bplay a game in which you\b", "play a game in which you"),
        wording(
            r"\bfrom here on(?:wards?)?,? you (?:answer|reply|respond|speak|only|must|will|are)\b",
            "from here on",
            " you ",
        ),
        wording(
            r"\bact as (?:an? |the )?(?:\w+ ){0,3}without (?:any )?(?:restrictions"
            r"|limits|filters|rules)\b",
            "act as ",
            each("without ", "|any ", "restrictions|limits|filters|rules"),
        ),
        wording(
            r"\byou (?:must|will) (?:always )?(?:promote|advertise|recommend)\b",
            each("must|will|always", " promote| advertise| recommend"),
            "you must |you will ",
        ),
    ),
)
