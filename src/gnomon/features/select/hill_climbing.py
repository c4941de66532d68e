"""Hill climbing: from some subset, always to the best neighbor, until none is better."""

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
from gnomon.features.select.wrapper import Found, WrapperSelection
from gnomon.registry import transformers
from gnomon.seeds import generator


class HillClimbingSelection(WrapperSelection):
    """Greedy search: add or drop the one column that helps most, until no such move helps.

    Each start ends on a peak of its own; the best peak is kept.

    Attributes
    ----------
    support_ : which columns are kept
    score_, standard_error_ : of the kept subset on the folds that chose it, which is optimistic
    curve_ : the steps of all climbs, a SelectionCurve
    n_models_ : how many models were trained

    Examples
    --------
    >>> from gnomon.features.select.hill_climbing import HillClimbingSelection
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> HillClimbingSelection(LinearRegression()).fit(X, y).get_support(indices=True)
    array([0, 2])
    """

    start: str = one_of("one", "all", "random", default="one", help="the best single column, all, or any")
    restarts: int = between(1, 10_000, default=1, whole=True, help="random starts, the first of them as said")
    random_state: Any = seed()

    def _search(self, scores: SubsetScores) -> Found:
        random = generator(self.random_state)
        steps: list[Step] = []
        peaks: list[Trial] = []
        for climb in range(self.restarts):
            begin = _start("random" if climb else self.start, scores, random)
            peaks.append(_climbed(scores, begin, steps))
        best = scores.best([peak.subset for peak in peaks])
        return Found(best.subset, tuple(steps))


def neighbors(subset: Subset, n_columns: int) -> list[Subset]:
    """The subsets that differ in one column, the empty one left out.

    >>> neighbors((1,), 3)
    [(0, 1), (1, 2)]
    """
    moved = [
        without_column(subset, column) if column in subset else with_column(subset, column)
        for column in range(n_columns)
    ]
    return [each for each in moved if each]


def random_subset(n_columns: int, size: int | None, random: np.random.Generator) -> Subset:
    """A subset drawn at random: of a size, or each column by a toss of a coin, but never empty.

    >>> len(random_subset(5, 2, np.random.default_rng(0)))
    2
    """
    if size is None:
        tossed = np.flatnonzero(random.random(n_columns) < 0.5)
        drawn = tossed if len(tossed) else random.integers(n_columns, size=1)
    else:
        drawn = random.permutation(n_columns)[:size]
    return tuple(sorted(drawn.tolist()))


def _start(kind: str, scores: SubsetScores, random: np.random.Generator) -> Trial:
    if kind == "one":
        return scores.best([(column,) for column in range(scores.n_columns)])
    whole = all_columns(scores.n_columns)
    return scores.of([whole if kind == "all" else random_subset(scores.n_columns, None, random)])[0]


def _climbed(scores: SubsetScores, begin: Trial, steps: list[Step]) -> Trial:
    steps.append(Step("start", (), begin.subset, begin.mean, begin.error))
    now = begin
    while around := neighbors(now.subset, scores.n_columns):
        best = scores.best(around)
        if best.mean <= now.mean + EQUAL * max(1.0, abs(now.mean)):
            break
        moved = tuple(set(best.subset) ^ set(now.subset))
        move = "add" if len(best.subset) > len(now.subset) else "drop"
        steps.append(Step(move, moved, best.subset, best.mean, best.error))
        now = best
    return now


transformers.add(
    "HillClimbingSelection",
    HillClimbingSelection,
    "add or drop the column that helps most, until none does",
    family="wrapper",
    example=lambda: HillClimbingSelection(LinearRegression(), random_state=0),
)
