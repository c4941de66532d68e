import numpy as np

from gnomon.experiments.checks.approximate_sums import approximate_sums


def test_a_sum_with_slips_is_found_and_small_counts_are_not():
    random = np.random.default_rng(0)
    a, b = random.integers(100, 900, (2, 80)).astype(float)
    total = a - b + np.where(random.random(80) < 0.3, 1.0, 0.0)
    assert [each[:2] for each in approximate_sums(total, {"a": a, "b": b})] == [("a", "b")]
    assert approximate_sums(total, {"a": a, "c": random.permutation(b)}) == []
    few = random.integers(0, 3, (2, 400)).astype(float)
    assert approximate_sums(few[0] + few[1], {"a": few[0], "b": few[1]}) == []


def test_where_a_term_is_mostly_zero_two_columns_are_equal_and_the_third_says_nothing():
    random = np.random.default_rng(0)
    a = random.integers(100, 900, 200).astype(float)
    rare = np.where(random.random(200) < 0.1, random.integers(1, 50, 200), 0).astype(float)
    assert approximate_sums(a + rare, {"a": a, "rare": rare}) == []
