"""The quantities at the optimum of a support vector machine, by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

import gnomon as gn
from gnomon.learners.kernel.reading.optimum import OptimumCheck, check_kkt_conditions

MERCER = SimpleNamespace(rank=2, is_unique=True)


def test_two_points_have_the_margin_of_half_their_distance():
    # The points -2 and 2: w = 1/2, alpha = 1/8 each, |w|²/2 = 1/8 = J.
    X, y = np.array([[-2.0], [2.0]]), [0, 1]
    found = check_kkt_conditions(gn.SVC(kernel="linear", C=1e6, tol=1e-10).fit(X, y), X, y)
    values = dict(zip(found.frame()["figure"], found.frame()["value"]))
    for name in ("primal value", "dual value J", "|w|² / 2", "1 / (2 M²)", "sum of alpha / 2"):
        assert values[name] == pytest.approx(1 / 8, abs=1e-9), name
    assert values["gap"] == pytest.approx(0, abs=1e-9)
    assert values["sum of alpha y"] == pytest.approx(0, abs=1e-9)
    assert found.margin == pytest.approx(2.0)
    assert found.holds()


@pytest.mark.parametrize(
    ("primal", "dual", "violation", "holds"),
    [
        (2.0, 1.999, 0.0, True),
        (2.0, 1.997, 0.0, False),
        (2.0, 2.0, 1e-3, True),
        (2.0, 2.0, 1.1e-3, False),
        (-2.0, -2.001, 0.0, True),
        (0.0, 0.0, 0.0, True),
    ],
)
def test_an_optimum_holds_within_a_relative_gap_and_a_violation(primal, dual, violation, holds):
    found = OptimumCheck(primal, dual, 4.0, 3.0, 0.0, violation, True, MERCER)
    assert found.holds() is holds
    assert (found.gap, found.margin) == (primal - dual, 0.5)
    assert OptimumCheck(primal, dual, 0.0, 0.0, 0.0, 0.0, True, MERCER).margin == np.inf
