"""The lock files: what pyproject.toml asks for, in exact versions, each with the hashes of its files."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LOCKS = [ROOT / "requirements" / f"{name}.lock" for name in ("build", "development")]


def pinned(lock):
    """The lines of a lock without comments, joined to one per package."""
    text = "\n".join(line for line in lock.read_text().splitlines() if not line.lstrip().startswith("#"))
    return text.replace(" \\\n    --hash", " --hash").splitlines()


def versions(lock):
    """The version of each package in this environment."""
    parsed = [Requirement(line.partition(" --hash")[0]) for line in pinned(lock)]
    here = [each for each in parsed if each.marker is None or each.marker.evaluate()]
    return {normal(each.name): str(each.specifier).removeprefix("==") for each in here}


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def asked(lock):
    lines = (ROOT / "requirements" / "build.in").read_text().splitlines()
    if lock.stem == "development":
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())
        lines += project["build-system"]["requires"] + project["project"]["dependencies"]
        lines += project["project"]["optional-dependencies"]["dev"]
    texts = [line.partition("#")[0].strip() for line in lines]
    return [Requirement(text) for text in texts if text]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_has_what_is_required_and_make_lock_was_not_forgotten(lock):
    locked = versions(lock)
    for requirement in asked(lock):
        if requirement.marker is None or requirement.marker.evaluate():
            assert normal(requirement.name) in locked, f"{requirement.name} is not in {lock.name}: make lock"
            assert locked[normal(requirement.name)] in requirement.specifier


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_each_locked_package_has_hashes_and_none_comes_from_an_address(lock):
    for line in pinned(lock):
        package, *hashes = line.split(" --hash=sha256:")
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==[^ ]+( ; .+)?$", package), line
        assert hashes
        assert all(re.fullmatch("[0-9a-f]{64}", each) for each in hashes), package
    assert not re.search(r"://|--[a-z-]*(index|find-links)|file:", lock.read_text())


def test_the_two_locks_agree():
    build, development = map(versions, LOCKS)
    assert build.items() <= development.items()
