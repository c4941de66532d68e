"""What the price buys."""

import numpy as np

import gnomon as gn


def test_margin_falls_and_slack_falls_as_the_price_rises():
    table = gn.plotting.CostPathDisplay.example().frame()
    margin = table["margin 1/|w|"].dropna().to_numpy()
    slack = table["sum of slacks"].dropna().to_numpy()
    assert (np.diff(margin) <= 1e-6).all()
    assert (np.diff(slack) <= 1e-3).all()
    # The fixture's table of prices: 0.01, 0.1, 0.5 and 1.
    assert np.allclose(margin[:4], [55.5556, 5.5556, 1.1111, 1.1], rtol=1e-3)
