"""Worked examples of evaluation: the binary table, the rare disease and twenty newsgroups."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment import measures
from gnomon.assessment.confusion import ConfusionMatrix


def from_set(name):
    table = gn.load(name).to_pandas()
    return ConfusionMatrix(tuple(table.truth.astype(str)), table.drop(columns="truth").to_numpy(dtype=float))


def test_a_constant_on_a_rare_disease_has_no_sensitivity_and_beats_nothing():
    """Rajpoot, lecture 5, slide "Performance evaluation"."""
    truth = np.arange(1000) < 10
    nobody = np.zeros(1000, dtype=bool)
    assert measures.recall(truth, nobody) == 0.0
    assert measures.specificity(truth, nobody) == 1.0
    confusion = ConfusionMatrix.of(truth, nobody)
    assert confusion.majority_accuracy == pytest.approx(0.99)
    assert "does not exceed" in confusion.baseline


def test_measures_of_a_diagnosis_of_a_hundred():
    """Rajpoot, lecture 5, slide "Confusion matrix (CM)"."""
    confusion = from_set("confusion-diagnosis")
    assert confusion.counts("positive") == (15, 4, 5, 76)
    expected = {
        "sensitivity": 0.75,
        "specificity": 0.95,
        "accuracy": 0.91,
        "error": 0.09,
        "precision": 0.78947,
        "f1": 0.76923,
        "mcc": 0.71374,
    }
    for name, value in expected.items():
        assert confusion.score(name, positive="positive") == pytest.approx(value, abs=5e-6), name
    lines = str(confusion.T).split("\n")
    assert lines[1].split() == ["positive", "15", "4", "19"]
    assert lines[2].split() == ["negative", "5", "76", "81"]
    assert lines[3].split() == ["sum", "20", "80", "100"]


def test_the_most_confused_newsgroups():
    """Rajpoot, lecture 5, slide "Confusion matrix"."""
    confusion = from_set("confusion-newsgroups")
    assert confusion.n == 7506
    assert confusion.score("accuracy") == pytest.approx(0.78444, abs=5e-6)
    recall = confusion.frame().recall.to_numpy()
    assert np.argsort(recall)[:3].tolist() == [19, 2, 18]
    assert np.sort(recall)[:3] == pytest.approx([0.3665, 0.5345, 0.5949], abs=5e-5)
    found = confusion.confused_pairs(8)
    pairs = [
        (int(predicted.split()[1]), int(true.split()[1]), int(count))
        for predicted, true, count in zip(found.predicted, found.true, found.rows)
    ]
    assert pairs == [
        (17, 19, 95),
        (16, 20, 68),
        (4, 3, 60),
        (1, 20, 47),
        (4, 7, 46),
        (12, 13, 45),
        (2, 6, 42),
        (16, 1, 39),
    ]
