"""One fitted stump of a boosted committee: a question about one column, and the weights of its answers."""

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

    feature: the column, -1 if there is no question. threshold: NaN for a category, or if only missing values
    are told apart. levels: the codes of a category that have a group. table: (groups + 1, classes) weights,
    of missing values last.

    >>> import numpy as np
    >>> stump = Stump(0, 4.0, None, np.array([[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
    >>> stump.answers(np.array([[3.0], [5.0], [np.nan]]))
    array([0, 1, 0])
    """

    feature: int
    threshold: float
    levels: Floats | None
    table: Floats

    def groups(self, X: Floats) -> Integers:
        """The group of each row; a level that was never seen has the number after that of missing values."""
        if self.feature < 0:
            return np.zeros(len(X), dtype=np.int64)
        column, missing = X[:, self.feature], len(self.table) - 1
        if self.levels is None:
            found = (column > self.threshold).astype(np.int64)
        else:
            found = np.minimum(np.searchsorted(self.levels, column), len(self.levels) - 1)
            found = np.where(self.levels[found] == column, found, missing + 1)
        return np.where(np.isnan(column), missing, found)

    def answers(self, X: Floats) -> Integers:
        """The class, as a code, that has most weight in the row's group."""
        return self.codes[self.groups(X)]

    def shares(self, X: Floats) -> Floats:
        """The shares of the classes in the row's group."""
        return self.proportions[self.groups(X)]

    @cached_property
    def codes(self) -> Integers:
        """The class of each group: that of most weight, the first of equals."""
        named = np.full(len(self.table) + 1, first_largest(self.table.sum(axis=0)))
        # Weights are not below 0, so that a group has some where one of them is not 0.
        np.copyto(named[:-1], first_largest(self.table), where=self.table.any(axis=1))
        return named

    @property
    def proportions(self) -> Floats:
        """The shares of the classes in each group."""
        return self._filled / self._filled.sum(axis=1, keepdims=True)

    @property
    def ways(self) -> tuple[int, float, int, int, int]:
        """Column, threshold, and the class at or below it, above it, and where the value is missing.

        Of a stump that asks for no level.
        """
        low, missing = int(self.codes[0]), int(self.codes[len(self.table) - 1])
        if self.feature < 0:
            return 0, np.inf, low, low, low
        return self.feature, self.threshold, low, int(self.codes[1]), missing

    @property
    def _filled(self) -> Floats:
        """The table with a row for unseen levels; a group without weight has that of all rows together."""
        whole = self.table.sum(axis=0, keepdims=True)
        table = np.where(self.table.sum(axis=1, keepdims=True) > 0, self.table, whole)
        return np.vstack([table, whole])

    def words(self, names: Sequence[str], classes: Array, levels: Array | None = None) -> str:
        """The question and its answers as a sentence.

        names: of the columns. levels: what the codes of a category stand for.
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
            parts = [_in_words(answer, name, shown, label) for answer in dict.fromkeys(label[: len(shown)])]
        if self.table[-1].any():
            parts.append(f"{label[len(self.table) - 1]} if it is missing")
        return ", ".join(parts)


def _in_words(answer: str, name: str, levels: Any, label: list[str]) -> str:
    mine = [str(level) for level, each in zip(levels, label) if each == answer]
    return f"{answer} if {name} is {' or '.join(mine)}"
