"""What such texts want of the model that reads them: its prompt, its silence, the person's secrets.

More rules for `instructions`, in the form of rules/safety/instruction_patterns.
"""

from __future__ import annotations

from typing import Final

from .patterns import AI, AIS
from .rule import beside, each, rule, wording

_WHO: Final = r"(?:the |this |that |it |to |your )*(?:users?|humans?|operators?|owners?|anyone)"
_SHOW: Final = (
    r"(?<!never )(?<!not )(?<!n't )(?<!cannot )(?<!must never )\b(?:reveal|print|show|output"
    r"|repeat|display|leak|expose|tell me|share|give me|write out|dump|disclose|quote|recite|send"
    r"|what (?:is|are))(?: me| us| out| back| verbatim)*"
    r" (?:(?:all|of|the|full|entire|complete|exact) )*"
)
_NEVER: Final = r"(?:do not|don'?t|never)"

_PROMPTS: Final = "prompt|instruction|message|above"
_TELLS: Final = "tell|inform|mention|let |alert|notify|reveal|disclose|hide|conceal|secret|know"
_READERS: Final = (
    "ai|assistant|agent|llm|model|claude|gpt|copilot|gemini|codex|cursor|read|you see|bot"
)
_POWERS: Final = "anthropic|openai|creator|developer|safety|content|ethic|guardrail|admin"

# Hints: what the expressions above have in each match.
_SHOWS: Final = (
    "reveal|print|show|output|repeat|display|leak|expose|tell me|share|give me|write out|dump"
    "|disclose|quote|recite|send|what is|what are"
)
_WHOM: Final = "user|human|operator|owner|anyone"

