"""Levels in the order of the target."""

import numpy as np
import pandas as pd
import pytest

from gnomon import OrderLevels
from gnomon.errors import DataError, GnomonWarning, ParameterError

X = pd.DataFrame({"town": list("aaaabbcccc")})
Y = [1, 1, 0, 0, 1, 0, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("y", "smoothing", "levels"),
    [
        (Y, 0.0, ("c", "a", "b")),  # 1/4, 2/4, 1/2: a tie
        (Y, 1.0, ("c", "a", "b")),  # 2/6, 3/6, 2/4
        ([1, 1, 1, 1, 1, 1, 0, 0, 0, 0], 0.0, ("c", "a", "b")),  # 0, 1, 1
        ([1, 1, 1, 1, 1, 1, 0, 0, 0, 0], 5.0, ("c", "b", "a")),  # 5/14, 9/14, 7/12
        (["x", "x", "y", "y", "x", "x", "y", "y", "y", "y"], 1.0, ("b", "a", "c")),  # the last class
    ],
)
def test_classes_order_by_the_smoothed_share_of_the_positive_one(y, smoothing, levels):
    assert OrderLevels(smoothing=smoothing).fit(X, y).levels_ == [levels]


@pytest.mark.parametrize(
    ("smoothing", "levels"),
    [(0.0, ("c", "a", "b")), (4.0, ("c", "a", "b")), (5.0, ("c", "b", "a")), (1.0, ("c", "a", "b"))],
)
def test_numbers_order_by_their_mean_shrunk_to_the_overall_one(smoothing, levels):
    # The overall mean is 3; the means of a, b and c are 5, 6 and -0.5.
    y = [5.0, 5, 5, 5.0, 6.0, 6.0, -0.5, -0.5, -0.5, -0.5]
    # Less the overall mean: 8 / (4 + s), 6 / (2 + s), -14 / (4 + s).
    assert np.mean(y) == 3
    assert OrderLevels(smoothing=smoothing).fit(X, y).levels_ == [levels]


def test_weights_count_as_rows():
    y, weight = [1, 1, 0, 0, 1, 0, 1, 0, 0, 0], [1, 1, 1, 1, 1, 9, 9, 1, 1, 1]
    assert OrderLevels(smoothing=0.0).fit(X, y, sample_weight=weight).levels_ == [("b", "a", "c")]
    numbers = np.asarray(y) + 0.5
    assert OrderLevels(smoothing=0.0).fit(X, numbers, sample_weight=weight).levels_ == [("b", "a", "c")]


def test_the_output_is_levels_or_codes():
    new = pd.DataFrame({"town": ["b", None, "c"]})
    found = OrderLevels().fit(X, Y).transform(new)["town"]
    assert found.cat.categories.tolist() == ["c", "a", "b"]
    assert found.cat.ordered
    assert found.cat.codes.tolist() == [2, -1, 0]
    codes = np.asarray(OrderLevels(output="code").fit(X, Y).transform(new), dtype=float).ravel()
    np.testing.assert_array_equal(codes, [2, np.nan, 0])
    with pytest.warns(GnomonWarning, match="a missing value"):
        assert OrderLevels().fit(X, Y).transform(pd.DataFrame({"town": ["z"]}))["town"].isna().all()


def test_the_positive_class_of_several_is_named():
    y = list("xyzxyzxyzz")
    with pytest.raises(ParameterError, match="y has 3 classes; set the positive class, such as positive='z'"):
        OrderLevels().fit(X, y)
    assert OrderLevels(positive="x", smoothing=0.0).fit(X, y).levels_ == [("b", "c", "a")]
    with pytest.raises(
        DataError, match=r"OrderLevels\(positive='q'\) is not a class of y: \['x', 'y', 'z'\]"
    ):
        OrderLevels(positive="q").fit(X, y)
