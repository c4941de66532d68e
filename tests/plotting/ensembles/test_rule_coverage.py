"""What boosted rules cover."""

import numpy as np
import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def moons():
    return gn.datasets.make_moons(80, noise=0.3, random_state=0)


def test_coverage_of_rules_sums_to_1_and_keeps_their_votes(moons):
    model = gn.BoostedRules(n_estimators=3).fit(moons.X, moons.y)
    table = gn.plotting.RuleCoverageDisplay.from_estimator(model).frame()
    assert table[["correct", "wrong", "not covered"]].sum(axis=1).to_numpy() == pytest.approx(
        np.ones(len(table))
    )
    assert table["alpha"].to_numpy() == pytest.approx(model.frame()["alpha"].to_numpy())
