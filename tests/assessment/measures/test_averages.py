import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment import measures as package
from gnomon.assessment.measures import precision_macro

rows = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 5)), min_size=1, max_size=40)
peers = {
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "f1": metrics.f1_score,
    "jaccard": metrics.jaccard_score,
}


@given(
    rows,
    st.sampled_from(sorted(peers)),
    st.sampled_from(["macro", "weighted", "micro"]),
    st.sampled_from([0.0, 1.0]),
)
def test_averages_agree_with_scikit_learn(result, name, average, zero_division):
    truth, predicted, weight = (np.array(column) for column in zip(*result))
    ours = getattr(package, f"{name}_{average}")(
        truth, predicted, weight.astype(float), zero_division=zero_division
    )
    theirs = peers[name](truth, predicted, average=average, sample_weight=weight, zero_division=zero_division)
    assert np.isclose(ours, theirs)


@pytest.mark.parametrize("name", ["precision", "recall", "f1"])
def test_micro_averages_of_one_label_a_row_are_accuracy(name):
    truth, predicted = np.array([0, 1, 2, 2, 1]), np.array([0, 2, 2, 2, 0])
    assert getattr(package, f"{name}_micro")(truth, predicted) == package.accuracy(truth, predicted)


def test_undefined_classes_can_be_left_out_of_the_mean():
    truth, predicted = [0, 0, 1], [0, 0, 0]
    assert precision_macro(truth, predicted) == pytest.approx(1 / 3)
    assert precision_macro(truth, predicted, zero_division=np.nan) == pytest.approx(2 / 3)
