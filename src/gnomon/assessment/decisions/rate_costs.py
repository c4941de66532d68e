"""Expected misclassification cost from TPR and FPR: cheapest classifier and minimum-cost threshold.

The expected cost of a case is C_miss P (1 - tpr) + C_false_alarm (1 - P) fpr, where P is the prevalence.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.assessment.curves.interpolation import first_minimum
from gnomon.assessment.curves.roc import check_prevalence
from gnomon.assessment.curves.threshold_counts import ThresholdCounts, scored, threshold_counts
from gnomon.assessment.decisions.costs import check_costs
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


def rate_cost(
    tpr: ArrayLike,
    fpr: ArrayLike,
    *,
    prevalence: float,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
) -> Floats:
    """Expected misclassification cost from the rates: C_miss P (1 - tpr) + C_false_alarm (1 - P) fpr.

    prevalence: proportion of positives, P. cost_miss, cost_false_alarm: cost of a false negative, of a false
    positive.

    >>> rate_cost([0.9, 0.7], [0.4, 0.1], prevalence=0.1, cost_miss=100).round(2)
    array([1.36, 3.09])
    """
    check_costs(cost_miss, cost_false_alarm)
    rates = np.asarray(tpr, dtype=np.float64), np.asarray(fpr, dtype=np.float64)
    for name, values in zip(("tpr", "fpr", "prevalence"), (*rates, np.asarray(prevalence))):
        if not ((values >= 0) & (values <= 1)).all():
            raise ParameterError(f"{name}={values.tolist()!r}: it must be from 0 to 1")
    return cost_miss * prevalence * (1 - rates[0]) + cost_false_alarm * (1 - prevalence) * rates[1]


def break_even(first: tuple[float, float], second: tuple[float, float], *, prevalence: float) -> float:
    """Break-even cost ratio C_miss / C_false_alarm of two classifiers, each (tpr, fpr): equal expected cost.

    Above it the classifier with the higher tpr is cheaper.

    >>> round(break_even((0.9, 0.4), (0.7, 0.1), prevalence=0.1), 4)
    13.5
    """
    tpr_gain, fpr_gain = first[0] - second[0], first[1] - second[1]
    check_prevalence(prevalence)
    if tpr_gain * fpr_gain <= 0:
        raise ParameterError(
            f"(tpr, fpr) of {first} and {second}: one dominates the other in both rates, so no cost ratio "
            "makes them equal"
        )
    return fpr_gain * (1 - prevalence) / (tpr_gain * prevalence)


@dataclass(frozen=True)
class ClassifierChoice:
    """The classifier of smallest expected cost, and the expected cost per case of each.

    >>> print(choose_classifier({"keen": (0.9, 0.4), "shy": (0.7, 0.1)}, prevalence=0.1))
    shy has the smallest expected cost: 0.12 per case (keen 0.37)
    """

    best: str
    costs: dict[str, float]

    def frame(self) -> "pd.DataFrame":
        """One row per classifier, the cheapest first."""
        import pandas as pd

        table = pd.DataFrame({"classifier": list(self.costs), "cost": list(self.costs.values())})
        return table.sort_values("cost", kind="stable", ignore_index=True)

    def __str__(self) -> str:
        others = ", ".join(f"{name} {cost:.3g}" for name, cost in self.costs.items() if name != self.best)
        return f"{self.best} has the smallest expected cost: {self.costs[self.best]:.3g} per case" + (
            f" ({others})" if others else ""
        )


def choose_classifier(
    rates: Mapping[str, tuple[float, float]],
    *,
    prevalence: float,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
) -> ClassifierChoice:
    """The classifier of smallest expected misclassification cost; of ties, the first.

    rates: (tpr, fpr) of each classifier, by name.

    >>> both = {"keen": (0.9, 0.4), "shy": (0.7, 0.1)}
    >>> choose_classifier(both, prevalence=0.1, cost_miss=100).best
    'keen'
    """
    if not rates:
        raise ParameterError("rates is empty; pass at least one classifier as name: (tpr, fpr)")
    costs = {
        name: float(
            rate_cost(*each, prevalence=prevalence, cost_miss=cost_miss, cost_false_alarm=cost_false_alarm)
        )
        for name, each in rates.items()
    }
    return ClassifierChoice(min(costs, key=costs.__getitem__), costs)


@dataclass(frozen=True, eq=False, repr=False)
class ThresholdCosts:
    """Expected cost per case at every threshold; rows with score >= threshold are predicted positive.

    The minimum is optimistic, as the threshold is chosen on the same rows; ThresholdedClassifier tunes it
    within the training rows.

    >>> print(cost_by_threshold([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], cost_miss=2))
    minimum cost 0.25 per case at threshold 0.7
    """

    counts: ThresholdCounts
    prevalence: float
    cost_miss: float
    cost_false_alarm: float

    @property
    def threshold(self) -> Floats:
        """The distinct scores, decreasing from infinity (no row is predicted positive)."""
        return self.counts.threshold

    @property
    def cost(self) -> Floats:
        """The expected cost per case at each threshold."""
        return rate_cost(
            self.counts.tpr,
            self.counts.fpr,
            prevalence=self.prevalence,
            cost_miss=self.cost_miss,
            cost_false_alarm=self.cost_false_alarm,
        )

    @property
    def best(self) -> float:
        """The minimum-cost threshold; of ties, the highest."""
        return float(self.threshold[first_minimum(self.cost)])

    def cost_at(self, threshold: float) -> float:
        """The expected cost per case at a threshold.

        >>> cost_by_threshold([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).cost_at(0.75)
        0.5
        """
        index = int(np.searchsorted(-self.threshold, -threshold, side="right")) - 1
        return float(self.cost[max(index, 0)])

    def frame(self) -> "pd.DataFrame":
        """One row per threshold."""
        import pandas as pd

        rates = {"tpr": self.counts.tpr, "fpr": self.counts.fpr}
        return pd.DataFrame({"threshold": self.threshold, **rates, "cost": self.cost})

    def __str__(self) -> str:
        return f"minimum cost {self.cost.min():.3g} per case at threshold {self.best:.3g}"

    __repr__ = __str__


def cost_by_threshold(
    positive: ArrayLike,
    score: ArrayLike,
    *,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
    prevalence: float | None = None,
    weight: ArrayLike | None = None,
) -> ThresholdCosts:
    """Expected misclassification cost per case at every threshold.

    prevalence: proportion of positives where the classifier is used; by default that of these rows.

    >>> cost_by_threshold([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], cost_miss=2).frame()
       threshold  tpr  fpr  cost
    0        inf  0.0  0.0  1.00
    1        0.9  0.5  0.0  0.50
    2        0.8  0.5  0.5  0.75
    3        0.7  1.0  0.5  0.25
    4        0.1  1.0  1.0  0.50
    """
    return _costed(threshold_counts(positive, score, weight), cost_miss, cost_false_alarm, prevalence)


def cost_by_threshold_of(
    predictions: "Predictions",
    *,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
    prevalence: float | None = None,
    positive: Any = None,
    split: int | None = None,
) -> ThresholdCosts:
    """Expected cost at every threshold of held-out rows: of one split, or of all pooled.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(cost_by_threshold_of(predictions).cost_at(0.5), 3)
    0.06
    """
    counts = threshold_counts(*scored(predictions, positive=positive, split=split))
    return _costed(counts, cost_miss, cost_false_alarm, prevalence)


def _costed(
    counts: ThresholdCounts, cost_miss: float, cost_false_alarm: float, prevalence: float | None
) -> ThresholdCosts:
    check_costs(cost_miss, cost_false_alarm)
    prevalence = counts.prevalence if prevalence is None else prevalence
    if not 0 <= prevalence <= 1:
        raise ParameterError(f"prevalence={prevalence!r}: it must be a proportion from 0 to 1")
    return ThresholdCosts(counts, prevalence, cost_miss, cost_false_alarm)
