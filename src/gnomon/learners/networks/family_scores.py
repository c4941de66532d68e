"""Scores of families: how well a node's table fits the rows, less the price of its parameters.

The score of a graph is the sum over its families (a node and its parents), so that a search scores anew
only what a move changes. Higher is better; all are in nats.
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
MOST_LEVELS = 65_536
LARGEST_TABLE = 50_000_000


class FamilyScores:
    """The score of any family of a table's columns, counted when it is first asked for and then kept.

    data: a Table, Task, data frame, dict of columns or array of discrete values. score: with N the weight of
    all rows and k the free parameters of a family,

    - "likelihood": the largest log likelihood, sum N_jk log(N_jk / N_j), which more parents never lower;
    - "aic", "bic": less k, less k log(N) / 2 (Akaike 1974; Schwarz 1978);
    - "mdl": less the code that names the parents too, log(number of nodes) each (Lam & Bacchus 1994);
    - "bdeu": the log probability of the rows when a prior worth `equivalent_sample_size` rows is spread
      evenly over the table (Heckerman, Geiger & Chickering 1995); "k2": with one row in each cell.

    A row with a missing value is left out of the families that have it; the likelihood of the others, and the
    price with it, is scaled up to all rows (after Balov 2013), which "bdeu" and "k2" have no like of: these
    refuse.

    levels: the values that some columns may have, if not all are in the rows.

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
        self._begin(codes, known, _checked_score(score), equivalent_sample_size, weight)

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
        """The scores of rows that are codes into the levels of their columns; -1 where missing."""
        made = cls.__new__(cls)
        made._begin(codes, levels, _checked_score(score), equivalent_sample_size, weight)
        return made

    def reweighted(self, weight: Floats) -> FamilyScores:
        """The same scores of the same rows with other weights; those of 0 are as good as not there."""
        return FamilyScores.of_codes(
            self.codes,
            self.levels,
            score=self.score,
            equivalent_sample_size=self.equivalent_sample_size,
            weight=weight,
        )

    def family(self, child: str, parents: Iterable[str] = ()) -> float:
        """The score of a node with these parents."""
        return self.of_places(self.place(child), frozenset(self.place(parent) for parent in parents))

    def graph(self, graph: DirectedGraph) -> float:
        """The score of a whole graph over these columns.

        >>> scores = FamilyScores({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}, score="likelihood")
        >>> round(scores.graph(DirectedGraph.of_formula("[A][B|A]")), 6)
        -2.772589
        """
        return sum(self.family(name, graph.parents_of(name)) for name in graph.nodes)

    def information(self, given: Iterable[str] = ()) -> Floats:
        """Mutual information of every two columns given some others, in nats; entropies on the diagonal.

        >>> FamilyScores({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}).information().round(4)
        array([[0.6931, 0.6931],
               [0.6931, 0.6931]])
        """
        places = np.array([self.place(name) for name in given], dtype=np.int64)
        sizes = [len(self.levels[name]) for name in self.names]
        widest = sorted(sizes)[-2:] + [sizes[place] for place in places]
        if prod(widest) > LARGEST_TABLE:
            raise DataError(
                f"two columns have {widest[:2]} levels, too many for a table of both; join rare levels first"
            )
        return self.families.information(places, threads.count())

    def place(self, name: str) -> int:
        """The column of this name, by number."""
        if name not in self.names:
            raise DataError(f"the data have no column {name!r}; they have {self.names[:12]}")
        return self.names.index(name)

    def of_places(self, child: int, parents: frozenset[int]) -> float:
        """The score of a family by numbers of columns."""
        if (child, parents) in self._rows:
            return float(self._rows[child, parents][child])
        for parent in parents:
            row = self._rows.get((child, parents - {parent}))
            if row is not None and not np.isnan(row[parent]):
                return float(row[parent])
        return float(self._counted(child, parents, np.empty(0, np.int64))[0])

    def adding(self, child: int, parents: frozenset[int], candidates: Integers) -> Floats:
        """Scores of a node with one more parent, for each column; with none more at the node's own place.

        NaN for columns that are no candidates.
        """
        row = self._rows.get((child, parents))
        wanted = candidates if row is None else candidates[np.isnan(row[candidates])]
        if row is None:
            row = self._rows[child, parents] = np.full(len(self.names), np.nan)
        if len(wanted) or np.isnan(row[child]):
            row[[child, *wanted]] = self._counted(child, parents, wanted)
        return row

    def count_pairs(self) -> None:
        """Score every node with every single parent, in one go."""
        found = self.families.pairs(np.empty(0, np.int64), self._kind, self._number, threads.count())
        found -= self._name_price * (1 - np.eye(len(found)))
        for child, row in enumerate(found.T):
            self._rows[child, frozenset()] = row.copy()

    def _begin(
        self, codes: Codes, levels: Levels, score: str, equivalent_sample_size: float, weight: Floats | None
    ) -> None:
        self.codes, self.levels, self.names = codes, levels, list(levels)
        self.score, self.equivalent_sample_size = score, equivalent_sample_size
        if len(codes) == 0:
            raise DataError("the data have no rows; a structure is learned from at least one")
        _check_missing(codes, self.names, score)
        sizes = np.array([len(levels[name]) for name in self.names], dtype=np.int32)
        _check_levels(sizes, self.names)
        self.families = native.Families(np.ascontiguousarray(codes.T), sizes, weight)
        self.n_rows = float(len(codes) if weight is None else weight.sum())
        self._kind, self._number = _formula(score, equivalent_sample_size, self.n_rows)
        self._name_price = log(len(self.names)) if score == "mdl" else 0.0
        self._rows: dict[tuple[int, frozenset[int]], Floats] = {}

    def _counted(self, child: int, parents: frozenset[int], candidates: Integers) -> Floats:
        places = np.array(sorted(parents), dtype=np.int64)
        found = self.families.adding(child, places, candidates, self._kind, self._number, threads.count())
        found -= self._name_price * len(parents)
        found[1:] -= self._name_price
        return found


