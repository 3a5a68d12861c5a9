"""What the lines of a team's notes are told by; only patterns, each matched on one line.

They are linear, and say nothing of what is done about a line: `imported_lines` decides.
"""

from __future__ import annotations

import re
from typing import Final

from ...base.regex import regex
from ...base.text import CJK

IN_CJK: Final = regex(f"[{CJK}]")
ABOUT_ITSELF: Final = regex(
    r"\b(?:this|these) (?:file|files|document|page|log|list|section|guide|instructions|guidelines"
    r"|rules|table|memory|index|playbook)\b(?: \([^()]{1,60}\))?(?= (?:is|are|was|were"
    r"|contains?|provides?|holds?|tracks?"
    r"|captures?|records?|lists?|describes?|documents?|serves?|should|must|applies|apply|gives"
    r"|defines?|outlines?|summari[sz]es?|at|before|when|on|after|every|for|to)\b|\W*$)"
    r"|\bclaude\.ai/code\b|^(?:last |auto-?)(?:updated|generated|reviewed)\b"
    r"|^updated (?:after|on|every)\b"
    r"|^auto-?(?:appended|loaded|maintained)\b"
    r"|^\W{0,4}append[- ]only(?:\W{0,4}$|[.:;,)]| [—–-]| (?:\w{1,20} ){0,2}(?:files?|logs?|lists?"
    r"|documents?|records?|base|notes|memory|journal)\b)"
    r"|\b(?:entries|lessons|learnings|this (?:file|document|log|list|page|index|memory))\b"
    r"[^.]{0,40}\bappend[- ]only\b"
    r"|\b(?:append|add) (?:new )?(?:entries|lessons|learnings|rows)\b"
    r"|\b(?:new )?(?:entries|lessons) (?:below|above|here)\b|\bentry format\b"
    r"|\b(?:re)?view (?:at|before|on) (?:session|the start)|\bat (?:the )?session start\b"
    r"|\bat the start of (?:every|each) session\b|\bread (?:this|it) (?:first|before|at|file)"
    r"|\balways refere?r? to \S+\.md\b",
    re.IGNORECASE,
)
PLACEHOLDER: Final = regex(
    r"^[^\w`]*(?:\[(?:[A-Z][a-z]+ [^\]]{3,}|[a-z]+ [a-z][^\]]*)\]|<[a-z][^<>]{3,80}>|…"
    r"|\.\.\.|TBD|TODO"
    r"|YYYY-MM-DD)[^\w`]*$|^\W*(?:date:? )?YYYY-MM-DD\b|\bERR-YYYY|<your |\[your "
    r"|\[(?:describe|explain|list|insert"
    r"|specify|add|fill|project|command|name)\b[^\]]*\](?!\()|lorem ipsum"
)
LINK: Final = regex(
    r"^[^\w`\[@]*+(?:(?:see|refer to|read|check|siehe|voir|ver|см\.?|见|參見"
    r"|参照)(?: also)?:?[ ]{1,2})?"
    r"(?:the )?(?:@?\[\[?[^\]]*\]?\](?:\([^)]*\))?|https?://\S++|@\S++|`[^`\s]+\.(?:md|mdx|txt|rst)`)"
    r"(?:[ ]for\b.{0,160}|[\W_]*)$",
    re.IGNORECASE,
)
RELATION: Final = regex(r"^[\w ]{2,30}[ ]\[\[[^\]]+\]\]")
POINTER: Final = regex(
    r"^(?:\W*)(?:for (?:more|full|further|the full|the complete|complete)\b"
    r"|(?:full|more|further) (?:details?|guide|documentation|docs|info\w*)\b"
    r"|complete guide\b|see\b(?=.{0,40}(?:\.md\b|\]\()))",
    re.IGNORECASE,
)
FILE_ROW: Final = regex(
    r"^(?:\*\*)?`?"
    r"(?P<path>[\w.@~*{}\[\]()/<>:$,-]{0,200}(?:/|\.[A-Za-z]{1,5})[\w.@~*{}\[\]()/<>:$,-]{0,200})`?"
    r"(?:\*\*)?(?:[ ]{0,2}\([^()]{0,40}\))?[ ]{0,2}(?:[—–:→]|-{1,2}|=>)[ ]{1,2}(?P<said>\S.*)$"
)
ENDPOINT: Final = regex(r"^\W*(?:GET|POST|PUT|PATCH|DELETE|HEAD|WS)[ ]`?/")
BETWEEN_PATHS: Final = regex(r"[,;&\s`]+")
IN_PATH: Final = regex(r"[\w.@~*{}\[\]()/<>-]+")
OF_PATH: Final = regex(r"/|\.\w")
LEGEND: Final = regex(r"\W*+[\w ]{2,20}\W{1,4}[\w -]{2,30}(?: [|/] [\w -]{1,30}){2,}$")
DIRECTIVE: Final = regex(
    r"\b(?:must|never|always|only|do not|don['’]t|doesn['’]t|cannot|can['’]t|won['’]t"
    r"|avoid|prefer\w*"
    r"|requires?|required|should|shall|ensure|make sure|instead|not|no|without|before|after|unless"
    r"|needs? to|mandatory|forbidden|default(?:s|ed)?|because|otherwise|so that|fails?|breaks?"
    r"|niemals|immer|muss|aldrig|alltid|jamais|toujours|nunca|siempre|sempre|mai|всегда|никогда"
    r"|нельзя|нужно|завжди|ніколи|nigdy|zawsze)\b|必须|不要|禁止|务必|總是|必ず|禁止|하지|반드시",
    re.IGNORECASE,
)
ORDER: Final = regex(
    r"(?:always|never|do not|don['’]t|avoid|prefer|ensure|make sure|use|run|keep|put"
    r"|add|write|follow"
    r"|call|check|treat|return|throw|wrap|validate|handle|name|store|place|create|import|export"
    r"|commit|test|update|verify|document|format|include|set|pass|apply|require|respect|limit|stick"
    r"|match|favou?r|leave|start|stop|build|mock|log|escape|sanitize|pin|bump|delete|remove|install"
    r"|define|declare|group|sort|separate|split|expose|inject|register|restart|preserve|reuse|report"
    r"|you (?:must|should|always|never)|all \w+ must|every \w+ must|no \w+)\b",
    re.IGNORECASE,
)
TROUBLE: Final = regex(
    r"\b(?:fails?|failed|failing|breaks?|broke|broken|crash\w*|silently|hangs?|deadlock\w*|leaks?"
    r"|wrong\w*|bug|race condition|corrupt\w*|throws?|undefined|stale|flaky|unexpected\w*)\b",
    re.IGNORECASE,
)
PREFERS: Final = regex(
    r"^(?:the )?(?:users?|i|we|team|owner|maintainers?)(?:['’]s)? (?:strongly |always |really )?"
    r"(?:prefers?|likes?|dislikes?|wants?|hates?|expects?)\b",
    re.IGNORECASE,
)
RUNS: Final = regex(r"[:—–-] `[^`]+`\W*$")
TALK: Final = regex(
    r"(?:let me|let['’]s|i['’](?:ll|m|ve|d)|i (?:will|need to|think|just|should"
    r"|am going)|okay|great"
    r"|perfect|thanks?|sorry|hi|hello|welcome)\b",
    re.IGNORECASE,
)
RULE: Final = regex(
    r"\b(?:must|never|always|do not|don['’]t|cannot|can['’]t|should|shall|required?s?|only|because"
    r"|otherwise|so that|instead of|rather than|mandatory|forbidden)\b|必须|不要|禁止|务必|必ず"
    r"|반드시",
    re.IGNORECASE,
)
DID: Final = regex(
    r"(?:[^:`]{2,40}: )?(?:changed|found|replaced|deleted|switched|moved|renamed"
    r"|dropped|marked|ported"
    r"|used|maintained|stopped|reworked|rewrote|converted|disabled|enabled|exported|upgraded|added"
    r"|created|updated|implemented|fixed|modified|removed|extended|extracted|registered|wired|new"
    r" dependencies|tables? created)\b(?! (?:when|by|for|as|if|only)\b)",
    re.IGNORECASE,
)
REPORTING: Final = regex(
    r"\b(?:created|updated|modified|deleted|committed|completed?|fixed|added|removed|implemented"
    r"|done|finished|merged|shipped|migrated)(?: via \S+)?[ \W]*$",
    re.IGNORECASE,
)
OPTION: Final = regex(
    r"(?:option|approach|alternative|variant) [A-F\d]\b[ ]?[:.)—–-]", re.IGNORECASE
)
STATE: Final = regex(
    r"[✅✔☑🎉🚀⏳🔄🚧📋]|\b(?:COMPLETED?|IN PROGRESS|DONE|PENDING|WIP|NOT STARTED|BLOCKED)\b"
    r"|(?i:^(?:the )?(?:build|tests?|lint) (?:compiled|passed|succeeded|successful))"
    r"|(?i:\bno (?:other |further )?(?:code )?(?:changes|modifications) (?:needed|required)\b)"
    r"|(?i:\bnow (?:works|enabled|live|complete|working)\b)|(?i:^(?:committed|deployed|merged"
    r"|pushed|completed|finished|pending):? |^(?:commit|repository|message|files): )"
    r"|\b\d+ (?:tests?|files? changed|passed|passing)\b(?!.{0,80}\b(?:must|never)\b)"
    r"|\bcoming soon\b"
)
GONE: Final = regex(
    r"[\[(](?:obsolete|superseded|deprecated|outdated|retired|wontfix|stale)\b|^(?:~~.+~~\W*)$"
    r"|^(?:obsolete|superseded|historical note only)\b",
    re.IGNORECASE,
)
PASSING: Final = regex(
    r"(?:current|recent|latest|today|session|sprint|ongoing|upcoming)(?: \w+)? (?:state"
    r"|status|focus|mode"
    r"|phase|tasks?|sprint|work|changes|progress|activity|summary|context|plan|goals?)\b"
)
# The same in the languages that `foreign` knows, by what such headings begin with.
PASSING_ABROAD: Final = regex(
    r"(?:現在の(?:状態|状況|作業|タスク|フェーズ)|直近の|最近の(?:変更|作業|進捗)|次の(?:タスク|作業"
    r"|ステップ)|今後の(?:予定|課題|タスク)|進捗|未解決|やったこと|当前(?:状态|进度|任务|阶段|工作)"
    r"|最近(?:变更|更新|工作|进展)|近期(?:变更|更新|工作)|下一步|待办|进度|未完成|本次(?:工作|会话)"
    r"|目前(?:狀態|进度|進度)|현재 (?:상태|작업|진행)|최근 (?:변경|작업)|다음 (?:작업|할 일)"
    r"|진행 상황|할 일|текущ\w{1,3} (?:состояни|статус|задач|фокус|работ|этап)\w*"
    r"|последни\w (?:изменени|работ)\w*|недавни\w изменени\w*"
    r"|следующ\w{1,3} (?:шаг|задач|этап)\w*|история изменений|прогресс"
    r"|поточн\w{1,2} (?:стан|статус|завдання)|останні зміни"
    r"|aktueller? (?:stand|status|fokus|zustand)|derzeitiger stand"
    r"|letzte änderungen|nächste aufgaben|offene (?:punkte|fragen|aufgaben)"
    r"|état actuel|(?:prochaines?|prochains?) (?:tâches|pas|actions)|dernières modifications"
    r"|estado (?:actual|atual)|(?:próxim[oa]s|ultimos|últimos) (?:tareas|tarefas|cambios)"
    r"|cambios recientes|mudanças recentes|alterações recentes|pendientes\b|pendências\b"
    r"|stato attuale|prossimi passi|modifiche recenti|(?:aktualny|obecny|bieżący) stan"
    r"|ostatnie zmiany|huidige status|volgende stappen|nuvarande status|senaste ändringar"
    r"|mevcut durum|sonraki adımlar|aktuální stav|další kroky)"
)
DONE_LABEL: Final = regex(
    r"\W{0,4}(?:what (?:we|i) (?:did|built|shipped|changed)|what was (?:done|built|changed)|files"
    r" (?:touched|changed|modified|created)|ce qu['’](?:on|il) a (?:été )?fait|ce qui a été fait"
    r"|fichiers (?:modifiés|créés)|was (?:wir )?(?:gemacht|getan) (?:haben|wurde)|geänderte dateien"
    r"|(?:qué|lo que) se hizo|archivos modificados|o que foi feito|arquivos modificados"
    r"|cosa è stato fatto|file modificati|что (?:было )?сделано|что сделали|изменённые файлы"
    r"|що зроблено|co zrobiono|zmienione pliki|做了什么|修改文件|变更文件|やったこと|変更ファイル"
    r"|한 일|변경 파일)[ *_]{0,4}[:：]",
    re.IGNORECASE,
)
ASIDE: Final = regex(r"[(（][^()（）]{0,300}[)）]\.?")
WHO: Final = regex(
    r"^(?:you are|you're|act as|your role is|as an? (?:ai|expert|senior)\b)", re.IGNORECASE
)
NOTHING: Final = regex(
    r"\W*(?:none|nothing|n/a|no (?:entries|lessons|learnings|items|issues))"
    r"(?: (?:so far|yet|recorded|known|found|to report|here))*\W*$",
    re.IGNORECASE,
)
