"""Feature selection by hill climbing: move to the best neighboring subset until none is better."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.linear_model import LinearRegression

from gnomon.check import between, one_of, seed
from gnomon.features.select.curve import Step
from gnomon.features.select.stop_rules import EQUAL
from gnomon.features.select.subset_score import (
    Subset,
    SubsetScores,
    Trial,
    all_columns,
    with_column,
    without_column,
)
from gnomon.features.select.wrapper import SearchResult, WrapperSelection
from gnomon.registry import transformers
from gnomon.seeds import generator


class HillClimbingSelection(WrapperSelection):
    """Hill climbing feature selection (wrapper): greedy local search that adds or drops one column per step.

    Each start ends in a local maximum; the best one is selected.

    Attributes
    ----------
    support_ : mask of the selected features
    score_, standard_error_ : cross-validated score of the selected subset, which is optimistic
    curve_ : the steps of all starts, a SelectionCurve
    n_models_ : number of fitted models

    Examples
    --------
    >>> from gnomon import HillClimbingSelection
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> HillClimbingSelection(LinearRegression()).fit(X, y).get_support(indices=True)
    array([0, 2])
    """

    start: str = one_of(
        "one", "all", "random", default="one", help="initial subset: the best single column, all, or random"
    )
    restarts: int = between(
        1, 10_000, default=1, whole=True, help="number of starts, the first by `start`, the others random"
    )
    random_state: Any = seed()

    def _search(self, scores: SubsetScores) -> SearchResult:
        random = generator(self.random_state)
        steps: list[Step] = []
        peaks: list[Trial] = []
        for climb in range(self.restarts):
            initial = _start("random" if climb else self.start, scores, random)
            peaks.append(_climbed(scores, initial, steps))
        best = scores.best([peak.subset for peak in peaks])
        return SearchResult(best.subset, tuple(steps))


def neighbors(subset: Subset, n_columns: int) -> list[Subset]:
    """The nonempty subsets that differ in one column.

    >>> neighbors((1,), 3)
    [(0, 1), (1, 2)]
    """
    moved = [
        without_column(subset, column) if column in subset else with_column(subset, column)
        for column in range(n_columns)
    ]
    return [each for each in moved if each]


def random_subset(n_columns: int, size: int | None, random: np.random.Generator) -> Subset:
    """A random nonempty subset: of a size, or each column with probability 1/2.

    >>> len(random_subset(5, 2, np.random.default_rng(0)))
    2
    """
    if size is None:
        selected = np.flatnonzero(random.random(n_columns) < 0.5)
        drawn = selected if len(selected) else random.integers(n_columns, size=1)
    else:
        drawn = random.permutation(n_columns)[:size]
    return tuple(sorted(drawn.tolist()))


def _start(kind: str, scores: SubsetScores, random: np.random.Generator) -> Trial:
    if kind == "one":
        return scores.best([(column,) for column in range(scores.n_columns)])
    whole = all_columns(scores.n_columns)
    return scores.of([whole if kind == "all" else random_subset(scores.n_columns, None, random)])[0]


def _climbed(scores: SubsetScores, initial: Trial, steps: list[Step]) -> Trial:
    steps.append(Step("start", (), initial.subset, initial.mean, initial.error))
    current = initial
    while candidates := neighbors(current.subset, scores.n_columns):
        best = scores.best(candidates)
        if best.mean <= current.mean + EQUAL * max(1.0, abs(current.mean)):
            break
        moved = tuple(set(best.subset) ^ set(current.subset))
        move = "add" if len(best.subset) > len(current.subset) else "drop"
        steps.append(Step(move, moved, best.subset, best.mean, best.error))
        current = best
    return current


transformers.add(
    "HillClimbingSelection",
    HillClimbingSelection,
    "hill climbing: add or drop one column per step",
    family="wrapper",
    example=lambda: HillClimbingSelection(LinearRegression(), random_state=0),
)
