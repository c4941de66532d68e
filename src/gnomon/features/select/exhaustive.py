"""Exhaustive feature selection (best subset selection): every subset is scored, or excluded by a bound."""

from __future__ import annotations

from itertools import chain, combinations, islice
from math import comb, inf
from typing import Any

from sklearn.linear_model import LinearRegression

from gnomon.check import between, flag, free
from gnomon.errors import ParameterError
from gnomon.features.select.branch_and_bound import branch_and_bound
from gnomon.features.select.curve import Step
from gnomon.features.select.stop_rules import EQUAL, checked_size
from gnomon.features.select.subset_score import SubsetScores, Trial
from gnomon.features.select.wrapper import SearchResult, WrapperSelection
from gnomon.registry import transformers

BATCH_SIZE = 1024


class ExhaustiveSelection(WrapperSelection):
    """Exhaustive feature selection (best subset selection, wrapper): score all nonempty subsets.

    d columns have 2^d - 1 subsets, or fewer of a fixed size; more than `limit` raise an error. Ties go to the
    smallest subset, then to the first. If dropping a column never increases the score (`is_monotone`, such as
    the training r2 of least squares), branch and bound finds the same subset with fewer models.

    Attributes
    ----------
    support_ : mask of the selected features
    score_, standard_error_ : cross-validated score of the selected subset, which is optimistic
    curve_ : the best subset of each size, a SelectionCurve
    n_models_ : number of fitted models

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon import ExhaustiveSelection
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> selection = ExhaustiveSelection(LinearRegression()).fit(X, y)
    >>> selection.get_support(indices=True), selection.n_models_
    (array([0, 2]), 75)
    """

    n_features_to_select: Any = free(
        default=None,
        help="number of features to select: a count, a fraction, or None for any number",
        kind="number",
    )
    limit: int = between(1, inf, default=20_000, whole=True, help="maximum number of subsets")
    is_monotone: bool = flag(default=False, help="whether dropping a column never increases the score")

    def _search(self, scores: SubsetScores) -> SearchResult:
        d = scores.n_columns
        size = checked_size(self.n_features_to_select, d, type(self).__name__)
        if self.is_monotone:
            if size is None:
                raise ParameterError(
                    "ExhaustiveSelection(is_monotone=True): a monotone score is highest for all columns; set "
                    "n_features_to_select"
                )
            best = [branch_and_bound(scores, size, self.limit)]
        else:
            sizes = range(1, d + 1) if size is None else (size,)
            self._check_limit(sum(comb(d, each) for each in sizes), d)
            best = [best_of_size(scores, each) for each in sizes]
        top = max(trial.mean for trial in best)
        selected = next(trial for trial in best if trial.mean >= top - EQUAL * max(1.0, abs(top)))
        steps = (Step("start", (), trial.subset, trial.mean, trial.error) for trial in best)
        return SearchResult(selected.subset, tuple(steps))

    def _check_limit(self, n_subsets: int, n_columns: int) -> None:
        if n_subsets > self.limit:
            raise ParameterError(
                f"ExhaustiveSelection: {n_columns} columns have {n_subsets:,} such subsets, more than limit="
                f"{self.limit:,}; increase it, or use FloatingSelection"
            )


def n_subsets(n_columns: int) -> int:
    """Number of subsets of the columns, including the empty one.

    >>> n_subsets(4)
    16
    """
    return int(2**n_columns)


def best_of_size(scores: SubsetScores, size: int) -> Trial:
    """The best of all subsets of a size; ties go to the first.

    >>> import numpy as np
    >>> from sklearn.metrics import get_scorer
    >>> X = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]])
    >>> splits = [(np.arange(3), np.arange(2, 4))]
    >>> best_of_size(SubsetScores(LinearRegression(), X, X[:, 0], splits, get_scorer("r2"), "r2"), 1).subset
    (0,)
    """
    every = combinations(range(scores.n_columns), size)
    winners: list[tuple[int, ...]] = []
    while some := list(islice(every, BATCH_SIZE)):
        winners = [scores.best(list(chain(winners, some))).subset]
    return scores.of(winners)[0]


transformers.add(
    "ExhaustiveSelection",
    ExhaustiveSelection,
    "exhaustive (best subset) selection",
    family="wrapper",
    example=lambda: ExhaustiveSelection(LinearRegression()),
)
