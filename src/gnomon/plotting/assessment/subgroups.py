"""Error analysis by subgroup: the mean loss in groups of rows, with intervals, beside that of all rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.explanations.subgroups import Subgroup, SubgroupErrors, subgroup_errors
from gnomon.plotting.display import Display
from gnomon.plotting.labels import distinct_labels, shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_COLUMNS = 6


class SubgroupErrorsDisplay(Display):
    """Mean loss by subgroup with intervals; significant differences are drawn in color.

    errors: the result of `subgroup_errors`. Of many columns the six with the smallest p-values are shown.

    Examples
    --------
    >>> import gnomon as gn
    >>> heart = gn.load("heart")
    >>> errors = gn.inspection.subgroup_errors(heart, gn.resample(heart, gn.GaussianNB(), gn.k_fold(5)))
    >>> gn.plotting.SubgroupErrorsDisplay(errors).frame()["column"].nunique()
    6
    """

    def __init__(self, errors: SubgroupErrors) -> None:
        self.errors = errors
        if not errors.groups:
            raise DataError("no column has two groups of twenty rows or more, so there is nothing to draw")
        self.groups = _shown_groups(errors)

    @classmethod
    def from_predictions(
        cls, predictions: Predictions, task: Task, measure: MeasureLike | None = None
    ) -> Self:
        """Subgroups of held-out predictions, by the columns of their task."""
        return cls(subgroup_errors(task, predictions, measure))

    @classmethod
    def example(cls) -> Self:
        """Ridge regression on diabetes."""
        from gnomon.plotting.experiments.examples import bundled, example_predictions

        return cls.from_predictions(example_predictions("Ridge", "diabetes"), bundled("diabetes"))

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line per group, and a gap between columns."""
        return 4.7, 1.3 + 0.21 * self._positions()[-1]

    def frame(self) -> pd.DataFrame:
        """One row per group shown: rows, mean loss, interval and adjusted p-value of the difference."""
        table = self.errors.frame()
        wanted = {(each.column, each.group) for each in self.groups}
        is_shown = [(column, group) in wanted for column, group in zip(table["column"], table["group"])]
        return table[is_shown].reset_index(drop=True)

    def draw(self, ax: Axes) -> None:
        """One interval per group."""
        at = self._positions()
        ax.axvline(
            self.errors.overall, color=self.theme.soft, lw=1.0, ls=self.theme.dash(1), label="all rows"
        )
        limit = 1 - self.errors.level
        for is_significant, label in (
            (False, "no significant difference"),
            (True, "significant difference"),
        ):
            some = [
                (place, each)
                for place, each in zip(at, self.groups)
                if (each.p_value <= limit) == is_significant
            ]
            if not some:
                continue
            values = np.array([[each.value, each.lower, each.upper] for _, each in some])
            ends = np.nan_to_num(np.clip([values[:, 0] - values[:, 1], values[:, 2] - values[:, 0]], 0, None))
            ax.errorbar(
                values[:, 0],
                [place for place, _ in some],
                xerr=ends,
                fmt=self.theme.marker(int(is_significant)),
                color=self.theme.color(1) if is_significant else self.theme.soft,
                lw=1.8 if is_significant else 1.0,
                capsize=2.0,
                label=label,
            )
        columns = distinct_labels([each.column for each in self.groups], 18)
        labels = [f"{column}: {shown(each.group, 24)}" for column, each in zip(columns, self.groups)]
        ax.set_yticks(at, labels, color=self.theme.ink)
        ax.set_ylim(at[-1] + 0.7, -0.7)
        ax.set_xlabel(self._axis())
        ax.grid(axis="x")
        ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2)

    def alt(self) -> str:
        """Number of significantly different groups, and the first of them."""
        differing = self.errors.differing
        first = [f"{shown(each.name)} {each.value:.3g} on {each.n_rows} rows" for each in differing[:4]]
        text = f", first {'; '.join(first)}" if first else ""
        return (
            f"{self._axis()} of {shown(self.errors.learner)} by subgroup, {self.errors.overall:.3g} on "
            f"all rows: {len(differing)} of {len(self.errors.groups)} groups differ significantly from the "
            f"other rows{text}."
        )

    def _axis(self) -> str:
        name, _, meaning = find_measure(self.errors.measure).title.partition(": ")
        return meaning or name.lower()

    def _positions(self) -> list[float]:
        """One line per group, and a gap of half a line between columns."""
        positions, at = [], -1.0
        for number, each in enumerate(self.groups):
            is_new = number > 0 and each.column != self.groups[number - 1].column
            at += 1.5 if is_new else 1.0
            positions.append(at)
        return positions


def _shown_groups(errors: SubgroupErrors) -> list[Subgroup]:
    """The groups of the columns with the smallest p-values, in column order."""
    p_values: dict[str, float] = {}
    for each in errors.groups:
        p_values[each.column] = min(p_values.get(each.column, 1.0), round(each.p_value, 12))
    chosen = set(sorted(p_values, key=lambda name: p_values[name])[:MAX_COLUMNS])
    return [each for each in errors.groups if each.column in chosen]


displays.add("SubgroupErrorsDisplay", SubgroupErrorsDisplay, "mean loss by subgroup, with intervals")
