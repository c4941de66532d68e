import numpy as np
import pytest

from gnomon.learners.neural.activation import ACTIVATIONS


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_the_slope_of_an_activation_is_that_of_a_small_step(name):
    activation = ACTIVATIONS[name]
    z = np.array([-3.0, -0.4, 0.3, 2.0])
    up, down, output = z + 1e-6, z - 1e-6, z.copy()
    for each in (up, down, output):
        activation.apply(each)
    gradient = np.full(4, 2.0)
    activation.times_derivative(gradient, output)
    np.testing.assert_allclose(gradient, 2 * (up - down) / 2e-6, rtol=1e-8, atol=1e-9)
