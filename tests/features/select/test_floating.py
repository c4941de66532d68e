"""Floating selection."""

import numpy as np
import pytest
from mlxtend.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression

from gnomon.errors import ParameterError
from gnomon.features.select.floating import FloatingSelection
from gnomon.features.select.forward import ForwardSelection


def rows(seed, n=150, d=7):
    """Targets that need pairs of columns, which greedy steps get wrong."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    X[:, 0] = X[:, 1] + X[:, 2] + 0.3 * random.normal(size=n)
    return X, X[:, 1] + X[:, 2] + X[:, 3:6] @ [0.5, -0.5, 0.3] + random.normal(size=n)


@pytest.mark.parametrize("direction", ["forward", "backward"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_it_finds_what_mlxtend_finds(seed, direction):
    X, y = rows(seed)
    theirs = SequentialFeatureSelector(
        LinearRegression(), k_features=4, forward=direction == "forward", floating=True, scoring="r2", cv=4
    ).fit(X, y)
    ours = FloatingSelection(LinearRegression(), n_features_to_select=4, direction=direction, cv=4).fit(X, y)
    assert ours.score_ >= theirs.k_score_ - 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_no_size_on_the_way_is_worse_than_by_forward_selection_and_steps_back_only_improve(seed):
    X, y = rows(seed)
    plain = ForwardSelection(LinearRegression(), stop="best").fit(X, y).curve_.by_size()
    floated = FloatingSelection(LinearRegression(), stop="best").fit(X, y)
    assert floated.curve_.by_size()["score"][1] >= plain["score"][1]
    best: dict[int, float] = {}
    for step in floated.curve_.steps:
        if step.move == "drop":
            assert step.score > best[len(step.subset)]
        best[len(step.subset)] = max(step.score, best.get(len(step.subset), -np.inf))


def test_an_early_choice_is_undone():
    random = np.random.default_rng(0)
    X = random.normal(size=(150, 5))
    X[:, 0] = X[:, 1] + X[:, 2] + 0.5 * random.normal(size=150)
    y = X[:, 1] + X[:, 2] + 0.05 * X[:, 3] + 0.3 * random.normal(size=150)
    floated = FloatingSelection(LinearRegression(), n_features_to_select=3).fit(X, y)
    moves = [(step.move, step.moved[0]) for step in floated.curve_.steps]
    assert moves[0] == ("add", 0)
    assert ("drop", 0) in moves
    assert floated.score_ >= ForwardSelection(LinearRegression(), n_features_to_select=3).fit(X, y).score_


def test_plus_two_take_away_one_moves_in_that_rhythm():
    X, y = rows(0)
    selection = FloatingSelection(LinearRegression(), n_features_to_select=4, plus=2, minus=1).fit(X, y)
    moves = "".join(step.move[0] for step in selection.curve_.steps)
    assert moves == "aadaadaa"[: len(moves)]
    assert selection.n_features_ == 4


def test_backward_starts_with_all_columns():
    X, y = rows(1)
    selection = FloatingSelection(LinearRegression(), direction="backward").fit(X, y)
    assert len(selection.curve_.steps[0].subset) == 7
    assert selection.curve_.steps[1].move == "drop"


def test_steps_that_lead_nowhere_are_refused():
    with pytest.raises(ParameterError, match="minus must be less than plus"):
        FloatingSelection(LinearRegression(), plus=1, minus=1).fit(*rows(0))
