"""Sigmoid (logistic function) from score to probability, with the rows on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.special import expit
from sklearn.utils.validation import check_is_fitted

from gnomon.errors import DataError
from gnomon.plotting.class_marks import class_sizes, mark_classes
from gnomon.plotting.display import Display
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class SigmoidDisplay(Display):
    """Logistic function 1 / (1 + exp(-f)) of the score f = w·x - t, with the scores of rows on it.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.SigmoidDisplay([-2.0, 0.0, 3.0], ["no", "no", "yes"])
    >>> display.frame()["probability"].round(3).tolist()
    [0.119, 0.5, 0.953]
    """

    def __init__(self, scores: Any = (), labels: Any = ()) -> None:
        self.scores, self.labels = np.asarray(scores, dtype=np.float64), np.asarray(labels)
        if self.scores.ndim != 1 or self.scores.shape != self.labels.shape:
            raise DataError(
                f"scores have shape {self.scores.shape}, labels {self.labels.shape}: pass one of each per row"
            )
        if not np.isfinite(self.scores).all():
            raise DataError("scores contain missing or infinite values; drop those rows")

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any) -> Self:
        """Plot the decision function of a fitted binary logistic regression."""
        check_is_fitted(estimator)
        if not hasattr(estimator, "decision_function") or len(estimator.classes_) != 2:
            raise DataError(
                f"{type(estimator).__name__} has no decision function of two classes; use LogisticRegression"
            )
        return cls(estimator.decision_function(X), y)

    @classmethod
    def example(cls) -> Self:
        """Logistic regression of two clouds."""
        from gnomon.data.gaussians import make_two_gaussians
        from gnomon.learners.linear.logistic import LogisticRegression

        task = make_two_gaussians(60, random_state=2)
        return cls.from_estimator(LogisticRegression(random_state=None).fit(task.X, task.y), task.X, task.y)

    def frame(self) -> pd.DataFrame:
        """One row per row: score, probability, class; of the curve if there are no rows."""
        import pandas as pd

        scores = self.scores if len(self.scores) else self._curve()
        table = pd.DataFrame({"score": scores, "probability": expit(scores)})
        return table.assign(**{"class": self.labels}) if len(self.scores) else table

    def draw(self, ax: Axes) -> None:
        """The curve, the threshold one half, and the rows."""
        scores = self._curve()
        ax.plot(scores, expit(scores), color=self.theme.ink)
        ax.axhline(0.5, color=self.theme.line, linewidth=0.8, zorder=0)
        ax.axvline(0.0, color=self.theme.line, linewidth=0.8, zorder=0)
        if len(self.scores):
            mark_classes(ax, self.theme, np.column_stack([self.scores, expit(self.scores)]), self.labels)
            ax.legend(loc="upper left")
        ax.set(xlabel="score w·x − t", ylabel="probability", ylim=(-0.03, 1.03))

    def alt(self) -> str:
        """The curve, and the number of rows on it."""
        rows = f", with {class_sizes(self.labels)} on it" if len(self.scores) else ""
        return f"Sigmoid curve from score to probability, one half at score 0{rows}."

    def _curve(self) -> Any:
        limit = max(6.0, 1.1 * float(np.abs(self.scores).max(initial=0.0)))
        return np.linspace(-limit, limit, 241)


displays.add("SigmoidDisplay", SigmoidDisplay, "sigmoid (logistic function) from score to probability")
