"""A grid of predictions is that of a fitted model."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError

from gnomon.plotting.boundaries.plane_grid import PlaneRows, predicted_grid


class Careless(ClassifierMixin, BaseEstimator):
    """Predicts without having been fitted."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.zeros(len(X), dtype=int)


def test_a_model_that_is_not_fitted_is_refused_even_if_it_predicts():
    rows = PlaneRows.of([[0.0, 0.0], [1.0, 1.0]], [0, 1])
    with pytest.raises(NotFittedError, match="Careless"):
        predicted_grid(Careless(), rows, 3)
    assert (predicted_grid(Careless().fit(rows.points, rows.labels), rows, 3).predicted == 0).all()
