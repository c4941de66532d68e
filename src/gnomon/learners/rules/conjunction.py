"""Conditions on one column, and their conjunctions: the antecedent (body) of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.sharing.categories import Categories


@dataclass(frozen=True)
class Condition:
    """Condition on one column; a missing value satisfies only the condition "missing".

    feature: column index. claim: "at most", "above", "is" (a level, by its code), "missing" or "known".
    value: the threshold or level code.

    >>> import numpy as np
    >>> Condition(0, "above", 2.0).covers(np.array([[1.0], [3.0], [np.nan]]))
    array([False,  True, False])
    """

    feature: int
    claim: str
    value: float = np.nan

    def covers(self, X: Floats) -> Flags:
        """Which rows satisfy the condition."""
        column = X[:, self.feature]
        if self.claim in ("missing", "known"):
            return np.asarray(np.isnan(column) == (self.claim == "missing"))
        if self.claim == "at most":
            return np.asarray(column <= self.value)
        return np.asarray(column > self.value if self.claim == "above" else column == self.value)

    def words(self, names: Sequence[str], levels: Array | None = None) -> str:
        """The condition as text; levels: level names of a categorical column."""
        name = names[self.feature]
        if self.claim in ("missing", "known"):
            return f"{name} is {self.claim}"
        if self.claim == "is":
            return f"{name} is {self.value:g}" if levels is None else f"{name} is {levels[int(self.value)]}"
        return f"{name} {'<=' if self.claim == 'at most' else '>'} {self.value:g}"


@dataclass(frozen=True)
class Conjunction:
    """Conjunction of conditions (logical and); without conditions, it covers every row.

    >>> both = Conjunction((Condition(0, "above", 2.0), Condition(0, "at most", 5.0)))
    >>> print(both.words(["size"]))
    size > 2 and size <= 5
    """

    conditions: tuple[Condition, ...] = ()

    def covers(self, X: Floats) -> Flags:
        """Which rows satisfy all conditions (coverage)."""
        is_covered = np.ones(len(X), dtype=bool)
        for each in self.conditions:
            is_covered &= each.covers(X)
        return is_covered

    def words(self, names: Sequence[str], categories: Categories | None = None) -> str:
        """The conditions, joined by "and"; "anything" if there are none."""
        shown = [
            each.words(names, None if categories is None else categories.levels[each.feature])
            for each in self.conditions
        ]
        return " and ".join(shown) if shown else "anything"

    def __and__(self, other: Condition) -> Conjunction:
        return Conjunction((*self.conditions, other))
