"""Calibration of probabilities: expected calibration error, calibration slope and intercept, Brier parts."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import expit, logit, ndtr

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.bins import Bins
from gnomon.assessment.measures.facts import measure, same_length, weights
from gnomon.assessment.measures.probabilities import checked_probabilities
from gnomon.assessment.measures.tables import flags
from gnomon.errors import DataError
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


@measure(
    better="lower",
    range=(0, 1),
    needs="probability",
    kind="classification",
    title="ECE (expected calibration error): mean gap of predicted and observed frequency, over bins",
)
def ece(
    truth: Array,
    probability: Array,
    weight: Array | None = None,
    *,
    bins: int = 15,
    by: str = "width",
    debiased: bool = False,
) -> float:
    """Expected calibration error (ECE): the mean over bins of |mean probability - frequency of the event|.

    For two classes the probability is that of class 1; for more, that of the predicted class (top label),
    and the event is a correct prediction. by: "width" or "mass" (see `bins`). debiased: subtract the
    expected sampling error of each bin's gap (Kumar, Liang & Ma 2019), which reduces the bias.

    >>> round(ece([0, 0, 1, 1], [0.2, 0.2, 0.7, 0.7], bins=2), 4)
    0.25
    """
    called, event = _top_label(truth, probability)
    weight = weights(weight, len(event))
    binned = Bins.of(called, event, weight, bins, by)
    gap = np.abs(binned.probability - binned.event)
    if debiased:
        gap = gap - _by_chance(gap, np.sqrt(binned.event * (1 - binned.event) / binned.weight))
    return float(max(np.dot(gap, binned.weight) / np.sum(binned.weight), 0.0))


@measure(
    better="nearest 1",
    range=(-np.inf, np.inf),
    needs="probability",
    kind="classification",
    title="Calibration slope: below 1 for probabilities too extreme",
    of_positive=True,
)
def calibration_slope(truth: Array, probability: Array, weight: Array | None = None) -> float:
    """Calibration slope: b of the logistic recalibration logit P(positive) = a + b logit(p) (Cox 1958).

    1 is calibrated; below 1 the probabilities are too extreme (overconfident), as of an overfitted learner.

    >>> round(calibration_slope([0, 1, 0, 0, 1, 1, 0, 1], [0.1, 0.1, 0.3, 0.4, 0.6, 0.7, 0.9, 0.9]), 3)
    0.243
    """
    return calibration_line(truth, probability, weight)[1]


@measure(
    better="nearest 0",
    range=(-np.inf, np.inf),
    needs="probability",
    kind="classification",
    title="Calibration in the large: above 0 for probabilities too low",
    of_positive=True,
)
def calibration_intercept(truth: Array, probability: Array, weight: Array | None = None) -> float:
    """Calibration in the large: the intercept a of logit P(positive) = a + logit(p), with slope 1.

    0 is calibrated in the large; above 0 the probabilities are too low on average.

    >>> round(calibration_intercept([0, 1, 1, 1], [0.5, 0.5, 0.5, 0.5]), 4)
    1.0986
    """
    event, x, weight = _logits(truth, probability, weight)
    return float(_newton(np.ones((len(x), 1)), event, weight, x)[0])


def calibration_line(truth: Array, probability: Array, weight: Array | None = None) -> tuple[float, float]:
    """Calibration intercept and slope: logistic regression of the truth on the logit of the probability.

    >>> [abs(round(each, 3)) for each in calibration_line([0, 1, 0, 1], [0.2, 0.4, 0.6, 0.8])]
    [0.0, 1.102]
    """
    event, x, weight = _logits(truth, probability, weight)
    low, high = (x[(event == which) & (weight > 0)] for which in (0, 1))
    if np.ptp(x[weight > 0]) == 0:
        raise DataError("the calibration slope is undefined here: all probabilities are the same")
    if high.min() >= low.max() or low.min() >= high.max():
        raise DataError(
            "the calibration slope is undefined here: the probabilities separate the classes perfectly, so "
            "the maximum likelihood estimate does not exist; evaluate more rows together"
        )
    intercept, slope = _newton(np.column_stack([np.ones(len(x)), x]), event, weight, np.zeros(len(x)))
    return float(intercept), float(slope)


@dataclass(frozen=True)
class BrierParts:
    """The decomposition of the Brier score (Murphy 1973), with within-bin terms (Stephenson et al. 2008).

    brier = reliability - resolution + uncertainty + within_variance - within_covariance, exactly; the first
    three are the Brier score of the bins' mean probabilities.

    >>> print(brier_decomposition([0, 1, 1, 0], [0.2, 0.7, 0.7, 0.7], bins=None))
    Brier score 0.177 = reliability 0.011 - resolution 0.083 + uncertainty 0.250
    """

    reliability: float
    resolution: float
    uncertainty: float
    within_variance: float
    within_covariance: float

    @property
    def binned(self) -> float:
        """The Brier score if each row had its bin's mean probability."""
        return self.reliability - self.resolution + self.uncertainty

    @property
    def brier(self) -> float:
        """The Brier score."""
        return self.binned + self.within_variance - self.within_covariance

    def frame(self) -> "pd.DataFrame":
        """A data frame with a row per part and its sign in the sum."""
        import pandas as pd

        signs = {"reliability": 1, "resolution": -1, "uncertainty": 1}
        signs |= {"within_variance": 1, "within_covariance": -1}
        rows = [{"part": name, "sign": sign, "value": getattr(self, name)} for name, sign in signs.items()]
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        text = (
            f"Brier score {self.brier:.3f} = reliability {self.reliability:.3f} - resolution "
            f"{self.resolution:.3f} + uncertainty {self.uncertainty:.3f}"
        )
        within = self.within_variance - self.within_covariance
        return (
            text if abs(within) < 5e-4 else f"{text} {'-' if within < 0 else '+'} {abs(within):.3f} in bins"
        )


