import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from gnomon.assessment.curves.binormal import (
    _categories,
    _fisher_scoring,
    _likelihood,
    _start,
    binormal_curve,
)
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import DataError, ParameterError


def normal_curve(generator, n_positive, n_negative, distance=1.0, deviation=1.0):
    positive = np.arange(n_positive + n_negative) < n_positive
    spread = np.where(positive, deviation, 1.0)
    return roc_curve(positive, generator.normal(size=len(positive)) * spread + distance * positive)


def test_the_fit_finds_the_parameters_that_made_the_scores():
    fit = binormal_curve(normal_curve(np.random.default_rng(0), 20000, 20000, 1.5, 1.25))
    assert fit.converged
    assert fit.a == pytest.approx(1.5 / 1.25, abs=0.03)
    assert fit.b == pytest.approx(1 / 1.25, abs=0.02)
    assert fit.auc == pytest.approx(stats.norm.cdf(1.5 / np.sqrt(1 + 1.25**2)), abs=0.005)
    assert fit.tpr_at([0.0, 1.0]).tolist() == [0, 1]


@given(st.integers(0, 10**6))
@settings(max_examples=5, deadline=None)
def test_no_other_optimizer_finds_a_higher_likelihood(seed):
    counts = _categories(normal_curve(np.random.default_rng(seed), 40, 60), 5)
    place, _, converged = _fisher_scoring(_start(counts), counts)
    assert converged

    def loss(trial):
        value = _likelihood(trial, counts)[0]
        return -value if np.isfinite(value) else 1e6

    other = optimize.minimize(loss, _start(counts), method="Nelder-Mead", options={"maxiter": 3000})
    assert _likelihood(place, counts)[0] >= -other.fun - 1e-7


def test_gradient_and_information_are_those_of_the_likelihood():
    counts = np.array([[5.0, 9.0, 4.0, 2.0], [2.0, 3.0, 8.0, 7.0]])
    place = np.array([0.8, 0.9, -0.6, 0.3, 1.1])
    _, gradient, information = _likelihood(place, counts)
    numeric = optimize.approx_fprime(place, lambda x: _likelihood(x, counts)[0], 1e-7)
    assert gradient == pytest.approx(numeric, abs=1e-4)
    # At counts that are just as expected, the information is minus the Hessian.
    cuts = place[2:]
    deviates = np.stack([cuts, place[1] * cuts - place[0]])
    shares = np.diff(
        np.pad(stats.norm.cdf(deviates), ((0, 0), (1, 1)), constant_values=((0, 0), (0, 1))), axis=1
    )
    expected = shares * counts.sum(axis=1, keepdims=True)
    _, _, information = _likelihood(place, expected)
    step = 1e-5
    hessian = np.array(
        [
            (_likelihood(place + step * row, expected)[1] - _likelihood(place - step * row, expected)[1])
            / (2 * step)
            for row in np.eye(5)
        ]
    )
    assert information == pytest.approx(-hessian, rel=1e-4, abs=1e-4)


def test_the_fit_is_the_same_for_any_rising_map_of_the_scores():
    generator = np.random.default_rng(1)
    positive = np.arange(200) < 80
    score = generator.normal(size=200) + positive
    plain, mapped = (
        binormal_curve(roc_curve(positive, score)),
        binormal_curve(roc_curve(positive, np.exp(3 * score))),
    )
    assert (plain.a, plain.b) == (mapped.a, mapped.b)


def test_the_covariance_is_that_of_fits_to_many_samples():
    generator = np.random.default_rng(2)
    fits = [binormal_curve(normal_curve(generator, 100, 100)) for _ in range(300)]
    result = np.array([[fit.a, fit.b] for fit in fits])
    assert np.sqrt(np.diag(np.mean([fit.covariance for fit in fits], axis=0))) == pytest.approx(
        result.std(axis=0), rel=0.15
    )


def test_classes_that_hardly_meet_are_refused():
    with pytest.raises(DataError, match="kolmogorov_smirnov_band"):
        binormal_curve(roc_curve(np.arange(40) < 20, -np.arange(40.0)))
    with pytest.raises(DataError, match="too few"):
        binormal_curve(roc_curve([1, 0, 1, 0], [1, 1, 0, 0]))
    with pytest.raises(ParameterError, match="categories=2"):
        binormal_curve(normal_curve(np.random.default_rng(0), 20, 20), categories=2)


def test_weights_all_alike_change_nothing():
    generator = np.random.default_rng(3)
    positive = np.arange(100) < 40
    score = generator.normal(size=100) + positive
    plain, weighted = (
        binormal_curve(roc_curve(positive, score)),
        binormal_curve(roc_curve(positive, score, np.full(100, 3.0))),
    )
    assert plain.a == pytest.approx(weighted.a)
    assert plain.covariance == pytest.approx(weighted.covariance)
