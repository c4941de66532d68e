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
bins = np.clip(np.rint(2 * X), 0, 5).astype(np.uint8)
flags = np.zeros(19, np.uint8)
boosting = native.Boosting(native.BinnedTable(bins, np.full(19, 6, np.int32), flags), 2)
slope, curvature = X.T[:2].copy(), np.ones((2, 700))
limits = native.BoostLimits(20, 99, 5.0, 0.0, 0.0, 0.0, 0.1)
categories = native.CategorySplits(0.0, 0.0, 255, 0.0)
rows = np.arange(700, dtype=np.int32)
sums["step"] = boosting.round(slope, curvature, None, rows, flags + 1, None, limits, categories, 2)
nodes = np.concatenate([boosting.trees(place)[0] for place in range(2)])
np.savez(sys.argv[1], distance=distance, index=index, nodes=nodes, **sums)
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


def test_neighbors_are_the_same_to_the_last_bit_on_every_machine(results):
    for result in results.values():
        assert np.array_equal(result["index"], results["plain"]["index"])
        assert np.array_equal(result["distance"], results["plain"]["distance"])


def test_boosted_trees_ask_the_same_on_every_machine(results):
    assert len(results["plain"]["nodes"]) == 78
    for result in results.values():
        assert np.array_equal(result["nodes"], results["plain"]["nodes"])


def test_sums_agree_up_to_rounding_on_every_machine(results):
    for result in results.values():
        for name in ("mean", "scatter", "squares", "score", "step"):
            np.testing.assert_allclose(result[name], results["plain"][name], rtol=1e-11, atol=1e-11)
