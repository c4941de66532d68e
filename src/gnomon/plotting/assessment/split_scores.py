"""Scores of each learner on each split of a resampling plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.paired.pairing import names
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.experiments.held_out import held_out_of, only_task
from gnomon.plotting.labels import shown
from gnomon.plotting.thinning import MAX_SHAPES
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.assessment.predictions import Predictions
    from gnomon.experiments.results import Results

_MAX_SPLITS = 200


class SplitScoresDisplay(Display):
    """Strip plot of scores by learner and split; thin lines connect the scores of the same split.

    scores: one per split, by the name of the learner. measure: of the scores.

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("heart"), gn.GaussianNB(), gn.k_fold(5))
    >>> gn.plotting.SplitScoresDisplay.from_predictions([held_out], "accuracy").frame().shape
    (5, 3)
    """

    def __init__(self, scores: Mapping[str, Floats], measure: str) -> None:
        self.scores = {name: np.asarray(each, dtype=float) for name, each in scores.items()}
        lengths = {len(each) for each in self.scores.values()}
        if len(lengths) != 1 or 0 in lengths:
            raise DataError(
                f"learners have {sorted(lengths)} scores; pass one per split, for the same splits"
            )
        self.measure = find_measure(measure)

    @classmethod
    def from_predictions(cls, all_predictions: Sequence[Predictions], measure: str) -> Self:
        """`Predictions` of learners on the same splits."""
        listed = list(all_predictions)
        return cls(dict(zip(names(listed), [each.per_split(measure) for each in listed])), measure)

    @classmethod
    def from_experiment(
        cls,
        results: Results,
        *,
        task: str | None = None,
        learners: str | Sequence[str] | None = None,
        measure: str | None = None,
    ) -> Self:
        """Learners of an experiment on one task."""
        task = only_task(results, task)
        return cls.from_predictions(held_out_of(results, task, learners), measure or results.measure(task))

    @classmethod
    def example(cls) -> Self:
        """Three learners on heart."""
        from gnomon.plotting.experiments.examples import example_results

        return cls.from_experiment(example_results())

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line per learner."""
        return 5.2, 1.1 + 0.36 * len(self.scores)

    def frame(self) -> pd.DataFrame:
        """One row per learner and split."""
        import pandas as pd

        parts = [
            pd.DataFrame({"learner": name, "split": np.arange(1, len(each) + 1), "score": each})
            for name, each in self.scores.items()
        ]
        return pd.concat(parts, ignore_index=True)

    def draw(self, ax: Axes) -> None:
        """Points by learner, and a bar at the mean of each."""
        table = np.array(list(self.scores.values()))
        positions = np.arange(len(table))
        shown_splits = table[:, :_MAX_SPLITS]
        ax.plot(shown_splits, positions, color=self.theme.line, lw=0.7, zorder=1)
        for number, scores in enumerate(table):
            color, marker = self.theme.color(number), self.theme.marker(number)
            ax.scatter(
                scores,
                np.full(len(scores), number),
                s=22,
                color=color,
                marker=marker,
                alpha=0.75,
                lw=0,
                rasterized=table.size > MAX_SHAPES,
            )
            ax.plot([scores.mean()] * 2, [number - 0.28, number + 0.28], color=self.theme.ink, lw=1.8)
        ax.set_yticks(positions, [shown(name, 30) for name in self.scores], color=self.theme.ink)
        ax.set(ylim=(len(table) - 0.5, -0.5), xlabel=f"{self.measure.title.partition(': ')[0]} on each split")

    def alt(self) -> str:
        """Mean, minimum and maximum score of each learner."""
        parts = [
            f"{shown(name)} mean {each.mean():.3g} ({each.min():.3g} to {each.max():.3g})"
            for name, each in self.scores.items()
        ]
        n_splits = len(next(iter(self.scores.values())))
        return f"{self.measure.title.partition(': ')[0]} on {n_splits} splits: {'; '.join(parts)}."


displays.add("SplitScoresDisplay", SplitScoresDisplay, "scores of each learner on each split")
