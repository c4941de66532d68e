"""Rows of a mixture have its responsibilities."""

import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.plotting.mixtures.ellipses import gaussian_clusters


def test_responsibilities_are_those_of_the_mixture():
    rows = gaussian_clusters()
    model = gn.GaussianMixture(3).fit(rows)
    table = gn.plotting.MixtureDisplay.from_estimator(model, rows).frame()
    assert table.filter(like="component").to_numpy() == pytest.approx(model.predict_proba(rows))


def test_an_ellipse_of_one_standard_deviation_has_the_principal_axes_of_the_covariance():
    rows = gaussian_clusters()
    model = gn.GaussianMixture(1).fit(rows)
    display = gn.plotting.MixtureDisplay.from_estimator(model, rows).plot()
    ring = display.ax_.patches[0]
    variances = gn.PCA(ddof=0).fit(rows).explained_variance_
    assert (ring.width / 2) ** 2 == pytest.approx(variances[0], rel=1e-4)
    assert (ring.height / 2) ** 2 == pytest.approx(variances[1], rel=1e-4)
    import matplotlib.pyplot as plt

    plt.close(display.figure_)


def test_three_columns_are_refused():
    with pytest.raises(DataError, match="two columns"):
        gn.plotting.MixtureDisplay(
            gn.GaussianMixture(1).fit([[0.0, 0.0], [1.0, 2.0], [2.0, 0.0]]).normals_, [[1.0, 2.0, 3.0]]
        )
