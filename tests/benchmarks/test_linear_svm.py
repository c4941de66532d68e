"""The benchmarks of linear machines compare like with like: both sides reach the same objective."""

import joblib
import numpy as np
import pytest

from benchmarks import linear_svm

CASES = [
    linear_svm.dense(400, 5, "squared_hinge", wanted=1),
    linear_svm.sparse(300, 2000, "squared_hinge", wanted=1),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_both_sides_reach_the_least_objective(case):
    assert case.quality(case.ours()) == pytest.approx(case.quality(case.peer()), rel=1e-4)


def test_both_sides_score_the_prices_alike():
    case = linear_svm.ridge_prices(150, 4)
    with joblib.parallel_config(backend="threading"):
        np.testing.assert_allclose(case.ours(), case.peer(), rtol=1e-6)
