"""Cuts are those of the discretizers."""

import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_cuts_are_those_that_were_learned():
    values = gn.load("twelve-values")
    x, y = values.encoded[:, 0], values.y
    display = gn.plotting.DiscretizationDisplay.from_estimators({"width": gn.EqualWidth(n_bins=3)}, x, y)
    assert display.frame()["cut"].tolist() == gn.EqualWidth(n_bins=3).fit(x[:, None], y).cuts_[0].tolist()
    assert "width 3" in display.alt()


def test_no_discretizer_is_refused():
    with pytest.raises(DataError, match="no cuts"):
        gn.plotting.DiscretizationDisplay([1.0], ["a"], {})
