import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.cross_validated import (
    bayle,
    bayle_error,
    cross_validated_auc,
    cross_validated_auc_error,
)
from gnomon.assessment.intervals import delong_interval, wilson_interval
from gnomon.assessment.measures import auc
from gnomon.errors import DesignError, ParameterError

random = np.random.default_rng(0)
fold = np.repeat(np.arange(5), 20)
values = random.exponential(size=100)
positive = np.arange(100) % 2 == 0
score = random.normal(size=100) + positive


def test_both_variances_are_those_of_the_paper():
    # Bayle et al. (2020), eq. 4 (all pairs, divisor n) and eq. 3 (within folds, divisor n/k - 1).
    assert bayle_error(values, fold) ** 2 == pytest.approx(np.var(values) / 100)
    within = np.mean([np.var(values[fold == each], ddof=1) for each in range(5)])
    assert bayle_error(values, fold, variance="within folds") ** 2 == pytest.approx(within / 100)
    expected = stats.norm.interval(0.9, values.mean(), np.std(values) / 10)
    assert np.allclose(bayle(values, fold, 0.9), expected)


@settings(max_examples=40)
@given(st.lists(st.integers(1, 4), min_size=100, max_size=100))
def test_within_folds_a_shift_of_whole_folds_does_not_matter(shifts):
    shifted = values + np.array(shifts)[fold]
    within = [bayle_error(each, fold, variance="within folds") for each in (values, shifted)]
    assert within[0] == pytest.approx(within[1])


def test_weights_of_one_kind_and_groups_of_one_row_change_nothing():
    plain = bayle(values, fold)
    assert np.allclose(bayle(values, fold, weight=np.full(100, 3.0)), plain)
    assert np.allclose(bayle(values, fold, group=np.arange(100)), plain)
    copies = bayle(np.repeat(values, 4), np.repeat(fold, 4), group=np.repeat(np.arange(100), 4))
    assert np.allclose(copies, plain)


def test_folds_of_one_row_have_no_variance_within():
    with pytest.raises(DesignError, match="all pairs"):
        bayle(values, np.arange(100), variance="within folds")
    with pytest.raises(ParameterError, match="variance='both'"):
        bayle(values, fold, variance="both")


def test_one_split_gives_delongs_interval():
    one = np.zeros(100)
    assert np.allclose(cross_validated_auc(positive, score, one), delong_interval(positive, score))
    weight = random.random(100) + 0.5
    assert np.allclose(
        cross_validated_auc(positive, score, one, weight=weight), delong_interval(positive, score, weight)
    )


def test_the_error_is_ledells_up_to_his_divisors():
    # LeDell, Petersen & van der Laan (2015): mean over folds of the mean squared influence, over n.
    result = []
    for each in range(5):
        y, s = positive[fold == each], score[fold == each]
        kernel = (s[y][:, None] > s[~y][None, :]).mean(axis=1), (s[y][:, None] > s[~y][None, :]).mean(axis=0)
        area = auc(y, s)
        result.append(np.mean(np.concatenate([((part - area) / 0.5) ** 2 for part in kernel])))
    area, error = cross_validated_auc_error(positive, score, fold)
    assert area == pytest.approx(np.mean([auc(positive[fold == k], score[fold == k]) for k in range(5)]))
    # Ten rows of each class in a fold: DeLong's n / (n - 1) is 10/9.
    assert error**2 == pytest.approx(np.mean(result) / 100 * 10 / 9)


def test_a_repeat_of_the_same_folds_tells_nothing_new():
    twice = {"positive": np.tile(positive, 2), "score": np.tile(score, 2), "row": np.tile(np.arange(100), 2)}
    split = np.concatenate([fold, fold + 5])
    assert np.allclose(cross_validated_auc(split=split, **twice), cross_validated_auc(positive, score, fold))
    del twice["row"]
    assert np.diff(cross_validated_auc(split=split, **twice)) < np.diff(
        cross_validated_auc(positive, score, fold)
    )


def test_rows_copied_within_their_group_add_little():
    copied = cross_validated_auc_error(
        np.repeat(positive, 3), np.repeat(score, 3), np.repeat(fold, 3), group=np.repeat(np.arange(100), 3)
    )
    plain = cross_validated_auc_error(positive, score, fold)
    assert copied[0] == pytest.approx(plain[0])
    assert copied[1] == pytest.approx(plain[1], rel=0.06)


def test_perfect_rankings_leave_doubt_and_folds_of_one_class_are_refused():
    assert cross_validated_auc(positive, positive.astype(float), fold) == pytest.approx(
        wilson_interval(1.0, 50)
    )
    with pytest.raises(DesignError, match="split 0: AUC is undefined"):
        cross_validated_auc(positive, score, np.where(positive, 1, 0))


def test_the_influence_curve_covers_the_area_of_fixed_scores():
    truth = stats.norm.cdf(1 / np.sqrt(2))
    hits = 0
    for _ in range(300):
        lower, upper = cross_validated_auc(positive, random.normal(size=100) + positive, fold)
        hits += lower <= truth <= upper
    assert 0.92 <= hits / 300 <= 0.98
