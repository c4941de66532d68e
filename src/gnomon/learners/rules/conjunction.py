"""Conditions on one column, and their conjunctions: what stands between "if" and "then" in a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.sharing.categories import Categories


@dataclass(frozen=True)
class Condition:
    """A claim about one column, which a missing value never meets but where it is the claim.

    feature: the column. claim: "at most", "above", "is" (a level, by its code), "missing" or "known".

    >>> import numpy as np
    >>> Condition(0, "above", 2.0).covers(np.array([[1.0], [3.0], [np.nan]]))
    array([False,  True, False])
    """

    feature: int
    claim: str
    value: float = np.nan

    def covers(self, X: Floats) -> Flags:
        """Which rows meet it."""
        column = X[:, self.feature]
        if self.claim in ("missing", "known"):
            return np.asarray(np.isnan(column) == (self.claim == "missing"))
        if self.claim == "at most":
            return np.asarray(column <= self.value)
        return np.asarray(column > self.value if self.claim == "above" else column == self.value)

    def words(self, names: Sequence[str], levels: Array | None = None) -> str:
        """The condition as text; levels: what the codes of a category stand for."""
        name = names[self.feature]
        if self.claim in ("missing", "known"):
            return f"{name} is {self.claim}"
        if self.claim == "is":
            return f"{name} is {self.value:g}" if levels is None else f"{name} is {levels[int(self.value)]}"
        return f"{name} {'<=' if self.claim == 'at most' else '>'} {self.value:g}"


@dataclass(frozen=True)
class Conjunction:
    """Conditions that must all be met; with none, every row is covered.

    >>> both = Conjunction((Condition(0, "above", 2.0), Condition(0, "at most", 5.0)))
    >>> print(both.words(["size"]))
    size > 2 and size <= 5
    """

    conditions: tuple[Condition, ...] = ()

    def covers(self, X: Floats) -> Flags:
        """Which rows meet every condition."""
        found = np.ones(len(X), dtype=bool)
        for each in self.conditions:
            found &= each.covers(X)
        return found

    def words(self, names: Sequence[str], categories: Categories | None = None) -> str:
        """The conditions, joined by "and"; "anything" if there are none."""
        shown = [
            each.words(names, None if categories is None else categories.levels[each.feature])
            for each in self.conditions
        ]
        return " and ".join(shown) if shown else "anything"

    def __and__(self, other: Condition) -> Conjunction:
        return Conjunction((*self.conditions, other))
