"""Forward selection: begin with no column, and add the one that helps most, again and again."""

from __future__ import annotations

import warnings
from itertools import combinations
from math import inf
from typing import Any

from sklearn.linear_model import LinearRegression

from gnomon.check import between, free, one_of
from gnomon.errors import DataWarning
from gnomon.features.select.curve import Step
from gnomon.features.select.stop_rules import RULES, StopRule, wanted_size
from gnomon.features.select.subset_score import Subset, SubsetScores
from gnomon.features.select.wrapper import Found, WrapperSelection
from gnomon.registry import transformers


class ForwardSelection(WrapperSelection):
    """Add the column that improves the score most, until a rule says stop; of equals the first column.

    It tries d + (d - 1) + ... subsets, each on every fold. Columns that help only together (the two of an
    exclusive or) are found late or not at all: `group` adds so many at a time, and BackwardElimination begins
    with all of them. scikit-learn's SequentialFeatureSelector makes the same choice; least squares, ridge and
    logistic regression are faster here, since subsets share the work.

    Attributes
    ----------
    support_ : which columns are kept
    score_, standard_error_ : of the kept subset on the folds that chose it, which is optimistic
    curve_ : the steps, a SelectionCurve; `curve_.frame()` is the curve of score against size
    n_models_ : how many models were trained

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon.features.select.forward import ForwardSelection
    >>> X = np.random.default_rng(0).normal(size=(100, 4))
    >>> selection = ForwardSelection(LinearRegression()).fit(X, 2 * X[:, 2] - X[:, 0])
    >>> selection.get_support(indices=True), selection.n_models_
    (array([0, 2]), 45)
    """

    n_features_to_select: Any = free(
        default=None,
        help="how many columns to keep: a count, a share, or None for the stop rule",
        kind="number",
    )
    stop: str = one_of(
        *RULES, default="no gain", help="when to stop, and what to keep; see StopRule", grid=()
    )
    tol: float = between(0, inf, default=0.0, help="the gain in score that a column must bring")
    patience: int = between(1, inf, default=1, whole=True, help="steps without gain before 'no gain' stops")
    enough: Any = between(-inf, inf, default=None, optional=True, help="a score at which to stop at once")
    group: int = between(1, inf, default=1, whole=True, help="columns added at a time")

    def _search(self, scores: SubsetScores) -> Found:
        size = wanted_size(self.n_features_to_select, scores.n_columns, type(self).__name__)
        rule = StopRule(size, self.stop, self.tol, self.patience, self.enough)
        steps: list[Step] = []
        while not rule.is_reached(steps):
            chosen = steps[-1].subset if steps else ()
            most = (scores.n_columns if size is None else size) - len(chosen)
            if most == 0:
                break
            steps.append(added(scores, chosen, min(self.group, most)))
            if not chosen and most > 1:
                self._warn_if_no_column_helps(scores, steps[0])
        return Found(rule.kept(steps).subset, tuple(steps))

    def _warn_if_no_column_helps(self, scores: SubsetScores, first: Step) -> None:
        constant = scores.of_a_constant()
        if constant is not None and first.score <= constant:
            warnings.warn(
                f"ForwardSelection: no first step scores better than a constant ({first.score:.3g} against "
                f"{constant:.3g}); columns that help only together (an exclusive or) would be missed: try "
                f"group={self.group + 1}, or BackwardElimination",
                DataWarning,
                stacklevel=5,
            )


def added(scores: SubsetScores, chosen: Subset, how_many: int = 1) -> Step:
    """The best step that adds so many columns to a subset; of equals the first columns.

    >>> import numpy as np
    >>> from sklearn.metrics import get_scorer
    >>> X = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]])
    >>> cuts = [(np.arange(3), np.arange(2, 4))]
    >>> added(SubsetScores(LinearRegression(), X, X[:, 0], cuts, get_scorer("r2"), "r2"), ()).moved
    (0,)
    """
    left = [column for column in range(scores.n_columns) if column not in chosen]
    moves = list(combinations(left, how_many))
    best = scores.best([tuple(sorted((*chosen, *move))) for move in moves])
    return Step("add", tuple(sorted(set(best.subset) - set(chosen))), best.subset, best.mean, best.error)


transformers.add(
    "ForwardSelection",
    ForwardSelection,
    "add the column that helps most, again and again",
    family="wrapper",
    example=lambda: ForwardSelection(LinearRegression()),
)
