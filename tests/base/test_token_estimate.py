"""The estimate against what real tokenizers said, and the share of the window."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.settings import Context
from memory_md.base.token_estimate import estimate_tokens, token_budget

from ..rows import check_rows

# Text, and the more of its o200k_base and cl100k_base counts.
BLOCKS: list[tuple[str, str, int]] = [
    (
        "english",
        """\
- Run the linter before every commit, the build server refuses warnings
- The cache is filled at start-up, so the first request after a deployment is slow
- Tokens expire after fifteen minutes; the client asks for a new one on its own
- Migrations must be reversible because staging is rolled back every night
- Feature flags are read once, a change needs a restart of the worker
""",
        82,
    ),
    (
        "code",
        """\
- `def load(path: Path, *, strict: bool = True) -> dict[str, Any]:` raises on duplicate keys
- `for (const [key, value] of Object.entries(config)) { result[key] = value ?? null; }`
- `if err != nil { return fmt.Errorf("open %s: %w", name, err) }`
- `SELECT id, name FROM users WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 20;`
- `useEffect(() => { fetchItems(); }, [page, pageSize]);` runs twice in strict mode
""",
        124,
    ),
    (
        "paths",
        """\
- src/components/auth/LoginForm.test.tsx
- packages/server/lib/middleware/rate_limit.py
- .github/workflows/release.yml
- docs/decisions/0007-use-postgres.md
- internal/storage/sqlite/migrations/0012_add_index.sql
""",
        57,
    ),
    (
        "hashes",
        """\
- 3f2a9c1e77b04d5586aa0c9d1be4f60213579bdf
- 550e8400-e29b-41d4-a716-446655440000
- sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
- k3v9q2xa p0d7w1bz 1x8rr0ce m4c2y6ta zz10kk3d
- 1756512000 3.14159265 192.168.100.254 2026-02-02T18:30:00.000Z
""",
        172,
    ),
    (
        "german",
        """\
- Vor jeder Übergabe muss die Prüfung laufen, sonst lehnt der Server die Änderung ab
- Der Zwischenspeicher wird beim Start gefüllt, deshalb ist die erste Anfrage langsam
- Umgebungsvariablen überschreiben die Einstellungen aus der Konfigurationsdatei
- Datenbankänderungen müssen rückgängig gemacht werden können
- Zeitstempel werden immer in koordinierter Weltzeit gespeichert
""",
        107,
    ),
    (
        "finnish",
        """\
- Testit ajetaan ennen jokaista muutosta, muuten palvelin hylkää sen
- Välimuisti täytetään käynnistyksessä, joten ensimmäinen pyyntö on hidas
- Ympäristömuuttujat ohittavat asetustiedoston arvot
- Tietokantamuutosten täytyy olla peruutettavissa
- Aikaleimat tallennetaan aina koordinoituna yleisaikana
""",
        122,
    ),
    (
        "turkish",
        """\
- Her değişiklikten önce testler çalıştırılmalı, yoksa sunucu reddeder
- Önbellek başlangıçta doldurulur, bu yüzden ilk istek yavaştır
- Ortam değişkenleri yapılandırma dosyasındaki değerleri geçersiz kılar
- Veritabanı değişiklikleri geri alınabilir olmalıdır
- Zaman damgaları her zaman eşgüdümlü evrensel saatle saklanır
""",
        129,
    ),
    (
        "vietnamese",
        """\
- Phải chạy kiểm thử trước mỗi lần thay đổi, nếu không máy chủ sẽ từ chối
- Bộ nhớ đệm được nạp khi khởi động nên yêu cầu đầu tiên chậm
- Biến môi trường ghi đè giá trị trong tệp cấu hình
- Các thay đổi cơ sở dữ liệu phải có thể hoàn tác
- Dấu thời gian luôn được lưu theo giờ quốc tế
""",
        145,
    ),
    (
        "russian",
        """\
- Перед каждым изменением нужно запускать проверки, иначе сервер его отклонит
- Кэш заполняется при запуске, поэтому первый запрос медленный
- Переменные окружения важнее значений из файла настроек
- Изменения базы данных должны быть обратимыми
- Время всегда хранится по всемирному координированному времени
""",
        120,
    ),
    (
        "greek",
        """\
