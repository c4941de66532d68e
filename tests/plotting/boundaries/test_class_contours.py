"""Normal contours of classes."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.errors import DataError


def test_contours_lie_at_their_mahalanobis_distance_from_the_mean():
    task = gn.load("iris-sepals")
    model = gn.QuadraticDiscriminantAnalysis().fit(task.X, task.y)
    display = gn.plotting.ClassContoursDisplay.from_estimator(model, task.X, task.y)
    for (label, deviations), part in display.frame().groupby(["class", "deviations"]):
        distance = display.densities[label].distance(part[["x1", "x2"]].to_numpy())
        assert np.allclose(distance, deviations)


def test_one_covariance_for_all_gives_a_straight_border_and_two_a_curved_one():
    task = gn.datasets.make_two_gaussians(
        200, covariances=np.array([np.eye(2), 4 * np.eye(2)]), random_state=0
    )
    for model, is_straight in (
        (gn.LinearDiscriminantAnalysis(), True),
        (gn.QuadraticDiscriminantAnalysis(), False),
    ):
        border = gn.plotting.ClassContoursDisplay.from_estimator(
            model.fit(task.X, task.y), task.X, task.y
        ).border
        bend = np.abs(np.diff(border.predicted, 2, axis=0)).max()
        assert (bend < 1e-9) == is_straight


def test_naive_bayes_has_contours_parallel_to_the_axes():
    task = gn.load("iris-components")
    display = gn.plotting.ClassContoursDisplay.from_estimator(
        GaussianNB().fit(task.X, task.y), task.X, task.y
    )
    assert all(density.covariance[0, 1] == 0 for density in display.densities.values())


def test_labels_that_are_numbers_are_no_scores():
    task = gn.load("iris-sepals")
    y = np.unique(task.y, return_inverse=True)[1].astype(float)
    model = gn.QuadraticDiscriminantAnalysis().fit(task.X, y)
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    display = gn.plotting.ClassContoursDisplay.from_estimator(model, task.X, y)
    display.plot(ax)
    assert set(np.unique(display.border.predicted)) == {0.0, 1.0, 2.0}
    from matplotlib.contour import QuadContourSet

    assert sum(isinstance(each, QuadContourSet) for each in ax.get_children()) == 3


def test_flags_for_other_rows_and_models_without_densities_are_refused():
    task = gn.load("iris-components")
    model = gn.QuadraticDiscriminantAnalysis().fit(task.X, task.y)
    with pytest.raises(DataError, match="one flag per row"):
        gn.plotting.ClassContoursDisplay.from_estimator(model, task.X, task.y, held_out=[True])
    with pytest.raises(DataError, match="no normal density"):
        gn.plotting.ClassContoursDisplay.from_estimator(
            gn.DecisionStump().fit(task.X, task.y), task.X, task.y
        )
