"""Which path is the same file as an allowed one, or near it: first what is neither."""

from __future__ import annotations

import pytest

from memory_md.diary.model import AllowedFile
from memory_md.diary.rules.path_relation import near, same

from ..rows import check_rows


def allowed(*paths: str) -> tuple[AllowedFile, ...]:
    return tuple(AllowedFile(path, "*" in path or "?" in path) for path in paths)


@check_rows(
    ("path", "targets"),
    [
        pytest.param("callback.py", ["src/callback_sync.py"], id="the beginning of a name"),
        pytest.param("callback_sync.py", ["src/callback.py"], id="a name and more"),
        pytest.param("tests/test_callback.py", ["src/callback.py"], id="its test"),
        pytest.param("back.py", ["src/callback.py"], id="the end of a name"),
        pytest.param("src/callback.ts", ["src/callbacks/index.ts"], id="a folder called alike"),
        pytest.param("web/auth.py", ["api/auth.py"], id="another folder"),
        pytest.param("auth.py", ["api/auth.py", "web/auth.py"], id="a bare name that fits two"),
        pytest.param("README.md", ["packages/ui/README.md"], id="the root's own file"),
        pytest.param("pkg/a/src/index.ts", ["src/index.ts"], id="what every package has"),
        pytest.param("src/index.ts", ["a/src/index.ts", "b/src/index.ts"], id="in two packages"),
        pytest.param("docs/a/b.md", ["docs/*.md"], id="deeper than the glob"),
        pytest.param("*.py", ["src/a.py"], id="a kind of file"),
        pytest.param("src/", ["src/a.py"], id="a folder above"),
        pytest.param("app/i/page.tsx", ["app/[id]/page.tsx"], id="brackets are no class"),
    ],
)
def test_it_is_not_the_same_file(path: str, targets: list[str]) -> None:
    assert same(path, allowed(*targets), {"README.md"}) is None


@check_rows(
    ("path", "targets"),
    [
        pytest.param("src/a.py", ["src/a.py"], id="the same path"),
        pytest.param("./src/a.py", ["src/a.py"], id="with a dot"),
        pytest.param("src\\a.py", ["src/a.py"], id="with backslashes"),
        pytest.param("auth/jwt.ts", ["src/auth/jwt.ts"], id="the end of a path"),
        pytest.param("template/.x/skills/git.md", [".x/skills/git.md"], id="a longer path"),
        pytest.param("/home/me/repo/src/a.py", ["src/a.py"], id="an absolute path"),
        pytest.param("src/a.py", ["/Users/me/repo/src/a.py"], id="an absolute allowed path"),
        pytest.param("jwt.ts", ["src/auth/jwt.ts", "src/auth/jwt.test.ts"], id="a bare name"),
        pytest.param("README.md", ["README.md", "docs/README.md"], id="a bare name as it is"),
        pytest.param("docs/a.md", ["docs/*.md"], id="a glob"),
        pytest.param("src/a/b.ts", ["src/**/*.ts"], id="a deep glob"),
        pytest.param("src/auth/jwt.ts", ["src/auth/"], id="a folder"),
        pytest.param("src/auth/jwt.ts", ["src/auth/*"], id="all of a folder"),
        pytest.param("docs/spec-*.md", ["docs/spec-a.md"], id="a glob of the entry"),
        pytest.param("app/[id]/page.tsx", ["app/[id]/*.tsx"], id="brackets and a glob"),
    ],
)
def test_it_is_the_same_file(path: str, targets: list[str]) -> None:
    hit = same(path, allowed(*targets), {"README.md"})
    assert hit is not None
    assert hit.allowed == targets[0]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        pytest.param("a/index.ts", "b/index.ts", id="a name that all have"),
        pytest.param("cmd/a/main.go", "cmd/b/main.go", id="a main file"),
        pytest.param("src/a.py", "src/b.py", id="a folder that all have"),
        pytest.param("docs/user.md", "src/user.py", id="prose and code"),
        pytest.param("lib/db_cli.py", "lib/db.py", id="a short name"),
    ],
)
def test_it_is_not_even_near(path: str, target: str) -> None:
    assert near(path, allowed(target)) is None


@pytest.mark.parametrize(
    ("path", "target"),
    [
        pytest.param("callback.py", "src/callback_sync.py", id="the beginning of a name"),
        pytest.param("tests/test_callback.py", "src/callback.py", id="its test"),
        pytest.param("src/Cart.test.tsx", "src/Cart.tsx", id="its test, the other way"),
        pytest.param("scripts/runner.sh", "scripts/runner.py", id="in another language"),
        pytest.param("web/session.py", "api/session.py", id="in another folder"),
    ],
)
def test_it_is_a_near_miss(path: str, target: str) -> None:
    miss = near(path, allowed(target))
    assert miss is not None
    assert miss.weight >= 1
