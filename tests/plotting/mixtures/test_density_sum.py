"""The component densities add up to the mixture density."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_sum_is_the_density_of_the_mixture():
    x = gn.load("iris").encoded[:, [2]]
    model = gn.GaussianMixture(2).fit(x)
    table = gn.plotting.MixtureDensityDisplay.from_estimator(model, x).frame()
    assert table["mixture"].to_numpy() == pytest.approx(np.exp(model.score_samples(table[["x"]].to_numpy())))
    assert table.filter(like="component").sum(axis=1).to_numpy() == pytest.approx(table["mixture"].to_numpy())


def test_two_columns_are_refused():
    model = gn.GaussianMixture(1).fit([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]])
    with pytest.raises(DataError, match="one column"):
        gn.plotting.MixtureDensityDisplay.from_estimator(model, [0.0])