def brier_decomposition(
    truth: Any, probability: Any, weight: Any | None = None, *, bins: int | None = 10, by: str = "width"
) -> BrierParts:
    """Brier score decomposition into reliability (calibration), resolution (refinement) and uncertainty.

    truth: class codes; probability: rows x classes, or of class 1 of two. Of two classes the parts are those
    of class 1, of more they are summed over classes, as `brier` is. bins: None gives each distinct
    probability its own bin, and the within-bin terms are 0.

    >>> parts = brier_decomposition([0, 1, 1, 0], [0.2, 0.7, 0.8, 0.6])
    >>> round(parts.brier, 4)
    0.1325
    """
    truth, probability = checked_probabilities(truth, probability)
    weight = weights(weight, len(truth))
    columns = [
        _parts((truth == k).astype(np.float64), column, weight, bins, by)
        for k, column in enumerate(probability.T)
        if k == 1 or probability.shape[1] > 2
    ]
    return BrierParts(*(float(part) for part in np.sum(columns, axis=0)))


def _top_label(truth: Array, probability: Array) -> tuple[Floats, Floats]:
    """The probability of class 1 or of the predicted class, and whether the event occurred."""
    truth, probability = checked_probabilities(truth, probability)
    if probability.shape[1] == 2:
        return probability[:, 1], (truth == 1).astype(np.float64)
    top = first_largest(probability)
    return probability[np.arange(len(top)), top], (truth == top).astype(np.float64)


def _by_chance(gap: Floats, error: Floats) -> Floats:
    """E|gap + error N(0, 1)| - gap: the bias of an absolute gap, by the mean of the folded normal."""
    z = np.divide(gap, error, out=np.full_like(gap, np.inf), where=error > 0)
    return error * np.sqrt(2 / np.pi) * np.exp(-(z**2) / 2) - 2 * gap * ndtr(-z)


def _parts(
    event: Floats, probability: Floats, weight: Floats, bins: int | None, by: str
) -> tuple[float, float, float, float, float]:
    binned = Bins.of(probability, event, weight, bins, by)
    n, overall = np.sum(weight), np.dot(event, weight) / np.sum(weight)
    spread = probability - binned.probability[binned.code]
    return (
        np.dot(binned.weight, (binned.probability - binned.event) ** 2) / n,
        np.dot(binned.weight, (binned.event - overall) ** 2) / n,
        overall * (1 - overall),
        np.dot(weight, spread**2) / n,
        2 * np.dot(weight, spread * (event - binned.event[binned.code])) / n,
    )


def _logits(truth: Array, probability: Array, weight: Array | None) -> tuple[Floats, Floats, Floats]:
    truth, probability = same_length(flags(truth), probability)
    truth, probability = checked_probabilities(truth, probability)
    weight = weights(weight, len(truth))
    share = np.dot(weight, truth) / np.sum(weight)
    if share in (0, 1):
        raise DataError(
            "calibration is undefined here: all rows are of one class; evaluate rows of both classes together"
        )
    # As for log loss: probabilities of 0 and 1 are clipped, so that logits are finite.
    eps = np.finfo(np.float64).eps
    return truth.astype(np.float64), logit(np.clip(probability[:, 1], eps, 1 - eps)), weight


def _newton(design: Floats, event: Floats, weight: Floats, offset: Floats) -> Floats:
    """Maximum likelihood of logistic regression by Newton's method, with step halving."""
    coefficients = np.zeros(design.shape[1])
    sign = 2 * event - 1

    def loss(at: Floats) -> float:
        margin = sign * (design @ at + offset)
        return float(np.dot(weight, np.logaddexp(0.0, -margin)))

    now = loss(coefficients)
    for _ in range(100):
        share = expit(design @ coefficients + offset)
        gradient = design.T @ (weight * (event - share))
        curvature = (design.T * (weight * share * (1 - share))) @ design
        step = np.linalg.lstsq(curvature, gradient, rcond=None)[0]
        while (next_loss := loss(coefficients + step)) > now and np.max(np.abs(step)) > 1e-12:
            step = step / 2
        coefficients = coefficients + step
        if now - next_loss <= 1e-14 * abs(now):
            return coefficients
        now = next_loss
    raise DataError(
        "the logistic recalibration did not converge in 100 iterations; the probabilities are too extreme"
    )
