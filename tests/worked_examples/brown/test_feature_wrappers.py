"""Worked examples and claims of the guide on searching subsets of features."""

import numpy as np
import pytest
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from gnomon.features.select.annealing import AnnealingSelection
from gnomon.features.select.backward import BackwardElimination
from gnomon.features.select.exhaustive import ExhaustiveSelection, n_subsets
from gnomon.features.select.floating import FloatingSelection
from gnomon.features.select.forward import ForwardSelection
from gnomon.features.select.genetic import GeneticSelection
from gnomon.features.select.hill_climbing import HillClimbingSelection
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.learners.neighbors.nearest import KNeighborsClassifier


@pytest.fixture(scope="module")
def heart():
    task = gn.load("heart")
    return StandardScaler().fit_transform(task.X), task.y


def test_four_features_have_sixteen_subsets_with_the_empty_one():
    """Brown 2018, section 10.1 Background."""
    assert n_subsets(4) == 16
    random = np.random.default_rng(0)
    X = random.normal(size=(30, 4))
    found = ExhaustiveSelection(GaussianNB(), cv=3).fit(X, X[:, 0] > 0)
    assert len(found.trials_) == 16 - 1


def test_one_neighbor_on_chosen_features_errs_less_than_on_all_of_heart(heart):
    """Brown 2018, section 10.3 Filter Methods."""
    X, y = heart
    found = ForwardSelection(KNeighborsClassifier(1), stop="best").fit(X, y)
    with_all = found.curve_.frame()["score"].iloc[-1]
    assert found.n_features_ < 13
    assert found.score_ > with_all + 0.03


def test_the_cost_of_each_search_is_the_number_of_models(heart):
    """Brown 2018, section 10.2 The Wrapper Method."""
    X, y = heart
    folds, d = 4, 13
    forward = ForwardSelection(LinearDiscriminantAnalysis(), n_features_to_select=3, cv=folds).fit(X, y)
    assert forward.n_models_ == folds * (d + (d - 1) + (d - 2))
    backward = BackwardElimination(LinearDiscriminantAnalysis(), n_features_to_select=11, cv=folds).fit(X, y)
    assert backward.n_models_ == folds * (1 + d + (d - 1))


def test_the_best_subset_depends_on_the_learner(heart):
    """Brown 2018, section 10.1 Background."""
    X, y = heart
    bayes = ForwardSelection(GaussianNB(), n_features_to_select=5).fit(X, y)
    linear = ForwardSelection(LinearDiscriminantAnalysis(), n_features_to_select=5).fit(X, y)
    assert not np.array_equal(bayes.support_, linear.support_)


def test_floating_does_as_well_as_forward_or_better_and_all_searches_do_well(heart):
    """Brown 2018, section 10.1 Background."""
    X, y = heart
    X = X[:, 5:]
    learner = LinearDiscriminantAnalysis()
    best = ExhaustiveSelection(learner).fit(X, y).score_
    forward = ForwardSelection(learner, stop="best").fit(X, y)
    floating = FloatingSelection(learner, stop="best").fit(X, y)
    assert forward.score_ <= floating.score_ <= best
    for search in (
        forward,
        HillClimbingSelection(learner, restarts=3, random_state=0).fit(X, y),
        AnnealingSelection(learner, n_iter=60, random_state=0).fit(X, y),
        GeneticSelection(learner, population=10, generations=5, random_state=0).fit(X, y),
    ):
        assert best - 0.02 < search.score_ <= best
