import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.learners.kernel.planes import linear_machine
from gnomon.learners.kernel.planes.linear_machine import LinearRule, fit_planes
from gnomon.learners.kernel.planes.small_planes import is_small, small_planes
from gnomon.learners.kernel.planes.squared_loss import SquaredProblem, minimize, squared_hinge, squared_tube


def table(n=120, d=6, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * 10.0 ** random.integers(-1, 2, d)
    side = np.where(X[:, 0] / X[:, 0].std() + random.normal(size=n) > 0, 1.0, -1.0)
    return X, np.array([side, -np.roll(side, 3)]), random.uniform(0.1, 3, n)


@pytest.mark.parametrize("width", [None, 0.3])
@pytest.mark.parametrize("starts", [[None, None], [np.ones(7), None]])
def test_planes_in_one_call_are_those_of_newtons_method_step_by_step(width, starts):
    X, targets, price = table()
    residual = squared_hinge if width is None else squared_tube(width)
    found = small_planes(X, targets, price, width=width, bias=2.0, starts=starts, most=100)
    for fit, target in zip(found, targets, strict=True):
        expected = minimize(SquaredProblem(X, target, price, residual, 2.0), None, 1e-4, 100)
        np.testing.assert_allclose(fit.w, expected.w, rtol=1e-9, atol=1e-12)
        assert fit.b == pytest.approx(expected.b, rel=1e-9)
        assert fit.primal == pytest.approx(expected.primal, rel=1e-12)
        assert fit.gap < 1e-12
        assert fit.converged


def test_small_and_large_tables_give_the_same_planes(monkeypatch):
    X, targets, price = table()
    rule = LinearRule(True, None, "auto", 1.0, 1e-4, 100, 0)
    small = fit_planes(X, targets, price, rule, [None, None])
    monkeypatch.setattr(linear_machine, "is_small", lambda X: False)
    large = fit_planes(X, targets, price, rule, [None, None])
    for one, other in zip(small, large, strict=True):
        np.testing.assert_allclose(one.w, other.w, rtol=1e-9, atol=1e-12)


def test_a_limit_of_steps_is_kept_and_told():
    X, targets, price = table()
    fit = small_planes(X, targets, 1e3 * price, width=None, bias=1.0, starts=[None, None], most=1)[0]
    assert len(fit.history) == 2
    assert not fit.converged


def test_numbers_too_large_to_be_squared_are_refused():
    X, targets, price = table()
    with pytest.raises(DataError, match="too large"):
        small_planes(1e200 * X, targets, price, width=None, bias=1.0, starts=[None, None], most=10)


def test_wide_tables_are_not_small():
    assert not is_small(np.zeros((3, 300)))
