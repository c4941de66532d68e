"""Precision against recall, through the points that can really be reached between two thresholds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.assessment.curves.precision_recall import PrecisionRecall, precision_recall
from gnomon.errors import DataError
from gnomon.plotting.curves.legend import legend_of_curves
from gnomon.plotting.curves.scored import ScoredRows, of_estimator, of_experiment, of_predictions
from gnomon.plotting.curves.simplify import simplified
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results


class PrecisionRecallDisplay(Display):
    """Precision-recall curves, over the line of guessing: the share of positives.

    curves: a `PrecisionRecall`, or a dictionary of them by name.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> display = gn.PrecisionRecallDisplay.from_predictions(held_out)
    >>> display.frame().columns.tolist()
    ['curve', 'threshold', 'recall', 'precision']
    """

    size: ClassVar[tuple[float, float]] = (4.4, 4.4)

    def __init__(self, curves: PrecisionRecall | Mapping[str, PrecisionRecall]) -> None:
        self.curves = {"classifier": curves} if isinstance(curves, PrecisionRecall) else dict(curves)
        if not self.curves:
            raise DataError("there is no curve to draw; give at least one")

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        response_method: str = "auto",
        pos_label: Any = None,
        name: str | None = None,
    ) -> Self:
        """The curve of a fitted classifier on rows that it was not trained on."""
        options: dict[str, Any] = {"response_method": response_method, "pos_label": pos_label, "name": name}
        return cls._of(of_estimator(estimator, X, y, sample_weight=sample_weight, **options))

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any = None,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        name: str | None = None,
    ) -> Self:
        """The curve of Predictions, of several learners' Predictions, or of labels and scores."""
        return cls._of(
            of_predictions(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, name=name)
        )

    @classmethod
    def from_experiment(
        cls,
        results: Results,
        *,
        task: str | None = None,
        learners: str | Sequence[str] | None = None,
        pos_label: Any = None,
    ) -> Self:
        """The curves of learners on a task of an experiment."""
        return cls._of(of_experiment(results, task, learners, pos_label=pos_label))

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions([example_predictions(name) for name in ("GaussianNB", "DecisionStump")])

    def frame(self) -> pd.DataFrame:
        """One row a threshold of a curve."""
        import pandas as pd

        columns = ["curve", "threshold", "recall", "precision"]
        parts = [each.frame().assign(curve=name)[columns] for name, each in self.curves.items()]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Curves at every recall, and the share of positives."""
        baselines = {round(each.baseline, 6) for each in self.curves.values()}
        for baseline in baselines:
            ax.axhline(baseline, color=self.theme.soft, lw=0.8, ls=self.theme.dash(2))
        for number, (name, curve) in enumerate(self.curves.items()):
            # Between thresholds precision bends, so the curve is also read at even steps of recall.
            recall = np.unique(np.concatenate([curve.recall, np.linspace(0, 1, 401)]))
            x, y = simplified(*_corners(curve, recall))
            label = f"{shown(name, 28)}, {curve.average_precision:.3f}"
            dash = self.theme.dash(number + number // 8)
            ax.plot(x, y, color=self.theme.colour(number), ls=dash, label=label)
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal", xlabel="recall", ylabel="precision")
        legend_of_curves(ax, title="average precision")

    def alt(self) -> str:
        """Average precision of each curve beside the share of positives."""
        parts = [
            f"{shown(name)} with average precision {each.average_precision:.3f} "
            f"(guessing {each.baseline:.3f})"
            for name, each in self.curves.items()
        ]
        return f"Precision against recall: {', '.join(parts)}."

    @classmethod
    def _of(cls, rows: list[ScoredRows]) -> Self:
        return cls({each.name: precision_recall(each.positive, each.score, each.weight) for each in rows})


def _corners(curve: PrecisionRecall, recall: Any) -> tuple[Any, Any]:
    """The curve with the drops of precision at one recall, which false alarms alone make."""
    x = np.concatenate([recall, curve.recall])
    y = np.concatenate([curve.precision_at(recall), curve.precision])
    order = np.lexsort((-y, x))
    return x[order], y[order]


displays.add(
    "PrecisionRecallDisplay",
    PrecisionRecallDisplay,
    "precision against recall, over the line of guessing",
    figures=("2-FIG-13",),
)
