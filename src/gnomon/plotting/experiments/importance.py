"""Permutation feature importance on held-out rows: loss of score when a column is shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError
from gnomon.explanations.importance import PermutationImportance, held_out_importance
from gnomon.explanations.insights import insights
from gnomon.plotting.display import Display
from gnomon.plotting.experiments.held_out import only_task
from gnomon.plotting.labels import distinct_labels, shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.design import Design
    from gnomon.experiments.results import Results

MAX_COLUMNS = 15
MAX_LEARNERS = 4


class PermutationImportanceDisplay(Display):
    """Permutation importance of the most important features, with intervals; of one or several learners.

    importances: a `PermutationImportance` or several, by the same measure. Groups of correlated columns are
    also shuffled jointly, with a separate line for the group.

    Examples
    --------
    >>> import gnomon as gn
    >>> importance = gn.inspection.held_out_importance(
    ...     gn.load("iris"), gn.GaussianNB(), gn.k_fold(5), n_shuffles=2
    ... )
    >>> gn.plotting.PermutationImportanceDisplay(importance).frame().columns.tolist()
    ['learner', 'column', 'importance', 'lower', 'upper', 'is_group']
    """

    def __init__(self, importances: PermutationImportance | Sequence[PermutationImportance]) -> None:
        listed = [importances] if isinstance(importances, PermutationImportance) else list(importances)
        self.importances = listed[:MAX_LEARNERS]
        if not self.importances:
            raise DataError("there is no importance to draw; pass that of at least one learner")
        if len({each.measure for each in self.importances}) > 1:
            raise DataError("the importances are by different measures; pass those of one measure")

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, cv: Any = None, scoring: str | None = None, **options: Any
    ) -> Self:
        """Train on folds of these rows. cv: a plan or splitter, else five folds. scoring: a measure."""
        plan = cv or k_fold(5, random_state=0)
        return cls(held_out_importance(Task(X, y), estimator, plan, scoring, **options))

    @classmethod
    def from_experiment(
        cls, results: Results, *, design: Design | None = None, task: str | None = None
    ) -> Self:
        """Plot the best learners of an experiment; design: to compute importances that the results lack."""
        task = only_task(results, task)
        insight = insights(results, design).get(task)
        if insight is None or not insight.importances:
            raise DesignError("the results have no feature importance; pass design=, which has the data")
        return cls(insight.importances)

    @classmethod
    def example(cls) -> Self:
        """Two learners on heart."""
        from gnomon.plotting.experiments.examples import bundled
        from gnomon.registry import learners

        made = [learners[name].thing() for name in ("GaussianNB", "DecisionStump")]
        plan = k_fold(5, random_state=0)
        return cls([held_out_importance(bundled("heart"), each, plan, n_shuffles=2) for each in made])

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line for each column."""
        lines = len(self._names()) * (0.16 + 0.1 * len(self.importances))
        return 4.7, 1.0 + 0.18 * len(self.importances) + lines

    def frame(self) -> pd.DataFrame:
        """One row per column, or group of columns, of a learner; the largest first."""
        import pandas as pd

        names = self._names()
        parts = [each.frame().assign(learner=each.learner) for each in self.importances]
        table = pd.concat(parts, ignore_index=True)
        table = table[table["column"].isin(names)]
        return table[["learner", "column", "importance", "lower", "upper", "is_group"]].reset_index(drop=True)

    def draw(self, ax: Axes) -> None:
        """A point with its interval for each column and learner, and a line at 0."""
        table, names = self.frame(), self._names()
        positions = {name: place for place, name in enumerate(names)}
        step = 0.7 / len(self.importances)
        ax.axvline(0.0, color=self.theme.soft, lw=0.8)
        for number, each in enumerate(self.importances):
            part = table[table["learner"] == each.learner]
            shift = (number - (len(self.importances) - 1) / 2) * step
            at = part["column"].map(positions).to_numpy(dtype=float) + shift
            ends = np.nan_to_num([part.importance - part.lower, part.upper - part.importance])
            ax.errorbar(
                part["importance"],
                at,
                xerr=np.clip(ends, 0, None),
                fmt=self.theme.marker(number),
                color=self.theme.color(number),
                lw=1.3,
                capsize=2.0,
                label=shown(each.learner, 32),
            )
        ax.set_yticks(range(len(names)), distinct_labels(names, 34), color=self.theme.ink)
        ax.set_ylim(len(names) - 0.5, -0.5)
        ax.set_xlabel(self._axis(), loc="right")
        ax.grid(axis="x")
        if len(self.importances) > 1:
            ax.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2)

    def alt(self) -> str:
        """The first columns of each learner."""
        parts = []
        for each in self.importances:
            first = [f"{shown(one.name)} {one.value:.3g}" for one in each.importances[:3]]
            parts.append(f"{shown(each.learner)}: {', '.join(first)}")
        return f"{self._axis()}; the largest are, for {'; for '.join(parts)}."

    def _names(self) -> list[str]:
        """The columns of largest importance for any learner, the largest first."""
        best: dict[str, float] = {}
        for each in self.importances:
            for one in each.importances:
                best[one.name] = max(best.get(one.name, -np.inf), round(one.value, 12))
        return sorted(best, key=lambda name: (-best[name], name))[:MAX_COLUMNS]

    def _axis(self) -> str:
        first = self.importances[0]
        measure = find_measure(first.measure)
        title = measure.title.partition(": ")[0]
        change = "increase" if measure.sign < 0 else "decrease"
        return f"{change} in {title if title[1:2].isupper() else title.lower()} when permuted"


displays.add(
    "PermutationImportanceDisplay",
    PermutationImportanceDisplay,
    "permutation feature importance on held-out rows",
)
