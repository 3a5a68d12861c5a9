"""Random memories in many scripts, the same for the same seed."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Final

from memory_md.base.identity import entry_id
from memory_md.memory.model.entry import KINDS, Entry
from memory_md.memory.model.relationship import RELATIONSHIP_TYPES, Relationship

_WORDS: Final = {
    "english": """the cache is filled at start-up so first request after deployment slow tests run
        before every commit because server refuses warnings tokens expire migrations must be
        reversible feature flags are read once worker restart queue retries twice on timeout never
        write logs contain no secrets use prepared statements release branch rollback nightly""",
    "german": """die Prüfung läuft vor jeder Übergabe weil der Server Änderungen ablehnt
        Zwischenspeicher wird beim Start gefüllt deshalb ist erste Anfrage langsam
        Umgebungsvariablen überschreiben Einstellungen Zeitstempel Datenbankänderungen müssen
        rückgängig gemacht werden können Schlüssel verfällt täglich Warteschlange nicht""",
    "french": """les tests sont lancés avant chaque livraison parce que le serveur refuse toute
        modification le cache est rempli au démarrage donc la première requête reste lente
        variables d'environnement priment réglages horodatages base données réversible jamais""",
    "turkish": """her değişiklikten önce testler çalıştırılmalı yoksa sunucu reddeder önbellek
        başlangıçta doldurulur ilk istek yavaştır ortam değişkenleri yapılandırma dosyasındaki
        değerleri geçersiz kılar veritabanı geri alınabilir olmalıdır zaman damgaları""",
    "russian": """перед каждым изменением нужно запускать проверки иначе сервер его отклонит кэш
        заполняется при запуске поэтому первый запрос медленный переменные окружения важнее
        значений из файла настроек время хранится всегда очередь повторяет попытку дважды""",
    "ukrainian": """перед кожною зміною слід запускати перевірки інакше сервер її відхилить кеш
        заповнюється під час запуску тому перший запит повільний змінні середовища важливіші
        за значення з файлу налаштувань""",
    "chinese": """每次修改之前 必须运行测试 否则服务器会拒绝 缓存在启动时填充 第一次请求比较慢
        环境变量优先 配置文件中的值 数据库的修改 必须可以回滚 时间戳始终 以世界协调时间保存
        队列会重试两次 日志里 不写密钥""",
    "japanese": """変更の前に テストを実行する サーバーが拒否する キャッシュは起動時に作られる
        最初のリクエストは遅い 環境変数が優先される データベースの変更は 元に戻せる 時刻は
        協定世界時で保存する 再試行は二回まで""",
    "korean": """변경하기 전에 테스트를 실행해야 한다 서버가 거부한다 캐시는 시작할 때 채워지므로
        첫 요청이 느리다 환경 변수는 설정 파일보다 우선한다 데이터베이스 변경은 되돌릴 수 있어야""",
    "arabic": """يجب تشغيل الاختبارات قبل كل تغيير وإلا رفضه الخادم تملأ الذاكرة المؤقتة عند البدء
        متغيرات البيئة لها الأولوية على ملف الإعدادات تحفظ الأوقات دائما بالتوقيت العالمي""",
    "hindi": """हर बदलाव से पहले जाँच चलानी चाहिए नहीं तो सर्वर उसे अस्वीकार कर देगा कैश शुरुआत में
        भरा जाता है इसलिए पहला अनुरोध धीमा होता है समय हमेशा विश्व समय में रखा जाता है""",
    "code": """`parse_row(line, *, strict=True)` `await client.get(url)` `if err != nil` raises
        `ValueError` `useEffect(() => {}, [])` `Map<String, Vec<u8>>` `SELECT id FROM users`
        `os.environ["HOME"]` returns `None` `--no-verify` `HTTPServerError` `x86_64-linux-gnu`
        `{"retries": 3}` `k8s.io/api` `git rebase -i HEAD~3` `sha256:9f86d081` v2.31.4 #4821""",
    "paths": """src/auth/jwt.ts packages/server/lib/rate_limit.py .github/workflows/release.yml
        docs/decisions/0007-use-postgres.md internal/storage/sqlite/migrate.go
        tests/fixtures/große_datei.json web/src/components/LoginForm.test.tsx
        C:\\\\build\\\\out\\\\main.obj config/база.yaml app/メモ.md Cargo.toml""",
}
SCRIPTS: Final = tuple(_WORDS)
_SPACELESS: Final = frozenset(("chinese", "japanese"))
_LAST_DAY: Final = date(2026, 2, 1)


def random_memory(seed: int) -> tuple[list[Entry], list[Relationship]]:
    """10 to 150 entries and 0 to 30 edges, of one script or of several; texts of 1 to 60 words."""
    chance = random.Random(seed)
    scripts = [SCRIPTS[seed % len(SCRIPTS)]]
    if chance.random() < 0.4:
        scripts += chance.sample(SCRIPTS, 3)
    longest = chance.choice((6, 15, 60))
    kinds = sorted(KINDS)
    entries = []
    for _ in range(chance.randint(10, 150)):
        kind = chance.choice(kinds)
        text = _sentence(chance, chance.choice(scripts), longest)
        day = _LAST_DAY - timedelta(days=chance.randrange(300))
        entries.append(
            Entry(
                entry_id(kind, text),
                kind,
                text,
                qualifier=chance.choice(("", "", "high", "Security", "Daten & Zugriff")),
                date=day,
                last=day,
                confidence=chance.choice((0.4, 0.5, 0.59, 0.8, 1.0)),
                seen=chance.randint(1, 5),
                pinned=chance.random() < 0.03,
            )
        )
    edges = [
        Relationship(
            chance.choice(RELATIONSHIP_TYPES),
            chance.choice(_WORDS["paths"].split()),
            _sentence(chance, chance.choice(scripts), 12),
            _sentence(chance, chance.choice(scripts), 8),
        )
        for _ in range(chance.randint(0, 30))
    ]
    return entries, edges


def _sentence(chance: random.Random, script: str, longest: int) -> str:
    words = chance.choices(_WORDS[script].split(), k=chance.randint(1, longest))
    between = "" if script in _SPACELESS else ", " if script == "paths" else " "
    return between.join(words) + chance.choice(("", ".", "!", " 🚀", " (see #12)", " — `a.py`"))
