import numpy as np
import pytest

from gnomon import Baseline
from gnomon.errors import ParameterError
from gnomon.learners.ensembles.duplicated_errors import duplicate_errors


def test_rows_that_are_right_come_once():
    X, y = np.arange(5.0)[:, None], np.array([0, 0, 0, 1, 1])
    rows, targets = duplicate_errors(Baseline().fit(X, y), X, y, times=3)
    assert np.bincount(rows[:, 0].astype(int)).tolist() == [1, 1, 1, 4, 4]
    assert targets.sum() == 8


def test_half_a_copy_is_refused():
    with pytest.raises(ParameterError, match="nonnegative integer"):
        duplicate_errors(Baseline(), [[1.0]], [0], times=0.5)
