"""The words behind the labels of `markers` ("Gotcha:"), in several languages; only tables.

Rows: kind, role, score, names; a line of names is a language. Headings are in `section_words`.
"""

from __future__ import annotations

from typing import Final, Literal

Role = Literal["problem", "cause", "fix", "decision", "reason", "fact", "title", "noise", "field"]


def words(table: str) -> frozenset[str]:
    """The names in a table, separated by `|` and line ends, without case."""
    return frozenset(name.strip().casefold() for name in table.replace("\n", "|").split("|")) - {""}


# Labels under which a log tells how a person corrected the agent; a rule below is the person's.
CORRECTED: Final = words(
    """
    user corrected|user correction|user's correction|corrected by user|correction by user
    human corrected|human correction|reviewer corrected
    пользователь поправил|поправка пользователя|исправление пользователя
    користувач виправив|виправлення користувача
    användaren rättade
    benutzer korrigierte|korrektur des benutzers|vom benutzer korrigiert
    corrección del usuario|correção do usuário|correzione dell'utente|correction de l'utilisateur
    korekta użytkownika|用户纠正|使用者糾正|用户更正|ユーザーの訂正|ユーザーの指摘
    사용자 정정|사용자 수정
    """
)

LABELS: Final[tuple[tuple[str, Role, float, str], ...]] = (
    (
        "issue",
        "problem",
        0.65,
        """
        issue|problem|bug|symptom|error|what failed|known issue
        fehler|problem|problematik
        problème|erreur|bogue
        problema|error|fallo|síntoma
        erro|falha|sintoma
        errore|difetto
        проблема|ошибка|баг|симптом
        проблема|помилка|проблеми
        problem|błąd|usterka|objaw
        问题|错误|故障|现象|問題|錯誤|現象
        課題|不具合|エラー|症状
        문제|오류|버그|증상
        fel|problém|probleem
        """,
    ),
    (
        "issue",
        "cause",
        0.75,
        """
        root cause|cause|underlying cause|real cause|why it failed|actual problem|actual issue
        proximate cause|contributing cause|contributing factor|culprit
        found the root cause|found root cause|found the cause|identified the root cause
        confirmed root cause
        ursache|grundursache|hauptursache
        cause racine|cause profonde|cause première
        causa|causa raíz|causa principal
        causa raiz
        causa principale|causa radice|causa di fondo
        причина|первопричина|корневая причина
        причина|першопричина|корінна причина
        przyczyna|przyczyna źródłowa|główna przyczyna
        原因|根本原因|根因|根源|根本原因分析
        原因|根本原因|真因
        원인|근본 원인
        orsak|grundorsak|rotorsak|příčina|oorzaak
        """,
    ),
    (
        "issue",
        "fix",
        0.55,
        """
        fix|solution|resolution|workaround|mitigation|remedy|resolved by|fixed by|what worked
        behebung|lösung|abhilfe|umgehung|korrektur|gegenmaßnahme
        correctif|contournement|solution|résolution
        solución|corrección|arreglo|solución alternativa|resolución
        solução|correção|solução de contorno|contorno
        soluzione|correzione|rimedio|soluzione alternativa
        исправление|обходной путь|обход|как исправили|решение проблемы|фикс
        виправлення|обхідний шлях|обхід|вирішення
        rozwiązanie|naprawa|poprawka|obejście
        解决方案|解决|解决办法|解决方法|修复|修复方案|规避方法|变通方法
        解決方案|解決辦法|解決方法|修復|修正|規避方法
        修復|対応|対策|解決|解決策|対処|回避策|修正内容|対処法
        해결|해결책|해결 방법|수정|우회 방법|조치
        lösning|åtgärd|řešení|oplossing
        """,
    ),
    (
        "decision",
        "decision",
        0.8,
        """
        decision|decided|key decision|design decision|architecture decision|architectural decision
        key design decision|important decision|core decision|main decision
        technical decision|final decision|choice|chosen|chosen approach
        chosen option|selected option|chosen alternative|decision outcome
        entscheidung|entschieden|beschluss|architekturentscheidung|designentscheidung
        décision|choix|décidé|choix retenu|décision technique
        decisión|decidido|elección|decisión tomada|decisión técnica
        decisão|decidido|escolha|decisão técnica|decisão tomada
        decisione|deciso|scelta|decisione presa
        решение|решили|решено|выбор|принятое решение
        рішення|вирішили|вирішено|вибір|прийняте рішення
        decyzja|zdecydowano|wybór|podjęta decyzja
        决定|决策|选择|设计决策|最终决定|技术决策|決策|決定|選擇|設計決策|最終決定
        決定|決定事項|判断|採用|設計判断|選択
        결정|결정 사항|결정사항|선택|설계 결정
        beslut|rozhodnutí|beslissing
        """,
    ),
    (
        "decision",
        "fact",
        0.6,
        """
        trade-off|tradeoff|compromise|one compromise|one trade-off|one tradeoff|accepted trade-off
        deliberate trade-off|kompromiss|bewusster kompromiss|compromis|compromiso|compromisso
        compromesso|компромисс|компроміс|kompromis|取舍|取捨|权衡|權衡|トレードオフ|타협|절충
        """,
    ),
    (
        "decision",
        "reason",
        0.5,
        """
        rationale|reason|reasoning|why|because|justification
        begründung|grund|warum|weil
        raison|pourquoi|justification|motif
        razón|motivo|por qué|justificación
        razão|motivo|por quê|porquê|justificativa
        motivazione|motivo|perché|ragione
        обоснование|почему|мотивация|основание
        обґрунтування|чому|мотивація
        uzasadnienie|powód|dlaczego
        理由|为什么|原由|为何|為什麼|為何|なぜ|根拠|背景と理由
        이유|근거|왜
        motivering|skäl|důvod|reden
        """,
    ),
    (
        "gotcha",
        "fact",
        0.8,
        """
        gotcha|pitfall|caveat|watch out|warning|caution|beware|trap|landmine|footgun|careful
        heads up|limitation|known limitation|quirk|known quirk
        achtung|vorsicht|stolperfalle|fallstrick|warnung|falle|fallstricke
        attention|piège|avertissement|mise en garde|prudence
        atención|cuidado|advertencia|aviso|ojo|trampa|precaución
        atenção|cuidado|aviso|armadilha|alerta|pegadinha
        attenzione|avvertenza|avviso|trappola|insidia
        внимание|осторожно|подводный камень|подводные камни|грабли|ловушка|предупреждение|нюанс
        увага|обережно|підводний камінь|граблі|пастка|попередження
        uwaga|ostrzeżenie|pułapka|ostrożnie
        注意|坑|警告|陷阱|踩坑|小心|坑点|注意事项|注意事項|陷阱提醒
        注意点|落とし穴|罠|要注意|ハマりどころ|はまりどころ
        주의|경고|함정|주의사항|주의점
        varning|fallgrop|se upp|pozor|let op
        """,
    ),
    (
        "learning",
        "fact",
        0.8,
        """
        lesson|lesson learned|lessons learned|learning|learned|learnt|til|insight|key insight
        takeaway|key takeaway|discovery|discovered|key finding
        interesting finding|surprising finding|unexpected finding|main finding|hard-won lesson
        best so far|best result so far|best known state|best known configuration
        last known good|last known good state
        known good state|known good
        bester bekannter stand|letzter guter stand|meilleur état connu|dernier état stable
        mejor estado conocido|último estado estable|melhor estado conhecido|último estado estável
        miglior stato noto|лучшее известное состояние|последнее рабочее состояние
        найкращий відомий стан|najlepszy znany stan|已知最佳状态|已知最佳狀態|既知の最良状態
        erkenntnis|lehre|gelernt|lektion|einsicht
        leçon|leçon apprise|enseignement|appris|constat
        lección|lección aprendida|aprendizaje|aprendido|hallazgo
        lição|lição aprendida|aprendizado|aprendido|descoberta
        lezione|lezione appresa|imparato|scoperta|insegnamento
        урок|вывод|инсайт|узнали|извлечённый урок|извлеченный урок|выяснили
        урок|висновок|з'ясували|дізналися
        lekcja|wniosek|nauka|wnioski|odkrycie
        教训|经验|经验教训|心得|收获|发现|学到|教訓|經驗|經驗教訓|心得體會|收穫|發現|學到
        学び|気づき|知見|学んだこと|得られた知見|発見
        교훈|배운 점|배운점|깨달음|학습|발견
        lärdom|insikt|poučení|les
        """,
    ),
    (
        "learning",
        "fact",
        0.6,
        """
        note|nb|n.b.|important|important note|key point|tip|finding|observation|nuance|fyi
        hinweis|wichtig|merke|anmerkung|notiz|tipp|zu beachten
        remarque|astuce|important|note importante|à noter|conseil
        nota|importante|consejo|observación|a tener en cuenta
        nota|importante|dica|observação
        nota|importante|suggerimento|osservazione|consiglio
        важно|примечание|заметка|совет|замечание|на заметку|обратите внимание
        важливо|примітка|нотатка|порада|зауваження|зверніть увагу
        ważne|wskazówka|notatka|spostrzeżenie|adnotacja
        备注|重要|提示|说明|要点|备忘|備註|注記|注意到|要點|備忘
        メモ|ポイント|補足|重要事項|備考|ヒント
        참고|중요|메모|팁|비고
        obs|notera|anmärkning|viktigt|poznámka|důležité|opmerking
        """,
    ),
    (
        "pattern",
        "fact",
        0.7,
        """
        pattern|established pattern|pattern established|new pattern
        muster|entwurfsmuster|motif récurrent|patron|patrón|padrão|schema ricorrente
        паттерн|шаблон|патерн|wzorzec|wzór|模式|设计模式|設計模式|パターン|設計パターン|패턴|mönster|vzor
        """,
    ),
    (
        "convention",
        "fact",
        0.7,
        """
        convention|project convention|rule|rule of thumb
        konvention|regel|faustregel|vereinbarung|convention de projet|règle
        convención|regla|convenção|regra|convenzione|regola
        соглашение|правило|конвенция|договорённость|договоренность|угода|домовленість|конвенція
        konwencja|reguła|zasada|约定|规范|规则|约定俗成|約定|規範|規則|慣例
        規約|ルール|約束事|取り決め|규칙|관례|컨벤션|규약|pravidlo
        """,
    ),
    (
        "preference",
        "fact",
        0.7,
        """
        preference|user preference|team preference|project preference
        präferenz|vorliebe|bevorzugt|préférence|preferencia|preferência|preferenza
        предпочтение|предпочтения|уподобання|перевага|preferencja|偏好|用户偏好|偏好設定|使用者偏好
        好み|ユーザーの好み|嗜好|선호|선호 사항|선호도
        """,
    ),
    (
        "architecture",
        "fact",
        0.6,
        """
        architecture|architektur|arquitectura|arquitetura|architettura|архитектура|архітектура
        architektura|架构|架構|アーキテクチャ|아키텍처|arkitektur
        """,
    ),
    (
        "dependency",
        "fact",
        0.6,
        """
        dependency|dependency constraint|version constraint|version pin
        abhängigkeit|dépendance|dependencia|dependência|dipendenza|зависимость|залежність|zależność
        依赖|依賴|相依性|依存関係|依存|의존성
        """,
    ),
    (
        "risk",
        "fact",
        0.7,
        """
        risk|security risk|known risk
        risiko|risque|riesgo|risco|rischio|риск|ризик|ryzyko|风险|風險|リスク|위험|리스크
        """,
    ),
    ("scope", "fact", 0.6, "scope"),
    (
        "fixed",
        "fact",
        0.6,
        """
        fixed|bug fixed
        behoben|corrigé|corregido|corrigido|corretto|risolto|исправлено|виправлено|naprawiono
        已修复|已修復|修正済み|수정됨
        """,
    ),
    (
        "project",
        "fact",
        0.5,
        "project|project fact|projekt|projet|proyecto|projeto|progetto|проект",
    ),
    ("identity", "fact", 0.5, "identity"),
    (
        "",
        "noise",
        0.0,
        """
        found during|files modified|files changed|modified files|files|file|verification|verified
        commit|committed in|commits|result|results|tests|test|next|next steps|next step|todo
        follow-ups|follow-up|impact|location|time|tasks|total deviations|impact on plan|example
        examples|usage|before|after|question|option|effort|features|changes|changed|output
        input|summary|context|goal|suggested commit message|action|steps|expected|actual|benefits
        pros|cons|tags|related files|related|trigger|evidence|confidence|source|see also
        references|keywords|good|bad|state
        alternatives|alternatives considered|rejected|rejected alternatives|consequences
        kontext|konsequenzen|alternativen|verworfene alternativen|ergebnis|beispiel|nächste schritte
        contexte|conséquences|alternatives rejetées|résultat|exemple|prochaines étapes
        contexto|consecuencias|alternativas|resultado|ejemplo|próximos pasos
        consequências|alternativas rejeitadas|exemplo|próximos passos
        contesto|conseguenze|alternative|alternative scartate|risultato|esempio|prossimi passi
        контекст|последствия|альтернативы|отклонённые альтернативы|результат|пример|следующие шаги
        наслідки|альтернативи|відхилені альтернативи|приклад|наступні кроки
        kontekst|konsekwencje|alternatywy|odrzucone alternatywy|wynik|przykład|następne kroki
        背景|上下文|后果|备选方案|被否决的方案|结果|示例|下一步|影响
        後果|備選方案|替代方案|結果|範例|影響
        コンテキスト|却下した案|代替案|例|次のステップ|결과|배경|대안|예시|다음 단계
        """,
    ),
    # The fields of a report's head.
    (
        "",
        "field",
        0.0,
        """
        status|date|duration|started|completed|version|priority|owner|severity|category|author|type
        phase|plan|reviewer|environment|branch|language|name|title|repository|repo|license|stack
        datum|stand|autor|sprache|date de création|statut|auteur|fecha|estado|versión|data|versão
        stato|versione|autore|дата|статус|версия|автор|версія|wersja|日期|状态|版本|作者|狀態
        日付|ステータス|バージョン|날짜|상태|버전
        """,
    ),
)
