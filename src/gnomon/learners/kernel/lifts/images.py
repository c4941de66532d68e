"""Images as rows of pixels: smoothing, and data augmentation (virtual examples) for invariance."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from scipy.ndimage import affine_transform, gaussian_filter
from sklearn.base import OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between, free
from gnomon.errors import DataError, ParameterError
from gnomon.sharing.learner import Learner

Shape = tuple[int, int]


class GaussianImageFilter(OneToOneFeatureMixin, TransformerMixin, Learner):
    """Gaussian smoothing (blur) of images: convolve each row of pixels with a Gaussian of sigma pixels.

    Small shifts and gaps of strokes then matter less, which helps most with few training rows.

    Examples
    --------
    >>> from gnomon.kernels import GaussianImageFilter
    >>> GaussianImageFilter(sigma=1.0).fit_transform([[0.0] * 4 + [1.0] + [0.0] * 4]).round(2)
    array([[0.09, 0.12, 0.09, 0.12, 0.17, 0.12, 0.09, 0.12, 0.09]])
    """

    sigma: float = between(
        0, inf, default=0.5, help="standard deviation of the Gaussian in pixels; 0 for no smoothing"
    )
    shape: Any = free(default=None, help="height and width; None for a square", kind="pair of int or None")

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Check that rows are images of the shape."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Set the shape."""
        self.shape_ = image_shape(data.X.shape[1], self.shape)
        return self

    def transform(self, X: Any) -> Floats:
        """The smoothed images."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        images = X.reshape(len(X), *self.shape_)
        smooth: Floats = gaussian_filter(images, (0.0, self.sigma, self.sigma))
        return smooth.reshape(X.shape)


def virtual_examples(
    X: Any,
    y: Any,
    *,
    shape: Shape | None = None,
    shifts: int = 1,
    angles: Any = (),
    scales: Any = (),
) -> tuple[Floats, Array]:
    """Data augmentation (virtual examples): images with shifted, rotated and scaled copies, and labels.

    shifts: translation in pixels, in the four directions; 0 for none. angles: rotations in degrees. scales:
    factors. Train on them, and test on the original images.

    >>> images, labels = virtual_examples([[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]], ["dot"])
    >>> images.argmax(axis=1), labels.tolist()
    (array([4, 7, 1, 5, 3]), ['dot', 'dot', 'dot', 'dot', 'dot'])
    """
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
    if shifts < 0 or shifts != int(shifts):
        raise ParameterError(f"virtual_examples(shifts={shifts!r}): it must be a whole number of at least 0")
    size = image_shape(X.shape[1], shape)
    images = X.reshape(len(X), *size)
    copies = [images]
    for down, right in ((shifts, 0), (-shifts, 0), (0, shifts), (0, -shifts)) if shifts else ():
        copies.append(_mapped(images, np.eye(2), (down, right)))
    for angle in np.deg2rad(np.atleast_1d(np.asarray(angles, dtype=np.float64))):
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        copies.append(_mapped(images, turn, (0, 0)))
    for scale in np.atleast_1d(np.asarray(scales, dtype=np.float64)):
        if not scale > 0:
            raise ParameterError(f"virtual_examples(scales={scales!r}): factors must be above 0")
        copies.append(_mapped(images, np.eye(2) / scale, (0, 0)))
    return np.concatenate(copies).reshape(-1, X.shape[1]), np.tile(y, len(copies))


def image_shape(n_pixels: int, shape: Any) -> Shape:
    """Height and width of images with this number of pixels; None for a square.

    >>> image_shape(256, None)
    (16, 16)
    """
    side = round(float(np.sqrt(n_pixels)))
    height, width = (side, side) if shape is None else shape
    if height * width != n_pixels:
        raise DataError(
            f"rows of {n_pixels} pixels are not images of {height} x {width}; set shape=(height, width)"
        )
    return int(height), int(width)


def _mapped(images: Floats, turn: Floats, shift: tuple[int, int]) -> Floats:
    """Affine transformation about the center: the pixel at p takes the value at turn (p - center - shift)
    + center.
    """
    center = (np.array(images.shape[1:]) - 1) / 2
    offset = center - turn @ (center + np.array(shift))
    return np.stack([affine_transform(image, turn, offset, order=1) for image in images])
