"""Expected cost from the rates of a classifier: which of several is cheapest, and at which threshold.

The cost of a case is C_miss P (1 - tpr) + C_false_alarm (1 - P) fpr, where P is the share of positives.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.assessment.curves.cuts import Cuts, cuts, scored
from gnomon.assessment.curves.reading import first_least
from gnomon.assessment.curves.roc import check_prevalence
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
    """Expected cost of a case from the rates of a classifier: C_miss P (1 - tpr) + C_false_alarm (1 - P) fpr.

    >>> rate_cost([0.9, 0.7], [0.4, 0.1], prevalence=0.1, cost_miss=100).round(2)
    array([1.36, 3.09])
    """
    check_costs(cost_miss, cost_false_alarm)
    rates = np.asarray(tpr, dtype=np.float64), np.asarray(fpr, dtype=np.float64)
    for name, values in zip(("tpr", "fpr", "prevalence"), (*rates, np.asarray(prevalence))):
        if not ((values >= 0) & (values <= 1)).all():
            raise ParameterError(f"{name}={values.tolist()!r}: a rate is from 0 to 1")
    return cost_miss * prevalence * (1 - rates[0]) + cost_false_alarm * (1 - prevalence) * rates[1]


def break_even(first: tuple[float, float], second: tuple[float, float], *, prevalence: float) -> float:
    """The ratio C_miss / C_false_alarm at which two classifiers, each (tpr, fpr), cost the same.

    Above it the one that misses less is the cheaper.

    >>> round(break_even((0.9, 0.4), (0.7, 0.1), prevalence=0.1), 4)
    13.5
    """
    more_found, more_alarms = first[0] - second[0], first[1] - second[1]
    check_prevalence(prevalence)
    if more_found * more_alarms <= 0:
        raise ParameterError(
            f"(tpr, fpr) of {first} and {second}: one is no worse in either rate, so no costs make them equal"
        )
    return more_alarms * (1 - prevalence) / (more_found * prevalence)


@dataclass(frozen=True)
class ClassifierChoice:
    """The cheapest of several classifiers, and what each would cost a case.

    >>> print(choose_classifier({"keen": (0.9, 0.4), "shy": (0.7, 0.1)}, prevalence=0.1))
    shy costs least: 0.12 a case (keen 0.37)
    """

    best: str
    costs: dict[str, float]

    def frame(self) -> "pd.DataFrame":
        """One line a classifier, the cheapest first."""
        import pandas as pd

        table = pd.DataFrame({"classifier": list(self.costs), "cost": list(self.costs.values())})
        return table.sort_values("cost", kind="stable", ignore_index=True)

    def __str__(self) -> str:
        others = ", ".join(f"{name} {cost:.3g}" for name, cost in self.costs.items() if name != self.best)
        return f"{self.best} costs least: {self.costs[self.best]:.3g} a case" + (
            f" ({others})" if others else ""
        )


def choose_classifier(
    rates: Mapping[str, tuple[float, float]],
    *,
    prevalence: float,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
) -> ClassifierChoice:
    """The classifier of least expected cost; of equals, the first.

    rates: true-positive and false-positive rate of each, by name.

    >>> both = {"keen": (0.9, 0.4), "shy": (0.7, 0.1)}
    >>> choose_classifier(both, prevalence=0.1, cost_miss=100).best
    'keen'
    """
    if not rates:
        raise ParameterError("rates is empty; give at least one classifier as name: (tpr, fpr)")
    costs = {
        name: float(
            rate_cost(*each, prevalence=prevalence, cost_miss=cost_miss, cost_false_alarm=cost_false_alarm)
        )
        for name, each in rates.items()
    }
    return ClassifierChoice(min(costs, key=costs.__getitem__), costs)


@dataclass(frozen=True, eq=False, repr=False)
class ThresholdCosts:
    """The expected cost of a case at every threshold: "positive" where the score is at or above it.

    The least cost is chosen on the rows that it is measured on, so it flatters; ThresholdedClassifier chooses
    inside the training rows.

    >>> print(cost_by_threshold([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], cost_miss=2))
    least cost 0.25 a case at threshold 0.7
    """

    cuts: Cuts
    prevalence: float
    cost_miss: float
    cost_false_alarm: float

    @property
    def threshold(self) -> Floats:
        """Every distinct score, from infinity (no row is called positive) down."""
        return self.cuts.threshold

    @property
    def cost(self) -> Floats:
        """The expected cost of a case at each threshold."""
        return rate_cost(
            self.cuts.tpr,
            self.cuts.fpr,
            prevalence=self.prevalence,
            cost_miss=self.cost_miss,
            cost_false_alarm=self.cost_false_alarm,
        )

    @property
    def best(self) -> float:
        """The threshold of least cost; of equals, the highest."""
        return float(self.threshold[first_least(self.cost)])

    def cost_at(self, threshold: float) -> float:
        """The expected cost of calling rows positive that score at or above this threshold.

        >>> cost_by_threshold([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).cost_at(0.75)
        0.5
        """
        place = int(np.searchsorted(-self.threshold, -threshold, side="right")) - 1
        return float(self.cost[max(place, 0)])

    def frame(self) -> "pd.DataFrame":
        """One line a threshold."""
        import pandas as pd

        rates = {"tpr": self.cuts.tpr, "fpr": self.cuts.fpr}
        return pd.DataFrame({"threshold": self.threshold, **rates, "cost": self.cost})

    def __str__(self) -> str:
        return f"least cost {self.cost.min():.3g} a case at threshold {self.best:.3g}"

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
    """The expected cost of a case at every threshold.

    prevalence: the share of positives where the classifier will be used; that of these rows if not given.

    >>> cost_by_threshold([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1], cost_miss=2).frame()
       threshold  tpr  fpr  cost
    0        inf  0.0  0.0  1.00
    1        0.9  0.5  0.0  0.50
    2        0.8  0.5  0.5  0.75
    3        0.7  1.0  0.5  0.25
    4        0.1  1.0  1.0  0.50
    """
    return _costed(cuts(positive, score, weight), cost_miss, cost_false_alarm, prevalence)


def cost_by_threshold_of(
    predictions: "Predictions",
    *,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
    prevalence: float | None = None,
    positive: Any = None,
    split: int | None = None,
) -> ThresholdCosts:
    """The same of held-out rows: of one split, or of all together as if one model had scored them.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(cost_by_threshold_of(predictions).cost_at(0.5), 3)
    0.06
    """
    found = cuts(*scored(predictions, positive=positive, split=split))
    return _costed(found, cost_miss, cost_false_alarm, prevalence)


def _costed(
    found: Cuts, cost_miss: float, cost_false_alarm: float, prevalence: float | None
) -> ThresholdCosts:
    check_costs(cost_miss, cost_false_alarm)
    share = found.prevalence if prevalence is None else prevalence
    if not 0 <= share <= 1:
        raise ParameterError(f"prevalence={prevalence!r}: it is a share, from 0 to 1")
    return ThresholdCosts(found, share, cost_miss, cost_false_alarm)