- Οι έλεγχοι τρέχουν πριν από κάθε αλλαγή, αλλιώς ο διακομιστής την απορρίπτει
- Η κρυφή μνήμη γεμίζει στην εκκίνηση, άρα το πρώτο αίτημα είναι αργό
- Οι μεταβλητές περιβάλλοντος υπερισχύουν του αρχείου ρυθμίσεων
- Οι αλλαγές της βάσης πρέπει να αναιρούνται
- Οι χρονοσφραγίδες αποθηκεύονται πάντα σε παγκόσμια ώρα
""",
        280,
    ),
    (
        "arabic",
        """\
- يجب تشغيل الاختبارات قبل كل تغيير وإلا رفضه الخادم
- تملأ الذاكرة المؤقتة عند البدء لذلك يكون الطلب الأول بطيئا
- متغيرات البيئة لها الأولوية على ملف الإعدادات
- يجب أن تكون تغييرات قاعدة البيانات قابلة للتراجع
- تحفظ الأوقات دائما بالتوقيت العالمي
""",
        180,
    ),
    (
        "persian",
        """\
- پیش از هر تغییر باید آزمون‌ها اجرا شوند وگرنه سرور آن را نمی‌پذیرد
- حافظه نهان هنگام شروع پر می‌شود پس نخستین درخواست کند است
- متغیرهای محیطی بر پرونده تنظیمات برتری دارند
- تغییرات پایگاه داده باید برگشت‌پذیر باشند
- زمان همیشه به وقت جهانی ذخیره می‌شود
""",
        186,
    ),
    (
        "hebrew",
        """\
- יש להריץ בדיקות לפני כל שינוי, אחרת השרת ידחה אותו
- המטמון מתמלא בהפעלה ולכן הבקשה הראשונה איטית
- משתני סביבה גוברים על קובץ ההגדרות
- שינויים במסד הנתונים חייבים להיות הפיכים
- חותמות זמן נשמרות תמיד בזמן עולמי
""",
        208,
    ),
    (
        "hindi",
        """\
- हर बदलाव से पहले जाँच चलानी चाहिए, नहीं तो सर्वर उसे अस्वीकार कर देगा
- कैश शुरुआत में भरा जाता है इसलिए पहला अनुरोध धीमा होता है
- पर्यावरण चर सेटिंग फ़ाइल के मानों पर हावी होते हैं
- डेटाबेस के बदलाव वापस लिए जा सकने चाहिए
- समय हमेशा विश्व समय में रखा जाता है
""",
        257,
    ),
    (
        "thai",
        """\
- ต้องรันการทดสอบก่อนการเปลี่ยนแปลงทุกครั้ง มิฉะนั้นเซิร์ฟเวอร์จะปฏิเสธ
- แคชถูกเติมตอนเริ่มทำงาน คำขอแรกจึงช้า
- ตัวแปรสภาพแวดล้อมมีผลเหนือไฟล์ตั้งค่า
- การเปลี่ยนแปลงฐานข้อมูลต้องย้อนกลับได้
- เวลาถูกเก็บเป็นเวลาสากลเสมอ
""",
        210,
    ),
    (
        "chinese",
        """\
- 每次修改之前必须运行测试,否则服务器会拒绝
- 缓存在启动时填充,所以第一次请求比较慢
- 环境变量优先于配置文件中的值
- 数据库的修改必须可以回滚
- 时间戳始终以世界协调时间保存
""",
        95,
    ),
    (
        "chinese_traditional",
        """\
- 每次修改之前必須執行測試,否則伺服器會拒絕
- 快取在啟動時填充,所以第一次請求比較慢
- 環境變數優先於設定檔中的值
- 資料庫的修改必須可以還原
- 時間戳記一律以世界協調時間儲存
""",
        130,
    ),
    (
        "japanese",
        """\
- 変更の前に必ずテストを実行すること。そうしないとサーバーが拒否する
- キャッシュは起動時に作られるため、最初のリクエストは遅い
- 環境変数は設定ファイルの値より優先される
- データベースの変更は元に戻せなければならない
- 時刻は常に協定世界時で保存する
""",
        142,
    ),
    (
        "korean",
        """\
