"""Reliability diagram (calibration curve): observed frequency against predicted probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.reliability import Reliability, reliability_diagram
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.plotting.curves.legend import legend_of_curves
from gnomon.plotting.curves.scored import ScoredRows, of_estimator, of_experiment, of_predictions
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results

BINS = {"uniform": "width", "quantile": "mass", "isotonic": "isotonic"}
_BARS = 25
# The histogram stands below the diagram, on the same axis of probabilities.
_FLOOR, _HEIGHT = -0.24, 0.16


class CalibrationDisplay(Display):
    """Reliability diagram: fraction of positives against mean predicted probability, and a histogram below.

    diagrams: a `Reliability`, or a dictionary of them by name. histograms: rows in each of 25 bins of equal
    width, by name. The bars are confidence intervals of the fraction of positives; for isotonic bins, the
    shade is a consistency band: the range to expect of a calibrated classifier.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> display = gn.plotting.CalibrationDisplay.from_predictions(held_out, n_bins=6)
    >>> display.frame()[["curve", "probability", "observed"]].shape
    (6, 3)
    """

    size: ClassVar[tuple[float, float]] = (4.4, 5.0)

    def __init__(
        self,
        diagrams: Reliability | Mapping[str, Reliability],
        histograms: Mapping[str, Floats] | None = None,
    ) -> None:
        self.diagrams = {"classifier": diagrams} if isinstance(diagrams, Reliability) else dict(diagrams)
        if not self.diagrams:
            raise DataError("there is no diagram to draw; pass at least one")
        self.histograms = dict(histograms or {})

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        name: str | None = None,
        **options: Any,
    ) -> Self:
        """Plot a fitted classifier on test rows; options as in `from_predictions`."""
        if not hasattr(estimator, "predict_proba"):
            raise DesignError(f"{type(estimator).__name__} has no predict_proba; use CalibratedClassifier")
        rows = of_estimator(estimator, X, y, sample_weight=sample_weight, pos_label=pos_label, name=name)
        return cls._of(rows, **options)

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_prob: Any = None,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        name: str | None = None,
        **options: Any,
    ) -> Self:
        """Plot `Predictions` of one or several learners, or labels and probabilities of the positive class.

        options: n_bins (a number or "auto"), strategy ("quantile", "uniform" or "isotonic"), level.
        """
        rows = of_predictions(
            y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label, name=name, ranks=False
        )
        return cls._of(rows, **options)

    @classmethod
    def from_experiment(
        cls,
        results: Results,
        *,
        task: str | None = None,
        learners: str | Sequence[str] | None = None,
        pos_label: Any = None,
        **options: Any,
    ) -> Self:
        """Plot learners of an experiment that predict probabilities; options as in `from_predictions`."""
        rows = of_experiment(results, task, learners, pos_label=pos_label, ranks=False, needs="probability")
        return cls._of(rows, **options)

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes on heart: overconfident."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(example_predictions("GaussianNB"), n_bins=6)

    def frame(self) -> pd.DataFrame:
        """One row per bin of a curve."""
        import pandas as pd

        return pd.concat(
            [each.frame().assign(curve=name) for name, each in self.diagrams.items()], ignore_index=True
        )

    def draw(self, ax: Axes) -> None:
        """Bins with their intervals, the diagonal, and the histogram of probabilities."""
        ax.plot([0, 1], [0, 1], color=self.theme.soft, lw=0.8, ls=self.theme.dash(2))
        for number, (name, each) in enumerate(self.diagrams.items()):
            self._draw_curve(ax, number, name, each)
        ax.set(
            xlim=(-0.02, 1.02),
            ylim=(-0.02, 1.02),
            aspect="equal",
            xlabel="mean predicted probability",
            ylabel="fraction of positives",
        )
        legend_of_curves(ax, "upper left", "calibration error (ECE)")
        self._draw_histograms(ax)

    def alt(self) -> str:
        """The expected calibration error of each curve, and its number of miscalibrated bins."""
        parts = [
            f"{shown(name)} has an expected calibration error of {each.gap:.3f} and is miscalibrated in "
            f"{int(each.is_miscalibrated.sum())} of {len(each.weight)} bins at {100 * each.level:g} %"
            for name, each in self.diagrams.items()
        ]
        return (
            "Reliability diagram, fraction of positives against mean predicted probability: "
            f"{'; '.join(parts)}."
        )

    def _draw_curve(self, ax: Axes, number: int, name: str, diagram: Reliability) -> None:
        color, marker = self.theme.color(number), self.theme.marker(number)
        label = f"{shown(name, 28)}, {diagram.gap:.3f}"
        if diagram.interval == "consistency":
            ax.fill_between(diagram.probability, diagram.lower, diagram.upper, color=color, alpha=0.18, lw=0)
        else:
            ends = np.clip([diagram.observed - diagram.lower, diagram.upper - diagram.observed], 0, None)
            ax.errorbar(
                diagram.probability, diagram.observed, ends, color=color, fmt="none", lw=1.0, capsize=2
            )
        ax.plot(diagram.probability, diagram.observed, color=color, marker=marker, lw=1.2, label=label)

    def _draw_histograms(self, ax: Axes) -> None:
        if not self.histograms:
            return
        edges = np.linspace(0, 1, _BARS + 1)
        for number, counts in enumerate(self.histograms.values()):
            heights = _FLOOR + _HEIGHT * counts / counts.max()
            color = self.theme.color(number)
            ax.stairs(heights, edges, baseline=_FLOOR, color=color, lw=0.9)
        ax.text(
            0.5,
            _FLOOR + _HEIGHT,
            "histogram of probabilities",
            ha="center",
            fontsize=7,
            color=self.theme.soft,
        )
        ax.set(ylim=(_FLOOR - 0.01, 1.02), yticks=np.linspace(0, 1, 6))

    @classmethod
    def _of(
        cls,
        rows: list[ScoredRows],
        n_bins: int | str = "auto",
        strategy: str = "quantile",
        level: float = 0.95,
    ) -> Self:
        if strategy not in BINS:
            raise ParameterError(f"strategy={strategy!r}: pass one of {', '.join(map(repr, BINS))}")
        diagrams = {
            each.name: reliability_diagram(
                each.positive,
                each.score,
                each.weight,
                by=BINS[strategy],
                bins=n_bins,
                level=level,
                unit=each.group,
            )
            for each in rows
        }
        histograms = {
            each.name: np.histogram(each.score, _BARS, (0, 1), weights=each.weight)[0].astype(np.float64)
            for each in rows
        }
        return cls(diagrams, histograms)


displays.add(
    "CalibrationDisplay",
    CalibrationDisplay,
    "reliability diagram: fraction of positives against mean predicted probability",
)
