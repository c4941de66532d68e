import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from gnomon.assessment.measures import find_measure
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import (
    bootstrap,
    hold_out,
    k_fold,
    leave_groups_out,
    leave_one_out,
    repeated,
    rolling,
)
from gnomon.assessment.validity import (
    RATES,
    counted_rows,
    freedom_of_splits,
    has_repeated_rows,
    has_rows_once,
    held_out_overlap,
    held_out_ratio,
    is_by_splits,
    mean_by_row,
    mean_overlap,
    n_distinct,
    need_rows_once,
    rule_of_three_width,
)
from gnomon.data.task import Task
from gnomon.errors import DesignError

random = np.random.default_rng(0)
X = random.normal(size=(60, 2))
task = Task(X, X[:, 0] + random.normal(size=60) > 0)


@pytest.mark.parametrize("name", RATES)
def test_a_rate_is_the_mean_over_the_rows_that_it_counts(name):
    predictions = resample(task, GaussianNB(), hold_out(0.5))
    values, counts = counted_rows(predictions, find_measure(name))
    assert values[counts].mean() == pytest.approx(predictions.score(name))


def test_repeats_are_averaged_row_by_row():
    predictions = resample(task, GaussianNB(), repeated(k_fold(5), times=4))
    means, weight, group = mean_by_row(predictions, find_measure("accuracy"))
    assert len(means) == 60
    assert means.mean() == pytest.approx(predictions.score("accuracy"))
    assert weight is group is None


def test_designs_are_known_by_what_they_hold_out():
    assert held_out_ratio(resample(task, GaussianNB(), k_fold(5))) == pytest.approx(1 / 4)
    for plan, by_splits, once in (
        (hold_out(0.5), False, True),
        (leave_one_out(), False, True),
        (k_fold(5), True, True),
        (repeated(hold_out(0.5), times=3), True, False),
    ):
        predictions = resample(task, GaussianNB(), plan)
        assert (is_by_splits(predictions), has_rows_once(predictions)) == (by_splits, once)
    with pytest.raises(DesignError, match="corrected t"):
        need_rows_once(predictions, "this")


def test_what_no_row_showed_is_possible_within_the_rule_of_three():
    predictions = resample(task, GaussianNB(), hold_out(0.5))
    assert rule_of_three_width(predictions, find_measure("accuracy"), 0.95) == pytest.approx(3 / 30, rel=0.06)
    smaller = min(np.bincount(predictions.truth))
    assert rule_of_three_width(predictions, find_measure("auc"), 0.95) == pytest.approx(
        1 - 0.05 ** (1 / smaller)
    )
    assert rule_of_three_width(predictions, find_measure("log_loss"), 0.95) == 0


@pytest.mark.parametrize(
    "plan",
    [
        k_fold(7),
        repeated(k_fold(7), times=2),
        repeated(hold_out(0.3), times=5),
        bootstrap(6),
        leave_groups_out(2),
        rolling(3),
    ],
)
def test_the_overlap_is_the_mean_share_of_rows_that_two_held_out_sets_have_in_common(plan):
    grouped = Task(X, task.y, group=np.arange(60) // 12, time=np.arange(60) // 12)
    predictions = resample(grouped if plan in (leave_groups_out(2), rolling(3)) else task, GaussianNB(), plan)
    sets = [set(predictions.row[predictions.split == each]) for each in np.unique(predictions.split)]
    shared = [len(a & b) / (len(a) * len(b)) for a in sets for b in sets]
    expected = np.mean(shared) / np.mean([1 / len(each) for each in sets])
    assert held_out_overlap(predictions) == pytest.approx(expected)
    is_once = sum(map(len, sets)) == len(set().union(*sets))
    assert has_repeated_rows(predictions) == (not is_once)
    assert (held_out_overlap(predictions) == pytest.approx(1 / len(sets))) == is_once


def test_a_round_of_a_k_fold_overlaps_as_much_as_three_and_groups_bound_the_freedom():
    once, thrice = (resample(task, GaussianNB(), repeated(k_fold(6), times)) for times in (1, 3))
    assert held_out_overlap(once) == pytest.approx(held_out_overlap(thrice)) == pytest.approx(1 / 6)
    assert (freedom_of_splits(once), freedom_of_splits(thrice)) == (5, 17)
    grouped = Task(X, task.y, group=np.arange(60) // 12)
    pairs = resample(grouped, GaussianNB(), leave_groups_out(2))
    assert len(pairs.train_sizes) == 10
    assert freedom_of_splits(pairs) == 4


def test_numbers_far_apart_are_counted_without_filling_the_memory():
    assert n_distinct(np.array([2**50, 3, 2**50])) == 2
    assert mean_overlap(np.array([0, 2**50, 0]), np.array([0, 0, 1])) == pytest.approx(
        mean_overlap(np.array([0, 1, 0]), np.array([0, 0, 1]))
    )
