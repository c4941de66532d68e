"""Printed text becomes columns."""

import numpy as np

from gnomon.data.sets.printed import parse


def test_numbers_and_text_are_distinguished_by_column():
    columns = parse("a,b,c\n1,x,1\n2.5,3,nan\n")
    assert columns["a"] == [1.0, 2.5]
    assert columns["b"] == ["x", "3"]
    assert np.isnan(columns["c"][1])
