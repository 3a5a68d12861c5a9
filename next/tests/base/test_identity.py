"""The normal form and the IDs made from it: version 1, which never changes."""

from __future__ import annotations

import hashlib
import re

import pytest

from memory_md.base.identity import entry_id, entry_ids, identity_form, short_id

# Kind, text and ID, as the first version of `mem` computed them. They stand in people's files: a
# row that fails is a fault of the code, never of the row.
VECTORS = [
    ("note", "", "wivfevmh"),
    ("note", "a", "w9nybrfy"),
    ("note", "A", "w9nybrfy"),
    ("note", " ", "wivfevmh"),
    ("note", "Always run `make lint` before committing", "44a85z8c"),
    ("note", "always run make lint before committing", "44a85z8c"),
    ("decision", "Use JWT tokens for authentication", "0w7039yp"),
    ("scope", "Use JWT tokens for authentication", "u6z75rhy"),
    ("risk", "Use JWT tokens for authentication", "wb5e95ns"),
    ("modified_files", "Use JWT tokens for authentication", "46412rbb"),
    ("fixed", "Use JWT tokens for authentication", "zif59lb0"),
    ("issue", "Use JWT tokens for authentication", "bfxu6w0x"),
    ("learning", "Use JWT tokens for authentication", "fl37tde0"),
    ("architecture", "Use JWT tokens for authentication", "c03hskds"),
    ("convention", "Use JWT tokens for authentication", "4zhy0149"),
    ("gotcha", "Use JWT tokens for authentication", "3e12ih0p"),
    ("dependency", "Use JWT tokens for authentication", "ho1c35a0"),
    ("pattern", "Use JWT tokens for authentication", "0zuqzq9q"),
    ("preference", "Use JWT tokens for authentication", "mx6alh3s"),
    ("project", "Use JWT tokens for authentication", "ndre30ss"),
    ("identity", "Use JWT tokens for authentication", "5nidf745"),
    ("note", "Use JWT tokens for authentication", "udinyinw"),
    ("decision", "Use **JWT** tokens for authentication.", "0w7039yp"),
    ("decision", "Use `JWT` tokens for authentication", "0w7039yp"),
    ("decision", "Use *JWT* tokens", "37ugp6uh"),
    ("decision", "Use __JWT__ tokens", "71qf43tb"),
    ("decision", "Use ***JWT*** tokens", "37ugp6uh"),
    ("decision", "a ``b ` c`` d", "9dbyuolw"),
    ("decision", "a ``b ` c`` d**", "9dbyuolw"),
    ("decision", "2 ** 3 is 8", "1rot0vqs"),
    ("decision", "**", "ws9f80wi"),
    ("decision", "`", "ws9f80wi"),
    ("decision", "* item", "53vqbh5a"),
    ("gotcha", "Do not retry POST!", "bcqs3xna"),
    ("gotcha", "Do not retry POST...", "bcqs3xna"),
    ("gotcha", "Do not retry POST\u2026", "bcqs3xna"),
    ("gotcha", "Do not retry POST ; ", "bcqs3xna"),
    ("gotcha", "不要重试。", "qw4dwlya"),
    ("gotcha", "\u4e0d\u8981\u91cd\u8bd5\uff01", "qw4dwlya"),
    ("gotcha", "really?", "twtku2fv"),
    ("gotcha", "(Use it)", "szs6eant"),
    ("gotcha", "[Use It]", "vn6y2c7u"),
    ("gotcha", "\u201cUse It\u201d", "duuhf2mp"),
    ("gotcha", "\u00abUse It\u00bb", "0fkcuiyf"),
    ("gotcha", "Use It:", "mxt5trth"),
    ("gotcha", "Wait, What", "d5n79f78"),
    ("gotcha", "C++", "cj2yb3oe"),
    ("gotcha", "C#", "jzju1zit"),
    ("gotcha", ".NET", "kwfikrub"),
    ("gotcha", "Node.js", "fpcl24fb"),
    ("gotcha", "README.md is not readme.md", "ztz3qwxn"),
    ("gotcha", "Run -V", "ghobnj94"),
    ("gotcha", "Run -v", "9nmwe3ug"),
    ("gotcha", "--Force", "feuagg9z"),
    ("gotcha", "A/B", "bd5psi3d"),
    ("gotcha", "a_B", "yfzlc6bk"),
    ("gotcha", "X1", "a6m330sw"),
    ("gotcha", "x1", "jfoca1pt"),
    ("gotcha", "v2.0", "sd3ct3qt"),
    ("gotcha", "2.0.", "4jgjqvox"),
    ("gotcha", "10%", "741zlde9"),
    ("gotcha", "$HOME", "ay3eqb22"),
    ("gotcha", "user@Example.com", "abi9jl7f"),
    ("pattern", "Don't retry POST", "np572w51"),
    ("pattern", "Don\u2019t retry POST", "kvy6eugq"),
    ("pattern", "Don\u2018t retry POST", "nda9ghkg"),
    ("pattern", "Read-Only files", "2dicnztp"),
    ("pattern", "Read\u2013Only files", "b4017a30"),
    ("pattern", "Well--Known", "zog7cawp"),
    ("pattern", "-Flag-", "vrwnl91m"),
    ("pattern", "'Tis", "8f20n3gg"),
    ("pattern", "O'Neil's-Cat", "zegnwf4n"),
    ("pattern", "rock 'n' Roll", "myoz6tk4"),
    ("learning", "a b", "vam9pdh0"),
    ("learning", "a  b", "vam9pdh0"),
    ("learning", "a\tb", "vam9pdh0"),
    ("learning", "a\nb", "vam9pdh0"),
    ("learning", "a\r\nb", "vam9pdh0"),
    ("learning", "a\u00a0b", "vam9pdh0"),
    ("learning", "a\u2003b", "vam9pdh0"),
    ("learning", "a\u2028b", "vam9pdh0"),
    ("learning", "a\u200bb", "dg77g49k"),
    ("learning", "a\u3000b", "vam9pdh0"),
    ("learning", "\ufeffa b", "1ceks43a"),
    ("learning", "a\fb", "vam9pdh0"),
    ("learning", " a b ", "vam9pdh0"),
    ("note", "é", "7sjsxnw7"),
    ("note", "e\u0301", "7sjsxnw7"),
    ("note", "É", "7sjsxnw7"),
    ("note", "Åäö först", "0zoe58yn"),
    ("note", "\ufb01le \uff58", "96sy3zbw"),
    ("note", "\ufb00", "dbnts0ye"),
    ("note", "ß", "zsr8dclh"),
    ("note", "ẞ", "zsr8dclh"),
    ("note", "STRASSE", "cge9v9xa"),
    ("note", "Straße", "cge9v9xa"),
    ("note", "İstanbul", "ah0enxy9"),
    ("note", "i\u0307stanbul", "ah0enxy9"),
    ("note", "ıstanbul", "pkkmtpv0"),
    ("note", "ISTANBUL", "724642k2"),
    ("note", "Σίσυφος", "muq3luz7"),
    ("note", "ΣΊΣΥΦΟΣ", "muq3luz7"),
    ("note", "ς", "dph5nx3b"),
    ("note", "\uff21\uff22\uff23", "03ywrv26"),
    ("note", "\u2460", "43l06bb0"),
    ("note", "\u00b2", "6gxrsvtk"),
    ("note", "\u00bd", "7mor7tk8"),
    ("note", "\u2163", "k1kxro1d"),
    ("note", "\u338f", "4j9530r5"),
    ("note", "\ufdfa", "dqauudri"),
    ("note", "\u00aa", "w9nybrfy"),
    ("note", "\u00b5", "vv891j1w"),
    ("note", "\u01c4", "kr8c3srk"),
    ("note", "\u0149", "mhryz8er"),
    ("note", "\u017f", "mlwnzs9z"),
    ("note", "K", "yiar8c7f"),
    ("note", "Ω", "ioqe8qbk"),
    ("note", "한글", "go9u5zio"),
    ("note", "한글", "go9u5zio"),
    ("note", "\uff76\uff9e", "q8aqsyn3"),
    ("note", "ガ", "q8aqsyn3"),
    ("preference", "返信は短く", "pkwf0kct"),
    (
        "preference",
        "コメントは日本語で書く。",
        "p5tmlok1",
    ),
    ("preference", "Не забыть про `-v`", "2sp4xon4"),
    ("preference", "Не Забыть про Кэш", "abc1tyd5"),
    ("preference", "Използвай ЙОД", "s8bnfggo"),
    ("preference", "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd", "r7vakjw7"),
    ("preference", "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "nt2ojjtm"),
    (
        "preference",
        "\u0645\u0631\u062d\u0628\u0627",
        "i0zk1oa7",
    ),
    ("preference", "\u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f", "7pdhw00b"),
    (
        "preference",
        "\u0939\u093f\u0928\u094d\u0926\u0940",
        "ipixhzdv",
    ),
    ("preference", "ไทย", "i2zx5jdg"),
    ("preference", "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd", "m8wbqmk5"),
    ("preference", "ქართული", "dsvctg0z"),
    ("preference", "ᲥᲐᲠᲗᲣᲚᲘ", "dsvctg0z"),
    ("preference", "Ελληνικά", "n2r30szs"),
    ("preference", "ՀԱՅԵՐԵՆ", "hzpk50el"),
    ("preference", "Ꭰ", "gxmx7krk"),
    ("preference", "ꭰ", "gxmx7krk"),
    ("preference", "\U0001d401\U0001d428\U0001d425\U0001d41d", "av20ezea"),
    ("preference", "\U00010400", "68w1uhph"),
    ("preference", "\U00010428", "68w1uhph"),
    ("note", "\U0001f44d", "9xutfrbs"),
    ("note", "\U0001f44d\U0001f3fd", "tldp1wj0"),
    ("note", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "8gr0w5dp"),
    ("note", "\u2764\ufe0f", "v3bjflp7"),
    ("note", "\u2764", "tjvupmm8"),
    ("note", "\U0001f1e9\U0001f1ea", "3puv1pm7"),
    ("note", "Deploy \U0001f680", "2s6klibh"),
    ("note", "\U0001f680 Deploy", "gpjgjvz7"),
    ("note", "a\u0301\u0327", "yiaplvqy"),
    ("note", "a\u0327\u0301", "yiaplvqy"),
    ("note", "Z\u0351\u036b\u0313a", "4sv0y7du"),
    ("note", "a\u00adb", "l2om35pn"),
    ("note", "a\u200db", "rk6ucpwx"),
    ("note", "\u202ea\u202c", "0a4mxhbh"),
    ("note", "\u0000", "cye6fhr5"),
    ("note", "\u001b[31mred", "lsty68cz"),
    ("note", "\ud800", "fhyqylyf"),
    ("note", "1\u0301", "bawpducv"),
    ("note", "x\u0302 Y", "n4untc0k"),
    ("modified_files", "src/auth/jwt.ts, src/middleware/auth.ts", "y3isa5kg"),
    ("modified_files", "src/Auth/JWT.ts", "xk8uahsn"),
    ("modified_files", "`src/a.py`, `src/B.py`", "dz755je2"),
    ("modified_files", "a.py,b.py", "bhw1uwpt"),
    ("scope", "src/auth/jwt.ts \u2014 JWT token generation and validation", "lmpuzqyi"),
    ("scope", "src/auth/jwt.ts - JWT Token Generation", "8eoprzbo"),
    ("risk", "Use httpOnly cookies instead of localStorage", "fqfw7rlh"),
    ("risk", "x <!-- y -->", "y161qcaq"),
    ("risk", "a | b", "3s2nuomo"),
    ("risk", "a\\b", "ojmq5lbs"),
    ("risk", '"quoted"', "e2lbzmfc"),
    ("risk", "word " * 400, "cc6d1ya0"),
]
SALTED = "6102zsfj zvdgtnis b9q9r2ei pgknembk xhw3m0xf i8p7pujc cscbzicx 1cfsn71f j1xtoc61 pq5pcq1c"
FORMS = [
    pytest.param("Use `JWT` **tokens**.", "use jwt tokens", id="marks and case"),
    pytest.param("Run -V on README.md!", "run -V on README.md", id="flags and files keep theirs"),
    pytest.param("Don't be Read-Only", "don't be read-only", id="inside a word"),
    pytest.param("ＡＢＣ…", "abc", id="compatibility"),
    pytest.param("X1 a_B", "X1 a_B", id="digits and underscores"),
    pytest.param("", "", id="empty"),
]


@pytest.mark.parametrize(("kind", "text", "id_"), VECTORS)
def test_ids_never_change(kind: str, text: str, id_: str) -> None:
    assert entry_id(kind, text) == id_


@pytest.mark.parametrize(("text", "form"), FORMS)
def test_the_form_that_counts(text: str, form: str) -> None:
    assert identity_form(text) == form


def test_ids_are_eight_characters_that_never_change() -> None:
    assert short_id("a", "b") == "wy5dtgeq"
    assert short_id("") == "p3dkhqqx"
    assert re.fullmatch("[0-9a-z]{8}", short_id("\ud800"))
    assert short_id("a", "b") != short_id("b", "a")


def test_the_ids_for_when_one_is_taken_never_change() -> None:
    assert list(entry_ids("note", "Use JWT")) == SALTED.split()


@pytest.mark.parametrize("size", [0, 1, 55, 56, 64, 255, 1_000, 100_000])
def test_the_id_of_a_text_is_the_same_by_either_library(size: int) -> None:
    text = "é" + "x" * size
    assert short_id(text, hashed=hashlib.sha256) == short_id(text)
