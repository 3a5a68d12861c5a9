"""What became of files that are gone, asked of real repositories, each history made in one go."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from memory_md.git.head import head_of
from memory_md.git.history import GitIndex, deadline, ends, index_of, untouched
from memory_md.git.process import askable

from ..conftest import make_repo
from ..rows import check_rows


def git(where: Path, *words: str, stdin: bytes = b"") -> str:
    done = subprocess.run(["git", *words], cwd=where, input=stdin, capture_output=True, check=False)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout.decode().strip()


def text(seed: str, lines: int = 20, other: int = 0) -> str:
    """Content that is like no other seed's; the first `other` lines are changed."""
    return "".join(f"{seed} {'*' if n < other else '='} {n} {seed * 3}\n" for n in range(lines))


Files = Mapping[str, str | None]  # the content, None for removed


@dataclass
class Commits:
    """A history on its way into git, by `git fast-import`."""

    stream: list[str] = field(default_factory=list)
    count: int = 0

    def commit(self, files: Files, *parents: int, branch: str = "main") -> int:
        """The number of a commit with these changes, on the parents (default: the one before)."""
        self.count += 1
        before = parents or ((self.count - 1,) if self.count > 1 else ())
        lines = [f"commit refs/heads/{branch}\nmark :{self.count}\n"]
        lines.append(f"committer Ada Tester <ada@example.org> {1770000000 + self.count} +0000\n")
        lines.append("data 1\nx\n")
        lines += [f"{'merge' if n else 'from'} :{parent}\n" for n, parent in enumerate(before)]
        for path, content in files.items():
            name = json.dumps(path, ensure_ascii=False)
            if content is None:
                lines.append(f"D {name}\n")
            else:
                lines.append(f"M 100644 inline {name}\ndata {len(content.encode())}\n{content}\n")
        self.stream.append("".join(lines))
        return self.count

    def into(self, path: Path) -> Path:
        make_repo(path)
        git(path, "fast-import", "--quiet", stdin="".join(self.stream).encode())
        git(path, "reset", "-q", "--hard")
        return path


def renamed(old: str, new: str, content: str | None = None) -> Files:
    return {old: None, new: content or text(old)}


