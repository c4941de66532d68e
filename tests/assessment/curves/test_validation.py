from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV
from sklearn.model_selection import validation_curve as their_curve
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, PolynomialFeatures
from sklearn.svm import SVC

import gnomon as gn
from gnomon.assessment.curves.surface import validation_surface
from gnomon.assessment.curves.train_test_scores import log_spaced
from gnomon.assessment.curves.validation import validation_curve
from gnomon.assessment.splits import hold_out, k_fold, leave_one_out, repeated
from gnomon.data.generate import make_moons
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError

task = make_moons(150, noise=0.3, random_state=0)
splits = k_fold(5).split(task)
neighbors = [1, 5, 15, 45]


def test_both_scores_are_those_of_scikit_learn():
    curve = validation_curve(task, KNeighborsClassifier(), "n_neighbors", neighbors, splits, "accuracy")
    train, test = their_curve(
        KNeighborsClassifier(),
        task.X,
        task.y,
        param_name="n_neighbors",
        param_range=neighbors,
        cv=list(splits),
    )
    frame = curve.frame()
    assert frame.score.tolist() == pytest.approx(test.mean(axis=1))
    assert frame.train_score.tolist() == pytest.approx(train.mean(axis=1))
    assert frame.error.tolist() == pytest.approx(test.std(axis=1, ddof=1) / np.sqrt(5))
    assert (frame.lower <= frame.score).all()


def test_sharing_the_preparation_changes_nothing():
    ours, theirs = (
        validation_curve(task, learner, "n_neighbors", neighbors, splits, "accuracy").frame()
        for learner in (gn.KNeighborsClassifier(), KNeighborsClassifier())
    )
    assert np.allclose(ours.drop(columns="n_neighbors"), theirs.drop(columns="n_neighbors"))


def test_leave_one_out_of_too_many_rows_is_refused_before_memory_runs_out():
    many = Task(np.zeros((6000, 1)), np.arange(6000) % 2)
    with pytest.raises(DesignError, match="use k_fold"):
        validation_curve(many, KNeighborsClassifier(), "n_neighbors", [1], leave_one_out(), "accuracy")


def made_of(values, errors, measure="accuracy", simplest="first"):
    """A validation curve with these held-out scores."""
    curve = validation_curve(
        task, KNeighborsClassifier(), "n_neighbors", [1, 3, 5, 7][: len(values)], splits, measure
    )
    scores = [
        replace(each, held_out=replace(each.held_out, value=value))
        for each, value in zip(curve.scores, values)
    ]
    return replace(curve, scores=tuple(scores), errors=np.array(errors), simplest=simplest)


def test_the_simplest_within_one_standard_error_of_the_best_is_named():
    curve = made_of([0.80, 0.87, 0.90, 0.88], [0.01, 0.01, 0.04, 0.01])
    assert (curve.best_value, curve.simple_value) == (5, 3)
    curve = made_of([0.80, 0.87, 0.90, 0.88], [0.01, 0.01, 0.04, 0.01], simplest="last")
    assert (curve.best_value, curve.simple_value) == (5, 7)
    curve = made_of([0.80, 0.87, 0.90, 0.88], [0.9, 0.9, 0.0, 0.9])
    assert (curve.best_value, curve.simple_value) == (5, 5)


def test_of_equal_scores_the_simplest_is_best_and_losses_are_to_be_low():
    assert made_of([0.9, 0.9, 0.8], [0.0] * 3).best_value == 1
    assert made_of([0.9, 0.9, 0.8], [0.0] * 3, simplest="last").best_value == 3
    assert made_of([0.3, 0.1, 0.2], [0.0, 0.11, 0.0], measure="error").best_value == 3
    assert made_of([0.3, 0.1, 0.2], [0.0, 0.11, 0.0], measure="error", simplest="last").simple_value == 5


def test_the_standard_error_of_repeated_folds_is_that_of_one_round():
    once, often = (
        validation_curve(task, KNeighborsClassifier(), "n_neighbors", [5], plan, "accuracy").errors[0]
        for plan in (k_fold(5), repeated(k_fold(5), times=10))
    )
    assert 0.5 < often / once < 2


def test_other_plans_have_a_standard_error_too():
    for plan in (hold_out(0.3), leave_one_out(), repeated(hold_out(0.3), times=5)):
        curve = validation_curve(task, KNeighborsClassifier(), "n_neighbors", [5, 9], plan, "accuracy")
        assert (curve.errors > 0).all()
        assert curve.frame().notna().all().all()


