"""The estimate against what two tokenizers counted, in 33 scripts and kinds of text."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.base.tokens import estimate_tokens

# What it is, the text, and its tokens in o200k_base and in cl100k_base.
COUNTED = [
    (
        "English",
        "The cache is filled at start-up, so the first request after a deployment is slow",
        17,
        17,
    ),
    ("English rule", "Always run `make lint` before committing", 8, 8),
    (
        "code",
        "`def load(path: Path, *, strict: bool = True) -> dict[str, Any]:` fails on other keys",
        25,
        25,
    ),
    (
        "SQL",
        "`SELECT id, name FROM users WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT 20;`",
        22,
        22,
    ),
    (
        "paths",
        "packages/server/lib/middleware/rate_limit.py, src/components/auth/LoginForm.test.tsx",
        18,
        18,
    ),
    (
        "hashes",
        "3f2a9c1e77b04d5586aa0c9d1be4f60213579bdf, 550e8400-e29b-41d4-a716-446655440000",
        48,
        48,
    ),
    (
        "German",
        "Umgebungsvariablen überschreiben die Einstellungen aus der Konfigurationsdatei",
        17,
        21,
    ),
    ("Finnish", "Testit ajetaan ennen jokaista muutosta, muuten palvelin hylkää sen", 19, 24),
    ("Turkish", "Her değişiklikten önce testler çalıştırılmalı, yoksa sunucu reddeder", 18, 25),
    (
        "Vietnamese",
        "Phải chạy kiểm thử trước mỗi lần thay đổi, nếu không máy chủ sẽ từ chối",
        19,
        34,
    ),
    (
        "Cyrillic, Russian",
        "Перед каждым изменением нужно запускать проверки, иначе сервер его отклонит",
        15,
        27,
    ),
    (
        "Cyrillic, Kazakh",
        "Әр өзгерістен бұрын тесттерді іске қосу керек, әйтпесе сервер оны қабылдамайды",
        23,
        55,
    ),
    (
        "Greek",
        "Οι έλεγχοι τρέχουν πριν από κάθε αλλαγή, αλλιώς ο διακομιστής την απορρίπτει",
        29,
        68,
    ),
    ("Armenian", "Յուրաքանչյուր փոփոխությունից առաջ գործարկեք թեստերը", 12, 98),
    ("Georgian", "ყოველი ცვლილების წინ გაუშვით ტესტები", 12, 68),
    ("Hebrew", "יש להריץ בדיקות לפני כל שינוי, אחרת השרת ידחה אותו", 15, 44),
    ("Arabic", "يجب تشغيل الاختبارات قبل كل تغيير وإلا رفضه الخادم", 14, 34),
    (
        "Arabic, Persian",
        "پیش از هر تغییر باید آزمون\u200cها اجرا شوند وگرنه سرور آن را نمی\u200cپذیرد",
        24,
        52,
    ),
    ("Devanagari", "हर बदलाव से पहले जाँच चलानी चाहिए, नहीं तो सर्वर उसे अस्वीकार कर देगा", 20, 67),
    ("Bengali", "প্রতিটি পরিবর্তনের আগে পরীক্ষা চালাতে হবে", 10, 47),
    ("Gurmukhi", "ਹਰ ਤਬਦੀਲੀ ਤੋਂ ਪਹਿਲਾਂ ਟੈਸਟ ਚਲਾਓ", 16, 50),
    ("Gujarati", "દરેક ફેરફાર પહેલાં પરીક્ષણો ચલાવો", 11, 58),
    ("Oriya", "ପ୍ରତ୍ୟେକ ପରିବର୍ତ୍ତନ ପୂର୍ବରୁ ପରୀକ୍ଷା ଚଲାନ୍ତୁ", 41, 117),
    ("Tamil", "ஒவ்வொரு மாற்றத்திற்கும் முன் சோதனைகளை இயக்கவும்", 15, 67),
    ("Telugu", "ప్రతి మార్పుకు ముందు పరీక్షలు నడపండి", 12, 64),
    ("Kannada", "ಪ್ರತಿ ಬದಲಾವಣೆಯ ಮೊದಲು ಪರೀಕ್ಷೆಗಳನ್ನು ನಡೆಸಿ", 13, 72),
    ("Malayalam", "ഓരോ മാറ്റത്തിനും മുമ്പ് പരിശോധനകൾ നടത്തുക", 11, 69),
    ("Sinhala", "සෑම වෙනසකටම පෙර පරීක්ෂණ ධාවනය කරන්න", 19, 64),
    ("Thai", "ต้องรันการทดสอบก่อนการเปลี่ยนแปลงทุกครั้ง", 17, 34),
    ("Lao", "ຕ້ອງທົດສອບກ່ອນການປ່ຽນແປງທຸກຄັ້ງ", 58, 67),
    ("Tibetan", "བསྒྱུར་བཅོས་མ་བྱས་གོང་ཚོད་ལྟ་བྱེད་དགོས།", 58, 83),
    ("Myanmar", "ပြောင်းလဲမှုတိုင်းမတိုင်မီ စမ်းသပ်မှုများကို လုပ်ဆောင်ပါ", 24, 110),
    ("Khmer", "ត្រូវដំណើរការការធ្វើតេស្តមុនការផ្លាស់ប្តូរនីមួយៗ", 29, 78),
    ("Ethiopic", "ከእያንዳንዱ ለውጥ በፊት ሙከራዎችን ያሂዱ", 48, 66),
    ("Han, simplified", "每次修改之前必须运行测试,否则服务器会拒绝", 13, 20),
    ("Han, traditional", "每次修改之前必須執行測試,否則伺服器會拒絕", 22, 29),
    ("Kana", "キャッシュは起動時に作られるため、最初のリクエストは遅い", 23, 28),
    ("Hangul", "변경하기 전에 반드시 테스트를 실행해야 하며 그렇지 않으면 서버가 거부한다", 20, 32),
    ("emoji", "🚀 ship it ✅ done ⚠️ careful 🧪 tests 🔒 locked 👩\u200d💻 reviews 🇩🇪 👍🏽", 30, 38),
    ("signs", "→ ← ⇒ ≤ ≥ ≠ ∑ √ │ ├── └── ━━━ “quoted” — dashed – … « guillemets »", 32, 31),
    ("mixed", "Ошибка: ValueError in parse_row(), 설정 `src/кэш/файл.py` lädt 設定 🚀", 25, 29),
]


@pytest.mark.parametrize(("text", "o200k", "cl100k"), [row[1:] for row in COUNTED])
def test_no_text_is_undercounted(text: str, o200k: int, cl100k: int) -> None:
    assert estimate_tokens(text) >= max(o200k, cl100k)


def test_the_median_is_at_most_a_third_above_the_count() -> None:
    ratios = [estimate_tokens(text) / max(counts) for _, text, *counts in COUNTED]
    assert statistics.median(ratios) <= 1.35
    assert max(ratios) < 2


def test_a_page_of_english_is_counted_closely() -> None:
    line = "- The cache is filled at start-up, so the first request after a deployment is slow\n"
    exact = 380
    assert exact <= estimate_tokens(line * 20) <= 1.25 * exact


def test_no_text_is_no_tokens() -> None:
    assert estimate_tokens("") == 0


@given(st.text(max_size=60))
def test_any_text_has_tokens_and_not_many_more_than_bytes(text: str) -> None:
    assert (estimate_tokens(text) > 0) == bool(text)
    assert estimate_tokens(text) <= 4 + 5 * len(text)


@given(st.text(max_size=40), st.text(max_size=40))
def test_more_text_is_hardly_fewer_tokens(one: str, two: str) -> None:
    assert estimate_tokens(one + "\n" + two) >= 0.5 * estimate_tokens(one)


@pytest.mark.parametrize("text", [" " * 10**6, "a" * 10**6, "A" * 10**6, "\n" * 10**6, "[" * 10**6])
def test_a_million_of_one_character_is_counted(text: str) -> None:
    assert estimate_tokens(text) > 10_000
