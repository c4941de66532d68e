"""Effect of class imbalance (skew) on ROC and precision-recall curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from gnomon.assessment.curves.precision_recall import precision_recall_curve
from gnomon.assessment.curves.roc import roc_curve
from gnomon.errors import ParameterError
from gnomon.plotting.curves.precision_recall import PrecisionRecallDisplay
from gnomon.plotting.curves.roc import RocCurveDisplay
from gnomon.plotting.curves.scored import ScoredRows, of_predictions
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.registry import displays


class SkewDisplay(Panels):
    """Class skew: a ROC and a precision-recall panel for each ratio of negatives to positives.

    The ROC curve is invariant; the precision-recall curve falls (Fawcett 2006, figure 5).

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> gn.plotting.SkewDisplay.from_predictions(held_out, factors=(1, 10)).titles
    ['ROC, 1:1', 'precision-recall, 1:1', 'ROC, 1:10', 'precision-recall, 1:10']
    """

    panel_size = (3.2, 3.2)

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any = None,
        *,
        pos_label: Any = None,
        name: str | None = None,
        factors: Sequence[float] = (1, 10),
    ) -> Self:
        """Plot `Predictions` of one or several learners, or labels and scores.

        factors: negatives per positive; the rows are reweighted to this ratio.
        """
        if not factors or any(not factor > 0 for factor in factors):
            raise ParameterError(
                f"factors={list(factors)!r}: pass numbers of negatives per positive, above 0"
            )
        rows = of_predictions(y_true, y_score, pos_label=pos_label, name=name)
        parts: list[Display] = []
        for factor in factors:
            weights = [_weight(each, factor) for each in rows]
            both = list(zip(rows, weights))
            parts.append(RocCurveDisplay({r.name: roc_curve(r.positive, r.score, w) for r, w in both}))
            parts.append(
                PrecisionRecallDisplay(
                    {r.name: precision_recall_curve(r.positive, r.score, w) for r, w in both}
                )
            )
        titles = [f"{what}, 1:{factor:g}" for factor in factors for what in ("ROC", "precision-recall")]
        return cls(parts, titles, columns=2)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(
            [example_predictions(name) for name in ("KNeighborsClassifier", "DecisionStump")]
        )


def _weight(rows: ScoredRows, factor: float) -> Any:
    """Weights of negatives that sum to the factor times the weight of the positives."""
    own = np.ones(len(rows.score)) if rows.weight is None else rows.weight
    positives, negatives = own[rows.positive].sum(), own[~rows.positive].sum()
    return np.where(rows.positive, own, own * factor * positives / negatives)


displays.add("SkewDisplay", SkewDisplay, "ROC and precision-recall curves under increasing class skew")
