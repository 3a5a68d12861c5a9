"""The pages cannot rot: what follows from the program is made from it, and every way leads on.

docs/config.md is held against the settings and docs/loop.svg against a run of `mem`; `make docs`
makes both anew. The links of all pages are followed, down to the heading.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from docs.generate import hints, picture, settings
from docs.generate.__main__ import PAGE, PICTURE
from docs.generate.settings import keys
from memory_md.base.settings import Settings

from ..rows import check_rows
from ..source import ROOT

ANEW = "it is out of date; run `make docs` and look at what changed"

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "AGENTS.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]


# -- the hints of expressions ------------------------------------------------------------------


def test_the_index_of_hints_is_that_of_the_tables() -> None:
    assert hints.INDEX.read_text(encoding="utf-8") == hints.index(), ANEW


# -- the settings ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("no marks at all", id="none"),
        pytest.param(settings.BEGIN, id="only the first"),
        pytest.param(settings.END + settings.BEGIN, id="the wrong way round"),
        pytest.param((settings.BEGIN + settings.END) * 2, id="two of each"),
    ],
)
def test_a_page_without_its_marks_is_left_alone(page: str) -> None:
    with pytest.raises(ValueError, match="once each"):
        settings.renew(page)


def test_what_a_person_wrote_around_the_tables_stays() -> None:
    page = f"before\n{settings.BEGIN}\nold\n{settings.END}\nafter"
    renewed = settings.renew(page)
    assert renewed.startswith(f"before\n{settings.BEGIN}\n\n### paths\n")
    assert renewed.endswith(f"\n{settings.END}\nafter")
    assert settings.renew(renewed) == renewed


def test_the_settings_page_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert settings.renew(page) == page, f"docs/config.md: {ANEW}"


def test_every_key_is_told_with_what_it_takes() -> None:
    made = settings.tables()
    for key, _, meaning in keys():
        group, _, name = key.rpartition(".")
        section = made.partition(f"### {group or name}\n")[2].partition("\n### ")[0]
        assert section, key
        if group:
            (row,) = [line for line in section.split("\n") if line.startswith(f"| `{name}` |")]
            assert all(cell.strip() for cell in row.split("|")[1:-1]), row
        assert meaning.replace("|", "\\|")[1:] in section, key


@pytest.mark.parametrize(
    ("key", "wants"),
    [
        ("paths.diary", "file under the root"),
        ("dedup.threshold", "number from 0 to 1"),
        ("limits.pins", "whole number"),
    ],
)
def test_the_reader_tells_what_it_takes(key: str, wants: str) -> None:
    assert settings.takes(key) == wants


def test_a_key_that_is_not_checked_is_noticed() -> None:
    with pytest.raises(ValueError, match="takes anything"):
        settings.takes("paths.no_such_key")


def test_each_group_has_its_table() -> None:
    tables = re.findall(r"(?m)^### (\S+)$", settings.tables())
    assert tables == list(Settings.__struct_fields__)


# -- the picture -------------------------------------------------------------------------------


def test_the_picture_is_up_to_date() -> None:
    drawn = picture.draw(picture.play())
    shown = picture.words(PICTURE.read_text(encoding="utf-8"))
    assert shown == picture.words(drawn), f"docs/loop.svg: {ANEW}"


def test_the_picture_asks_for_nothing_and_says_what_it_shows() -> None:
    text = PICTURE.read_text(encoding="utf-8")
    assert re.findall(r"https?://[^\"\s]+", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"@import|@font-face|url\(|href|<script|<image", text)
    root = ET.fromstring(text)
    named = {child.get("id"): (child.text or "").strip() for child in root[:2]}
    assert root.get("aria-labelledby") == " ".join(named)
    assert all(named.values())
    assert len(text) < 10_000


def test_the_picture_shows_the_loop() -> None:
    screen = "\n".join(picture.words(PICTURE.read_text(encoding="utf-8")))
    learned, _, told = screen.partition("mem context")
    (lesson,) = re.findall(r"Gotcha: (.+)", learned)
    assert lesson in told
    assert len(screen.split("\n")) <= 20


def test_a_line_that_is_too_wide_is_not_drawn() -> None:
    picture.draw(["x" * picture.COLUMNS])
    with pytest.raises(ValueError, match="columns"):
        picture.draw(["x" * (picture.COLUMNS + 1)])


@pytest.mark.parametrize(
    "line",
    [
        "a < b && c > d",
        "$ echo '<b>' `x`",
        "## \"quotes\" & 'more'",
        "inserted     0a1b2c3d  Fixed: `a<b>` — c",
        "  two   spaces",
        "(`a`), `b`.",
    ],
)
def test_what_is_drawn_is_what_was_said(line: str) -> None:
    assert picture.words(picture.draw([line])) == [" ".join(line.split())]


# -- the links ---------------------------------------------------------------------------------


def prose(text: str) -> str:
    """A page without its fenced blocks, where links and headings are not meant."""
    return re.sub(r"(?ms)^( *)(```+|~~~+).*?^\1\2 *$", "", text)


def anchors(text: str) -> set[str]:
    """What GitHub lets a link point at: a heading in lower case, words joined by hyphens."""
    found: Counter[str] = Counter()
    names = set()
    for heading in re.findall(r"(?m)^#{1,6} +(.+?) *#*$", prose(text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        names.add(f"{slug}-{found[slug]}" if found[slug] else slug)
        found[slug] += 1
    return names


def links(text: str) -> Iterator[tuple[str, str]]:
    """Yield (path, anchor) of each link and picture that stays inside of the repository."""
    targets = re.findall(r"\]\(([^)\s]+)[^)]*\)", prose(text))
    targets += re.findall(r"""\b(?:src|href|srcset)=["']([^"'\s]+)""", prose(text))
    for target in targets:
        if "://" not in target and not target.startswith("mailto:"):
            path, _, anchor = target.partition("#")
            yield path, anchor


def dead(page: Path) -> Iterator[str]:
    """The links of a page that lead nowhere."""
    for path, anchor in links(page.read_text(encoding="utf-8")):
        there = (page.parent / path).resolve() if path else page
        if not there.exists():
            yield path
        elif anchor and anchor not in anchors(there.read_text(encoding="utf-8")):
            yield f"{path}#{anchor}"


@pytest.mark.parametrize(
    ("link", "fault"),
    [
        ("[a](b.md)", ["b.md"]),
        ("[a](a.md#no-such)", ["a.md#no-such"]),
        ("[a](#no-such)", ["#no-such"]),
        ("![a](a.svg)", ["a.svg"]),
        ('<img src="a.svg">', ["a.svg"]),
        ("[a](#what-it-is) [b](a.md#twice-1) [c](https://example.org/x)", []),
        ("```md\n[a](b.md)\n```", []),
    ],
)
def test_a_dead_link_is_noticed(link: str, fault: list[str], tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(f"# What `it` is!\n## Twice\n## Twice\n{link}\n", encoding="utf-8")
    assert list(dead(page)) == fault


@check_rows("page", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert list(dead(page)) == []


def test_every_page_is_found_from_the_readme() -> None:
    seen: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        seen.add(page)
        for path, _ in links(page.read_text(encoding="utf-8")):
            there = (page.parent / path).resolve()
            if there.suffix == ".md" and there.exists() and there not in seen:
                ahead.append(there)
    lost = sorted(page.name for page in (ROOT / "docs").glob("*.md") if page not in seen)
    assert not lost, "no page links to these; the README or another page of docs/ should"


# Packages move and registries are one way among others; a page names the package, no more.
_REGISTRIES = re.compile(r"(?:pypi|npmjs|crates|rubygems|pythonhosted)\.(?:org|com|io)")


@check_rows("page", PAGES, ids=lambda path: path.name)
def test_no_page_names_a_registry(page: Path) -> None:
    assert _REGISTRIES.search("https://" + "pypi" + ".org/x")
    assert not _REGISTRIES.findall(page.read_text(encoding="utf-8"))
