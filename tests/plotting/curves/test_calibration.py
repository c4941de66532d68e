"""The reliability figure shows the library's bins, and how the probabilities are spread."""

import numpy as np
import pytest
from sklearn.svm import LinearSVC

import gnomon as gn
from gnomon.errors import DataError, DesignError, ParameterError


@pytest.fixture(scope="module")
def held_out():
    return gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))


def test_bins_are_those_of_reliability_of(held_out):
    display = gn.plotting.CalibrationDisplay.from_predictions(held_out, n_bins=5)
    own = gn.curves.reliability_diagram_of(held_out, bins=5).frame()
    assert display.frame().drop(columns="curve").equals(own)


def test_the_histogram_counts_every_row_once(held_out):
    display = gn.plotting.CalibrationDisplay.from_predictions(held_out)
    assert display.histograms["GaussianNB"].sum() == 270


def test_rows_held_out_several_times_count_once_in_the_intervals():
    plan = gn.repeated(gn.k_fold(5), times=3)
    thrice = gn.resample(gn.load("heart"), gn.GaussianNB(), plan)
    table = gn.plotting.CalibrationDisplay.from_predictions(thrice, n_bins=4).frame()
    assert (table["n"] < table["weight"]).all()


def test_strategies_carry_scikit_learns_names_and_isotonic(held_out):
    for strategy, by in (("uniform", "width"), ("quantile", "mass"), ("isotonic", "isotonic")):
        display = gn.plotting.CalibrationDisplay.from_predictions(held_out, strategy=strategy)
        assert display.diagrams["GaussianNB"].by == by
        assert display.svg().startswith("<svg")
    with pytest.raises(ParameterError, match="strategy='even'"):
        gn.plotting.CalibrationDisplay.from_predictions(held_out, strategy="even")


def test_an_experiment_shows_the_learners_that_give_probabilities(held_out):
    learners = [gn.GaussianNB(), LinearSVC()]
    results = gn.run(gn.Design(gn.load("heart"), learners, gn.k_fold(3)))
    assert list(gn.plotting.CalibrationDisplay.from_experiment(results).diagrams) == ["GaussianNB"]


def test_an_estimator_agrees_with_its_probabilities():
    task = gn.load("heart")
    model = gn.GaussianNB().fit(task.X[:150], task.y[:150])
    X, y = task.X[150:], task.y[150:]
    by_model = gn.plotting.CalibrationDisplay.from_estimator(model, X, y).frame()["observed"]
    given = gn.plotting.CalibrationDisplay.from_predictions(
        y, model.predict_proba(X)[:, 1], pos_label="present"
    )
    assert np.allclose(by_model, given.frame()["observed"])


def test_scores_that_are_no_probabilities_are_refused():
    with pytest.raises(DesignError, match="has no predict_proba"):
        gn.plotting.CalibrationDisplay.from_estimator(LinearSVC(), [[0.0]], [0])
    with pytest.raises(DataError, match="from 0 to 1"):
        gn.plotting.CalibrationDisplay.from_predictions([0, 1], [-2.0, 3.0])
