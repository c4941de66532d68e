import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from gnomon.assessment.curves.held_out import roc_curve_of
from gnomon.assessment.curves.multiclass import class_roc_curves, class_roc_curves_of, hand_till, pair_areas
from gnomon.assessment.measures import auc, auc_hand_till, auc_provost_domingos
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import hold_out, leave_one_out
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError


def three_classes(seed, n_rows=60):
    generator = np.random.default_rng(seed)
    truth = np.concatenate([[0, 1, 2], generator.integers(3, size=n_rows - 3)])
    probability = generator.dirichlet(np.ones(3), n_rows) + np.eye(3)[truth] * 0.5
    return truth, probability / probability.sum(axis=1, keepdims=True)


@given(st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_areas_agree_with_scikit_learn_one_against_the_rest_and_pair_by_pair(seed):
    truth, probability = three_classes(seed)
    result = class_roc_curves(truth, probability)
    for average, ours in (("weighted", result.weighted_auc), ("macro", result.mean_auc)):
        theirs = metrics.roc_auc_score(truth, probability, multi_class="ovr", average=average)
        assert ours == pytest.approx(theirs)
    assert result.mean_auc == pytest.approx(auc(truth, probability))
    assert result.weighted_auc == pytest.approx(auc_provost_domingos(truth, probability))
    pairs = hand_till(pair_areas(truth, probability))
    assert pairs == pytest.approx(auc_hand_till(truth, probability))
    assert pairs == pytest.approx(metrics.roc_auc_score(truth, probability, multi_class="ovo"))


def test_weights_are_repetition():
    truth, probability = three_classes(0, 30)
    weight = np.random.default_rng(1).integers(1, 4, size=30)
    again = np.repeat(truth, weight), np.repeat(probability, weight, axis=0)
    weighted = class_roc_curves(truth, probability, weight.astype(float))
    assert weighted.auc == pytest.approx(class_roc_curves(*again).auc)
    assert weighted.prevalence == pytest.approx(class_roc_curves(*again).prevalence)
    assert pair_areas(truth, probability, weight.astype(float)) == pytest.approx(pair_areas(*again))


def test_more_rows_of_a_class_move_curves_against_the_rest_but_not_pairs():
    truth, probability = three_classes(2, 90)
    weight = np.where(truth == 2, 10.0, 1.0)
    pairs = [hand_till(pair_areas(truth, probability, each)) for each in (None, weight)]
    assert pairs[0] == pytest.approx(pairs[1])
    against = [class_roc_curves(truth, probability, each).weighted_auc for each in (None, weight)]
    assert abs(against[0] - against[1]) > 0.001


def test_labels_of_any_kind_and_order():
    truth, probability = three_classes(3)
    names = np.array(["pear", "apple", "fig"])
    result = class_roc_curves(names[truth], probability, classes=list(names))
    assert result.auc == pytest.approx(class_roc_curves(truth, probability).auc)
    assert result.frame()["class"].tolist() == list(names)
    assert set(result.points()["class"]) == set(names)
    assert len(result.points()) == sum(len(each.threshold) for each in result.curves)


def test_predictions_of_many_classes_have_a_curve_each():
    truth, probability = three_classes(4, 90)
    task = Task(probability[:, :2], np.array(["a", "b", "c"])[truth])
    predictions = resample(task, LogisticRegression(), hold_out(0.5))
    assert class_roc_curves_of(predictions).mean_auc == pytest.approx(predictions.score("auc"))


def test_two_classes_with_one_score_have_mirrored_curves():
    generator = np.random.default_rng(5)
    y = np.arange(60) % 3 == 0
    for positive in ("ill", "well"):
        task = Task(
            generator.normal(size=(60, 1)) + y[:, None], np.where(y, "ill", "well"), positive=positive
        )
        predictions = resample(task, LinearSVC(), hold_out(0.5))
        result = class_roc_curves_of(predictions)
        assert result.auc == pytest.approx(np.full(2, roc_curve_of(predictions).auc))


def test_a_thousand_classes_have_a_thousand_curves():
    generator = np.random.default_rng(6)
    truth = np.arange(2000) % 1000
    result = class_roc_curves(truth, generator.normal(size=(2000, 1000)))
    assert len(result.curves) == 1000
    assert result.prevalence.sum() == pytest.approx(1)


def test_what_has_no_curves_is_refused():
    with pytest.raises(DataError, match="2 classes"):
        class_roc_curves([0, 1, 0], np.zeros((3, 3)))
    with pytest.raises(DataError, match="no row is of class 2"):
        class_roc_curves([0, 1, 0], np.zeros((3, 3)), classes=[0, 1, 2])
    with pytest.raises(DataError, match="row 2 is of class 7, which"):
        class_roc_curves([0, 1, 7], np.zeros((3, 2)), classes=[0, 1])
    with pytest.raises(DataError, match="shape"):
        pair_areas([0, 1], np.zeros(2))
    numbers = Task(np.zeros((8, 1)), np.arange(8.0), kind="regression")
    with pytest.raises(DesignError, match="regression"):
        class_roc_curves_of(resample(numbers, DummyRegressor(), hold_out(0.5)))
    three = Task(np.zeros((9, 1)), ["a", "b", "c"] * 3)
    with pytest.raises(DesignError, match="use k_fold"):
        class_roc_curves_of(resample(three, DummyClassifier(), leave_one_out()))
