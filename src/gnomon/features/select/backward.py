"""Backward elimination: begin with all columns, and drop the one whose loss harms least, again and again."""

from __future__ import annotations

from math import inf
from typing import Any

from sklearn.linear_model import LinearRegression

from gnomon.check import between, free, one_of
from gnomon.features.select.curve import Step
from gnomon.features.select.stop_rules import RULES, StopRule, wanted_size
from gnomon.features.select.subset_score import Subset, SubsetScores, all_columns, without_column
from gnomon.features.select.wrapper import Found, WrapperSelection
from gnomon.registry import transformers


class BackwardElimination(WrapperSelection):
    """Drop the column without which the score is best, until a rule says stop; of equals the first column.

    It sees columns in each other's company, so it keeps those that help only together; it costs more than
    forward selection where few columns are kept, since its models are large.

    Attributes
    ----------
    support_ : which columns are kept
    score_, standard_error_ : of the kept subset on the folds that chose it, which is optimistic
    curve_ : the steps, a SelectionCurve that starts with all columns
    n_models_ : how many models were trained

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon.features.select.backward import BackwardElimination
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> BackwardElimination(LinearRegression()).fit(X, y).get_support(indices=True)
    array([0, 2])
    """

    n_features_to_select: Any = free(
        default=None,
        help="how many columns to keep: a count, a share, or None for the stop rule",
        kind="number",
    )
    stop: str = one_of(
        *RULES, default="no gain", help="when to stop, and what to keep; see StopRule", grid=()
    )
    tol: float = between(0, inf, default=0.0, help="the loss of score that a column may cost and still go")
    patience: int = between(1, inf, default=1, whole=True, help="steps at a loss before 'no gain' stops")

    def _search(self, scores: SubsetScores) -> Found:
        size = wanted_size(self.n_features_to_select, scores.n_columns, type(self).__name__)
        rule = StopRule(size, self.stop, self.tol, self.patience)
        whole = scores.of([all_columns(scores.n_columns)])[0]
        steps = [Step("start", (), whole.subset, whole.mean, whole.error)]
        while len(steps[-1].subset) > 1 and not rule.is_reached(steps):
            steps.append(dropped(scores, steps[-1].subset))
        return Found(rule.kept(steps).subset, tuple(steps))


def dropped(scores: SubsetScores, chosen: Subset) -> Step:
    """The best step that drops a column of a subset; of equals the first.

    >>> import numpy as np
    >>> from sklearn.metrics import get_scorer
    >>> X = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]])
    >>> cuts = [(np.arange(3), np.arange(2, 4))]
    >>> dropped(SubsetScores(LinearRegression(), X, X[:, 0], cuts, get_scorer("r2"), "r2"), (0, 1)).moved
    (1,)
    """
    best = scores.best([without_column(chosen, column) for column in chosen])
    return Step("drop", tuple(set(chosen) - set(best.subset)), best.subset, best.mean, best.error)


transformers.add(
    "BackwardElimination",
    BackwardElimination,
    "drop the column whose loss harms least, again and again",
    family="wrapper",
    example=lambda: BackwardElimination(LinearRegression()),
)
