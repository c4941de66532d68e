import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.evaluate import permutation_test
from scipy import stats

from gnomon.assessment.measures import auc
from gnomon.assessment.significance.mcnemar import mcnemar_test
from gnomon.assessment.significance.permutation import prediction_swap_test, sign_flip_test
from gnomon.errors import DataError


def test_the_exact_flips_agree_with_mlxtend_and_scipy():
    a, b = np.array([0.9, 0.8, 0.7, 0.95, 0.6, 0.85]), np.array([0.8, 0.75, 0.72, 0.9, 0.5, 0.6])
    assert sign_flip_test(a - b)[0].p == pytest.approx(permutation_test(a, b, paired=True, method="exact"))

    def gap(x, y, axis):
        return np.mean(x - y, axis=axis)

    expected = stats.permutation_test((a, b), gap, permutation_type="samples", n_resamples=10**4)
    assert sign_flip_test(a - b)[0].p == pytest.approx(expected.pvalue)


@settings(max_examples=40)
@given(st.lists(st.sampled_from([-1, 0, 1]), min_size=1, max_size=14))
def test_flips_of_right_and_wrong_are_mcnemars_exact_test(values):
    expected = mcnemar_test(values.count(1), values.count(-1), "exact").p
    assert sign_flip_test(values)[0].p == pytest.approx(expected)


@settings(max_examples=30)
@given(st.lists(st.integers(-20, 20), min_size=6, max_size=12))
def test_the_interval_is_of_the_means_that_are_not_refused(values):
    values = np.array(values, dtype=float) + np.linspace(0, 0.1, len(values)) ** 2
    outcome, (low, high) = sign_flip_test(values)
    assert low <= outcome.statistic <= high
    step = 1e-6
    for bound, inside in ((low, step), (high, -step)):
        if np.isfinite(bound):
            assert sign_flip_test(values - bound - inside)[0].p > 0.05
            assert sign_flip_test(values - bound + inside)[0].p <= 0.05


def test_drawn_flips_come_near_the_t_test_for_many_rows():
    values = np.random.default_rng(0).normal(0.2, 1, 100)
    outcome, bounds = sign_flip_test(values)
    assert outcome.p == pytest.approx(stats.ttest_1samp(values, 0).pvalue, abs=0.015)
    error = stats.sem(values)
    assert bounds == pytest.approx(stats.t.interval(0.95, 99, np.mean(values), error), abs=0.15 * error)


def test_p_is_even_under_no_difference():
    random = np.random.default_rng(0)
    p = np.array([sign_flip_test(random.normal(size=8))[0].p for _ in range(1000)])
    for level in (0.05, 0.1, 0.25, 0.5):
        assert np.mean(p <= level) == pytest.approx(level, abs=4 * np.sqrt(level * (1 - level) / 1000))


def test_whole_weights_that_repeat_groups_and_groups_of_rows_are_one_toss():
    values = np.array([0.3, -0.1, 0.2, 0.4, 0.1, 0.2])
    weight = np.array([1.0, 2.0, 3.0, 1.0, 2.0, 1.0])
    times = weight.astype(int)
    weighted = sign_flip_test(values, weight=weight)
    grouped = sign_flip_test(values.repeat(times), group=np.arange(6).repeat(times))
    assert weighted[0].p == pytest.approx(grouped[0].p)
    assert weighted[1] == pytest.approx(grouped[1])
    assert weighted[0].statistic == pytest.approx(values @ weight / weight.sum())
    without = sign_flip_test(np.r_[values, 9.0], weight=np.r_[weight, 0.0])
    assert without[0].p == weighted[0].p


def test_rows_of_groups_tossed_one_by_one_would_refuse_too_often():
    random = np.random.default_rng(0)
    group = np.repeat(np.arange(10), 8)
    alone = whole = 0
    for seed in range(200):
        values = random.normal(size=10)[group] + 0.3 * random.normal(size=80)
        whole += sign_flip_test(values, group=group)[0].p < 0.05
        alone += sign_flip_test(values, times=500, random_state=seed)[0].p < 0.05
    assert whole / 200 <= 0.09
    assert alone / 200 > 0.3


def test_too_few_rows_refuse_nothing():
    outcome, bounds = sign_flip_test([0.5])
    assert outcome.p == 1
    assert bounds == (-np.inf, np.inf)
    assert sign_flip_test(np.zeros(5))[0].p == 1
    with pytest.raises(DataError, match="add up to 0"):
        sign_flip_test([0.1, 0.2], weight=np.zeros(2))
    assert sign_flip_test([0.1] * 20, times=10)[1] == (-np.inf, np.inf)


def test_swaps_of_a_mean_are_flips_of_its_differences():
    random = np.random.default_rng(0)
    first, second = random.normal(0.5, 1, 9), random.normal(size=9)
    swapped = prediction_swap_test(lambda given: float(np.mean(given)), first, second)
    assert swapped.p == pytest.approx(sign_flip_test(first - second)[0].p)


def test_swapped_scores_test_areas_at_their_level_and_see_a_better_one():
    random = np.random.default_rng(0)
    positive = np.arange(40) < 20
    result = {0.0: [], 1.5: []}
    for gain, p in result.items():
        for _ in range(60):
            a, b = random.normal(size=(2, 40)) + positive * np.array([[0.5 + gain], [0.5]])
            ranks = stats.rankdata([a, b], axis=1)
            p.append(prediction_swap_test(lambda given: auc(positive, given), *ranks, times=200).p)
    assert np.mean(np.array(result[0.0]) < 0.05) <= 0.15
    assert np.mean(np.array(result[1.5]) < 0.05) >= 0.6


def test_the_same_seed_gives_the_same_p_and_rows_of_columns_are_swapped_whole():
    random = np.random.default_rng(0)
    first, second = random.random((2, 30, 3))

    def statistic(given):
        return float(np.max(given.sum(axis=1)))

    result = [prediction_swap_test(statistic, first, second, times=100, random_state=3) for _ in range(2)]
    assert result[0] == result[1]
    assert prediction_swap_test(statistic, first, first, times=50).p == 1


def test_a_mean_of_nothing_that_is_not_refused_is_not_left_out_by_rounding():
    differences = np.repeat([1.0, -1.0, 0.0], [8, 3, 13])
    for sign in (1, -1):
        for seed in range(5):
            outcome, (low, high) = sign_flip_test(sign * differences, random_state=seed)
            assert outcome.p > 0.06
            assert low <= 0 <= high
