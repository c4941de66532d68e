"""Validation curve: held-out and training score against a hyperparameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.curves.validation import ValidationCurve, validation_curve
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.plotting.curves.value_axis import axis_positions, value_axis
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.scales import log_scale
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_MAX_BARS = 25


class ValidationCurveDisplay(Display):
    """Validation curve: held-out score against a hyperparameter, with its interval, and the training score.

    curves: a `ValidationCurve`, or a dictionary of them by name, of one parameter and measure. training: draw
    the training score too; None for a single curve only. regions: label the ranges of underfitting and of
    overfitting.

    Examples
    --------
    >>> import gnomon as gn
    >>> task, plan = gn.load("heart"), gn.k_fold(5)
    >>> curve = gn.validation_curve(task, gn.KNeighborsClassifier(), "n_neighbors", [1, 5, 25], plan, "error")
    >>> gn.plotting.ValidationCurveDisplay(curve).frame()["n_neighbors"].tolist()
    [1, 5, 25]
    """

    def __init__(
        self,
        curves: ValidationCurve | Mapping[str, ValidationCurve],
        *,
        training: bool | None = None,
        regions: bool = False,
    ) -> None:
        self.curves = {curves.learner: curves} if isinstance(curves, ValidationCurve) else dict(curves)
        first = next(iter(self.curves.values()), None)
        if first is None:
            raise DataError("there is no curve to draw; pass at least one")
        if any(
            (c.parameter, c.measure.name) != (first.parameter, first.measure.name)
            for c in self.curves.values()
        ):
            raise DataError("the curves differ in parameter or measure; plot them on separate figures")
        self.first = first
        self.training = len(self.curves) == 1 if training is None else training
        self.regions = regions

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        param_name: str,
        param_range: Sequence[Any],
        cv: Any = None,
        scoring: str | None = None,
        **options: Any,
    ) -> Self:
        """Train on these rows at each value; cv: a plan or splitter, None for five folds."""
        task = Task(X, y)
        measure = scoring or ("accuracy" if task.kind == "classification" else "r2")
        plan = cv or k_fold(5, random_state=0)
        return cls(validation_curve(task, estimator, param_name, param_range, plan, measure), **options)

    @classmethod
    def example(cls) -> Self:
        """Nearest neighbors on heart."""
        from gnomon.plotting.experiments.examples import bundled
        from gnomon.registry import learners

        learner, values = learners["KNeighborsClassifier"].thing(), [1, 3, 5, 9, 15, 25, 45, 75]
        plan = k_fold(5, random_state=0)
        return cls(
            validation_curve(
                bundled("heart"), learner, "n_neighbors", values, plan, "error", simplest="last"
            ),
            regions=True,
        )

    def frame(self) -> pd.DataFrame:
        """One row per value of a curve."""
        import pandas as pd

        parts = [each.frame().assign(curve=name) for name, each in self.curves.items()]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Lines with error bars, the best value circled, and the one-standard-error choice."""
        for number, (name, curve) in enumerate(self.curves.items()):
            self._draw_curve(ax, number, name, curve)
        if len(self.curves) == 1:
            self._draw_choice(ax)
        value_axis(ax, self.first.values, self.first.parameter)
        if all(each.log_score for each in self.curves.values()):
            log_scale(ax, "y")
        ax.set_ylabel(self.first.measure.title.partition(": ")[0])
        if self.regions:
            self._write_regions(ax)
        ax.legend()

    def alt(self) -> str:
        """The best value of each curve and its score."""
        parts = []
        for name, each in self.curves.items():
            score = each.scores[each.best].held_out
            value = shown(each.best_value, 20)
            estimate = f"{score.value:.3g}, {score.lower:.3g} to {score.upper:.3g}"
            parts.append(f"{shown(name)} is best at {value} ({estimate})")
        first = self.first
        return f"Held-out {first.measure.name} against {shown(first.parameter)}: {'; '.join(parts)}."

    def _draw_curve(self, ax: Axes, number: int, name: str, curve: ValidationCurve) -> None:
        table, x = curve.frame(), axis_positions(curve.values)
        color, marker = self.theme.color(number), self.theme.marker(number)
        is_only = len(self.curves) == 1
        label, dash = "held out" if is_only else shown(name, 30), self.theme.dash(0 if is_only else number)
        ax.plot(x, table["score"], color=color, marker=marker, ls=dash, label=label, zorder=2.5)
        if len(x) <= _MAX_BARS:
            ends = np.clip([table.score - table.lower, table.upper - table.score], 0, None)
            ax.errorbar(x, table["score"], np.nan_to_num(ends), color=color, fmt="none", lw=1.0, capsize=2.5)
        else:
            ax.fill_between(x, table["lower"], table["upper"], color=color, alpha=0.15, lw=0)
        if self.training:
            shade = self.theme.color(number + 1) if is_only else color
            label = "training" if is_only else f"{label}, training"
            ax.plot(x, table["train_score"], color=shade, ls=self.theme.dash(1), lw=1.2, label=label)

    def _draw_choice(self, ax: Axes) -> None:
        curve, x = self.first, axis_positions(self.first.values)
        best, simple = curve.best, curve.within_one_error
        score = curve.scores[best].held_out.value
        label = f"best: {shown(curve.best_value, 14)}"
        ax.plot(x[best], score, marker="o", ms=11, mfc="none", mec=self.theme.ink, ls="none", label=label)
        if simple != best:
            label = f"one-standard-error rule: {shown(curve.simple_value, 14)}"
            ax.axvline(x[simple], color=self.theme.soft, lw=0.9, ls=self.theme.dash(2), label=label)

    def _write_regions(self, ax: Axes) -> None:
        left, right = "underfitting", "overfitting"
        if self.first.simplest == "last":
            left, right = right, left
        for place, word, side in ((0.02, left, "left"), (0.98, right, "right")):
            style: dict[str, Any] = {"ha": side, "va": "bottom", "fontsize": 8, "color": self.theme.soft}
            ax.text(place, 1.01, word, transform=ax.transAxes, **style)


displays.add(
    "ValidationCurveDisplay",
    ValidationCurveDisplay,
    "validation curve: score against a hyperparameter, with error bars",
)
