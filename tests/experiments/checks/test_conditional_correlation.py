import numpy as np

from gnomon.experiments.checks.conditional_correlation import (
    are_conditionally_uncorrelated,
    are_uncorrelated_within_classes,
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


def test_noisy_copies_of_a_class_are_uncorrelated_within_it_and_measurements_of_one_cause_are_not():
    random = np.random.default_rng(0)
    codes = random.integers(2, size=600)
    a, b = (np.where(random.random(600) < 0.05, 1 - codes, codes).astype(float) for _ in range(2))
    assert are_uncorrelated_within_classes(a, b, codes)
    assert are_uncorrelated_within_classes(a, 1 - b, codes)
    size = codes + random.normal(size=600)
    assert not are_uncorrelated_within_classes(size, size + 0.1 * random.normal(size=600), codes)
    assert are_uncorrelated_within_classes(np.ones(600), size, codes)
