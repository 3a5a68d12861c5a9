"""Ordinary text stays; secrets go, in any language of the sentence around them.

Every secret is put together here, so that no file holds one whole.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_md.safety import secrets
from memory_md.safety.secrets import find_secrets, redact

ORDINARY = (Path(__file__).parent / "ordinary.txt").read_text("utf-8").splitlines()
MADE_UP = "Frueh" + "ling#77"
PLAIN = "qwer" + "ty123"
RANDOM = "7f3K" + "pQz81mNx2"
HEX = "a8f5f167f44f4964" + "e6c998dee827110c"


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "sentence",
    [
        "the password of the test server is {} for everybody.",
        "DB-Passwort: {}; danach die Migration starten.",
        "das Passwort lautet {} auf allen Testservern",
        "le mot de passe du serveur de test est {} pour tous",
        "la contraseña del servidor es {} para todos",
        "a senha do servidor de testes é {}",
        "la password del server è {}",
        "пароль от базы: {}, одинаковый для всех",
        "パスワードは {} です。",
        "パスワードは{}です。",
        "测试库的密码是 {}，用户是 qa",
        "密码是{}。",
        "테스트 서버 비밀번호는 {} 이다.",
        "hasło do serwera to {} dla wszystkich",
        "heslo je {}",
        "test sunucusunun şifresi {} ve herkes için aynı",
        "het wachtwoord is {}",
        "lösenordet är {}",
        "mật khẩu là {}",
        "סיסמה: {}",
        "كلمة المرور هي {}",
        "we changed the password to {}",
    ],
)
@pytest.mark.parametrize("secret", [MADE_UP, PLAIN])
def test_a_password_in_a_sentence_of_any_language_goes(sentence: str, secret: str) -> None:
    assert redact(sentence.format(secret)) == sentence.format("[REDACTED]")


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("password = {}!", PLAIN),
        ("db.password = '{}'", "correct" + "horsebattery"),
        ('{{"password": "{}"}}', MADE_UP),
        ("DB_PASSWORD={}", "kiwi_" + "lantern_42"),
        ('const apiKey = "{}";', RANDOM),
        ("API_KEY: '{}'", HEX),
        ("client_secret: {}", RANDOM + "Zz9"),
        ("mem login --token {}", RANDOM),
        ("<password>{}</password>", PLAIN),
        ("postgres://app:{}@db.example.com/app", PLAIN),
        ("redis://:{}@cache:6379/0", PLAIN),
        ("curl -u admin:{} https://example.com", PLAIN),
        ("Authorization: Bearer {}", RANDOM),
        ("X-Api-Key: {}", RANDOM),
        ("the API key for staging is {}", HEX),
        ("Der API-Schlüssel lautet {}", RANDOM),
        ("токен: {}", RANDOM),
        ("the PIN is {}", "47" + "11"),
        ("log in with admin / {} when testing", "Somm" + "er2024!"),
        ("the login is qa@example.org with {} as the password", "Somm" + "er2024!"),
        ("basic auth: user preview, pass {} in the browser", "kiwi-" + "lantern-42"),
    ],
)
def test_a_secret_beside_its_name_goes(line: str, secret: str) -> None:
    assert secret not in redact(line.format(secret))
    assert "[REDACTED]" in redact(line.format(secret))


BODY = "a1B2" * 30
SHAPED = [
    (prefix + "".join(c for c in BODY if re.fullmatch(f"[{chars}]", c))[:least].ljust(least, "3"))
    for _, least, chars, prefixes in secrets._table()["tokens"]
    for prefix in prefixes.split()
]


@pytest.mark.parametrize("token", SHAPED)
def test_a_token_of_a_provider_goes(token: str) -> None:
    assert redact(f"see {token} in the log") == "see [REDACTED] in the log"


@pytest.mark.parametrize(
    "token",
    [
        "AKIA" + "ABCD1234EFGH5678",
        "AIza" + ("Ab3-" * 9)[:35],
        "eyJ" + "hbGciOiJIUzI1NiJ9." + "eyJ" + "zdWIiOiIxIn0.abcDEF123456",
        "SG." + "a1B2" * 6 + "." + "c3D4" * 10,
        "dapi" + HEX,
        "SK" + HEX,
        "sk-" + "a1B2" * 12,
        "$2b$12$" + ("a1B2" * 14)[:53],
        "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7abc\nMIIEpAIBAAKCAQEA7abc",
        "https://hooks.slack.com/" + "services/T0123/B0123/" + "a1B2" * 6,
        "123456789:" + ("AAb3" * 9)[:35],
    ],
)
def test_another_shape_goes(token: str) -> None:
    assert redact(f"see {token} in the log") == "see [REDACTED] in the log"


def test_a_find_says_where() -> None:
    assert find_secrets(f"password: {MADE_UP} ghp_{'a1B2' * 9}") == [(10, 22), (23, 63)]


PARTS = st.sampled_from(
    [
        "password",
        " is ",
        "= ",
        ": ",
        MADE_UP,
        PLAIN,
        RANDOM,
        "пароль",
        "\n",
        ", ",
        "[REDACTED]",
        "İ",
    ]
)


@given(st.lists(PARTS, max_size=10).map("".join))
def test_twice_is_once(text: str) -> None:
    assert redact(redact(text)) == redact(text)


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        " ",
        "password",
        "= ",
        "://",
        "-----BEGIN PRIVATE " + "KEY-----",
        "key-",
        "eyJ",
        "[",
        "ghp_",
    ],
)
def test_a_megabyte_on_one_line_comes_back(unit: str) -> None:
    assert redact(unit * (1_000_000 // len(unit)))
