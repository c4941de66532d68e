"""Against chance: could scores that know nothing of the classes rank them so well?

Guessing "positive" at rate r gives the point (r, r), so chance is the diagonal, with area 1/2.
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
    """The area under a curve beside those of scores dealt at random to the rows.

    p: share of dealings, the observed one included, with an area as far from 1/2 or farther. upper: the area
    that `level` of dealings stay below.

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> print(roc_chance_test(roc_curve([1] * 10 + [0] * 10, list(range(20, 0, -1))), times=999))
    AUC 1.000 is better than chance: p = 0.001 (999 dealings; 95 % of them are below 0.710)
    """

    auc: float
    p: float
    upper: float
    level: float
    times: int
    alternative: str

    def __str__(self) -> str:
        found = "is better than chance" if self.alternative == "greater" else "differs from chance"
        verdict = found if self.p <= 1 - self.level else "cannot be told from chance"
        share = f"{self.times} dealings; {100 * self.level:g} % of them are below {self.upper:.3f}"
        return f"AUC {self.auc:.3f} {verdict}: p = {self.p:.2g} ({share})"


def roc_chance_test(
    curve: RocCurve,
    *,
    alternative: str = "greater",
    level: float = 0.95,
    times: int = 1999,
    random_state: Seed = 0,
) -> ChanceTest:
    """Permutation test of the area under a curve, exact for independent rows scored by one model.

    Scores are dealt anew to the rows, which keep class and weight. alternative: "greater", or "two-sided".

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> roc_chance_test(roc_curve([1, 0, 1, 0], [4, 3, 2, 1]), times=199).p > 0.05
    True
    """
    if alternative not in ("greater", "two-sided"):
        raise ParameterError(f"alternative={alternative!r}: it must be 'greater' or 'two-sided'")
    if times < 1 or not 0 < level < 1:
        raise ParameterError(
            f"times={times!r}, level={level!r}: give 1 dealing or more, and a level in (0, 1)"
        )
    if curve.rows.unit is not None:
        raise DesignError(
            "rows of one group, or of several splits, are not exchangeable, so scores cannot be dealt to "
            "them; test the curve of one split without groups"
        )
    dealer = generator(random_state)
    areas = np.array(
        [_area_of(curve.rows, dealer.permutation(len(curve.rows.positive))) for _ in range(times)]
    )
    observed = _area_of(curve.rows, np.arange(len(curve.rows.positive)))
    as_far = areas >= observed if alternative == "greater" else np.abs(areas - 0.5) >= abs(observed - 0.5)
    # Areas of the same pairs summed in another order may differ in their last digits.
    as_far |= np.isclose(areas, observed, rtol=0, atol=1e-12)
    p = (1 + int(np.sum(as_far))) / (times + 1)
    return ChanceTest(curve.auc, p, float(np.quantile(areas, level)), level, times, alternative)


def random_classifier_point(rate: float) -> tuple[float, float]:
    """The (fpr, tpr) of guessing "positive" at this rate.

    >>> random_classifier_point(0.7)
    (0.7, 0.7)
    """
    if not 0 <= rate <= 1:
        raise ParameterError(f"rate={rate!r}: a rate is from 0 to 1")
    return rate, rate


def _area_of(rows: RankedRows, order: Integers) -> float:
    """The area when the row at place order[i] gets the i-th score."""
    fp, tp = np.cumsum(rows.negative[order])[rows.last], np.cumsum(rows.positive[order])[rows.last]
    heights = tp + np.concatenate([[0.0], tp[:-1]])
    return float(np.dot(np.diff(fp, prepend=0.0), heights)) / (2 * fp[-1] * tp[-1])
