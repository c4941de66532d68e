"""Feature selection by simulated annealing: a random search that may accept worse subsets."""

from __future__ import annotations

from math import exp, inf
from typing import Any

import numpy as np
from sklearn.linear_model import LinearRegression

from gnomon.check import between, free, seed
from gnomon.features.select.curve import Step
from gnomon.features.select.hill_climbing import random_subset
from gnomon.features.select.stop_rules import checked_size
from gnomon.features.select.subset_score import Subset, SubsetScores, Trial, with_column, without_column
from gnomon.features.select.wrapper import SearchResult, WrapperSelection
from gnomon.registry import transformers
from gnomon.seeds import generator


class AnnealingSelection(WrapperSelection):
    """Simulated annealing feature selection (wrapper): random moves between neighboring subsets.

    A better subset is accepted, a worse one with probability exp(change / temperature). The temperature is
    multiplied by `cooling` at each move. A neighbor has one column more or less; with a fixed size one column
    is swapped. The best subset visited is selected. Scores are cached (Kirkpatrick, Gelatt & Vecchi 1983).

    Attributes
    ----------
    support_ : mask of the selected features
    score_, standard_error_ : cross-validated score of the selected subset, which is optimistic
    curve_ : the accepted moves, a SelectionCurve
    n_models_ : number of fitted models

    Examples
    --------
    >>> from gnomon import AnnealingSelection
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> AnnealingSelection(LinearRegression(), random_state=0).fit(X, y).get_support(indices=True)
    array([0, 2])
    """

    n_features_to_select: Any = free(
        default=None,
        help="number of features to select: a count, a fraction, or None for any number",
        kind="number",
    )
    n_iter: int = between(1, inf, default=200, whole=True, help="number of proposed moves")
    temperature: float = between(
        0, inf, default=0.05, help="initial temperature, in units of the score; 0 accepts better moves only"
    )
    cooling: float = between(0, 1, default=0.98, help="factor of the temperature per move")
    random_state: Any = seed()

    def _search(self, scores: SubsetScores) -> SearchResult:
        d = scores.n_columns
        size = checked_size(self.n_features_to_select, d, type(self).__name__)
        random = generator(self.random_state)
        current = best = scores.of([random_subset(d, size, random)])[0]
        steps = [Step("start", (), current.subset, current.mean, current.error)]
        temperature = self.temperature
        for _ in range(self.n_iter):
            candidate = scores.of([_neighbor(current.subset, d, size, random)])[0]
            is_accepted = _accepts(candidate.mean - current.mean, temperature, float(random.random()))
            if is_accepted and candidate.subset != current.subset:
                steps.append(_step(current, candidate))
                current = candidate
            best = scores.best([best.subset, current.subset])
            temperature *= self.cooling
        return SearchResult(best.subset, tuple(steps))


def _neighbor(subset: Subset, n_columns: int, size: int | None, random: np.random.Generator) -> Subset:
    """A random neighboring subset."""
    if size is None:
        column = int(random.integers(n_columns))
        if column not in subset:
            return with_column(subset, column)
        return without_column(subset, column) if len(subset) > 1 else subset
    others = [column for column in range(n_columns) if column not in subset]
    if not others:
        return subset
    dropped = subset[int(random.integers(len(subset)))]
    return with_column(without_column(subset, dropped), others[int(random.integers(len(others)))])


def _accepts(change: float, temperature: float, chance: float) -> bool:
    if change >= 0:
        return True
    return temperature > 0 and chance < exp(change / temperature)


def _step(current: Trial, candidate: Trial) -> Step:
    moved = tuple(sorted(set(current.subset) ^ set(candidate.subset)))
    move = {1: "add", -1: "drop", 0: "swap"}[len(candidate.subset) - len(current.subset)]
    return Step(move, moved, candidate.subset, candidate.mean, candidate.error)


transformers.add(
    "AnnealingSelection",
    AnnealingSelection,
    "simulated annealing: random moves between subsets",
    family="wrapper",
    example=lambda: AnnealingSelection(LinearRegression(), random_state=0),
)
