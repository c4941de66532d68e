"""Learning curve: held-out and training score against the number of training rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from gnomon.assessment.curves.learning import LearningCurve, learning_curve
from gnomon.assessment.curves.train_test_scores import log_spaced
from gnomon.assessment.splits import k_fold
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.plotting.curves.value_axis import log_values
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.scales import log_scale
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class LearningCurveDisplay(Display):
    """Learning curve: held-out and training score against the number of training rows, with intervals.

    curve: a `LearningCurve`. extrapolate: fit a power law, up to ten times the rows, with its
    interval.

    Examples
    --------
    >>> import gnomon as gn
    >>> task = gn.load("heart")
    >>> curve = gn.learning_curve(task, gn.GaussianNB(), gn.k_fold(5), "accuracy", sizes=[0.1, 0.3, 1.0])
    >>> gn.plotting.LearningCurveDisplay(curve).frame()["rows"].tolist()
    [22, 65, 216]
    """

    def __init__(self, curve: LearningCurve, *, extrapolate: bool = False) -> None:
        if not isinstance(curve, LearningCurve):
            raise DataError("pass a learning curve, such as learning_curve(task, learner, plan, measure)")
        self.curve = curve
        self.law = curve.extrapolate(times=300) if extrapolate else None

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        train_sizes: Sequence[float] | None = None,
        cv: Any = None,
        scoring: str | None = None,
        extrapolate: bool = False,
    ) -> Self:
        """Train on subsets of these rows. cv: a plan or splitter, else five folds. scoring: a measure."""
        return cls.from_task(
            Task(X, y),
            estimator,
            cv or k_fold(5, random_state=0),
            scoring,
            sizes=train_sizes,
            extrapolate=extrapolate,
        )

    @classmethod
    def from_task(
        cls,
        task: Task,
        learner: Any,
        plan: Any,
        measure: str | None = None,
        *,
        sizes: Sequence[float] | None = None,
        extrapolate: bool = False,
    ) -> Self:
        """Of a learner on a task; the measure is accuracy or R² if not given."""
        measure = measure or ("accuracy" if task.kind == "classification" else "r2")
        return cls(learning_curve(task, learner, plan, measure, sizes=sizes), extrapolate=extrapolate)

    @classmethod
    def example(cls) -> Self:
        """Naive Bayes on heart."""
        from gnomon.plotting.experiments.examples import bundled
        from gnomon.registry import learners

        learner = learners["GaussianNB"].thing()
        return cls.from_task(
            bundled("heart"), learner, k_fold(5, random_state=0), sizes=(0.08, 0.15, 0.3, 0.6, 1)
        )

    def frame(self) -> pd.DataFrame:
        """One row per number of training rows."""
        return self.curve.frame()

    def draw(self, ax: Axes) -> None:
        """Two lines with their bands."""
        table = self.frame()
        sides = (
            ("held out", "score", "lower", "upper"),
            ("training", "train_score", "train_lower", "train_upper"),
        )
        for number, (label, value, lower, upper) in enumerate(sides):
            color, marker = self.theme.color(number), self.theme.marker(number)
            if lower in table:
                ax.fill_between(table["rows"], table[lower], table[upper], color=color, alpha=0.15, lw=0)
            dash = self.theme.dash(number)
            ax.plot(table["rows"], table[value], color=color, marker=marker, ls=dash, label=label)
        if self.law is not None:
            further = self.law.frame()
            style = {"color": self.theme.ink, "lw": 1.0, "ls": self.theme.dash(2), "label": "power law"}
            ax.plot(further["rows"], further["score"], **style)
            ax.fill_between(
                further["rows"], further["lower"], further["upper"], color=self.theme.ink, alpha=0.08, lw=0
            )
        if self.law is not None:
            log_scale(ax)
        elif log_spaced(table["rows"].tolist()):
            log_values(ax, table["rows"].tolist())
        ax.set(xlabel="training rows", ylabel=self.curve.measure.title.partition(": ")[0])
        ax.legend()

    def alt(self) -> str:
        """The scores at both ends of the curve."""
        table = self.frame()
        first, last = table.iloc[0], table.iloc[-1]
        return (
            f"Learning curve of {shown(self.curve.learner)}: held-out {self.curve.measure.name} "
            f"{first['score']:.3f} after {first['rows']:g} training rows and {last['score']:.3f} after "
            f"{last['rows']:g}; on training rows {first['train_score']:.3f} and {last['train_score']:.3f}."
        )


displays.add(
    "LearningCurveDisplay", LearningCurveDisplay, "learning curve: score against the number of training rows"
)
