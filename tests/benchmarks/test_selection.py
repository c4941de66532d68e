"""The benchmarks of filters compare like with like."""

import numpy as np
import pytest

from benchmarks import selection
from gnomon.features.select.relief import relieff


@pytest.mark.parametrize(
    "case",
    [
        selection.information(400, 20, np.uint8),
        selection.f_ratio(300, 6),
        selection.one_after_another("mrmr", 400, 12),
        selection.one_after_another("jmi", 400, 12),
    ],
    ids=lambda case: case.name,
)
def test_both_sides_give_the_same_answer(case):
    np.testing.assert_allclose(case.ours(), case.peer(), rtol=1e-9, atol=1e-12)


def test_relief_in_numpy_is_ours_on_all_rows():
    X, y = np.random.default_rng(0).normal(size=(60, 4)), np.arange(60) % 2
    expected = selection._numpy_relief(X, y, np.arange(60))
    np.testing.assert_allclose(relieff(X, y, 2, 10), expected, atol=1e-12)
