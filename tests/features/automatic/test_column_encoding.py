import numpy as np

from gnomon.features.automatic.column_encoding import scaled


def test_numbers_beyond_a_float_in_units_are_the_largest_there_are():
    found = scaled(np.array([1.7e308, np.nan, 0.0]), np.array(-1.7e308), np.array(1.0))
    assert found[0] == np.finfo(np.float64).max
    assert np.isnan(found[1])
