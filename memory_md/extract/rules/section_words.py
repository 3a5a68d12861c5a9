"""The words behind the headings of `markers` ("Decisions Made"), in several languages; only tables.

Rows: kind, score, closed, phrases that a heading holds as whole words; the first row of a phrase
wins. A line of phrases is a language.
"""

from __future__ import annotations

from typing import Final

from .marker_words import words

# Phrases that name a section only when they are the whole heading: in longer ones they say
# nothing ("The Testing Problem", "Release Notes for Users").
WHOLE_ONLY: Final = words(
    """
    next|questions|options|proposed|future|planned|usage|setup|testing|performance|metrics|references
    features|status|tags|provides|requires|affects|suggested|possible|summary|changes|delivered|notes
    notable|findings|problems|problem|challenges|blockers|insights|lessons|patterns|decision|traps
    pitfall|gotcha|conventions|todo|to do|commits|watch out|evidence|wins|alternatives|checklist
    recommendations|recommendation|threat|proposal|context|consequences|background|risks|preferences
    lesson learned|lesson|issues|warnings|outcome|to use
    causa|orsak|ursache|ursachen|probleme|problemas|problèmes|hinweise|notas|remarques|patrones|les
    padrões|mönster|kontext|konsequenzen|contexte|conséquences|contexto|consecuencias|consequências
    contesto|conseguenze|note|regeln|muster|risiken|règles|risques|reglas|riesgos|regras|riscos
    regole|rischi|schemi|modelli|lehren|lektionen|leçons|lecciones|lições|lezioni|erreurs|fehler
    errores|erros|errori|décision|decisión|decisão|decisione|entscheidung|alternativen|alternativas
    alternative|avisos|avertissements|warnungen|avvertenze|präferenzen
    cause|causes|causas|cause principali|problemi|choix|scelte|escolhas
    решение|причина|причины|контекст|последствия|альтернативы|правила|риски|ошибки|паттерны|шаблоны
    выводы|уроки|важно|заметки|примечания|проблемы|рішення|наслідки|альтернативи|ризики|помилки
    патерни|висновки|уроки|нотатки|примітки|проблеми|причини|тодо
    decyzja|kontekst|konsekwencje|alternatywy|zasady|ryzyka|błędy|wzorce|wnioski|lekcje|uwagi
    notatki|problemy|przyczyna|przyczyny
    问题|原因|模式|坑|决定|决策|注意点|备注|下一步|文件|参考|教训|经验|风险|规范|约定|规则|偏好|背景|上下文|后果|结果|影响
    问题与解决|注意|警告|總結|問題|決定|決策|備註|教訓|經驗|風險|規範|約定|規則|後果|結果|影響|提示
    メモ|経験|注意事項|課題|リスク|規約|ルール|コンテキスト|備考|補足
    문제|참고|원인|결정|교훈|위험|규칙|패턴|맥락|배경|결과|주의|메모|경고
    """
)
# A heading over one choice or one cause, as in a record of a decision or of an incident: the text
# below it is that, whatever its words.
CHOICE: Final = words(
    """
    root cause|ursache|grundursache|cause racine|causa raíz|causa raiz|causa principale|причина
    корневая причина|根本原因|原因|근본 원인|원인|przyczyna|orsak
    decision|decision outcome|the decision|entscheidung|décision|decisión|decisão|decisione
    решение|рішення|decyzja|决定|决策|決定|決策|결정|beslut|beslissing|rozhodnutí
    """
)
# Headings over what came up on the way: facts about tools and choices stand there too.
MET: Final = words(
    """
    issues encountered|problems encountered|challenges|deviations|deviations from plan
    auto-fixed issues|aufgetretene probleme|problèmes rencontrés|problemas encontrados
    problemi riscontrati|возникшие проблемы|виниклі проблеми|napotkane problemy
    遇到的问题|遇到的問題|発生した問題|발생한 문제
    """
)
# Headings over what was mended: most lines there say only what was done.
CURED: Final = words("fixes|bug fixes|bugfixes|hotfixes|fixes applied|fixes made")
SECTIONS: Final[tuple[tuple[str, float, bool, str], ...]] = (
    (
        "",
        0.0,
        True,
        """
        files modified|files created|files changed|file changes|modified files|key files
        task commits|commits|next steps|next phase|next step|next|todo|to do|follow-ups
        open questions|questions|options|alternatives|proposed|proposal|roadmap|future|planned
        usage|how to|quick start|setup|installation|testing|test results|test plan|verification
        performance|metrics|self-check|self check|known stubs|threat|references|touchpoints
        what's built|features|status|checklist|tech-stack|key-files|provides|requires|affects
        tags|files_modified|to run|to use|key question|recommendations|recommendation|suggested
        possible|user setup|readiness|acceptance|evidence|steps to reproduce|how to reproduce
        reproduction|what went right|what went well|wins|future improvements
        alternatives considered|considered alternatives|considered options|rejected alternatives
        alternatives rejected|rejected options|options considered|pros and cons of the options
        nächste schritte|offene fragen|verworfene alternativen|alternativen|betrachtete alternativen
        abgelehnte alternativen|geänderte dateien|was gut lief
        prochaines étapes|questions ouvertes|alternatives rejetées|alternatives envisagées
        alternatives écartées|fichiers modifiés|ce qui a bien fonctionné
        próximos pasos|preguntas abiertas|alternativas descartadas|alternativas rechazadas
        alternativas consideradas|alternativas|archivos modificados|lo que salió bien
        próximos passos|perguntas em aberto|alternativas rejeitadas|arquivos modificados
        o que deu certo|ficheiros modificados
        prossimi passi|domande aperte|alternative scartate|alternative considerate|alternative
        alternative rifiutate|file modificati|cosa è andato bene
        следующие шаги|файлы|открытые вопросы|отклонённые альтернативы|отклоненные альтернативы
        отвергнутые варианты|рассмотренные альтернативы|альтернативы|изменённые файлы
        измененные файлы|что прошло хорошо
        наступні кроки|відкриті питання|відхилені альтернативи|розглянуті альтернативи|альтернативи
        змінені файли|що пройшло добре
        następne kroki|kolejne kroki|otwarte pytania|odrzucone alternatywy|rozważane alternatywy
        alternatywy|zmienione pliki|co poszło dobrze
        下一步|文件|后续步骤|待办|待办事项|未解决的问题|修改的文件|备选方案|被否决的方案|放弃的方案|替代方案
        下一步計畫|後續步驟|待辦事項|修改的檔案|備選方案|被否決的方案|考慮過的方案|捨棄的方案
        次のステップ|今後の予定|未解決の問題|変更したファイル|変更ファイル|代替案|却下した案|却下された代替案
        検討した選択肢|検討した代替案|うまくいったこと
        다음 단계|미해결 질문|변경된 파일|수정된 파일|대안|기각된 대안|검토한 대안|잘된 점
        nästa steg
        """,
    ),
    (
        "decision",
        0.75,
        False,
        """
        decisions made|key decisions|key-decisions|decisions|decision log|design decisions|decision
        decisions and rationale|design choices|key choices|trade-offs|tradeoffs|decision outcome
        architecture decisions|technical decisions
        entscheidungen|entscheidung|getroffene entscheidungen|wichtige entscheidungen|beschlüsse
        designentscheidungen|architekturentscheidungen
        décisions|décision|décisions prises|décisions clés|choix techniques|choix de conception
        choix
        decisiones|decisión|decisiones tomadas|decisiones clave|decisiones de diseño
        decisões|decisão|decisões tomadas|decisões principais|decisões de design|escolhas
        decisioni|decisione|decisioni prese|decisioni chiave|scelte progettuali|scelte
        решения|принятые решения|решение|ключевые решения|архитектурные решения
        рішення|прийняті рішення|ключові рішення|архітектурні рішення
        decyzje|decyzja|podjęte decyzje|kluczowe decyzje|decyzje projektowe
        决策|决定|关键决策|设计决策|技术决策|已做决定|重要决定|关键决定|設計決策|關鍵決策|技術決策|決策|重要決定
        決定事項|決定|設計判断|主な決定|意思決定|技術的判断
        결정|결정 사항|결정사항|주요 결정|설계 결정
        beslut|arkitekturbeslut|rozhodnutí|beslissingen
        """,
    ),
    (
        "gotcha",
        0.75,
        False,
        """
        gotchas|gotcha|pitfalls|pitfall|caveats|landmines|learned the hard way|watch out|traps
        known limitations|footguns|things to know|things to watch|warnings|watch out for
        be careful with|watch-outs|known quirks|quirks|sharp edges|surprises|do not retry
        known constraints
        tried and failed|tried and rejected|already tried and|tried and does not work
        tried and doesn't work|foi tentado e não|tentado e não funcionou|intentado y no funcionó
        probado y no funciona|essayé sans succès|versucht und verworfen|erfolglos versucht
        provato e non funziona|пробовали и не|спробовано і не|próbowano i nie
        what didn't work|what did not work|dead ends|failed approaches|failed attempts
        approaches that failed|things that didn't work|didn't work
        stolperfallen|fallstricke|bekannte einschränkungen|warnungen|worauf zu achten ist
        was nicht funktioniert hat|was nicht funktionierte|gescheiterte ansätze|sackgassen
        ce qui n'a pas fonctionné|lo que no funcionó|o que não funcionou|cosa non ha funzionato
        что не сработало|що не спрацювало|co nie zadziałało
        失败的尝试|行不通的方法|失敗的嘗試|試したがダメだったこと|실패한 접근|실패한 시도
        pièges|pièges à éviter|mises en garde|limitations connues|points d'attention|avertissements
        trampas|advertencias|limitaciones conocidas|escollos|puntos de atención
        armadilhas|avisos|limitações conhecidas|pontos de atenção|pegadinhas
        insidie|trappole|avvertenze|limitazioni note|punti di attenzione
        подводные камни|грабли|известные ограничения|на что обратить внимание|предупреждения
        підводні камені|граблі|відомі обмеження|попередження
        pułapki|znane ograniczenia|ostrzeżenia|na co uważać
        注意事项|注意点|坑|踩坑记录|陷阱|已知限制|踩坑|注意事項|陷阱與限制|踩坑紀錄|已知限制與注意
        落とし穴|ハマりポイント|既知の制限|ハマったこと|注意すべき点
        주의사항|주의점|함정|알려진 제한|알려진 제약
        fallgropar
        """,
    ),
    (
        "learning",
        0.7,
        False,
        """
        lessons learned|lesson learned|lessons|learnings|key learnings|key insights|insights
        takeaways|key takeaways|discoveries|what we learned|what i learned|key findings
        erkenntnisse|lehren|gewonnene erkenntnisse|was wir gelernt haben|lektionen
        leçons|leçons apprises|enseignements|ce que nous avons appris|leçons tirées
        lecciones|lecciones aprendidas|aprendizajes|lo que aprendimos|hallazgos
        lições|lições aprendidas|aprendizados|o que aprendemos|descobertas
        lezioni|lezioni apprese|lezioni imparate|cosa abbiamo imparato|insegnamenti
        уроки|выводы|извлечённые уроки|извлеченные уроки|чему научились|что узнали|ключевые выводы
        висновки|здобуті уроки|чого навчилися|що дізналися
        wnioski|lekcje|wyciągnięte wnioski|czego się nauczyliśmy|zdobyta wiedza
        教训|经验教训|经验总结|经验|学到的|收获|心得|教訓|經驗教訓|經驗總結|學到的|收穫
        学んだこと|学び|得られた知見|気づき|得られた教訓|知見
        교훈|배운 점|배운점|얻은 교훈|학습 내용
        lärdomar|poučení
        """,
    ),
    (
        "learning",
        0.55,
        False,
        """
        notes|technical notes|implementation notes|important notes|notable|findings|deviations
        deviations from plan|auto-fixed issues
        hinweise|anmerkungen|notizen|remarques|notas|observações|note tecniche|osservazioni
        заметки|примечания|замечания|нотатки|примітки|зауваження|uwagi|notatki|spostrzeżenia
        备注|补充说明|備註|補充說明|メモ|補足|備考|참고|메모|anteckningar
        """,
    ),
    (
        "issue",
        0.65,
        False,
        """
        issues encountered|current issues|problems encountered|problems|issues found|known issues
        root cause|root causes|root cause analysis|bugs found|bugs fixed|issues fixed|challenges
        what went wrong|blockers|post-mortem|postmortem|issues|problem|contributing factors
        contributing causes|causes found|causes identified|failure modes|what broke|known bugs
        known problems|known issue|blockers resolved|resolved blockers
        beitragende faktoren|facteurs contributifs|factores contribuyentes|fatores contribuintes
        fattori contributivi|сопутствующие факторы|促成因素|寄与要因|기여 요인
        probleme|ursache|ursachen|aufgetretene probleme|bekannte probleme|ursachenanalyse
        was schief lief|fehlerursache
        problèmes|problèmes rencontrés|problèmes connus|cause racine|causes|ce qui a mal tourné
        problemas|problemas encontrados|problemas conocidos|causa|causa raíz|lo que salió mal
        problemas conhecidos|causa raiz|o que deu errado
        problemi|problemi riscontrati|problemi noti|causa principale|cosa è andato storto
        проблемы|причина|причины|возникшие проблемы|известные проблемы|корневая причина
        что пошло не так
        проблеми|виниклі проблеми|відомі проблеми|причини|що пішло не так
        problemy|napotkane problemy|znane problemy|przyczyna|przyczyny|co poszło nie tak
        问题|遇到的问题|根本原因|原因|原因分析|已知问题|根因分析|問題|遇到的問題|已知問題
        問題点|発生した問題|既知の問題|うまくいかなかったこと
        문제|발생한 문제|알려진 문제|근본 원인|원인
        orsak|problémy
        """,
    ),
    (
        "issue",
        0.55,
        False,
        """
        fixes|bug fixes|bugfixes|hotfixes|fixes applied|fixes made
        """,
    ),
    (
        "pattern",
        0.7,
        False,
        """
        patterns established|patterns-established|established patterns|patterns|patterns_established
        muster|etablierte muster|entwurfsmuster|motifs établis|modèles établis|patrones
        patrones establecidos|padrões|padrões estabelecidos|schemi|schemi stabiliti|modelli
        паттерны|шаблоны|установленные паттерны|патерни|усталені патерни|wzorce|ustalone wzorce
        模式|设计模式|既定模式|設計模式|パターン|確立したパターン|패턴|확립된 패턴|mönster
        """,
    ),
    (
        "convention",
        0.65,
        False,
        """
        conventions|coding conventions|project conventions|ground rules|code style|coding style
        code conventions|coding standards|code standards|hard rules|house rules|golden rules
        working agreements|invariants|non-negotiables|style rules|project rules|naming conventions
        code-stil|codestil|stil de codage|style de code|estilo de código|stile del codice
        стиль кода|стиль коду|styl kodu|代码风格|程式碼風格|編碼風格|コードスタイル|코드 스타일
        konventionen|regeln|projektregeln|conventions de code|règles|convenciones|reglas
        convenções|regras|convenzioni|regole|соглашения|правила|конвенции|угоди|домовленості
        конвенції|konwencje|zasady|约定|规范|规则|约定与规范|代码规范|編碼規範|規範|約定|規則
        規約|ルール|コーディング規約|규칙|컨벤션|규약|konventioner
        """,
    ),
    (
        "preference",
        0.65,
        False,
        """
        preferences|user preferences|team preferences|working with the user|working with me
        communication style|user's preferences|präferenzen|préférences|preferencias
        preferências|preferenze|предпочтения|уподобання|preferencje|偏好|用户偏好|使用者偏好|好み
        ユーザーの好み|선호 사항
        """,
    ),
    (
        "risk",
        0.6,
        False,
        """
        risks|known risks|security risks|risiken|risques|riesgos|riscos|rischi|риски|ризики|ryzyka
        风险|已知风险|風險|已知風險|リスク|既知のリスク|위험|리스크
        """,
    ),
    (
        "",
        0.0,
        False,
        """
        accomplishments|what was done|summary|changes|what changed|delivered
        context|background|consequences|outcome
        kontext|hintergrund|konsequenzen|auswirkungen|contexte|conséquences|contexto|consecuencias
        consequências|contesto|conseguenze|контекст|последствия|наслідки|kontekst|konsekwencje
        背景|上下文|后果|结果|影响|後果|結果|影響|コンテキスト|맥락|배경|결과
        """,
    ),
)
