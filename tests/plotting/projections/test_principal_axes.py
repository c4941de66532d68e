"""Arrows are two deviations long, along the components."""

import numpy as np
import pytest

import gnomon as gn


def test_arrows_are_two_deviations_long():
    rows = np.random.default_rng(0).normal(size=(60, 2)) * [3, 1]
    table = gn.plotting.PrincipalAxesDisplay(rows).frame()
    length = np.hypot(table["to x"] - table["x"], table["to y"] - table["y"])
    assert length.to_numpy() == pytest.approx(2 * np.sqrt(table["variance"].to_numpy()))
    assert table["variance"].to_numpy() == pytest.approx(gn.PCA().fit(rows).explained_variance_)


def test_the_first_axis_of_two_clouds_joins_them():
    table = gn.plotting.PrincipalAxesDisplay.of_two_clouds().frame()
    way = table[["to x", "to y"]].to_numpy()[0] - table[["x", "y"]].to_numpy()[0]
    assert abs(way @ [4, 2.5]) / np.linalg.norm(way) / np.hypot(4, 2.5) > 0.99
