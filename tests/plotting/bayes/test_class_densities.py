"""Densities by class, and where the decision turns."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_densities_cross_at_the_thresholds():
    display = gn.plotting.ClassDensitiesDisplay.example()
    positive, negative = display.densities.values()
    at = display.thresholds[:, None]
    assert len(display.thresholds) == 2
    assert positive.density(at) == pytest.approx(negative.density(at))


def test_equal_spreads_have_one_threshold_which_the_prior_moves():
    pair = {"+": gn.linear.NormalDensity([2.0], [[1.0]]), "-": gn.linear.NormalDensity([0.0], [[1.0]])}
    assert gn.plotting.ClassDensitiesDisplay(pair).thresholds.tolist() == [1.0]
    assert gn.plotting.ClassDensitiesDisplay(pair, prior_odds=4.0).thresholds[0] < 1


def test_densities_fitted_to_columns_have_their_moments():
    random = np.random.default_rng(0)
    x, y = random.normal(size=90), np.repeat(["a", "b", "c"], 30)
    display = gn.plotting.ClassDensitiesDisplay.from_columns(x, y)
    assert float(np.ravel(display.densities["b"].mean)[0]) == pytest.approx(x[30:60].mean())
    assert len(display.thresholds) == 0
    assert "log-likelihood ratio" not in display.frame()


def test_densities_of_two_columns_are_refused():
    with pytest.raises(DataError, match="one column"):
        gn.plotting.ClassDensitiesDisplay({"a": gn.linear.NormalDensity([0.0, 0.0], np.eye(2))})
