"""Remarks on columns at the boundary of what is remarkable."""

import numpy as np
import pytest

from gnomon.data.column import column_of
from gnomon.features.profiles.column import profile_column
from gnomon.features.profiles.remarks import remarks_on


def remarks(values, kind=None):
    column = column_of("x", values, kind)
    return remarks_on(profile_column(column), column)


NUMBERS = [0.5, 1.5, 4.0, 2.5, 8.0, 1.5, 3.0, 4.0, 6.5]


@pytest.mark.parametrize(
    ("values", "kind", "expected"),
    [
        ([None, None], "quantitative", ("all missing",)),
        ([7.0, 7.0], None, ("constant",)),
        (["a", "a"], None, ("constant",)),
        (list(range(5, 26)), None, ("row numbers, like an identifier",)),  # 21
        (list(range(5, 25)), None, ()),  # 20
        ([each + 0.25 for each in range(21)], None, ("row numbers, like an identifier",)),
        ([*range(20), 21], None, ()),
        ([*range(20), 0], None, ()),
        ([0.0, *np.arange(1, 20) + 0.5, 20.0], None, ()),
        ([None, *range(21)], None, ("row numbers, like an identifier",)),
        ([*NUMBERS * 2, *[None] * 1], None, ("5% missing",)),
        ([*NUMBERS * 3, *[None] * 1], None, ()),  # 1 of 28
        ([f"n{each}" for each in range(10)], None, ("almost only unique values, like an identifier",)),
        ([f"n{each}" for each in range(9)], None, ()),
        ([f"n{each % 9}" for each in range(10)], None, ()),  # 90 %
        ([f"n{each % 51}" for each in range(102)], None, ("many levels (51)",)),
        ([f"n{each % 50}" for each in range(102)], None, ()),
        (["a"] * 19 + ["b"], None, ("'a' in 95.0% of rows",)),
        (["a"] * 18 + ["b"], None, ()),
        (["a"] * 2999 + ["b"], None, ("'a' in 99.9% of rows",)),
        (["x" * 50] * 99 + ["b"], None, (f"'{'x' * 40}' in 99.0% of rows",)),
        ([False] * 19 + [True], "boolean", ("'False' in 95.0% of rows",)),
        ([*NUMBERS, np.inf, -np.inf], None, ("2 infinite",)),
        ([0.0, 0, 0, 1, 2, 3], None, ("50% zeros",)),
        ([0.0, 0, 1, 1, 2, 3], None, ()),
        ([0.0, 0, 1, 1], None, ()),  # two values
        ([1.0, 2, 3] * 5 + [40], None, ("skewed (+3.6)",)),
        ([-1.0, -2, -3] * 5 + [-40], None, ("skewed (−3.6)",)),
        ([1.0] * 15 + [40], None, ()),
    ],
)
def test_a_remark_begins_at_its_boundary(values, kind, expected):
    assert tuple(each.replace("-", "−") for each in remarks(values, kind)) == expected
