"""The exercise on a mixed table: a complete tree by Gini, perfect on its rows and useless on new ones."""

import numpy as np
import pandas as pd
import pytest

from gnomon.learners.trees.classifier import DecisionTreeClassifier

TRAIN = pd.DataFrame(
    [
        (15, 1, "A"),
        (20, 3, "B"),
        (25, 2, "A"),
        (30, 4, "A"),
        (35, 2, "B"),
        (25, 4, "A"),
        (15, 2, "B"),
        (20, 3, "B"),
    ],
    columns=["X", "Y", "Z"],
)
CLASSES = np.array([1, 2, 1, 1, 2, 1, 2, 2])
TEST = pd.DataFrame(
    [(10, 2, "A"), (20, 1, "B"), (30, 3, "A"), (40, 2, "B"), (15, 1, "B")], columns=["X", "Y", "Z"]
)
TRUTH = np.array([2, 1, 2, 2, 1])


def test_the_complete_tree_splits_on_z_alone():
    """Zaki and Meira 2014, section 22.5, exercise 2 and table 22.6."""
    model = DecisionTreeClassifier().fit(TRAIN, CLASSES)
    assert model.tree_.impurity[0] == 0.5
    assert [str(rule) for rule in model.rules()] == ["if Z = A then 1", "if Z = B then 2"]
    assert (model.predict(TRAIN) == CLASSES).all()
    assert model.predict(TEST).tolist() == [1, 2, 1, 2, 2]
    assert np.mean(model.predict(TEST) == TRUTH) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("column", "threshold", "left"),
    [
        ("X", 17.5, 0.5),
        ("X", 22.5, 0.375),
        ("X", 27.5, 0.5),
        ("X", 32.5, 0.4286),
        ("Y", 1.5, 0.4286),
        ("Y", 2.5, 0.5),
        ("Y", 3.5, 0.3333),
    ],
)
def test_gini_left_by_each_split(column, threshold, left):
    """Zaki and Meira 2014, section 22.5, exercise 2 and table 22.6."""
    side = (TRAIN[[column]] > threshold).astype(float)
    table = DecisionTreeClassifier().gains(side, CLASSES)
    assert (table["impurity"] - table["gain"]).tolist() == pytest.approx([left], abs=5e-5)


def test_the_best_split_of_each_column():
    """Zaki and Meira 2014, section 22.5, exercise 2 and table 22.6."""
    table = DecisionTreeClassifier().gains(TRAIN, CLASSES)
    left = dict(zip(table["column"], table["impurity"] - table["gain"], strict=True))
    assert left == pytest.approx({"Z": 0.0, "Y": 1 / 3, "X": 0.375})
