"""Random forests by Algorithm 11.2 (features drawn once a tree) and what a bootstrap sample leaves out."""

import numpy as np
import pytest
from sklearn.datasets import load_wine

from gnomon.learners.ensembles.random_forest import RandomForestClassifier


@pytest.fixture(scope="module")
def forest():
    X, y = load_wine(return_X_y=True)
    return RandomForestClassifier(200, draw_features="tree", max_features=3, combine="vote").fit(X, y)


def test_a_bootstrap_sample_has_as_many_draws_as_rows(forest):
    """Probabilistic Models notes, section 10 Bagging and random forests."""
    assert (forest.draw_.counts(0, 200).sum(axis=1) == 178).all()


def test_a_bootstrap_sample_leaves_out_the_share_of_one_in_e(forest):
    """Probabilistic Models notes, section 10 Bagging and random forests."""
    left_out = np.mean(forest.draw_.counts(0, 200) == 0)
    assert left_out == pytest.approx((1 - 1 / 178) ** 178, abs=0.01)


def test_each_tree_has_a_subspace_of_its_own_and_is_grown_until_pure(forest):
    """Probabilistic Models notes, section 10 Bagging and random forests."""
    assert ((forest.trees_.importance > 0).sum(axis=1) <= 3).all()
    assert (forest.trees_.side[forest.trees_.is_leaf] < 0).all()


def test_the_majority_of_the_trees_is_predicted(forest):
    """Probabilistic Models notes, section 10 Bagging and random forests."""
    X, _ = load_wine(return_X_y=True)
    votes = (forest.tree_predictions(X)[:, :, None] == forest.classes_).sum(axis=1)
    assert np.array_equal(forest.predict(X), forest.classes_[votes.argmax(axis=1)])
    assert np.allclose(forest.predict_proba(X), votes / 200)
