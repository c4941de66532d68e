"""Comparison of the runs from several initializations."""

import numpy as np
import pytest

from gnomon.learners.mixtures.starts_compared import Starts


def starts(*ends):
    return Starts(np.array(ends), np.arange(len(ends)), np.array([end > -3 for end in ends]))


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ([-2.0], "1 run with -2; use more initializations (n_init) to compare local optima"),
        ([-2.0, -2.0], "2 runs, 1 local optima; the best, -2, was reached by 2 runs, and the worst is -2"),
        (
            [-1.5, -4.0, -2.0, -3.0],
            "4 runs, 4 local optima; the best, -1.5, was reached by 1 runs, and the worst is -4",
        ),
        (
            [-2.0, -2.00009, -2.00018, -2.0003],
            "4 runs, 2 local optima; the best, -2, was reached by 2 runs, and the worst is -2.0003",
        ),
    ],
)
def test_runs_within_the_tolerance_share_an_optimum(ends, words):
    assert str(starts(*ends)) == words


def test_each_run_has_a_row():
    table = starts(-2.0, -4.0).frame()
    assert table.to_dict("list") == {
        "start": [0, 1],
        "log_likelihood": [-2.0, -4.0],
        "n_iter": [0, 1],
        "converged": [True, False],
    }
