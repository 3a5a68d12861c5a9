"""How texts give orders about the reader's own answers, tools, secrets and permissions.

More rules for `instructions`, in the form of rules/safety/instruction_patterns. What an
engineer is told to do to the project must pass: nearly all of these turn on the reader's answers,
on what it keeps from the user, or on where secrets are to be sent.
"""

from __future__ import annotations

from typing import Final

from .rule import Rule, Wording, beside, each, rule, wording

# Capped but at the beginning: a line of nothing but signs would cost its length squared.
START: Final = r"(?:^\W*|[.!?:;] \W{0,80})"
_DO: Final = (
    r"(?:run|execute|curl|wget|fetch|open|read|send|post|upload|download|delete|print|visit)"
)
# Hints: what the expressions above have in each match.
_DOES: Final = "run|execute|curl|wget|fetch|open|read|send|post|upload|download|delete|print|visit"

# Without one of these in the text some of the wordings say too little.
_REPLIES: Final = "answer|reply|response|replies|respond|talk|speak"
_TERMS: Final = (
    r"instruction|prompt|directive|guideline|user|\.md|doing|safety|treat|i order|i command"
    "|i instruct|consider|regard"
)
ENGLISH_ORDERS: Final = (
    rule(
        "orders what to do before an answer",
        "before you answer|before you respond|before you reply|before you do anything"
        "|before answer|before respond|before reply|before doing anything",
        wording(
            rf"{START}before (?:you (?:answer|respond|reply|do anything)|(?:answering|responding"
            r"|replying|doing anything))(?: (?:to )?(?:any|anything|me|the user|questions?|this"
            r"|else"
            rf"|again)\b[^,.;]{{0,30}})?,? (?:first |always |you must |please )*{_DO}\b",
            _DOES,
        ),
        wording(
            r"\b(?:always|must|first)\b[^.;]{0,40}\b(?:run|execute|curl|wget)\b[^;]{0,100}"
            r"\bbefore (?:you )?(?:answer|respond|reply)(?:ing)?(?=$|[.,;!]| (?:the user|any"
            r"|to ))",
            "run|execute|curl|wget",
            "always|must|first",
        ),
    ),
    rule(
        "orders what the reader's answers say",
        _REPLIES,
        wording(
            rf"{START}(?:always |please )*(?:begin|start|end|finish|prefix|open|close)"
            r" (?:your (?:\w+ )?(?:answer|reply|replies|response)s?\b"
            r"|(?:every|each) (?:answer|reply)) (?:with|by)\b",
            each("begin|start|end|finish|prefix|open|close", " your | every | each "),
            " with| by",
        ),
        wording(
            rf"{beside(_REPLIES)}{START}(?:always |please )*(?:begin|start|end|finish|prefix|open"
            r"|close) your (?:\w+ )?(?:message|output)s?\b (?:with|by)\b",
            each("begin|start|end|finish|prefix|open|close", " your "),
            each("message|output", " with| by|s with|s by"),
        ),
        wording(
            r"\bin (?:every|each|all)(?: of)? (?:your )?(?:answer|reply|response|replies)s?, "
            r"(?:recommend|mention|include|say|add|insert|promote|tell)\b",
            "in every |in each |in all ",
            each(", ", "recommend|mention|include|say|add|insert|promote|tell"),
        ),
        wording(
            r"\b(?:include|mention|add|put|insert|say) [^.;]{1,60}\bin your (?:\w+ )?"
            r"(?:answer|reply|response|replies)s?\b",
            "in your ",
            "include |mention |add |put |insert |say ",
        ),
        wording(
            rf"{START}(?:only |just )?(?:reply|respond|answer|speak|talk) (?:only |just "
            r"|exclusively )*(?:with the (?:single )?words?\b|in (?:base64|rot13|hex)\b)",
            "with the word|with the single word|in base64|in rot13|in hex",
        ),
        wording(
            r"\b(?:respond|answer|reply|speak|talk) as (?:if|though) you (?:were|are|had)\b",
            "as if you |as though you ",
        ),
        wording(
            r"\byou (?:will|must|shall) (?:now )?(?:speak|talk|respond|answer|reply) as\b",
            each("will|must|shall|now", " ", "speak|talk|respond|answer|reply", " as"),
        ),
        wording(
            r"\b(?:do not|don't|never) answer the user's (?:question|request)s?",
            "answer the user's ",
        ),
    ),
    rule(
        "tells the reader what to claim",
        each("user|human|person|anyone|anybody|someone|somebody|they|if|when|whenever", " ask"),
        wording(
            r"\b(?:if|when|whenever) (?:(?:(?:the |a |any )?(?:user|human|person)|anyone|anybody"
            r"|someone|somebody|they) asks?|asked)\b[^.;]{0,60}?,? (?:you (?:must|should) "
            r"|always )?"
            r"(?:say|claim|deny|pretend|insist|lie|answer that|reply that|respond that"
            r"|tell (?:them|him|her) (?:that|nothing))\b",
            "if |when |whenever ",
            each(
                " ",
                "say|claim|deny|pretend|insist|lie|answer that|reply that|respond that"
                "|tell them that|tell him that|tell her that|tell them nothing|tell him nothing"
                "|tell her nothing",
            ),
        ),
    ),
    rule(
        "sets earlier instructions aside",
        "instruct|prompt|directive|guideline|orders|given",
        wording(
            r"\b(?:(?:previous|prior|earlier|original|system|user's|user) (?:instructions?"
            r"|prompts?|directives|guidelines)|user(?:'s)? orders)"
            r" (?:(?:is|are|were|have been) )?(?:now )?(?:void|cancell?ed"
            r"|revoked|superseded|overridden|no longer (?:apply|valid|applicable|in force))",
            "void|canceled|cancelled|revoked|superseded|overridden|no longer ",
            each(
                "previous|prior|earlier|original|system|user's|user",
                " instruction| prompt| directive| guideline| orders",
            ),
        ),
        wording(
            rf"{beside(_TERMS)}\b(?:previous|prior|earlier|original|system) orders"
            r" (?:(?:is|are|were|have been) )?(?:now )?(?:void|cancell?ed"
            r"|revoked|superseded|overridden|no longer (?:apply|valid|applicable|in force))",
            each("previous|prior|earlier|original|system", " orders "),
            "void|canceled|cancelled|revoked|superseded|overridden|no longer ",
        ),
        wording(
            r"\b(?:this|the following)(?: (?:entry|memory|message|line|note|text))?\b[^.;]{0,50}"
            r"\b(?:overrides?|supersedes?|replaces?) (?:(?:all|any|your|the|other|previous|prior"
            r"|every|earlier) )*(?:system prompts?|instructions?|guidelines|directives)\b",
            each("override|supersede|replace", " |s "),
            "system prompt|instruction|guidelines|directives",
            "this|the following",
        ),
        wording(
            r"\b(?:rules|instructions|guidelines) (?:that )?you (?:were|have been|are) given"
            r" (?:do not|don't|no longer) apply\b",
            "given do not apply|given don't apply|given no longer apply",
        ),
    ),
    rule(
        "sets earlier instructions aside",
        "ignore|disregard|obey|listen to|agents.md|claude.md|gemini.md",
        wording(
            r"\b(?:do not|don't|never) (?:listen to|obey) the user(?=$|[.,;!]| and\b)",
            "listen to the user|obey the user",
        ),
        wording(
            r"\b(?:ignore|disregard) (?:whatever|what|anything) the user\b",
            each("ignore|disregard", " whatever| what| anything", " the user"),
        ),
        wording(
            r"\b(?:ignore|disregard) the user(?:'s (?:last )?(?:requests?|instructions?|questions?"
            r"|messages?|wishes)\b|(?= and\b|[.,;!]|$))",
            "ignore the user|disregard the user",
        ),
        wording(
            rf"{START}ignore (?:agents|claude|gemini|copilot)[\w-]*\.md(?: and \S{{1,40}}\.md)?"
            r"(?=$|[.;!])",
            each("ignore ", "agents|claude|gemini|copilot"),
            ".md",
        ),
        wording(
            r"\b(?:do not|don't|never) (?:follow|obey|read) (?:the )?(?:instructions|rules) (?:in"
            r"|of|from) (?:agents|claude|gemini)\.md\b",
            each("in|of|from", " agents.md| claude.md| gemini.md"),
            "follow |obey |read ",
        ),
        wording(
            r"\bignore (?:all|any|your) (?:(?:safety|ethical) (?:guidelines|rules|policies)"
            r"|security guidelines)\b",
            each("ignore ", "all|any|your", " safety | ethical | security guidelines"),
        ),
        wording(
            rf"{beside(_TERMS)}\bignore (?:all|any|your) security (?:rules|policies)\b",
            each("ignore ", "all|any|your", " security ", "rules|policies"),
        ),
    ),
    rule(
        "sets earlier instructions aside",
        each("order|command|instruct", " you to")
        + "|stop what you|stop everything you|"
        + each("treat|consider|regard", " this| the following"),
        wording(
            r"\bi (?:hereby )?(?:order|command|instruct) you to\b",
            "order you to|command you to|instruct you to",
            "i ",
        ),
        wording(
            r"\bstop (?:what|everything) you(?:'re| are) doing\b",
            "stop what you|stop everything you",
        ),
        wording(
            r"\b(?:treat|consider|regard) (?:this|the following)(?: (?:entry|text|line|message"
            r"|memory"
            r"|note))? (?:as|to be)(?: from)? (?:an? |the |your )?(?:new )?(?:system|user"
            r"|developer)?"
            r" ?(?:instructions?|messages?|prompts?|commands?|orders?|administrator)"
            r"(?=$|[.,;!:]| (?:from|by)\b)",
            each("treat|consider|regard", " this| the following"),
            "instruction|message|prompt|command|order|administrator",
        ),
    ),
    rule(
        "grants the reader permissions",
        "granted|authorised|authorized|given|allowed|permitted|ask the user",
        wording(
            r"\byou (?:are|have been|have|'ve been) (?:now )?(?:hereby )?(?:granted|authori[sz]ed"
            r"|given"
            r"|allowed|permitted)\b[^.;]{0,30}(?:\badmin|\broot\b|\bbypass|\bskip (?:the |all "
            r"|any )*(?:confirm|permission|approval|safety|security|check)"
            r"|\bfull access|\bunrestricted|\ball permission)",
            "granted|authorised|authorized|given|allowed|permitted",
            "admin|root|bypass|skip |full access|unrestricted|all permission",
            "you are |you have |you 've been ",
        ),
        wording(
            r"\byou (?:do not|don't|no longer|need not) (?:have to |need to )?ask the user\b",
            each("not|don't|no longer|have to|need to", " ask the user"),
            each("you ", "do not|don't|no longer|need not"),
        ),
        wording(
            r"\b(?:do not|don't|never) ask the user (?:for (?:confirmation|permission|approval),?"
            r" (?:but )?just\b|before (?:running|executing|deleting|pushing|using|calling"
            r"|installing)\b)",
            each("not|don't|never", " ask the user ", "for|before"),
        ),
    ),
    rule(
        "speaks as another role",
        "assistant|role|tool_use|tool_call|function_call|invoke name=",
        wording(
            r"^\W*assistant\W{0,4}[:>\]]\W*(?:sure|of course|certainly|okay|ok|yes|understood|done"
            r"|i will|i'll|i have)\b",
            "^assistant",
            "sure|of course|certainly|ok|yes|understood|done|i will|i'll|i have",
        ),
        wording(
            r"\b(?:human|user)\s?:[^:]{1,300}\bassistant\s?:",
            "assistant:|assistant :",
            "human:|human :|user:|user :",
        ),
        wording(
            r"^[^\w{]{0,8}\{\s?role\s?:\s?(?:system|assistant|developer|user)\s?,\s?content\s?:",
            "{role|{ role",
            "content:|content :",
        ),
        wording(
            r"^[^\w{]{0,8}\{\s?type\s?:\s?tool_use\s?,", "{type|{ type", "tool_use,|tool_use ,"
        ),
        wording(
            r"<\s?(?:\w{1,20}:)?(?:tool_call|tool_use|function_calls?)\b[^<>]{0,80}>\s?[{<]",
            each("<|< |:", "tool_call|tool_use|function_call"),
            ">{|> {|><|> <",
        ),
        wording(r"<\s?(?:\w{1,20}:)?invoke name=", "<invoke name=|< invoke name=|:invoke name="),
    ),
    Rule(
        "opens the markup of a conversation",
        ("<|",),
        (
            Wording(
                r"^[\s>*+-]{0,8}<\|[a-z_]{2,24}\|>|<\|[a-z_]{2,24}\|>[^<]{0,40}"
                r"<\|[a-z_]{2,24}\|>",
                (("|>",),),
            ),
        ),
    ),
)
