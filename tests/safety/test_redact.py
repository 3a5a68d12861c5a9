"""What is no secret stays; what is one goes.

Secrets are put together here from parts, so that no scanner takes this file for a leak.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory_md.safety.secrets.redact import redact

from ..rows import check_rows

MIX = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cF"
HEX = "0f1e2d3c4b5a69788796a5b4c3d2e1f00123456789abcdef0123456789abcdef"
UP = "Q3ZT7WXYB2K4M6P8R5V9"
UUID = "123e4567-e89b-42d3-a456-426614174000"
PEM = "PRIVATE " + "KEY-----"
PGP = "-----{} PGP PRIVATE " + "KEY BLOCK-----"
BODY = "MIIEpAIBAAKCAQEA" + MIX + "\n" + MIX * 2 + "\n" + MIX[:20] + "=="

SERVICE_ACCOUNT = (
    f'{{"type": "service_account", "private_key": "-----BEGIN {PEM}\\n{MIX}\\n{MIX}\\n'
    f'-----END {PEM}\\n", "client_email": "a@b.iam.gserviceaccount.com"}}'
)

UNTOUCHED = {
    "test-name": "run my_test_OAuth2CallbackHandler, then the_dev_Server2RestartsItself",
    "plain": "The cache key is the tenant and the path.",
    "git-hash": f"Fixed in {HEX[:40]}",
    "short-hash": "see 1a2b3c4d and 0f1e2d3",
    "hash-range": f"git diff {HEX[:12]}..{HEX[12:24]}",
    "uuid": f"id {UUID}",
    "session-uuid": f"session={UUID} and session_id: {UUID}",
    "sha256": f"sha256:{HEX}",
    "md5": f"md5 {HEX[:32]}  dist.tar.gz",
    "checksum-line": f"{HEX}  release-1.2.3.zip",
    "integrity": "integrity sha512-" + MIX * 2 + "==",
    "lock-line": f'"integrity": "sha512-{MIX}{MIX}/{MIX[:10]}=="',
    "pip-hash": f"--hash=sha256:{HEX}",
    "image-digest": f"image: ghcr.io/acme/app@sha256:{HEX}",
    "base64-data": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "png-header": "The fixture starts with iVBORw0KGgoAAAANSUhEUgAA and ends early",
    "base64-test": "assert decode('SGVsbG8gd29ybGQhIFRoaXMgaXMgYSB0ZXN0Lg==') == greeting",
    "version": "pinned to typer 0.26.1 and node v20.11.1-alpine3.19",
    "colour": "the accent is #1a2b3c, not #FF5733FF",
    "hex-constant": "magic 0xDEADBEEFCAFEBABE0123456789ABCDEF in the header",
    "phone": "call +49 30 1234567890 or 555-0100-2000",
    "dates": "2026-02-02T12:00:00.000Z until 20260305T101500",
    "hashed-file": "dist/assets/index-3f2a9c1b.js and main.8d5f2e1a9c3b4d6e.chunk.css",
    "type-python": "password: str",
    "camel-case": "password: passwordHash or password: getURLFromDB",
    "type-optional": "password: Optional[str] = None, token: SecretStr",
    "type-typescript": "apiKey: string; password?: string",
    "variable": "PASSWORD=$DB_PASSWORD",
    "variable-braces": "TOKEN=${GITHUB_TOKEN}",
    "variable-default": 'export API_KEY="${API_KEY:-}"',
    "actions": "GH_TOKEN: ${{ secrets.GITHUB_TOKEN }}",
    "environ": 'api_key = os.environ["API_KEY"]',
    "getenv": "password=os.getenv('DB_PASSWORD2')",
    "process-env": "apiKey: process.env.OPENAI_API_KEY",
    "terraform-variable": "password = var.db_password_v2",
    "attribute": "token = self.settings.access_token2",
    "angle": "Authorization: Bearer <your-token>",
    "angle-password": "password: <password>",
    "dots": "OPENAI_API_KEY=sk-...",
    "dots-github": "set GITHUB_TOKEN=ghp_... first",
    "xxx": "api_key: xxxxxxxxxxxxxxxxxxxxxxxx",
    "shaped-xxx": "ghp_" + "x" * 36,
    "shaped-zeros": "AKIA" + "0" * 16,
    "stars": "password=********",
    "changeme": "PASSWORD=changeme is the default of the compose file",
    "your-key": "export API_KEY=your-api-key-goes-here-12345",
    "redacted": "password: REDACTED_SECRET",
    "redacted-by-us": "password=[redacted: password] and [redacted: GitHub token]",
    "none": "api_key=None, token=null, secret: undefined",
    "call": "token = create_access_token(user) or getToken()",
    "prose-bucket": "The limiter is a token bucket with 100 tokens: it refills each second",
    "prose-sauce": "The secret sauce: cache the parsed tree",
    "passwordless": "passwordless login needs WebAuthn2",
    "prose-password": "The password: it is asked for once.",
    "password-set": "Set the password to whatever the vault says, update password to bcrypt hashes",
    "password-reset": "reset the password to required, changed my password to <password>",
    "password-set-variable": "set password to $DB_PASSWORD2, then set the pwd to /srv/app2/data",
    "password-hashed": "The password is hashed with bcrypt before it is stored",
    "password-for": "The password for staging: ask Anna, or see the vault2",
    "password-for-rule": "Password for users: at least 12 characters, never the login",
    "password-in-address": "password in the URL: postgres://u@h/db1",
    "password-algorithm": "The password is sha256 and the token is base64",
    "password-rule": "password: 12-character minimum, 8-64 allowed",
    "password-span": "The password is `required` and the token is `sessionToken`",
    "token-count": "max_tokens=4096 and token: 17",
    "token-kind": "token_type=bearer, token = NEXT_TOKEN_2",
    "named-secret": "secret: orders-by-region-2024-table",
    "secret-name": "secretName: postgres-credentials-v2, imagePullSecrets: regcred2",
    "url": "https://example.org/path?x=1",
    "url-port": "http://localhost:3000/@scope/pkg and http://127.0.0.1:8080",
    "url-user": "ssh://git@example.org/repo.git",
    "url-variable": "postgres://user:$PASSWORD@db/app",
    "url-template": "postgres://<user>:<password>@host/db, redis://:${PW}@cache",
    "url-user-pass": "postgres://user:pass@localhost/db",
    "url-local-default": "postgres://postgres:postgres@localhost:5432/app",
    "scp-path": "git@github.com:acme/app.git",
    "email": "mail ada.lovelace2@example.org about token handling",
    "user-pass": "pass it as user:pass, or -u user:password",
    "curl-placeholder": "curl -u $USER:$PASS https://example.org",
    "docker-user": "docker run -u 1000:1000 -p 8080:80 postgres:16",
    "bearer-word": "Bearer authentication is required",
    "camel-case-names": "token = nextPageURL, password=dbPasswordXML, apiKey: 'stripeAPIKeyID'",
    "basic-word": "Authorization: Basic authentication is off; Authorization: Bearer tokens",
    "public-key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + MIX + " ada@host",
    "public-pem": f"-----BEGIN PUBLIC KEY-----\n{BODY}\n-----END PUBLIC KEY-----",
    "certificate": f"-----BEGIN CERTIFICATE-----\n{BODY}\n-----END CERTIFICATE-----",
    "pem-mention": f"It stands between `-----BEGIN RSA {PEM}` and `-----END RSA {PEM}`.",
    "pem-mention-alone": f"A file that opens with -----BEGIN {PEM} must be mode 600",
    "mem-comment": "- [2026-02-02] Fact <!-- mem:k3v9q2xa conf=0.8 from=260202-1a2b3c4d -->",
    "pod": "pod api-7d9f8b6c5-x2x9z was evicted from ip-10-0-12-34.ec2.internal",
    "trailer": f"Change-Id: I{HEX[:40]}\nReviewed-by: Ada <ada@example.org>",
    "stripe-publishable": "pk_live_" + MIX[:24],
    "card": "the test card 4242 4242 4242 4242 or 4000002500003155",
    "arn": "arn:aws:iam::123456789012:role/deploy-2 and AROA" + UP[:16],
    "sk-word": "the sk-learn-contrib-estimators package",
    "sk-hyphens": "task-2024-sk-report-of-the-quarter-2024-01",
    "key-word": "key: value",
    "path": "private_key=/etc/ssl/private/server2.key",
    "file": "the token is in config/token2.json; password_file=secrets2.yaml",
    "hint": "hf_hub_download and npm_config_registry and gsk_client",
    "s-dot": "this.props.someLongPropertyNameThatGoesOn2",
    "java-package": "io.micrometer.core.instrument.MeterRegistry2",
    "jwt-word": "the JWT header begins with eyJ",
    "css": "padding: 0; --token-color-primary-500: #1a2b3c",
    "camel": "accessToken: generateAccessTokenForUserSession",
    "message": '"password": "must hold 8 characters"',
    "cast": "'password' => 'hashed'",
    "cookie-attributes": "Set-Cookie: theme=dark; Path=/; SameSite=Lax; session=deleted",
    "pr": "token refresh: see acme/app#1234 and CVE-2024-12345",
}
assert len(UNTOUCHED) >= 60


@check_rows("text", UNTOUCHED.values(), ids=UNTOUCHED.keys())
def test_no_secret_is_touched(text: str) -> None:
    assert redact(text) == (text, ())


SHAPED = {
    "aws": ("AKIA" + UP[:16], "AWS key"),
    "aws-session": ("ASIA" + UP[:16], "AWS key"),
    "aws-sample": ("AKIA" + "IOSFODNN7EXAMPLE", "AWS key"),
    "google": ("AIza" + MIX + "Abc", "Google key"),
    "google-oauth": ("ya29." + MIX * 2, "Google token"),
    "google-client": ("GOCSPX-" + MIX[:28], "Google token"),
    "github": ("ghp_" + "a1B2" * 9, "GitHub token"),
    "github-oauth": ("gho_" + MIX + "abcd", "GitHub token"),
    "github-user": ("ghu_" + MIX + "abcd", "GitHub token"),
    "github-server": ("ghs_" + MIX + "abcd", "GitHub token"),
    "github-refresh": ("ghr_" + MIX * 2, "GitHub token"),
    "github-fine": ("github_pat_" + MIX[:22] + "_" + MIX, "GitHub token"),
    "gitlab": ("glpat-" + MIX[:20], "GitLab token"),
    "gitlab-runner": ("glrt-" + MIX[:20], "GitLab token"),
    "slack-bot": ("xoxb-" + "123456789012-1234567890123-" + MIX[:24], "Slack token"),
    "slack-app": ("xapp-" + "1-A0123456789-1234567890123-" + HEX, "Slack token"),
    "slack-webhook": (
        "https://hooks.slack.com/" + "services/T01234567/B01234567/" + MIX[:24],
        "Slack webhook",
    ),
    "discord": ("MTk4" + MIX[:20] + ".Cl2FMQ." + MIX[:27], "Discord token"),
    "discord-webhook": (
        "https://discord.com/api/" + "webhooks/123456789012345678/" + MIX * 2,
        "Discord webhook",
    ),
    "telegram": ("123456789:" + "AA" + MIX + "x", "Telegram token"),
    "stripe": ("sk_live_" + MIX[:24], "Stripe key"),
    "named-like-stripes": ("acme_prod_" + MIX[:24], "API key"),
    "named-like-stripes-two-parts": ("acme_dev_" + MIX[:11] + "." + MIX, "API key"),
    "stripe-test": ("sk_test_" + MIX[:24], "Stripe key"),
    "stripe-restricted": ("rk_live_" + MIX[:24], "Stripe key"),
    "stripe-webhook": ("whsec_" + MIX, "Stripe key"),
    "twilio": ("SK" + HEX[:32], "Twilio key"),
    "sendgrid": ("SG." + MIX[:22] + "." + MIX + MIX[:11], "SendGrid key"),
    "mailgun": ("key-" + HEX[:32], "Mailgun key"),
    "mailchimp": (HEX[:32] + "-us14", "Mailchimp key"),
    "resend": ("re_" + MIX[:8] + "_" + MIX[:24], "Resend key"),
    "openai": ("sk-" + MIX + MIX[:16], "OpenAI key"),
    "openai-project": ("sk-proj-" + MIX + "_" + MIX, "OpenAI key"),
    "anthropic": ("sk-ant-" + "api03-" + MIX * 2 + "-" + MIX[:10] + "AA", "Anthropic key"),
    "hugging-face": ("hf_" + MIX + "Ab", "Hugging Face token"),
    "replicate": ("r8_" + MIX + "Abcde", "Replicate token"),
    "groq": ("gsk_" + MIX + MIX[:20], "Groq key"),
    "xai": ("xai-" + MIX * 2 + MIX[:16], "xAI key"),
    "npm": ("npm_" + MIX + "abcd", "npm token"),
    "pypi": ("pypi-" + "AgEIcHlwaS5vcmc" + MIX * 2, "PyPI token"),
    "rubygems": ("rubygems_" + HEX[:48], "RubyGems key"),
    "docker": ("dckr_pat_" + MIX[:27], "Docker token"),
    "digitalocean": ("dop_v1_" + HEX, "DigitalOcean token"),
    "netlify": ("nfp_" + MIX + "abcd", "Netlify token"),
    "supabase": ("sbp_" + HEX[:40], "Supabase key"),
    "planetscale": ("pscale_tkn_" + MIX + MIX[:11], "PlanetScale token"),
    "shopify": ("shpat_" + HEX[:32], "Shopify token"),
    "square": ("sq0csp-" + MIX + MIX[:11], "Square token"),
    "linear": ("lin_api_" + MIX + MIX[:8], "Linear key"),
    "notion": ("secret_" + MIX + MIX[:11], "Notion token"),
    "notion-new": ("ntn_" + "123456789012" + MIX + "ab", "Notion token"),
    "figma": ("figd_" + MIX + "-abcdefg", "Figma token"),
    "airtable": ("pat" + MIX[:14] + "." + HEX, "Airtable token"),
    "atlassian": ("ATATT3" + "xFfGF0" + MIX * 3, "Atlassian token"),
    "databricks": ("dapi" + HEX[:32], "Databricks token"),
    "new-relic": ("NRAK-" + UP + "ABCDEFG", "New Relic key"),
    "sentry": ("sntrys_" + "eyJpYXQiOjE" + MIX * 2, "Sentry token"),
    "postman": ("PMAK-" + HEX[:24] + "-" + HEX[:34], "Postman key"),
    "terraform": (MIX[:14] + ".atlasv1." + MIX * 2, "Terraform token"),
    "vault": ("hvs." + "CAESI" + MIX * 2, "Vault token"),
    "doppler": ("dp.pt." + MIX + MIX[:11], "Doppler token"),
    "grafana": ("glsa_" + MIX + "_0a1b2c3d", "Grafana token"),
    "pulumi": ("pul-" + HEX[:40], "Pulumi token"),
    "tailscale": ("tskey-auth-" + MIX[:16] + "CNTRL-" + MIX, "Tailscale key"),
    "age": ("AGE-SECRET-KEY-1" + UP * 2 + UP[:18], "private key"),
    "jwt": ("eyJhbGciOiJI" + "." + "eyJzdWIiOiIx" + "." + MIX, "JWT"),
    "azure-client": ("abc8Q~" + MIX + "12", "Azure key"),
    "bcrypt": ("$2b$12$" + MIX + MIX[:21], "password hash"),
    "apr1": ("$apr1$" + "abcdefgh$" + MIX[:22], "password hash"),
    "rsa": (f"-----BEGIN RSA {PEM}\n{BODY}\n-----END RSA {PEM}", "private key"),
    "ec": (f"-----BEGIN EC {PEM}\n{BODY}\n-----END EC {PEM}", "private key"),
    "openssh": (f"-----BEGIN OPENSSH {PEM}\n{BODY}\n-----END OPENSSH {PEM}", "private key"),
    "encrypted-pem": (
        "\n".join(
            (f"-----BEGIN RSA {PEM}", "Proc-Type: 4,ENCRYPTED", "", BODY, f"-----END RSA {PEM}")
        ),
        "private key",
    ),
    "pem-one-line": (f"-----BEGIN {PEM} {BODY} -----END {PEM}".replace("\n", " "), "private key"),
    "pem-cut": (f"-----BEGIN {PEM} {BODY}".replace("\n", " "), "private key"),
    "pgp": (
        "\n".join((PGP.format("BEGIN"), "Version: 1 - x", "", BODY, PGP.format("END"))),
        "private key",
    ),
}


@check_rows("wrapped", ["{}", "`{}`", '"{}"', "({})", "<{}>", "**{}**", "[{}],"])
@check_rows(("secret", "kind"), SHAPED.values(), ids=SHAPED.keys())
def test_a_known_shape_is_redacted_and_nothing_else(secret: str, kind: str, wrapped: str) -> None:
    text, kinds = redact(f"The server refused {wrapped.format(secret)} after a day.")
    assert text == f"The server refused {wrapped.format(f'[redacted: {kind}]')} after a day."
    assert kinds == (kind,)


NAMED = {
    "aws-secret": (f"AWS_SECRET_ACCESS_KEY={MIX}/{MIX[:7]}", f"{MIX}/{MIX[:7]}"),
    "aws-secret-config": (f"aws_secret_access_key = {MIX}/{MIX[:7]}", f"{MIX}/{MIX[:7]}"),
    "aws-session-token": (f"AWS_SESSION_TOKEN=IQoJb3JpZ2luX2Vj{MIX}{MIX}", MIX),
    "gcp-json": (SERVICE_ACCOUNT, MIX),
    "azure-storage": (
        f"DefaultEndpointsProtocol=https;AccountName=acme;AccountKey={MIX}{MIX}==;Endpoint",
        MIX,
    ),
    "azure-sas": (f"https://acme.blob.core.windows.net/c?sv=2024-01-01&sig={MIX}%3D&se=1", MIX),
    "azure-bus": (f"Endpoint=sb://a.b/;SharedAccessKeyName=Root;SharedAccessKey={MIX}abc=", MIX),
    "twilio-auth": (f"TWILIO_AUTH_TOKEN={HEX[:32]}", HEX[:32]),
    "cohere": (f"COHERE_API_KEY={MIX}abcdefgh", MIX),
    "cloudflare": (f"CLOUDFLARE_API_TOKEN={MIX}_abcdefg", MIX),
    "heroku": (f"HEROKU_API_KEY={UUID}", UUID),
    "vercel": (f"VERCEL_TOKEN={MIX[:24]}", MIX[:24]),
    "datadog": (f"DD_API_KEY: {HEX[:32]}", HEX[:32]),
    "datadog-app": (f"dd-application-key: {HEX[:40]}", HEX[:40]),
    "pagerduty": (f"PAGERDUTY_TOKEN=u+{MIX[:18]}", MIX[:18]),
    "sentry-dsn": (f"dsn: https://{HEX[:32]}@o123.ingest.sentry.io/456", HEX[:32]),
    "algolia": (f"algolia admin api key is {HEX[:32]}", HEX[:32]),
    "env": ("PASSWORD=Tr0ub4dor&3", "Tr0ub4dor&3"),
    "env-simple": ("DB_PASSWORD=hunter2", "hunter2"),
    "env-word": ("POSTGRES_PASSWORD=swordfish", "swordfish"),
    "env-secret-words": ("JWT_SECRET=my-super-secret-key", "my-super-secret-key"),
    "env-dockerfile": ("ENV DB_PASSWORD hunter2secret", "hunter2secret"),
    "netrc": ("machine github.com login ada password s3cr3tPw", "s3cr3tPw"),
    "xml": ("<password>Tr0ub4dor3</password>", "Tr0ub4dor3"),
    "german": ("Passwort: Geheim123!", "Geheim123"),
    "russian": ("пароль: hunter2x", "hunter2x"),
    "query-key": (f"GET /v1?key={MIX}&q=x", MIX),
    "mongo-example": ("mongodb://root:example@mongo:27017/", ":example@"),
    "env-export": ("export PGPASSWORD='correct-Horse'", "correct-Horse"),
    "env-secret-key": ("SECRET_KEY=django-insecure-#k2j9$x8!qwz", "#k2j9$x8!qwz"),
    "env-quoted": (f'API_KEY="{MIX}"', MIX),
    "env-token": ("TOKEN=abc123def456ghi7", "abc123def456ghi7"),
    "yaml": ("password: hunter2", "hunter2"),
    "yaml-letters": ("db: {password: hgTObQfphGmABq}", "hgTObQfphGmABq"),
    "env-letters": ("DSN with password=hgTObQfphGmABq for now", "hgTObQfphGmABq"),
    "flag-letters": ("run it with --password=hgTObQfphGmABq twice", "hgTObQfphGmABq"),
    "said-letters": ("the password is hgTObQfphGmABq for now", "hgTObQfphGmABq"),
    "json-letters": ('{"apiKey": "hgTObQfphGmABq"}', "hgTObQfphGmABq"),
    "yaml-secret": ("client_secret: hgTObQfphGmABq", "hgTObQfphGmABq"),
    "yaml-in-prose": ("- the key is set, password: QzXkWpTmRbLd, port 5432", "QzXkWpTmRbLd"),
    "yaml-quoted": ('db_password: "c0rrect-Horse"', "c0rrect-Horse"),
    "json": ('"apiKey": "' + MIX + '"', MIX),
    "json-camel": ('{"dbPassword": "s3cr3tPw", "port": 5432}', "s3cr3tPw"),
    "json-escaped": ('{\\"client_secret\\": \\"' + MIX + '\\"}', MIX),
    "python": (f"api_key = '{MIX}'", MIX),
    "flag": ("run it with --password Tr0ub4dor3 twice", "Tr0ub4dor3"),
    "flag-equals": (f"deploy --api-key={MIX} now", MIX),
    "flag-token": (f"gh auth login --with-token --token {MIX}", MIX),
    "mysql": ("mysql -u root -pS3cretPw shop", "S3cretPw"),
    "mysql-space": ("mysql -h db -u root -p hunter2secret shop", "hunter2secret"),
    "docker-login": ("docker login -u ada -p Tr0ub4dor3 ghcr.io", "Tr0ub4dor3"),
    "sshpass": ("sshpass -p 'Tr0ub4dor3' ssh host", "Tr0ub4dor3"),
    "redis-cli": ("redis-cli -h cache -a hunter2x ping", "hunter2x"),
    "curl": ("curl -u ada:s3cr3tPw https://example.org", "s3cr3tPw"),
    "bearer": (f"Authorization: Bearer {MIX}", MIX),
    "bearer-short": ("Authorization: Bearer a1b2c3d4e5f6", "a1b2c3d4e5f6"),
    "bearer-curl": (f"curl -H 'Authorization: Bearer {MIX}' https://x.org", MIX),
    "bearer-alone": (f"it sends Bearer {MIX} each time", MIX),
    "basic": ("Authorization: Basic " + "YWRhOnMzY3IzdFB3", "YWRhOnMzY3IzdFB3"),
    "header-key": (f"X-Api-Key: {MIX}", MIX),
    "gitlab-header": (f"PRIVATE-TOKEN: {MIX[:20]}", MIX[:20]),
    "cookie": (f"Cookie: theme=dark; session={MIX}; lang=en", MIX),
    "cookie-php": (f"Set-Cookie: PHPSESSID={HEX[:32]}; Path=/", HEX[:32]),
    "postgres": ("postgres://app:s3cr3tPw@db.internal:5432/app", "s3cr3tPw"),
    "postgres-word": ("postgresql://app:password@db.example.com/app", ":password@"),
    "mongodb": ("mongodb+srv://app:p%40ssW0rd@c0.abcde.mongodb.net/x", "p%40ssW0rd"),
    "redis": ("redis://:hunter2x@cache:6379/0", "hunter2x"),
    "amqp": ("amqp://svc:rabbitpw@mq.internal//", "rabbitpw"),
    "https-auth": ("https://ada:swordfish@git.example.org/a.git", "swordfish"),
    "https-token": (f"git clone https://{MIX}@github.com/a/b", MIX),
    "url-at-sign": ("postgres://app:p@ssw0rd1@db/app", "p@ssw0rd1"),
    "odbc": ("Driver={SQL};Server=db;Uid=sa;Pwd=Tr0ub4dor3;Encrypt=yes", "Tr0ub4dor3"),
    "ado": ("Server=db;Database=x;User Id=sa;Password=Tr0ub4dor3;", "Tr0ub4dor3"),
    "jdbc": ("jdbc:mysql://db/x?user=sa&password=Tr0ub4dor3&useSSL=true", "Tr0ub4dor3"),
    "jdbc-oracle": ("jdbc:oracle:thin:scott/t1gerPaw@db:1521", "t1gerPaw"),
    "said-span": ("the password is `hunter2`, on staging too", "hunter2"),
    "said-for-place": ("DB password for staging: hunter2-Prod, said Ada", "hunter2-Prod"),
    "said-in-brackets": ("DB password (staging): hunter2Prod9", "hunter2Prod9"),
    "said-by-arrow": ("staging DB password -> hunter2-Prod9", "hunter2-Prod9"),
    "said-plain": ("The admin password is hunter2, said Ada", "hunter2"),
    "said-for": ("The password for the staging db is `swordfish`.", "swordfish"),
    "said-set": ("I set the password to hunter2: password=hunter2", "password=hunter2"),
    "said-to-set": ("set password to hgTObQfphGmABq", "hgTObQfphGmABq"),
    "said-reset": ("Reset the admin password for db.example.com to `hunter2x9`.", "hunter2x9"),
    "mysql-letters": ("mysql -phgTObQfphGmABq", "hgTObQfphGmABq"),
    "said-key": (f"The Datadog API key is {HEX[:32]}.", HEX[:32]),
    "said-token": (f"with the access token `{MIX}`", MIX),
    "htpasswd": ("ada:{SHA}" + MIX[:27] + "=", MIX[:27]),
    "split": ("The token ghp_" + MIX[:20] + "\n" + MIX[20:] + "abcd leaked", MIX[20:]),
    "cut": ("--env GH=ghp_" + MIX[:20] + "…", MIX[:20]),
    "escaped-before": ("line\\nghp_" + MIX + "abcd", MIX),
}
assert len(SHAPED) + len(NAMED) >= 60


@check_rows(("text", "secret"), NAMED.values(), ids=NAMED.keys())
def test_what_its_surroundings_give_away_is_redacted(text: str, secret: str) -> None:
    clean, kinds = redact(text)
    assert secret in text
    assert secret not in clean
    assert "[redacted: " in clean
    assert kinds


KEPT = {
    "json": (
        '{"dbPassword": "s3cr3tPw", "port": 5432}',
        '{"dbPassword": "[password]", "port": 5432}',
    ),
    "query": (
        "db/x?user=sa&password=Tr0ub4dor3&ssl=true",
        "db/x?user=sa&password=[password]&ssl=true",
    ),
    "odbc": ("Uid=sa;Pwd=Tr0ub4dor3;Encrypt=yes", "Uid=sa;Pwd=[password];Encrypt=yes"),
    "url": ("postgres://app:s3cr3tPw@db/app", "postgres://app:[password]@db/app"),
    "sentence": ("The password is hunter2. Use it.", "The password is [password]. Use it."),
    "set": ("set the password to hunter2x9. Use it.", "set the password to [password]. Use it."),
    "span": ("password=`hunter2`, because", "password=`[password]`, because"),
    "two": (f"ghp_{MIX}abcd and npm_{MIX}abcd", "[GitHub token] and [npm token]"),
    "name-and-shape": (f"GITHUB_TOKEN=ghp_{MIX}abcd", "GITHUB_TOKEN=[GitHub token]"),
}


@check_rows(("text", "clean"), KEPT.values(), ids=KEPT.keys())
def test_the_rest_of_the_sentence_stays(text: str, clean: str) -> None:
    assert redact(text)[0].replace("[redacted: ", "[") == clean


@given(st.lists(st.sampled_from([*NAMED.values(), *SHAPED.values()]), min_size=1, max_size=4))
def test_several_in_one_text_all_go_and_twice_is_once(chosen: list[tuple[str, str]]) -> None:
    text = " ; ".join(said for said, _ in chosen)
    once, _ = redact(text)
    for said, secret in chosen:
        assert (secret if (said, secret) in NAMED.values() else said) not in once
    assert redact(once) == (once, ())
