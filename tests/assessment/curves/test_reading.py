import numpy as np

from gnomon.assessment.curves.reading import first_least, foot, top

x, y = np.array([0.0, 0.0, 0.5, 0.5, 1.0]), np.array([0.0, 0.2, 0.4, 0.8, 1.0])


def test_a_jump_has_a_top_and_a_foot():
    at = np.array([0.0, 0.25, 0.5, 1.0])
    assert np.allclose(top(x, y, at), [0.2, 0.3, 0.8, 1.0])
    assert np.allclose(foot(x, y, at), [0.0, 0.3, 0.4, 1.0])


def test_points_are_read_back_without_rounding():
    assert top(np.array([0.0, 0.1, 1.0]), np.array([0.0, 0.7, 1.0]), np.array(0.1)) == 0.7
    assert foot(np.array([0.0, 0.1, 1.0]), np.array([0.0, 0.7, 1.0]), np.array(0.1)) == 0.7


def test_the_first_of_values_that_differ_by_rounding_alone_is_taken():
    assert first_least(np.array([1.0, 0.5, 0.5 - 1e-16])) == 1
    assert first_least(np.array([0.5, 0.5 - 1e-6])) == 1
    assert first_least(np.array([3.0])) == 0
