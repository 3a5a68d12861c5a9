"""The shapes of secrets that give themselves away: a table of prefixes and forms.

A pattern is compiled and run only on a text that holds one of its marks. Every quantifier is
bounded or possessive. Nothing is decided here: see `redact`.
"""

# Our own table: detect-secrets costs 145 ms at start-up and brings requests; gitleaks and
# trufflehog are programs. The prefixes below are what the providers publish.

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Shape(NamedTuple):
    """`pattern` matches a secret of this kind; a text with none of the `marks` holds none."""

    kind: str
    marks: tuple[str, ...]
    pattern: str


_ALNUM: Final = "0-9A-Za-z"
_WORD: Final = "0-9A-Za-z_-"
_HEX: Final = "0-9a-f"
_UUID: Final = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
# Nothing that could belong to the token stands before it, unless that is an escape ("\n", "%3D").
_START: Final = r"(?:(?<![0-9A-Za-z])|(?<=\\[nrt])|(?<=%[0-9A-F]{2}))"
_PEM: Final = r"-{4,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}"


def _token(kind: str, prefixes: str, chars: str, least: int) -> Shape:
    """A prefix and at least so many characters; fewer only where an end of line or "…" cuts it."""
    cut = rf"(?:…|\.\.\.|[ \n]\s{{0,4}}(?=[A-Za-z]{{0,20}}\d)[{chars}]{{6,{max(least, 6)}}})"
    short = rf"|[{chars}]{{12,{least - 1}}}{cut}" if least > 13 else ""
    marks = tuple(prefixes.split())
    starts = "|".join(re.escape(mark) for mark in marks)
    return Shape(kind, marks, rf"{_START}(?:{starts})(?:[{chars}]{{{least},2000}}{short})")


