"""Two multivariate normal classes with known posterior and Bayes error rate."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.integrate import quad
from scipy.linalg import cho_factor, cho_solve
from scipy.special import expit, ndtr
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from gnomon.arrays import Array, Floats
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.seeds import Seed, generator
from gnomon.ties import first_largest


@dataclass(frozen=True, eq=False)
class TwoGaussians:
    """A generative model of two multivariate normal classes, with known posterior and Bayes error rate.

    means: 2 x n_features. covariances: 2 x n_features x n_features. prior: probability of class 1.

    >>> source = TwoGaussians(np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([np.eye(2), np.eye(2)]))
    >>> round(source.bayes_error, 4)
    0.1587
    >>> source.posterior([[0.0, 3.0], [1.0, 0.0]]).round(3)
    array([[0.5  , 0.5  ],
           [0.119, 0.881]])
    """

    means: Floats
    covariances: Floats
    prior: float = 0.5

    def __post_init__(self) -> None:
        means, covariances = np.asarray(self.means, float), np.asarray(self.covariances, float)
        if means.ndim != 2 or len(means) != 2:
            raise ParameterError(f"means has shape {means.shape}; pass two rows of equal length")
        if covariances.shape != (2, means.shape[1], means.shape[1]):
            raise ParameterError(
                f"covariances has shape {covariances.shape}; pass two square matrices of size "
                f"{means.shape[1]}"
            )
        if not (np.linalg.eigvalsh(covariances) > 0).all():
            raise ParameterError(
                "a covariance is not positive definite; pass symmetric matrices with positive eigenvalues"
            )
        if not 0 < self.prior < 1:
            raise ParameterError(f"prior is {self.prior!r}; pass a probability above 0 and below 1")
        self.__dict__.update(means=means, covariances=covariances)

    def draw(self, n_rows: int = 200, *, random_state: Seed = 0, name: str = "two-gaussians") -> Task:
        """Draw a Task of n_rows rows, each of a class drawn from the prior."""
        random = generator(random_state)
        y = (random.random(n_rows) < self.prior).astype(np.int64)
        roots = np.linalg.cholesky(self.covariances)
        X = self.means[y] + np.einsum(
            "nij,nj->ni", roots[y], random.standard_normal((n_rows, self.n_features))
        )
        return Task(X, y, kind="classification", name=name)

    @property
    def n_features(self) -> int:
        """The number of features."""
        return int(self.means.shape[1])

    def log_odds(self, X: Any) -> Floats:
        """ln P(class 1 | x) - ln P(class 0 | x), row by row."""
        X = np.asarray(X, dtype=np.float64)
        odds = np.full(len(X), np.log(self.prior) - np.log1p(-self.prior))
        for sign, mean, covariance in zip((-0.5, 0.5), self.means, self.covariances):
            factor = cho_factor(covariance, lower=True)
            gap = X - mean
            distance = np.einsum("ij,ij->i", gap, cho_solve(factor, gap.T).T)
            odds -= sign * (distance + 2 * np.log(np.diag(factor[0])).sum())
        return odds

    def posterior(self, X: Any) -> Floats:
        """P(class 0 | x) and P(class 1 | x), one row for each row of X."""
        odds = self.log_odds(X)
        return np.column_stack([expit(-odds), expit(odds)])

    @cached_property
    def bayes_error(self) -> float:
        """The Bayes error rate (that of the Bayes optimal classifier), to about eight digits."""
        missed = _chance_below_zero(*self._odds_as_quadratic(1))
        false_alarm = 1 - _chance_below_zero(*self._odds_as_quadratic(0))
        return self.prior * missed + (1 - self.prior) * false_alarm

    def oracle(self) -> "BayesOptimalClassifier":
        """The Bayes optimal classifier, as an estimator."""
        return BayesOptimalClassifier(self)

    def _odds_as_quadratic(self, label: int) -> tuple[Floats, Floats, float]:
        """Log odds of a row of this class as sum(a z² + b z) + c, with z independent and standard normal."""
        root = np.linalg.cholesky(self.covariances[label])
        inverses = np.linalg.inv(self.covariances)
        curvature = root.T @ (inverses[0] - inverses[1]) @ root / 2
        a, axes = np.linalg.eigh((curvature + curvature.T) / 2)
        other = 1 - label
        slope = root.T @ inverses[other] @ (self.means[label] - self.means[other])
        b = (slope if label == 1 else -slope) @ axes
        return a, b, float(self.log_odds(self.means[[label]])[0])


class BayesOptimalClassifier(ClassifierMixin, BaseEstimator):
    """Bayes optimal classifier: predicts by the true posterior of a known source.

    source: the distribution that the rows were drawn from, with a `posterior` method.

    >>> source = TwoGaussians(np.array([[-1.0], [1.0]]), np.ones((2, 1, 1)))
    >>> task = source.draw(20, random_state=0)
    >>> source.oracle().fit(task.X, task.y).predict([[-3.0], [2.0]])
    array([0, 1])
    """

    def __init__(self, source: TwoGaussians | None = None) -> None:
        self.source = source

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> "BayesOptimalClassifier":
        """Only check that X has the number of features of the source: there is nothing to learn."""
        if self.source is None:
            raise ParameterError(
                "BayesOptimalClassifier(source=None): pass the distribution that the rows are drawn from"
            )
        X = validate_data(self, X, dtype=np.float64)
        if X.shape[1] != self.source.n_features:
            raise ParameterError(f"X has {X.shape[1]} columns, but the source has {self.source.n_features}")
        self.classes_ = np.array([0, 1])
        return self

    def predict_proba(self, X: Any) -> Floats:
        """The true P(class | x)."""
        check_is_fitted(self)
        assert self.source is not None
        return self.source.posterior(validate_data(self, X, dtype=np.float64, reset=False))

    def predict(self, X: Any) -> Array:
        """The more probable class; class 0 in ties."""
        probability = self.predict_proba(X)
        return self.classes_[first_largest(probability)]


def make_two_gaussians(
    n_rows: int = 200,
    *,
    means: Any = ((-1.0, 0.0), (1.0, 0.0)),
    covariances: Any = None,
    prior: float = 0.5,
    random_state: Seed = 0,
) -> Task:
    """Draw a Task of two multivariate normal classes; use `TwoGaussians` for the posterior and Bayes error.

    >>> make_two_gaussians(50, random_state=0)
    Task 'two-gaussians': classification of 50 rows by 2 features into 0, 1
    """
    means = np.asarray(means, dtype=np.float64)
    if covariances is None:
        covariances = np.stack([np.eye(means.shape[-1])] * 2)
    return TwoGaussians(means, np.asarray(covariances), prior).draw(n_rows, random_state=random_state)


def _chance_below_zero(a: Floats, b: Floats, c: float) -> float:
    """P(Q < 0) for Q = sum(a z² + b z) + c, with independent standard normal z.

    P(Q > 0) is the integral of M(s) / (2πi s) along any path from below to above that crosses the real line
    between zero and the first pole of the moment generating function M. Imhof (1961) uses a vertical line;
    here the path bends toward the half-plane in which M decays, so that the integrand does not oscillate.
    """
    scale = float(np.sqrt(np.sum(2 * a**2 + b**2)))
    if scale == 0:
        return float(c < 0)
    a, b, c = a / scale, b / scale, c / scale
    curved = np.abs(a) > 1e-12
    if not curved.any():
        return float(ndtr(-c / np.linalg.norm(b)))
    start = min(1.0, 0.25 / a.max()) if a.max() > 0 else 1.0
    far = c - np.sum(b[curved] ** 2 / (4 * a[curved]))
    bend = -0.4 * np.sign(far)

    def integrand(u: float) -> float:
        hypotenuse = np.hypot(1.0, u)
        s = start + 1j * u + bend * (hypotenuse - 1)
        root = 1 - 2 * a * s
        log_m = c * s - 0.5 * np.log(root).sum() + 0.5 * s**2 * (b**2 / root).sum()
        return float((np.exp(log_m) / s * (1j + bend * u / hypotenuse)).imag)

    above = 0.0
    for low, high in pairwise([0.0, *(2.0 ** np.arange(-3, 40))]):
        part = quad(integrand, low, high, limit=500, epsabs=1e-12, epsrel=1e-10)[0]
        above += part / np.pi
        if abs(part) < 1e-12 and low > 1:
            break
    return float(np.clip(1 - above, 0, 1))
