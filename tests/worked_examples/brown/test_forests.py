"""Random forests with features drawn at every split."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

from gnomon.learners.ensembles.random_forest import RandomForestClassifier


@pytest.fixture(scope="module")
def split():
    X, y = load_breast_cancer(return_X_y=True)
    return train_test_split(X, y, random_state=0, test_size=0.4)


def test_members_are_weaker_than_the_full_tree_and_their_vote_is_stronger(split):
    """Brown 2018, section 9.2 Bagging and Random Forests."""
    X, rest, y, truth = split
    full = RandomForestClassifier(1, bootstrap=False, max_features=None).fit(X, y)
    forest = RandomForestClassifier(100, max_features=2, combine="vote").fit(X, y)
    members = np.mean(forest.tree_predictions(rest) == truth[:, None], axis=0)
    assert members.mean() < full.score(rest, truth) < forest.score(rest, truth)


def test_the_vote_is_at_least_as_good_as_any_member_here(split):
    """Brown 2018, section 9.2 Bagging and Random Forests."""
    X, rest, y, truth = split
    forest = RandomForestClassifier(100, combine="vote").fit(X, y)
    assert (
        forest.score(rest, truth) >= np.mean(forest.tree_predictions(rest) == truth[:, None], axis=0).mean()
    )


def test_fewer_features_at_a_split_make_members_differ_more(split):
    """Brown 2018, section 9.2 Bagging and Random Forests."""
    X, rest, y, _ = split
    disagreement = []
    for n_features in (1, 30):
        each = RandomForestClassifier(30, max_features=n_features).fit(X, y).tree_predictions(rest)
        disagreement.append(np.mean(each[:, :15] != each[:, 15:]))
    assert disagreement[0] > disagreement[1]
