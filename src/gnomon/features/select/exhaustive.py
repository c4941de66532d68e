"""Exhaustive selection: every subset of the columns is tried, or proved not to be the best."""

from __future__ import annotations

from itertools import chain, combinations, islice
from math import comb, inf
from typing import Any

from sklearn.linear_model import LinearRegression

from gnomon.check import between, flag, free
from gnomon.errors import ParameterError
from gnomon.features.select.branch_and_bound import branch_and_bound
from gnomon.features.select.curve import Step
from gnomon.features.select.stop_rules import EQUAL, wanted_size
from gnomon.features.select.subset_score import SubsetScores, Trial
from gnomon.features.select.wrapper import Found, WrapperSelection
from gnomon.registry import transformers

SUBSETS_AT_A_TIME = 1024


class ExhaustiveSelection(WrapperSelection):
    """Try all subsets (of a given size, or of every size but none) and keep the best.

    d columns have 2^d - 1 subsets: more than `limit` are refused. Of equal scores the smallest subset wins,
    then the first. Where a score can only fall when a column is dropped (`is_monotone`, as r2 on the training
    rows of least squares), branch and bound finds the same best subset of a size with fewer trials.

    Attributes
    ----------
    support_ : which columns are kept
    score_, standard_error_ : of the kept subset on the folds that chose it, which is optimistic
    curve_ : the best subset of each size, a SelectionCurve
    n_models_ : how many models were trained

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon.features.select.exhaustive import ExhaustiveSelection
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> selection = ExhaustiveSelection(LinearRegression()).fit(X, y)
    >>> selection.get_support(indices=True), selection.n_models_
    (array([0, 2]), 75)
    """

    n_features_to_select: Any = free(
        default=None, help="how many columns to keep: a count, a share, or None for any number", kind="number"
    )
    limit: int = between(1, inf, default=20_000, whole=True, help="most subsets to try")
    is_monotone: bool = flag(default=False, help="whether dropping a column never raises the score")

    def _search(self, scores: SubsetScores) -> Found:
        d = scores.n_columns
        size = wanted_size(self.n_features_to_select, d, type(self).__name__)
        if self.is_monotone:
            if size is None:
                raise ParameterError(
                    "ExhaustiveSelection(is_monotone=True): of such a score all columns are the best; give "
                    "n_features_to_select"
                )
            best = [branch_and_bound(scores, size, self.limit)]
        else:
            sizes = range(1, d + 1) if size is None else (size,)
            self._refuse_too_many(sum(comb(d, each) for each in sizes), d)
            best = [best_of_size(scores, each) for each in sizes]
        top = max(trial.mean for trial in best)
        kept = next(trial for trial in best if trial.mean >= top - EQUAL * max(1.0, abs(top)))
        steps = (Step("start", (), trial.subset, trial.mean, trial.error) for trial in best)
        return Found(kept.subset, tuple(steps))

    def _refuse_too_many(self, n_subsets: int, n_columns: int) -> None:
        if n_subsets > self.limit:
            raise ParameterError(
                f"ExhaustiveSelection: {n_columns} columns have {n_subsets:,} such subsets, over limit="
                f"{self.limit:,}; raise it, or use FloatingSelection"
            )


def n_subsets(n_columns: int) -> int:
    """How many subsets of the columns there are, the empty one among them.

    >>> n_subsets(4)
    16
    """
    return int(2**n_columns)


def best_of_size(scores: SubsetScores, size: int) -> Trial:
    """The best of all subsets of a size; of equals the first.

    >>> import numpy as np
    >>> from sklearn.metrics import get_scorer
    >>> X = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]])
    >>> cuts = [(np.arange(3), np.arange(2, 4))]
    >>> best_of_size(SubsetScores(LinearRegression(), X, X[:, 0], cuts, get_scorer("r2"), "r2"), 1).subset
    (0,)
    """
    every = combinations(range(scores.n_columns), size)
    winners: list[tuple[int, ...]] = []
    while some := list(islice(every, SUBSETS_AT_A_TIME)):
        winners = [scores.best(list(chain(winners, some))).subset]
    return scores.of(winners)[0]


transformers.add(
    "ExhaustiveSelection",
    ExhaustiveSelection,
    "try every subset of the columns",
    family="wrapper",
    example=lambda: ExhaustiveSelection(LinearRegression()),
)
