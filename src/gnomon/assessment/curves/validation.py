"""Validation curve: training and held-out scores over the values of a hyperparameter."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.train_test_scores import (
    TrainTestPredictions,
    TrainTestScores,
    log_spaced,
    train_test_predictions,
)
from gnomon.assessment.intervals import critical_z
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.settings import hyperparameter_path
from gnomon.assessment.splits import as_splits
from gnomon.data.task import Task
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class ValidationCurve:
    """A validation curve: training and held-out scores at each value of a hyperparameter.

    scores: held-out and training score of each value, with confidence intervals. errors: standard errors of
    the held-out scores, for the one-standard-error rule. simplest: "first" or "last", the end of `values`
    where the model is simplest.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> task = gn.datasets.make_moons(200, noise=0.3, random_state=0)
    >>> curve = validation_curve(
    ...     task, KNeighborsClassifier(), "n_neighbors", [1, 9, 81], gn.k_fold(5), "accuracy", simplest="last"
    ... )
    >>> curve.best_value, curve.log_scale
    (9, True)
    """

    learner: str
    parameter: str
    values: tuple[Any, ...]
    measure: Measure
    scores: tuple[TrainTestScores, ...]
    errors: Floats
    simplest: str

    @property
    def best(self) -> int:
        """Index of the best held-out score; of ties, the simplest."""
        gains = self._gains()
        return self._simplest_of(gains == gains.max())

    @property
    def best_value(self) -> Any:
        """The value with the best held-out score; of ties, the simplest."""
        return self.values[self.best]

    @property
    def within_one_error(self) -> int:
        """Index of the simplest value within one standard error of the best (1-SE rule).

        Breiman, Friedman, Olshen & Stone (1984), section 3.4.3.
        """
        gains = self._gains()
        return self._simplest_of(gains >= gains[self.best] - self.errors[self.best])

    @property
    def simple_value(self) -> Any:
        """The simplest value within one standard error of the best (1-SE rule)."""
        return self.values[self.within_one_error]

    @property
    def log_scale(self) -> bool:
        """Whether the values are log-spaced, for the axis scale."""
        return log_spaced(self.values)

    @property
    def log_score(self) -> bool:
        """Whether the scores need a log scale: positive, with a ratio of maximum to minimum above 100."""
        values = np.array([(each.held_out.value, each.train) for each in self.scores])
        return bool(values.min() > 0 and values.max() >= 100 * values.min())

    def frame(self) -> "pd.DataFrame":
        """One row per value: both scores with intervals, and the standard error of the held-out score."""
        import pandas as pd

        lines = pd.DataFrame([each.line() for each in self.scores])
        return pd.DataFrame({self.parameter: list(self.values), **lines, "error": self.errors})

    def __str__(self) -> str:
        best = f"{self.parameter} = {self.best_value!r}: {self.scores[self.best].held_out}"
        return (
            f"{self.measure.name} of {self.learner} is best at {best}; simplest within one standard error: "
            f"{self.simple_value!r}. {optimism(len(self.values))}"
        )

    __repr__ = __str__

    def _gains(self) -> Floats:
        return np.array([self.measure.sign * each.held_out.value for each in self.scores])

    def _simplest_of(self, candidates: Any) -> int:
        return int(np.flatnonzero(candidates)[0 if self.simplest == "first" else -1])


def validation_curve(
    task: Task,
    learner: Any,
    parameter: str,
    values: Sequence[Any],
    plan: Any,
    measure: MeasureLike,
    *,
    simplest: str = "first",
    level: float = 0.95,
    prepare: bool = True,
) -> ValidationCurve:
    """Validation curve: training and held-out scores over the values of a hyperparameter.

    parameter: a parameter of `learner.set_params`, such as "svc__C" in a pipeline. simplest: the end of
    `values` where the model is simplest: "first" (degree, depth, C) or "last" (n_neighbors, alpha).
    level: confidence level. prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier(random_state=0)
    >>> curve = validation_curve(gn.load("iris"), tree, "max_depth", [1, 2, 5], gn.k_fold(5), "error")
    >>> curve.frame().train_score.round(2).tolist()
    [0.33, 0.03, 0.0]
    """
    if simplest not in ("first", "last"):
        raise ParameterError(f"simplest={simplest!r}: it must be 'first' or 'last'")
    measure = find_measure(measure)
    path = hyperparameter_path(learner, parameter, values)
    results = train_test_predictions(task, path, as_splits(task, plan), prepare=prepare)
    scores = tuple(each.score(measure, level) for each in results)
    errors = np.array([standard_error(each, score, measure) for each, score in zip(results, scores)])
    name = results[0].held_out.learner
    return ValidationCurve(name, parameter, tuple(values), measure, scores, errors, simplest)


def standard_error(result: TrainTestPredictions, score: TrainTestScores, measure: Measure) -> float:
    """The standard error of a cross-validated score, for the one-standard-error rule.

    k-fold: the standard deviation of the fold scores over √k, also if repeated. Else from the interval.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> measure, task = find_measure("accuracy"), gn.load("iris")
    >>> result = train_test_predictions(task, [GaussianNB()], gn.k_fold(5).split(task))[0]
    >>> error = standard_error(result, result.score(measure, 0.95), measure)
    >>> bool(error == np.std(result.held_out.per_split("accuracy"), ddof=1) / sqrt(5))
    True
    """
    predictions: Predictions = result.held_out
    folds = predictions.design.folds
    if predictions.design.method == "k-fold" and folds > 1:
        return float(np.std(predictions.per_split(measure), ddof=1)) / sqrt(folds)
    estimate = score.held_out
    return (estimate.upper - estimate.lower) / (2 * critical_z(estimate.level))


def optimism(n_settings: int) -> str:
    """The caveat on the best score of several settings.

    >>> optimism(1)
    'There is one setting, so its score has no selection bias.'
    """
    if n_settings == 1:
        return "There is one setting, so its score has no selection bias."
    return (
        f"The best of {n_settings} scores on the same rows is optimistic; use assess_selection (nested "
        "cross-validation)."
    )
