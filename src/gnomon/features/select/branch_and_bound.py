"""Branch and bound feature selection: the best subset of a size without trying all, for monotone scores.

Columns are dropped one at a time. With a monotone score no descendant of a subset scores higher than it, so a
subset that does not beat the best one of the target size is pruned (Narendra & Fukunaga 1977).
"""

from __future__ import annotations

from dataclasses import dataclass

from gnomon.errors import DesignError
from gnomon.features.select.stop_rules import EQUAL
from gnomon.features.select.subset_score import Subset, SubsetScores, Trial, all_columns, without_column


def branch_and_bound(scores: SubsetScores, size: int, limit: int = 20_000) -> Trial:
    """The best subset of a size; ties go to the first one visited.

    scores: monotone; DesignError if dropping a column increases the score. limit: maximum number of subsets.

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
    """State of the search: the best subset of the target size so far."""

    scores: SubsetScores
    size: int
    limit: int
    best: Trial | None = None

    def explore(self, parent: Trial, droppable: Subset) -> None:
        """Explore the subsets without some of the droppable columns."""
        if self.best is not None and parent.mean <= self.best.mean + _slack(self.best):
            return
        children = self._children(parent, droppable)
        if len(parent.subset) - 1 == self.size:
            for child, _ in children:
                if self.best is None or child.mean > self.best.mean + _slack(self.best):
                    self.best = child
            return
        # Best first: a high bound found early prunes most.
        for child, left in sorted(children, key=lambda pair: -pair[0].mean):
            self.explore(child, left)

    def _children(self, parent: Trial, droppable: Subset) -> list[tuple[Trial, Subset]]:
        """Each child drops one column; only columns later in the order may be dropped below it."""
        trials = self.scores.of([without_column(parent.subset, column) for column in droppable])
        for trial, column in zip(trials, droppable):
            self._check_monotone(parent, trial, column)
        if len(self.scores.trials) > self.limit:
            raise DesignError(
                f"branch and bound scored {len(self.scores.trials):,} subsets, over limit={self.limit:,}; "
                "increase it, or use FloatingSelection"
            )
        # The worst child gets the largest subtree, as its bound prunes the most.
        order = sorted(range(len(droppable)), key=lambda index: trials[index].mean)
        n_to_drop = len(parent.subset) - self.size
        return [
            (trials[index], tuple(droppable[other] for other in order[rank + 1 :]))
            for rank, index in enumerate(order[: len(order) - n_to_drop + 1])
        ]

    def _check_monotone(self, parent: Trial, child: Trial, column: int) -> None:
        if child.mean > parent.mean + 1e-9 * max(1.0, abs(parent.mean)):
            raise DesignError(
                f"the score is not monotone: without column {column} it increased from {parent.mean:.6g} to "
                f"{child.mean:.6g}, so branch and bound may miss the best subset; use is_monotone=False, or "
                "cv='training' with a learner of nested models"
            )


def _slack(best: Trial) -> float:
    return EQUAL * max(1.0, abs(best.mean))
