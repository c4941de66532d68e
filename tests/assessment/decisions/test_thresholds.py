import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.assessment.decisions.rate_costs import cost_by_threshold
from gnomon.assessment.decisions.thresholds import choose_threshold, choose_threshold_of
from gnomon.errors import DataError, ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(1, 3)), min_size=2, max_size=30
).filter(lambda result: {positive for positive, _, _ in result} == {True, False})


def rates(positive, score, weight, threshold):
    above = score >= threshold
    true_positives, false_positives = weight[above & positive].sum(), weight[above & ~positive].sum()
    return (
        true_positives / weight[positive].sum(),
        false_positives / weight[~positive].sum(),
        true_positives,
        false_positives,
    )


@given(rows, st.sampled_from(["cost", "youden", "f1"]))
@settings(max_examples=80)
def test_no_threshold_serves_better_and_none_that_is_higher_as_well(drawn, criterion):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    choice = choose_threshold(positive, score, criterion, cost_miss=3, cost_false_alarm=2, weight=weight)

    def worth(threshold):
        tpr, fpr, true_positives, false_positives = rates(positive, score, weight, threshold)
        if criterion == "cost":
            return -(3 * (weight[positive].sum() - true_positives) + 2 * false_positives)
        if criterion == "youden":
            return tpr - fpr
        return 2 * true_positives / (weight[positive].sum() + true_positives + false_positives)

    own = worth(choice.threshold)
    assert all(worth(other) <= own + 1e-12 for other in {*score.tolist(), np.inf})
    assert all(worth(other) < own - 1e-12 for other in {*score.tolist(), np.inf} if other > choice.threshold)
    assert (choice.tpr, choice.fpr) == pytest.approx(rates(positive, score, weight, choice.threshold)[:2])


@given(rows, st.floats(0, 1))
@settings(max_examples=80)
def test_targets_are_met_and_the_other_rate_is_optimal(drawn, target):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    every = {threshold: rates(positive, score, weight, threshold) for threshold in {*score.tolist(), np.inf}}
    choice = choose_threshold(positive, score, "tpr", target, weight=weight)
    assert choice.tpr >= target - 1e-9
    assert choice.fpr == pytest.approx(min(each[1] for each in every.values() if each[0] >= target - 1e-12))
    choice = choose_threshold(positive, score, "fpr", target, weight=weight)
    assert choice.fpr <= target + 1e-9
    assert choice.tpr == pytest.approx(max(each[0] for each in every.values() if each[1] <= target + 1e-12))
    choice = choose_threshold(positive, score, "share", target, weight=weight)
    shares = [(each[2] + each[3]) / weight.sum() for each in every.values()]
    assert choice.share == pytest.approx(max(share for share in shares if share <= target + 1e-12))


def test_a_target_precision_has_maximum_recall():
    positive, score = [1, 0, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1]
    choice = choose_threshold(positive, score, "precision", 0.7)
    assert (choice.threshold, choice.precision, choice.is_met) == (3, 0.75, True)


def test_an_unreachable_precision_is_refused_or_the_nearest_is_chosen():
    positive, score = [0, 1, 1, 0], [4, 3, 2, 1]
    with pytest.raises(DataError, match=r"maximum is 0\.667, at 2"):
        choose_threshold(positive, score, "precision", 0.9)
    choice = choose_threshold(positive, score, "precision", 0.9, nearest=True)
    assert choice.threshold == 2
    assert not choice.is_met
    assert "not met" in str(choice)


def test_a_budget_smaller_than_the_first_tie_calls_nobody():
    choice = choose_threshold([1, 0, 1], [2, 2, 1], "number", 1)
    assert choice.threshold == np.inf
    assert choice.share == 0
    assert choose_threshold([1, 0, 1], [2, 2, 1], "number", 2).threshold == 2


def test_weights_fill_a_budget_as_rows_do():
    assert choose_threshold([1, 0, 1], [3, 2, 1], "number", 3, weight=[2, 2, 1]).threshold == 3


def test_the_prior_is_a_threshold_on_probabilities():
    positive, score = [1, 0, 0, 0], [0.4, 0.3, 0.2, 0.1]
    choice = choose_threshold(positive, score, "prior")
    assert choice.threshold == 0.25
    assert (choice.tpr, choice.fpr) == (1, pytest.approx(1 / 3))
    with pytest.raises(ParameterError, match="probabilities"):
        choose_threshold(positive, [4, 3, 2, 1], "prior")


def test_equal_scores_leave_all_or_nothing():
    assert choose_threshold([1, 0, 0], [5, 5, 5], "cost").threshold == np.inf
    assert choose_threshold([1, 1, 0], [5, 5, 5], "cost").threshold == 5
    assert choose_threshold([1, 1, 0], [5, 5, 5], "tpr", 0.1).threshold == 5


@given(rows, st.floats(0.05, 0.95))
@settings(max_examples=40)
def test_costs_may_be_counted_for_another_share_of_positives(drawn, prevalence):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    choice = choose_threshold(positive, score, cost_miss=3, prevalence=prevalence, weight=weight)
    table = cost_by_threshold(positive, score, cost_miss=3, prevalence=prevalence, weight=weight)
    assert table.cost_at(choice.threshold) == pytest.approx(table.cost.min())


@pytest.mark.parametrize(
    ("criterion", "target", "message"),
    [
        ("accuracy", None, "criterion='accuracy'"),
        ("cost", 0.5, "has no target"),
        ("tpr", None, "needs a target"),
        ("fpr", 1.5, "from 0 to 1"),
        ("number", -1, "needs a target"),
        ("tpr", np.nan, "needs a target"),
    ],
)
def test_a_criterion_without_meaning_is_refused(criterion, target, message):
    with pytest.raises(ParameterError, match=message):
        choose_threshold([1, 0], [2, 1], criterion, target)


def test_a_prevalence_that_is_no_share_is_refused():
    with pytest.raises(ParameterError, match="prevalence=5"):
        choose_threshold([1, 0], [2, 1], prevalence=5)


def test_the_way_in_reads_held_out_rows():
    predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.hold_out(0.5))
    assert choose_threshold_of(predictions, "tpr", 0.99).tpr >= 0.99
