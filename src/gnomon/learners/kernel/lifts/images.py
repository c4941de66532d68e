"""Images as rows of pixels: smoothing before training, and virtual examples that teach invariance."""

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
    """Convolve each image, a row of pixels, with a Gaussian of standard deviation sigma pixels.

    Small shifts and breaks of a stroke then matter less, which helps most where training rows are few.

    Examples
    --------
    >>> from gnomon.learners.kernel.lifts.images import GaussianImageFilter
    >>> GaussianImageFilter(sigma=1.0).fit_transform([[0.0] * 4 + [1.0] + [0.0] * 4]).round(2)
    array([[0.09, 0.12, 0.09, 0.12, 0.17, 0.12, 0.09, 0.12, 0.09]])
    """

    sigma: float = between(0, inf, default=0.5, help="standard deviation in pixels; 0 leaves images alone")
    shape: Any = free(
        default=None, help="height and width; a square if not given", kind="pair of int or None"
    )

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Check that rows are images of the shape."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Settle the shape."""
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
    """The images and copies of them that are moved, turned or scaled a little, each with its own label.

    shifts: pixels to move by, in the four directions; 0 for none. angles: degrees. scales: factors.
    Train on them, and test on images as they are.

    >>> images, labels = virtual_examples([[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]], ["dot"])
    >>> images.argmax(axis=1), labels.tolist()
    (array([4, 7, 1, 5, 3]), ['dot', 'dot', 'dot', 'dot', 'dot'])
    """
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
    if shifts < 0 or shifts != int(shifts):
        raise ParameterError(f"virtual_examples(shifts={shifts!r}): it must be a whole number of at least 0")
    size = image_shape(X.shape[1], shape)
    images = X.reshape(len(X), *size)
    found = [images]
    for down, right in ((shifts, 0), (-shifts, 0), (0, shifts), (0, -shifts)) if shifts else ():
        found.append(_mapped(images, np.eye(2), (down, right)))
    for angle in np.deg2rad(np.atleast_1d(np.asarray(angles, dtype=np.float64))):
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        found.append(_mapped(images, turn, (0, 0)))
    for scale in np.atleast_1d(np.asarray(scales, dtype=np.float64)):
        if not scale > 0:
            raise ParameterError(f"virtual_examples(scales={scales!r}): factors must be above 0")
        found.append(_mapped(images, np.eye(2) / scale, (0, 0)))
    return np.concatenate(found).reshape(-1, X.shape[1]), np.tile(y, len(found))


def image_shape(n_pixels: int, shape: Any) -> Shape:
    """Height and width of images of so many pixels: as given, or of a square.

    >>> image_shape(256, None)
    (16, 16)
    """
    side = round(float(np.sqrt(n_pixels)))
    height, width = (side, side) if shape is None else shape
    if height * width != n_pixels:
        raise DataError(
            f"rows of {n_pixels} pixels are no images of {height} x {width}; give shape=(height, width)"
        )
    return int(height), int(width)


def _mapped(images: Floats, turn: Floats, shift: tuple[int, int]) -> Floats:
    """Each image about its middle: the pixel at p shows what was at turn (p - middle - shift) + middle."""
    middle = (np.array(images.shape[1:]) - 1) / 2
    offset = middle - turn @ (middle + np.array(shift))
    return np.stack([affine_transform(image, turn, offset, order=1) for image in images])
