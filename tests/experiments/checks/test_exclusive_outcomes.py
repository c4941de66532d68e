import numpy as np

import gnomon as gn
from gnomon.experiments.checks.exclusive_outcomes import exclusive_outcomes


def found(columns, target, name):
    task = gn.Task.of({**columns, name: target}, name)
    return list(exclusive_outcomes(task, list(columns), np.arange(task.n_rows)))


def test_indicators_numbered_as_the_target_that_exclude_it_are_other_values_of_the_outcome():
    end = np.random.default_rng(0).integers(4, size=300)
    columns = {"exit2": 1 * (end == 1), "exit_3": 1 * (end == 2), "male": np.arange(300) % 2}
    assert found(columns, 1 * (end == 0), "exit1") == ["exit2", "exit_3"]
    assert found(columns, 1 * (end == 0), "left1") == []
    assert found({"exit2": np.arange(300) % 2}, 1 * (end == 0), "exit1") == []
