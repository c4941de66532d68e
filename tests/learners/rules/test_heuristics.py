import numpy as np
import pytest

from gnomon.errors import ParameterError
from gnomon.learners.rules.heuristics import HEURISTICS, rule_heuristic


@pytest.mark.parametrize("name", HEURISTICS)
def test_more_right_and_fewer_wrong_are_never_worse(name):
    score = rule_heuristic(name, 10.0, 10.0)
    p, n = np.meshgrid(np.arange(5.0, 10), np.arange(0.0, 5))
    values = score(p.ravel(), n.ravel()).reshape(p.shape)
    assert (np.diff(values, axis=1) >= -1e-12).all()
    assert (np.diff(values, axis=0) <= 1e-12).all()


def test_formulas():
    p, n = np.array([4.0]), np.array([1.0])
    assert rule_heuristic("m_estimate", 6, 4, m=2.0)(p, n) == pytest.approx((4 + 2 * 0.6) / 7)
    assert rule_heuristic("foil", 5, 5)(p, n) == pytest.approx(4 * (np.log2(0.8) - np.log2(0.5)))
    assert rule_heuristic("weighted_accuracy", 5, 5)(p, n) == pytest.approx(0.5 * (0.8 - 0.5))
    with pytest.raises(ParameterError, match="one of precision, laplace"):
        rule_heuristic("accuracy", 1, 1)


def test_nothing_covered_is_a_number():
    zero = np.zeros(1)
    assert all(np.isfinite(rule_heuristic(name, 5, 5)(zero, zero))[0] for name in HEURISTICS)
