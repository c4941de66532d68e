"""Critical difference diagram: mean ranks over data sets, bars over learners that do not differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from gnomon.assessment.comparing.ranking import Ranking, compare_over_data_sets
from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results


class CriticalDifferenceDisplay(Display):
    """Critical difference diagram (CD diagram, Demšar 2006): mean ranks of learners over data sets.

    The best is on the left; a bar connects learners without a significant difference. ranking: the result of
    `compare_over_data_sets`.

    Examples
    --------
    >>> import gnomon as gn
    >>> import pandas as pd
    >>> scores = pd.DataFrame({"A": [0.9, 0.8, 0.85, 0.7], "B": [0.8, 0.7, 0.8, 0.6]})
    >>> gn.plotting.CriticalDifferenceDisplay.from_scores(scores, "accuracy").frame()["mean rank"].tolist()
    [1.0, 2.0]
    """

    def __init__(self, ranking: Ranking) -> None:
        if not isinstance(ranking, Ranking):
            raise DataError("pass a Ranking, such as compare_over_data_sets(scores, measure)")
        self.ranking = ranking

    @classmethod
    def from_scores(cls, scores: Any, measure: str, **options: Any) -> Self:
        """Scores (data sets x learners); options: of `compare_over_data_sets`."""
        return cls(compare_over_data_sets(scores, measure, **options))

    @classmethod
    def from_experiment(cls, results: Results, measure: str | None = None, **options: Any) -> Self:
        """All learners of an experiment over its tasks; options: of `compare_over_data_sets`."""
        measure = measure or results.measure(results.tasks[0])
        predictions = [
            [results.predictions(task, learner) for learner in results.learners] for task in results.tasks
        ]
        return cls(compare_over_data_sets(predictions, measure, **options))

    @classmethod
    def example(cls) -> Self:
        """Five learners on fourteen simulated data sets."""
        import numpy as np
        import pandas as pd

        random = np.random.default_rng(0)
        hard, skill = random.uniform(0.6, 0.9, (14, 1)), np.array([0.06, 0.05, 0.03, 0.0, -0.01])
        scores = hard + skill + random.normal(0, 0.02, (14, 5))
        names = ["forest", "boosting", "machine", "bayes", "stump"]
        return cls.from_scores(pd.DataFrame(scores, columns=names), "accuracy", post_hoc="nemenyi")

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """A line per pair of names, left and right, and one per bar."""
        half = (len(self.ranking.learners) + 1) // 2
        return 5.6, 1.0 + 0.22 * half + 0.12 * len(self.ranking.bars())

    def frame(self) -> pd.DataFrame:
        """One row per learner, best first."""
        return self.ranking.frame()

    def draw(self, ax: Axes) -> None:
        """Axis of ranks on top, bars below it, and names on both sides."""
        table, bars = self.frame(), self.ranking.bars()
        n = len(table)
        ax.set(xlim=(0.7, n + 0.3))
        ax.xaxis.set_ticks_position("top")
        ax.set_xticks(range(1, n + 1))
        ax.spines["bottom"].set_visible(False)
        ax.spines["left"].set_visible(False)
        ax.spines["top"].set_visible(True)
        ax.set_yticks([])
        ax.set_xlabel(
            f"mean rank by {shown(self.ranking.measure)}, over {len(self.ranking.data_sets)} data sets"
        )
        ax.xaxis.set_label_position("top")
        step, first = 1.0, 0.7 + 0.45 * len(bars)
        for place, (left, right) in enumerate(zip(bars["from"], bars["to"])):
            y = 0.5 + 0.45 * place
            ax.plot([left - 0.03, right + 0.03], [y, y], color=self.theme.ink, lw=3.5, solid_capstyle="butt")
        half = (n + 1) // 2
        for place, row in enumerate(table.itertuples(index=False)):
            is_left = place < half
            depth = first + step * (place if is_left else n - 1 - place)
            self._name(ax, str(row[0]), float(row[1]), depth, is_left, n)
        ax.set_ylim(first + step * (half - 1) + 0.6, 0)
        if self.ranking.critical_difference is not None:
            label = f"critical difference {self.ranking.critical_difference:.2f}"
            ax.set_title(label, loc="right", fontsize=8, color=self.theme.soft)

    def alt(self) -> str:
        """Mean ranks, and groups without significant difference."""
        ranks = ", ".join(f"{shown(row.learner)} {row[2]:.2f}" for row in self.frame().itertuples())
        groups = [
            " and ".join(shown(self.ranking.learners[each]) for each in group)
            for group in self.ranking.groups
            if len(group) > 1
        ]
        text = f"; no significant difference: {'; '.join(groups)}" if groups else "; all differ"
        return f"Mean ranks over {len(self.ranking.data_sets)} data sets: {ranks}{text}."

    def _name(self, ax: Axes, name: str, rank: float, depth: float, is_left: bool, n: int) -> None:
        end = 0.75 if is_left else n + 0.25
        ax.plot([rank, rank, end], [0, depth, depth], color=self.theme.soft, lw=0.9)
        style: dict[str, Any] = {"va": "center", "fontsize": 8.5, "color": self.theme.ink}
        label = f"{shown(name, 24)} {rank:.2f}"
        ax.annotate(
            label,
            (end, depth),
            (-4 if is_left else 4, 0),
            textcoords="offset points",
            ha="right" if is_left else "left",
            **style,
        )


displays.add(
    "CriticalDifferenceDisplay",
    CriticalDifferenceDisplay,
    "critical difference diagram: mean ranks over data sets",
)
