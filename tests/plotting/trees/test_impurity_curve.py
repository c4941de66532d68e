"""Curves of impurity agree with the formulas of the library."""

import pytest

import gnomon as gn
from gnomon.errors import ParameterError


def test_each_point_is_the_impurity_of_labels_in_that_share():
    table = gn.plotting.ImpurityCurveDisplay().frame().set_index("p")
    labels = ["a"] * 3 + ["b"] * 7
    row = table.loc[table.index[60]]
    assert table.index[60] == pytest.approx(0.3)
    assert row["entropy"] == pytest.approx(gn.trees.label_entropy(labels))
    assert row["gini"] == pytest.approx(gn.trees.gini_impurity(labels))
    assert row["error"] == pytest.approx(gn.trees.misclassification_impurity(labels))


def test_information_starts_above_0_where_it_would_be_infinite():
    table = gn.plotting.ImpurityCurveDisplay.of_information().frame()
    assert table["p"].min() > 0
    assert table["information"].iloc[-1] == 0


def test_an_unknown_measure_is_refused():
    with pytest.raises(ParameterError, match="entropy, gini, error, information"):
        gn.plotting.ImpurityCurveDisplay(("twoing",))
