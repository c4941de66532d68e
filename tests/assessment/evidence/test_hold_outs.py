import numpy as np
import pytest

from gnomon.assessment.evidence.hold_outs import HeldOutIntervals, HeldOutTests, held_out
from gnomon.assessment.evidence.rules import LeastSquares, LinearRule
from gnomon.assessment.evidence.worlds import LinearWorld, TwoNormals
from gnomon.assessment.intervals import delong_interval, wilson_interval

RULE = LinearRule().of([1.0], -0.5)
WORLD = TwoNormals((1.0,))


def test_a_draw_asks_the_product_itself():
    task = WORLD.draw(80, np.random.default_rng(3))
    for measure, method in (("error", "wilson"), ("auc", "delong")):
        study = HeldOutIntervals(WORLD, RULE, 80, measure, (method,), 50)
        lower, upper, truth = study.trial(np.random.default_rng(3))[method]
        wrong = np.mean(RULE.predict(task.X) != task.y)
        expected = (
            wilson_interval(wrong, 80) if method == "wilson" else delong_interval(task.y == 1, task.X[:, 0])
        )
        assert (lower, upper) == pytest.approx(expected)
        assert truth == WORLD.score(RULE, measure)


def test_a_regression_is_held_out_too():
    world, rule = LinearWorld((1.0,)), LeastSquares().of([0.0], 0.0)
    task = world.draw(30, np.random.default_rng(0))
    assert held_out(task, rule).score("mean_squared_error") == pytest.approx(np.mean(task.y**2))


def test_rows_in_groups_are_a_design_of_their_own():
    world = TwoNormals((1.0,), group_size=5)
    study = HeldOutIntervals(world, RULE, 50, "error", ("rows t",), 50)
    assert study.facts.design == "grouped hold-out"
    assert held_out(world.draw(50, np.random.default_rng(0)), RULE).group is not None


def test_the_kind_of_a_test_study_follows_from_the_true_scores():
    rules = LinearRule().of([1.0, 0.0], -0.5), LinearRule().of([0.0, 1.0], -0.5)
    kinds = [HeldOutTests(TwoNormals((1.0, b)), rules, 50, "auc", (), 50).facts.kind for b in (1.0, 0.5)]
    assert kinds == ["type-I error", "power"]
