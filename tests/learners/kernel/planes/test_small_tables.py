import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.learners.kernel.planes import linear_svm
from gnomon.learners.kernel.planes.linear_svm import LinearOptions, fit_all
from gnomon.learners.kernel.planes.small_tables import fit_small, is_small
from gnomon.learners.kernel.planes.squared_loss import (
    SquaredProblem,
    minimize,
    squared_epsilon_insensitive,
    squared_hinge,
)


def table(n=120, d=6, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * 10.0 ** random.integers(-1, 2, d)
    side = np.where(X[:, 0] / X[:, 0].std() + random.normal(size=n) > 0, 1.0, -1.0)
    return X, np.array([side, -np.roll(side, 3)]), random.uniform(0.1, 3, n)


@pytest.mark.parametrize("width", [None, 0.3])
@pytest.mark.parametrize("starts", [[None, None], [np.ones(7), None]])
def test_planes_in_one_call_are_those_of_newtons_method_step_by_step(width, starts):
    X, targets, C = table()
    residual = squared_hinge if width is None else squared_epsilon_insensitive(width)
    result = fit_small(X, targets, C, width=width, bias=2.0, starts=starts, max_iter=100)
    for fit, target in zip(result, targets, strict=True):
        expected = minimize(SquaredProblem(X, target, C, residual, 2.0), None, 1e-4, 100)
        np.testing.assert_allclose(fit.w, expected.w, rtol=1e-9, atol=1e-12)
        assert fit.b == pytest.approx(expected.b, rel=1e-9)
        assert fit.primal == pytest.approx(expected.primal, rel=1e-12)
        assert fit.gap < 1e-12
        assert fit.converged


def test_small_and_large_tables_give_the_same_planes(monkeypatch):
    X, targets, C = table()
    rule = LinearOptions(True, None, "auto", 1.0, 1e-4, 100, 0)
    small = fit_all(X, targets, C, rule, [None, None])
    monkeypatch.setattr(linear_svm, "is_small", lambda X: False)
    large = fit_all(X, targets, C, rule, [None, None])
    for one, other in zip(small, large, strict=True):
        np.testing.assert_allclose(one.w, other.w, rtol=1e-9, atol=1e-12)


def test_a_limit_of_steps_is_kept_and_told():
    X, targets, C = table()
    fit = fit_small(X, targets, 1e3 * C, width=None, bias=1.0, starts=[None, None], max_iter=1)[0]
    assert len(fit.history) == 2
    assert not fit.converged


def test_numbers_too_large_to_be_squared_are_refused():
    X, targets, C = table()
    with pytest.raises(DataError, match="too large"):
        fit_small(1e200 * X, targets, C, width=None, bias=1.0, starts=[None, None], max_iter=10)


def test_wide_tables_are_not_small():
    assert not is_small(np.zeros((3, 300)))
