"""Worked examples of the lecture on trees: leaf histograms and gains of the flu table."""

import numpy as np
import pandas as pd
import pytest

from gnomon.learners.trees import impurity
from gnomon.learners.trees.classifier import DecisionTreeClassifier

FLU = pd.DataFrame(
    [
        row.split()
        for row in """Y N Mild Y N
Y Y No N Y
Y N Strong Y Y
N Y Mild Y Y
N N No N N
N Y Strong Y Y
N Y Strong N N
Y Y Mild Y Y""".splitlines()
    ],
    columns=["chills", "runny nose", "headache", "fever", "flu"],
)
SIGNS, ILL = FLU.drop(columns="flu"), FLU["flu"]


def test_a_leaf_holds_the_shares_of_its_classes():
    """Rajpoot, lecture 10, slide "Randomized learning"."""
    y = np.repeat([0, 1, 2], [12, 134, 54])
    model = DecisionTreeClassifier().fit(np.zeros((200, 1)), y)
    assert model.predict_proba([[0.0]])[0].tolist() == pytest.approx([0.06, 0.67, 0.27])


def test_entropy_of_the_flu_labels():
    """Rajpoot, lecture 10, slide "Information gain and entropy"."""
    assert impurity.label_entropy(ILL) == pytest.approx(0.954434, abs=1e-6)


def test_chills_tell_little():
    """Rajpoot, lecture 10, slide "Information gain and entropy"."""
    assert impurity.label_entropy(ILL[SIGNS["chills"] == "Y"]) == pytest.approx(0.8113, abs=5e-5)
    assert impurity.label_entropy(ILL[SIGNS["chills"] == "N"]) == 1
    assert impurity.information_gain(ILL, SIGNS["chills"]) == pytest.approx(0.048795, abs=1e-6)


def test_a_runny_nose_ties_with_fever():
    """Rajpoot, lecture 10, slide "Information gain and entropy"."""
    table = DecisionTreeClassifier(criterion="entropy", category_splits="multiway").gains(SIGNS, ILL)
    gain = dict(zip(table["column"], table["gain"], strict=True))
    expected = {"chills": 0.048795, "runny nose": 0.158868, "headache": 0.015712, "fever": 0.158868}
    assert gain == pytest.approx(expected, abs=1e-6)
    assert set(table["column"][table["tied"]]) == {"runny nose", "fever"}
    assert impurity.label_entropy(ILL[SIGNS["runny nose"] == "Y"]) == pytest.approx(0.7219, abs=5e-5)


def test_the_first_of_tied_columns_is_split():
    """Rajpoot, lecture 10, slide "Information gain and entropy"."""
    model = DecisionTreeClassifier(criterion="entropy", max_depth=1).fit(SIGNS, ILL)
    assert model.splits()["column"].tolist() == ["runny nose"]


@pytest.mark.parametrize(("level", "gain"), [("No", 0.015712), ("Mild", 0.003229), ("Strong", 0.003229)])
def test_one_headache_against_the_others(level, gain):
    """Rajpoot, lecture 10, slide "Information gain and entropy"."""
    assert impurity.information_gain(ILL, SIGNS["headache"] == level) == pytest.approx(gain, abs=1e-6)


def test_gains_by_gini():
    """Rajpoot, lecture 10, slide "Information gain and entropy"."""
    table = DecisionTreeClassifier(criterion="gini", category_splits="multiway").gains(SIGNS, ILL)
    gain = dict(zip(table["column"], table["gain"], strict=True))
    expected = {"chills": 0.03125, "runny nose": 0.102083, "headache": 0.010417, "fever": 0.102083}
    assert gain == pytest.approx(expected, abs=1e-6)