- 변경하기 전에 반드시 테스트를 실행해야 하며 그렇지 않으면 서버가 거부한다
- 캐시는 시작할 때 채워지므로 첫 요청이 느리다
- 환경 변수는 설정 파일의 값보다 우선한다
- 데이터베이스 변경은 되돌릴 수 있어야 한다
- 시각은 항상 협정 세계시로 저장한다
""",
        120,
    ),
    (
        "emoji",
        """\
- 🚀 ship it ✅ done ⚠️ careful 🧪 tests 🔒 locked
- 👩‍💻 reviews 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 🇯🇵 👍🏽
- → ← ⇒ ≤ ≥ ≠ ∑ √ │ ├── └── ━━━
- 1️⃣ first 2️⃣ second 😀😃😄😁
- “quoted” — dashed – … « guillemets »
""",
        132,
    ),
    (
        "mixed",
        """\
- `src/кэш/файл.py` lädt 設定 aus config.yaml 🚀
- The поле `user_id` is required, 必須項目
- Naïve café résumé: façade → `façade.ts`
- Ошибка: ValueError in parse_row(), строка 42
- 서버 restart 후 check `GET /healthz` → 200
""",
        93,
    ),
    (
        "spaces",
        """\
- `src/кэш/файл.py` lädt 設定 aus config.yaml 🚀
- The поле `user_id` is required, 必須項目
- Naïve café résumé: façade → `façade.ts`
- Ошибка: ValueError in parse_row(), строка 42
- 서버 restart 후 check `GET /healthz` → 200
""",
        26,
    ),
]


@check_rows(("text", "real"), [row[1:] for row in BLOCKS], ids=[r[0] for r in BLOCKS])
def test_a_block_is_not_undercounted(text: str, real: int) -> None:
    assert estimate_tokens(text) >= real


# The estimate knows no words, only pairs of letters: a language that its vocabulary knows better
# than others of its script is overcounted by up to a third.
CLOSE = {
    "english": 1.25, "code": 1.25, "paths": 1.2, "german": 1.3, "finnish": 1.2, "turkish": 1.25,
    "vietnamese": 1.25, "russian": 1.3, "greek": 1.2, "arabic": 1.25, "persian": 1.2, "hebrew": 1.2,
    "chinese": 1.4, "chinese_traditional": 1.25, "japanese": 1.2, "korean": 1.2,
}  # fmt: skip


@check_rows("name", CLOSE)
def test_common_languages_and_code_are_counted_closely(name: str) -> None:
    text, real = next(row[1:] for row in BLOCKS if row[0] == name)
    assert estimate_tokens(text) <= CLOSE[name] * real


def test_no_text_is_no_tokens() -> None:
    assert estimate_tokens("") == 0


@given(st.text(max_size=60))
def test_any_text_counts_and_more_text_than_nothing(text: str) -> None:
    assert (estimate_tokens(text) > 0) == bool(text)
    assert estimate_tokens(text) <= 10 + 8 * len(text)


@check_rows(
    ("window", "used", "expected"),
    [
        (None, 0, 500),
        (None, 9_000, 500),
        (200_000, 0, 500),
        (8_000, 5_800, 300),
        (3_000, 400, 400),
        (3_000, 399, 400),
        (1_000, 5_000, 150),
        (0, 0, 150),
        (-1, 0, 150),
        (1_000, 0, 150),
        (1_600, 0, 150),
        (1_603, 0, 150),
        (1_604, 0, 151),
        (2_999, 0, 499),
        (3_000, 0, 500),
        (3_003, 0, 500),
        (200_000, 198_396, 151),
        (200_000, 199_000, 150),
        (200_000, 250_000, 150),
        (200_000, 10**30, 150),
        (10**30, 0, 500),
        (10**30, 10**30, 150),
    ],
)
def test_the_budget_is_a_share_of_the_free_window(
    window: int | None, used: int, expected: int
) -> None:
    assert token_budget(settings=Context(), window=window, used=used) == expected
