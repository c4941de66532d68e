"""Synthetic data sets: shapes that distinguish learners, and sources with a known true function.

Each function returns a Task; the same random_state gives the same rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.seeds import Seed, generator


def make_xor(n_rows: int = 200, *, flip: float = 0.0, random_state: Seed = 0) -> Task:
    """The XOR problem: points in a square, of class 1 where the signs of the two features differ.

    flip: fraction of flipped labels (label noise), which is the Bayes error rate.

    >>> task = make_xor(100, random_state=0)
    >>> bool((task.codes == (task.X[:, 0] * task.X[:, 1] < 0)).all())
    True
    """
    _check(n_rows=n_rows, share=flip)
    random = generator(random_state)
    y = _balanced_classes(n_rows, 2, random)
    X = random.uniform(0, 1, (n_rows, 2))
    X[:, 0] *= np.where(y == 1, -1, 1)
    X *= random.choice([-1, 1], n_rows)[:, None]
    return _task(X, np.where(random.random(n_rows) < flip, 1 - y, y), "xor")


def make_rings(n_rows: int = 200, *, n_rings: int = 2, noise: float = 0.05, random_state: Seed = 0) -> Task:
    """Concentric circles about the origin, one per class, of radius 1, 2, …

    noise: the standard deviation of the radius.

    >>> make_rings(60, n_rings=3, random_state=0)
    Task 'rings': classification of 60 rows by 2 features into 0, 1, 2
    """
    _check(n_rows=n_rows, classes=n_rings, noise=noise)
    random = generator(random_state)
    y = _balanced_classes(n_rows, n_rings, random)
    radius = 1 + y + noise * random.standard_normal(n_rows)
    return _task(radius[:, None] * _directions(random.uniform(0, 2 * np.pi, n_rows)), y, "rings")


def make_moons(n_rows: int = 200, *, noise: float = 0.1, random_state: Seed = 0) -> Task:
    """Two interleaving half circles, one per class.

    noise: standard deviation of the Gaussian noise.

    >>> make_moons(40, random_state=0)
    Task 'moons': classification of 40 rows by 2 features into 0, 1
    """
    _check(n_rows=n_rows, noise=noise)
    random = generator(random_state)
    y = _balanced_classes(n_rows, 2, random)
    X = _directions(random.uniform(0, np.pi, n_rows))
    X[y == 1] = [1.0, 0.5] - X[y == 1]
    return _task(X + noise * random.standard_normal((n_rows, 2)), y, "moons")


def make_blobs(
    n_rows: int = 200,
    *,
    n_classes: int = 3,
    n_features: int = 2,
    spread: float = 1.0,
    random_state: Seed = 0,
) -> Task:
    """Isotropic Gaussian blobs about centers drawn from a cube of side 20, one per class.

    spread: standard deviation of a blob.

    >>> make_blobs(30, n_classes=4, n_features=5, random_state=0)
    Task 'blobs': classification of 30 rows by 5 features into 0, 1, 2, 3
    """
    _check(n_rows=n_rows, classes=n_classes, noise=spread)
    random = generator(random_state)
    y = _balanced_classes(n_rows, n_classes, random)
    centers = random.uniform(-10, 10, (n_classes, n_features))
    return _task(centers[y] + spread * random.standard_normal((n_rows, n_features)), y, "blobs")


@dataclass(frozen=True)
class NoisyPolynomial:
    """A source of a noisy polynomial with a known true function and irreducible error.

    coefficients: from the constant up. noise: standard deviation of the Gaussian noise. low, high: range of
    the uniformly distributed x.

    >>> source = NoisyPolynomial((1.0, -2.0, 0.5), noise=0.5)
    >>> source.truth([0.0, 2.0])
    array([ 1., -1.])
    >>> source.irreducible_error
    0.25
    """

    coefficients: tuple[float, ...]
    noise: float = 1.0
    low: float = -5.0
    high: float = 5.0

    def draw(self, n_rows: int = 100, *, random_state: Seed = 0, name: str = "noisy-polynomial") -> Task:
        """Draw a Task of n_rows points."""
        _check(n_rows=n_rows, noise=self.noise)
        random = generator(random_state)
        x = random.uniform(self.low, self.high, n_rows)
        y = self.truth(x) + self.noise * random.standard_normal(n_rows)
        return Task(x[:, None], y, kind="regression", name=name)

    def truth(self, x: Any) -> Floats:
        """The true function: the polynomial without noise."""
        values = np.asarray(x, dtype=np.float64)
        return np.asarray(np.polyval(self.coefficients[::-1], values), dtype=np.float64)

    @property
    def irreducible_error(self) -> float:
        """The irreducible error: the noise variance, the expected squared error of the true function."""
        return self.noise**2


def make_noisy_polynomial(
    n_rows: int = 100,
    *,
    coefficients: Sequence[float] = (1.0, -2.0, 0.5),
    noise: float = 1.0,
    low: float = -5.0,
    high: float = 5.0,
    random_state: Seed = 0,
) -> Task:
    """Draw a noisy polynomial; use `NoisyPolynomial` for the true function and the irreducible error.

    >>> make_noisy_polynomial(30, random_state=0)
    Task 'noisy-polynomial': regression on 30 rows by 1 feature
    """
    source = NoisyPolynomial(tuple(coefficients), noise, low, high)
    return source.draw(n_rows, random_state=random_state)


def _check(*, n_rows: int, classes: int = 2, noise: float = 0.0, share: float = 0.0) -> None:
    if classes < 2:
        raise ParameterError(f"the number of classes is {classes}; it must be at least 2")
    if n_rows < classes:
        raise ParameterError(f"n_rows is {n_rows}, fewer than the {classes} classes; increase n_rows")
    if not noise >= 0:
        raise ParameterError(f"the noise is {noise!r}; pass a nonnegative standard deviation")
    if not 0 <= share <= 0.5:
        raise ParameterError(f"flip is {share!r}; pass a fraction from 0 to 0.5")


def _balanced_classes(n_rows: int, n_classes: int, random: np.random.Generator) -> Integers:
    """A random class per row, with class sizes as equal as possible."""
    return random.permutation(np.arange(n_rows) % n_classes)


def _directions(angle: Floats) -> Floats:
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _task(X: Floats, y: Integers, name: str) -> Task:
    return Task(X, y, kind="classification", name=name)
