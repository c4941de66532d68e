"""Score against computing time of learners, with the Pareto front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.arrays import Flags
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import DataError
from gnomon.plotting.clipping import clipped_range
from gnomon.plotting.display import Display
from gnomon.plotting.experiments.held_out import only_task
from gnomon.plotting.labels import compact, shown
from gnomon.plotting.scales import log_scale
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results


MAX_NAMED = 18


class TimeQualityDisplay(Display):
    """Score of each learner, with its interval, against computing time; a line joins the Pareto front.

    estimates: by learner. seconds: of each. measure: the estimated one.

    Examples
    --------
    >>> import gnomon as gn
    >>> results = gn.run(gn.Design(gn.load("iris"), [gn.GaussianNB(), gn.DecisionStump()], gn.k_fold(3)))
    >>> gn.plotting.TimeQualityDisplay.from_experiment(results).frame().shape
    (2, 6)
    """

    def __init__(self, estimates: Mapping[str, Estimate], seconds: Sequence[float], measure: str) -> None:
        self.estimates, self.seconds = dict(estimates), np.asarray(seconds, dtype=float)
        if not self.estimates or len(self.estimates) != len(self.seconds):
            raise DataError(
                f"{len(self.estimates)} estimates and {len(self.seconds)} times; pass one time per estimate"
            )
        self.measure = find_measure(measure)
        lines = (min(len(self.estimates), MAX_NAMED) + 1) // 2
        self.size = (4.6, 3.3 + 0.17 * lines)  # type: ignore[misc]

    @classmethod
    def from_experiment(
        cls, results: Results, *, task: str | None = None, measure: str | None = None, level: float = 0.95
    ) -> Self:
        """Plot the learners of an experiment on one task."""
        task = only_task(results, task)
        standings = results.standings(measure, task=task, level=level)
        estimates = {each.learner: each.estimate for each in standings}
        return cls(estimates, [each.seconds for each in standings], measure or results.measure(task))

    @classmethod
    def example(cls) -> Self:
        """Four learners, with times that are made up so that the figure stays the same."""
        from gnomon.plotting.experiments.examples import SEVERAL, example_results

        results = example_results((*SEVERAL, "Baseline"))
        estimates = {each.learner: each.estimate for each in results.standings()}
        return cls(estimates, [0.02, 0.11, 0.045, 0.004][: len(estimates)], "accuracy")

    @property
    def is_pareto_optimal(self) -> Flags:
        """Which learners are Pareto-optimal: no other is better in both time and score."""
        gain = self.measure.sign * np.array([each.value for each in self.estimates.values()])
        dominated = (gain[:, None] <= gain) & (self.seconds[:, None] >= self.seconds)
        strictly = (gain[:, None] < gain) | (self.seconds[:, None] > self.seconds)
        return ~np.any(dominated & strictly, axis=1)

    def frame(self) -> pd.DataFrame:
        """One row per learner."""
        import pandas as pd

        table = pd.DataFrame(
            [
                {"learner": name, "value": each.value, "lower": each.lower, "upper": each.upper}
                for name, each in self.estimates.items()
            ]
        )
        return table.assign(seconds=self.seconds, is_pareto_optimal=self.is_pareto_optimal)

    def draw(self, ax: Axes) -> None:
        """One point per learner, and the Pareto front."""
        table = self.frame()
        edge = table[table["is_pareto_optimal"]].sort_values("seconds")
        ax.step(
            edge["seconds"], edge["value"], where="post", color=self.theme.soft, lw=1.0, ls=self.theme.dash(1)
        )
        for number, (name, each) in enumerate(self.estimates.items()):
            # Colors repeat after eight: the marker is shifted by one each time.
            color, marker = self.theme.color(number), self.theme.marker(number + number // 8)
            at = self.seconds[number]
            ends = np.nan_to_num(np.clip([[each.value - each.lower], [each.upper - each.value]], 0, None))
            label = shown(name, 24) if number < MAX_NAMED else None
            ax.errorbar(at, each.value, ends, fmt=marker, color=color, elinewidth=0.9, capsize=2, label=label)
        if (self.seconds > 0).all():
            log_scale(ax)
        self._mark_beyond(ax)
        ax.margins(x=0.1)
        ax.set(xlabel="seconds to train and predict", ylabel=self.measure.title.partition(": ")[0])
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)

    def _mark_beyond(self, ax: Axes) -> None:
        """Clip the axis before learners far from the best, and annotate their values at its end."""
        best_first = sorted(self.estimates.values(), key=lambda each: -self.measure.sign * each.value)
        low, high = clipped_range(best_first)
        values = np.array([each.value for each in self.estimates.values()])
        is_off = (values < low) | (values > high)
        if not is_off.any():
            return
        margin = 0.06 * (high - low)
        ax.set_ylim(low - margin, high + margin)
        n_marked = {True: 0, False: 0}
        for number in np.flatnonzero(is_off):
            is_below = bool(values[number] < low)
            # One below the other, as learners of like times would hide each other.
            inside = 0.01 + 0.06 * n_marked[is_below]
            n_marked[is_below] += 1
            ax.annotate(
                f"{'▾' if is_below else '▴'} {compact(values[number])}",
                (self.seconds[number], inside if is_below else 1 - inside),
                xycoords=("data", "axes fraction"),
                ha="center",
                va="bottom" if is_below else "top",
                fontsize=8,
                color=self.theme.color(int(number)),
            )

    def alt(self) -> str:
        """Time and score of each learner, and which are dominated."""
        parts = [
            f"{shown(name)} {each.value:.3g} in {seconds:.2g} s{'' if is_pareto_optimal else ' (dominated)'}"
            for (name, each), seconds, is_pareto_optimal in zip(
                self.estimates.items(), self.seconds, self.is_pareto_optimal
            )
        ]
        return f"{self.measure.title.partition(': ')[0]} against computing time: {'; '.join(parts)}."


displays.add(
    "TimeQualityDisplay",
    TimeQualityDisplay,
    "score of each learner against computing time, with the Pareto front",
)
