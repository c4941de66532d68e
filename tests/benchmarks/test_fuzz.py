"""Some hundred cases of the fuzzing of files, the same every time, and its parts."""

import json
import os
import subprocess
import sys
from random import Random

import pytest

from benchmarks.fuzz.kinds import KINDS
from benchmarks.fuzz.search import altered

CASES = 180


def search(folder, *more):
    command = [sys.executable, "-m", "benchmarks.fuzz.search", *KINDS, "--folder", str(folder)]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    return subprocess.run([*command, *more], env=environment, check=False, capture_output=True, text=True)


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is measured on Linux only")
def test_altered_files_of_every_kind_are_used_or_refused(tmp_path):
    done = search(tmp_path, "--cases", str(CASES))
    told = [path.read_text() for path in (tmp_path / "faults").glob("*.txt")]
    assert not told, "\n\n".join(told)
    assert done.returncode == 0, done.stderr
    counts = json.loads((tmp_path / "counts.json").read_text())
    assert sum(counts.values()) == CASES
    assert {f"{name} used" for name in KINDS} <= set(counts)


@pytest.mark.parametrize("name", ["csv", "arff", "design"])
def test_a_seed_names_its_alterations(name):
    first, second = (
        [altered(KINDS[name], next(iter(KINDS[name].seeds())), Random(seed)) for seed in range(20)]
        for _ in "ab"
    )
    assert first == second
    assert len(set(first)) > 15
