"""Preparation of images of digits in the embedded paper of Boser, Guyon and Vapnik (1992)."""

import numpy as np

import gnomon as gn
from gnomon.learners.kernel.lifts.images import GaussianImageFilter


def test_smoothing_preserves_the_sum_of_pixels_and_spreads_with_sigma():
    """Boser, Guyon and Vapnik 1992, section 4 Experimental results."""
    image = np.zeros((1, 81))
    image[0, 40] = 1.0
    peaks = [GaussianImageFilter(sigma=s).fit_transform(image)[0] for s in (0.0, 0.5, 0.8, 1.0, 1.2)]
    np.testing.assert_allclose([each.sum() for each in peaks], 1, rtol=1e-3)
    assert np.all(np.diff([each.max() for each in peaks]) < 0)


def test_virtual_examples_teach_small_rotations_and_scalings():
    """Boser, Guyon and Vapnik 1992, section 4 Experimental results."""
    image = np.zeros((5, 5))
    image[2, 1:4] = 1.0
    made, label = gn.datasets.virtual_examples(
        [image.ravel()], ["bar"], shifts=0, angles=[90.0], scales=[2.0]
    )
    np.testing.assert_allclose(made[1].reshape(5, 5), image.T, atol=1e-9)
    assert made[2].sum() > made[0].sum()
    assert label.tolist() == ["bar"] * 3
