import numpy as np
import pytest

import gnomon as gn

X = np.random.default_rng(0).normal(size=(40, 3))


class Clipped(gn.Ridge):
    """Never below zero."""

    def predict(self, X):
        return np.maximum(super().predict(X), 0.0)


class Turned(gn.LinearDiscriminantAnalysis):
    """Says the opposite."""

    def decision_function(self, X):
        return -super().decision_function(X)


class Stubborn(gn.GaussianNB):
    """Knows one class."""

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Renamed(gn.Ridge):
    """Answers as its parent does."""


@pytest.mark.parametrize("kind", [Clipped, Turned, Stubborn, Renamed])
def test_a_subclass_predicts_in_batches_as_it_does_alone(kind):
    y = X[:, 0] if kind in (Clipped, Renamed) else X[:, 0] > 0
    models = [kind().fit(X[start:], y[start:]) for start in (0, 5)]
    for model, found in zip(models, kind.predict_each(models, X), strict=True):
        assert np.allclose(found, model.predict(X))


def test_errors_from_sums_are_those_of_the_parent_only_where_predictions_are():
    model = Renamed().fit(X, X[:, 0])
    data = model.prepare(*model.check_rows(X, X[:, 0] + 1))
    expected = np.mean((X[:, 0] + 1 - model.predict(X)) ** 2)
    assert Renamed.squared_errors_each([model], data) == pytest.approx([expected])
    assert np.isnan(Clipped.squared_errors_each([model], data)).all()
