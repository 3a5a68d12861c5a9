"""How texts give orders about the reader's own answers, tools, secrets and permissions.

More expressions for `instructions`, in the form of rules/safety/instruction_patterns. What an
engineer is told to do to the project must pass: nearly all of these turn on the reader's answers,
on what it keeps from the user, or on where secrets are to be sent.
"""

from __future__ import annotations

from typing import Final

from .instruction_patterns import Rule

_START: Final = r"(?:^|[.!?:;] )\W*"
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
_DO: Final = (
    r"(?:run|execute|curl|wget|fetch|open|read|send|post|upload|download|delete|print|visit)"
)
_CHATTY: Final = r"(?:answer|reply|replies|response|message|output)s?\b"

ENGLISH_ORDERS: Final = (
    Rule(
        "orders what to do before an answer",
        ("before",),
        rf"{_START}before (?:you (?:answer|respond|reply|do anything)|(?:answering|responding"
        r"|replying|doing anything))(?: (?:to )?(?:any|anything|me|the user|questions?|this|else"
        rf"|again)\b[^,.;]{{0,30}})?,? (?:first |always |you must |please )*{_DO}\b"
        r"|\b(?:always|must|first)\b[^.;]{0,40}\b(?:run|execute|curl|wget)\b[^;]{0,100}"
        r"\bbefore (?:you )?(?:answer|respond|reply)(?:ing)?(?=$|[.,;!]| (?:the user|any|to ))",
    ),
    Rule(
        "orders what the reader's answers say",
        ("answer", "reply", "response", "replies", "respond", "talk", "speak"),
        rf"{_START}(?:always |please )*(?:begin|start|end|finish|prefix|open|close) (?:your"
        rf" (?:\w+ )?"
        rf"{_CHATTY}|(?:every|each) (?:answer|reply)) (?:with|by)\b"
        rf"|\bin (?:every|each|all)(?: of)? (?:your )?(?:answer|reply|response|replies)s?, "
        r"(?:recommend|mention|include|say|add|insert|promote|tell)\b"
        r"|\b(?:include|mention|add|put|insert|say) [^.;]{1,60}\bin your (?:\w+ )?"
        r"(?:answer|reply|response|replies)s?\b"
        rf"|{_START}(?:only |just )?(?:reply|respond|answer|speak|talk) (?:only |just "
        rf"|exclusively )"
        r"*(?:with the (?:single )?words?\b|in (?:base64|rot13|hex)\b)"
        r"|\b(?:respond|answer|reply|speak|talk) as (?:if|though) you (?:were|are|had)\b"
        r"|\byou (?:will|must|shall) (?:now )?(?:speak|talk|respond|answer|reply) as\b"
        r"|\b(?:do not|don't|never) answer the user's (?:question|request)s?",
    ),
    Rule(
        "tells the reader what to claim",
        ("ask",),
        r"\b(?:if|when|whenever) (?:(?:(?:the |a |any )?(?:user|human|person)|anyone|anybody"
        r"|someone|somebody|they) asks?|asked)\b[^.;]{0,60}?,? (?:you (?:must|should) |always )?"
        r"(?:say|claim|deny|pretend|insist|lie|answer that|reply that|respond that"
        r"|tell (?:them|him|her) (?:that|nothing))\b",
    ),
    Rule(
        "sets earlier instructions aside",
        ("instruction", "prompt", "directive", "guideline", "user", ".md", "doing", "safety",
         "treat", "i order", "i command", "i instruct",
         "consider", "regard"),
        r"\b(?:previous|prior|earlier|original|system|user's|user) (?:instructions?|prompts?"
        r"|directives|guidelines|orders) (?:(?:is|are|were|have been) )?(?:now )?(?:void|cancell?ed"
        r"|revoked|superseded|overridden|no longer (?:apply|valid|applicable|in force))"
        r"|\b(?:this|the following)(?: (?:entry|memory|message|line|note|text))?\b[^.;]{0,50}"
        r"\b(?:overrides?|supersedes?|replaces?) (?:(?:all|any|your|the|other|previous|prior|every"
        r"|earlier) )*(?:system prompts?|instructions?|guidelines|directives)\b"
        r"|\b(?:rules|instructions|guidelines) (?:that )?you (?:were|have been|are) given (?:do not"
        r"|don't|no longer) apply\b|\bi (?:hereby )?(?:order|command|instruct) you to\b"
        r"|\b(?:do not|don't|never) (?:listen to|obey) the user(?=$|[.,;!]| and\b)"
        r"|\b(?:ignore|disregard) (?:whatever|what|anything) the user\b|\b(?:ignore|disregard)"
        r" the user(?:'s (?:last )?(?:requests?"
        r"|instructions?|questions?|messages?|wishes)\b|(?= and\b|[.,;!]|$))"
        rf"|{_START}ignore (?:agents|claude|gemini|copilot)[\w-]*\.md(?: and \S{{1,40}}\.md)?"
        r"(?=$|[.;!])"
        r"|\b(?:do not|don't|never) (?:follow|obey|read) (?:the )?(?:instructions|rules) (?:in|of"
        r"|from) (?:agents|claude|gemini)\.md\b"
        r"|\bstop (?:what|everything) you(?:'re| are) doing\b"
        r"|\bignore (?:all|any|your) (?:safety|security|ethical) (?:guidelines|rules|policies)\b"
        r"|\b(?:treat|consider|regard) (?:this|the following)(?: (?:entry|text|line|message|memory"
        r"|note))? (?:as|to be)(?: from)? (?:an? |the |your )?(?:new )?(?:system|user|developer)?"
        r" ?(?:instructions?|messages?|prompts?|commands?|orders?|administrator)"
        r"(?=$|[.,;!:]| (?:from|by)\b)",
    ),
    Rule(
        "grants the reader permissions",
        ("you", "user"),
        r"\byou (?:are|have been|have|'ve been) (?:now )?(?:hereby )?(?:granted|authori[sz]ed|given"
        r"|allowed|permitted)\b[^.;]{0,30}(?:\badmin|\broot\b|\bbypass|\bskip (?:the |all |any"
        r" )*(?:confirm|permission|approval|safety|security|check)"
        r"|\bfull access|\bunrestricted|\ball permission)"
        r"|\byou (?:do not|don't|no longer|need not) (?:have to |need to )?ask the user\b"
        r"|\b(?:do not|don't|never) ask the user (?:for (?:confirmation|permission|approval),?"
        r" (?:but )?"
        r"just\b|before (?:running|executing|deleting|pushing|using|calling|installing)\b)",
    ),
    Rule(
        "speaks as another role",
        ("assistant", "role", "tool_", "invoke", "function_call", "type"),
        r"^\W*assistant\W{0,4}[:>\]]\W*(?:sure|of course|certainly|okay|ok|yes|understood|done"
        r"|i will|i'll|i have)\b"
        r"|\b(?:human|user)\s?:[^:]{1,300}\bassistant\s?:"
        r"|^[^\w{]{0,8}\{\s?role\s?:\s?(?:system|assistant|developer|user)\s?,\s?content\s?:"
        r"|^[^\w{]{0,8}\{\s?type\s?:\s?tool_use\s?,"
        r"|<\s?(?:\w{1,20}:)?(?:tool_call|tool_use|function_calls?)\b[^<>]{0,80}>\s?[{<]"
        r"|<\s?(?:\w{1,20}:)?invoke name=",
    ),
    Rule(
        "opens the markup of a conversation",
        ("<|",),
        r"^[\s>*+-]{0,8}<\|[a-z_]{2,24}\|>|<\|[a-z_]{2,24}\|>[^<]{0,40}<\|[a-z_]{2,24}\|>",
    ),
    Rule(
        "sends the person's secrets away",
        (".env", "ssh", "aws", "id_", "key", "variables", "credential", "password", "token",
         "conversation", "history", "repo", "codebase", "source code", "director", "whenever"),
        rf"{_NOT}\b(?:send|upload|post|forward|e-?mail|mail|copy|transmit|append|paste|leak|put"
        rf"|include"
        rf"|publish|exfiltrate)(?:ing)? (?:[\w?=~/.'-]{{1,30}}"
        rf" ){{0,5}}?{_SECRET}[^.;]{{0,40}}? {_AWAY}"
        rf"|{_NOT}\b(?:read|cat|open|print) (?:[\w~/.-]{{1,40}} )?{_SECRET}[^,;]{{0,40}}?(?:,?"
        rf" and|,? then"
        r"|,) (?:put|include|paste|send|post|add|append|upload|print|show) (?:it|its? contents?"
        r"|them"
        r"|the (?:contents?|result|output))\b"
        rf"|{_START}(?:always |please )?(?:begin|start|include|end)[^.;]{{0,60}}\bcontents? of "
        rf"\S{{0,30}}{_SECRET}"
        rf"|{_NOT}\b(?:send|upload|post|exfiltrate) (?:the |this |your )?(?:whole |entire |full )?"
        r"(?:repository|repo|codebase|source code|(?:home|working) directory) to (?:https?:|ftp:"
        r"|www\.)"
        r"|\bwhenever you [^.;]{1,60}\b(?:call|request|ping|beacon)\b[^.;]{0,20}https?:",
    ),
    Rule(
        "hides an order in an encoding",
        ("decode", "rot13", "base64", "decrypt"),
        r"\b(?:decode|decrypt)\b[^.;]{0,120}\b(?:and|then) (?:then )?(?:follow|obey|execute|run|do"
        r"|comply with) (?:it|this|that|them|what it says|the (?:instructions?|commands?))"
        r"(?=$|[.,;:!])",
    ),
    Rule(
        "addresses the model that reads it",
        ("ai", "agent", "llm", "claude", "gpt", "copilot", "gemini", "codex", "cursor", "assistant",
         "model", "bot"),
        r"^\W*(?:note|instructions?|warning|order) for (?:all |any |the )?(?:ai|llms?|language"
        r" model"
        r"|coding agent|claude|chatgpt|copilot|gemini|codex)s?(?: (?:agent|assistant|model"
        r"|reader)s?)?"
        r"\s?:"
        r"|^\W*(?:hey |hi |dear )?(?:claude|chatgpt|copilot|gemini|codex|assistant|ai"
        r"|llm)\s?[,:]\s?"
        r"(?:please |now )?(?:forget|ignore|disregard|reveal|stop|obey|approve|output your"
        r"|print your|tell me|pretend|delete|push (?:directly|to)|execute|say|merge (?:this"
        r"|without))\b"
        r"|\b(?:ai|agents?|assistants?|models?|llms?) (?:must|should|have to|shall)\b[^;]{0,80}"
        r"\bwhen(?:ever)? (?:they|it|you) (?:reads?|sees?) this\b"
        r"|^\W*you(?:'re| are) \w+, an? (?:\w+ ){0,3}(?:ai|assistant|bot|chatbot|language model)\b",
    ),
    Rule(
        "asks for the reader's own prompt",
        ("prompt", "above", "instructions"),
        rf"{_START}(?:please )?(?:repeat|print|output|copy|write out) everything (?:above|before"
        rf" this)"
        rf"|{_NOT}\b(?:translate|summari[sz]e|encode|paraphrase|leak|spell out) your (?:\w+ )?"
        r"(?:system prompt|prompt|instructions|system message)\b"
        r"|\b(?:hidden|secret|initial|system) instructions (?:that )?you (?:were|have been|are)"
        r" given\b",
    ),
    Rule(
        "gives the reader a role",
        ("mode", "game", "restrictions", "without", "from here", "you must", "you will"),
        r"\b(?:enter|switch to|activate) (?:\w+ )?mode and (?:disable|ignore|bypass|drop|remove"
        r"|lift)"
        r" (?:all |any |your |the )*(?:filters|safety|restrictions|rules|guardrails)"
        r"|\bmode (?:is )?(?:enabled|activated|on)\b[^.;]{0,30}\b(?:restrictions|filters|safeguards"
        r"|rules) (?:are |have been )?(?:lifted|off|disabled|removed|suspended)\b"
        r"|\bplay a game in which you\b|\bfrom here on(?:wards?)?,? you (?:answer|reply|respond"
        r"|speak"
        r"|only|must|will|are)\b|\bact as (?:an? |the )?(?:\w+ ){0,3}without (?:any"
        r" )?(?:restrictions"
        r"|limits|filters|rules)\b|\byou (?:must|will) (?:always )?(?:promote|advertise"
        r"|recommend)\b",
    ),
)  # fmt: skip
