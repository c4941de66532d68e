"""Permutation test of the AUC against chance, and the ROC point of random guessing.

Guessing "positive" at rate r has the ROC point (r, r), so chance is the diagonal, with AUC 1/2.
"""

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.curves.ranked import RankedRows
from gnomon.assessment.curves.roc import RocCurve
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed, generator


@dataclass(frozen=True)
class ChanceTest:
    """The result of a permutation test of the AUC.

    p: p-value: proportion of permutations, the observed order included, with an AUC at least as extreme.
    upper: the `level` quantile of the AUCs of the permutations.

    >>> from gnomon.curves import roc_curve
    >>> print(roc_chance_test(roc_curve([1] * 10 + [0] * 10, list(range(20, 0, -1))), times=999))
    AUC 1.000 is better than chance: p = 0.001 (999 permutations; 95 % of them are below 0.710)
    """

    auc: float
    p: float
    upper: float
    level: float
    times: int
    alternative: str

    def __str__(self) -> str:
        rejected = "is better than chance" if self.alternative == "greater" else "differs from chance"
        verdict = rejected if self.p <= 1 - self.level else "cannot be distinguished from chance"
        null = f"{self.times} permutations; {100 * self.level:g} % of them are below {self.upper:.3f}"
        return f"AUC {self.auc:.3f} {verdict}: p = {self.p:.2g} ({null})"


def roc_chance_test(
    curve: RocCurve,
    *,
    alternative: str = "greater",
    level: float = 0.95,
    times: int = 1999,
    random_state: Seed = 0,
) -> ChanceTest:
    """Permutation test of the AUC against 1/2, exact for independent rows scored by one model.

    Scores are permuted over rows with fixed classes and weights. alternative: "greater" or "two-sided".
    level: 1 minus the significance level. times: number of permutations.

    >>> from gnomon.curves import roc_curve
    >>> roc_chance_test(roc_curve([1, 0, 1, 0], [4, 3, 2, 1]), times=199).p > 0.05
    True
    """
    if alternative not in ("greater", "two-sided"):
        raise ParameterError(f"alternative={alternative!r}: it must be 'greater' or 'two-sided'")
    if times < 1 or not 0 < level < 1:
        raise ParameterError(
            f"times={times!r}, level={level!r}: times must be at least 1, and level above 0 and below 1"
        )
    if curve.rows.unit is not None:
        raise DesignError(
            "rows of one group, or of several splits, are not exchangeable, so their scores cannot be "
            "permuted; test the curve of one split without groups"
        )
    random = generator(random_state)
    areas = np.array(
        [_area_of(curve.rows, random.permutation(len(curve.rows.positive))) for _ in range(times)]
    )
    observed = _area_of(curve.rows, np.arange(len(curve.rows.positive)))
    as_far = areas >= observed if alternative == "greater" else np.abs(areas - 0.5) >= abs(observed - 0.5)
    # Areas of the same pairs summed in another order may differ by rounding.
    as_far |= np.isclose(areas, observed, rtol=0, atol=1e-12)
    p = (1 + int(np.sum(as_far))) / (times + 1)
    return ChanceTest(curve.auc, p, float(np.quantile(areas, level)), level, times, alternative)


def random_classifier_point(rate: float) -> tuple[float, float]:
    """The (fpr, tpr) of a random classifier that predicts "positive" at this rate.

    >>> random_classifier_point(0.7)
    (0.7, 0.7)
    """
    if not 0 <= rate <= 1:
        raise ParameterError(f"rate={rate!r}: it must be from 0 to 1")
    return rate, rate


def _area_of(rows: RankedRows, order: Integers) -> float:
    """The AUC when row order[i] gets the i-th score."""
    fp, tp = np.cumsum(rows.negative[order])[rows.last], np.cumsum(rows.positive[order])[rows.last]
    heights = tp + np.concatenate([[0.0], tp[:-1]])
    return float(np.dot(np.diff(fp, prepend=0.0), heights)) / (2 * fp[-1] * tp[-1])
