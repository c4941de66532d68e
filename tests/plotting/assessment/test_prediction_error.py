"""Residuals are true less predicted, whatever they come from."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError, DesignError, ParameterError


def test_experiment_predictions_and_arrays_agree():
    results = gn.run(gn.Design(gn.load("diabetes"), gn.Ridge(), gn.k_fold(5)))
    held_out = results.predictions()
    by_run = gn.plotting.PredictionErrorDisplay.from_experiment(results).frame()
    by_arrays = gn.plotting.PredictionErrorDisplay.from_predictions(
        held_out.truth, held_out.predicted
    ).frame()
    assert by_run.equals(by_arrays)
    assert np.allclose(by_run["residual"], held_out.truth - held_out.predicted)


def test_an_estimator_predicts_the_rows_it_is_given():
    task = gn.load("diabetes")
    model = gn.Ridge().fit(task.X[:200], task.y[:200])
    display = gn.plotting.PredictionErrorDisplay.from_estimator(
        model, task.X[200:], task.y[200:], kind="residual_vs_predicted"
    )
    assert np.allclose(display.y_pred, model.predict(task.X[200:]))
    assert display.alt().startswith("Residuals")


def test_a_large_scatter_is_thinned_and_says_so():
    random = np.random.default_rng(0)
    y = random.normal(size=20_000)
    display = gn.plotting.PredictionErrorDisplay(y_true=y, y_pred=y + random.normal(size=20_000))
    assert "5,000 of 20,000 rows are drawn" in display.alt()
    assert "5,000 of 20,000" in display.svg()
    assert len(display.svg()) < 200_000


def test_classes_and_numbers_that_are_none_are_refused():
    held_out = gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    with pytest.raises(DesignError, match="ConfusionMatrixDisplay"):
        gn.plotting.PredictionErrorDisplay.from_predictions(held_out)
    with pytest.raises(DataError, match="one number per row"):
        gn.plotting.PredictionErrorDisplay(y_true=["a"], y_pred=[1.0])
    with pytest.raises(DataError, match="is nan in row 1"):
        gn.plotting.PredictionErrorDisplay(y_true=[0.0, np.nan], y_pred=[1.0, 2.0])
    with pytest.raises(DataError, match="2 true and 1 predicted"):
        gn.plotting.PredictionErrorDisplay(y_true=[0.0, 1.0], y_pred=[1.0])
    with pytest.raises(ParameterError, match="kind='scatter'"):
        gn.plotting.PredictionErrorDisplay(y_true=[0.0], y_pred=[1.0], kind="scatter")
