"""Rows with scores come out the same from an estimator, arrays, Predictions and an experiment."""

import numpy as np
import pytest
from sklearn.linear_model import Perceptron
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.plotting.curves.scored import of_estimator, of_experiment, of_predictions


@pytest.fixture(scope="module")
def results():
    learners = [gn.GaussianNB(), gn.DecisionStump(), Perceptron()]
    return gn.run(gn.Design(gn.load("heart"), learners, gn.k_fold(3)))


def test_predictions_arrays_and_experiment_give_the_same_rows(results):
    held_out = results.predictions("heart", "GaussianNB")
    own = of_predictions(held_out)[0]
    labels = held_out.classes[held_out.truth]
    given = of_predictions(labels, held_out.probability[:, 1], pos_label="present")[0]
    run = of_experiment(results, learners="GaussianNB")[0]
    for other in (given, run):
        assert np.array_equal(own.positive, other.positive)
        assert np.array_equal(own.score, other.score)
    assert own.name == run.name == "GaussianNB"


def test_an_estimator_is_read_at_its_last_class_unless_another_is_named():
    X, y = [[0.0], [1.0], [5.0], [6.0]], ["a", "a", "b", "b"]
    model = gn.GaussianNB().fit(X, y)
    last, first = of_estimator(model, X, y)[0], of_estimator(model, X, y, pos_label="a")[0]
    assert np.array_equal(last.positive, ~first.positive)
    assert np.allclose(last.score, 1 - first.score)


def test_a_decision_is_turned_with_the_positive_class():
    X, y = [[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1]
    model = LinearSVC().fit(X, y)
    one, zero = of_estimator(model, X, y)[0], of_estimator(model, X, y, pos_label=0)[0]
    assert np.allclose(one.score, -zero.score)


def test_three_classes_of_one_learner_are_three_curves():
    held_out = gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    assert [each.name for each in of_predictions(held_out)] == [
        f"GaussianNB, {name}" for name in ("setosa", "versicolor", "virginica")
    ]
    assert of_predictions(held_out, pos_label="setosa")[0].positive.sum() == 50
    with pytest.raises(DesignError, match="name a class"):
        of_predictions([held_out, held_out])


def test_learners_of_one_name_are_told_apart():
    task, plan = gn.load("heart"), gn.k_fold(3)
    path = [gn.KNeighborsClassifier(n_neighbors=1), gn.KNeighborsClassifier(n_neighbors=9)]
    names = [each.name for each in of_predictions([gn.resample(task, each, plan) for each in path])]
    assert len(set(names)) == 2


def test_learners_without_probabilities_are_left_out_unless_they_are_named(results):
    names = [each.name for each in of_experiment(results, needs="probability")]
    assert names == ["GaussianNB", "DecisionStump"]
    assert len(of_experiment(results)) == 3


@pytest.mark.parametrize(
    ("y_true", "y_score", "options", "error", "words"),
    [
        (["a", "b"], [0.1, 0.9], {}, ParameterError, "pos_label"),
        (["a", "b"], [0.1, 0.9], {"pos_label": "c"}, ParameterError, "none of the classes"),
        ([0, 1], None, {}, DataError, "both y_true and y_score"),
        ([], None, {}, DataError, "both y_true and y_score"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_way_out(y_true, y_score, options, error, words):
    with pytest.raises(error, match=words):
        of_predictions(y_true, y_score, **options)


def test_an_estimator_that_is_no_fitted_classifier_is_refused():
    with pytest.raises(DataError, match="no fitted classifier"):
        of_estimator(gn.GaussianNB(), [[0.0]], [0])
    model = gn.GaussianNB().fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(ParameterError, match="response_method"):
        of_estimator(model, [[0.0]], [0], response_method="guess")


@pytest.mark.parametrize(
    ("y_true", "words"),
    [([0, 1, None], "pos_label"), ([0.0, np.nan, 1.0], "pos_label"), ([[0], [1], [1]], "one label per row")],
)
def test_labels_with_gaps_or_columns_are_refused_in_words(y_true, words):
    with pytest.raises((DataError, ParameterError), match=words):
        of_predictions(y_true, [0.1, 0.9, 0.3])


@pytest.mark.parametrize(
    "display",
    [
        gn.plotting.RocCurveDisplay,
        gn.plotting.PrecisionRecallDisplay,
        gn.plotting.DetCurveDisplay,
        gn.plotting.CalibrationDisplay,
    ],
)
def test_scores_that_do_not_pair_up_or_are_missing_are_refused(display):
    with pytest.raises(DataError):
        display.from_predictions([0, 1, 1], [0.1, 0.9])
    with pytest.raises(DataError):
        display.from_predictions([0, 1, 1], [0.1, np.nan, 0.3])


def test_regression_has_no_curves_over_thresholds():
    held_out = gn.resample(gn.load("diabetes"), gn.Ridge(), gn.k_fold(3))
    with pytest.raises(DesignError, match="regression"):
        of_predictions(held_out)


def test_leave_one_out_has_no_ranking_but_can_be_calibrated():
    held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.leave_one_out())
    with pytest.raises(DesignError, match="k_fold"):
        of_predictions(held_out)
    assert len(of_predictions(held_out, ranks=False)[0].score) == 270
