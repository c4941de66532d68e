import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Perceptron

from gnomon.assessment.measure_inputs import measure_inputs
from gnomon.assessment.measures import find_measure
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import hold_out, k_fold
from gnomon.data.task import Task
from gnomon.errors import DesignError

generator = np.random.default_rng(0)
X = generator.normal(size=(60, 3))
y = np.where(X[:, 0] + generator.normal(size=60) > 0, "yes", "no")
three = Task(X, np.array(["blue", "green", "red"])[np.argmax(X, axis=1)], name="three")


@pytest.mark.parametrize("positive", ["yes", "no"])
def test_measures_of_the_positive_class_receive_flags_and_its_column(positive):
    predictions = resample(Task(X, y, positive=positive), LogisticRegression(), hold_out(0.5))
    is_positive = y[predictions.row] == positive
    truth, labels = measure_inputs(predictions, find_measure("precision"))
    assert np.array_equal(truth, is_positive)
    assert np.array_equal(labels, predictions.classes[predictions.predicted] == positive)
    truth, probability = measure_inputs(predictions, find_measure("calibration_slope"))
    assert np.array_equal(truth, is_positive)
    column = predictions.classes.tolist().index(positive)
    assert np.array_equal(probability, predictions.probability[:, column])
    assert np.array_equal(measure_inputs(predictions, find_measure("ks"))[1], probability)


@pytest.mark.parametrize("positive", ["yes", "no"])
def test_rates_of_each_split_are_of_the_positive_class(positive):
    predictions = resample(Task(X, y, positive=positive), LogisticRegression(), k_fold(3))
    truth, labels = measure_inputs(predictions, find_measure("recall"))
    by_hand = [labels[rows][truth[rows]].mean() for rows in (predictions.split == s for s in range(3))]
    assert np.allclose(predictions.per_split("recall"), by_hand)
    assert np.isclose(predictions.score("recall"), np.mean(by_hand))


def test_the_positive_of_many_classes_is_refused_with_the_macro_form():
    predictions = resample(three, LogisticRegression(), k_fold(3))
    for ask in (predictions.score, predictions.per_split, predictions.estimate):
        with pytest.raises(DesignError, match=r"3 classes.*'precision_macro'"):
            ask("precision")
        with pytest.raises(DesignError, match=r"3 classes.*'f1_macro' or 'auc'"):
            ask("youden")
    with pytest.raises(DesignError, match="3 classes"):
        predictions.score("average_precision")
    with pytest.raises(DesignError, match="3 classes"):
        predictions.score("calibration_slope")
    assert 0 < predictions.score("precision_macro") < 1


def test_what_a_learner_does_not_give_is_refused():
    predictions = resample(three, Perceptron(), k_fold(3))
    with pytest.raises(DesignError, match="Perceptron has none"):
        predictions.score("ece")
    assert 0.3 < predictions.score("auc_hand_till") <= 1


def test_a_measure_of_clusters_is_not_for_classes():
    predictions = resample(three, Perceptron(), k_fold(3))
    with pytest.raises(DesignError, match="clustering measure"):
        predictions.score("adjusted_rand")
