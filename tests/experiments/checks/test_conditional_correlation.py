import numpy as np

from gnomon.experiments.checks.conditional_correlation import (
    are_conditionally_uncorrelated,
    normal_scores_correlation,
)


def test_likeness_is_of_the_rows_where_both_are_there():
    a = np.array([1.0, 2.0, np.nan, 4.0])
    assert normal_scores_correlation(a, np.array([2.0, 3.0, -9.0, 5.0])) == 1.0
    assert normal_scores_correlation(a, np.ones(4)) == 0.0


def test_duplicates_with_noise_are_screened_and_so_is_one_that_falls():
    target, *noise = np.random.default_rng(0).normal(size=(3, 400))
    a, b = (target + 0.3 * each for each in noise)
    assert are_conditionally_uncorrelated(a, b, target)
    assert are_conditionally_uncorrelated(a, -b, target)


def test_measurements_of_one_cause_are_not():
    size, noise, other = np.random.default_rng(0).normal(size=(3, 400))
    assert not are_conditionally_uncorrelated(size, size + 0.1 * other, size + 0.4 * noise)
