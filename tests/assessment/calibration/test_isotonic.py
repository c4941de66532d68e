import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.isotonic import isotonic_regression

from gnomon.assessment.calibration.isotonic import pooled_rates, pools

places = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), min_size=1, max_size=60)


@given(places)
@settings(max_examples=100)
def test_rates_are_those_of_scikit_learn(drawn):
    hits, weight = (np.array(column, dtype=float) for column in zip(*drawn))
    hits = np.minimum(hits, weight)
    expected = isotonic_regression(hits / weight, sample_weight=weight)
    assert np.allclose(pooled_rates(hits, weight), expected)


@given(places)
@settings(max_examples=100)
def test_pooled_rates_rise_strictly(drawn):
    hits, weight = (np.array(column, dtype=float) for column in zip(*drawn))
    start = pools(hits, weight)
    assert start[0] == 0
    assert (np.diff(np.add.reduceat(hits, start) / np.add.reduceat(weight, start)) > 0).all()


def test_one_falling_value_at_the_end_does_not_cost_a_round_a_place():
    # Each merge puts the next place in the wrong: rounds over all places would be quadratic.
    rising = np.append(np.arange(50_000.0), 0.0)
    rates = pooled_rates(rising, np.ones(len(rising)))
    assert np.allclose(rates, isotonic_regression(rising))


def test_random_outcomes_and_falling_ones():
    random = np.random.default_rng(0)
    hits = (random.random(5000) < np.linspace(0.1, 0.9, 5000)).astype(float)
    assert np.allclose(pooled_rates(hits, np.ones(5000)), isotonic_regression(hits))
    assert pools(np.array([1.0, 0.0]), np.ones(2)).tolist() == [0]
    assert pooled_rates(np.array([3.0]), np.array([4.0])) == pytest.approx([0.75])
