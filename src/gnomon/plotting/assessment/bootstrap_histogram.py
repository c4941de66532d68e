"""Bootstrap distribution of a measure: a histogram of scores over bootstrap samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.intervals import percentile_interval
from gnomon.assessment.refitting.bootstrap_scores import BootstrapScores, bootstrap_scores
from gnomon.errors import DataError, ParameterError
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

ON = {"all": "on_all", "out_of_bag": "on_out_of_bag", "sample": "on_sample"}


class BootstrapHistogramDisplay(Display):
    """Histogram of bootstrap scores, with their mean and percentile interval.

    scores: `BootstrapScores`. on: evaluation rows of the model of each sample: "all" rows (optimistic, as
    they include the training rows), the "out_of_bag" rows, or the "sample" itself. level: of the percentile
    interval.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.BootstrapHistogramDisplay.from_task(
    ...     gn.load("iris"), gn.GaussianNB(), "error", times=20
    ... )
    >>> display.frame().shape
    (20, 2)
    """

    def __init__(self, scores: BootstrapScores, *, on: str = "out_of_bag", level: float = 0.95) -> None:
        if not isinstance(scores, BootstrapScores):
            raise DataError("pass BootstrapScores, such as bootstrap_scores(task, learner, measure)")
        if on not in ON:
            raise ParameterError(f"on={on!r}: pass one of {', '.join(map(repr, ON))}")
        self.scores, self.on, self.level = scores, on, level
        self.values = np.asarray(getattr(scores, ON[on]), dtype=np.float64)
        self.values = self.values[np.isfinite(self.values)]
        self.bounds = percentile_interval(self.values, level)

    @classmethod
    def from_task(
        cls,
        task: Any,
        learner: Any,
        measure: str,
        times: int = 50,
        *,
        on: str = "out_of_bag",
        level: float = 0.95,
        random_state: Any = 0,
    ) -> Self:
        """Train a learner on `times` bootstrap samples of a task."""
        scores = bootstrap_scores(task, learner, measure, times, random_state=random_state)
        return cls(scores, on=on, level=level)

    @classmethod
    def example(cls) -> Self:
        """Fifty bootstrap samples of two columns of iris, evaluated on all rows."""
        from gnomon.plotting.experiments.examples import bundled
        from gnomon.registry import learners

        return cls.from_task(bundled("iris-sepals"), learners["GaussianNB"].thing(), "error", on="all")

    def frame(self) -> pd.DataFrame:
        """One row per sample."""
        import pandas as pd

        return pd.DataFrame({"sample": np.arange(1, len(self.values) + 1), "score": self.values})

    def draw(self, ax: Axes) -> None:
        """Histogram, mean and percentile interval."""
        counts, edges = np.histogram(self.values, bins="fd" if np.ptp(self.values) > 0 else 1)
        ax.stairs(counts, edges, fill=True, color=self.theme.color(0), alpha=0.55)
        mean, label = float(np.mean(self.values)), f"mean {np.mean(self.values):.3f}"
        ax.axvline(mean, color=self.theme.ink, lw=1.6, label=label)
        low, high = self.bounds
        label = f"{100 * self.level:g} % interval: {low:.3f} to {high:.3f}"
        for index, end in enumerate((low, high)):
            style = {"color": self.theme.soft, "lw": 1.2, "ls": self.theme.dash(1)}
            ax.axvline(end, label=label if index == 0 else None, **style)
        rows = {"all": "all rows", "out_of_bag": "out-of-bag rows", "sample": "the bootstrap sample"}
        title = self.scores.measure.title.partition(": ")[0]
        ax.set(xlabel=f"{title}, on {rows[self.on]}", ylabel="bootstrap samples")
        ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, borderaxespad=0.2)

    def alt(self) -> str:
        """Mean and percentile interval."""
        low, high = self.bounds
        return (
            f"Histogram of {self.scores.measure.name} over {len(self.values)} bootstrap samples: "
            f"mean {np.mean(self.values):.3f}, {100 * self.level:g} % interval {low:.3f} to {high:.3f}."
        )


displays.add(
    "BootstrapHistogramDisplay", BootstrapHistogramDisplay, "bootstrap distribution of a score, a histogram"
)
