"""Drawn data have the shape they claim, and the same seed draws the same rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.data.gaussians import make_two_gaussians
from gnomon.data.generate import (
    NoisyPolynomial,
    make_blobs,
    make_moons,
    make_noisy_polynomial,
    make_rings,
    make_xor,
)
from gnomon.errors import ParameterError

ALL = [make_xor, make_rings, make_moons, make_blobs, make_two_gaussians, make_noisy_polynomial]


@pytest.mark.parametrize("draw", ALL)
def test_the_seed_decides_the_rows(draw):
    assert draw(50, random_state=3).fingerprint == draw(50, random_state=3).fingerprint
    assert draw(50, random_state=3).fingerprint != draw(50, random_state=4).fingerprint
    assert draw(50, random_state=np.random.default_rng(3)).n_rows == 50


@given(st.integers(4, 60), st.integers(2, 4), st.integers(0, 1000))
def test_classes_are_as_equal_in_size_as_can_be(n_rows, n_classes, seed):
    for task in (
        make_rings(n_rows, n_rings=n_classes, random_state=seed),
        make_blobs(n_rows, n_classes=n_classes, random_state=seed),
    ):
        sizes = np.bincount(task.codes, minlength=n_classes)
        assert sizes.max() - sizes.min() <= 1


def test_rings_are_circles_about_the_origin_with_rows_in_every_direction():
    task = make_rings(4000, n_rings=2, noise=0.0, random_state=0)
    np.testing.assert_allclose(np.hypot(*task.X.T), 1 + task.codes)
    quadrants = np.bincount(2 * (task.X[:, 0] > 0) + (task.X[:, 1] > 0))
    # A thousand each, give or take four standard deviations.
    assert np.abs(quadrants - 1000).max() < 4 * np.sqrt(4000 * 0.25 * 0.75)


def test_xor_classes_are_the_signs_up_to_the_flips():
    task = make_xor(4000, flip=0.2, random_state=0)
    wrong = (task.X[:, 0] * task.X[:, 1] < 0) != (task.codes == 1)
    assert abs(wrong.mean() - 0.2) < 0.02
    assert abs(np.corrcoef(task.X[:, 0], task.codes)[0, 1]) < 0.05


def test_rings_have_their_radii():
    task = make_rings(300, n_rings=3, noise=0.0, random_state=0)
    np.testing.assert_allclose(np.linalg.norm(task.X, axis=1), 1 + task.codes)


def test_moons_are_half_circles():
    task = make_moons(300, noise=0.0, random_state=0)
    np.testing.assert_allclose(np.linalg.norm(task.X[task.codes == 0], axis=1), 1)
    np.testing.assert_allclose(np.linalg.norm(task.X[task.codes == 1] - [1.0, 0.5], axis=1), 1)
    assert (task.X[task.codes == 0][:, 1] >= 0).all()


def test_noise_about_the_polynomial_is_the_least_error():
    source = NoisyPolynomial((1.0, 0.0, 3.0), noise=0.5)
    task = source.draw(20000, random_state=0)
    error = np.mean((task.y - source.truth(task.X.ravel())) ** 2)
    assert abs(error - source.irreducible_error) < 0.02
    np.testing.assert_allclose(source.truth([0, 2]), [1, 13])


@pytest.mark.parametrize(
    "ask",
    [
        lambda: make_xor(1),
        lambda: make_xor(10, flip=0.7),
        lambda: make_rings(10, n_rings=1),
        lambda: make_moons(10, noise=-1),
        lambda: make_noisy_polynomial(10, noise=float("nan")),
        lambda: make_two_gaussians(10, means=[[0, 0]]),
        lambda: make_two_gaussians(10, prior=1),
        lambda: make_two_gaussians(10, covariances=[np.eye(2), np.zeros((2, 2))]),
        lambda: make_two_gaussians(10, covariances=np.eye(2)),
    ],
)
def test_what_cannot_be_drawn_is_refused(ask):
    with pytest.raises(ParameterError):
        ask()
