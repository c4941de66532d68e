"""Reliability diagram: how often what was given probability p came true, with an interval for each bin."""

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
    """Observed share of positives against mean probability, and below it how the probabilities are spread.

    found: a `Reliability`, or a dictionary of them by name. histograms: rows in each of 25 equal steps of
    probability, by name. The bars are intervals of the observed share; of isotonic bins, the shade is where
    the share would lie if the probabilities were right.

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
        found: Reliability | Mapping[str, Reliability],
        histograms: Mapping[str, Floats] | None = None,
    ) -> None:
        self.found = {"classifier": found} if isinstance(found, Reliability) else dict(found)
        if not self.found:
            raise DataError("there is no diagram to draw; give at least one")
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
        """A fitted classifier on rows that it was not trained on; options as in `from_predictions`."""
        if not hasattr(estimator, "predict_proba"):
            raise DesignError(
                f"{type(estimator).__name__} gives no probabilities, so there is nothing to check; use "
                "CalibratedClassifier"
            )
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
        """Predictions, several learners' Predictions, or labels and probabilities of the positive class.

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
        """Learners of an experiment that give probabilities; the options are those of `from_predictions`."""
        rows = of_experiment(results, task, learners, pos_label=pos_label, ranks=False, needs="probability")
        return cls._of(rows, **options)

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes on heart: too sure of itself."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(example_predictions("GaussianNB"), n_bins=6)

    def frame(self) -> pd.DataFrame:
        """One row per bin of a curve."""
        import pandas as pd

        return pd.concat(
            [each.frame().assign(curve=name) for name, each in self.found.items()], ignore_index=True
        )

    def draw(self, ax: Axes) -> None:
        """Bins with their intervals over the diagonal, and the spread of the probabilities."""
        ax.plot([0, 1], [0, 1], color=self.theme.soft, lw=0.8, ls=self.theme.dash(2))
        for number, (name, each) in enumerate(self.found.items()):
            self._draw_curve(ax, number, name, each)
        ax.set(
            xlim=(-0.02, 1.02),
            ylim=(-0.02, 1.02),
            aspect="equal",
            xlabel="probability given",
            ylabel="share that came true",
        )
        legend_of_curves(ax, "upper left", "mean gap")
        self._draw_histograms(ax)

    def alt(self) -> str:
        """The mean gap of each curve, and in how many bins it is off."""
        parts = [
            f"{shown(name)} has a mean gap of {each.gap:.3f} and is off in "
            f"{int(each.is_miscalibrated.sum())} of {len(each.weight)} bins at {100 * each.level:g} %"
            for name, each in self.found.items()
        ]
        return f"Reliability diagram, share that came true against probability given: {'; '.join(parts)}."

    def _draw_curve(self, ax: Axes, number: int, name: str, found: Reliability) -> None:
        color, marker = self.theme.color(number), self.theme.marker(number)
        label = f"{shown(name, 28)}, {found.gap:.3f}"
        if found.interval == "consistency":
            ax.fill_between(found.probability, found.lower, found.upper, color=color, alpha=0.18, lw=0)
        else:
            ends = np.clip([found.observed - found.lower, found.upper - found.observed], 0, None)
            ax.errorbar(found.probability, found.observed, ends, color=color, fmt="none", lw=1.0, capsize=2)
        ax.plot(found.probability, found.observed, color=color, marker=marker, lw=1.2, label=label)

    def _draw_histograms(self, ax: Axes) -> None:
        if not self.histograms:
            return
        edges = np.linspace(0, 1, _BARS + 1)
        for number, counts in enumerate(self.histograms.values()):
            heights = _FLOOR + _HEIGHT * counts / counts.max()
            color = self.theme.color(number)
            ax.stairs(heights, edges, baseline=_FLOOR, color=color, lw=0.9)
        ax.text(0.5, _FLOOR + _HEIGHT, "rows by probability", ha="center", fontsize=7, color=self.theme.soft)
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
            raise ParameterError(f"strategy={strategy!r}: give one of {', '.join(map(repr, BINS))}")
        found = {
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
        spread = {
            each.name: np.histogram(each.score, _BARS, (0, 1), weights=each.weight)[0].astype(np.float64)
            for each in rows
        }
        return cls(found, spread)


displays.add(
    "CalibrationDisplay",
    CalibrationDisplay,
    "share that came true against probability given, with intervals",
    figures=("11-reliability",),
)
