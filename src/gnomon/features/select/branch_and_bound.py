"""Branch and bound: the best subset of a size without trying all, for scores that fall with each column lost.

Columns are dropped one after the other. Below a subset no score is higher than its own, so a subset that is
not better than the best of the wanted size so far needs no look further down (Narendra & Fukunaga 1977).
"""

from __future__ import annotations

from dataclasses import dataclass

from gnomon.errors import DesignError
from gnomon.features.select.stop_rules import EQUAL
from gnomon.features.select.subset_score import Subset, SubsetScores, Trial, all_columns, without_column


def branch_and_bound(scores: SubsetScores, size: int, limit: int = 20_000) -> Trial:
    """The best subset of a size; of equals the first that is found.

    scores: monotone; a score that rises when a column is dropped is refused. limit: most subsets to try.

    >>> import numpy as np
    >>> from sklearn.linear_model import LinearRegression
    >>> from sklearn.metrics import get_scorer
    >>> X = np.random.default_rng(0).normal(size=(50, 5))
    >>> rows = np.arange(50)
    >>> r2 = get_scorer("r2")
    >>> scores = SubsetScores(LinearRegression(), X, X[:, 1] + X[:, 3], [(rows, rows)], r2, "r2")
    >>> branch_and_bound(scores, 2).subset, scores.n_models < 2**5
    ((1, 3), True)
    """
    whole = scores.of([all_columns(scores.n_columns)])[0]
    if size == scores.n_columns:
        return whole
    search = _Search(scores, size, limit)
    search.explore(whole, whole.subset)
    assert search.best is not None
    return search.best


@dataclass
class _Search:
    """The best subset of the wanted size so far."""

    scores: SubsetScores
    size: int
    limit: int
    best: Trial | None = None

    def explore(self, parent: Trial, droppable: Subset) -> None:
        """Look at what is left when some of the droppable columns go."""
        if self.best is not None and parent.mean <= self.best.mean + _slack(self.best):
            return
        children = self._children(parent, droppable)
        if len(parent.subset) - 1 == self.size:
            for child, _ in children:
                if self.best is None or child.mean > self.best.mean + _slack(self.best):
                    self.best = child
            return
        # The least harmful first: a high bound early cuts most.
        for child, left in sorted(children, key=lambda pair: -pair[0].mean):
            self.explore(child, left)

    def _children(self, parent: Trial, droppable: Subset) -> list[tuple[Trial, Subset]]:
        """Each child drops one column; those after it in the order of harm may still go."""
        trials = self.scores.of([without_column(parent.subset, column) for column in droppable])
        for trial, column in zip(trials, droppable):
            self._refuse_rise(parent, trial, column)
        if len(self.scores.trials) > self.limit:
            raise DesignError(
                f"branch and bound tried {len(self.scores.trials):,} subsets, over limit={self.limit:,}; "
                "raise it, or use FloatingSelection"
            )
        # The most harmful first, with the largest family: its bound cuts the most away.
        order = sorted(range(len(droppable)), key=lambda place: trials[place].mean)
        n_to_drop = len(parent.subset) - self.size
        return [
            (trials[place], tuple(droppable[other] for other in order[rank + 1 :]))
            for rank, place in enumerate(order[: len(order) - n_to_drop + 1])
        ]

    def _refuse_rise(self, parent: Trial, child: Trial, column: int) -> None:
        if child.mean > parent.mean + 1e-9 * max(1.0, abs(parent.mean)):
            raise DesignError(
                f"the score is not monotone: without column {column} it rose from {parent.mean:.6g} to "
                f"{child.mean:.6g}, so branch and bound may miss the best; use is_monotone=False, or "
                "cv='training' with a learner of nested models"
            )


def _slack(best: Trial) -> float:
    return EQUAL * max(1.0, abs(best.mean))
