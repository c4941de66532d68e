"""Binormal ROC curve: tpr = Φ(a + b Φ⁻¹(fpr)), for scores normal in both classes up to a monotone transform.

Fitted by maximum likelihood to counts in ordered categories (Dorfman & Alf 1969), so it is invariant to
monotone transforms of the scores; continuous scores are first binned into categories of equal weight.
"""

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import log_ndtr, ndtr, ndtri

from gnomon.arrays import Array, Floats
from gnomon.assessment.curves.roc import RocCurve
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class BinormalCurve:
    """A fitted binormal ROC curve, with the covariance of its two parameters.

    a: difference of the class means in standard deviations of the positives. b: ratio of the standard
    deviations, negatives to positives. converged: whether the maximum-likelihood fit converged.

    >>> from gnomon.curves import roc_curve
    >>> generator = np.random.default_rng(1)
    >>> positive = np.arange(2000) < 1000
    >>> fit = binormal_curve(roc_curve(positive, np.exp(generator.normal(size=2000) + positive)))
    >>> abs(fit.a - 1) < 0.1, abs(fit.b - 1) < 0.1
    (True, True)
    """

    a: float
    b: float
    covariance: Floats
    converged: bool

    @property
    def auc(self) -> float:
        """Area under the curve: Φ(a / √(1 + b²))."""
        return float(ndtr(self.a / sqrt(1 + self.b**2)))

    def tpr_at(self, fpr: Any) -> Floats:
        """The true positive rate at this false positive rate."""
        return np.asarray(ndtr(self.a + self.b * ndtri(np.asarray(fpr, dtype=np.float64))))

    def frame(self, samples: int = 100) -> "pd.DataFrame":
        """The curve at fpr 0, 1/samples, ..., 1."""
        import pandas as pd

        fpr = np.linspace(0, 1, samples + 1)
        return pd.DataFrame({"fpr": fpr, "tpr": self.tpr_at(fpr)})

    def __str__(self) -> str:
        warning = "" if self.converged else "; not converged"
        return f"binormal ROC curve: a {self.a:.3f}, b {self.b:.3f}, AUC {self.auc:.3f}{warning}"

    __repr__ = __str__


def binormal_curve(curve: RocCurve, *, categories: int = 10) -> BinormalCurve:
    """Fit a binormal ROC curve by maximum likelihood.

    categories: maximum number of categories, of equal weight, into which scores are binned.

    >>> from gnomon.curves import roc_curve
    >>> print(
    ...     binormal_curve(
    ...         roc_curve([1, 1, 0, 1, 0, 1, 0, 0, 1, 0] * 20, [5, 4, 4, 4, 3, 3, 2, 2, 1, 1] * 20)
    ...     )
    ... )
    binormal ROC curve: a 0.629, b 0.374, AUC 0.722
    """
    if not (isinstance(categories, int | np.integer) and categories >= 3):
        raise ParameterError(
            f"categories={categories!r}: it must be an integer of at least 3, to fit two parameters"
        )
    counts = _categories(curve, int(categories))
    parameters, information, converged = _fisher_scoring(_start(counts), counts)
    covariance = np.linalg.pinv(information, hermitian=True)[:2, :2].astype(np.float64)
    is_valid = converged and bool((np.linalg.eigvalsh(covariance) > 0).all())
    return BinormalCurve(float(parameters[0]), float(parameters[1]), covariance, is_valid)


def _categories(curve: RocCurve, n_max: int) -> Floats:
    """Negatives and positives in each category, the highest scores last, scaled to effective sample sizes."""
    fp, tp = curve.rows.counts()
    both = fp / fp[-1] + tp / tp[-1]
    n_effective = np.array(curve.rows.effective)
    wanted = np.searchsorted(both, np.linspace(0, 2, n_max + 1)[1:-1], side="left")
    ends = np.unique(np.append(wanted, len(fp) - 1))
    shares = np.diff(np.array([fp[ends] / fp[-1], tp[ends] / tp[-1]]), axis=1, prepend=0.0)
    counts = (shares * n_effective[:, None])[:, ::-1]
    mixed = np.count_nonzero((counts > 0).all(axis=0))
    if counts.shape[1] < 3 or mixed < 2:
        raise DataError(
            f"the classes overlap in {mixed} of {counts.shape[1]} score categories, too few for a binormal "
            "curve; use kolmogorov_smirnov_band or fixed_width_band"
        )
    return counts


def _start(counts: Floats) -> Floats:
    """Initial a, b and cut points: a least-squares line through the normal deviates of the rates."""
    shares = (np.cumsum(counts, axis=1)[:, :-1] + 0.5) / (counts.sum(axis=1, keepdims=True) + 1)
    cuts, others = ndtri(shares)
    away = cuts - cuts.mean()
    slope = float(np.clip(away @ others / max(away @ away, 1e-6), 0.2, 5.0))
    cuts = np.maximum.accumulate(cuts) + 1e-6 * np.arange(len(cuts))
    return np.concatenate([[slope * cuts.mean() - others.mean(), slope], cuts])


def _fisher_scoring(parameters: Floats, counts: Floats) -> tuple[Floats, Floats, bool]:
    """Maximum-likelihood parameters by Fisher scoring, their Fisher information, and convergence."""
    value, gradient, information = _likelihood(parameters, counts)
    for _ in range(200):
        step = np.linalg.lstsq(information, gradient)[0]
        if gradient @ step < 1e-10:
            return parameters, information, True
        trial = _likelihood(parameters + step, counts)
        while trial[0] < value and np.abs(step).max() > 1e-12:
            step = step / 2
            trial = _likelihood(parameters + step, counts)
        if trial[0] < value:
            break
        parameters, (value, gradient, information) = parameters + step, trial
    return parameters, information, False


def _likelihood(parameters: Floats, counts: Floats) -> tuple[float, Floats, Floats]:
    """Log-likelihood of counts in categories, its gradient, and the expected (Fisher) information.

    A negative is below cut point c with probability Φ(c), a positive with Φ(b c - a).
    """
    a, b, cuts = parameters[0], parameters[1], parameters[2:]
    n = len(parameters)
    if b <= 0 or (np.diff(cuts) <= 0).any():
        return -np.inf, parameters, np.eye(n)
    value, gradient, information = 0.0, np.zeros(n), np.zeros((n, n))
    for row, deviate, slopes in (
        (0, cuts, np.stack([0 * cuts, 0 * cuts])),
        (1, b * cuts - a, np.stack([0 * cuts - 1, cuts])),
    ):
        share = _shares(deviate)
        density = np.exp(-(deviate**2) / 2) / sqrt(2 * np.pi)
        # Each probability is the difference of two neighboring values of Φ.
        rise = np.concatenate([slopes, np.diag(np.full(len(cuts), b if row else 1.0))]) * density
        change = np.diff(np.pad(rise, ((0, 0), (1, 1))), axis=1)
        value += float(np.dot(counts[row], np.log(share)))
        gradient += change @ (counts[row] / share)
        information += counts[row].sum() * (change / share) @ change.T
    return value, gradient, information


def _shares(deviate: Array) -> Floats:
    """Φ(d₁), Φ(d₂) - Φ(d₁), ..., 1 - Φ(d_k), from the nearer tail to avoid cancellation."""
    low = np.concatenate([[-np.inf], deviate])
    high = np.concatenate([deviate, [np.inf]])
    turn = low > 0
    low, high = np.where(turn, -high, low), np.where(turn, -low, high)
    return np.maximum(np.exp(log_ndtr(high)) - np.exp(log_ndtr(low)), 1e-300)
