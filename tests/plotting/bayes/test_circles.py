"""The overlap of two circles has the area that is asked for."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.plotting.bayes.circles import distance_for, overlap

AREA = st.floats(0.01, 100)


@given(AREA, AREA, st.floats(0, 1))
def test_the_overlap_is_as_large_as_asked(a, b, share):
    both = share * min(a, b)
    r, s = np.sqrt([a / np.pi, b / np.pi])
    assert overlap(r, s, distance_for(a, b, both)) == pytest.approx(both, abs=1e-6 * (a + b))
