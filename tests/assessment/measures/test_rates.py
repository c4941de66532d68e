import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment import measures as package
from gnomon.assessment.measures import (
    auc,
    auc_of_point,
    f1,
    f_beta,
    false_negative_rate,
    false_positive_rate,
    find_measure,
    jaccard,
    lift,
    markedness,
    negative_predictive_value,
    precision,
    recall,
    specificity,
    youden,
)
from gnomon.errors import DataError, ParameterError
from gnomon.registry import measures

rows = st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(1, 5)), min_size=1, max_size=40)
of_positive = [n for n in measures if find_measure(n).of_positive and find_measure(n).needs == "label"]


@settings(max_examples=40)
@given(rows, st.sampled_from([0.0, 1.0]))
def test_rates_agree_with_scikit_learn_with_weights_and_for_both_policies(result, zero_division):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    weight = weight.astype(float)
    options = {"sample_weight": weight, "zero_division": zero_division}
    for ours, theirs in (
        (precision, metrics.precision_score),
        (recall, metrics.recall_score),
        (f1, metrics.f1_score),
        (jaccard, metrics.jaccard_score),
    ):
        value = ours(truth, predicted, weight, zero_division=zero_division)
        assert np.isclose(value, theirs(truth, predicted, **options))
    expected = metrics.fbeta_score(truth, predicted, beta=0.5, **options)
    assert np.isclose(f_beta(truth, predicted, weight, beta=0.5, zero_division=zero_division), expected)
    others = metrics.recall_score(truth, predicted, pos_label=False, **options)
    assert np.isclose(specificity(truth, predicted, weight, zero_division=zero_division), others)
    others = metrics.precision_score(truth, predicted, pos_label=False, **options)
    assert np.isclose(
        negative_predictive_value(truth, predicted, weight, zero_division=zero_division), others
    )


@given(rows.filter(lambda result: len({truth for truth, _, _ in result}) == 2))
def test_rates_of_both_classes_hang_together(result):
    truth, predicted, _ = (np.array(column) for column in zip(*result))
    assert np.isclose(false_positive_rate(truth, predicted), 1 - specificity(truth, predicted))
    assert np.isclose(false_negative_rate(truth, predicted), 1 - recall(truth, predicted))
    height = recall(truth, predicted) - false_positive_rate(truth, predicted)
    assert np.isclose(youden(truth, predicted), height)
    assert np.isclose(auc_of_point(truth, predicted), (1 + height) / 2)
    assert np.isclose(auc_of_point(truth, predicted), auc(truth, predicted.astype(float)))
    assert np.isclose(lift(truth, predicted), precision(truth, predicted) / truth.mean())
    both = precision(truth, predicted) + negative_predictive_value(truth, predicted) - 1
    assert np.isclose(markedness(truth, predicted), both)


@given(rows.filter(lambda result: len({t for t, _, _ in result}) == len({p for _, p, _ in result}) == 2))
def test_mcc_squared_is_informedness_times_markedness(result):
    truth, predicted, _ = (np.array(column) for column in zip(*result))
    product = youden(truth, predicted) * markedness(truth, predicted)
    assert np.isclose(package.mcc(truth, predicted) ** 2, product)


@settings(max_examples=30)
@given(rows)
def test_weights_are_repetitions_and_every_rate_keeps_its_range(result):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    for name in of_positive:
        measure = getattr(package, name)
        value = measure(truth, predicted, weight.astype(float))
        assert np.isclose(value, measure(np.repeat(truth, weight), np.repeat(predicted, weight))), name
        low, high = find_measure(name).range
        assert low <= value <= high, name


@pytest.mark.parametrize("name", of_positive)
def test_rates_of_labels_that_are_not_boolean_raise_an_error_with_the_fix(name):
    measure = getattr(package, name)
    with pytest.raises(DataError, match="truth == the positive class"):
        measure(["yes", "no"], ["yes", "no"])
    with pytest.raises(DataError, match="predicted == the positive class"):
        measure([0, 1], [0, 2])
    with pytest.raises(DataError, match="0 rows"):
        measure(np.zeros(0), np.zeros(0))
    with pytest.raises(DataError, match="add up to 0"):
        measure([0, 1], [0, 1], np.zeros(2))


def test_a_class_never_predicted_has_precision_0_unless_asked_otherwise():
    assert precision([1, 0], [0, 0]) == 0.0
    assert precision([1, 0], [0, 0], zero_division=1.0) == 1.0
    assert np.isnan(precision([1, 0], [0, 0], zero_division=np.nan))
    with pytest.raises(ParameterError, match="zero_division"):
        precision([1, 0], [0, 0], zero_division=2.0)


def test_beta_must_be_positive():
    with pytest.raises(ParameterError, match="beta"):
        f_beta([1, 0], [1, 0], beta=0.0)
