"""Feature selection by a genetic algorithm: selection, crossover and mutation of subsets."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from sklearn.linear_model import LinearRegression

from gnomon.arrays import Flags
from gnomon.check import between, free, seed
from gnomon.features.select.curve import Step
from gnomon.features.select.hill_climbing import random_subset
from gnomon.features.select.stop_rules import checked_size
from gnomon.features.select.subset_score import Subset, SubsetScores
from gnomon.features.select.wrapper import SearchResult, WrapperSelection
from gnomon.registry import transformers
from gnomon.seeds import generator
from gnomon.ties import first_largest


class GeneticSelection(WrapperSelection):
    """Genetic algorithm feature selection (wrapper): tournament selection, uniform crossover and mutation.

    Each column of a child comes from one of two parents, and flips with probability `mutation`. The best
    subsets of a generation survive (`elite`), so the best score never decreases. A generation is scored as
    one batch (Siedlecki & Sklansky 1989).

    Attributes
    ----------
    support_ : mask of the selected features
    score_, standard_error_ : cross-validated score of the selected subset, which is optimistic
    curve_ : the best subset of each generation, a SelectionCurve
    n_models_ : number of fitted models

    Examples
    --------
    >>> from gnomon import GeneticSelection
    >>> random = np.random.default_rng(1)
    >>> X = random.normal(size=(100, 4))
    >>> y = 2 * X[:, 2] - X[:, 0] + random.normal(size=100)
    >>> GeneticSelection(LinearRegression(), random_state=0).fit(X, y).get_support(indices=True)
    array([0, 2])
    """

    n_features_to_select: Any = free(
        default=None,
        help="number of features to select: a count, a fraction, or None for any number",
        kind="number",
    )
    population: int = between(2, inf, default=30, whole=True, help="population size: subsets per generation")
    generations: int = between(1, inf, default=20, whole=True, help="number of generations after the first")
    mutation: Any = between(
        0, 1, default=None, optional=True, help="mutation probability per column; None for 1 / n_features"
    )
    tournament: int = between(1, inf, default=3, whole=True, help="tournament size")
    elite: int = between(1, inf, default=2, whole=True, help="number of best subsets that survive unchanged")
    random_state: Any = seed()

    def _search(self, scores: SubsetScores) -> SearchResult:
        d = scores.n_columns
        size = checked_size(self.n_features_to_select, d, type(self).__name__)
        random = generator(self.random_state)
        population = [random_subset(d, size, random) for _ in range(self.population)]
        best = scores.best(population)
        steps = [Step("start", (), best.subset, best.mean, best.error)]
        for _ in range(self.generations):
            population = self._next(scores, population, size, random)
            best = scores.best([best.subset, *population])
            steps.append(Step("generation", (), best.subset, best.mean, best.error))
        return SearchResult(best.subset, tuple(steps))

    def _next(
        self, scores: SubsetScores, population: list[Subset], size: int | None, random: np.random.Generator
    ) -> list[Subset]:
        fitness = np.array([trial.mean for trial in scores.of(population)])
        order = np.argsort(-fitness, kind="stable")
        survivors = list(dict.fromkeys(population[index] for index in order))[: self.elite]
        n_children = max(0, self.population - len(survivors))
        mutation = 1 / scores.n_columns if self.mutation is None else self.mutation
        children = [
            _child(*self._parents(population, fitness, random), scores.n_columns, mutation, size, random)
            for _ in range(n_children)
        ]
        return [*survivors, *children]

    def _parents(
        self, population: list[Subset], fitness: Any, random: np.random.Generator
    ) -> tuple[Subset, Subset]:
        """The winners of two tournaments."""
        entrants = random.integers(len(population), size=(2, self.tournament))
        first, second = (population[row[first_largest(fitness[row])]] for row in entrants)
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
    is_selected = np.where(random.random(n_columns) < 0.5, np.isin(columns, mother), np.isin(columns, father))
    is_selected ^= random.random(n_columns) < mutation
    return _repaired(is_selected, size, random)


def _repaired(is_selected: Flags, size: int | None, random: np.random.Generator) -> Subset:
    """A nonempty subset; of the target size, if any, by adding or dropping random columns."""
    order = random.permutation(len(is_selected))
    if size is None:
        size = max(1, int(is_selected.sum()))
    ranked = order[np.argsort(~is_selected[order], kind="stable")]
    return tuple(sorted(ranked[:size].tolist()))


transformers.add(
    "GeneticSelection",
    GeneticSelection,
    "genetic algorithm: selection, crossover and mutation of subsets",
    family="wrapper",
    example=lambda: GeneticSelection(LinearRegression(), random_state=0, population=10, generations=5),
)
