"""Genetic search: a population of subsets, of which the better ones have children that mix and mutate."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from sklearn.linear_model import LinearRegression

from gnomon.arrays import Flags
from gnomon.check import between, free, seed
from gnomon.features.select.curve import Step
from gnomon.features.select.hill_climbing import random_subset
from gnomon.features.select.stop_rules import wanted_size
from gnomon.features.select.subset_score import Subset, SubsetScores
from gnomon.features.select.wrapper import Found, WrapperSelection
from gnomon.registry import transformers
from gnomon.seeds import generator
from gnomon.ties import first_largest


class GeneticSelection(WrapperSelection):
    """Let subsets compete: parents win tournaments, a child takes each column from one of two parents.

    Each column of a child then flips with probability `mutation`. The best subsets of a generation live on
    (`elite`), so the best score never falls. A whole generation is scored at a time (Siedlecki & Sklansky
    1989).

    Attributes
    ----------
    support_ : which columns are kept
    score_, standard_error_ : of the kept subset on the folds that chose it, which is optimistic
    curve_ : the best subset of each generation, a SelectionCurve
    n_models_ : how many models were trained

    Examples
    --------
    >>> from gnomon.features.select.genetic import GeneticSelection
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> GeneticSelection(LinearRegression(), random_state=0).fit(X, y).get_support(indices=True)
    array([0, 2])
    """

    n_features_to_select: Any = free(
        default=None, help="how many columns to keep: a count, a share, or None for any number", kind="number"
    )
    population: int = between(2, inf, default=30, whole=True, help="subsets in a generation")
    generations: int = between(1, inf, default=20, whole=True, help="generations after the first")
    mutation: Any = between(
        0, 1, default=None, optional=True, help="chance that a column flips; None for one column in d"
    )
    tournament: int = between(1, inf, default=3, whole=True, help="subsets that compete to be a parent")
    elite: int = between(1, inf, default=2, whole=True, help="subsets that live on as they are")
    random_state: Any = seed()

    def _search(self, scores: SubsetScores) -> Found:
        d = scores.n_columns
        size = wanted_size(self.n_features_to_select, d, type(self).__name__)
        random = generator(self.random_state)
        now = [random_subset(d, size, random) for _ in range(self.population)]
        best = scores.best(now)
        steps = [Step("start", (), best.subset, best.mean, best.error)]
        for _ in range(self.generations):
            now = self._next(scores, now, size, random)
            best = scores.best([best.subset, *now])
            steps.append(Step("generation", (), best.subset, best.mean, best.error))
        return Found(best.subset, tuple(steps))

    def _next(
        self, scores: SubsetScores, now: list[Subset], size: int | None, random: np.random.Generator
    ) -> list[Subset]:
        fitness = np.array([trial.mean for trial in scores.of(now)])
        order = np.argsort(-fitness, kind="stable")
        survivors = list(dict.fromkeys(now[place] for place in order))[: self.elite]
        n_children = max(0, self.population - len(survivors))
        chance = 1 / scores.n_columns if self.mutation is None else self.mutation
        children = [
            _child(*self._parents(now, fitness, random), scores.n_columns, chance, size, random)
            for _ in range(n_children)
        ]
        return [*survivors, *children]

    def _parents(self, now: list[Subset], fitness: Any, random: np.random.Generator) -> tuple[Subset, Subset]:
        """The winners of two tournaments."""
        entrants = random.integers(len(now), size=(2, self.tournament))
        first, second = (now[row[first_largest(fitness[row])]] for row in entrants)
        return first, second


def _child(
    mother: Subset,
    father: Subset,
    n_columns: int,
    mutation: float,
    size: int | None,
    random: np.random.Generator,
) -> Subset:
    columns = np.arange(n_columns)
    has = np.where(random.random(n_columns) < 0.5, np.isin(columns, mother), np.isin(columns, father))
    has ^= random.random(n_columns) < mutation
    return _repaired(has, size, random)


def _repaired(has: Flags, size: int | None, random: np.random.Generator) -> Subset:
    """Never empty; of the wanted size, where there is one, by random columns more or fewer."""
    order = random.permutation(len(has))
    if size is None:
        size = max(1, int(has.sum()))
    ranked = order[np.argsort(~has[order], kind="stable")]
    return tuple(sorted(ranked[:size].tolist()))


transformers.add(
    "GeneticSelection",
    GeneticSelection,
    "a population of subsets that mix and mutate",
    family="wrapper",
    example=lambda: GeneticSelection(LinearRegression(), random_state=0, population=10, generations=5),
)
