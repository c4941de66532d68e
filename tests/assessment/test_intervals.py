import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.intervals import (
    Estimate,
    corrected_t_interval,
    delong_interval,
    percentile_bootstrap,
    rounded,
    rows_t_interval,
    t_interval,
    wilson_interval,
    z_interval,
)
from gnomon.errors import DataError, DesignError, ParameterError

levels = st.sampled_from([0.8, 0.9, 0.95, 0.99])


@given(st.integers(1, 500), st.data(), levels)
def test_wilson_agrees_with_scipy(n, data, level):
    right = data.draw(st.integers(0, n))
    expected = stats.binomtest(right, n).proportion_ci(level, method="wilson")
    assert np.allclose(wilson_interval(right / n, n, level), expected, atol=1e-12)


@given(st.lists(st.floats(-10, 10), min_size=2, max_size=30), levels)
def test_the_t_interval_agrees_with_scipy(values, level):
    values = np.array(values)
    if np.std(values) < 1e-6:
        return
    expected = stats.t.interval(level, len(values) - 1, np.mean(values), stats.sem(values))
    assert np.allclose(t_interval(values, level), expected)
    assert np.allclose(rows_t_interval(values, None, None, level), expected)


@given(st.lists(st.integers(0, 9), min_size=3, max_size=30), st.floats(0.05, 0.6))
def test_the_corrected_interval_is_the_t_interval_widened_by_the_overlap(values, ratio):
    values = np.array(values, dtype=float)
    plain, corrected = np.diff(t_interval(values))[0], np.diff(corrected_t_interval(values, ratio))[0]
    assert np.isclose(corrected, plain * np.sqrt(1 + len(values) * ratio))


def test_the_normal_interval_is_narrower_than_students():
    values = np.array([1.0, 2.0, 4.0])
    assert np.diff(z_interval(values)) < np.diff(t_interval(values))
    assert np.diff(z_interval(values, ddof=0)) < np.diff(z_interval(values, ddof=1))


def test_a_weight_of_all_rows_alike_changes_nothing_and_weights_move_the_center():
    values = np.array([0.0, 1.0, 1.0, 0.0, 1.0])
    assert np.allclose(rows_t_interval(values, np.full(5, 3.0)), rows_t_interval(values))
    assert np.mean(rows_t_interval(values, values + 0.1)) > np.mean(rows_t_interval(values))


def test_rows_of_one_group_count_as_one():
    values = np.array([0.1, 0.9, 0.4, 0.6])
    copied = rows_t_interval(np.repeat(values, 25), None, np.repeat(np.arange(4), 25))
    assert np.allclose(copied, rows_t_interval(values))
    assert np.diff(rows_t_interval(np.repeat(values, 25))) < np.diff(copied) / 3


def test_t_over_groups_covers_where_t_over_rows_does_not():
    generator = np.random.default_rng(0)
    group = np.repeat(np.arange(30), 5)
    hits = np.zeros(2)
    for _ in range(200):
        values = np.repeat(generator.normal(size=30), 5) + 0.3 * generator.normal(size=150)
        bounds = rows_t_interval(values, None, group), rows_t_interval(values)
        hits += [lower <= 0 <= upper for lower, upper in bounds]
    assert hits[0] / 200 >= 0.91
    assert hits[1] / 200 < 0.75


def test_delong_covers_a_known_area_at_its_level():
    generator = np.random.default_rng(0)
    truth = stats.norm.cdf(1 / np.sqrt(2))
    positive = np.arange(100) < 30
    hits = 0
    for _ in range(400):
        lower, upper = delong_interval(positive, generator.normal(size=100) + positive)
        hits += lower <= truth <= upper
    assert 0.92 <= hits / 400 <= 0.98


def test_delong_stays_within_bounds_and_admits_doubt_about_a_perfect_ranking():
    positive = np.arange(20) < 5
    lower, upper = delong_interval(positive, -np.arange(20))
    assert 0.4 < lower < 0.9
    assert upper == 1
    lower, upper = delong_interval(positive, -np.where(np.arange(20) == 4, 6.5, np.arange(20)))
    assert 0 < lower < 0.98 < upper < 1


