"""Base class of curves over the thresholds of a score."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from gnomon.plotting.curves.scored import ScoredRows, of_estimator, of_experiment, of_predictions
from gnomon.plotting.display import Display

if TYPE_CHECKING:
    from gnomon.experiments.results import Results


class ScoredCurves(Display):
    """Base class: a curve for each classifier, or for each class against the rest.

    A subclass implements `of_rows`, which computes its curves from scored rows and receives the options.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.DetCurveDisplay.from_predictions([0, 1, 0, 1], [0.1, 0.4, 0.5, 0.9]).frame().shape[0]
    5
    """

    @classmethod
    @abstractmethod
    def of_rows(cls, rows: list[ScoredRows], **options: Any) -> Self:
        """Compute the curves of scored rows."""

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        response_method: str = "auto",
        pos_label: Any = None,
        name: str | None = None,
        **options: Any,
    ) -> Self:
        """Plot the curve of a fitted classifier on test rows."""
        options_of_rows: dict[str, Any] = {
            "response_method": response_method,
            "pos_label": pos_label,
            "name": name,
        }
        return cls.of_rows(
            of_estimator(estimator, X, y, sample_weight=sample_weight, **options_of_rows), **options
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any = None,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        name: str | None = None,
        **options: Any,
    ) -> Self:
        """Plot the curves of `Predictions` of one or several learners, or of labels and scores."""
        rows = of_predictions(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label, name=name)
        return cls.of_rows(rows, **options)

    @classmethod
    def from_experiment(
        cls,
        results: Results,
        *,
        task: str | None = None,
        learners: str | Sequence[str] | None = None,
        pos_label: Any = None,
        **options: Any,
    ) -> Self:
        """Plot the curves of learners on a task of an experiment."""
        return cls.of_rows(of_experiment(results, task, learners, pos_label=pos_label), **options)
