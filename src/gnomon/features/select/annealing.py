"""Simulated annealing: random moves, worse ones too while it is hot, and hardly any once it is cold."""

from __future__ import annotations

from math import exp, inf
from typing import Any

import numpy as np
from sklearn.linear_model import LinearRegression

from gnomon.check import between, free, seed
from gnomon.features.select.curve import Step
from gnomon.features.select.hill_climbing import random_subset
from gnomon.features.select.stop_rules import wanted_size
from gnomon.features.select.subset_score import Subset, SubsetScores, Trial, with_column, without_column
from gnomon.features.select.wrapper import Found, WrapperSelection
from gnomon.registry import transformers
from gnomon.seeds import generator


class AnnealingSelection(WrapperSelection):
    """Move to a random neighbor if it is better, else with probability exp(change / temperature).

    The temperature falls by the factor `cooling` at each move. A neighbor has one column more or less; where
    the size is given, one column is changed for another. The best subset that was met is kept. One that was
    scored before costs nothing (Kirkpatrick, Gelatt & Vecchi 1983).

    Attributes
    ----------
    support_ : which columns are kept
    score_, standard_error_ : of the kept subset on the folds that chose it, which is optimistic
    curve_ : the moves that were made, a SelectionCurve
    n_models_ : how many models were trained

    Examples
    --------
    >>> from gnomon.features.select.annealing import AnnealingSelection
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> AnnealingSelection(LinearRegression(), random_state=0).fit(X, y).get_support(indices=True)
    array([0, 2])
    """

    n_features_to_select: Any = free(
        default=None, help="how many columns to keep: a count, a share, or None for any number", kind="number"
    )
    n_iter: int = between(1, inf, default=200, whole=True, help="moves that are tried")
    temperature: float = between(
        0, inf, default=0.05, help="at the start, in units of the score; 0 takes better moves only"
    )
    cooling: float = between(0, 1, default=0.98, help="factor of the temperature at each move")
    random_state: Any = seed()

    def _search(self, scores: SubsetScores) -> Found:
        d = scores.n_columns
        size = wanted_size(self.n_features_to_select, d, type(self).__name__)
        random = generator(self.random_state)
        now = best = scores.of([random_subset(d, size, random)])[0]
        steps = [Step("start", (), now.subset, now.mean, now.error)]
        heat = self.temperature
        for _ in range(self.n_iter):
            there = scores.of([_moved(now.subset, d, size, random)])[0]
            is_taken = _accepts(there.mean - now.mean, heat, float(random.random()))
            if is_taken and there.subset != now.subset:
                steps.append(_step(now, there))
                now = there
            best = scores.best([best.subset, now.subset])
            heat *= self.cooling
        return Found(best.subset, tuple(steps))


def _moved(subset: Subset, n_columns: int, size: int | None, random: np.random.Generator) -> Subset:
    """A random neighbor."""
    if size is None:
        column = int(random.integers(n_columns))
        if column not in subset:
            return with_column(subset, column)
        return without_column(subset, column) if len(subset) > 1 else subset
    others = [column for column in range(n_columns) if column not in subset]
    if not others:
        return subset
    gone = subset[int(random.integers(len(subset)))]
    return with_column(without_column(subset, gone), others[int(random.integers(len(others)))])


def _accepts(change: float, heat: float, chance: float) -> bool:
    if change >= 0:
        return True
    return heat > 0 and chance < exp(change / heat)


def _step(now: Trial, there: Trial) -> Step:
    moved = tuple(sorted(set(now.subset) ^ set(there.subset)))
    move = {1: "add", -1: "drop", 0: "swap"}[len(there.subset) - len(now.subset)]
    return Step(move, moved, there.subset, there.mean, there.error)


transformers.add(
    "AnnealingSelection",
    AnnealingSelection,
    "random moves between subsets, worse ones too while it is hot",
    family="wrapper",
    example=lambda: AnnealingSelection(LinearRegression(), random_state=0),
)
