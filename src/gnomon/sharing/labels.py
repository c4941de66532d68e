"""Class labels as small integers, with the classes they stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from gnomon.arrays import Array, Integers

WIDEST_LOOKUP = 100_000


@dataclass(frozen=True)
class Labels:
    """Labels: `classes[codes]` gives back what came in; classes are sorted.

    >>> Labels.of(["no", "yes", "no"])
    Labels(codes=array([0, 1, 0]), classes=array(['no', 'yes'], dtype='<U3'))
    """

    codes: Integers
    classes: Array

    @classmethod
    def of(cls, y: Any) -> Labels:
        """Labels as they are, or made from any sequence."""
        if isinstance(y, Labels):
            return y
        y = np.asarray(y)
        if y.dtype.kind not in "biuUS":
            check_classification_targets(y)
        if (
            y.dtype.kind in "iu"
            and y.size
            and int(y.max()) - int(y.min()) < WIDEST_LOOKUP
            and y.max() < 2**62
        ):
            return cls._of_small_integers(y)
        classes, codes = np.unique(y, return_inverse=True)
        return cls(codes.reshape(-1), classes)

    @classmethod
    def _of_small_integers(cls, y: Array) -> Labels:
        """By counting instead of sorting: 20 times faster on a million rows."""
        low = int(y.min())
        shifted = y.astype(np.int64, copy=False) - low
        seen = np.bincount(shifted) > 0
        code_of = np.cumsum(seen) - 1
        return cls(code_of[shifted], (np.flatnonzero(seen) + low).astype(y.dtype))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, index: Any) -> Labels:
        return Labels(self.codes[index], self.classes)

    @property
    def n_classes(self) -> int:
        """How many classes there are, present in these rows or not."""
        return len(self.classes)

    def joined(self, other: Labels) -> Labels:
        """These labels followed by others, over the classes of both."""
        classes = np.union1d(self.classes, other.classes)
        place = [np.searchsorted(classes, each.classes)[each.codes] for each in (self, other)]
        return Labels(np.concatenate(place), classes)
