"""The benchmarks compare like with like: on small data, both sides give the same scores and predictions."""

import joblib
import numpy as np
import pytest

from benchmarks import assessment, fits, grids
from benchmarks.case import Case, measure

GRIDS = [grids.ridge(300, 5), grids.neighbors(300, 4), grids.stump(2500, 3)]
FITS = [
    *fits.bayes(500, 4),
    fits.ridge(500, 4),
    fits.neighbors(3000, 3, 50, "kd_tree", wanted=1),
    fits.neighbors(500, 40, 50, "brute", wanted=1),
    fits.ranking(500),
]


@pytest.mark.parametrize("case", [*GRIDS, *FITS, assessment.labels(3000, 10)], ids=lambda case: case.name)
def test_both_sides_give_the_same_answer(case):
    with joblib.parallel_config(backend="threading"):
        np.testing.assert_allclose(case.ours(), case.peer(), rtol=1e-9)


def test_an_outcome_holds_the_ratio_of_the_best_times():
    clock = iter(range(100))
    case = Case("family", "name", "peer", lambda: [next(clock)], lambda: [1], len, "length", lambda a, b: "")
    outcome = measure(case, repeats=2)
    assert outcome.ratio == pytest.approx(outcome.peer_seconds / outcome.ours_seconds)
    assert (outcome.ours_quality, outcome.peer_quality) == (1, 1)


def test_bootstraps_agree_in_mean_and_spread():
    case = assessment.bootstrap(2000, 2000)
    ours, peer = case.ours(), case.peer()
    assert abs(ours.mean() - peer.mean()) < 4 * ours.std() / np.sqrt(len(peer))
    assert ours.std() == pytest.approx(peer.std(), rel=0.4)


@pytest.mark.parametrize(
    "case", [assessment.delong(500, 3), assessment.pairs(4, 500)], ids=lambda case: case.name
)
def test_a_case_without_a_peer_has_a_limit_in_seconds(case):
    outcome = measure(case, repeats=1)
    assert np.isnan(outcome.ratio)
    assert outcome.within is not None
    assert 0 <= outcome.ours_quality <= 1
