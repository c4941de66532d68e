"""Narrow and wide vectors: the loops of every level that this machine can run agree."""

import os
import subprocess
import sys

import numpy as np
import pytest

from gnomon import native

PROGRAM = """
import sys
import numpy as np
from gnomon import native
generator = np.random.default_rng(0)
X = generator.standard_normal((700, 19))
codes = generator.integers(0, 3, 700).astype(np.int32)
distance, index = native.nearest(X, X, 9, "euclidean", None, 2)
_, mean, scatter = native.moments(X, None, None, 2)
_, _, squares = native.class_moments(X, codes, 3, None, 2)
score = native.gaussian_scores(X, X[:3].copy(), X[:3] ** 2, np.zeros(3), 2)
sums = {"mean": mean, "scatter": scatter, "squares": squares, "score": score}
np.savez(sys.argv[1], distance=distance, index=index, **sums)
print(native.level)
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """What each level computes, by the name of the level that really ran."""
    found = {}
    for level in ("plain", "v3", "v4"):
        path = tmp_path_factory.mktemp("level") / "result.npz"
        command = [sys.executable, "-c", PROGRAM, str(path)]
        run = subprocess.run(
            command, env={**os.environ, "GNOMON_LEVEL": level}, check=True, capture_output=True, text=True
        )
        found[run.stdout.strip()] = dict(np.load(path))
    return found


def test_the_plain_loops_always_run(results):
    assert "plain" in results
    assert native.level in {"plain", "v3", "v4"}


def test_neighbours_are_the_same_to_the_last_bit_on_every_machine(results):
    for result in results.values():
        assert np.array_equal(result["index"], results["plain"]["index"])
        assert np.array_equal(result["distance"], results["plain"]["distance"])


def test_sums_agree_up_to_rounding_on_every_machine(results):
    for result in results.values():
        for name in ("mean", "scatter", "squares", "score"):
            np.testing.assert_allclose(result[name], results["plain"][name], rtol=1e-11, atol=1e-11)
