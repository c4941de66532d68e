import inspect
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment import measures as package
from gnomon.assessment.measures import (
    accuracy,
    balanced_accuracy,
    error,
    expected_cost,
    f1_macro,
    find_measure,
    g_mean,
    kappa,
    mcc,
)
from gnomon.errors import DataError, ParameterError
from gnomon.registry import measures

rows = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 5)), min_size=1, max_size=50)
of_labels = [name for name in measures if find_measure(name).needs == "label"]
of_all_classes = [
    name for name in of_labels if not find_measure(name).of_positive and name != "expected_cost"
]


@settings(max_examples=40)
@given(rows)
def test_label_measures_agree_with_scikit_learn_with_and_without_weights(result):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    seen = np.unique(truth)
    recalls = metrics.recall_score(truth, predicted, labels=seen, average=None, zero_division=0)
    assert np.isclose(accuracy(truth, predicted), metrics.accuracy_score(truth, predicted))
    assert np.isclose(
        accuracy(truth, predicted, weight), metrics.accuracy_score(truth, predicted, sample_weight=weight)
    )
    assert np.isclose(balanced_accuracy(truth, predicted), recalls.mean())
    for w in (None, weight.astype(float)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = metrics.matthews_corrcoef(truth, predicted, sample_weight=w)
        assert np.isclose(mcc(truth, predicted, w), theirs)


@given(rows, st.sampled_from([None, "linear", "quadratic"]))
def test_kappa_agrees_with_scikit_learn_and_is_0_where_that_is_undefined(result, weights):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = metrics.cohen_kappa_score(truth, predicted, weights=weights, sample_weight=weight)
    ours = kappa(truth, predicted, weight, weights=weights)
    assert np.isclose(ours, 0.0 if np.isnan(theirs) else theirs)


@given(rows)
def test_the_geometric_mean_is_that_of_the_recalls(result):
    truth, predicted, _ = (np.array(column) for column in zip(*result))
    recalls = metrics.recall_score(truth, predicted, labels=np.unique(truth), average=None, zero_division=0)
    assert np.isclose(g_mean(truth, predicted), np.prod(recalls) ** (1 / len(recalls)))
    assert g_mean(truth, predicted) <= balanced_accuracy(truth, predicted) + 1e-12


@settings(max_examples=30)
@given(rows, st.permutations(range(4)))
def test_weights_are_repetitions_and_the_names_of_classes_do_not_matter(result, names):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    renamed = np.array(names)
    for name in of_all_classes:
        measure = getattr(package, name)
        value = measure(truth, predicted, weight.astype(float))
        repeated = measure(np.repeat(truth, weight), np.repeat(predicted, weight))
        assert np.isclose(value, repeated), name
        assert np.isclose(value, measure(renamed[truth], renamed[predicted], weight.astype(float))), name
        low, high = find_measure(name).range
        assert low <= value <= high, name


@settings(max_examples=30)
@given(rows)
def test_tables_of_many_splits_at_once_give_what_each_gives_alone(result):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    split = np.arange(len(truth)) % 2
    tables = np.zeros((2, 4, 4))
    np.add.at(tables, (split, truth, predicted), weight)
    for name in of_all_classes:
        for place in np.unique(split):
            at = split == place
            alone = getattr(package, name)(truth[at], predicted[at], weight[at].astype(float))
            assert np.isclose(find_measure(name).of_table(tables)[place], alone), name


def test_labels_may_be_of_any_kind():
    assert accuracy(["x", "y"], ["x", "x"]) == error([True, False], [True, True]) == 0.5


def test_a_class_whose_rows_all_weigh_nothing_is_left_out_of_balanced_accuracy():
    assert balanced_accuracy([0, 0, 1], [0, 1, 0], np.array([1.0, 1.0, 0.0])) == 0.5


@pytest.mark.parametrize("name", of_all_classes)
def test_degenerate_labels_give_a_defined_value(name):
    measure = getattr(package, name)
    for truth, predicted in (([1], [1]), ([1], [0]), ([0, 0], [0, 0]), ([0, 0], [1, 1])):
        low, high = find_measure(name).range
        assert low <= measure(truth, predicted) <= high
    many = np.arange(1000)
    assert np.isfinite(measure(many, np.roll(many, 1)))
    with pytest.raises(DataError, match="0 rows"):
        measure([], [])
    with pytest.raises(DataError, match="add up to 0"):
        measure([0, 1], [0, 1], np.zeros(2))
    with pytest.raises(DataError, match="NaN"):
        measure([0.0, np.nan], [0.0, 1.0])
    with pytest.raises(DataError, match="dimension"):
        measure([[0], [1]], [[0], [1]])


def test_one_class_for_all_is_no_correlation_even_with_weights_that_round():
    weight = np.full(7, 0.1)
    assert mcc(np.zeros(7), np.zeros(7), weight) == 0.0
    assert mcc(np.arange(7) % 2, np.zeros(7), weight) == 0.0
    assert kappa(np.zeros(7), np.zeros(7), weight) == 0.0


def test_costs_weight_each_kind_of_error():
    costs = np.array([[0.0, 1.0, 2.0], [3.0, 0.0, 4.0], [5.0, 6.0, -1.0]])
    truth, predicted = np.array([0, 1, 2, 2]), np.array([1, 1, 0, 2])
    assert expected_cost(truth, predicted, costs=costs) == (1 + 0 + 5 - 1) / 4
    weighted = expected_cost(truth, predicted, np.array([2.0, 1.0, 1.0, 0.0]), costs=costs)
    assert weighted == (2 + 0 + 5) / 4
    table = np.zeros((3, 3))
    np.add.at(table, (truth, predicted), 1)
    assert find_measure("expected_cost", costs=costs).of_table(table) == (1 + 0 + 5 - 1) / 4
    assert expected_cost([0, 1, 1], [1, 1, 0]) == error([0, 1, 1], [1, 1, 0])


def test_costs_that_do_not_fit_are_refused():
    with pytest.raises(DataError, match="codes from 0 to 1"):
        expected_cost([0, 2], [0, 1])
    with pytest.raises(DataError, match="searchsorted"):
        expected_cost(["a"], ["b"])
    with pytest.raises(ParameterError, match="square"):
        expected_cost([0], [0], costs=[[0, 1]])
    with pytest.raises(ParameterError, match="2 classes"):
        find_measure("expected_cost").of_table(np.zeros((3, 3)))


def test_a_kappa_of_unknown_weights_is_refused():
    with pytest.raises(ParameterError, match="quadratic"):
        kappa([0, 1], [0, 1], weights="cubic")


def test_help_shows_truth_prediction_weight_and_parameters():
    assert list(inspect.signature(f1_macro).parameters) == ["truth", "predicted", "weight", "zero_division"]
