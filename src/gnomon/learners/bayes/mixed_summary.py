"""Sufficient statistics of naive Bayes with mixed features: moments of numbers, counts of categories."""

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
    """Moments of numeric columns, and counts of the values of the others, by class.

    Counts refer to categories by name, so summaries of separately encoded rows can be added.
    """

    kinds: ColumnKinds
    moments: KnownMoments
    counts: Counts

    @classmethod
    def of(cls, X: Floats, kinds: ColumnKinds, labels: Labels, weight: Floats | None = None) -> MixedSummary:
        """The summary of rows encoded by `kinds`."""
        by_moments, by_values = kinds.indices(*BY_MOMENTS), kinds.indices(*BY_VALUES)
        moments = KnownMoments.of(np.ascontiguousarray(X[:, by_moments]), labels, weight)
        counts = Counts.of_values(np.ascontiguousarray(X[:, by_values]), labels, weight)
        levels = tuple(
            _decoded(kinds.levels[column], levels, len(table))
            for column, levels, table in zip(by_values, counts.levels, counts.tables, strict=True)
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

    def grouped(self, groups: Integers) -> MixedSummary:
        """Merge the classes into the groups 0 and 1; those of group -1 are dropped."""
        return MixedSummary(self.kinds, self.moments.grouped(groups), self.counts.grouped(groups))

    def of_present_classes(self) -> MixedSummary:
        """Only the classes that have weight."""
        return MixedSummary(self.kinds, self.moments.of_present_classes(), self.counts.of_present_classes())


def _decoded(categories: Array | None, values: Array | None, n_levels: int) -> Array | None:
    """Categories of the codes; numbers are unchanged."""
    if categories is None:
        return values
    codes = np.arange(n_levels) if values is None else values.astype(np.int64)
    return categories[codes]
