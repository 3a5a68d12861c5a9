"""What is no secret stays; what is one goes."""

from __future__ import annotations

import time

import pytest

from memory_md.rules.redact import redact

# Put together here, so that no scanner takes this file for a leak.
MIX = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cF"
HEX = "0123456789abcdef0123456789abcdef01234567"

UNTOUCHED = {
    "plain": "The cache key is the tenant and the path.",
    "git-hash": f"Fixed in {HEX}",
    "short-hash": "see 1a2b3c4d",
    "uuid": "id 123e4567-e89b-12d3-a456-426614174000",
    "sha256": f"sha256:{HEX}{HEX[:24]}",
    "integrity": "integrity sha512-" + MIX * 2 + "==",
    "base64-data": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "your-key": "export API_KEY=your-api-key-goes-here-12345",
    "xxx": "api_key: xxxxxxxxxxxxxxxxxxxxxxxx",
    "variable": "password=$DB_PASSWORD",
    "braces": "TOKEN=${GITHUB_TOKEN}",
    "angle": "Authorization: Bearer <token>",
    "redacted": "password: REDACTED_SECRET",
    "stars": "password=********",
    "env-lookup": 'api_key = os.environ["API_KEY"]',
    "process-env": "apiKey: process.env.OPENAI_API_KEY",
    "type": "password: string",
    "prose": "The password: it is asked for once.",
    "token-count": "max_tokens=4096 and token: 17",
    "function": "token = create_access_token(user)",
    "named-secret": "secret: orders-by-region-2024-table",
    "url": "https://example.org/path?x=1",
    "url-user": "ssh://git@example.org/repo.git",
    "url-variable": "postgres://user:$PASSWORD@db/app",
    "sk-word": "the sk-learn-contrib-estimators package",
    "aws-sample": "AKIAIOSFODNN7EXAMPLE",
    "key-word": "key: value",
    "path": "private_key=/etc/ssl/private/server.key",
    "bearer-word": "Bearer authentication is required",
}


@pytest.mark.parametrize("text", UNTOUCHED.values(), ids=UNTOUCHED.keys())
def test_no_secret_is_touched(text: str) -> None:
    assert redact(text) == (text, ())


SECRETS = {
    "aws": ("AKIA" + "Q3ZT7WXYB2K4M6P8", "AWS key"),
    "google": ("AIza" + MIX + "Abc", "Google key"),
    "github": ("ghp_" + MIX + "abcd", "GitHub token"),
    "github-fine": ("github_pat_" + MIX, "GitHub token"),
    "gitlab": ("glpat-" + MIX[:20], "GitLab token"),
    "slack": ("xoxb-" + "123456789012-" + MIX, "Slack token"),
    "stripe": ("sk_live_" + MIX[:24], "Stripe key"),
    "anthropic": ("sk-ant-api03-" + MIX, "Anthropic key"),
    "openai": ("sk-proj-" + MIX, "OpenAI key"),
    "hugging-face": ("hf_" + MIX + "Ab", "Hugging Face token"),
    "npm": ("npm_" + MIX + "abcd", "npm token"),
    "pypi": ("pypi-" + MIX * 2, "PyPI token"),
    "jwt": ("eyJhbGciOiJI." + "eyJzdWIiOiIx." + MIX, "JWT"),
    "azure": ("AccountKey=" + MIX * 2 + "==", "Azure key"),
}


@pytest.mark.parametrize(("secret", "kind"), SECRETS.values(), ids=SECRETS.keys())
def test_a_known_shape_is_redacted(secret: str, kind: str) -> None:
    text, kinds = redact(f"The key {secret} was refused.")
    assert text == f"The key [redacted: {kind}] was refused."
    assert kinds == (kind,)


ASSIGNED = {
    "password": ("PASSWORD=Tr0ub4dor&3", "Tr0ub4dor&3"),
    "quoted": ('db_password: "c0rrect-Horse"', "c0rrect-Horse"),
    "api-key": (f"api_key = '{MIX}'", MIX),
    "json": (f'"client_secret": "{MIX}"', MIX),
    "url": ("postgres://app:s3cr3tPw@db.internal/app", "s3cr3tPw"),
    "bearer": (f"Authorization: Bearer {MIX}", MIX),
}


@pytest.mark.parametrize(("text", "secret"), ASSIGNED.values(), ids=ASSIGNED.keys())
def test_an_assigned_value_is_redacted(text: str, secret: str) -> None:
    clean, kinds = redact(text)
    assert secret not in clean
    assert "[redacted: " in clean
    assert len(kinds) == 1


def test_a_private_key_goes_whole() -> None:
    block = f"-----BEGIN RSA PRIVATE KEY-----\n{MIX}\n{MIX}\n-----END RSA PRIVATE KEY-----"
    assert redact(f"it was {block} there") == (
        "it was [redacted: private key] there",
        ("private key",),
    )


def test_redacting_twice_is_redacting_once() -> None:
    once, _ = redact("password=Tr0ub4dor&3 and " + SECRETS["github"][0])
    assert redact(once) == (once, ())


@pytest.mark.parametrize(
    "text",
    [
        "password=" * 100_000,
        "-----BEGIN PRIVATE KEY-----" * 30_000,
        "eyJ" + "a" * 1_000_000,
        "sk-a" * 200_000,
        "://a:" * 200_000,
        "A_" * 400_000,
        "key " + "-" * 1_000_000,
    ],
    ids=["assignments", "blocks", "jwt", "sk", "urls", "names", "dashes"],
)
def test_hostile_text_takes_linear_time(text: str) -> None:
    start = time.process_time()
    redact(text)
    assert time.process_time() - start < 8
