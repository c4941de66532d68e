"""Repeated cross-validation by repeat: how much the mean over folds depends on the random partition."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.errors import DesignError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Repeats:
    """Mean and variance of a score over the folds of each repeat.

    >>> repeats = Repeats("error", np.array([0.2, 0.3]), np.array([0.01, 0.03]), ddof=1)
    >>> print(repeats)
    error of 2 repeats: mean of the means 0.25 (variance 0.005), mean of the variances 0.02 (variance 0.0002)
    """

    measure: str
    means: Floats
    variances: Floats
    ddof: int

    def frame(self) -> "pd.DataFrame":
        """One row per repeat."""
        import pandas as pd

        return pd.DataFrame(
            {"repeat": range(len(self.means)), "mean": self.means, "variance": self.variances}
        )

    def __str__(self) -> str:
        parts = [
            f"mean of the {name} {np.mean(values):.3g} (variance {np.var(values, ddof=1):.2g})"
            for name, values in (("means", self.means), ("variances", self.variances))
        ]
        return f"{self.measure} of {len(self.means)} repeats: {', '.join(parts)}"

    __repr__ = __str__


def repeat_statistics(predictions: Predictions, measure: MeasureLike, *, ddof: int = 1) -> Repeats:
    """Mean and variance of a measure over the folds of each repeat of a repeated k-fold.

    >>> import gnomon as gn
    >>> plan = gn.repeated(gn.k_fold(5), times=3)
    >>> repeat_statistics(gn.resample(gn.load("iris"), gn.GaussianNB(), plan), "error").means.shape
    (3,)
    """
    design, measure = predictions.design, find_measure(measure)
    values = predictions.per_split(measure)
    if design.folds < 2 or design.repeats < 2 or len(values) != design.n_splits:
        raise DesignError(
            f"{len(values)} splits of {design} are not repeated k-fold cross-validation; "
            "use repeated(k_fold(5), times=10)"
        )
    table = values.reshape(design.repeats, design.folds)
    return Repeats(measure.name, table.mean(axis=1), table.var(axis=1, ddof=ddof), ddof)
