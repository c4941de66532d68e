"""Backward elimination (sequential backward selection): drop the least useful feature repeatedly."""

from __future__ import annotations

from math import inf
from typing import Any

from sklearn.linear_model import LinearRegression

from gnomon.check import between, free, one_of
from gnomon.features.select.curve import Step
from gnomon.features.select.stop_rules import RULES, StopRule, checked_size
from gnomon.features.select.subset_score import Subset, SubsetScores, all_columns, without_column
from gnomon.features.select.wrapper import SearchResult, WrapperSelection
from gnomon.registry import transformers


class BackwardElimination(WrapperSelection):
    """Backward elimination (sequential backward selection, wrapper), starting from all features.

    Each step drops the column without which the score is best, until a stopping rule is reached; ties go to
    the first column. It retains features that are useful only in combination; it is slower than forward
    selection where few features are selected, as its models are large.

    Attributes
    ----------
    support_ : mask of the selected features
    score_, standard_error_ : cross-validated score of the selected subset, which is optimistic
    curve_ : the steps, a SelectionCurve that starts with all columns
    n_models_ : number of fitted models

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon import BackwardElimination
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> BackwardElimination(LinearRegression()).fit(X, y).get_support(indices=True)
    array([0, 2])
    """

    n_features_to_select: Any = free(
        default=None,
        help="number of features to select: a count, a fraction, or None for the stopping rule",
        kind="number",
    )
    stop: str = one_of(*RULES, default="no gain", help="stopping rule; see StopRule", grid=())
    tol: float = between(
        0, inf, default=0.0, help="tolerance: maximum decrease of the score per dropped column"
    )
    patience: int = between(
        1, inf, default=1, whole=True, help="number of steps without gain before 'no gain' stops"
    )

    def _search(self, scores: SubsetScores) -> SearchResult:
        size = checked_size(self.n_features_to_select, scores.n_columns, type(self).__name__)
        rule = StopRule(size, self.stop, self.tol, self.patience)
        whole = scores.of([all_columns(scores.n_columns)])[0]
        steps = [Step("start", (), whole.subset, whole.mean, whole.error)]
        while len(steps[-1].subset) > 1 and not rule.is_reached(steps):
            steps.append(dropped(scores, steps[-1].subset))
        return SearchResult(rule.selected(steps).subset, tuple(steps))


def dropped(scores: SubsetScores, chosen: Subset) -> Step:
    """The best step that drops a column of a subset; ties go to the first column.

    >>> import numpy as np
    >>> from sklearn.metrics import get_scorer
    >>> X = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]])
    >>> splits = [(np.arange(3), np.arange(2, 4))]
    >>> dropped(SubsetScores(LinearRegression(), X, X[:, 0], splits, get_scorer("r2"), "r2"), (0, 1)).moved
    (1,)
    """
    best = scores.best([without_column(chosen, column) for column in chosen])
    return Step("drop", tuple(set(chosen) - set(best.subset)), best.subset, best.mean, best.error)


transformers.add(
    "BackwardElimination",
    BackwardElimination,
    "backward elimination: drop the least useful feature repeatedly",
    family="wrapper",
    example=lambda: BackwardElimination(LinearRegression()),
)
