import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment.measures import mean_absolute_error, mean_squared_error, r2
from gnomon.errors import DataError


@given(st.integers(0, 1000), st.booleans())
def test_measures_of_numbers_agree_with_scikit_learn(seed, with_weight):
    generator = np.random.default_rng(seed)
    truth, predicted = generator.normal(size=(2, 20))
    weight = generator.random(20) if with_weight else None
    peers = {
        mean_squared_error: metrics.mean_squared_error,
        mean_absolute_error: metrics.mean_absolute_error,
        r2: metrics.r2_score,
    }
    for ours, theirs in peers.items():
        assert np.isclose(ours(truth, predicted, weight), theirs(truth, predicted, sample_weight=weight))


def test_r2_of_a_constant_truth_is_refused():
    with pytest.raises(DataError, match="all 2"):
        r2([2.0, 2.0], [1.0, 2.0])
