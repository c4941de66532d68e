"""Worked examples of the confusion table and of the measures read off it."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment import measures
from gnomon.assessment.confusion import ConfusionMatrix


def from_set(name):
    """A printed confusion table: classes and counts, rows true."""
    table = gn.load(name).to_pandas()
    return ConfusionMatrix(tuple(table.truth.astype(str)), table.drop(columns="truth").to_numpy(dtype=float))


def test_precision_recall_and_f_of_three_classes():
    """Zaki and Meira 2014, section 22.1.1, example 22.2 and table 22.1."""
    confusion = from_set("confusion-iris")
    frame = confusion.frame()
    assert (frame.TP + frame.FP).tolist() == [10, 12, 8]
    assert frame.support.tolist() == [10, 10, 10]
    assert frame.precision.tolist() == pytest.approx([1.0, 0.583, 0.625], abs=5e-4)
    assert frame.recall.tolist() == pytest.approx([1.0, 0.7, 0.5])
    assert frame.f1.tolist() == pytest.approx([1.0, 0.636, 0.556], abs=5e-4)
    assert confusion.score("accuracy") == pytest.approx(0.733, abs=5e-4)
    assert confusion.score("f1_macro") == pytest.approx(0.731, abs=5e-4)


def test_overall_precision_and_recall_weighted_by_class_are_accuracy():
    """Zaki and Meira 2014, section 22.1.1, example 22.2 and table 22.1."""
    confusion = from_set("confusion-iris")
    assert confusion.score("recall_weighted") == pytest.approx(confusion.score("accuracy"))
    frame = confusion.frame()
    predicted = frame.TP + frame.FP
    assert (frame.precision * predicted).sum() / 30 == pytest.approx(confusion.score("accuracy"))


def test_the_books_orientation_has_predicted_rows_with_their_sums():
    """Zaki and Meira 2014, section 22.1.1, example 22.2 and table 22.1."""
    lines = str(from_set("confusion-iris").T).split("\n")
    assert lines[0].split() == ["predicted", "\\", "true", "setosa", "versicolor", "virginica", "sum"]
    assert [line.split()[1:] for line in lines[1:]] == [
        ["10", "0", "0", "10"],
        ["0", "7", "5", "12"],
        ["0", "3", "5", "8"],
        ["10", "10", "10", "30"],
    ]


def test_rates_of_versicolor_against_the_rest():
    """Zaki and Meira 2014, section 22.1.2, example 22.3 and table 22.3."""
    confusion = from_set("confusion-versicolor")
    assert confusion.counts("positive") == (7, 7, 3, 13)
    expected = {
        "error": 1 / 3,
        "accuracy": 2 / 3,
        "precision": 0.5,
        "negative_predictive_value": 0.8125,
        "sensitivity": 0.7,
        "specificity": 0.65,
        "false_negative_rate": 0.3,
        "false_positive_rate": 0.35,
    }
    for name, value in expected.items():
        assert confusion.score(name, positive="positive") == pytest.approx(value), name


def test_a_complete_tree_errs_only_on_points_with_two_labels():
    """Zaki and Meira 2014, section 22.1, example 22.1."""
    task = gn.load("iris-sepals")
    wrong = gn.DecisionTreeClassifier().fit(task.X, task.y).predict(task.X) != task.y
    points = {tuple(point) for point in task.X[wrong].tolist()}
    assert wrong.sum() == 11
    assert (6.0, 2.2) in points
    assert len(points) == 10


def test_a_random_classifier_lies_on_the_diagonal():
    """Zaki and Meira 2014, section 22.1.3, random classifier."""
    generator = np.random.default_rng(0)
    truth = generator.random(100_000) < 0.5
    for r in (0.5, 0.9):
        guess = generator.random(100_000) < r
        assert measures.recall(truth, guess) == pytest.approx(r, abs=0.01)
        assert measures.false_positive_rate(truth, guess) == pytest.approx(r, abs=0.01)
        assert measures.auc_of_point(truth, guess) == pytest.approx(0.5, abs=0.01)


def test_a_perfect_fit_of_eight_rows_is_right_for_one_of_five():
    """Zaki and Meira 2014, section 22.5, exercise 2 and table 22.6."""
    train, test = gn.load("mixed-train"), gn.load("mixed-test")
    tree = gn.DecisionTreeClassifier().fit(train.table.to_pandas(), train.y)
    confusion = ConfusionMatrix.of(test.y, tree.predict(test.table.to_pandas()))
    assert confusion.table.T.tolist() == [[0, 2], [2, 1]]
    assert confusion.score("accuracy") == pytest.approx(0.2)
    frame = confusion.frame()
    assert frame.precision.tolist() == pytest.approx([0, 1 / 3])
    assert frame.recall.tolist() == pytest.approx([0, 1 / 3])
    assert frame.f1.tolist() == pytest.approx([0, 1 / 3])
    assert confusion.score("f1_macro") == pytest.approx(1 / 6)


def test_overall_coverage_is_overall_accuracy():
    """Zaki and Meira 2014, section 22.5, exercise 1."""
    truth, predicted = [0, 0, 1, 1, 2], [0, 1, 1, 0, 2]
    assert measures.recall_weighted(truth, predicted) == pytest.approx(measures.accuracy(truth, predicted))
