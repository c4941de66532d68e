"""Kernels for many rows: features whose dot products come near the kernel, for a linear learner to follow.

A Gram matrix of n rows costs n² numbers; these cost n times `n_components`. With LinearSVC or Ridge after
them, training is linear in the number of rows.
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

SMALLEST_SHARE = 1e-12


class Nystroem(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Learner):
    """Features K(x, R) K(R, R)^(-1/2) of some training rows R: exact between those, near elsewhere.

    Drawn from the training rows, so it adapts to them. Williams & Seeger (2001).

    Attributes
    ----------
    components_, component_indices_ : the rows R, and their numbers
    normalization_ : K(R, R)^(-1/2)

    Examples
    --------
    >>> from gnomon.learners.kernel.lifts.approximation import Nystroem
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
        help="the kernel: a name, a function of two rows, or a kernel value",
    )
    gamma: Any = free(
        default=None,
        help="of rbf, poly and sigmoid: a number, 'scale', or 'auto' or None for 1 / d",
        kind="float, 'scale', 'auto' or None",
    )
    coef0: float = between(-inf, inf, default=1.0, help="constant of the polynomial and sigmoid kernels")
    degree: float = between(0, inf, default=3, help="power of the polynomial kernel")
    n_components: int = between(1, inf, default=100, whole=True, help="rows drawn, which are features too")
    random_state: Any = seed(help="of the rows drawn")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Draw the rows and find the root of their kernel."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Draw the rows and find the root of their kernel."""
        n = data.X.shape[0]
        drawn = seeds.generator(self.random_state).permutation(n)[: min(self.n_components, n)]
        self.component_indices_ = drawn
        gamma = "auto" if self.gamma is None else self.gamma
        self.kernel_ = resolve(
            self.kernel, degree=self.degree, gamma=gamma, coef0=self.coef0, X=data.X, functions_of="rows"
        )
        self.components_ = take(data.X, drawn)
        between = dense(self.components_)[:, drawn] if self.kernel == "precomputed" else self.components_
        values, vectors = np.linalg.eigh(self.kernel_(between))
        # Directions that rounding made, or a kernel that is no dot product made negative, carry nothing.
        carried = values > SMALLEST_SHARE * values[-1]
        scale = np.where(carried, 1 / np.sqrt(np.where(carried, values, 1.0)), 0.0)
        self.normalization_ = (vectors * scale) @ vectors.T
        self._n_features_out = len(drawn)
        return self

    def transform(self, X: Any) -> Floats:
        """The features of these rows."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if self.kernel == "precomputed":
            return dense(X)[:, self.component_indices_] @ self.normalization_
        return self.kernel_(X, self.components_) @ self.normalization_


class RBFSampler(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Learner):
    """Random waves sqrt(2 / D) cos(w·x + u), whose dot products come near the kernel exp(-gamma |x - z|²).

    The waves do not depend on the rows. The error falls as 1 / sqrt(n_components). Rahimi & Recht (2007).

    Attributes
    ----------
    random_weights_, random_offset_ : w of each wave (columns x waves), and u
    gamma_ : gamma as a number

    Examples
    --------
    >>> from gnomon.learners.kernel.lifts.approximation import RBFSampler
    >>> features = RBFSampler(gamma=0.5, n_components=4000, random_state=0).fit_transform([[0.0], [1.0]])
    >>> bool(abs(features[0] @ features[1] - 0.6065) < 0.03)
    True
    """

    gamma: Any = free(default=1.0, help="of the RBF kernel: a number, or 'scale'", kind="float or 'scale'")
    n_components: int = between(1, inf, default=100, whole=True, help="waves, which are features too")
    random_state: Any = seed(help="of the waves")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Draw the waves; of X only the number of columns counts, and for gamma="scale" the spread."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Draw the waves."""
        self.gamma_ = scale_of(self.gamma, data.X)
        random = seeds.generator(self.random_state)
        waves = random.normal(size=(data.X.shape[1], self.n_components))
        self.random_weights_ = np.sqrt(2 * self.gamma_) * waves
        self.random_offset_ = random.uniform(0, 2 * np.pi, size=self.n_components)
        self._n_features_out = self.n_components
        return self

    def transform(self, X: Any) -> Floats:
        """The height of each wave at these rows."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        found = np.asarray(X @ self.random_weights_) + self.random_offset_
        np.cos(found, out=found)
        found *= np.sqrt(2 / self.n_components)
        return found
