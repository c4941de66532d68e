"""Regression diagnostics: true against predicted values, or residuals against predicted values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.plotting.display import Display
from gnomon.plotting.thinning import MAX_SHAPES, left_out, note_left_out, sample_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from gnomon.experiments.results import Results

KINDS = ("actual_vs_predicted", "residual_vs_predicted")


class PredictionErrorDisplay(Display):
    """Actual vs. predicted values, or residuals vs. predicted values (residual plot), of a regressor.

    y_true, y_pred: true and predicted values. kind: "actual_vs_predicted" or "residual_vs_predicted".

    Examples
    --------
    >>> import gnomon as gn
    >>> held_out = gn.resample(gn.load("diabetes"), gn.Ridge(), gn.k_fold(5))
    >>> display = gn.plotting.PredictionErrorDisplay.from_predictions(held_out, kind="residual_vs_predicted")
    >>> display.frame().columns.tolist()
    ['predicted', 'true', 'residual']
    """

    def __init__(self, *, y_true: Any, y_pred: Any, kind: str = "actual_vs_predicted") -> None:
        self.y_true, self.y_pred = _numbers("y_true", y_true), _numbers("y_pred", y_pred)
        if len(self.y_true) != len(self.y_pred) or not len(self.y_true):
            raise DataError(
                f"{len(self.y_true)} true and {len(self.y_pred)} predicted values; pass one of each per row"
            )
        if kind not in KINDS:
            raise ParameterError(f"kind={kind!r}: pass one of {', '.join(map(repr, KINDS))}")
        self.kind = kind

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, kind: str = "actual_vs_predicted") -> Self:
        """Predictions of a fitted regressor for test rows."""
        return cls(y_true=y, y_pred=estimator.predict(X), kind=kind)

    @classmethod
    def from_predictions(cls, y_true: Any, y_pred: Any = None, *, kind: str = "actual_vs_predicted") -> Self:
        """`Predictions`, or true and predicted values."""
        if isinstance(y_true, Predictions):
            if y_true.classes is not None:
                raise DesignError(
                    f"{y_true.task_name!r} is a {y_true.kind} task, and this plot is for regression; use "
                    "ConfusionMatrixDisplay"
                )
            return cls(y_true=y_true.truth, y_pred=y_true.predicted, kind=kind)
        if y_pred is None:
            raise DataError("pass Predictions, or both y_true and y_pred")
        return cls(y_true=y_true, y_pred=y_pred, kind=kind)

    @classmethod
    def from_experiment(
        cls,
        results: Results,
        *,
        task: str | None = None,
        learners: str | None = None,
        kind: str = "actual_vs_predicted",
    ) -> Self:
        """One learner on one task of an experiment."""
        return cls.from_predictions(results.predictions(task, learners), kind=kind)

    @classmethod
    def example(cls) -> Self:
        """Ridge on diabetes."""
        from gnomon.plotting.experiments.examples import example_predictions

        return cls.from_predictions(example_predictions("Ridge", "diabetes"))

    def frame(self) -> pd.DataFrame:
        """One row per prediction."""
        import pandas as pd

        return pd.DataFrame(
            {"predicted": self.y_pred, "true": self.y_true, "residual": self.y_true - self.y_pred}
        )

    def draw(self, ax: Axes) -> None:
        """One point per prediction, and the line of perfect predictions."""
        table = self.frame().iloc[sample_of(len(self.y_true))]
        is_residual = self.kind == "residual_vs_predicted"
        ax.scatter(
            table["predicted"],
            table["residual" if is_residual else "true"],
            s=14,
            color=self.theme.color(0),
            alpha=0.6,
            lw=0,
            rasterized=len(table) > MAX_SHAPES,
        )
        line: dict[str, Any] = {"color": self.theme.ink, "lw": 1.0, "ls": self.theme.dash(1)}
        if is_residual:
            ax.axhline(0.0, **line)
        else:
            ax.axline((table["predicted"].mean(),) * 2, slope=1, **line)
        ax.set(xlabel="predicted", ylabel="residual (true − predicted)" if is_residual else "true")
        note_left_out(ax, self.theme, len(self.y_true))

    def alt(self) -> str:
        """Mean residual and root mean squared error."""
        residual = self.y_true - self.y_pred
        return (
            f"{'Residuals' if self.kind == KINDS[1] else 'True values'} against predictions of "
            f"{len(residual)} rows: mean residual {np.mean(residual):.3g}, root mean squared error "
            f"{np.sqrt(np.mean(residual**2)):.3g}.{left_out(len(residual))}"
        )


def _numbers(name: str, values: Any) -> Any:
    try:
        numbers = np.asarray(values, dtype=np.float64).ravel()
    except (TypeError, ValueError):
        raise DataError(
            f"{name} must have one number per row; for classes use ConfusionMatrixDisplay"
        ) from None
    if not np.isfinite(numbers).all():
        raise DataError(
            f"{name} is {numbers[~np.isfinite(numbers)][0]} in row {np.argmin(np.isfinite(numbers))}; "
            "drop such rows"
        )
    return numbers


displays.add("PredictionErrorDisplay", PredictionErrorDisplay, "true values or residuals against predictions")
