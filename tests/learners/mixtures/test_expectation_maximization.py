import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from gnomon.errors import DataError, ParameterError
from gnomon.learners.mixtures.expectation_maximization import expectation_maximization, max_decrease


def coins(flips, per_row):
    """Which of two coins was tossed in each row was not seen (Do & Batzoglou 2008)."""

    def expect(chance):
        logs = flips[:, None] * np.log(chance) + (per_row - flips[:, None]) * np.log(1 - np.array(chance))
        top = np.logaddexp(logs[:, 0], logs[:, 1])
        return np.exp(logs - top[:, None]), float((top - np.log(2)).sum())

    def maximize(share):
        return tuple(share.T @ flips / (share.sum(axis=0) * per_row))

    return expect, maximize


def test_the_two_coins_of_do_and_batzoglou_have_their_probabilities():
    result = expectation_maximization(
        *coins(np.array([5, 9, 8, 4, 7]), 10), (0.6, 0.5), tol=1e-10, traced=True
    )
    np.testing.assert_allclose(result.trace[1], (0.71, 0.58), atol=0.005)
    np.testing.assert_allclose(result.parameters, (0.80, 0.52), atol=0.005)
    assert result.converged
    assert result.max_decrease == 0


def test_the_end_is_the_maximum_that_a_plain_search_finds():
    def seen(b):
        return 20 * np.log(0.5 + b) + 10 * np.log(2 * b) + 10 * np.log(0.5 - 3 * b)

    def expect(b):
        return 20 * b / (0.5 + b), seen(b)

    result = expectation_maximization(expect, lambda n: (n + 10) / (6 * (n + 20)), 0.01, tol=1e-13)
    best = minimize_scalar(
        lambda b: -seen(b), bounds=(1e-6, 1 / 6 - 1e-6), method="bounded", options={"xatol": 1e-10}
    )
    assert result.parameters == pytest.approx(best.x, abs=1e-7)
    frame = result.frame()
    assert frame.columns.tolist() == ["step", "log_likelihood"]
    assert (np.diff(frame["log_likelihood"]) > 0).all()


def test_a_trace_of_named_parameters_is_a_frame():
    result = expectation_maximization(
        lambda p: (p["a"], -(p["a"] ** 2)), lambda a: {"a": a / 2}, {"a": 8.0}, max_iter=3, traced=True
    )
    assert result.frame()["a"].tolist() == [8.0, 4.0, 2.0]
    assert not result.converged
    assert str(result) == "stopped after 3 iterations at a log likelihood of -4"


def test_a_step_that_lowers_the_likelihood_shows():
    result = expectation_maximization(lambda p: (p, -p), lambda p: p + 1.0, 0.0, max_iter=4)
    assert result.max_decrease == 1.0
    assert max_decrease(np.array([-np.inf, 1.0, 2.0])) == 0.0


def test_a_likelihood_that_is_no_number_is_refused():
    with pytest.raises(DataError, match="NaN in iteration 0"):
        expectation_maximization(lambda p: (p, float("nan")), lambda p: p, 1.0)
    with pytest.raises(ParameterError, match="max_iter=0"):
        expectation_maximization(lambda p: (p, 0.0), lambda p: p, 1.0, max_iter=0)
