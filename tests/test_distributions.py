"""What is shipped: the same bytes each time, only what is needed, and all of it works."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml
from release.checklist import disagreements
from release.contents import PROJECT, strangers
from release.distributions import EPOCH, Distributions, build
from release.installed import empty, has_compiled_parts, install, troubles

import caracol

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    return build(tmp_path_factory.mktemp("distributions"))


@pytest.mark.slow
def test_distributions_hold_what_is_needed_and_nothing_else(distributions: Distributions) -> None:
    assert list(strangers(distributions)) == []


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes(
    distributions: Distributions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = build(tmp_path / "again")
    monkeypatch.setenv(EPOCH, "1700000000")
    other = build(tmp_path / "other")
    for one, two, three in zip(distributions, again, other, strict=True):
        if one and two and three:
            assert one.read_bytes() == two.read_bytes()
            assert one.read_bytes() != three.read_bytes(), "the date is that of SOURCE_DATE_EPOCH"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="of Linux")
def test_the_compiled_wheel_is_for_every_linux(distributions: Distributions) -> None:
    assert distributions.pure.name.endswith("-py3-none-any.whl")
    if distributions.compiled:
        assert re.search("-py3-none-manylinux.*_2_17_", distributions.compiled.name)


@pytest.mark.slow
def test_each_works_in_an_empty_environment_without_a_compiler(
    distributions: Distributions, tmp_path: Path
) -> None:
    """Every command, or it says which extra to install; one test, as pip is slow."""
    there, place = empty(tmp_path / "environment"), tmp_path / "place"
    place.mkdir()
    install(there, distributions.pure)
    assert not has_compiled_parts(there)
    assert list(troubles(there, place)) == []
    for one in filter(None, (distributions.compiled, distributions.sdist)):
        install(there, one, "--force-reinstall", "--no-deps")
        assert has_compiled_parts(there) == (one == distributions.compiled)
        assert "The only solution." in there.run("caracol solve puzzle.txt", place).stdout


@pytest.mark.exhaustive
def test_every_command_works_from_each_distribution(distributions: Distributions) -> None:
    words = [sys.executable, "-m", "release.installed", str(distributions.pure.parent)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_the_version_is_the_same_everywhere() -> None:
    assert list(disagreements()) == []
    assert vars(sys.modules["caracol"]).get("__version__") is None, "only pyproject.toml says it"
    assert caracol.__version__ == version("caracol") == PROJECT["version"]


# Of the Citation File Format 1.2.0, what may be said, and what must be.
CITED = {"cff-version", "message", "title", "authors"}
MAY_BE_CITED = CITED | {
    *("abstract", "commit", "contact", "date-released", "doi", "identifiers", "keywords"),
    *("license", "license-url", "preferred-citation", "references", "repository", "type", "url"),
    *("repository-artifact", "repository-code", "version"),
}


def test_the_citation_is_well_formed() -> None:
    said = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert said.keys() >= CITED and said.keys() <= MAY_BE_CITED
    assert said["cff-version"] == "1.2.0" and said["type"] == "software"
    assert all({"name"} == one.keys() for one in said["authors"])
    assert all(isinstance(said[name], str) for name in ("version", "message", "title", "license"))


ORDER = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def test_changes_are_in_order() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    assert lines[0] == "# Changes"
    sections: list[list[str]] = []
    for line in lines:
        if line.startswith("## "):
            assert re.fullmatch(r"## \[\d+\.\d+\.\d+\] - (unreleased|\d{4}-\d\d-\d\d)", line)
            sections.append([])
        elif line.startswith("### "):
            sections[-1].append(line.removeprefix("### "))
    assert sections
    assert all(one and one == [name for name in ORDER if name in one] for one in sections)


# Files of ours are written by hand; a longer line is somebody's build.
LONGEST_LINE = 1000
OF_OTHERS = re.compile(r"@license|SPDX-License|copyright \(c\)|all rights reserved", re.IGNORECASE)
HOUSE = ("LICENSE", ".LICENSE", "tests/test_distributions.py")
FOREIGN = re.findall(
    r"^\| `(.+?)` \| .+ \| .+ \| (.+?) \|$",
    (ROOT / "THIRD_PARTY.md").read_text("utf-8"),
    re.MULTILINE,
)


def kept() -> list[str]:
    words = ["git", "ls-files", "-z"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.split("\0")[:-1]


def test_what_others_made_is_listed_with_its_licence() -> None:
    """Whatever says so, or was not written by hand; and no file is listed that is not there."""
    files, listed = kept(), {name for name, _ in FOREIGN}
    assert listed <= {*files}
    for name in files:
        if not name.startswith(("src/", "docs/make_", "tests/", "release/", "examples/")):
            continue
        text = (ROOT / name).read_bytes().decode("utf-8")  # there are no binaries, such as fonts
        of_others = bool(OF_OTHERS.search(text))
        of_others |= name.endswith((".js", ".css", ".html")) and any(
            len(line) > LONGEST_LINE for line in text.splitlines()
        )
        assert not of_others or name in listed or name.endswith(HOUSE), name


def test_the_licences_of_all_parts_are_told() -> None:
    named = {"MIT", *(licence for _, licence in FOREIGN)}
    assert {*PROJECT["license"].split(" AND ")} == named
    assert all((ROOT / name).is_file() for name in PROJECT["license-files"])
    third = (ROOT / "THIRD_PARTY.md").read_text("utf-8")
    assert all(f"\n- {licence}: " in third for _, licence in FOREIGN)
    told = re.search('litHtmlVersions.*?push."([0-9.]+)"', read("lit-html.js"))
    assert told and f"lit-html {told[1]}," in third


def read(name: str) -> str:
    return (ROOT / "src" / "caracol" / "studio" / "page" / name).read_text("utf-8")


RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?$", re.IGNORECASE)


def test_every_system_can_keep_the_files() -> None:
    """Names that Windows can have, none twice where case does not count."""
    names = kept()
    assert len({name.lower() for name in names}) == len(names)
    assert not [name for name in names if re.search(r'[<>:"|?*\\]|[. ](/|$)', name)]
    assert not [name for name in names if any(map(RESERVED.match, Path(name).parts))]
