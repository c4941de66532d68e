import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.assessment.decisions.costs import cost_matrix_of_two
from gnomon.assessment.decisions.rate_costs import (
    break_even,
    choose_classifier,
    cost_by_threshold,
    cost_by_threshold_of,
    rate_cost,
)
from gnomon.assessment.measures.labels import expected_cost
from gnomon.errors import ParameterError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(1, 3)), min_size=2, max_size=30
).filter(lambda result: {positive for positive, _, _ in result} == {True, False})


@given(rows, st.integers(0, 9), st.integers(1, 9))
@settings(max_examples=50)
def test_the_cost_of_a_threshold_is_the_mean_cost_of_its_decisions(drawn, miss, alarm):
    positive, score, weight = (np.array(column) for column in zip(*drawn))
    table = cost_by_threshold(positive, score, cost_miss=miss, cost_false_alarm=alarm, weight=weight)
    for threshold, cost in zip(table.threshold, table.cost):
        called = (score >= threshold).astype(int)
        costs = cost_matrix_of_two(miss, alarm)
        assert cost == pytest.approx(
            expected_cost(positive.astype(int), called, weight.astype(float), costs=costs)
        )
    assert table.cost_at(table.best) == pytest.approx(table.cost.min())


def test_of_equal_costs_the_highest_threshold_is_best():
    assert cost_by_threshold([1, 0, 1, 0], [4, 3, 2, 1]).best == 4
    assert cost_by_threshold([0, 1], [2, 1]).best == np.inf


def test_another_prevalence_weighs_the_errors_anew():
    positive, score = [1, 0, 1, 0], [4, 3, 2, 1]
    rare = cost_by_threshold(positive, score, prevalence=0.01)
    common = cost_by_threshold(positive, score, prevalence=0.99)
    assert rare.best == 4
    assert common.best == 2
    assert rare.cost_at(2) == pytest.approx(0.99 * 0.5)


def test_at_break_even_both_classifiers_cost_the_same():
    first, second = (0.9, 0.4), (0.7, 0.1)
    for prevalence in (0.01, 0.3, 0.9):
        ratio = break_even(first, second, prevalence=prevalence)
        costs = rate_cost([0.9, 0.7], [0.4, 0.1], prevalence=prevalence, cost_miss=ratio)
        assert costs[0] == pytest.approx(costs[1])
        assert break_even(second, first, prevalence=prevalence) == pytest.approx(ratio)


def test_no_costs_make_a_dominated_classifier_equal():
    with pytest.raises(ParameterError, match="dominates the other"):
        break_even((0.9, 0.1), (0.7, 0.4), prevalence=0.5)


def test_the_choice_lists_all_and_takes_the_first_of_equals():
    choice = choose_classifier({"b": (0.5, 0.5), "a": (0.5, 0.5)}, prevalence=0.5)
    assert choice.best == "b"
    assert choice.frame().classifier.tolist() == ["b", "a"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: choose_classifier({}, prevalence=0.5), "rates is empty"),
        (lambda: rate_cost(1.2, 0.5, prevalence=0.5), "tpr"),
        (lambda: rate_cost(0.5, 0.5, prevalence=10), "prevalence"),
        (lambda: cost_by_threshold([1, 0], [2, 1], prevalence=-1), "prevalence"),
        (lambda: break_even((0.9, 0.4), (0.7, 0.1), prevalence=0), "prevalence"),
    ],
)
def test_what_has_no_meaning_is_refused(call, message):
    with pytest.raises(ParameterError, match=message):
        call()


def test_the_way_in_reads_held_out_rows():
    predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.hold_out(0.5))
    table = cost_by_threshold_of(predictions)
    assert table.cost_at(0.5) == pytest.approx(1 - predictions.score("accuracy"))
    assert list(table.frame()) == ["threshold", "tpr", "fpr", "cost"]
