"""Names of libraries from the manifests of many languages; a broken one names none."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_md.diary.disk.manifests import dependency_names


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("package.json", "{", id="cut off"),
        pytest.param("package.json", '["a"]', id="no object"),
        pytest.param("package.json", "[" * 100_000, id="deep"),
        pytest.param("package.json", '{"dependencies": ["a"], "devDependencies": 1}', id="shapes"),
        pytest.param("pyproject.toml", "[project\n", id="broken TOML"),
        pytest.param("pyproject.toml", "project = 1\ntool = 2", id="other types"),
        pytest.param("setup.cfg", "no section", id="broken INI"),
        pytest.param("requirements.txt", "# none\n-r base.txt\nhttps://x.org/y.whl\n", id="none"),
        pytest.param("go.mod", "module x.org/y\n\nx.org/z v1 // indirect\n", id="indirect"),
        pytest.param("node_modules/x/package.json", '{"dependencies": {"a": "1"}}', id="others'"),
        pytest.param("a/b/c/d/package.json", '{"dependencies": {"a": "1"}}', id="too deep"),
    ],
)
def test_nothing_is_named(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert dependency_names(tmp_path) == {}


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        (
            "package.json",
            '{"dependencies": {"@a/b": "1"}, "devDependencies": {"cc": "2"}}',
            "@a/b cc",
        ),
        ("composer.json", '{"require": {"php": ">=8", "a/b": "1"}}', "a/b"),
        (
            "pyproject.toml",
            (
                '[project]\ndependencies = ["httpx[cli]>=1", "rich ; x"]\n[dependency-groups]\n'
                'dev = ["pytest"]\n[tool.poetry.dependencies]\npython = "3"\nflask = "*"\n'
            ),
            "httpx rich pytest flask",
        ),
        ("requirements-dev.txt", "aa==1 # x\n\nb.c>=2\n", "aa b.c"),
        ("requirements/base.txt", "aa\n", "aa"),
        ("setup.cfg", "[options]\ninstall_requires =\n  aa>=1\n  bb\n", "aa bb"),
        ("setup.py", "setup(install_requires=['aa>1', \"bb\"])", "aa bb"),
        ("Pipfile", '[packages]\naa = "*"\n', "aa"),
        (
            "Cargo.toml",
            '[dependencies]\nserde = "1"\n[workspace.dependencies]\nxx = "1"',
            "serde xx",
        ),
        (
            "go.mod",
            "require x.org/a/b v1.2.0\n\trequire (\n\tx.org/c v0.1.0\n)",
            "x.org/a/b x.org/c",
        ),
        ("Gemfile", "gem 'rails', '~> 7'\n  gem \"pg\"\n", "rails pg"),
        ("x.gemspec", "s.add_development_dependency 'rspec'", "rspec"),
        (
            "pom.xml",
            "<artifactId>me</artifactId><dependency><artifactId>junit</artifactId>",
            "junit",
        ),
        ("build.gradle.kts", 'implementation("io.ktor:ktor-core:2.0")', "ktor-core"),
        ("gradle/libs.versions.toml", '[libraries]\na = {module = "x:yy"}', "yy"),
        ("mix.exs", '{:phoenix, "~> 1"},\n{:ecto, path: 1}', "phoenix ecto"),
        ("pubspec.yaml", "name: x\ndependencies:\n  http: ^1\nother:\n  no: 1\n", "http"),
        ("A.csproj", '<PackageReference Include="Serilog" Version="1"/>', "Serilog"),
        ("environment.yml", "dependencies:\n  - conda-forge::numpy=1\n", "numpy"),
        ("build.sbt", '"org.x" %% "cats" % "2"', "cats"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "",
)
def test_each_kind_of_manifest_is_read(tmp_path: Path, name: str, text: str, names: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert dependency_names(tmp_path) == dict.fromkeys(names.split(), name)


def test_links_and_large_files_are_passed_over(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text('{"dependencies": {"a": "1"}}', encoding="utf-8")
    root = tmp_path / "root"
    root.mkdir()
    (root / "package.json").symlink_to(outside)
    (root / "requirements.txt").write_text("a\n" * 200_000, encoding="utf-8")
    assert dependency_names(root) == {}
    assert dependency_names(tmp_path / "nowhere") == {}
