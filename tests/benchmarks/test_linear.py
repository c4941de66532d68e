"""The linear benchmarks compare like with like: both sides reach the same objective or predictions."""

import joblib
import pytest

from benchmarks import linear

CASES = [
    linear.logistic(400, 4, 2, "lbfgs", wanted=1),
    linear.logistic(400, 4, 2, "newton-cholesky", wanted=1),
    linear.logistic(400, 4, 3, "lbfgs", wanted=1),
    linear.text(200, 1000, 3),
    linear.logistic_grid(300, 3),
    linear.least_squares(300, 4),
    linear.left_out(300, 4),
    linear.lasso_path(200, 40),
    linear.lasso_path(40, 60),
    linear.discriminant_fit("LinearDiscriminantAnalysis", 400, 4),
    linear.discriminant_folds("QuadraticDiscriminantAnalysis", 400, 4),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_both_sides_reach_the_same_quality(case):
    with joblib.parallel_config(backend="threading"):
        ours, peer = case.ours(), case.peer()
    assert case.quality(ours) == pytest.approx(case.quality(peer), rel=1e-6)
    assert case.agree(ours, peer)
