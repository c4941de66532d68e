import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError, ParameterError
from gnomon.svm import widest_margin_hyperplane


def swept(X, y, n_angles=20_001):
    """The best margin over a fine fan of directions of the plane, with the best threshold for each."""
    angle = np.linspace(0, 2 * np.pi, n_angles)
    along = X @ np.array([np.cos(angle), np.sin(angle)])
    low, high = along[y == 1].min(axis=0), along[y == 0].max(axis=0)
    return float(((low - high) / 2).max())


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(6, 30), st.sampled_from([0.5, 1.0, 3.0]))
def test_no_direction_of_a_plane_has_a_larger_margin(seed, n, gap):
    random = np.random.default_rng(seed)
    y = np.arange(n) % 2
    X = random.normal(size=(n, 2)) * [1.0, 20.0] + gap * y[:, None]
    result = widest_margin_hyperplane(X, y)
    assert result.margin >= swept(X, y) - 1e-6
    side = np.where(y == 1, 1, -1)
    assert (side * (X @ result.w + result.b)).min() == pytest.approx(result.margin, abs=1e-9)
    assert np.linalg.norm(result.w) == pytest.approx(1)


def test_of_separable_rows_it_is_the_hard_machines():
    result = widest_margin_hyperplane(
        [[0.0, 0.0], [0.0, 1.0], [3.0, 0.0], [4.0, 5.0]], ["no", "no", "yes", "yes"]
    )
    assert result.margin == pytest.approx(1.5, abs=1e-6)
    assert result.starts == 0


def test_rows_on_one_plane_have_margin_zero():
    # All rows agree in the second column: the plane through them has none on its wrong side.
    result = widest_margin_hyperplane([[0.0, 7.0], [2.0, 7.0], [1.0, 7.0], [4.0, 7.0]], [0, 0, 1, 1])
    assert result.margin == pytest.approx(0, abs=1e-9)
    assert np.abs(result.w) == pytest.approx([0, 1], abs=1e-9)


def test_bad_input_is_refused():
    with pytest.raises(DataError, match="two classes"):
        widest_margin_hyperplane([[0.0], [1.0], [2.0]], [0, 1, 2])
    with pytest.raises(ParameterError, match="starts"):
        widest_margin_hyperplane([[0.0], [2.0], [1.0], [4.0]], [0, 0, 1, 1], starts=0)
