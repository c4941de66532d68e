import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.errors import DataError, DesignError, ParameterError

rows = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 5)), min_size=1, max_size=40)


@given(rows)
def test_the_table_and_its_rates_agree_with_scikit_learn(drawn):
    truth, predicted, weight = (np.array(column) for column in zip(*drawn))
    confusion = ConfusionMatrix.of(truth, predicted, weight, classes=range(4))
    theirs = metrics.confusion_matrix(truth, predicted, labels=range(4), sample_weight=weight)
    assert np.array_equal(confusion.table, theirs)
    frame = confusion.frame()
    precision, recall, f, support = metrics.precision_recall_fscore_support(
        truth, predicted, labels=range(4), sample_weight=weight, zero_division=0
    )
    for name, expected in {"precision": precision, "recall": recall, "f1": f, "support": support}.items():
        assert np.allclose(frame[name], expected)
    by_class = metrics.multilabel_confusion_matrix(truth, predicted, labels=range(4), sample_weight=weight)
    assert np.allclose(frame[["TN", "FP", "FN", "TP"]], by_class.reshape(4, 4))


@given(rows)
def test_counts_of_a_class_make_the_table_of_it_against_the_rest(drawn):
    truth, predicted, _ = (np.array(column) for column in zip(*drawn))
    confusion = ConfusionMatrix.of(truth, predicted)
    for label in confusion.classes:
        theirs = metrics.confusion_matrix(truth == label, predicted == label, labels=[False, True])
        assert np.array_equal(confusion.binary(label).table, theirs)
        assert sum(confusion.counts(label)) == len(truth)
        assert confusion.score("recall", positive=label) == pytest.approx(confusion.frame().recall[label])


def test_both_orientations_are_printed_with_their_margins():
    confusion = ConfusionMatrix.of([0, 0, 1, 1, 1], [0, 1, 1, 1, 0])
    assert str(confusion).split("\n") == [
        r"true \ predicted  0  1  sum",
        "0                 1  1    2",
        "1                 1  2    3",
        "sum               2  3    5",
    ]
    turned = ConfusionMatrix.of([0, 0, 0], [0, 1, 1]).T
    assert str(turned).split("\n") == [
        r"predicted \ true  0  1  sum",
        "0                 1  0    1",
        "1                 2  0    2",
        "sum               3  0    3",
    ]
    assert np.array_equal(turned.table, turned.T.table)
    assert str(turned.T.T) == str(turned)
    assert "ConfusionMatrix of 2 classes, 5 rows" in repr(confusion)


def test_percentages_are_of_all_of_the_true_or_of_the_predicted():
    confusion = ConfusionMatrix.of([0, 0, 1, 1], [0, 1, 1, 1])
    assert confusion.table_frame("all").to_numpy().tolist() == [[25, 25, 50], [0, 50, 50], [25, 75, 100]]
    assert confusion.table_frame("true").loc["0"].tolist() == [50, 50, 100]
    assert confusion.table_frame("predicted")["0"].tolist() == [100, 0, 100]
    turned = confusion.T.table_frame("true")
    assert turned["0"].tolist() == [50, 50, 100]
    assert "50.0" in confusion.text("all")
    with pytest.raises(ParameterError, match="percent"):
        confusion.text("rows")


def test_weights_are_printed_with_their_decimals():
    assert "0.25" in str(ConfusionMatrix.of([0, 1], [0, 1], np.array([0.25, 1.0])))


def test_the_most_frequent_confusions_come_first_with_a_hint():
    truth = ["a"] * 20 + ["b"] * 20 + ["c"] * 2
    predicted = ["a"] * 14 + ["b"] * 6 + ["b"] * 15 + ["a"] * 5 + ["a"] + ["c"]
    result = ConfusionMatrix.of(truth, predicted).confused_pairs()
    assert result[["true", "predicted", "rows"]].to_numpy().tolist() == [
        ["a", "b", 6],
        ["b", "a", 5],
        ["c", "a", 1],
    ]
    assert result.share.tolist() == [0.3, 0.25, 0.5]
    assert result.hint.tolist() == ["classes too alike?", "classes too alike?", "needs more rows?"]
    assert len(ConfusionMatrix.of(truth, predicted).confused_pairs(1)) == 1
    assert len(ConfusionMatrix.of([0, 1], [0, 1]).confused_pairs()) == 0


def test_the_baseline_says_whether_the_commonest_class_is_beaten():
    rare = ConfusionMatrix.of(np.arange(100) < 1, np.zeros(100, dtype=bool))
    assert rare.majority is False
    assert rare.majority_accuracy == 0.99
    assert rare.baseline == (
        "Accuracy 0.990 does not exceed that of always predicting the majority class False (0.990); "
        "balanced accuracy is 0.500."
    )
    assert "exceeds" in ConfusionMatrix.of([0, 1], [0, 1]).baseline


def test_any_measure_of_labels_can_be_asked():
    confusion = ConfusionMatrix.of([1, 1, 0, 0], [1, 0, 0, 0])
    assert confusion.score("accuracy") == 0.75
    assert confusion.score("f_beta(beta=0.5)", positive=1) == pytest.approx(5 / 6)
    with pytest.raises(ParameterError, match="positive=1"):
        confusion.score("recall")
    with pytest.raises(DesignError, match="cannot be computed from a confusion matrix"):
        confusion.score("auc")


def test_classes_that_do_not_fit_are_refused():
    with pytest.raises(ParameterError, match="lacks 2"):
        ConfusionMatrix.of([0, 2], [0, 1], classes=[0, 1])
    with pytest.raises(ParameterError, match="twice"):
        ConfusionMatrix.of([0, 1], [0, 1], classes=[0, 1, 1])
    with pytest.raises(DataError, match="not one of the classes"):
        ConfusionMatrix.of([0, 1], [0, 1]).counts("a")
    with pytest.raises(DataError, match="0 rows"):
        ConfusionMatrix.of([], [])
    with pytest.raises(DataError, match="add up to 0"):
        ConfusionMatrix.of([0], [0], np.zeros(1))


def test_one_class_alone_is_a_table():
    confusion = ConfusionMatrix.of(["a"], ["a"])
    assert confusion.frame().specificity.tolist() == [0.0]
    assert confusion.binary("a").table.tolist() == [[0, 0], [0, 1]]


def test_a_matrix_of_many_classes_prints_the_most_frequent_confusions():
    truth = np.arange(1000)
    result = ConfusionMatrix.of(truth, np.where(truth == 3, 7, truth))
    assert len(str(result)) < 1000
    assert str(result).splitlines()[-1].split() == ["3", "7", "1", "1"]
    assert "none" in str(ConfusionMatrix.of(truth, truth))
    assert len(result.text()) > 1_000_000
