import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.learners.mixtures.counts import class_priors, expected_counts


def test_each_direction_undoes_the_other():
    counts = np.array([3.0, 1.0, 0.0, 6.0])
    np.testing.assert_allclose(expected_counts(10, class_priors(counts)), counts)


def test_impossible_counts_are_refused():
    with pytest.raises(DataError, match="all 0"):
        class_priors([0, 0])
    with pytest.raises(DataError, match="numbers of at least 0"):
        class_priors([1, -1])
    with pytest.raises(DataError, match="total must be at least 0"):
        expected_counts(-1, [0.5])
    with pytest.raises(DataError, match="total must be at least 0"):
        expected_counts(5, [0.0])
