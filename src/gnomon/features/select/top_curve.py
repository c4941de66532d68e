"""Curve of the cross-validated score against the number of top-ranked features.

Features are ranked on each training set, so that the held-out rows do not influence the ranking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone, is_classifier

from gnomon.arrays import Floats, Integers
from gnomon.errors import ParameterError
from gnomon.features.select.arguments import from_task
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.scorer import scorer_of
from gnomon.sharing.folds import splits_of
from gnomon.sharing.mixed_table import frame_or_array
from gnomon.sharing.prepared import take, take_columns
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class TopCurve:
    """Scores (folds, columns) by number of features: in ranking order, and in the original order.

    >>> print(TopCurve("correlation", np.array([[0.75, 0.5]]), np.array([[0.25, 0.5]])))
    by correlation: 0.7500, columns: 1; in original order: 0.5000, columns: 2
    """

    filter: str
    ranked: Floats
    in_order: Floats

    def frame(self) -> pd.DataFrame:
        """One row per number of features: mean and standard error over folds, for both orders."""
        import pandas as pd

        table = pd.DataFrame({"n_columns": np.arange(1, self.ranked.shape[1] + 1)})
        for name, scores in (("ranked", self.ranked), ("in_order", self.in_order)):
            table[name] = scores.mean(axis=0)
            spread = scores.std(axis=0, ddof=1) if len(scores) > 1 else np.full(scores.shape[1], np.nan)
            table[f"{name}_error"] = spread / np.sqrt(len(scores))
        return table

    def best(self) -> int:
        """The number of top-ranked features with the highest mean score; the smallest if tied."""
        return int(first_largest(self.ranked.mean(axis=0))) + 1

    def __str__(self) -> str:
        ranked, plain = self.ranked.mean(axis=0), self.in_order.mean(axis=0)
        return (
            f"by {self.filter}: {ranked.max():.4f}, columns: {self.best()}; "
            f"in original order: {plain.max():.4f}, columns: {int(plain.argmax()) + 1}"
        )


def feature_count_curve(
    estimator: Any,
    X: Any,
    y: Any = None,
    *,
    filter: str = "correlation",
    cv: Any = 5,
    scoring: Any = None,
    **settings: Any,
) -> TopCurve:
    """Cross-validated score of a learner against the number of features, in filter order and original order.

    X, y: a Task, or rows and targets. cv: number of folds, plan, splitter or pairs of indices. scoring: a
    measure, or a scorer of scikit-learn. settings: hyperparameters of `SelectByFilter`. The best point of the
    curve is selected on the same folds, and is optimistically biased.

    >>> import gnomon as gn
    >>> curve = feature_count_curve(gn.KNeighborsClassifier(1), gn.load("iris"), filter="f", cv=3)
    >>> curve.frame()["n_columns"].tolist()
    [1, 2, 3, 4]
    """
    X, y, weight, settings, _ = from_task(X, y, None, settings)
    if weight is not None:
        raise ParameterError("feature_count_curve does not support sample weights; pass a task without them")
    X = frame_or_array(X)
    y = np.asarray(y)
    folds = splits_of(cv, X, y, is_classifier(estimator))
    scorer = scorer_of(scoring, estimator)
    ranked: list[list[float]] = []
    in_order: list[list[float]] = []
    for train, test in folds:
        model = SelectByFilter(filter, k="all", guard=False, **settings).fit(take(X, train), y[train])
        for order, scores in ((model.order_, ranked), (np.arange(X.shape[1]), in_order)):
            scores.append(_scores(estimator, scorer, X, y, (train, test), order))
    return TopCurve(filter, np.array(ranked), np.array(in_order))


def _scores(
    estimator: Any, scorer: Any, X: Any, y: Any, fold: tuple[Integers, Integers], order: Integers
) -> list[float]:
    scores = []
    train, test = (take(X, rows) for rows in fold)
    for n_columns in range(1, len(order) + 1):
        columns = order[:n_columns]
        X_train, X_test = (take_columns(part, columns) for part in (train, test))
        model = clone(estimator).fit(X_train, y[fold[0]])
        scores.append(float(scorer(model, X_test, y[fold[1]])))
    return scores
