"""The first table of the notes, by the summaries of its rows."""

import numpy as np

import gnomon as gn
from gnomon.sharing.moments import Moments


def test_1_W01_means_and_deviations_of_the_doctors_table():
    task = gn.load("doctor")
    moments = Moments.of(task.X)
    np.testing.assert_allclose(moments.mean, [171.4, 86.4, 143.8, 44.2, 6.7])
    variance = np.diag(moments.scatter)
    sample, population = np.sqrt(variance / 4), np.sqrt(variance / 5)
    np.testing.assert_allclose(sample, [17.7989, 15.3232, 27.4718, 11.7558, 1.70880], atol=5e-5)
    np.testing.assert_allclose(population, [15.9198, 13.7055, 24.5715, 10.5148, 1.52840], atol=5e-5)
    first = [0.87646, -0.41767, -0.86634, -1.20791, -1.28745]
    np.testing.assert_allclose((task.X[0] - moments.mean) / sample, first, atol=5e-6)
