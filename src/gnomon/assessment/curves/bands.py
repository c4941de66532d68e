"""Simultaneous bands: what holds the whole true ROC curve, not one point of it, with the level asked for.

=================  ======================================  ==============================================
band               needs                                   shape
=================  ======================================  ==============================================
ks_band            nothing; never below its level, wide    rectangles of one size along the curve
fixed_width_band   enough rows for a bootstrap             the curve moved up-left and down-right
binormal_band      classes normal after some rising map    narrow, smooth, widest where rows are few
=================  ======================================  ==============================================

All take the model and its scores as given, and leave out the spread over training sets. In trials with 20
to 300 rows a class, bands of 95 % held the true curve in 100 % (ks), 95 to 98 % (fixed width) and 89 to 95 %
(binormal) of samples; the binormal band in 44 % where positives were of two kinds, far apart.
"""

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats
from scipy.special import ndtr, ndtri

from gnomon.arrays import Floats
from gnomon.assessment.curves.binormal import binormal_curve
from gnomon.assessment.curves.ranked import check_times
from gnomon.assessment.curves.reading import foot, top
from gnomon.assessment.curves.roc import RocCurve, check_curve, curve_of
from gnomon.assessment.intervals import check_level
from gnomon.errors import DataError, ParameterError
from gnomon.seeds import Seed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Band:
    """Between lower and upper, at these false positive rates, lies the whole true curve, with the level.

    tpr: of the curve that the band is drawn around.

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> band = kolmogorov_smirnov_band(roc_curve([1, 0] * 100, list(range(200))))
    >>> print(band)
    95 % band for the whole curve (Kolmogorov-Smirnov): mean width 0.497
    >>> bool(band.holds(band.tpr))
    True
    """

    fpr: Floats
    tpr: Floats
    lower: Floats
    upper: Floats
    level: float
    method: str
    covers: str

    @property
    def width(self) -> float:
        """Mean height of the band over all false positive rates."""
        return float(np.trapezoid(self.upper - self.lower, self.fpr))

    def holds(self, tpr: Any) -> bool:
        """Whether a whole curve, given at the band's false positive rates, lies within."""
        tpr = np.asarray(tpr, dtype=np.float64)
        return bool(((self.lower - 1e-12 <= tpr) & (tpr <= self.upper + 1e-12)).all())

    def frame(self) -> "pd.DataFrame":
        """A line a false positive rate."""
        import pandas as pd

        return pd.DataFrame({name: getattr(self, name) for name in ("fpr", "tpr", "lower", "upper")})

    def __str__(self) -> str:
        return f"{100 * self.level:g} % band for the whole curve ({self.method}): mean width {self.width:.3f}"

    __repr__ = __str__


def kolmogorov_smirnov_band(curve: RocCurve, level: float = 0.95, *, samples: int = 100) -> Band:
    """The band of joint Kolmogorov-Smirnov regions (Campbell 1994): right for any scores.

    The true rates at all thresholds together lie within ± e of the observed ones, where e is Kolmogorov's
    bound for each class at the root of the level.

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> band = kolmogorov_smirnov_band(roc_curve([1, 0] * 100, list(range(200))))
    >>> float(band.lower[0]), float(band.upper[-1])
    (0.0, 1.0)
    """
    check_curve(curve)
    root = sqrt(check_level(level))
    curve = curve_of(curve.rows)
    across, up = (_kolmogorov(n, root) for n in curve.rows.effective)
    covers = "at least at its level, for any scores of independent rows; often far wider than need be"
    return _moved(curve, across, up, samples, level, "Kolmogorov-Smirnov", covers)