def test_delongs_variance_is_that_of_the_placements():
    positive = np.array([1, 1, 1, 0, 0, 0, 0], dtype=bool)
    score = np.array([3, 5, 1, 2, 0, 3, 1])
    gaps = score[positive][:, None] - score[~positive][None, :]
    kernel = (gaps > 0) + 0.5 * (gaps == 0)
    area = kernel.mean()
    variance = kernel.mean(axis=1).var(ddof=1) / 3 + kernel.mean(axis=0).var(ddof=1) / 4
    half = stats.norm.ppf(0.975) * np.sqrt(variance) / (area * (1 - area))
    expected = 1 / (1 + np.exp(-(np.log(area / (1 - area)) + np.array([-half, half]))))
    assert np.allclose(delong_interval(positive, score), expected)


def test_the_bootstrap_of_a_mean_agrees_with_theory_and_is_the_same_every_time():
    values = np.random.default_rng(0).normal(size=200)
    result = percentile_bootstrap(lambda rows: float(values[rows].mean()), np.arange(200))
    assert np.allclose(result, t_interval(values), atol=0.03)
    assert result == percentile_bootstrap(lambda rows: float(values[rows].mean()), np.arange(200))


def test_a_bootstrap_that_is_mostly_undefined_is_refused():
    def undefined(rows):
        raise DataError("one class only")

    with pytest.raises(DesignError, match="1000 of 1000"):
        percentile_bootstrap(undefined, np.arange(5))


def test_one_value_has_no_interval():
    for interval in (t_interval, z_interval, lambda values: corrected_t_interval(values, 0.1)):
        with pytest.raises(DesignError, match="use k_fold"):
            interval(np.array([0.5]))
    with pytest.raises(DesignError, match="hold out more"):
        rows_t_interval(np.array([0.5]))


@pytest.mark.parametrize("level", [0, 1, 95, -0.1])
def test_a_level_outside_zero_and_one_is_refused(level):
    with pytest.raises(ParameterError, match="level="):
        wilson_interval(0.5, 10, level)


def test_an_estimate_reads_well_at_any_scale():
    assert str(Estimate(0.5, 0.25, 0.75, 0.9, "t", "")) == "0.500 [0.250, 0.750] (90 %, t)"
    assert str(Estimate(3025.31, 2800.2, 3250.9, 0.95, "t", "")) == "3025 [2800, 3251] (95 %, t)"
    assert str(Estimate(1e-4, 5e-5, 2e-4, 0.95, "t", "")) == "0.00010 [0.00005, 0.00020] (95 %, t)"
    assert rounded(1.0, 1.0) == ("1.000", "1.000")
    assert rounded(1.0, np.inf) == ("1.000", "inf")


def a_repeated_cross_validation(generator, n_rows=80, k=10, repeats=5):
    """Accuracies of the midpoint-of-means rule on two normals 1.5 apart, and what it reaches on average."""
    positive = np.arange(n_rows) % 2 == 1
    x = generator.normal(size=n_rows) + 1.5 * positive
    values, reached = [], []
    for _ in range(repeats):
        fold = generator.permutation(np.arange(n_rows) % k)
        for each in range(k):
            train = fold != each
            cut = (x[train & positive].mean() + x[train & ~positive].mean()) / 2
            values.append(np.mean((x[~train] > cut) == positive[~train]))
            reached.append((stats.norm.cdf(cut) + stats.norm.cdf(1.5 - cut)) / 2)
    return np.array(values), float(np.mean(reached))


def test_the_corrected_interval_covers_and_the_plain_one_does_not():
    generator = np.random.default_rng(0)
    runs = [a_repeated_cross_validation(generator) for _ in range(200)]
    truth = np.mean([reached for _, reached in runs])

    def coverage(interval):
        bounds = np.array([interval(values) for values, _ in runs])
        return np.mean((bounds[:, 0] <= truth) & (truth <= bounds[:, 1]))

    assert coverage(lambda values: corrected_t_interval(values, 1 / 9)) >= 0.9
    assert coverage(t_interval) < 0.75
