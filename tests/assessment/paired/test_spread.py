from itertools import combinations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from gnomon.assessment.estimation import by_row, values_of_rows
from gnomon.assessment.intervals import auc_error, auc_parts, rows_error
from gnomon.assessment.measures import find_measure
from gnomon.assessment.paired.spread import over_ranks, over_rows, over_splits, spreads, without_rounding
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import hold_out, k_fold, leave_groups_out, repeated
from gnomon.assessment.validity import held_out_overlap, held_out_ratio
from gnomon.data.task import Task
from gnomon.errors import DesignError

random = np.random.default_rng(0)
X = random.normal(size=(90, 3))
y = X[:, 0] + random.normal(size=90) > 0
path = [LogisticRegression(), GaussianNB(), DecisionTreeClassifier(random_state=0)]
plain = Task(X, y)
weighted = Task(X, y, weight=random.random(90) * (np.arange(90) % 5 > 0))
grouped = Task(X, y, group=np.arange(90) // 6, weight=1 + random.random(90))


@pytest.mark.parametrize("the_task", [plain, weighted, grouped])
def test_errors_over_rows_of_all_pairs_are_those_of_each_pair(the_task):
    measure = find_measure("log_loss")
    for plan in (hold_out(0.5), repeated(k_fold(3), times=2)):
        result = resample_each(the_task, path, plan)
        spread = over_rows(result, measure)
        for place, (a, b) in enumerate(combinations(result, 2)):
            differences = values_of_rows(a, measure) - values_of_rows(b, measure)
            error, freedom = rows_error(*by_row(a, differences))
            assert spread.error[place] == pytest.approx(error)
            assert spread.freedom == freedom


@pytest.mark.parametrize("the_task", [plain, weighted])
def test_delongs_errors_of_all_pairs_are_those_of_each_pair(the_task):
    measure = find_measure("auc")
    result = resample_each(the_task, path, hold_out(0.5))
    spread = over_ranks(result, measure)
    for place, (a, b) in enumerate(combinations(result, 2)):
        mine, theirs = (auc_parts(*each.measure_inputs(measure), each.weight) for each in (a, b))
        above, below = ((x - z, w) for (x, w), (z, _) in zip(mine, theirs))
        assert spread.error[place] == pytest.approx(auc_error(above, below))


def test_errors_over_splits_of_all_pairs_are_those_of_each_pair():
    measure = find_measure("accuracy")
    result = resample_each(plain, path, k_fold(6))
    for ddof in (0, 1):
        spread = over_splits(result, measure, ddof=ddof)
        for place, (a, b) in enumerate(combinations(result, 2)):
            gap = a.per_split(measure) - b.per_split(measure)
            assert spread.deviation[place] == pytest.approx(np.std(gap, ddof=ddof))
    assert spread.factor == pytest.approx(np.sqrt(1 / 6 + 1 / 5))
    assert over_splits(result, measure, method="paired t").factor == pytest.approx(np.sqrt(1 / 6))


def test_rounding_makes_no_difference_and_no_spread():
    first, second = np.array([0.1 + 0.2, 0.75]), np.array([0.3, 0.5])
    difference, deviation = without_rounding(first, second, np.array([1e-17, 0.1]))
    assert difference.tolist() == [0, 0.25]
    assert deviation.tolist() == [0, 0.1]


def test_one_group_has_no_spread():
    lone = Task(X, y, group=np.repeat([0, 1], 45))
    result = resample_each(lone, path[:2], hold_out(0.5))
    with pytest.raises(DesignError, match="2 independent rows"):
        spreads(result, find_measure("accuracy"))


@pytest.mark.parametrize("plan", [repeated(k_fold(5), times=3), repeated(hold_out(0.3), times=8)])
def test_rows_that_are_held_out_again_are_not_taken_for_new_ones(plan):
    measure = find_measure("auc")
    result = resample_each(plain, path, plan)
    (chosen,) = spreads(result, measure)
    by_name = over_splits(result, measure)
    assert chosen.test == "corrected t for repeats"
    overlap, ratio = held_out_overlap(result[0]), held_out_ratio(result[0])
    assert chosen.factor == pytest.approx(np.sqrt(overlap + ratio))
    assert by_name.factor == pytest.approx(np.sqrt(1 / len(result[0].train_sizes) + ratio))
    assert chosen.factor > by_name.factor
    assert np.allclose(chosen.deviation, by_name.deviation)
    assert "exceeds the nominal level" in by_name.why


def test_where_no_row_is_held_out_twice_the_correction_for_repeats_changes_nothing():
    result = resample_each(plain, path, k_fold(6))
    plainly, for_repeats = (
        over_splits(result, find_measure("accuracy"), method=method)
        for method in ("corrected t", "corrected t for repeats")
    )
    assert plainly.factor == pytest.approx(for_repeats.factor)
    assert plainly.freedom == for_repeats.freedom


def test_pairs_of_groups_left_out_have_the_freedom_of_the_groups():
    result = resample_each(grouped, path, leave_groups_out(2))
    assert len(result[0].train_sizes) == 105
    by_splits, _ = spreads(result, find_measure("log_loss"))
    assert by_splits.freedom == 14
    assert by_splits.factor == pytest.approx(np.sqrt(2 / 15 + 2 / 13))
