"""What a naive Bayes of mixed columns remembers of rows: moments of numbers, counts of values."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.learners.bayes.column_kinds import ColumnKinds
from gnomon.learners.bayes.known_moments import KnownMoments
from gnomon.sharing.counts import Counts
from gnomon.sharing.labels import Labels

BY_MOMENTS = ("normal", "count", "word")
BY_VALUES = ("category", "boolean", "kernel")


@dataclass(frozen=True)
class MixedSummary:
    """Moments of the columns that have a mean, and counts of the values of the others, class by class.

    Counts know categories by their names, so summaries of rows that were read apart can be added.
    """

    kinds: ColumnKinds
    moments: KnownMoments
    counts: Counts

    @classmethod
    def of(cls, X: Floats, kinds: ColumnKinds, labels: Labels, weight: Floats | None = None) -> MixedSummary:
        """The summary of rows that `kinds` has coded."""
        by_moments, by_values = kinds.places(*BY_MOMENTS), kinds.places(*BY_VALUES)
        moments = KnownMoments.of(np.ascontiguousarray(X[:, by_moments]), labels, weight)
        counts = Counts.of_values(np.ascontiguousarray(X[:, by_values]), labels, weight)
        levels = tuple(
            _named(kinds.levels[place], given, len(table))
            for place, given, table in zip(by_values, counts.levels, counts.tables, strict=True)
        )
        return cls(kinds, moments, replace(counts, levels=levels))

    @property
    def classes(self) -> Array:
        """The classes."""
        return self.moments.classes

    @property
    def weight(self) -> Floats:
        """The weight of each class."""
        return self.moments.weight

    def __add__(self, other: MixedSummary) -> MixedSummary:
        kinds = self.kinds if self.kinds is other.kinds else self.kinds.merged(other.kinds)
        return MixedSummary(kinds, self.moments + other.moments, self.counts + other.counts)

    def __sub__(self, other: MixedSummary) -> MixedSummary:
        return MixedSummary(self.kinds, self.moments - other.moments, self.counts - other.counts)

    def grouped(self, sides: Integers) -> MixedSummary:
        """The classes of each side, 0 and 1, put together; those of side -1 are left out."""
        return MixedSummary(self.kinds, self.moments.grouped(sides), self.counts.grouped(sides))

    def present(self) -> MixedSummary:
        """Only the classes that have weight."""
        return MixedSummary(self.kinds, self.moments.present(), self.counts.present())


def _named(names: Array | None, given: Array | None, n_levels: int) -> Array | None:
    """The values that codes stand for; of numbers, the numbers themselves."""
    if names is None:
        return given
    codes = np.arange(n_levels) if given is None else given.astype(np.int64)
    return names[codes]
