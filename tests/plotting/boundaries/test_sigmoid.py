"""From score to probability."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_sigmoid_of_the_score_is_the_probability_of_logistic_regression():
    task = gn.datasets.make_two_gaussians(60, random_state=0)
    model = gn.LogisticRegression().fit(task.X, task.y)
    table = gn.plotting.SigmoidDisplay.from_estimator(model, task.X, task.y).frame()
    assert np.allclose(table["probability"], model.predict_proba(task.X)[:, 1])


def test_the_sigmoid_alone_has_a_table_too():
    table = gn.plotting.SigmoidDisplay().frame()
    assert table["probability"].is_monotonic_increasing
    assert "one half at score 0." in gn.plotting.SigmoidDisplay().alt()


def test_scores_without_labels_are_refused():
    with pytest.raises(DataError, match="one of each per row"):
        gn.plotting.SigmoidDisplay([1.0, 2.0], ["a"])
    with pytest.raises(DataError, match="infinite"):
        gn.plotting.SigmoidDisplay([np.inf], ["a"])
