"""Decomposable scores of structure learning: BIC, AIC, MDL, BDeu, K2 and the log-likelihood.

The score of a graph is the sum over its families (a node and its parents), so that a search recomputes only
the families that a move changes. Higher is better; all are in nats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log, prod
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.coding import Codes, Levels, codes_of, levels_of, unpacked
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.learning import check_weight

SCORES = ("bic", "aic", "mdl", "bdeu", "k2", "likelihood")
MAX_LEVELS = 65_536
MAX_TABLE_CELLS = 50_000_000


class FamilyScores:
    """Decomposable network scores (BIC, AIC, MDL, BDeu, K2) of families (a node and its parents), cached.

    data: a Table, Task, data frame, dict of columns or array of discrete values. score: with N the total
    weight of the rows and k the number of free parameters of a family,

    - "likelihood": maximum log-likelihood, sum N_jk log(N_jk / N_j), which never falls with more parents;
    - "aic", "bic": minus k, minus k log(N) / 2 (Akaike 1974; Schwarz 1978);
    - "mdl": as "bic", minus the description length of the parents, log(number of nodes) each (Lam & Bacchus
      1994);
    - "bdeu": log marginal likelihood with a uniform Dirichlet prior of `equivalent_sample_size` rows
      (Heckerman, Geiger & Chickering 1995); "k2": with a pseudo-count of 1 per cell.

    A row with a missing value is left out of the families that contain it; their likelihood and penalty are
    scaled up to all rows (after Balov 2013). "bdeu" and "k2" need complete rows.

    sample_weight: sample weights. levels: the levels of some columns, if not all occur in the rows.

    >>> scores = FamilyScores({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}, score="likelihood")
    >>> round(scores.family("B"), 6), round(scores.family("B", ["A"]), 6)
    (-2.772589, 0.0)
    """

    def __init__(
        self,
        data: Any,
        *,
        score: str = "bic",
        equivalent_sample_size: float = 10.0,
        sample_weight: Any = None,
        levels: Mapping[str, Sequence[Any]] | None = None,
    ) -> None:
        names = names_of(data)
        known = levels_of(data, names, levels)
        codes = codes_of(data, known, partial=False)
        weight = check_weight(sample_weight, len(codes))
        self._initialize(codes, known, _checked_score(score), equivalent_sample_size, weight)

    @classmethod
    def of_codes(
        cls,
        codes: Codes,
        levels: Levels,
        *,
        score: str = "bic",
        equivalent_sample_size: float = 10.0,
        weight: Floats | None = None,
    ) -> FamilyScores:
        """Scores of rows encoded as level codes; -1 for missing values."""
        scores = cls.__new__(cls)
        scores._initialize(codes, levels, _checked_score(score), equivalent_sample_size, weight)
        return scores

    def reweighted(self, weight: Floats) -> FamilyScores:
        """The same scores of the same rows with other sample weights."""
        return FamilyScores.of_codes(
            self.codes,
            self.levels,
            score=self.score,
            equivalent_sample_size=self.equivalent_sample_size,
            weight=weight,
        )

    def family(self, child: str, parents: Iterable[str] = ()) -> float:
        """Score of a node with these parents."""
        return self.family_by_index(self.index(child), frozenset(self.index(parent) for parent in parents))

    def graph(self, graph: DirectedGraph) -> float:
        """Score of a graph over these columns: the sum over its families.

        >>> scores = FamilyScores({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}, score="likelihood")
        >>> round(scores.graph(DirectedGraph.of_formula("[A][B|A]")), 6)
        -2.772589
        """
        return sum(self.family(name, graph.parents_of(name)) for name in graph.nodes)

    def information(self, conditioning: Iterable[str] = ()) -> Floats:
        """Pairwise (conditional) mutual information of the columns, in nats; entropies on the diagonal.

        >>> FamilyScores({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}).information().round(4)
        array([[0.6931, 0.6931],
               [0.6931, 0.6931]])
        """
        indices = np.array([self.index(name) for name in conditioning], dtype=np.int64)
        sizes = [len(self.levels[name]) for name in self.names]
        widest = sorted(sizes)[-2:] + [sizes[index] for index in indices]
        if prod(widest) > MAX_TABLE_CELLS:
            raise DataError(
                f"two columns have {widest[:2]} levels, too many for a joint table; merge rare levels first"
            )
        return self.families.information(indices, threads.count())

    def index(self, name: str) -> int:
        """Index of the column of this name."""
        if name not in self.names:
            raise DataError(f"the data have no column {name!r}; they have {self.names[:12]}")
        return self.names.index(name)

    def family_by_index(self, child: int, parents: frozenset[int]) -> float:
        """Score of a family by column indices."""
        if (child, parents) in self._rows:
            return float(self._rows[child, parents][child])
        for parent in parents:
            row = self._rows.get((child, parents - {parent}))
            if row is not None and not np.isnan(row[parent]):
                return float(row[parent])
        return float(self._counted(child, parents, np.empty(0, np.int64))[0])

    def adding(self, child: int, parents: frozenset[int], candidates: Integers) -> Floats:
        """Scores of a node with each candidate as one more parent; at the node's own index, with none more.

        NaN for columns that are not candidates.
        """
        row = self._rows.get((child, parents))
        missing = candidates if row is None else candidates[np.isnan(row[candidates])]
        if row is None:
            row = self._rows[child, parents] = np.full(len(self.names), np.nan)
        if len(missing) or np.isnan(row[child]):
            row[[child, *missing]] = self._counted(child, parents, missing)
        return row

    def score_pairs(self) -> None:
        """Score every node with every single parent in one pass."""
        scores = self.families.pairs(np.empty(0, np.int64), self._kind, self._number, threads.count())
        scores -= self._parent_penalty * (1 - np.eye(len(scores)))
        for child, row in enumerate(scores.T):
            self._rows[child, frozenset()] = row.copy()

    def _initialize(
        self, codes: Codes, levels: Levels, score: str, equivalent_sample_size: float, weight: Floats | None
    ) -> None:
        self.codes, self.levels, self.names = codes, levels, list(levels)
        self.score, self.equivalent_sample_size = score, equivalent_sample_size
        if len(codes) == 0:
            raise DataError("the data have no rows; structure learning needs at least one")
        _check_missing(codes, self.names, score)
        sizes = np.array([len(levels[name]) for name in self.names], dtype=np.int32)
        _check_levels(sizes, self.names)
        self.families = native.Families(np.ascontiguousarray(codes.T), sizes, weight)
        self.n_rows = float(len(codes) if weight is None else weight.sum())
        self._kind, self._number = _formula(score, equivalent_sample_size, self.n_rows)
        self._parent_penalty = log(len(self.names)) if score == "mdl" else 0.0
        self._rows: dict[tuple[int, frozenset[int]], Floats] = {}

    def _counted(self, child: int, parents: frozenset[int], candidates: Integers) -> Floats:
        indices = np.array(sorted(parents), dtype=np.int64)
        scores = self.families.adding(child, indices, candidates, self._kind, self._number, threads.count())
        scores -= self._parent_penalty * len(parents)
        scores[1:] -= self._parent_penalty
        return scores


def names_of(data: Any) -> list[str]:
    """Column names of the data; x0, x1, … for an array.

    >>> names_of([[0, 1], [1, 1]])
    ['x0', 'x1']
    """
    data = unpacked(data)
    if isinstance(data, Mapping):
        names = [str(name) for name in data]
    elif hasattr(data, "columns"):
        names = [str(name) for name in data.columns]
    elif isinstance(data, list | tuple) and data and isinstance(data[0], Mapping):
        names = list(dict.fromkeys(str(name) for row in data for name in row))
    elif len(shape := np.shape(data)) == 2:
        names = [f"x{index}" for index in range(shape[1])]
    else:
        raise DataError(f"the data have shape {shape}; pass a two-dimensional table, one column per node")
    duplicate = next((name for name in names if names.count(name) > 1), None)
    if duplicate is not None:
        raise DataError(f"two columns are called {duplicate!r}; rename one of them")
    return names


def scores_of(
    data: Any,
    score: str,
    equivalent_sample_size: float,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> FamilyScores:
    """Scores of these data; FamilyScores are returned as they are, so that searches share their counts.

    >>> scores = FamilyScores({"A": [0, 1]})
    >>> scores_of(scores, "aic", 10.0) is scores
    True
    """
    if isinstance(data, FamilyScores):
        if sample_weight is not None or levels is not None:
            raise ParameterError(
                "data are FamilyScores; pass sample_weight and levels to FamilyScores instead"
            )
        return data
    return FamilyScores(
        data,
        score=score,
        equivalent_sample_size=equivalent_sample_size,
        sample_weight=sample_weight,
        levels=levels,
    )


def _checked_score(score: str) -> str:
    if score not in SCORES:
        raise ParameterError(f"score={score!r}: choose one of {', '.join(map(repr, SCORES))}")
    return score


def _formula(score: str, equivalent_sample_size: float, n_rows: float) -> tuple[str, float]:
    """Name of the score in the native kernel, and its parameter."""
    if score == "bdeu":
        if not 0 < equivalent_sample_size < np.inf:
            raise ParameterError(f"equivalent_sample_size={equivalent_sample_size!r}: pass a number above 0")
        return "bdeu", float(equivalent_sample_size)
    if score == "k2":
        return "k2", 1.0
    return "likelihood", {"likelihood": 0.0, "aic": 1.0}.get(score, log(max(n_rows, 1.0)) / 2)


def _check_levels(sizes: Array, names: Sequence[str]) -> None:
    widest = int(sizes.argmax())
    if sizes[widest] > MAX_LEVELS:
        raise DataError(
            f"column {names[widest]!r} has {sizes[widest]} levels, nearly one per row; "
            "leave it out, or merge levels"
        )


def _check_missing(codes: Codes, names: Sequence[str], score: str) -> None:
    missing = np.argwhere(codes < 0)
    if len(missing) and score in ("bdeu", "k2"):
        row, column = missing[0]
        raise DataError(
            f'column {names[column]!r} has a missing value at row {row}, and score="{score}" needs complete '
            'rows; use score="bic", drop such rows, or make "missing" a level'
        )
