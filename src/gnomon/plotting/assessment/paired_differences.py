"""Paired differences of two learners' scores by split, and their mean with its confidence interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.comparison import Comparison, compare
from gnomon.assessment.measures.facts import find_measure
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.assessment.predictions import Predictions
    from gnomon.experiments.results import Results


class PairedDifferenceDisplay(Display):
    """Paired differences: the difference of two learners' scores on each split, and its mean.

    first, second: scores by split. comparison: the result of `compare`; its region of practical equivalence
    (ROPE) is shaded.

    Examples
    --------
    >>> import gnomon as gn
    >>> task, plan = gn.load("heart"), gn.k_fold(5)
    >>> one, other = gn.resample(task, gn.GaussianNB(), plan), gn.resample(task, gn.DecisionStump(), plan)
    >>> display = gn.plotting.PairedDifferenceDisplay.from_predictions(one, other, "accuracy")
    >>> display.frame().columns.tolist()
    ['split', 'first', 'second', 'difference']
    """

    def __init__(self, first: Floats, second: Floats, comparison: Comparison) -> None:
        self.first, self.second = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
        self.comparison = comparison

    @classmethod
    def from_predictions(cls, a: Predictions, b: Predictions, measure: str, **options: Any) -> Self:
        """Two learners' `Predictions` on the same splits; options: of `compare`."""
        return cls(a.per_split(measure), b.per_split(measure), compare(a, b, measure, **options))

    @classmethod
    def from_experiment(
        cls,
        results: Results,
        first: str,
        second: str,
        *,
        task: str | None = None,
        measure: str | None = None,
        **options: Any,
    ) -> Self:
        """Two learners of an experiment."""
        from gnomon.plotting.experiments.held_out import only_task

        task = only_task(results, task)
        both = results.predictions(task, first), results.predictions(task, second)
        return cls.from_predictions(*both, measure or results.measure(task), **options)

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes and a stump on heart."""
        from gnomon.plotting.experiments.examples import example_predictions

        both = example_predictions("GaussianNB"), example_predictions("DecisionStump")
        return cls.from_predictions(*both, "accuracy")

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line per split, up to a maximum."""
        return 5.0, 1.7 + min(0.2 * len(self.first), 3.0)

    def frame(self) -> pd.DataFrame:
        """One row per split."""
        import pandas as pd

        split, difference = np.arange(1, len(self.first) + 1), self.first - self.second
        return pd.DataFrame(
            {"split": split, "first": self.first, "second": self.second, "difference": difference}
        )

    def draw(self, ax: Axes) -> None:
        """One point per split, and the interval of the mean below."""
        comparison, table = self.comparison, self.frame()
        ax.axvspan(
            -comparison.rope,
            comparison.rope,
            color=self.theme.wash,
            lw=0,
            label=f"ROPE ±{comparison.rope:.3g}",
            zorder=0,
        )
        ax.axvline(0.0, color=self.theme.soft, lw=0.9, zorder=1)
        ax.plot(
            table["difference"],
            table["split"],
            marker="o",
            color=self.theme.color(0),
            ls="none",
            label="split",
        )
        below = len(table) + 1.2
        ends = [[comparison.difference - comparison.lower], [comparison.upper - comparison.difference]]
        ax.errorbar(
            [comparison.difference],
            [below],
            xerr=np.clip(ends, 0, None),
            fmt="D",
            color=self.theme.ink,
            lw=2.0,
            capsize=3,
            label=f"mean, {100 * comparison.level:g} % interval",
        )
        splits = np.unique(np.linspace(1, len(table), min(len(table), 10)).round().astype(int))
        ax.set_yticks([*splits, below], [*map(str, splits), "mean"])
        ax.set(ylim=(below + 0.8, 0.3), ylabel="split")
        title = find_measure(comparison.measure).title.partition(": ")[0]
        ax.set_xlabel(f"{title}: {shown(comparison.first, 24)} − {shown(comparison.second, 24)}")
        ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=3, borderaxespad=0.2)

    def alt(self) -> str:
        """The comparison as text."""
        return f"Paired differences on {len(self.first)} splits. {shown(self.comparison.sentence, 500)}"


displays.add(
    "PairedDifferenceDisplay",
    PairedDifferenceDisplay,
    "paired differences of two learners by split, with their mean",
)
