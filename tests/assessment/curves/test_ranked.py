import numpy as np
import pytest

from gnomon.assessment.curves.ranked import check_times, rank_rows
from gnomon.errors import DataError, DesignError, ParameterError


def test_equal_scores_are_one_step_and_infinities_are_ranked():
    rows = rank_rows([1, 0, 1, 0, 1], [np.inf, 0.5, 0.5, -np.inf, 0.0])
    assert rows.threshold.tolist() == [np.inf, 0.5, 0.0, -np.inf]
    negative, positive = rows.counts()
    assert negative.tolist() == [0, 1, 1, 2]
    assert positive.tolist() == [1, 2, 3, 3]


def test_minus_zero_and_zero_are_one_score():
    assert len(rank_rows([1, 0], [0.0, -0.0]).threshold) == 1


def test_rows_without_weight_are_left_out():
    rows = rank_rows([1, 0, 0, 1], [4, 3, 2, 1], np.array([1.0, 2.0, 0.0, 0.5]))
    assert rows.threshold.tolist() == [4, 3, 1]
    assert rows.counts()[0].tolist() == [0, 2, 2]
    assert rows.effective == (1.0, pytest.approx(1.5**2 / 1.25))


def test_even_weights_are_worth_the_rows_and_groups_are_worth_one_each():
    positive = np.arange(12) % 2 == 0
    assert rank_rows(positive, np.arange(12.0), np.full(12, 7.0)).effective == pytest.approx((6, 6))
    assert rank_rows(positive, np.arange(12.0), group=np.arange(12) // 4).effective == pytest.approx((3, 3))


def test_turned_round_twice_is_the_same():
    rows = rank_rows([1, 0, 1, 0, 1], [3, 1, 1, 2, 0], np.array([1.0, 2, 3, 4, 5]), group=[0, 1, 0, 1, 2])
    twice = rows.reversed().reversed()
    for name in ("threshold", "last", "positive", "negative", "unit"):
        assert np.array_equal(getattr(rows, name), getattr(twice, name))
    other = rank_rows([1, 0, 1, 0, 1], [-3, -1, -1, -2, 0], np.array([1.0, 2, 3, 4, 5]))
    assert np.array_equal(rows.reversed().counts(), other.counts())


def test_a_bootstrap_keeps_the_size_of_each_class_and_repeats_with_its_seed():
    rows = rank_rows([1] * 5 + [0] * 8, np.arange(13.0))
    samples = list(rows.resampled(20, random_state=3))
    assert all(negative[-1] == 8 and positive[-1] == 5 for negative, positive in samples)
    assert np.array_equal(samples, list(rows.resampled(20, random_state=3)))
    assert not np.array_equal(samples, list(rows.resampled(20, random_state=4)))


def test_a_bootstrap_of_groups_draws_them_whole():
    # Every group holds two rows of one score and one class, so that counts are even.
    rows = rank_rows(
        np.repeat([1, 0] * 10, 2), np.repeat(np.arange(20), 2), group=np.repeat(np.arange(20), 2)
    )
    for negative, positive in rows.resampled(10):
        assert (negative % 2 == 0).all()
        assert (positive % 2 == 0).all()
        assert negative[-1] + positive[-1] == 40


def test_a_bootstrap_of_groups_that_often_lacks_a_class_is_refused():
    rows = rank_rows([1, 1, 0, 0], [4, 3, 2, 1], group=[0, 0, 1, 1])
    with pytest.raises(DesignError, match="have only one class"):
        list(rows.resampled(50))


def test_too_few_samples_for_a_spread_are_refused():
    assert check_times(20) == 20
    for odd in (0, 19, 2.5):
        with pytest.raises(ParameterError, match="times="):
            check_times(odd)


@pytest.mark.parametrize(
    ("positive", "score", "weight", "words"),
    [
        ([1, 1], [0.1, 0.2], None, "no row is negative"),
        ([0, 0], [0.1, 0.2], None, "no row is positive"),
        ([], [], None, "0 rows"),
        ([1], [0.3], None, "no row is negative"),
        ([1, 0], [0.1, np.nan], None, "row 1 has score NaN"),
        ([1, 0, 0], [0.1, 0.2], None, "shape"),
        (["yes", "no"], [0.1, 0.2], None, "contains 'yes'.* positive == the positive class"),
        (np.array([True, None]), [0.1, 0.2], None, "positive contains True"),
        ([1, 0], ["a", "b"], None, "score must be numbers"),
        ([1, 0], [0.1, 0.2], ["a", "b"], "weight must be numbers"),
        ([1, 2], [0.1, 0.2], None, "positive contains"),
        ([1, 0], [0.1, 0.2], [0.0, 0.0], "add up to 0"),
        ([1, 0], [0.1, 0.2], [1.0, -1.0], "row 1 has weight -1"),
        ([1, 0], [0.1, 0.2], [1.0, np.inf], "row 1 has weight inf"),
        ([1, 0], [0.1, 0.2], [1.0], "one weight per row"),
    ],
)
def test_rows_that_cannot_be_ranked_are_refused_in_words(positive, score, weight, words):
    with pytest.raises(DataError, match=words):
        rank_rows(positive, score, weight)


def test_groups_must_pair_up_with_the_rows():
    with pytest.raises(DataError, match="group 3"):
        rank_rows([1, 0], [0.1, 0.2], group=[1, 2, 3])
