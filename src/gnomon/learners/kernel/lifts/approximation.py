"""Kernel approximation: features whose dot products approximate a kernel, for a linear learner.

A Gram matrix of n rows needs n² numbers; these need n times `n_components`. Followed by LinearSVC or Ridge,
training is linear in the number of rows.
"""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Floats
from gnomon.check import a_function, between, free, one_of_or, seed
from gnomon.learners.kernel.pair_values import dense
from gnomon.learners.kernel.resolving import resolve, scale_of
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import take

MIN_EIGENVALUE = 1e-12


class Nystroem(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Learner):
    """Nyström method: kernel approximation by a random sample R of the training rows.

    Features K(x, R) K(R, R)^(-1/2): exact between rows of R, approximate elsewhere. Williams & Seeger (2001).

    Attributes
    ----------
    components_, component_indices_ : the sampled rows R (landmarks), and their indices
    normalization_ : K(R, R)^(-1/2)

    Examples
    --------
    >>> from gnomon import Nystroem
    >>> Nystroem(n_components=2, random_state=0).fit_transform([[0.0], [1.0], [2.0]]).shape
    (3, 2)
    """

    kernel: Any = one_of_or(
        a_function,
        "linear",
        "poly",
        "rbf",
        "sigmoid",
        "precomputed",
        default="rbf",
        help="kernel: a name, a kernel, or a function of two rows",
    )
    gamma: Any = free(
        default=None,
        help="kernel coefficient of rbf, poly and sigmoid: a number, 'scale', or 'auto' or None for 1 / d",
        kind="float, 'scale', 'auto' or None",
    )
    coef0: float = between(
        -inf, inf, default=1.0, help="independent term of the polynomial and sigmoid kernels"
    )
    degree: float = between(0, inf, default=3, help="degree of the polynomial kernel")
    n_components: int = between(
        1, inf, default=100, whole=True, help="number of sampled rows, which is the number of features"
    )
    random_state: Any = seed(help="seed of the sample of rows")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Sample the rows and compute the inverse square root of their kernel matrix."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Sample the rows and compute the inverse square root of their kernel matrix."""
        n = data.X.shape[0]
        sample = seeds.generator(self.random_state).permutation(n)[: min(self.n_components, n)]
        self.component_indices_ = sample
        gamma = "auto" if self.gamma is None else self.gamma
        self.kernel_ = resolve(
            self.kernel, degree=self.degree, gamma=gamma, coef0=self.coef0, X=data.X, functions_of="rows"
        )
        self.components_ = take(data.X, sample)
        between = dense(self.components_)[:, sample] if self.kernel == "precomputed" else self.components_
        values, vectors = np.linalg.eigh(self.kernel_(between))
        # Eigenvalues of rounding error, or negative ones of an indefinite kernel, are dropped.
        positive = values > MIN_EIGENVALUE * values[-1]
        scale = np.where(positive, 1 / np.sqrt(np.where(positive, values, 1.0)), 0.0)
        self.normalization_ = (vectors * scale) @ vectors.T
        self._n_features_out = len(sample)
        return self

    def transform(self, X: Any) -> Floats:
        """The features of these rows."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if self.kernel == "precomputed":
            return dense(X)[:, self.component_indices_] @ self.normalization_
        return self.kernel_(X, self.components_) @ self.normalization_


class RBFSampler(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Learner):
    """Random Fourier features (random kitchen sinks): approximation of the RBF kernel exp(-gamma |x - z|²).

    Features sqrt(2 / D) cos(w·x + u), independent of the rows. The error decreases as 1 / sqrt(n_components).
    Rahimi & Recht (2007).

    Attributes
    ----------
    random_weights_, random_offset_ : random weights w (columns x components) and offsets u
    gamma_ : gamma as a number

    Examples
    --------
    >>> from gnomon import RBFSampler
    >>> features = RBFSampler(gamma=0.5, n_components=4000, random_state=0).fit_transform([[0.0], [1.0]])
    >>> bool(abs(features[0] @ features[1] - 0.6065) < 0.03)
    True
    """

    gamma: Any = free(
        default=1.0, help="coefficient of the RBF kernel: a number, or 'scale'", kind="float or 'scale'"
    )
    n_components: int = between(1, inf, default=100, whole=True, help="number of random Fourier features")
    random_state: Any = seed(help="seed of the random weights and offsets")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Sample the random weights; of X only the number of columns is used, for gamma="scale" the
        variance.
        """
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Sample the random weights and offsets."""
        self.gamma_ = scale_of(self.gamma, data.X)
        random = seeds.generator(self.random_state)
        weights = random.normal(size=(data.X.shape[1], self.n_components))
        self.random_weights_ = np.sqrt(2 * self.gamma_) * weights
        self.random_offset_ = random.uniform(0, 2 * np.pi, size=self.n_components)
        self._n_features_out = self.n_components
        return self

    def transform(self, X: Any) -> Floats:
        """The random Fourier features of these rows."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        features = np.asarray(X @ self.random_weights_) + self.random_offset_
        np.cos(features, out=features)
        features *= np.sqrt(2 / self.n_components)
        return features
