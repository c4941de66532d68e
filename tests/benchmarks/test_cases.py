"""The benchmarks compare like with like: on small data, both sides give the same scores and predictions."""

import joblib
import numpy as np
import pytest

from benchmarks import fits, grids
from benchmarks.case import Case, measure

GRIDS = [grids.ridge(300, 5), grids.neighbours(300, 4), grids.stump(2500, 3)]
FITS = [
    *fits.bayes(500, 4),
    fits.ridge(500, 4),
    fits.neighbours(3000, 3, 50, "kd_tree", wanted=1),
    fits.neighbours(500, 40, 50, "brute", wanted=1),
    fits.ranking(500),
]


@pytest.mark.parametrize("case", [*GRIDS, *FITS], ids=lambda case: case.name)
def test_both_sides_give_the_same_answer(case):
    with joblib.parallel_config(backend="threading"):
        np.testing.assert_allclose(case.ours(), case.peer(), rtol=1e-9)


def test_an_outcome_holds_the_ratio_of_the_best_times():
    clock = iter(range(100))
    case = Case("family", "name", "peer", lambda: [next(clock)], lambda: [1], len, "length", lambda a, b: "")
    outcome = measure(case, repeats=2)
    assert outcome.ratio == pytest.approx(outcome.peer_seconds / outcome.ours_seconds)
    assert (outcome.ours_quality, outcome.peer_quality) == (1, 1)
