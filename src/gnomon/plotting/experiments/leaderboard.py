"""Leaderboard: estimate and confidence interval of each learner, the best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.arrays import Flags
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import DataError, NameUnknown
from gnomon.plotting.clipping import clipped_range
from gnomon.plotting.display import Display
from gnomon.plotting.experiments.held_out import only_task
from gnomon.plotting.labels import compact, shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results

VERDICTS = ("best", "practically equal", "undecided", "worse", "not compared")


class LeaderboardDisplay(Display):
    """Leaderboard: estimate and interval of each learner; color and marker show its comparison with the best.

    estimates: by learner, from best to worst. measure: the estimated one. verdicts: results of the
    comparison of each learner with the best.

    Examples
    --------
    >>> import gnomon as gn
    >>> results = gn.run(gn.Design(gn.load("heart"), [gn.GaussianNB(), gn.DecisionStump()], gn.k_fold(5)))
    >>> gn.plotting.LeaderboardDisplay.from_experiment(results).frame()["learner"].tolist()
    ['GaussianNB', 'DecisionStump']
    """

    def __init__(
        self, estimates: Mapping[str, Estimate], measure: str = "", verdicts: Sequence[str] | None = None
    ) -> None:
        self.estimates = dict(estimates)
        if not self.estimates:
            raise DataError("there is no estimate to draw; pass at least one")
        self.verdicts = list(verdicts) if verdicts else ["not compared"] * len(self.estimates)
        if len(self.verdicts) != len(self.estimates):
            raise DataError(
                f"{len(self.estimates)} estimates and {len(self.verdicts)} verdicts; pass one verdict each"
            )
        strange = [each for each in self.verdicts if each not in VERDICTS]
        if strange:
            raise DataError(f"{strange[0]!r} is no verdict; pass one of {', '.join(map(repr, VERDICTS))}")
        self.measure = measure

    @classmethod
    def from_experiment(
        cls,
        results: Results,
        *,
        task: str | None = None,
        learners: str | Sequence[str] | None = None,
        measure: str | None = None,
        level: float = 0.95,
    ) -> Self:
        """Plot the standings of an experiment on one task; learners: None for all."""
        task = only_task(results, task)
        standings = results.standings(measure, task=task, level=level)
        if learners is not None:
            wanted = {learners} if isinstance(learners, str) else set(learners)
            strange = wanted - {each.learner for each in standings}
            if strange:
                raise NameUnknown(
                    f"learner is {min(strange)!r}; {task!r} has {[e.learner for e in standings]}"
                )
            standings = [each for each in standings if each.learner in wanted]
        estimates = {each.learner: each.estimate for each in standings}
        return cls(estimates, measure or results.measure(task), [each.verdict for each in standings])

    @classmethod
    def example(cls) -> Self:
        """Four learners on heart."""
        from gnomon.plotting.experiments.examples import SEVERAL, example_results

        return cls.from_experiment(example_results((*SEVERAL, "Baseline")))

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line for each learner."""
        return 5.4, 1.2 + 0.26 * len(self.estimates)

    def frame(self) -> pd.DataFrame:
        """One row per learner."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "learner": name,
                    "value": each.value,
                    "lower": each.lower,
                    "upper": each.upper,
                    "verdict": word,
                }
                for (name, each), word in zip(self.estimates.items(), self.verdicts)
            ]
        )

    def draw(self, ax: Axes) -> None:
        """One interval per line, and a thin vertical line at the best."""
        table = self.frame()
        low, high = clipped_range(list(self.estimates.values()))
        is_on = table["value"].between(low, high).to_numpy()
        ax.axvline(table["value"].iloc[0], color=self.theme.line, lw=1.0)
        for verdict in dict.fromkeys(table["verdict"]):
            number, rows = VERDICTS.index(verdict), np.flatnonzero((table["verdict"] == verdict) & is_on)
            part = table.loc[rows]
            ends = np.nan_to_num(np.clip([part.value - part.lower, part.upper - part.value], 0, None))
            ax.errorbar(
                part["value"],
                rows,
                xerr=ends,
                fmt=self.theme.marker(number),
                color=self.theme.color(number),
                lw=1.4,
                capsize=2.5,
                label=verdict,
            )
        self._draw_beyond(ax, table, (low, high), is_on)
        ax.set_yticks(range(len(table)), [shown(name, 32) for name in table["learner"]], color=self.theme.ink)
        ax.set_ylim(len(table) - 0.5, -0.5)
        ax.set_xlabel(self._axis())
        ax.grid(axis="x")
        ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, borderaxespad=0.2)

    def _draw_beyond(self, ax: Axes, table: pd.DataFrame, ends: tuple[float, float], is_on: Flags) -> None:
        """An arrow and the value for each learner outside the axis limits."""
        if is_on.all():
            return
        margin = 0.05 * (ends[1] - ends[0])
        ax.set_xlim(ends[0] - margin, ends[1] + margin)
        for place in np.flatnonzero(~is_on):
            value = float(table["value"].iloc[place])
            is_left = value < ends[0]
            verdict = VERDICTS.index(table["verdict"].iloc[place])
            ax.annotate(
                f"{'◂ ' if is_left else ''}{compact(value)}{'' if is_left else ' ▸'}",
                (0.01 if is_left else 0.99, place),
                xycoords=("axes fraction", "data"),
                ha="left" if is_left else "right",
                va="center",
                fontsize=8,
                color=self.theme.color(verdict),
            )

    def alt(self) -> str:
        """Each learner's value, interval and verdict."""
        parts = [
            f"{shown(row.learner)} {row.value:.3g} ({row.lower:.3g} to {row.upper:.3g}, {row.verdict})"
            for row in self.frame().itertuples()
        ]
        return f"{self._axis()}, by learner: {'; '.join(parts)}."

    def _axis(self) -> str:
        level = next(iter(self.estimates.values())).level
        title = find_measure(self.measure).title.partition(": ")[0] if self.measure else "value"
        return f"{title} ({100 * level:g} % confidence interval)"


displays.add(
    "LeaderboardDisplay", LeaderboardDisplay, "leaderboard: estimate and confidence interval of each learner"
)