def names_of(data: Any) -> list[str]:
    """The names of a table's columns; x0, x1, … for an array.

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
        names = [f"x{place}" for place in range(shape[1])]
    else:
        raise DataError(f"the data have shape {shape}; give a table with a column for each node")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DataError(f"two columns are called {twice!r}; give each column a name of its own")
    return names


def scores_of(
    data: Any,
    score: str,
    equivalent_sample_size: float,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> FamilyScores:
    """Scores of these data; scores themselves pass through, so that several searches share their counts.

    >>> scores = FamilyScores({"A": [0, 1]})
    >>> scores_of(scores, "aic", 10.0) is scores
    True
    """
    if isinstance(data, FamilyScores):
        if sample_weight is not None or levels is not None:
            raise ParameterError("sample_weight and levels belong to FamilyScores, which were given")
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
        raise ParameterError(f"score={score!r}: give one of {', '.join(map(repr, SCORES))}")
    return score


def _formula(score: str, equivalent_sample_size: float, n_rows: float) -> tuple[str, float]:
    """The kernel's name for a score, and its number."""
    if score == "bdeu":
        if not 0 < equivalent_sample_size < np.inf:
            raise ParameterError(f"equivalent_sample_size={equivalent_sample_size!r}: give a number above 0")
        return "bdeu", float(equivalent_sample_size)
    if score == "k2":
        return "k2", 1.0
    return "likelihood", {"likelihood": 0.0, "aic": 1.0}.get(score, log(max(n_rows, 1.0)) / 2)


def _check_levels(sizes: Array, names: Sequence[str]) -> None:
    widest = int(sizes.argmax())
    if sizes[widest] > MOST_LEVELS:
        raise DataError(
            f"column {names[widest]!r} has {sizes[widest]} levels, which tell single rows apart; "
            "leave it out, or join levels"
        )


def _check_missing(codes: Codes, names: Sequence[str], score: str) -> None:
    missing = np.argwhere(codes < 0)
    if len(missing) and score in ("bdeu", "k2"):
        row, column = missing[0]
        raise DataError(
            f'column {names[column]!r} has no value at row {row}, and score="{score}" needs complete rows; '
            'use "bic", leave such rows out, or make "missing" a level'
        )
