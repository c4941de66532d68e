"""Scores of groups of columns: what three or more tell together that none of their parts does.

Parity of three bits is hidden from single columns and from pairs; a score of all triples finds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import chi2

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.features.select.coded import MOST_CELLS, Coded
from gnomon.features.select.filter import SelectByFilter
from gnomon.features.select.given import from_task
from gnomon.probability.shared_information import mutual_information

if TYPE_CHECKING:
    import pandas as pd

MOST_GROUPS = 200_000
MOST_LABELS = 65_536

Group = tuple[int, ...]


@dataclass(frozen=True)
class GroupScores:
    """What groups of columns tell of the target, in bits.

    together: of the group. best_part: of the best group of one column less. p_value: of so large a gap
    between the two by chance (chi-squared), times the number of groups.

    >>> score_feature_groups(
    ...     [[0, 0], [0, 1], [1, 0], [1, 1]] * 10, [0, 1, 1, 0] * 10, size=2
    ... ).together.tolist()
    [1.0]
    """

    names: tuple[Any, ...]
    groups: tuple[Group, ...]
    together: Floats
    best_part: Floats
    p_value: Floats

    def frame(self) -> pd.DataFrame:
        """A row for each group, the one that adds most to its parts first."""
        import pandas as pd

        table = pd.DataFrame(
            {
                "columns": [tuple(self.names[column] for column in group) for group in self.groups],
                "together": self.together,
                "best_part": self.best_part,
                "added": self.together - self.best_part,
                "p_value": self.p_value,
            }
        )
        return table.sort_values("added", ascending=False, kind="stable", ignore_index=True)

    def __str__(self) -> str:
        lines = [f"groups: {len(self.groups)}; those that add most to their parts:"]
        for columns, together, part, *_ in self.frame().head(10).to_numpy():
            name = ", ".join(map(str, columns))
            lines.append(f"  {name}: {together:.3f} together, {part:.3f} without one of them")
        return "\n".join(lines)


def score_feature_groups(
    X: Any, y: Any = None, *, size: int = 3, sample_weight: Any = None, **settings: Any
) -> GroupScores:
    """Score every group of so many columns by the information that they hold together.

    X, y: a Task, or rows and targets. settings: n_bins, target and categorical_features of `SelectByFilter`;
    the fewer bins, the fewer rows a group needs.

    >>> from itertools import product
    >>> X = np.array(list(product([0, 1], repeat=4)) * 5)
    >>> print(score_feature_groups(X, X[:, 0] ^ X[:, 1] ^ X[:, 3]))
    groups: 4; those that add most to their parts:
      0, 1, 3: 1.000 together, 0.000 without one of them
      0, 1, 2: 0.000 together, 0.000 without one of them
      0, 2, 3: 0.000 together, 0.000 without one of them
      1, 2, 3: 0.000 together, 0.000 without one of them
    """
    given = from_task(X, y, sample_weight, settings)
    model = SelectByFilter(**given.settings)
    data = model.prepare(*model.check_rows(given.X, given.y, given.weight)).with_weight()
    coded = data.coded(model.n_bins)
    _refuse_too_many(coded, size)
    known: dict[Group, float] = {}
    for n_columns in (size - 1, size):
        known |= _information(coded, n_columns)
    groups = tuple(combinations(range(coded.codes.shape[1]), size))
    best = [max(combinations(group, size - 1), key=lambda part: known[part]) for group in groups]
    together = np.array([known[group] for group in groups])
    best_part = np.array([known[part] for part in best])
    p_value = _chance(coded, groups, best, together - best_part)
    return GroupScores(given.names or data.names, groups, together, best_part, p_value)


def _refuse_too_many(coded: Coded, size: int) -> None:
    n_columns = coded.codes.shape[1]
    if not isinstance(size, int | np.integer) or not 2 <= size <= n_columns:
        raise ParameterError(f"size={size!r}: a group has from 2 to all {n_columns} columns")
    n_groups = comb(n_columns, int(size))
    if n_groups > MOST_GROUPS:
        raise ParameterError(
            f"size={size} makes {n_groups} groups of {n_columns} columns, more than {MOST_GROUPS}; take "
            "fewer columns, or smaller groups"
        )
    if coded.n_levels ** (size - 1) * coded.n_labels > MOST_LABELS:
        raise DataError(
            f"groups of {size} columns with {coded.n_levels} levels have too many cells; lower n_bins"
        )


def _information(coded: Coded, size: int) -> dict[Group, float]:
    """I(X of the group; Y) of all groups of this size: those that differ in the last column in one pass."""
    n_columns, n_labels = coded.codes.shape[1], coded.n_labels
    found: dict[Group, float] = {}
    for first in combinations(range(n_columns - 1), size - 1):
        last = np.arange(first[-1] + 1 if first else 0, n_columns)
        cell = np.zeros(len(coded.codes), dtype=np.int64)
        for column in first:
            cell = cell * coded.n_levels + coded.codes[:, column]
        n_cells = coded.n_levels ** len(first)
        labels = (cell * n_labels + coded.labels).astype(np.uint16)
        for some in _portions(last, coded.n_levels * n_cells * n_labels):
            tables = coded.columns(some).counted(labels, n_cells * n_labels)
            told = mutual_information(tables.reshape(len(some), -1, n_labels))
            found |= {(*first, int(column)): float(bits) for column, bits in zip(some, told, strict=True)}
    return found


def _portions(columns: Integers, cells: int) -> list[Integers]:
    """Columns in groups whose tables are of a decent size."""
    return np.array_split(columns, min(len(columns), len(columns) * cells // MOST_CELLS + 1))


def _chance(coded: Coded, groups: Sequence[Group], parts: Sequence[Group], added: Floats) -> Floats:
    """2 n times the information added (in nats) is chi-squared, with the cells that the last column adds."""
    levels = (coded.tables.sum(axis=2) > 0).sum(axis=1)
    n_labels = int((coded.tables[0].sum(axis=0) > 0).sum())
    cells, fewer = (np.array([np.prod(levels[list(each)]) for each in some]) for some in (groups, parts))
    freedom = np.maximum((cells - fewer) * (n_labels - 1), 1)
    statistic = 2 * coded.tables[0].sum() * np.log(2) * np.maximum(added, 0.0)
    return np.minimum(chi2.sf(statistic, freedom) * len(groups), 1.0)
