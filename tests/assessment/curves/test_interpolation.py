import numpy as np

from gnomon.assessment.curves.interpolation import first_minimum, lower_value, upper_value

x, y = np.array([0.0, 0.0, 0.5, 0.5, 1.0]), np.array([0.0, 0.2, 0.4, 0.8, 1.0])


def test_a_jump_has_a_top_and_a_foot():
    at = np.array([0.0, 0.25, 0.5, 1.0])
    assert np.allclose(upper_value(x, y, at), [0.2, 0.3, 0.8, 1.0])
    assert np.allclose(lower_value(x, y, at), [0.0, 0.3, 0.4, 1.0])


def test_points_are_read_back_without_rounding():
    assert upper_value(np.array([0.0, 0.1, 1.0]), np.array([0.0, 0.7, 1.0]), np.array(0.1)) == 0.7
    assert lower_value(np.array([0.0, 0.1, 1.0]), np.array([0.0, 0.7, 1.0]), np.array(0.1)) == 0.7


def test_the_first_of_values_that_differ_by_rounding_alone_is_taken():
    assert first_minimum(np.array([1.0, 0.5, 0.5 - 1e-16])) == 1
    assert first_minimum(np.array([0.5, 0.5 - 1e-6])) == 1
    assert first_minimum(np.array([3.0])) == 0
