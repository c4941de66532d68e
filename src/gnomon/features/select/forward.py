"""Forward selection (sequential forward selection): add the most useful feature repeatedly."""

from __future__ import annotations

import warnings
from itertools import combinations
from math import inf
from typing import Any

from sklearn.linear_model import LinearRegression

from gnomon.check import between, free, one_of
from gnomon.errors import DataWarning
from gnomon.features.select.curve import Step
from gnomon.features.select.stop_rules import RULES, StopRule, checked_size
from gnomon.features.select.subset_score import Subset, SubsetScores
from gnomon.features.select.wrapper import SearchResult, WrapperSelection
from gnomon.registry import transformers


class ForwardSelection(WrapperSelection):
    """Forward selection (sequential forward selection, wrapper), starting from no features.

    Each step adds the column that improves the score most, until a stopping rule is reached; ties go to the
    first column. It scores d + (d - 1) + ... subsets, each on every fold. Features that are useful only
    jointly (exclusive or) are selected late or never: `group` adds several per step, and BackwardElimination
    starts from all features. scikit-learn's SequentialFeatureSelector selects the same features; least
    squares, ridge and logistic regression are faster here, as subsets share computation.

    Attributes
    ----------
    support_ : mask of the selected features
    score_, standard_error_ : cross-validated score of the selected subset, which is optimistic
    curve_ : the steps, a SelectionCurve; `curve_.frame()` is the curve of score against size
    n_models_ : number of fitted models

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon import ForwardSelection
    >>> X = np.random.default_rng(0).normal(size=(100, 4))
    >>> selection = ForwardSelection(LinearRegression()).fit(X, 2 * X[:, 2] - X[:, 0])
    >>> selection.get_support(indices=True), selection.n_models_
    (array([0, 2]), 45)
    """

    n_features_to_select: Any = free(
        default=None,
        help="number of features to select: a count, a fraction, or None for the stopping rule",
        kind="number",
    )
    stop: str = one_of(*RULES, default="no gain", help="stopping rule; see StopRule", grid=())
    tol: float = between(0, inf, default=0.0, help="tolerance: minimum gain of the score per added feature")
    patience: int = between(
        1, inf, default=1, whole=True, help="number of steps without gain before 'no gain' stops"
    )
    enough: Any = between(-inf, inf, default=None, optional=True, help="score at which the search stops")
    group: int = between(1, inf, default=1, whole=True, help="number of features added per step")

    def _search(self, scores: SubsetScores) -> SearchResult:
        size = checked_size(self.n_features_to_select, scores.n_columns, type(self).__name__)
        rule = StopRule(size, self.stop, self.tol, self.patience, self.enough)
        steps: list[Step] = []
        while not rule.is_reached(steps):
            chosen = steps[-1].subset if steps else ()
            max_added = (scores.n_columns if size is None else size) - len(chosen)
            if max_added == 0:
                break
            steps.append(added(scores, chosen, min(self.group, max_added)))
            if not chosen and max_added > 1:
                self._warn_if_no_column_helps(scores, steps[0])
        return SearchResult(rule.selected(steps).subset, tuple(steps))

    def _warn_if_no_column_helps(self, scores: SubsetScores, first: Step) -> None:
        constant = scores.of_a_constant()
        if constant is not None and first.score <= constant:
            warnings.warn(
                f"ForwardSelection: no first step scores better than a constant prediction "
                f"({first.score:.3g} <= {constant:.3g}); features that are useful only jointly (exclusive "
                f"or) are missed: try group={self.group + 1}, or BackwardElimination",
                DataWarning,
                stacklevel=5,
            )


def added(scores: SubsetScores, chosen: Subset, n_added: int = 1) -> Step:
    """The best step that adds n_added columns to a subset; ties go to the first columns.

    >>> import numpy as np
    >>> from sklearn.metrics import get_scorer
    >>> X = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]])
    >>> splits = [(np.arange(3), np.arange(2, 4))]
    >>> added(SubsetScores(LinearRegression(), X, X[:, 0], splits, get_scorer("r2"), "r2"), ()).moved
    (0,)
    """
    left = [column for column in range(scores.n_columns) if column not in chosen]
    moves = list(combinations(left, n_added))
    best = scores.best([tuple(sorted((*chosen, *move))) for move in moves])
    return Step("add", tuple(sorted(set(best.subset) - set(chosen))), best.subset, best.mean, best.error)


transformers.add(
    "ForwardSelection",
    ForwardSelection,
    "forward selection: add the most useful feature repeatedly",
    family="wrapper",
    example=lambda: ForwardSelection(LinearRegression()),
)
