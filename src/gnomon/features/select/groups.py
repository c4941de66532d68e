"""Joint mutual information of groups of columns: interactions of three or more columns.

Parity of three bits is not visible in single columns or pairs; a score of all triples detects it.
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
from gnomon.features.select.arguments import from_task
from gnomon.features.select.coded import MAX_CELLS, Coded
from gnomon.features.select.filter import SelectByFilter
from gnomon.probability.shared_information import mutual_information

if TYPE_CHECKING:
    import pandas as pd

MAX_GROUPS = 200_000
MAX_LABELS = 65_536

Group = tuple[int, ...]


@dataclass(frozen=True)
class GroupScores:
    """Mutual information of groups of columns with the target, in bits.

    joint: of the group. best_subset: of its best subset of one column less. p_value: of the gain between the
    two (chi-squared test), Bonferroni-adjusted for the number of groups.

    >>> score_feature_groups(
    ...     [[0, 0], [0, 1], [1, 0], [1, 1]] * 10, [0, 1, 1, 0] * 10, size=2
    ... ).joint.tolist()
    [1.0]
    """

    names: tuple[Any, ...]
    groups: tuple[Group, ...]
    joint: Floats
    best_subset: Floats
    p_value: Floats

    def frame(self) -> pd.DataFrame:
        """One row per group, the largest gain over its subsets first."""
        import pandas as pd

        table = pd.DataFrame(
            {
                "columns": [tuple(self.names[column] for column in group) for group in self.groups],
                "joint": self.joint,
                "best_subset": self.best_subset,
                "added": self.joint - self.best_subset,
                "p_value": self.p_value,
            }
        )
        return table.sort_values("added", ascending=False, kind="stable", ignore_index=True)

    def __str__(self) -> str:
        lines = [f"groups: {len(self.groups)}; largest gains over their subsets:"]
        for columns, joint, subset, *_ in self.frame().head(10).to_numpy():
            name = ", ".join(map(str, columns))
            lines.append(f"  {name}: {joint:.3f} joint, {subset:.3f} without one column")
        return "\n".join(lines)


def score_feature_groups(
    X: Any, y: Any = None, *, size: int = 3, sample_weight: Any = None, **settings: Any
) -> GroupScores:
    """Score every group of `size` columns by joint mutual information with the target.

    X, y: a Task, or rows and targets. settings: n_bins, target and categorical_features of `SelectByFilter`;
    with fewer bins, fewer rows are required.

    >>> from itertools import product
    >>> X = np.array(list(product([0, 1], repeat=4)) * 5)
    >>> print(score_feature_groups(X, X[:, 0] ^ X[:, 1] ^ X[:, 3]))
    groups: 4; largest gains over their subsets:
      0, 1, 3: 1.000 joint, 0.000 without one column
      0, 1, 2: 0.000 joint, 0.000 without one column
      0, 2, 3: 0.000 joint, 0.000 without one column
      1, 2, 3: 0.000 joint, 0.000 without one column
    """
    arguments = from_task(X, y, sample_weight, settings)
    model = SelectByFilter(**arguments.settings)
    data = model.prepare(*model.check_rows(arguments.X, arguments.y, arguments.weight)).with_weight()
    coded = data.coded(model.n_bins)
    _check_size(coded, size)
    known: dict[Group, float] = {}
    for n_columns in (size - 1, size):
        known |= _information(coded, n_columns)
    groups = tuple(combinations(range(coded.codes.shape[1]), size))
    best = [max(combinations(group, size - 1), key=lambda part: known[part]) for group in groups]
    joint = np.array([known[group] for group in groups])
    best_subset = np.array([known[part] for part in best])
    p_value = _p_values(coded, groups, best, joint - best_subset)
    return GroupScores(arguments.names or data.names, groups, joint, best_subset, p_value)


def _check_size(coded: Coded, size: int) -> None:
    n_columns = coded.codes.shape[1]
    if not isinstance(size, int | np.integer) or not 2 <= size <= n_columns:
        raise ParameterError(
            f"size={size!r}: it must be an integer from 2 to {n_columns}, the number of columns"
        )
    n_groups = comb(n_columns, int(size))
    if n_groups > MAX_GROUPS:
        raise ParameterError(
            f"size={size} makes {n_groups} groups of {n_columns} columns, more than {MAX_GROUPS}; use "
            "fewer columns, or smaller groups"
        )
    if coded.n_levels ** (size - 1) * coded.n_labels > MAX_LABELS:
        raise DataError(
            f"groups of {size} columns with {coded.n_levels} levels have too many cells; decrease n_bins"
        )


def _information(coded: Coded, size: int) -> dict[Group, float]:
    """I(group; Y) of all groups of this size; groups that differ in the last column only are one batch."""
    n_columns, n_labels = coded.codes.shape[1], coded.n_labels
    information: dict[Group, float] = {}
    for first in combinations(range(n_columns - 1), size - 1):
        last = np.arange(first[-1] + 1 if first else 0, n_columns)
        cell = np.zeros(len(coded.codes), dtype=np.int64)
        for column in first:
            cell = cell * coded.n_levels + coded.codes[:, column]
        n_cells = coded.n_levels ** len(first)
        labels = (cell * n_labels + coded.labels).astype(np.uint16)
        for some in _batches(last, coded.n_levels * n_cells * n_labels):
            tables = coded.columns(some).counted(labels, n_cells * n_labels)
            values = mutual_information(tables.reshape(len(some), -1, n_labels))
            information |= {
                (*first, int(column)): float(bits) for column, bits in zip(some, values, strict=True)
            }
    return information


def _batches(columns: Integers, cells: int) -> list[Integers]:
    """Batches of columns whose tables fit in memory."""
    return np.array_split(columns, min(len(columns), len(columns) * cells // MAX_CELLS + 1))


def _p_values(coded: Coded, groups: Sequence[Group], parts: Sequence[Group], added: Floats) -> Floats:
    """p-values: 2 n times the information gain (in nats) is chi-squared under the null hypothesis."""
    levels = (coded.tables.sum(axis=2) > 0).sum(axis=1)
    n_labels = int((coded.tables[0].sum(axis=0) > 0).sum())
    cells, fewer = (np.array([np.prod(levels[list(each)]) for each in some]) for some in (groups, parts))
    freedom = np.maximum((cells - fewer) * (n_labels - 1), 1)
    statistic = 2 * coded.tables[0].sum() * np.log(2) * np.maximum(added, 0.0)
    return np.minimum(chi2.sf(statistic, freedom) * len(groups), 1.0)
