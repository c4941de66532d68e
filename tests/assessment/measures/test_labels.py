import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment.measures import accuracy, balanced_accuracy, error

rows = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 5)), min_size=1, max_size=50)


@given(rows)
def test_label_measures_agree_with_scikit_learn_with_and_without_weights(found):
    truth, predicted, weight = (np.array(column) for column in zip(*found))
    seen = np.unique(truth)
    recalls = metrics.recall_score(truth, predicted, labels=seen, average=None, zero_division=0)
    assert np.isclose(accuracy(truth, predicted), metrics.accuracy_score(truth, predicted))
    assert np.isclose(
        accuracy(truth, predicted, weight), metrics.accuracy_score(truth, predicted, sample_weight=weight)
    )
    assert np.isclose(balanced_accuracy(truth, predicted), recalls.mean())


@given(rows)
def test_weights_are_repetitions(found):
    truth, predicted, weight = (np.array(column) for column in zip(*found))
    for measure in (accuracy, error, balanced_accuracy):
        repeated = measure(np.repeat(truth, weight), np.repeat(predicted, weight))
        assert np.isclose(measure(truth, predicted, weight.astype(float)), repeated)
        assert 0 <= repeated <= 1


def test_labels_may_be_of_any_kind():
    assert accuracy(["x", "y"], ["x", "x"]) == error([True, False], [True, True]) == 0.5


def test_a_class_whose_rows_all_weigh_nothing_is_left_out_of_balanced_accuracy():
    assert balanced_accuracy([0, 0, 1], [0, 1, 0], np.array([1.0, 1.0, 0.0])) == 0.5
