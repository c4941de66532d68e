import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbors.regions import decision_regions


def test_the_decision_boundary_between_two_points_is_the_midpoint():
    rows = [[0.0, 0.0], [2.0, 0.0]]
    result = decision_regions(gn.KNeighborsClassifier(1).fit(rows, [0, 1]), rows, steps=100)
    border = result.border()
    assert np.abs(border["x1"] - 1).max() <= 2.4 / 99
    assert len(border) == 100
    assert len(result.frame()) == 10_000


def test_more_neighbors_make_a_shorter_decision_boundary():
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(size=(50, 2)), random.normal(1, 1, size=(20, 2))])
    y = np.repeat([0, 1], [50, 20])
    lengths = [
        len(decision_regions(gn.KNeighborsClassifier(k).fit(X, y), X, steps=60).border()) for k in (1, 5, 39)
    ]
    assert lengths[0] > lengths[1] > lengths[2]


def test_tables_of_three_columns_and_grids_of_one_step_are_refused():
    with pytest.raises(DataError, match="3 columns"):
        decision_regions(None, np.zeros((4, 3)))
    with pytest.raises(ParameterError, match="steps=1"):
        decision_regions(None, np.zeros((4, 2)), steps=1)
