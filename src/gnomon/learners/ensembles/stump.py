"""One fitted decision stump of a boosted ensemble: a test on one column, and class weights by outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.ties import first_largest


@dataclass(frozen=True, eq=False)
class Stump:
    """Groups of rows by one column: at or below a threshold and above it, or one for each level.

    feature: the column, -1 if there is no split. threshold: NaN for a category, or if only missing values
    are separated. levels: the codes of a category that have a group. table: (groups + 1, classes) weights,
    of missing values last.

    >>> import numpy as np
    >>> stump = Stump(0, 4.0, None, np.array([[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
    >>> stump.predict(np.array([[3.0], [5.0], [np.nan]]))
    array([0, 1, 0])
    """

    feature: int
    threshold: float
    levels: Floats | None
    table: Floats

    def groups(self, X: Floats) -> Integers:
        """The group of each row; an unknown level has the number after that of missing values."""
        if self.feature < 0:
            return np.zeros(len(X), dtype=np.int64)
        column, missing = X[:, self.feature], len(self.table) - 1
        if self.levels is None:
            group = (column > self.threshold).astype(np.int64)
        else:
            group = np.minimum(np.searchsorted(self.levels, column), len(self.levels) - 1)
            group = np.where(self.levels[group] == column, group, missing + 1)
        return np.where(np.isnan(column), missing, group)

    def predict(self, X: Floats) -> Integers:
        """The majority class, as a code, of the row's group."""
        return self.codes[self.groups(X)]

    def predict_proba(self, X: Floats) -> Floats:
        """The class proportions in the row's group."""
        return self.proportions[self.groups(X)]

    @cached_property
    def codes(self) -> Integers:
        """The majority class of each group; ties go to the first class."""
        codes = np.full(len(self.table) + 1, first_largest(self.table.sum(axis=0)))
        # Weights are nonnegative, so a group has weight where one of them is not 0.
        np.copyto(codes[:-1], first_largest(self.table), where=self.table.any(axis=1))
        return codes

    @property
    def proportions(self) -> Floats:
        """The class proportions in each group."""
        return self._filled / self._filled.sum(axis=1, keepdims=True)

    @property
    def branches(self) -> tuple[int, float, int, int, int]:
        """Column, threshold, and the class at or below it, above it, and for missing (numeric splits)."""
        low, missing = int(self.codes[0]), int(self.codes[len(self.table) - 1])
        if self.feature < 0:
            return 0, np.inf, low, low, low
        return self.feature, self.threshold, low, int(self.codes[1]), missing

    @property
    def _filled(self) -> Floats:
        """The table with a row for unknown levels; a group without weight gets those of all rows."""
        whole = self.table.sum(axis=0, keepdims=True)
        table = np.where(self.table.sum(axis=1, keepdims=True) > 0, self.table, whole)
        return np.vstack([table, whole])

    def words(self, names: Sequence[str], classes: Array, levels: Array | None = None) -> str:
        """The split and its predictions as text.

        names: of the columns. levels: the category that each code stands for.
        """
        label = [str(classes[code]) for code in self.codes]
        if self.feature < 0:
            return f"always {label[0]}"
        name = names[self.feature]
        if self.levels is None:
            parts = [f"{label[0]} if {name} <= {self.threshold:g}, {label[1]} above it"]
            if np.isnan(self.threshold):
                parts = [f"{label[0]} if {name} is known"]
        else:
            shown = self.levels if levels is None else levels[self.levels.astype(np.int64)]
            parts = [
                _in_words(predicted, name, shown, label) for predicted in dict.fromkeys(label[: len(shown)])
            ]
        if self.table[-1].any():
            parts.append(f"{label[len(self.table) - 1]} if it is missing")
        return ", ".join(parts)


def _in_words(predicted: str, name: str, levels: Any, label: list[str]) -> str:
    mine = [str(level) for level, each in zip(levels, label) if each == predicted]
    return f"{predicted} if {name} is {' or '.join(mine)}"
