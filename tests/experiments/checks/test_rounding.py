import numpy as np

from gnomon.experiments.checks.rounding import (
    MAX_DECIMALS,
    decimals_of,
    digits_of,
    rounding_errors,
    rounding_unit,
)


def test_decimals_of_single_precision_floats_are_those_that_were_written():
    assert decimals_of(np.float32([0.1, 2.25]).astype(float)) == 2
    assert decimals_of(np.array([1e-6 / 3])) == MAX_DECIMALS
    assert decimals_of(np.array([np.nan])) == 0


def test_zeros_at_the_end_are_no_digits():
    assert digits_of(np.array([1200.0, 3400.0, np.nan, 0.0]), 0) == 2
    assert digits_of(np.zeros(3), 0) == 0


def test_values_as_precise_as_floats_have_no_unit():
    assert rounding_unit(2) == 0.01
    assert rounding_unit(MAX_DECIMALS) == 0.0


def test_rows_that_were_rounded_more_coarsely_are_known_by_their_share():
    random = np.random.default_rng(0)
    values = np.round(random.normal(60, 9, 200), 2)
    assert set(rounding_errors(values)) == {0.005}
    values[:80] = np.round(values[:80])
    assert (rounding_errors(values)[:80] == 0.5).all()
    assert np.mean(rounding_errors(values)[80:] == 0.005) > 0.9


def test_integers_and_floats_have_no_rounding_error():
    assert (rounding_errors(np.arange(9.0)) == 0).all()
    assert (rounding_errors(np.random.default_rng(0).random(50)) == 0).all()
