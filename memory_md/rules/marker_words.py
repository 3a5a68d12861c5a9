"""The words behind `markers`, in several languages; only tables.

Rows of labels: kind, role, score, names. Rows of headings: kind, score, closed, phrases.
"""

from __future__ import annotations

from typing import Final, Literal

Role = Literal["problem", "cause", "fix", "decision", "reason", "fact", "title", "noise"]
# Labels under which a log tells how a person corrected the agent; a rule below is the person's.
CORRECTED: Final = frozenset(
    [
        "user corrected",
        "user correction",
        "user's correction",
        "corrected by user",
        "human corrected",
        "human correction",
        "reviewer corrected",
        "correction by user",
        "пользователь поправил",
        "поправка пользователя",
        "исправление пользователя",
        "användaren rättade",
        "benutzer korrigierte",
        "korrektur des benutzers",
        "corrección del usuario",
        "correction de l'utilisateur",
        "用户纠正",
        "ユーザーの訂正",
    ]
)
# kind, role, score, labels
LABELS: Final[tuple[tuple[str, Role, float, str], ...]] = (
    (
        "issue",
        "problem",
        0.65,
        (
            "issue|problem|bug|symptom|error|what failed|known issue|проблема|ошибка|баг|симптом"
            "|fel"
            "|fehler|problème|problema|问题|問題|문제|problém|probleem|erro|erreur|проблеми"
        ),
    ),
    (
        "issue",
        "cause",
        0.75,
        (
            "root cause|cause|underlying cause|real cause|why it failed|actual problem|actual issue"
            "|причина|первопричина|корневая причина|orsak|grundorsak|rotorsak|ursache|grundursache"
            "|cause racine|causa|causa raíz|causa raiz|causa principal|原因|根本原因|根因|원인"
            "|příčina|oorzaak|przyczyna"
        ),
    ),
    (
        "issue",
        "fix",
        0.55,
        (
            "fix|solution|resolution|workaround|mitigation|remedy|resolved by|fixed by|what worked"
            "|the fix"
            "|исправление|обходной путь|обход|lösning|åtgärd|behebung|lösung|correctif"
            "|contournement"
            "|solución|solução|soluzione|解决方案|解决|解决办法|修复|対応|対策|解決|解決策|해결|řešení|oplossing"
            "|rozwiązanie|как исправили"
        ),
    ),
    (
        "decision",
        "decision",
        0.8,
        (
            "decision|decided|key decision|design decision|architecture decision"
            "|architectural decision"
            "|technical decision|final decision|choice|chosen|chosen approach|решение|решили|beslut"
            "|entscheidung|décision|decisión|decisão|decisione|决定|决策|決定|결정|rozhodnutí|beslissing"
            "|decyzja"
        ),
    ),
    (
        "decision",
        "reason",
        0.5,
        (
            "rationale|reason|reasoning|why|because|justification|обоснование|почему|motivering"
            "|skäl"
            "|begründung|grund|warum|raison|razón|motivo|理由|为什么|이유|důvod|reden"
        ),
    ),
    (
        "gotcha",
        "fact",
        0.8,
        (
            "gotcha|pitfall|caveat|watch out|warning|caution|beware|trap|landmine|footgun|careful"
            "|heads up"
            "|внимание|осторожно|подводный камень|грабли|ловушка|varning|fallgrop|se upp|achtung"
            "|vorsicht"
            "|stolperfalle|warnung|attention|piège|atención|cuidado|advertencia|aviso|atenção"
            "|attenzione"
            "|注意|坑|警告|落とし穴|주의|pozor|let op|uwaga"
        ),
    ),
    (
        "learning",
        "fact",
        0.8,
        (
            "lesson|lesson learned|lessons learned|learning|learned|learnt|til|insight|key insight"
            "|takeaway|key takeaway|discovery|discovered|key finding|урок|вывод|инсайт|узнали"
            "|lärdom"
            "|insikt|lektion|erkenntnis|lehre|leçon|lección|aprendizaje|lição|aprendizado|lezione"
            "|教训|经验"
            "|教訓|学び|교훈|poučení|les|lekcja"
        ),
    ),
    (
        "learning",
        "fact",
        0.6,
        (
            "note|nb|n.b.|important|important note|key point|tip|finding|observation|nuance|fyi"
            "|важно|примечание|заметка|совет|obs|notera|anmärkning|viktigt|hinweis|wichtig|merke"
            "|remarque|astuce|nota|importante|consejo|备注|重要|提示|メモ|ポイント|참고|poznámka|důležité"
            "|opmerking"
        ),
    ),
    (
        "pattern",
        "fact",
        0.7,
        (
            "pattern|established pattern|pattern established|new pattern|паттерн|шаблон|mönster"
            "|muster"
            "|patrón|padrão|模式|パターン|패턴|vzor"
        ),
    ),
    (
        "convention",
        "fact",
        0.7,
        (
            "convention|project convention|rule|rule of thumb|соглашение|правило|konvention|regel"
            "|convención|regla|convenção|regra|règle|约定|规范|規約|ルール|규칙|pravidlo"
        ),
    ),
    ("architecture", "fact", 0.6, "architecture|архитектура|arkitektur|architektur|架构|設計"),
    ("dependency", "fact", 0.6, "dependency constraint|version constraint|version pin"),
    ("risk", "fact", 0.6, "risk|security risk|риск|risiko|risque|riesgo|risco|风险|リスク|위험"),
    (
        "",
        "noise",
        0.0,
        (
            "found during|files modified|files changed|files|file|verification|verified|commit"
            "|committed in"
            "|commits|status|date|result|results|tests|test|duration|started|completed|version|next"
            "|next steps|next step|todo|follow-ups|follow-up|impact|location|priority|owner|time"
            "|tasks"
            "|total deviations|impact on plan|example|examples|usage|before|after|question|option"
            "|severity|effort|category|features|changes|changed|output|input|summary|context|goal"
            "|suggested commit message|action|steps|expected|actual|benefits|pros|cons|tags"
            "|related files|related|trigger|evidence|confidence|source|see also"
            "|references|author|type|phase|plan|reviewer|environment|keywords|good|bad|state|scope"
        ),
    ),
)
# kind, score, closed, phrases that a heading holds as whole words
# Phrases that name a section only when they are the whole heading: in longer ones they say
# nothing ("The Testing Problem", "Release Notes for Users").
WHOLE_ONLY: Final = frozenset(
    [
        "next",
        "questions",
        "options",
        "proposed",
        "future",
        "planned",
        "usage",
        "setup",
        "testing",
        "performance",
        "metrics",
        "references",
        "features",
        "status",
        "tags",
        "provides",
        "requires",
        "affects",
        "suggested",
        "possible",
        "summary",
        "changes",
        "delivered",
        "notes",
        "notable",
        "findings",
        "problems",
        "problem",
        "challenges",
        "blockers",
        "causa",
        "orsak",
        "ursache",
        "probleme",
        "problemas",
        "problèmes",
        "insights",
        "lessons",
        "patterns",
        "decision",
        "traps",
        "pitfall",
        "gotcha",
        "hinweise",
        "notas",
        "remarques",
        "conventions",
        "решение",
        "причина",
        "les",
        "patrones",
        "padrões",
        "paттерны",
        "mönster",
        "тодо",
        "todo",
        "commits",
        "to do",
        "watch out",
        "evidence",
        "wins",
        "alternatives",
        "checklist",
        "recommendations",
        "recommendation",
        "threat",
        "proposal",
        "问题",
        "原因",
        "问題",
        "問題",
        "模式",
        "坑",
        "문제",
        "决定",
        "注意点",
        "メモ",
        "备注",
        "下一步",
        "文件",
        "参考",
        "참고",
        "教训",
        "経験",
    ]
)
# Headings over what came up on the way: facts about tools and choices stand there too.
MET: Final = frozenset(
    [
        "issues encountered",
        "problems encountered",
        "challenges",
        "deviations",
        "deviations from plan",
        "auto-fixed issues",
    ]
)
SECTIONS: Final[tuple[tuple[str, float, bool, str], ...]] = (
    (
        "",
        0.0,
        True,
        (
            "files modified|files created|files changed|file changes|modified files|key files"
            "|task commits"
            "|commits|next steps|next phase|next step|next|todo|to do|follow-ups|open questions"
            "|questions"
            "|options|alternatives|proposed|proposal|roadmap|future|planned|usage|how to"
            "|quick start"
            "|setup|installation|testing|test results|test plan|verification|performance|metrics"
            "|self-check"
            "|self check|known stubs|threat|references|touchpoints|what's built|features|status"
            "|checklist"
            "|tech-stack|key-files|provides|requires|affects|tags|files_modified|to run|to use"
            "|key question"
            "|recommendations|recommendation|suggested|possible|user setup|readiness|acceptance"
            "|evidence|steps to reproduce|how to reproduce|reproduction|what went right"
            "|what went well|wins|future improvements"
            "|следующие шаги|файлы|nächste schritte|nästa steg|下一步|文件"
            "|próximos pasos|次のステップ"
        ),
    ),
    (
        "decision",
        0.75,
        False,
        (
            "decisions made|key decisions|key-decisions|decisions|decision log|design decisions"
            "|decision"
            "|decisions and rationale|design choices|key choices|trade-offs|tradeoffs|beslut"
            "|решения"
            "|принятые решения|решение|entscheidungen|entscheidung|décisions|decisiones|decisões"
            "|决策|决定|关键决策|決定事項|決定|결정|rozhodnutí|beslissingen|arkitekturbeslut"
        ),
    ),
    (
        "gotcha",
        0.75,
        False,
        (
            "gotchas|gotcha|pitfalls|pitfall|caveats|landmines|learned the hard way|watch out|traps"
            "|known limitations|footguns|things to know|things to watch|подводные камни|грабли"
            "|fallgropar"
            "|stolperfallen|pièges|trampas|armadilhas|注意事项|注意点|坑|落とし穴|주의사항"
        ),
    ),
    (
        "learning",
        0.7,
        False,
        (
            "lessons learned|lessons|learnings|key learnings|key insights|insights|takeaways"
            "|key takeaways"
            "|discoveries|what we learned|what i learned|key findings|lärdomar|уроки|выводы"
            "|erkenntnisse"
            "|lehren|leçons|lecciones|aprendizajes|lições|教训|经验教训|经验总结|教訓|学んだこと|学び|교훈|poučení"
        ),
    ),
    (
        "learning",
        0.55,
        False,
        (
            "notes|technical notes|implementation notes|important notes|notable|findings|deviations"
            "|deviations from plan|auto-fixed issues|заметки|примечания|anteckningar|hinweise|notas"
            "|remarques|备注|补充说明|メモ|참고"
        ),
    ),
    (
        "issue",
        0.65,
        False,
        (
            "issues encountered|current issues|problems encountered|problems|issues found"
            "|known issues"
            "|root cause"
            "|root causes|root cause analysis|bugs found|bugs fixed|issues fixed|challenges"
            "|what went wrong"
            "|blockers|post-mortem|postmortem|проблемы|причина|причины|problem|orsak|ursache"
            "|ursachen"
            "|probleme|problèmes|problemas|causa|问题|遇到的问题|根本原因|原因|問題|問題点|문제|problémy"
        ),
    ),
    (
        "pattern",
        0.7,
        False,
        (
            "patterns established|patterns-established|established patterns|patterns"
            "|patterns_established"
            "|mönster|паттерны|patrones|padrões|模式|パターン"
        ),
    ),
    (
        "convention",
        0.65,
        False,
        (
            "conventions|coding conventions|project conventions|ground rules|соглашения"
            "|konventioner"
            "|konventionen|convenciones|convenções|约定|规范|規約"
        ),
    ),
    ("", 0.0, False, "accomplishments|what was done|summary|changes|what changed|delivered"),
)
