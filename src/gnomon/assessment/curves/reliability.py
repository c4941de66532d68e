"""Reliability diagram (calibration curve): observed frequency against predicted probability.

Bins are of equal mass, of equal width, or those of an isotonic regression, which needs no number of bins
(CORP: Dimitriadis, Gneiting & Jordan 2021).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.assessment.calibration.binning import n_bins
from gnomon.assessment.calibration.isotonic import pooled_rates, pools
from gnomon.assessment.curves.threshold_counts import scored
from gnomon.assessment.intervals import check_level, clopper_pearson_interval, wilson_interval
from gnomon.assessment.measures.bins import bin_codes
from gnomon.assessment.measures.calibration import BrierParts
from gnomon.assessment.measures.facts import same_length, weights
from gnomon.assessment.measures.tables import flags
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.seeds import Seed, generator

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions

BY = ("mass", "width", "isotonic")
INTERVALS = ("wilson", "clopper-pearson", "consistency")
MAX_VALUES = 2000


@dataclass(frozen=True, eq=False, repr=False)
class Reliability:
    """A reliability diagram (calibration curve): mean probability and observed frequency in each bin.

    lowest, highest: range of the probabilities in each bin. weight: total weight of each bin. n: effective
    sample size of each bin. lower, upper: confidence interval of the observed frequency ("wilson",
    "clopper-pearson"), or consistency interval: its range if the probabilities are calibrated. parts:
    decomposition of the Brier score.

    >>> print(reliability_diagram([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9], bins=2))
    reliability in 2 bins by mass: ECE 0.117, 0 bins miscalibrated at 95 % (wilson)
    """

    lowest: Floats
    highest: Floats
    probability: Floats
    observed: Floats
    weight: Floats
    n: Floats
    lower: Floats
    upper: Floats
    level: float
    by: str
    interval: str
    parts: BrierParts

    @property
    def gap(self) -> float:
        """Expected calibration error (ECE): weighted mean of |probability - observed| over bins."""
        return float(np.average(np.abs(self.probability - self.observed), weights=self.weight))

    @property
    def max_gap(self) -> float:
        """Maximum calibration error (MCE): maximum of |probability - observed| over bins."""
        return float(np.abs(self.probability - self.observed).max())

    @property
    def miscalibration(self) -> float:
        """The miscalibration component of the Brier score: its reduction by recalibration of the bins."""
        return self.parts.brier - self.parts.uncertainty + self.parts.resolution

    @property
    def is_miscalibrated(self) -> Flags:
        """Whether the interval of each bin excludes calibrated probabilities."""
        value = self.observed if self.interval == "consistency" else self.probability
        return (value < self.lower - 1e-12) | (value > self.upper + 1e-12)

    def frame(self) -> "pd.DataFrame":
        """One row per bin."""
        import pandas as pd

        names = ("lowest", "highest", "probability", "observed", "weight", "n", "lower", "upper")
        columns = {name: getattr(self, name) for name in (*names, "is_miscalibrated")}
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        n = int(self.is_miscalibrated.sum())
        return (
            f"reliability in {len(self.weight)} bins by {self.by}: ECE {self.gap:.3f}, "
            f"{n} bin{'s' * (n != 1)} miscalibrated at {100 * self.level:g} % ({self.interval})"
        )

    __repr__ = __str__


def reliability_diagram(
    positive: ArrayLike,
    probability: ArrayLike,
    weight: ArrayLike | None = None,
    *,
    by: str = "mass",
    bins: int | str = "auto",
    interval: str = "auto",
    level: float = 0.95,
    unit: ArrayLike | None = None,
    times: int = 500,
    random_state: Seed = 0,
) -> Reliability:
    """Reliability diagram (calibration curve): predicted probabilities and observed frequencies by bin.

    positive: binary labels. probability: of the positive class. weight: sample weights. by: bins of equal
    "mass" or "width", or "isotonic". bins: number of bins, or "auto" for the cube root of the number of rows.
    interval: "wilson" or "clopper-pearson" confidence intervals, or "consistency" intervals under
    calibration, the only ones for isotonic bins, which depend on the labels; "auto" for "wilson" or
    "consistency". level: confidence level. unit: independent unit (group) of each row. times, random_state:
    number of simulated isotonic fits and their seed.

    >>> reliability_diagram([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.8, 0.9], by="isotonic").observed.round(
    ...     2
    ... )
    array([0. , 0.5, 1. ])
    """
    rows = _Rows.checked(positive, probability, weight, unit)
    check_level(level)
    interval = _interval(by, interval)
    code = np.unique(_codes(rows, by, bins), return_inverse=True)[1]
    mass = _sums(code, rows.weight)
    mean = _sums(code, rows.weight * rows.probability) / mass
    observed = _sums(code, rows.weight * rows.positive) / mass
    n = rows.effective(code)
    if by == "isotonic":
        lower, upper = _simulated(rows, mean, level, times, random_state)
    else:
        lower, upper = _bounds(interval, mean, observed, n, level)
    lowest, highest = _ends(rows.probability, code, len(mass))
    parts = _parts(rows, code, mean, observed, mass)
    return Reliability(lowest, highest, mean, observed, mass, n, lower, upper, level, by, interval, parts)


def reliability_diagram_of(
    predictions: "Predictions", *, positive: Any = None, split: int | None = None, **options: Any
) -> Reliability:
    """Reliability diagram (calibration curve) of held-out rows: of one split, or of all pooled.

    positive: the class of the probabilities; by default the positive class of the task. options: of
    `reliability_diagram`. In the intervals, repeated rows and rows of one group are one unit.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> print(reliability_diagram_of(predictions, bins=5))
    reliability in 5 bins by mass: ECE 0.021, 1 bin miscalibrated at 95 % (wilson)
    """
    if predictions.probability is None:
        raise DesignError(
            f"{predictions.learner} has no probabilities, which a reliability diagram needs; use a learner "
            "with predict_proba, or CalibratedClassifier"
        )
    here = slice(None) if split is None else predictions.split == split
    truth, probability, weight = scored(predictions, positive=positive, split=split, ranks=False)
    unit = predictions.row if predictions.group is None else predictions.group
    return reliability_diagram(truth, probability, weight, unit=unit[here], **options)


@dataclass(frozen=True, eq=False)
class _Rows:
    """Validated rows of positive weight, in increasing order of probability."""

    positive: Floats
    probability: Floats
    weight: Floats
    unit: Array

    @classmethod
    def checked(cls, positive: Any, probability: Any, weight: Any, unit: Any) -> "_Rows":
        event, chance = same_length(flags(np.asarray(positive), "positive"), probability)
        chance = chance.astype(np.float64)
        if chance.ndim != 1 or not ((chance >= 0) & (chance <= 1)).all():
            raise DataError(
                "probability must be a 1-dimensional array of numbers from 0 to 1, of the positive class"
            )
        times = weights(weight, len(event))
        units = np.arange(len(event)) if unit is None else same_length(event, unit)[1]
        counted = np.flatnonzero(times > 0)
        order = counted[np.argsort(chance[counted], kind="stable")]
        return cls(event[order].astype(np.float64), chance[order], times[order], units[order])

    def effective(self, code: Integers) -> Floats:
        """Effective sample size of each bin: (Σw)² / Σw² over its units (Kish 1965)."""
        unit = np.unique(self.unit, return_inverse=True)[1]
        cell, index = np.unique(code * (unit.max() + 1) + unit, return_inverse=True)
        held = _sums(index, self.weight)
        owner = cell // (unit.max() + 1)
        return _sums(owner, held) ** 2 / _sums(owner, held**2)


def _sums(code: Integers, values: Floats) -> Floats:
    return np.bincount(code, values).astype(np.float64)


def _interval(by: str, interval: str) -> str:
    if by not in BY:
        raise ParameterError(f"by={by!r}: it must be one of {', '.join(map(repr, BY))}")
    if interval == "auto":
        return "consistency" if by == "isotonic" else "wilson"
    if interval not in INTERVALS:
        raise ParameterError(f"interval={interval!r}: it must be 'auto' or one of {INTERVALS}")
    if by == "isotonic" and interval != "consistency":
        raise DesignError(
            f"interval={interval!r}: isotonic bins depend on the labels, so their frequencies are not "
            "binomial; use interval='consistency', or by='mass'"
        )
    return interval


def _codes(rows: _Rows, by: str, bins: int | str) -> Integers:
    """The bin of each row."""
    if by != "isotonic":
        return bin_codes(rows.probability, rows.weight, n_bins(bins, rows.weight), by)
    step = np.unique(rows.probability, return_inverse=True)[1]
    start = pools(_sums(step, rows.weight * rows.positive), _sums(step, rows.weight))
    return np.searchsorted(start, step, side="right") - 1


def _bounds(interval: str, mean: Floats, observed: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    if interval == "consistency":
        # Unequal probabilities within a bin have a smaller variance than the binomial (Hoeffding 1956).
        tail = (1 - level) / 2
        whole = np.maximum(np.rint(n), 1)
        return stats.binom.ppf(tail, whole, mean) / whole, stats.binom.ppf(1 - tail, whole, mean) / whole
    function = wilson_interval if interval == "wilson" else clopper_pearson_interval
    bounds = np.array([function(float(share), float(size), level) for share, size in zip(observed, n)])
    return bounds[:, 0], bounds[:, 1]


def _simulated(
    rows: _Rows, mean: Floats, level: float, times: int, random_state: Seed
) -> tuple[Floats, Floats]:
    """Quantiles of isotonic fits at these probabilities, simulated under calibration."""
    if times < 1:
        raise ParameterError(f"times={times!r}: it must be at least 1, such as 500")
    random = generator(random_state)
    # More than 2,000 distinct probabilities are binned by mass first.
    n_values = len(np.unique(rows.probability))
    code = bin_codes(rows.probability, rows.weight, MAX_VALUES if n_values > MAX_VALUES else None, "mass")
    step = np.unique(code, return_inverse=True)[1]
    weight = _sums(step, rows.weight)
    chance = _sums(step, rows.weight * rows.probability) / weight
    n = np.maximum(np.rint(rows.effective(step)), 1).astype(np.int64)
    drawn = [
        np.interp(mean, chance, pooled_rates(weight * random.binomial(n, chance) / n, weight))
        for _ in range(times)
    ]
    tail = (1 - level) / 2
    lower, upper = np.quantile(drawn, [tail, 1 - tail], axis=0)
    return lower, upper


def _ends(probability: Floats, code: Integers, n: int) -> tuple[Floats, Floats]:
    """Minimum and maximum probability in each bin; rows are sorted."""
    first = np.searchsorted(code, np.arange(n))
    return probability[first], probability[np.append(first[1:], len(code)) - 1]


def _parts(rows: _Rows, code: Integers, mean: Floats, observed: Floats, mass: Floats) -> BrierParts:
    share, total = mass / mass.sum(), float(observed @ mass / mass.sum())
    spread, weight = rows.probability - mean[code], rows.weight / mass.sum()
    return BrierParts(
        reliability=float(share @ (mean - observed) ** 2),
        resolution=float(share @ (observed - total) ** 2),
        uncertainty=total * (1 - total),
        within_variance=float(weight @ spread**2),
        within_covariance=2 * float(weight @ (spread * (rows.positive - observed[code]))),
    )
