"""Hill climbing, annealing and genetic search."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeClassifier

from gnomon.features.select.annealing import AnnealingSelection
from gnomon.features.select.exhaustive import ExhaustiveSelection
from gnomon.features.select.genetic import GeneticSelection
from gnomon.features.select.hill_climbing import HillClimbingSelection, neighbors

SEARCHES = [
    HillClimbingSelection(LinearRegression(), restarts=5, random_state=0),
    AnnealingSelection(LinearRegression(), random_state=0),
    GeneticSelection(LinearRegression(), random_state=0),
]


def rows(n=60, d=7, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) + 0.5 * random.normal(size=(n, 1))
    return X, X @ np.linspace(1, -1, d) + 2 * random.normal(size=n)


@pytest.mark.parametrize("search", SEARCHES, ids=lambda each: type(each).__name__)
def test_it_finds_the_best_of_a_small_lattice(search):
    X, y = rows()
    best = ExhaustiveSelection(LinearRegression()).fit(X, y)
    found = search.fit(X, y)
    assert found.score_ == pytest.approx(best.score_)
    assert found.n_models_ <= best.n_models_


@pytest.mark.parametrize("search", SEARCHES, ids=lambda each: type(each).__name__)
def test_the_same_seed_gives_the_same_steps(search):
    X, y = rows(seed=3)
    assert search.fit(X, y).curve_ == search.fit(X, y).curve_


@pytest.mark.parametrize("kind", [AnnealingSelection, GeneticSelection])
def test_a_given_size_is_kept(kind):
    X, y = rows()
    found = kind(LinearRegression(), n_features_to_select=3, random_state=1).fit(X, y)
    assert {len(trial.subset) for trial in found.trials_} == {3}
    assert found.n_features_ == 3


@pytest.mark.parametrize("kind", [AnnealingSelection, GeneticSelection, HillClimbingSelection])
def test_one_column_is_never_dropped(kind):
    X, y = rows(d=1)
    assert kind(LinearRegression(), random_state=0).fit(X, y).support_.tolist() == [True]


def test_at_temperature_zero_the_score_never_falls():
    X, y = rows()
    found = AnnealingSelection(LinearRegression(), temperature=0.0, random_state=2).fit(X, y)
    scores = [step.score for step in found.curve_.steps]
    assert scores == sorted(scores)
    assert found.score_ == scores[-1]


def test_heat_takes_worse_moves():
    X, y = rows()
    found = AnnealingSelection(LinearRegression(), temperature=10.0, cooling=1.0, random_state=2).fit(X, y)
    scores = [step.score for step in found.curve_.steps]
    assert scores != sorted(scores)
    assert found.score_ == max(scores)


def test_the_best_of_a_generation_never_falls():
    X, y = rows(d=10, seed=4)
    found = GeneticSelection(LinearRegression(), population=8, generations=10, random_state=0).fit(X, y)
    scores = [step.score for step in found.curve_.steps]
    assert scores == sorted(scores)
    assert len(scores) == 11


def test_a_climb_ends_where_no_neighbor_is_better():
    X, y = rows(seed=5)
    found = HillClimbingSelection(LinearRegression(), start="all").fit(X, y)
    kept = tuple(found.get_support(indices=True).tolist())
    tried = {trial.subset: trial.mean for trial in found.trials_}
    assert max(tried[each] for each in neighbors(kept, 7)) <= found.score_


def test_climbing_down_from_all_columns_finds_the_exclusive_or():
    random = np.random.default_rng(0)
    X = random.integers(2, size=(200, 5)).astype(float)
    y = (X[:, 1] != X[:, 3]).astype(int)
    tree = DecisionTreeClassifier(random_state=0)
    climbed = HillClimbingSelection(tree, start="all").fit(X, y)
    assert climbed.support_[[1, 3]].all()
    assert climbed.score_ > 0.99
