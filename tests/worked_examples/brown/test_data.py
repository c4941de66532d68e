"""The first table of the notes, by the summaries of its rows."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.features.scale import Normalize
from gnomon.sharing.moments import Moments


def test_means_and_deviations_of_the_doctors_table():
    """Brown 2018, section 1.2 Machine Learning needs Data."""
    task = gn.load("doctor")
    moments = Moments.of(task.X)
    np.testing.assert_allclose(moments.mean, [171.4, 86.4, 143.8, 44.2, 6.7])
    variance = np.diag(moments.scatter)
    sample, population = np.sqrt(variance / 4), np.sqrt(variance / 5)
    np.testing.assert_allclose(sample, [17.7989, 15.3232, 27.4718, 11.7558, 1.70880], atol=5e-5)
    np.testing.assert_allclose(population, [15.9198, 13.7055, 24.5715, 10.5148, 1.52840], atol=5e-5)
    first = [0.87646, -0.41767, -0.86634, -1.20791, -1.28745]
    np.testing.assert_allclose((task.X[0] - moments.mean) / sample, first, atol=5e-6)


def test_z_scores_of_the_doctor_s_patients():
    """Brown 2018, section 3.4 Useful Trick: Rescaling Your Data."""
    X = gn.load("doctor").X
    made = Normalize(ddof=1).fit(X)
    np.testing.assert_allclose(made.centers_, [171.4, 86.4, 143.8, 44.2, 6.7])
    np.testing.assert_allclose(made.units_, [17.7989, 15.3232, 27.4718, 11.7558, 1.70880], rtol=5e-6)
    first = [0.87646, -0.41767, -0.86634, -1.20791, -1.28745]
    np.testing.assert_allclose(made.transform(X)[0], first, atol=5e-6)
    whole = Normalize().fit(X)
    np.testing.assert_allclose(whole.units_, [15.9198, 13.7055, 24.5715, 10.5148, 1.52840], rtol=5e-6)


def test_rescaled_salary_and_height_need_far_fewer_steps_of_gradient_descent():
    """Brown 2018, section 3.4 Useful Trick: Rescaling Your Data.

    The guide gives the ranges only: salaries of 5,000 to 70,000 pounds and heights of 160 to 200 cm.
    """
    random = np.random.default_rng(0)
    X = np.column_stack([random.uniform(5_000, 70_000, 200), random.uniform(160, 200, 200)])
    scaled = Normalize().fit_transform(X)
    y = scaled @ [1.0, -1.0] + random.normal(size=200) > 0
    best = gn.LogisticRegression(C=np.inf).fit(scaled, y).history_[-1]

    def loss(table, steps):
        """The log loss after so many steps of gradient descent."""
        learner = gn.LogisticRegression(
            C=np.inf, solver="gradient descent", learning_rate=0.01, max_iter=steps
        )
        return learner.fit(table, y).history_[-1]

    assert loss(scaled, 100) == pytest.approx(best, rel=1e-3)
    assert loss(X, 2000) > 100 * best