SHAPES: Final = (
    Shape(
        "private key",
        ("PRIVATE KEY",),
        rf"{_PEM}(?=(?:(?!----)[\s\S]){{0,400}}?[0-9A-Za-z+/=]{{20}})"
        r"(?:(?!----)[\s\S]){0,20000}+-{4,5} ?END [A-Z0-9 ]{0,50}-{4,5}"
        rf"|{_PEM}(?:(?:\s|\\[nr]){{0,4}}[0-9A-Za-z+/=]{{16,}}+){{1,500}}+…?",
    ),
    Shape("private key", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[0-9A-Za-z]{40,80}"),
    Shape(
        "private key",
        ("Private-Lines:",),
        r"(?<=Private-Lines: )\d{1,3}(?:\s{1,4}[0-9A-Za-z+/=]{16,}+){1,200}+",
    ),
    Shape("AWS key", ("AKIA", "ASIA", "ABIA", "ACCA"), r"\bA(?:KI|SI|BI|CC)A[0-9A-Z]{16}\b"),
    Shape("AWS key", ("A3T",), r"\bA3T[0-9A-Z]{17}\b"),
    Shape("AWS key", ("amzn.mws.",), rf"\bamzn\.mws\.{_UUID}"),
    _token("AWS key", "ABSK bedrock-api-key-", "0-9A-Za-z+/=", 40),
    Shape("Google key", ("AIza",), r"(?<![0-9A-Za-z_-])AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"),
    _token("Google token", "ya29. GOCSPX- 1//0", _WORD, 20),
    _token("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", _ALNUM, 30),
    _token("GitHub token", "github_pat_", "0-9A-Za-z_", 22),
    _token(
        "GitLab token",
        "glpat- glptt- glrt- glrtr- gldt- glcbt- glsoat- glft- glimt- glagent- gloas- glffct- "
        "GR1348941",
        "0-9A-Za-z_.=-",
        18,
    ),
    _token("Slack token", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- "
           "xoxe.xoxb- xapp-", "0-9A-Za-z%-", 12),
    Shape(
        "Slack webhook",
        ("hooks.slack",),
        r"(?:https://)?hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[\w/+-]{20,255}",
    ),
    Shape(
        "Discord webhook",
        ("/webhooks/",),
        r"(?:https://)?[\w.]{0,20}discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{15,21}/[\w-]{50,100}",
    ),
    Shape("Teams webhook", ("webhook.office.com",), r"https://[\w.-]{1,60}webhook\.office\.com/\S{20,400}"),
    Shape(
        "Discord token",
        (".",),
        r"(?<![\w.-])[MNO](?=[A-Za-z_-]{0,26}\d)[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])",
    ),
    Shape(
        "Telegram token",
        (":",),
        r"(?<!\w)(?:bot)?\d{8,10}:(?=[\w-]{0,34}[A-Z])[\w-]{35}(?![\w-])",
    ),
    _token("Stripe key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ whsec_", "0-9A-Za-z+/=", 16),
    Shape("Twilio key", ("SK",), r"\bSK[0-9a-f]{32}\b"),
    Shape("SendGrid key", ("SG.",), r"\bSG\.[\w-]{16,64}\.[\w-]{16,64}"),
    Shape("Mailgun key", ("key-", "pubkey-"), r"(?<![\w-])(?:pub)?key-[0-9a-z]{32}(?![\w-])"),
    Shape("Mailchimp key", ("-us",), r"\b[0-9a-f]{32}-us\d{1,2}\b"),
    _token("Brevo key", "xkeysib- xsmtpsib-", "0-9A-Za-z-", 40),
    Shape("Resend key", ("re_",), r"\bre_(?=\w{0,40}\d)[0-9A-Za-z]{6,12}_[0-9A-Za-z]{18,40}\b"),
    _token("Anthropic key", "sk-ant-", _WORD, 20),
    Shape(
        "OpenAI key",
        ("sk-",),
        rf"{_START}sk-(?:(?:proj|svcacct|admin|None|or-v1|lf)-[\w-]{{20,400}}"
        r"|(?=[\w-]{0,250}\d)(?:[A-Za-z0-9]{1,12}-){0,3}[0-9A-Za-z_]{16,255}[\w-]{0,255}"
        r"|(?:proj-)?[\w-]{12,40}(?:…|\.\.\.))",
    ),
    _token("Hugging Face token", "hf_ api_org_", _ALNUM, 30),
    _token("Replicate token", "r8_", _ALNUM, 30),
    _token("Groq key", "gsk_", _ALNUM, 40),
    _token("xAI key", "xai-", _ALNUM, 60),
    _token("API key", "pplx- nvapi- csk- fw_ tgp_v1_ lsv2_pt_ lsv2_sk_ tvly- pcsk_", _WORD, 32),
    _token("npm token", "npm_", _ALNUM, 30),
    _token("PyPI token", "pypi-", _WORD, 50),
    _token("RubyGems key", "rubygems_", _HEX, 40),
    _token("NuGet key", "oy2", "0-9a-z", 43),
    _token("crates.io token", "cio", _ALNUM, 32),
    _token("Docker token", "dckr_pat_ dckr_oat_", _WORD, 20),
    _token("DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", _HEX, 40),
    Shape("Cloudflare key", ("v1.0-",), r"\bv1\.0-[0-9a-f]{24}-[0-9a-f]{100,160}\b"),
    _token("Heroku key", "HRKU-", _WORD, 30),
    _token("Vercel token", "vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_", "0-9A-Za-z_", 24),
    _token("Netlify token", "nfp_ nfc_ nfo_ nfu_ nfb_", _ALNUM, 30),
    _token("Fly token", "fm1_ fm2_ fm1r_ fm1a_ fo1_", "0-9A-Za-z+/=,_-", 40),
    _token("Render key", "rnd_", _ALNUM, 24),
    _token("Supabase key", "sbp_ sb_secret_", "0-9A-Za-z_", 24),
    _token("PlanetScale token", "pscale_tkn_ pscale_pw_ pscale_oauth_", "0-9A-Za-z_.=-", 30),
    _token("database key", "napi_ mdb_sa_sk_", _WORD, 40),
    _token("Shopify token", "shpat_ shpca_ shppa_ shpss_", "0-9A-Fa-f", 28),
    _token("Square token", "sq0atp- sq0csp- sq0idp-", _WORD, 22),
    _token("Square token", "EAAA", _WORD, 56),
    _token("Facebook token", "EAACEdEose0cBA EAAB EAAG EAAC", _ALNUM, 80),
    Shape(
        "PayPal token",
        ("access_token$",),
        r"access_token\$(?:production|sandbox)\$\w{10,40}\$\w{32}",
    ),
    Shape("Plaid token", ("access-",), rf"\baccess-(?:sandbox|development|production)-{_UUID}"),
    _token("Linear key", "lin_api_ lin_oauth_ lin_wh_", _ALNUM, 32),
    _token("Notion token", "secret_ ntn_", _ALNUM, 40),
    _token("Figma token", "figd_ figo_ figu_", _WORD, 32),
    Shape("Airtable token", ("pat",), r"\bpat[0-9A-Za-z]{14}\.[0-9a-f]{64}\b"),
    _token("Atlassian token", "ATATT3 ATCTT3 ATBB", "0-9A-Za-z_=-", 28),
    Shape("Databricks token", ("dapi", "dkea"), r"\b(?:dapi|dkea)[0-9a-f]{32}(?:-\d)?\b"),
    _token("New Relic key", "NRAK- NRII- NRIQ- NRRA- NRJS-", _WORD, 19),
    Shape("New Relic key", ("NRAL",), r"\b[0-9a-f]{36}(?:FFFF)?NRAL\b"),
    _token("Sentry token", "sntrys_ sntryu_ sntrya_", "0-9A-Za-z+/=_", 40),
    _token("PagerDuty token", "pdus+_", _WORD, 18),
    _token("Postman key", "PMAK- PMAT-", "0-9A-Za-z-", 24),
    Shape("Terraform token", (".atlasv1.",), r"\b[0-9A-Za-z]{10,20}\.atlasv1\.[\w=-]{40,100}"),
    _token("Vault token", "hvs. hvb. hvr.", _WORD, 20),
    Shape(
        "Vault token",
        ("s.",),
        r"(?<![\w.-])s\.(?=[A-Za-z]{0,22}\d)(?=\w{0,22}[A-Z])[0-9A-Za-z]{24}(?![\w-])",
    ),
    _token("Doppler token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", "0-9A-Za-z_.", 38),
    _token("1Password token", "ops_eyJ", "0-9A-Za-z+/=_-", 60),
    _token("Grafana token", "glc_ glsa_", "0-9A-Za-z+/=_", 30),
    _token("Grafana token", "eyJrIjoi", "0-9A-Za-z+/=_-", 40),
    _token("Pulumi token", "pul-", _HEX, 40),
    _token("Prefect key", "pnu_ pnb_", _ALNUM, 30),
    _token("Sonar token", "sqp_ squ_ sqa_", _HEX, 40),
    _token("Sourcegraph token", "sgp_ slk_", "0-9a-f_", 40),
    _token("CI token", "CCIPAT_ CCIPRJ_ bkua_ bkpt_ CLOJARS_ rdme_ tfp_ CFPAT-", _WORD, 32),
    _token("Tailscale key", "tskey-", "0-9A-Za-z-", 20),
    _token("Artifactory key", "AKCp", _ALNUM, 60),
    _token("Alibaba key", "LTAI", _ALNUM, 16),
    Shape("Dynatrace token", ("dt0",), r"\bdt0[a-z]\d{2}\.[0-9A-Z]{24}\.[0-9A-Z]{64}\b"),
    Shape("Dropbox token", ("sl.",), r"(?<![\w.-])sl\.(?:u\.)?(?=[\w-]{0,60}\d)[\w-]{60,2000}"),
    Shape(
        "Azure key",
        ("AccountKey", "SharedAccessKey"),
        r"(?<=Key=)[0-9A-Za-z+/]{30,200}={0,2}",
    ),
    Shape("Azure signature", ("sig=",), r"(?<=[?&;]sig=)[0-9A-Za-z%+/_-]{24,200}={0,2}"),
    Shape("Azure key", ("8Q~", "7Q~"), r"(?<![\w~.-])[\w~.-]{3}[78]Q~[\w~.-]{31,36}"),
    Shape("Azure key", ("AZDO",), r"\b[0-9A-Za-z]{70,80}AZDO[0-9A-Za-z]{4}\b"),
    Shape("Azure key", ("code=",), r"(?<=[?&]code=)[\w/+%-]{40,100}={0,2}"),
    Shape(
        "JWT",
        ("eyJ",),
        r"eyJ[\w-]{8,4000}+\.(?:eyJ[\w-]{4,8000}+|[\w-]{0,1000}+\.[\w-]{8,1000}+)\.?[\w.-]{0,4000}",
    ),
    Shape(
        "password hash",
        ("$2", "$apr1$", "$1$", "$5$", "$6$", "$y$", "$argon2", "$pbkdf2", "pbkdf2_", "$scrypt$"),
        r"\$2[abxy]?\$\d\d\$[./0-9A-Za-z]{50,53}|\$(?:apr1|1|5|6|y)\$[./0-9A-Za-z=$]{20,200}"
        r"|\$(?:argon2(?:id?|d)|scrypt|pbkdf2[\w-]{0,12})\$[\w=,$./+-]{20,300}"
        r"|\bpbkdf2_sha\d+\$\d+\$[\w./+-]{4,60}\$[\w./+=-]{20,100}",
    ),
    Shape("password hash", ("{S",), r"\{S?SHA(?:256|512)?\}[0-9A-Za-z+/]{20,100}={0,2}"),
    # Many services name their keys after Stripe's: what it is for, where, and a random part.
    Shape(
        "API key",
        ("_live_", "_test_", "_prod_", "_dev_", "_staging_", "_sandbox_"),
        r"(?<![\w-])(?!pk_|pub)[a-z][a-z0-9]{1,15}_(?:live|test|prod|dev|staging|sandbox)_"
        r"(?=[\w.-]{0,60}?\d[\w.-]{0,60}?[A-Za-z]\d)(?=[\w.-]{0,60}?[A-Z])(?=[\w.-]{0,60}?[a-z])"
        r"(?:[0-9A-Za-z-]{16,200}|[0-9A-Za-z_-]{6,60}\.[0-9A-Za-z_-]{20,200})",
    ),
)  # fmt: skip
