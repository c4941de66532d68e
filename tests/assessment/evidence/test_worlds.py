import numpy as np
import pytest

from gnomon.assessment.evidence.rules import LeastSquares, LinearRule
from gnomon.assessment.evidence.worlds import LinearWorld, TwoNormals
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import ParameterError

RULE = LinearRule().of([1.0], -0.4)


@pytest.mark.parametrize("measure", ["error", "balanced_accuracy"])
@pytest.mark.parametrize("group_size", [1, 5])
def test_the_true_score_is_that_of_very_many_rows(measure, group_size):
    world = TwoNormals((1.0,), prevalence=0.3, group_size=group_size)
    task = world.draw(200_000, np.random.default_rng(0))
    result = find_measure(measure).function(task.codes, RULE.predict(task.X))
    assert world.score(RULE, measure) == pytest.approx(result, abs=0.006)


def test_rows_of_a_group_are_alike_and_rows_of_two_are_not():
    task = TwoNormals((0.0,), group_size=2).draw(100_000, np.random.default_rng(0))
    x = task.X[:, 0]
    assert np.corrcoef(x[::2], x[1::2])[0, 1] == pytest.approx(0.5, abs=0.02)
    assert np.corrcoef(x[1:-1:2], x[2::2])[0, 1] == pytest.approx(0, abs=0.02)


def test_the_squared_error_is_that_of_very_many_rows():
    world = LinearWorld((1.0, -0.5))
    rule = LeastSquares().of([0.7, -0.2], 0.3)
    task = world.draw(200_000, np.random.default_rng(0))
    result = np.mean((rule.predict(task.X) - task.y) ** 2)
    assert world.score(rule, "mean_squared_error") == pytest.approx(result, rel=0.02)


def test_a_draw_always_has_both_classes():
    random = np.random.default_rng(0)
    assert all(len(TwoNormals((1.0,), 0.05).draw(10, random).classes) == 2 for _ in range(50))


def test_a_measure_without_a_known_truth_is_refused():
    with pytest.raises(ParameterError, match="must be 'error'"):
        TwoNormals((1.0,)).score(RULE, "brier")
    with pytest.raises(ParameterError, match="mean_squared_error"):
        LinearWorld((1.0,)).score(RULE, "r2")
