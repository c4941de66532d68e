"""The first trees of a forest are the forest of so many trees."""

import numpy as np
import pytest

import gnomon as gn

IRIS = gn.load("iris")


@pytest.mark.parametrize("n_trees", [1, 3, 5])
def test_the_first_trees_are_those_of_a_smaller_forest(n_trees):
    five, fewer = (gn.RandomForestClassifier(n, random_state=0).fit(IRIS.X, IRIS.y) for n in (5, n_trees))
    first = five.trees_.first(n_trees)
    assert len(first) == n_trees
    for name in ("nodes", "side", "values", "begin", "weight", "importance"):
        np.testing.assert_array_equal(getattr(first, name), getattr(fewer.trees_, name), err_msg=name)
