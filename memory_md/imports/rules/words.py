"""The words of notes that teams keep for agents: headings, fields, tags; only tables.

A heading of `HEADINGS` says what kind of thing stands under it; one of `CLOSED` that nothing there
lasts. What other languages call decisions, lessons and the like is in `section_words`.
"""

from __future__ import annotations

from typing import Final, Literal

from ...extract.rules.marker_words import words

Part = Literal[
    "rule", "gist", "problem", "cause", "fix", "reason", "decision", "more", "rating", ""
]

# Phrases that a heading holds as whole words, by the kind of what stands under it. The first row
# that fits wins, so what is narrow stands above what is wide.
# "practice" is no kind: orders under it are conventions, and facts are what the file holds.
HEADINGS: Final[tuple[tuple[str, str], ...]] = (
    (
        "gotcha",
        """
        gotcha|gotchas|pitfall|pitfalls|caveat|caveats|quirks|footguns|traps|landmines|watch out
        common mistakes|common issues|common errors|common problems|known issues|known problems
        known bugs|known limitations|limitations|troubleshooting|debugging|things to watch
        hard-won lessons|red lines|warnings|mistakes to avoid|do not repeat|failed approaches
        bugs & fixes|bugs and fixes|fixes|workarounds|failures|errors
        """,
    ),
    (
        "preference",
        """
        preferences|user preferences|preference|communication style|communication|tone|working style
        how i like|how i work|operating mode|feedback|directives
        """,
    ),
    ("identity", "about me|about the user|who i am|user profile|the user"),
    ("decision", "design calls|design decisions|decisions|decision log|key decisions|trade-offs"),
    (
        "dependency",
        """
        dependencies|tech stack|technology stack|technologies|stack|versions|requirements
        tooling versions|key libraries|libraries
        """,
    ),
    (
        "convention",
        """
        convention|conventions|guideline|guidelines|rules|rule|standards|style|code style
        coding style|style guide|formatting|naming|best practices|practices|principles|policy
        policies|must|never|always|do|don't|don'ts|dos|do not|avoid|forbidden|prohibited|required
        instructions|expectations|constraints|checklist|important|critical|reminders|memories
        stil|stilregeln|style de code|estilo|стиль|styl kodu|代码风格|提交规范|コードスタイル
        코드 스타일
        """,
    ),
    (
        "practice",
        """
        git|commits|commit messages|commit|branching|branches|pull requests
        pull request|pr|prs|review|code review|testing|tests|test|linting|lint|types
        error handling|logging|imports|comments|docstrings|documentation|security|workflow|workflows
        process|command|commands|build|build & test|running|development|deployment
        deploy|release|releases
        migrations|configuration|config|environment|accessibility|i18n|performance
        befehle|arbeitsweise|tester|kommandon|commandes|tests et qualité|comandos|pruebas|testes
        команды|тестирование|тесты|команди|тестування|polecenia|testy|命令|测试|測試|コマンド|テスト
        コミット|명령어|테스트|커밋
        """,
    ),
    (
        "architecture",
        """
        architecture|architectural|design|data model|data flow|domain model|storage|storage model
        infrastructure|integration|integrations|modules|components|backend|frontend|database|api
        schema|authentication|auth|concurrency|state management|pipeline|how it works|key concepts
        core concepts|concepts|internals|key files|important files|implementation details
        architektur|datenmodell|arkitektur|arquitectura|arquitetura|architettura|архитектура
        архітектура|architektura|架构|架構|アーキテクチャ|設計|아키텍처
        """,
    ),
    ("pattern", "pattern|patterns|recipes|idioms"),
    (
        "learning",
        """
        lesson|lessons|learning|learnings|insight|insights|takeaways|findings|discoveries
        corrections|correction|mistakes
        """,
    ),
)

# What else stands in a heading that says no more than a kind.
FILLERS: Final = words(
    "key|made|found|discovered|technical|important|main|the|of|and|&|our|project|general|common|list"
    "|new|more|other|specific|code|team|standing|known|my|your|all|some|quick|critical|misc"
    "|from|notes|log|observations|facts|memory|index|operator|owner|calls|directives|things|for|in|on|with|how|what|we|i|to|that|already"
)

# Sections of which nothing is taken, whatever they hold.
CLOSED: Final = words(
    """
    overview|project overview|about|about this project|introduction|purpose|summary|description
    table of contents|contents|toc|index|project structure|directory structure|file structure
    repository structure|folder structure|repository layout|layout|structure|directory layout
    files|files modified|files changed|files created|file map|codebase map
    getting started|quick start|quickstart|installation|install|prerequisites|setup
    environment variables|env vars|env
    links|resources|references|related|see also|further reading|external docs|related documents
    options|implementation options|alternatives|alternatives considered|considered options
    roadmap|future|future work|planned|todo|to do|backlog|ideas|deferred ideas|next steps|next
    open questions|questions|next actions|feature requests|feature request
    current state|current status|status|progress|current focus|current mode|recent changes
    changelog|change log|history|release notes|what's new|milestones|phases|completed steps
    what was done|what changed|what went well|changes committed|completed|accomplishments
    test results|results|metrics|benchmarks|statistics|summary of changes
    api endpoints|endpoints|routes|api reference|available scripts|available tools
    template|entry template|entry format|format|entry schema|schema for entries|status definitions
    how to use this file|how to use|usage|example|examples|sample|legend
    license|licence|contributors|credits|acknowledgements|contact|support|authors|glossary
    workspace learnings|known relationships
    inhaltsverzeichnis|überblick|projektstruktur|nächste schritte|fahrplan|lizenz
    översikt|nästa steg|projektstruktur|vue d'ensemble|structure du projet|prochaines étapes
    descripción general|estructura del proyecto|próximos pasos|visão geral|próximos passos
    estrutura do projeto|обзор|структура проекта|следующие шаги|оглавление|огляд|наступні кроки
    przegląd|struktura projektu|następne kroki|概述|项目概述|项目结构|目录结构|目录|下一步|参考
    概要|プロジェクト概要|ディレクトリ構成|目次|次のステップ|참고 자료|개요|프로젝트 구조|다음 단계
    """
)