def test_the_standard_error_of_a_hold_out_is_the_binomials():
    curve = validation_curve(task, KNeighborsClassifier(), "n_neighbors", [5], hold_out(0.4), "accuracy")
    share = curve.frame()["score"][0]
    assert curve.errors[0] == pytest.approx(np.sqrt(share * (1 - share) / 60), rel=0.2)


def test_the_sentence_names_the_choice_and_warns_of_its_optimism():
    text = str(validation_curve(task, SVC(), "C", [0.1, 1.0, 10.0], splits, "accuracy"))
    assert "accuracy of SVC is best at C = " in text
    assert "optimistic" in text
    assert "no selection bias" in str(validation_curve(task, SVC(), "C", [1.0], splits, "accuracy"))


def test_a_log_scale_is_proposed_where_steps_are_factors():
    assert log_spaced([0.01, 0.1, 1])
    assert log_spaced([100, 10, 1])
    assert not log_spaced([1, 2, 3, 4, 5])
    assert not log_spaced([0, 1, 10])
    assert not log_spaced([1, 100])
    assert not log_spaced([5, 5, 5])
    assert not log_spaced([None, 1, 2])


def olympic_polynomials():
    men = gn.load("olympic-men")
    timed = Task(men.X, men.y, kind="regression", time=men.X[:, 0])
    scaled = FunctionTransformer(lambda X: (X - 1950) / 56)
    model = make_pipeline(scaled, PolynomialFeatures(), LinearRegression())
    return timed, model, "polynomialfeatures__degree"


def test_chronological_validation_and_leave_one_out_choose_different_orders():
    timed, model, degree = olympic_polynomials()
    orders = list(range(9))
    later = hold_out(8 / 27, chronological=True)
    by_time = validation_curve(timed, model, degree, orders, later, "mean_squared_error")
    # Mean losses on the Games from 1980 on, after training on those before.
    expected = [0.4658, 0.1013, 0.1676, 1.0619, 4.4571, 5.5142, 1533.4, 61.91, 6023.3]
    assert [each.held_out.value for each in by_time.scores] == pytest.approx(expected, rel=1e-3)
    assert by_time.best_value == 1
    assert by_time.log_score
    train = [each.train for each in by_time.scores]
    assert train == pytest.approx(
        [0.2401, 0.0582, 0.0441, 0.0357, 0.0301, 0.0290, 0.0183, 0.0171, 0.0168], abs=5e-5
    )
    left_out = validation_curve(timed, model, degree, orders, leave_one_out(), "mean_squared_error")
    assert left_out.best_value == 3
    assert left_out.simple_value == 1


def test_a_surface_is_the_grid_of_grid_search():
    grid = {"C": [0.1, 1.0, 10.0], "gamma": [0.01, 0.1, 1.0, 10.0]}
    surface = validation_surface(task, SVC(), grid, splits, "accuracy")
    theirs = GridSearchCV(SVC(), grid, cv=list(splits), return_train_score=True).fit(task.X, task.y)
    assert surface.held_out.ravel() == pytest.approx(theirs.cv_results_["mean_test_score"])
    assert surface.train.ravel() == pytest.approx(theirs.cv_results_["mean_train_score"])
    assert surface.held_out.max() == pytest.approx(theirs.best_score_)
    row, column = surface.best
    assert surface.held_out[row, column] == surface.held_out.max()
    assert surface.best_values == {"C": grid["C"][row], "gamma": grid["gamma"][column]}
    frame = surface.frame()
    assert list(frame.columns[:3]) == ["C", "gamma", "score"]
    assert frame.score.tolist() == surface.held_out.ravel().tolist()
    assert surface.log_scales == (True, True)
    assert "best of 12" in str(surface)


def test_names_and_ends_that_do_not_fit_are_refused():
    with pytest.raises(ParameterError, match="no parameter 'k'"):
        validation_curve(task, SVC(), "k", [1], splits, "accuracy")
    with pytest.raises(ParameterError, match=r"grid\['C'\] is empty"):
        validation_curve(task, SVC(), "C", [], splits, "accuracy")
    with pytest.raises(ParameterError, match="'first' or 'last'"):
        validation_curve(task, SVC(), "C", [1.0], splits, "accuracy", simplest="low")
    with pytest.raises(ParameterError, match="1 hyperparameters"):
        validation_surface(task, SVC(), {"C": [1.0]}, splits, "accuracy")