FIRST = (
    *("plain.py", "un/related.py", "copied.py", "half.py", "svc/out.py", "svc/in.py", "deleted.py"),
    *("chain/a.py", "again/a.py", "anew/a.py", "then/gone.py", "case/Readme.md", "split/a.py"),
    *("ünï/ä b.py", "-dash.py", "glob/*.py", "glob/x.py", "new\nline.py", "dir/a.py", "dir/b.py"),
    *("dir/sub/c.py", "scattered/a.py", "scattered/b.py", "scattered/c.py", "back.py", "loop/a.py"),
    *("side.py", "both.py", "merge.py", "deadbeef" * 5, "tab\there.py", "still/a.py", "still/b.py"),
    *("hop/a.py", "hop/b.py", "swap/a.py"),
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One repository in which all of it happened."""
    c = Commits()
    c.commit({path: text(path) for path in FIRST} | {"empty.py": "", "kept.py": text("kept")})
    c.commit({"un/related.py": None, "un/other.py": text("quite different")})
    c.commit({"copied.py": text("copied.py"), "copy.py": text("copied.py")})
    c.commit({"copied.py": None})
    c.commit({"half.py": None, "halved.py": text("half.py", other=15)})
    c.commit({"empty.py": None, "blank.py": ""})
    c.commit(renamed("svc/out.py", "elsewhere/out.py"))
    c.commit({"deleted.py": None})
    c.commit(
        {**renamed("plain.py", "src/plain.py", text("plain.py", other=3))}
        | renamed("chain/a.py", "chain/b.py")
        | renamed("again/a.py", "again/b.py")
        | renamed("anew/a.py", "anew/b.py")
        | renamed("then/gone.py", "then/was.py")
        | renamed("case/Readme.md", "case/README.md")
        | renamed("ünï/ä b.py", "ünï/ö c.py")
        | renamed("-dash.py", "--dashes.py")
        | renamed("glob/*.py", "glob/star.py")
        | renamed("new\nline.py", "new\n\nlines.py")
        | renamed("tab\there.py", 'tab\t"there".py')
        | renamed("deadbeef" * 5, "cafebabe" * 5)
        | renamed("svc/in.py", "svc/deep/in.py")
        | renamed("loop/a.py", "loop/b.py")
    )
    c.commit(renamed("chain/b.py", "chain/c.py", text("chain/a.py", other=2)))
    c.commit({"then/was.py": None, "again/a.py": text("another file")})
    c.commit({"again/a.py": None, "chain/d.py": text("chain/a.py", other=3), "chain/c.py": None})
    # The second owner of a name has no part in what became of the first.
    c.commit({"anew/b.py": None, "anew/c.py": text("anew/a.py")})
    c.commit({"anew/b.py": text("a newcomer")})
    c.commit({"anew/b.py": None, "loop/b.py": None, "loop/a.py": text("loop/a.py")})
    c.commit({"loop/a.py": None})
    c.commit(
        {f"dir/{name}": None for name in ("a.py", "b.py", "sub/c.py")}
        | {f"moved/{name}": text(f"dir/{name}") for name in ("a.py", "b.py", "sub/c.py")}
    )
    c.commit(
        {f"scattered/{name}.py": None for name in "abc"} | {"one/a.py": text("scattered/a.py")}
    )
    c.commit({"back.py": None})
    c.commit({"back.py": text("back.py")})
    c.commit(renamed("still/a.py", "moved/still.py"))
    c.commit(
        {
            "hop/a.py": None,
            "hop/b.py": None,
            "skip/a.py": text("hop/a.py"),
            "skip/b.py": text("hop/b.py"),
        }
    )
    c.commit(renamed("skip/a.py", "aside/a.py", text("hop/a.py")))
    c.commit({"skip/c.py": text("skip/c.py")})
    c.commit(
        renamed("skip/c.py", "jump/c.py") | renamed("skip/b.py", "jump/b.py", text("hop/b.py"))
    )
    base = c.commit({"swap/a.py": text("quite another"), "swap/b.py": text("swap/a.py")})
    side = c.commit(renamed("side.py", "sided.py"), branch="side")
    side = c.commit(
        {**renamed("both.py", "mine.py"), "branch/a.py": text("on the branch")}, side, branch="side"
    )
    side = c.commit(
        {"branch/a.py": None, "branch/b.py": text("on the branch")}, side, branch="side"
    )
    main = c.commit({"kept.py": text("kept", other=1), "both.py": None}, base)
    merged = {
        "side.py": None,
        "sided.py": text("side.py"),
        "both.py": None,
        "mine.py": text("both.py"),
        "branch/b.py": text("on the branch"),
    }
    c.commit({**merged, **renamed("merge.py", "merged.py")}, main, side)
    return c.into(tmp_path_factory.mktemp("history") / "repo")


def names(root: Path, *paths: str) -> dict[str, str]:
    """What each path that git once had is called today."""
    head = head_of(root)
    commit = "" if head and not head.commit else "HEAD"
    index = index_of(root, commit, paths, deadline()) or GitIndex()
    history = ends(root, commit, paths, deadline()) if commit else {}
    return {path: now for path in paths if (now := index.name_of(path, history or {})) is not None}


@pytest.fixture(scope="module")
def answers(told: Path) -> dict[str, str]:
    paths = {*FIRST, "empty.py", "never.py", "scattered", "dir", "dir/sub", "still", "hop"}
    return names(told, *sorted(paths | {"branch/a.py", "src", "[a-z].py", "*", "*.py"}))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("un/related.py", id="an unrelated file that came as it went"),
        pytest.param("copied.py", id="a copy made before it went"),
        pytest.param("half.py", id="a file that is like it by less than half"),
        pytest.param("empty.py", id="another empty file"),
        pytest.param("deleted.py", id="nothing came"),
        pytest.param("then/gone.py", id="its successor went too"),
        pytest.param("again/a.py", id="it was made anew after the rename, and that one went"),
        pytest.param("loop/a.py", id="renamed, renamed back, then deleted"),
        pytest.param("scattered", id="a folder of which less than half went one way"),
    ],
)
def test_what_has_no_successor_has_none(told: Path, answers: dict[str, str], path: str) -> None:
    now = answers[path]
    assert now == path or not (told / now).exists()


@pytest.mark.parametrize("path", ["never.py", "[a-z].py", "*", "*.py"])
def test_of_what_never_was_nothing_is_said(answers: dict[str, str], path: str) -> None:
    assert path not in answers


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("plain.py", "src/plain.py", id="moved and edited"),
        pytest.param("chain/a.py", "chain/d.py", id="three renames, edited each time"),
        pytest.param("anew/a.py", "anew/c.py", id="a name that others had in between"),
        pytest.param("case/Readme.md", "case/README.md", id="only the case"),
        pytest.param("ünï/ä b.py", "ünï/ö c.py", id="unicode and a space"),
        pytest.param("-dash.py", "--dashes.py", id="like an option"),
        pytest.param("glob/*.py", "glob/star.py", id="like a glob"),
        pytest.param("new\nline.py", "new\n\nlines.py", id="newlines"),
        pytest.param("tab\there.py", 'tab\t"there".py', id="a tab and quotes"),
        pytest.param("deadbeef" * 5, "cafebabe" * 5, id="like a commit"),
        pytest.param("dir/sub/c.py", "moved/sub/c.py", id="a file in a folder that moved"),
        pytest.param("dir", "moved", id="a folder"),
        pytest.param("dir/sub", "moved/sub", id="a folder in it"),
        pytest.param("hop", "jump", id="a folder twice, the second time file by file"),
        pytest.param("side.py", "sided.py", id="on a branch that was merged"),
        pytest.param("both.py", "mine.py", id="on a branch, deleted on the other"),
        pytest.param("merge.py", "merged.py", id="by the merge itself"),
        pytest.param("branch/a.py", "branch/b.py", id="it only ever was on the branch"),
        pytest.param("svc/out.py", "elsewhere/out.py", id="out of a folder that is no root here"),
        *(pytest.param(p, p, id=f"{p} is there") for p in ("glob/x.py", "back.py", "swap/a.py")),
        pytest.param("still", "still", id="a folder that one file left"),
        pytest.param("src", "src", id="a folder that is there"),
    ],
)
def test_a_rename_is_followed(answers: dict[str, str], old: str, new: str) -> None:
    assert answers[old] == new


def test_below_a_root_that_is_a_folder_of_the_work_tree(told: Path) -> None:
    asked = ("out.py", "in.py", "deep/in.py", "plain.py")
    assert names(told / "svc", *asked) == {
        "out.py": "out.py",
        "in.py": "deep/in.py",
        "deep/in.py": "deep/in.py",
    }


@check_rows("path", ["", "/etc/passwd", "../a", "a/../../b", "a//b", "./a", "a/", "a\0b"])
def test_git_is_not_asked_for_what_it_would_refuse(path: str) -> None:
    assert not askable(path)


def test_one_refused_path_would_cost_all_answers(told: Path) -> None:
    assert ends(told, "HEAD", ["../../x", "plain.py"], deadline()) is None


def test_when_the_time_is_up_nothing_is_said(told: Path) -> None:
    assert ends(told, "HEAD", ["plain.py"], 0.0) == {}
    assert index_of(told, "HEAD", ["plain.py"], 0.0) is None
    assert untouched(told, "0" * 40, "HEAD", ["plain.py"], 0.0) == frozenset()


def test_a_file_that_only_a_merged_branch_had_is_found_alone_too(told: Path) -> None:
    assert names(told, "branch/a.py") == {"branch/a.py": "branch/b.py"}


def test_the_configuration_of_the_repository_changes_nothing(
    told: Path, answers: dict[str, str]
) -> None:
    evil = told / "evil.sh"
    evil.write_text(f"#!/bin/sh\ntouch '{told}/pwned'\n", "utf-8")
    evil.chmod(0o755)
    (told / ".gitattributes").write_text("* diff=evil filter=evil\n", "utf-8")
    config = told / ".git/config"
    before = config.read_bytes()
    with config.open("a", encoding="utf-8") as file:
        file.write("[diff]\nrenames = false\nrenameLimit = 1\nnoprefix = true\nrelative = true\n")
        file.write(f"external = {evil}\norderFile = /nonexistent\n[color]\nui = always\n")
        file.write(f"[core]\nfsmonitor = {evil}\npager = {evil}\nhooksPath = {told}\n")
        file.write(f'[diff "evil"]\ncommand = {evil}\ntextconv = {evil}\n')
        file.write(f'[filter "evil"]\nclean = {evil}\nsmudge = {evil}\n')
        file.write(f"[log]\nshowSignature = true\nfollow = true\n[gpg]\nprogram = {evil}\n")
    try:
        assert names(told, *answers) == answers
        assert not (told / "pwned").exists()
    finally:
        config.write_bytes(before)
        (told / ".gitattributes").unlink()
        evil.unlink()


@pytest.mark.parametrize(
    ("since", "same"),
    [
        pytest.param(
            "HEAD", {"plain.py", "side.py", "never.py", "branch/a.py", "merge.py"}, id="0"
        ),
        pytest.param("HEAD^", {"plain.py", "never.py"}, id="what a merge brought counts"),
        pytest.param("side", set(), id="after a commit that is no ancestor nobody can tell"),
        pytest.param("f" * 40, set(), id="nor after none"),
        pytest.param("--output=pwned", set(), id="nor after what is no id"),
    ],
)
def test_what_no_commit_since_has_to_do_with(told: Path, since: str, same: set[str]) -> None:
    asked = ["plain.py", "side.py", "never.py", "branch/a.py", "merge.py"]
    if since == "side":
        since = git(told, "commit-tree", "HEAD^{tree}", "-m", "x")
    elif since.startswith("HEAD"):
        since = git(told, "rev-parse", since)
    assert untouched(told, since, "HEAD", asked, deadline()) == same
    assert not [*told.glob("pwned*")]


# -- the index and the work tree ----------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one rename behind it."""
    c = Commits()
    c.commit({f"{name}.py": text(name) for name in ("a", "d", "u", "x", "pkg/e", "pkg/f")})
    c.commit(renamed("a.py", "b.py", text("a")))
    return c.into(tmp_path_factory.mktemp("small") / "repo")


def test_what_is_staged_counts_and_what_only_the_work_tree_knows_does_not(small: Path) -> None:
    git(small, "mv", "b.py", "c.py")
    git(small, "rm", "-q", "d.py")
    git(small, "mv", "pkg", "lib")
    (small / "u.py").rename(small / "v.py")
    try:
        assert names(small, "a.py", "b.py", "d.py", "pkg", "pkg/e.py", "u.py", "x.py") == {
            "a.py": "c.py",
            "b.py": "c.py",
            "d.py": "d.py",
            "pkg": "lib",
            "pkg/e.py": "lib/e.py",
            "u.py": "u.py",
            "x.py": "x.py",
        }
    finally:
        git(small, "reset", "-q", "--hard")


def test_before_the_first_commit_and_without_git_nothing_is_said(tmp_path: Path) -> None:
    repo = make_repo(tmp_path / "new")
    (repo / "a.py").write_text("", "utf-8")
    git(repo, "add", "a.py")
    assert names(repo, "a.py", "b.py") == {"a.py": "a.py"}
    bare = tmp_path / "none"
    bare.mkdir()
    assert names(bare, "a.py") == {}


def test_a_submodule_is_another_repository(small: Path, tmp_path: Path) -> None:
    outer = make_repo(tmp_path / "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(small), "sub")
    git(outer, "commit", "-qm", "with a submodule")
    assert names(outer, "sub/a.py", "x.py") == {}
    assert names(outer / "sub", "a.py") == {"a.py": "b.py"}
    assert head_of(outer / "sub") is not None
    assert head_of(outer / "sub") != head_of(outer)


def test_behind_the_boundary_of_a_shallow_clone_nothing_is_known(
    small: Path, tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{small}", str(clone))
    assert names(clone, "a.py", "b.py") == {"b.py": "b.py"}
    before = head_of(clone)
    git(clone, "fetch", "-q", "--unshallow")
    assert names(clone, "a.py") == {"a.py": "b.py"}
    assert head_of(clone) != before, "the answers of before do not hold any more"


# -- HEAD, read without git ---------------------------------------------------------------------


def states(repo: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    yield "on a branch", repo
    git(repo, "checkout", "-qb", "deep/name/ü")
    yield "a branch in folders", repo
    git(repo, "pack-refs", "--all")
    yield "packed", repo
    git(repo, "checkout", "-q", "--detach", "HEAD~1")
    yield "detached", repo
    git(repo, "worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked", "main")
    yield "a linked work tree", tmp_path / "linked"
    git(repo, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
    git(repo, "symbolic-ref", "HEAD", "refs/heads/alias")
    yield "through another name", repo
    git(repo, "symbolic-ref", "HEAD", "refs/heads/main")
    (repo / ".git/HEAD").write_text("ref: refs/heads/../heads/main\n", "utf-8")
    git_says = subprocess.run(["git", "rev-parse", "HEAD"], cwd=repo, capture_output=True, check=0)
    if git_says.returncode == 0:
        yield "a name that only git may judge", repo
    (repo / ".git/HEAD").write_text("ref: refs/heads/main\n", "utf-8")


def test_head_is_what_git_says_it_is(tmp_path: Path) -> None:
    c = Commits()
    c.commit({"a": "1\n"})
    c.commit({"a": "2\n"})
    repo = c.into(tmp_path / "repo")
    met = []
    for name, where in states(repo, tmp_path):
        head = head_of(where)
        assert head is not None, name
        assert head.commit == git(where, "rev-parse", "HEAD"), name
        met.append(name)
    assert len(met) >= 6


def test_without_a_commit_or_a_repository_there_is_no_head(tmp_path: Path) -> None:
    head = head_of(make_repo(tmp_path / "new"))
    assert head is not None
    assert (head.commit, head.index) == ("", "")
    assert head_of(tmp_path) is None
    (tmp_path / ".git").write_text("gitdir: /nowhere\n", "utf-8")
    head = head_of(tmp_path)
    assert head is None or head.commit == ""


def test_a_changed_index_is_another_state(small: Path) -> None:
    before = head_of(small)
    assert before == head_of(small)
    (small / "n.py").write_text("", "utf-8")
    git(small, "add", "n.py")
    after = head_of(small)
    git(small, "rm", "-qf", "n.py")
    assert before is not None
    assert after is not None
    assert after.commit == before.commit
    assert after.index != before.index


def test_refs_that_git_keeps_in_a_table_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    c = Commits()
    c.commit({"a": "1\n"})
    repo = c.into(tmp_path / "repo")
    commit = git(repo, "rev-parse", "HEAD")
    # As such a repository looks from outside; a git that cannot read it stands in for none.
    fake = tmp_path / "bin"
    fake.mkdir()
    (fake / "git").write_text(f"#!/bin/sh\necho {commit}\n", "utf-8")
    (fake / "git").chmod(0o755)
    (repo / ".git/HEAD").write_text("ref: refs/heads/.invalid\n", "utf-8")
    (repo / ".git/reftable").mkdir()
    monkeypatch.setenv("PATH", f"{fake}{os.pathsep}{os.environ['PATH']}")
    head = head_of(repo)
    assert head is not None
    assert head.commit == commit
