import numpy as np
import pytest
from sklearn.base import clone

from gnomon.assessment.evidence.refits import BY_BOOTSTRAP, RefittedIntervals
from gnomon.assessment.evidence.rules import OneNeighbor
from gnomon.assessment.evidence.worlds import TwoNormals
from gnomon.assessment.refitting.optimism import bootstrap_632

WORLD = TwoNormals((1.5,))


def test_a_draw_asks_the_product_itself_for_the_model_of_all_rows():
    study = RefittedIntervals(WORLD, OneNeighbor(), 40, tuple(BY_BOOTSTRAP), 50)
    result = study.trial(np.random.default_rng(0))
    random = np.random.default_rng(0)
    task = WORLD.draw(40, random)
    expected = bootstrap_632(task, OneNeighbor(), "error", 100, random_state=int(random.integers(2**31)))
    assert result[".632"][:2] == pytest.approx((expected.lower, expected.upper))
    truth = WORLD.score(clone(OneNeighbor()).fit(task.X, task.y), "error")
    assert {each[2] for each in result.values()} == {truth}


def test_one_neighbor_looks_best_on_rows_that_trained_it():
    study = RefittedIntervals(WORLD, OneNeighbor(), 60, ("bootstrap of all rows", "out-of-bag"), 50)
    result = study.trial(np.random.default_rng(0))
    assert result["bootstrap of all rows"][1] < result["out-of-bag"][1]
