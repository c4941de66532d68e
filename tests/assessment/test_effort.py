from time import sleep

import numpy as np
import pytest
import skops.io
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.assessment.effort import measure_time
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap, k_fold
from gnomon.data.sets import load
from gnomon.errors import DesignError

iris = load("iris")


class Slow(DummyClassifier):
    """Takes its time."""

    def fit(self, X, y, sample_weight=None):
        sleep(0.02)
        return super().fit(X, y, sample_weight)

    def predict(self, X):
        sleep(0.01)
        return super().predict(X)


@pytest.mark.parametrize(
    "learner",
    [gn.GaussianNB(), gn.KNeighborsClassifier(3), make_pipeline(StandardScaler(), LogisticRegression())],
)
@pytest.mark.parametrize("plan", [k_fold(4), bootstrap(3)])
def test_the_predictions_are_those_of_resample(learner, plan):
    effort = measure_time(iris, learner, plan)
    expected = resample(iris, learner, plan)
    assert np.array_equal(effort.predictions.predicted, expected.predicted)
    np.testing.assert_allclose(effort.predictions.probability, expected.probability, rtol=1e-7)
    assert effort.predictions.splits == expected.splits


def test_seconds_are_those_that_fit_and_predict_take():
    effort = measure_time(iris, Slow(), k_fold(3))
    assert (effort.fit_seconds >= 0.02).all()
    assert (effort.predict_seconds >= 0.01).all()
    table = effort.frame("error")
    assert table["n_train"].tolist() == [100, 100, 100]
    np.testing.assert_allclose(table["error"], effort.predictions.per_split("error"))
    assert str(effort).startswith("Slow on 'iris': fit 0.")


def test_a_model_that_keeps_its_rows_is_larger_than_one_that_does_not():
    neighbors, prior = (
        measure_time(iris, learner, k_fold(3)) for learner in (KNeighborsClassifier(), DummyClassifier())
    )
    assert neighbors.n_bytes.min() > prior.n_bytes.max() + 100 * 4 * 8 / 4


def test_a_model_that_cannot_be_written_has_no_known_size(monkeypatch):
    def refuse(model):
        raise TypeError("this model has no file")

    monkeypatch.setattr(skops.io, "dumps", refuse)
    effort = measure_time(iris, DummyClassifier(), k_fold(3))
    assert effort.n_bytes.tolist() == [-1, -1, -1]
    assert "size unknown" in str(effort)


def test_weights_count_and_training_rows_without_any_are_refused():
    weight = np.where(np.arange(150) < 50, 1.0, 0.0)
    weighted = gn.Task(iris.X, iris.y, weight=weight)
    model = measure_time(weighted, DummyClassifier(), k_fold(3))
    assert (model.predictions.predicted == 0).all()
    with pytest.raises(DesignError, match="split 0 have weight 0"):
        measure_time(weighted, DummyClassifier(), [(np.arange(60, 100), np.arange(50))])
    with pytest.raises(DesignError, match="no target"):
        measure_time(gn.Task(iris.X), DummyClassifier(), k_fold(3))
