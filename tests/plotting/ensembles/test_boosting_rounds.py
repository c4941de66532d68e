"""Rounds of boosting, and the weights of rows."""

import numpy as np
import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def moons():
    return gn.datasets.make_moons(80, noise=0.3, random_state=0)


def test_weights_of_every_round_sum_to_1(moons):
    model = gn.AdaBoostClassifier(n_estimators=4, random_state=0)
    table = gn.plotting.BoostingRoundsDisplay.from_estimator(model, moons.X, moons.y).frame()
    weights = table[table["panel"] == "sample weights"]
    assert weights.groupby("round")["weight"].sum().to_numpy() == pytest.approx(np.ones(4))