def fixed_width_band(
    curve: RocCurve,
    level: float = 0.95,
    *,
    samples: int = 100,
    times: int = 1000,
    random_state: Seed = 0,
) -> Band:
    """The curve moved up-left and down-right until this share of bootstrap curves lies wholly between.

    It moves along the slope -√(N / P), on which both rates stray alike (Macskassy, Provost & Rosset 2005).

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> curve = roc_curve([1, 1, 0] * 60, [x % 7 for x in range(180)])
    >>> fixed_width_band(curve, times=200).width < kolmogorov_smirnov_band(curve).width
    True
    """
    check_curve(curve)
    check_level(level)
    check_times(times)
    curve = curve_of(curve.rows)
    root_n, root_p = (sqrt(n) for n in curve.rows.effective)
    along, height = _turned(curve.fpr, curve.tpr, root_n, root_p)
    strays = []
    for fp, tp in curve.rows.resampled(times, random_state):
        fpr, tpr = (np.concatenate([[0.0], count / count[-1]]) for count in (fp, tp))
        there, other = _turned(fpr, tpr, root_n, root_p)
        # Both are broken lines, so their greatest distance is at a bend of one of them.
        gap = np.abs(np.interp(along, there, other) - height).max()
        strays.append(max(gap, np.abs(np.interp(there, along, height) - other).max()))
    shift = float(np.quantile(strays, level)) / 2
    # Classes that do not meet show no spread, so the band is at least what such rows leave open.
    across, up = np.maximum([shift / root_n, shift / root_p], curve.rows.unseen(sqrt(level)))
    covers = f"by {times} bootstrap samples of each class; approximate, better with more rows"
    return _moved(curve, float(across), float(up), samples, level, "fixed width", covers)


def binormal_band(curve: RocCurve, level: float = 0.95, *, samples: int = 100, categories: int = 10) -> Band:
    """Working and Hotelling's (1929) band for a line, around the binormal curve (Ma & Hall 1993).

    On normal deviates the curve is the line a + b z; its band is ± √χ²₂(level) standard errors.

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> generator = np.random.default_rng(0)
    >>> positive = np.arange(400) < 200
    >>> curve = roc_curve(positive, generator.normal(size=400) + positive)
    >>> binormal_band(curve).width < fixed_width_band(curve, times=200).width
    True
    """
    check_curve(curve)
    check_level(level)
    fit = binormal_curve(curve, categories=categories)
    if not fit.converged:
        raise DataError(
            "the binormal fit did not settle, for the classes meet in too few scores; use ks_band or "
            "fixed_width_band, which need no model"
        )
    fpr = _grid(samples)
    inner = fpr[1:-1]
    z = ndtri(inner)
    line = np.stack([np.ones(len(z)), z])
    error = np.sqrt(np.einsum("in,ij,jn->n", line, fit.covariance, line))
    half = sqrt(stats.chi2.ppf(level, 2)) * error
    middle = fit.a + fit.b * z
    # At the corners the deviates are infinite, and every curve goes through (0, 0) and (1, 1).
    lower, upper, tpr = (
        np.concatenate([[0.0], ndtr(deviate), [1.0]]) for deviate in (middle - half, middle + half, middle)
    )
    covers = "if the classes are normal after some rising map of the scores; not where they are not"
    return Band(fpr, tpr, lower, upper, level, "Working-Hotelling, binormal", covers)


def _moved(
    curve: RocCurve, across: float, up: float, samples: int, level: float, method: str, covers: str
) -> Band:
    """The band between the curve moved up and to the left, and moved down and to the right."""
    fpr = _grid(samples)
    upper = np.minimum(top(curve.fpr, curve.tpr, np.minimum(fpr + across, 1.0)) + up, 1.0)
    lower = np.maximum(foot(curve.fpr, curve.tpr, np.maximum(fpr - across, 0.0)) - up, 0.0)
    return Band(fpr, curve.tpr_at(fpr), lower, upper, level, method, covers)


def _grid(samples: int) -> Floats:
    if not (isinstance(samples, int | np.integer) and samples >= 1):
        raise ParameterError(f"samples={samples!r}: give a whole number of at least 1")
    return np.arange(samples + 1) / samples


@cache
def _kolmogorov(n: float, level: float) -> float:
    """Half-width of the band for a distribution function from n rows."""
    return float(stats.kstwo.ppf(level, max(int(n), 1)))


def _turned(fpr: Floats, tpr: Floats, root_n: float, root_p: float) -> tuple[Floats, Floats]:
    """The curve as a function across the slope on which it moves: both rates in units of their error."""
    return tpr * root_p + fpr * root_n, tpr * root_p - fpr * root_n
