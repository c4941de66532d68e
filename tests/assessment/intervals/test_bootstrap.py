import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.intervals import (
    basic_bootstrap_interval,
    bca_interval,
    draws,
    percentile_bootstrap,
    percentile_interval,
    samples,
    studentized_bootstrap_interval,
    t_interval,
)
from gnomon.assessment.intervals.bootstrap import acceleration
from gnomon.errors import DesignError, ParameterError

values = np.random.default_rng(0).exponential(size=40)


def replicates_of_mean(times, seed=0):
    return np.array([values[rows].mean() for rows in samples(np.arange(40), times, random_state=seed)])


@pytest.mark.parametrize("method", ["percentile", "basic", "BCa"])
def test_intervals_agree_with_scipy_within_the_noise_of_the_draws(method):
    expected = stats.bootstrap(
        (values,), np.mean, n_resamples=20000, method=method, rng=1
    ).confidence_interval
    result = replicates_of_mean(20000)
    value, influence = values.mean(), (values - values.mean()) / 40
    bounds = {
        "percentile": percentile_interval(result),
        "basic": basic_bootstrap_interval(value, result),
        "BCa": bca_interval(value, result, influence),
    }[method]
    assert np.allclose(bounds, expected, atol=0.012)


def test_bca_is_scipys_to_the_last_digit_on_the_same_replicates():
    # The same draws in scipy's own order: its BCa then reads the same distribution.
    peer = stats.bootstrap((values,), np.mean, n_resamples=999, method="BCa", rng=3)
    result = bca_interval(values.mean(), peer.bootstrap_distribution, values - values.mean())
    assert np.allclose(result, peer.confidence_interval, atol=1e-10)


def test_bca_without_bias_and_skewness_is_the_percentile_interval():
    result = np.arange(-500.0, 501.0)
    assert np.allclose(bca_interval(0.0, result, np.array([-1.0, 0.0, 1.0])), percentile_interval(result))
    assert np.allclose(bca_interval(0.0, result, np.zeros(3)), percentile_interval(result))


def test_bca_leans_to_the_long_tail():
    result = replicates_of_mean(4000)
    value, influence = values.mean(), values - values.mean()
    assert stats.skew(influence) > 0
    assert bca_interval(value, result, influence)[1] > percentile_interval(result)[1]
    assert bca_interval(value, result, influence)[0] > percentile_interval(result)[0]


def test_a_value_beyond_all_replicates_keeps_a_finite_interval():
    low, high = bca_interval(5.0, np.linspace(0, 1, 100), np.array([-1.0, 0.0, 3.0]))
    assert 0 <= low <= high <= 1


def test_studentized_replicates_of_normal_values_give_students_interval():
    draw = np.random.default_rng(1)
    normal = draw.normal(size=12)
    # The parametric bootstrap of a normal mean: the ratio is Student's t by construction.
    again = draw.normal(normal.mean(), normal.std(ddof=1), size=(40000, 12))
    errors = again.std(axis=1, ddof=1) / np.sqrt(12)
    result = studentized_bootstrap_interval(
        normal.mean(), normal.std(ddof=1) / np.sqrt(12), again.mean(axis=1), errors
    )
    assert np.allclose(result, t_interval(normal), atol=0.03)


def test_draws_hold_whole_groups_and_strata_keep_their_numbers():
    group = np.array(["a", "a", "b", "c", "c", "c", "d"])
    stratum = np.array([0, 0, 0, 1, 1, 1, 1])
    for rows, draw in draws(group, 50, stratum):
        assert len(np.unique(draw)) == 4
        for each in np.unique(draw):
            inside = rows[draw == each]
            assert np.array_equal(inside, np.flatnonzero(group == group[inside[0]]))
        assert len(np.unique(draw[stratum[rows] == 0])) == 2


@settings(max_examples=30)
@given(st.integers(2, 30), st.integers(0, 1000))
def test_the_same_seed_draws_the_same_rows(n, seed):
    first, second = (list(samples(np.arange(n), 3, random_state=seed)) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, second))
    assert all(len(rows) == n for rows in first)


def test_strata_narrow_what_lies_between_them():
    truth = np.repeat([0.0, 1.0], 30)
    plain = percentile_bootstrap(lambda rows: truth[rows].mean(), np.arange(60))
    within = percentile_bootstrap(lambda rows: truth[rows].mean(), np.arange(60), stratum=truth)
    assert plain[0] < 0.45
    assert within == (0.5, 0.5)


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(DesignError, match="another stratum"):
        next(samples(np.array([0, 0, 1]), 1, np.array([0, 1, 1])))
    with pytest.raises(ParameterError, match="times=0"):
        next(samples(np.arange(3), 0))
    with pytest.raises(DesignError, match="3 of 4"):
        percentile_interval(np.array([np.nan, np.nan, np.nan, 1.0]))


def test_the_acceleration_does_not_depend_on_the_size_of_the_pulls():
    pulls = np.array([-1.0, 0.0, 0.5, 3.0])
    expected = acceleration(pulls)
    for size in (1e-140, 1e-9, 1e100):
        assert acceleration(size * pulls) == pytest.approx(expected)
    assert acceleration(np.zeros(3)) == 0