# The fields of a record, by what they say of it; "" is what nobody needs later.
FIELDS: Final[tuple[tuple[Part, str], ...]] = (
    (
        "rule",
        """
        rule|rules|new rule|rule added|the rule|lesson|lesson learned|lessons learned|lessons
        learned|prevention|prevention rule|preventive rule|prevent|action|action item|actions
        do|do this|do instead|do this instead|instead|correct approach|right approach|correct
        guideline|takeaway|key takeaway|going forward|next time|suggested action|recommended action
        recommendation|what to do|what to do instead|remember|apply|principle|how to avoid
        guardrail|policy|best practice|propagation rule|actionable
        lärdom|regel|regeln|lehre|leçon|règle|lección|regla|lição|regra|lezione|regola
        à retenir|merke|zu merken|para recordar|a lembrar|da ricordare|запомнить|на будущее|记住
        要记住|覚えておくこと|правило|урок|вывод|висновок|zasada|wniosek|教训|规则|教訓|規則|学び|ルール|対策|교훈|규칙
        """,
    ),
    (
        "gist",
        """
        gist|insight|key insight|learning|pattern|finding|observation|discovery|tl;dr|note
        what we learned|what i learned|fact|knowledge|conclusion|summary|key point|point
        zusammenfassung|résumé|resumen|resumo|итог|要点|概要|まとめ|요약
        """,
    ),
    (
        "problem",
        """
        problem|issue|mistake|the mistake|mistake pattern|error|what happened|what went wrong
        what failed|symptom|symptoms|failure|failure mode|failure pattern|bug|wrong|incident
        correction|user correction|attempted approach|attempt|tried|anti-pattern|antipattern
        vad hände|was geschah|was passiert ist|ce qui s'est passé|qué pasó|o que aconteceu
        cosa è successo|что случилось|что произошло|що сталося|co się stało|发生了什么|何が起きたか
        """,
    ),
    ("cause", "cause|root cause|root causes|why it happened|why it failed|why this happened"),
    (
        "fix",
        """
        fix|fixes|solution|resolution|workaround|mitigation|what worked|what worked instead
        resolved by|how we fixed it|how it was fixed|remedy
        """,
    ),
    (
        "reason",
        """
        why|reason|reasoning|rationale|because|why it matters|motivation|justification|the why
        """,
    ),
    ("decision", "decision|decided|choice|chosen|decision outcome"),
    (
        "more",
        """
        details|detail|description|explanation|background|context|scenario|situation
        how to apply|when to apply|trade-off|consequences|impact|effect|why this matters
        """,
    ),
    ("rating", "confidence|certainty"),
    (
        "",
        """
        date|dates|logged|created|updated|last updated|priority|status|area|areas|tags|tag
        evidence|trigger|triggers|trigger heuristic|when|source|sources|origin|related files|files
        file|location|where|where/when applied|metadata|example|examples|example / link|example/link
        frequency|times seen|occurrences|commit|commits|pr|author|applies to|detection signal
        detection|category|categories|severity|id|session|task|tasks|keywords|updated on|see also
        references|reference|link|links|skill-path|complexity|complexity estimate
        requested capability
        user context|suggested implementation|future|verification|verified|test|scope|related
        datum|дата|статус|источник|приоритет|日付|日期|状态|ステータス|날짜|상태
        """,
    ),
)

# The first bracket of an item or a title, and the types and categories of other tools.
CATEGORIES: Final = {
    name: kind
    for kind, names in (
        ("architecture", "architecture|design|structure|storage|data model|data"),
        (
            "convention",
            "convention|conventions|rule|workflow_rule|workflow|style|process|testing|technique|guide|config|method",
        ),
        (
            "convention",
            "best practice|best_practice|requirement|stack_pattern|project_convention",
        ),
        (
            "gotcha",
            "gotcha|pitfall|bug|bugfix|issue|failure|anti-pattern|warning|anti_pattern|problem",
        ),
        ("decision", "decision|choice"),
        ("dependency", "dependency|library|tech"),
        ("pattern", "pattern|approach|solution"),
        ("preference", "preference|feedback|user_preference"),
        ("identity", "identity|user"),
        ("project", "project"),
        ("risk", "risk|security"),
        (
            "learning",
            "learning|lesson|insight|discovery|fact|knowledge_gap|knowledge|tip|finding|correction",
        ),
        ("note", "reference|note|observation|constraint"),
    )
    for name in names.split("|")
}

# A heading or a line that forbids what stands under it: the words below mean their opposite.
FORBIDS: Final = (
    r"(?:\bdo(?:n['’]t|\s+not)\b|\bdon['’]?ts\b|\bnever\b|\bavoid|\bforbidden|\bprohibited"
    r"|\bnot allowed|\bnot to\b|\banti-?patterns?\b|\bbad\b|\bwrong\b|❌|🚫|⛔|\bnie(?:mals)?\b"
    r"|\bne (?:pas|jamais)\b|\bnunca\b|\bevit|\bnon fare|\bне\s+\w|\bникогда|\bзапрещ|\bзаборон"
    r"|\bnigdy|\baldrig|禁止|不要|避免|禁忌|しない|避ける|하지 마|금지)"
)
