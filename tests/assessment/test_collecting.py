import numpy as np
import pytest
from sklearn.linear_model import RidgeClassifier

import gnomon as gn
from gnomon.assessment.collecting import PredictionBuffer, describe, plain
from gnomon.errors import DesignError
from gnomon.sharing.train import train_each

iris = gn.load("iris")
splits = gn.k_fold(4).split(iris)


def collected(learners):
    """What different learners predict, one a split."""
    result = PredictionBuffer(iris, splits)
    for place, learner in enumerate(learners):
        trained = next(train_each(learner, iris, splits.take([place])))
        result.add(type(trained)(0, place, trained.learner, trained.examples, trained.held_out))
    return result.predictions("several", {})


def test_splits_may_be_added_by_different_learners():
    both = collected([gn.GaussianNB(), gn.Baseline(), gn.GaussianNB(), gn.Baseline()])
    for place, learner in enumerate([gn.GaussianNB(), gn.Baseline()] * 2):
        alone = gn.resample(iris, learner, splits)
        here = both.split == place
        assert np.array_equal(both.predicted[here], alone.predicted[here])
        np.testing.assert_allclose(both.probability[here], alone.probability[here], rtol=1e-9)
    assert repr(both).startswith("Predictions of several on 'iris'")


def test_scores_of_some_splits_only_are_none_of_the_whole():
    mixed = collected([gn.GaussianNB(), RidgeClassifier(), gn.GaussianNB(), RidgeClassifier()])
    assert mixed.probability is None
    assert mixed.decision is None
    assert len(mixed.per_split("accuracy")) == 4
    assert collected([RidgeClassifier()] * 4).decision.shape == (150, 3)


def test_a_task_without_a_target_has_nothing_to_collect():
    with pytest.raises(DesignError, match="no target"):
        PredictionBuffer(gn.Task(iris.X), splits)


def test_values_that_json_cannot_store_become_text():
    assert plain(np.int64(3)) == 3
    assert plain(np.mean) == "numpy.mean"
    assert plain([1, 2]) == "[1, 2]"
    assert describe(gn.GaussianNB()) == ("GaussianNB", {})


@pytest.mark.parametrize("order", [1, -1])
def test_a_split_that_trains_on_one_class_leaves_no_scores_of_the_whole(order):
    X, y = np.arange(12.0)[:, None], np.array([0] + [1] * 11)
    splits = [(np.arange(6, 12), np.arange(6)), (np.arange(6), np.arange(6, 12))][::order]
    result = gn.resample(gn.Task(X, y), gn.NearestMean(), splits)
    assert result.decision is None
    assert (result.predicted == 1).all()
