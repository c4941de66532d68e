import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.assessment.decisions.costs import (
    case_costs,
    cost_matrix_of_two,
    expected_costs,
    mean_case_cost,
    minimum_cost_decisions,
    minimum_cost_predictions,
    threshold_of_costs,
)
from gnomon.assessment.measures.labels import expected_cost
from gnomon.errors import DataError, DesignError, ParameterError

matrices = st.integers(2, 5).flatmap(
    lambda k: st.tuples(
        st.lists(st.lists(st.floats(0.01, 1), min_size=k, max_size=k), min_size=1, max_size=8),
        st.lists(st.lists(st.integers(0, 9), min_size=k, max_size=k), min_size=k, max_size=k),
    )
)


@given(matrices)
@settings(max_examples=50)
def test_with_costs_of_0_and_1_the_decision_is_the_class_of_maximum_probability(drawn):
    weight = np.array(drawn[0])
    probability = weight / weight.sum(axis=1, keepdims=True)
    losses = expected_costs(probability, 1 - np.eye(probability.shape[1]))
    assert np.allclose(losses, probability.sum(axis=1, keepdims=True) - probability)
    chosen = probability[np.arange(len(probability)), minimum_cost_decisions(probability)]
    assert np.allclose(chosen, probability.max(axis=1))


@given(matrices)
@settings(max_examples=50)
def test_no_other_decision_costs_less(drawn):
    weight, costs = np.array(drawn[0]), np.array(drawn[1])
    probability = weight / weight.sum(axis=1, keepdims=True)
    losses = expected_costs(probability, costs)
    by_hand = [[sum(p[t] * costs[t, c] for t in range(len(p))) for c in range(len(p))] for p in probability]
    assert np.allclose(losses, by_hand)
    assert np.allclose(
        losses[np.arange(len(losses)), minimum_cost_decisions(probability, costs)], losses.min(axis=1)
    )


@given(st.floats(0.01, 100), st.floats(0.01, 100), st.floats(0, 1))
@settings(max_examples=50)
def test_the_decision_changes_at_the_theoretical_threshold(miss, alarm, probability):
    threshold = threshold_of_costs(miss, alarm)
    if abs(probability - threshold) > 1e-9:
        decision = minimum_cost_decisions([probability], cost_matrix_of_two(miss, alarm))[0]
        assert decision == (probability > threshold)


def test_rejecting_is_chosen_where_every_class_costs_more():
    probability = [[0.9, 0.1], [0.6, 0.4], [0.1, 0.9]]
    assert minimum_cost_decisions(probability, cost_reject=0.2).tolist() == [0, -1, 1]
    # Chow (1970): with costs of 0 and 1 a case is left where the greatest probability is below 1 - cost.
    assert minimum_cost_decisions(probability, cost_reject=0.5).tolist() == [0, 0, 1]
    assert minimum_cost_decisions(probability, cost_matrix_of_two(10), cost_reject=0).tolist() == [-1, -1, -1]


def test_each_case_may_have_costs_of_its_own():
    truth, predicted = [0, 1, 1], [1, 0, 1]
    matrices = np.array([[[0, a], [b, 0]] for a, b in ((1, 2), (3, 4), (5, 6))])
    assert case_costs(truth, predicted, matrices).tolist() == [1, 4, 0]
    by_class = [[0, 1], [4, 0], [6, 0]]
    assert case_costs(truth, predicted, by_class).tolist() == [1, 4, 0]
    assert mean_case_cost(truth, predicted, by_class, np.array([2.0, 1.0, 0.0])) == pytest.approx(2)
    # 0.2 x 10 outweighs 0.8 x 1 in the first case alone.
    dear, cheap = cost_matrix_of_two(10), cost_matrix_of_two(1)
    assert minimum_cost_decisions([[0.8, 0.2], [0.8, 0.2]], np.array([dear, cheap])).tolist() == [1, 0]


def test_one_matrix_gives_the_measure():
    costs = np.array([[0, 1, 2], [3, 0, 4], [5, 6, 0]])
    truth, predicted = np.array([0, 1, 2, 2]), np.array([0, 2, 1, 2])
    assert mean_case_cost(truth, predicted, costs) == expected_cost(truth, predicted, costs=costs) == 2.5


def test_a_thousand_classes():
    probability = np.full((3, 1000), 1e-3)
    assert minimum_cost_decisions(probability).tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: cost_matrix_of_two(-1, 1), ParameterError, "cost_miss=-1"),
        (lambda: cost_matrix_of_two(0, 0), ParameterError, "at least one cost must be positive"),
        (lambda: threshold_of_costs(np.nan, 1), ParameterError, "cost_miss=nan"),
        (lambda: case_costs([0, 2], [0, 1], [[0, 1], [1, 0]]), DataError, "truth"),
        (lambda: case_costs([0, 1, 1], [0, 1, 1], [[0, 1], [1, 0], [1, 0], [1, 0]]), DataError, "4 rows"),
        (lambda: case_costs([0], [0], [[0, np.nan], [1, 0]]), ParameterError, "finite"),
        (
            lambda: minimum_cost_decisions([[0.5, 0.5]], np.ones((3, 3))),
            DataError,
            "but probability has shape",
        ),
        (lambda: minimum_cost_decisions([[0.5, 1.5]]), DataError, "row 0"),
        (lambda: minimum_cost_decisions([[0.5, 0.5]], cost_reject=-1), ParameterError, "cost_reject"),
    ],
)
def test_what_has_no_meaning_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_decided_predictions_are_judged_like_any_others():
    task = gn.load("iris")
    predictions = gn.resample(task, GaussianNB(), gn.k_fold(3))
    # Calling anything but the first class is ruled out by its cost.
    only_first = minimum_cost_predictions(predictions, np.array([[0, 99, 99], [0, 99, 99], [0, 99, 99]]))
    assert (only_first.predicted == 0).all()
    assert only_first.score("accuracy") == pytest.approx(1 / 3)
    assert minimum_cost_predictions(predictions).score("accuracy") == predictions.score("accuracy")


def test_a_learner_without_probabilities_cannot_be_decided_for():
    predictions = gn.resample(gn.load("iris"), LinearSVC(dual=False), gn.hold_out(0.5))
    with pytest.raises(DesignError, match="CalibratedClassifier"):
        minimum_cost_predictions(predictions)


def test_costs_of_misses_follow_the_positive_class_wherever_it_stands():
    data = gn.load("breast-cancer")
    for positive in ("malignant", "benign"):
        task = gn.Task(data.X, data.y, positive=positive)
        result = gn.resample(task, GaussianNB(), gn.k_fold(3))
        careful = minimum_cost_predictions(result, cost_matrix_of_two(cost_miss=1000, of=task))
        assert careful.score("recall") > result.score("recall")
        assert np.array_equal(cost_matrix_of_two(3, of=task), cost_matrix_of_two(3, of=result))


def test_costs_of_misses_need_two_classes():
    for name in ("iris", "diabetes"):
        with pytest.raises(DesignError, match="two classes"):
            cost_matrix_of_two(cost_miss=2, of=gn.load(name))
