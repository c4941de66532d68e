import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment.measures.tables import (
    codes_of_labels,
    f_scores,
    flags,
    jaccards,
    precisions,
    recalls,
    specificities,
    table_of_codes,
)
from gnomon.errors import DataError

rows = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 5)), min_size=1, max_size=40)


@given(rows, st.sampled_from([np.int32, np.int64, np.uint8]))
def test_tables_are_scikit_learns_confusion_matrix(result, dtype):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    ours = table_of_codes(truth.astype(dtype), predicted.astype(dtype), 4, weight)
    theirs = metrics.confusion_matrix(truth, predicted, labels=range(4), sample_weight=weight)
    assert np.array_equal(ours, theirs)


@given(rows)
def test_rates_of_each_class_agree_with_scikit_learn(result):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    table = table_of_codes(truth, predicted, 4, weight)
    precision, recall, f, _ = metrics.precision_recall_fscore_support(
        truth, predicted, labels=range(4), sample_weight=weight, zero_division=0
    )
    assert np.allclose(precisions(table), precision)
    assert np.allclose(recalls(table), recall)
    assert np.allclose(f_scores(table), f)
    theirs = metrics.jaccard_score(
        truth, predicted, labels=range(4), average=None, sample_weight=weight, zero_division=0
    )
    assert np.allclose(jaccards(table), theirs)
    by_class = metrics.multilabel_confusion_matrix(truth, predicted, labels=range(4), sample_weight=weight)
    for k, ((tn, fp), _) in enumerate(by_class):
        assert np.isclose(specificities(table)[k], tn / (tn + fp) if tn + fp else 0.0)


def test_weights_that_round_leave_no_rest():
    table = np.zeros((3, 3))
    table[1, 1] = np.sum(np.full(10, 0.1))
    assert specificities(table).tolist() == [1.0, 0.0, 1.0]


def test_labels_of_any_kind_become_codes_of_those_that_occur():
    classes, truth, predicted = codes_of_labels(["b", "c"], ["a", "c"])
    assert classes.tolist() == ["a", "b", "c"]
    assert (truth.tolist(), predicted.tolist()) == ([1, 2], [0, 2])


@given(rows, st.sampled_from([np.int64, np.uint8, np.uint64]), st.sampled_from([0, 7, -3, 100_000]))
def test_whole_numbers_are_coded_as_sorting_would(result, dtype, shift):
    shift = shift if dtype == np.int64 else abs(shift) % 100
    truth, predicted = (np.array(column, dtype=dtype) + dtype(shift) for column in list(zip(*result))[:2])
    classes, true_codes, predicted_codes = codes_of_labels(truth, predicted)
    expected, codes = np.unique(np.concatenate([truth, predicted]), return_inverse=True)
    assert np.array_equal(classes, expected)
    assert classes.dtype == dtype
    assert np.array_equal(np.concatenate([true_codes, predicted_codes]), codes)


@pytest.mark.parametrize("values", [[0.0, 1.0], [True, False], np.array([0, 1], dtype=np.uint8)])
def test_flags_are_true_and_false_or_1_and_0(values):
    assert flags(values).dtype == np.bool_


@pytest.mark.parametrize("values", [["a", "b"], [0, 2], [-1, 1], [np.nan, 1.0]])
def test_what_is_no_flag_is_refused(values):
    with pytest.raises(DataError, match="positive"):
        flags(values)
