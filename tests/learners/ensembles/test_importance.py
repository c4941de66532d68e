"""Importance of features as a table and as text."""

import numpy as np

from gnomon.learners.ensembles.importance import Importance


def test_the_most_important_features_come_first_and_names_are_aligned():
    value = np.array([0.1, 0.5, 0.4])
    found = Importance(("a", "long name", "bc"), value, value - 0.05, value + 0.25, 0.9, "importance")
    assert str(found).splitlines() == [
        "importance, intervals at level 0.9",
        "long name  0.5000  (0.4500 to 0.7500)",
        "bc         0.4000  (0.3500 to 0.6500)",
        "a          0.1000  (0.0500 to 0.3500)",
    ]
    table = found.frame()
    assert table["feature"].tolist() == ["long name", "bc", "a"]
    np.testing.assert_allclose(table["upper"], [0.75, 0.65, 0.35])
    assert table.index.tolist() == [0, 1, 2]