DEMANDS: Final = (
    rule(
        "asks for the reader's own prompt",
        _PROMPTS,
        wording(
            rf"{_SHOW}your (?:\w+ ){{0,2}}?(?:prompts?|instructions|system message)\b",
            "your ",
            "prompt|instructions|system message",
            _SHOWS,
        ),
        wording(
            rf"{beside(_PROMPTS)}{_SHOW}your (?:\w+ ){{0,2}}?(?:guidelines|rules)\b",
            "your ",
            "guidelines|rules",
            _SHOWS,
        ),
        wording(
            rf"{_SHOW}(?:hidden|secret|initial) (?:system )?(?:prompt|instructions)\b",
            each("hidden |secret |initial ", "|system ", "prompt|instructions"),
        ),
        wording(
            rf"{_SHOW}system prompt(?=$|[.!?,;]| (?:verbatim|above|now|and|to the user|in full))",
            "system prompt",
            _SHOWS,
        ),
        wording(
            rf"{_SHOW}(?:(?:instructions|prompt) (?:above|before this|verbatim)"
            r"|(?:text|words|content|conversation) above)",
            each("instructions|prompt", " above| before this| verbatim")
            + "|"
            + each("text|words|content|conversation", " above"),
            _SHOWS,
        ),
        wording(
            rf"{beside(_PROMPTS)}{_SHOW}(?:text|words|content|conversation)"
            r" (?:before this|verbatim)",
            each("text|words|content|conversation", " before this| verbatim"),
        ),
    ),
    rule(
        "hides something from the person",
        _TELLS,
        wording(
            rf"(?:^|[.,;:!?] |\b(?:and|but|then|you must|must|should) )(?:please )?"
            rf"(?:do not|don'?t|never) (?:ever )?(?:tell|inform|alert|notify|let) {_WHO}(?: know)?"
            r"(?=\s*$|\s*[.,;:!?)]| (?:about (?:this|these|it|that|any of|what you)|of this"
            r"|(?:that|what) (?:you|this|these|i)\b|anything\b|why\b|and\b|or\b|any of))",
            each("t|r", " tell | inform | alert | notify | let "),
            _WHOM,
        ),
        wording(
            r"\b(?:do not|don'?t|never) (?:mention|reveal|disclose) (?:this|these|it"
            rf"|that|any of this)(?: \w+){{0,2}}? to {_WHO}",
            each("t|r", " mention | reveal | disclose "),
            " to ",
            _WHOM,
        ),
        wording(
            rf"{beside(_TELLS)}\b(?:do not|don'?t|never) (?:show|admit) (?:this|these|it"
            rf"|that|any of this)(?: \w+){{0,2}}? to {_WHO}",
            each("t|r", " show | admit "),
            " to ",
            _WHOM,
        ),
        wording(
            rf"\bwithout (?:telling|informing|alerting) {_WHO}",
            "without telling |without informing |without alerting ",
            _WHOM,
        ),
        wording(
            rf"\b(?:hide|conceal) (?:this|these|it|that)(?: \w+){{0,3}}? from {_WHO}",
            each("hide|conceal", " this| these| it| that"),
            " from ",
            _WHOM,
        ),
        wording(
            rf"{beside(_TELLS)}\bkeep (?:this|these|it|that)(?: \w+){{0,3}}? from {_WHO}",
            "keep this|keep these|keep it|keep that",
            " from ",
            _WHOM,
        ),
        wording(
            rf"\bwithout {_WHO}(?:'s|') (?:knowledge|knowing)",
            "without ",
            each("'s |' ", "knowledge|knowing"),
        ),
        wording(
            rf"{beside(_TELLS)}\bwithout {_WHO}(?:'s|') consent", "without ", "'s consent|' consent"
        ),
        wording(r"\bwithout the user knowing", "without the user knowing"),
        wording(r"\bkeep this (?:a )?secret\b", "keep this secret|keep this a secret"),
    ),
    rule(
        "addresses the model that reads it",
        "",
        wording(
            rf"^\W*(?:attention|dear|hey|hello|hi|listen|note to|message (?:to|for)|to) (?:all "
            rf"|any |the )?(?:ai )?{AI}(?: reading this)?\s*[,:!]",
            "^attention |dear |hey |hello |hi |listen |note to |message to |message for |to ",
            ",|:|!",
            AIS,
        ),
    ),
    rule(
        "addresses the model that reads it",
        "if you are |if you're |read this|reads this|see this|sees this|process this"
        "|processes this|as an ai |as an artificial ",
        wording(
            rf"\bif you(?:'re| are) (?:an? |the )?(?:\w+ )?{AI}(?: \w+)? ?(?:reading|processing|,"
            r"|and )",
            "if you are |if you're ",
            AIS,
            "reading|processing|,|and ",
        ),
        wording(
            rf"\b(?:when|if|after|once) (?:you (?:reads?|sees?)|(?:any |an? |the )(?:ai )?{AI} "
            r"(?:reads?|sees?|process(?:es)?)) this(?: (?:line|entry|message|text|note|memory))?"
            r"(?=[,.:;!]|$)",
            each("read|reads|see|sees|process|processes", " this"),
            "when |if |after |once ",
        ),
        wording(
            rf"{beside(_READERS)}\b(?:when|if|after|once) you process(?:es)? this"
            r"(?: (?:line|entry|message|text|note|memory))?(?=[,.:;!]|$)",
            "you process this|you processes this",
        ),
        wording(
            r"\bas an (?:ai|artificial intelligence) (?:language )?(?:model|assistant)?,? you\b",
            "as an ai |as an artificial intelligence ",
        ),
    ),
    rule(
        "claims authority over the reader",
        _POWERS,
        wording(
            r"\b(?:message|notice|update|instructions?) from (?:anthropic|openai"
            r"|your (?:developers?|creators?|admin\w*)|the (?:system )?administrator)\b",
            "from anthropic|from openai|from your developer|from your creator|from your admin"
            "|from the administrator|from the system administrator",
        ),
        wording(
            rf"{beside(_POWERS)}\b(?:message|notice|update|instructions?) from google\b",
            each("message|notice|update|instruction|instructions", " from google"),
        ),
        wording(
            r"\b(?:this is|i am|i'm) (?:your|the) (?:developer|creator|administrator"
            r"|system admin\w*)(?=$|[.,:;!]| speaking| of this| and i\b)",
            each(
                "this is|i am|i'm", " your | the ", "developer|creator|administrator|system admin"
            ),
        ),
        wording(
            r"\b(?:disable|turn off|bypass|override|drop|remove|ignore) (?:all |any |of )*your "
            r"(?:\w+ )?(?:safety|content|ethical|ethics|guardrails?)\b",
            each(
                "disable |turn off |bypass |override |drop |remove |ignore |all |any |of ", "your "
            ),
            "safety|content|ethical|ethics|guardrail",
            "disable|turn off|bypass|override|drop|remove|ignore",
        ),
        wording(
            rf"{beside(_POWERS)}\b(?:disable|turn off|bypass|override|drop|remove|ignore) "
            r"(?:all |any |of )*your (?:\w+ )?security\b",
            "your ",
            "security",
            "disable|turn off|bypass|override|drop|remove|ignore",
        ),
    ),
    rule(
        "sends the person's secrets away",
        "exfiltrat|conversation|chat history|environment variable|.env|ssh key|private key|secrets",
        wording(
            r"\bexfiltrate (?:the|all|any|your|every|user|credentials|secrets)\b",
            "exfiltrate ",
        ),
        wording(
            r"^(?:\W*|.{0,80}?\b(?:then|and|first|always|must|now) )(?:secretly |silently "
            r"|quietly )?"
            r"(?:send|upload|post|forward|email|e-mail|leak|copy|transmit|append) (?:\w+ ){0,3}?"
            r"(?:(?:entire |full |this )?(?:conversation|chat history)|environment variables"
            r"|(?:contents? of )?(?:the )?\.env\b|(?:ssh|private) keys?|secrets)(?: \w+){0,3}? to "
            r"(?:https?:|ftp:|www\.|an? (?:external|remote|attacker)|attacker|evil|\S+@|\d+\.\d+)",
            "send |upload |post |forward |email |e-mail |leak |copy |transmit |append ",
            "conversation|chat history|environment variables|.env|ssh key|private key|secrets",
            " to ",
        ),
    ),
    rule(
        "opens the markup of a conversation",
        "<|[",
        wording(
            r"^\W*<\s*/?\s*(?:important|system|instructions?|system[-_]reminder|secret|admin"
            r"|prompt|user|human|assistant|developer|critical|urgent)\b[^<>]{0,80}>\s*\S",
            each(
                "<|/|< |/ ",
                "important|system|instruction|secret|admin|prompt|user|human|assistant"
                "|developer|critical|urgent",
            ),
            ">",
        ),
        wording(
            r"</?\s*(?:system[-_ ]?(?:reminder|prompt|message)?|important|instructions?|memory"
            r"|function_results)\s*>\s*(?:you|ignore|disregard|forget|always|never|from now|new"
            r"|<)",
            each("<|/|< |/ ", "system|important|instruction|memory|function_results"),
            each("> |>", "you|ignore|disregard|forget|always|never|from now|new|<"),
        ),
        wording(
            r"<\|(?:im_start|im_end|system|user|assistant|start_header_id|endoftext)\|>\s*"
            r"(?:system|user|assistant|you|ignore|\n)",
            "im_start|im_end|system|user|assistant|start_header_id|endoftext",
            ">",
        ),
        wording(
            r"^\W*\[/?(?:inst|system|sys|admin)\]\s*\S",
            each("[|[/", "inst]|system]|sys]|admin]"),
        ),
        wording(r"<<\s*sys\s*>>\s*\S", each("<<|<< ", "sys", ">>| >>")),
    ),
    rule(
        "announces its own success",
        "pwned",
        wording(r"\b(?:i have been|you have been|say) \W?pwned\b", "have been |say "),
    ),
)
