"""Label encoding: class labels as integer codes, with the sorted classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets

from gnomon.arrays import Array, Integers

MAX_RANGE = 100_000


@dataclass(frozen=True)
class Labels:
    """Encoded labels: `classes[codes]` are the labels; classes are sorted.

    >>> Labels.of(["no", "yes", "no"])
    Labels(codes=array([0, 1, 0]), classes=array(['no', 'yes'], dtype='<U3'))
    """

    codes: Integers
    classes: Array

    @classmethod
    def of(cls, y: Any) -> Labels:
        """Encode a sequence of labels; Labels are returned unchanged."""
        if isinstance(y, Labels):
            return y
        y = np.asarray(y)
        if y.dtype.kind not in "biuUS":
            check_classification_targets(y)
        if y.dtype.kind in "iu" and y.size and int(y.max()) - int(y.min()) < MAX_RANGE and y.max() < 2**62:
            return cls._of_small_integers(y)
        classes, codes = np.unique(y, return_inverse=True)
        return cls(codes.reshape(-1), classes)

    @classmethod
    def _of_small_integers(cls, y: Array) -> Labels:
        """By counting instead of sorting, which is 20 times faster for a million rows."""
        low = int(y.min())
        shifted = y.astype(np.int64, copy=False) - low
        is_present = np.bincount(shifted) > 0
        code_of = np.cumsum(is_present) - 1
        return cls(code_of[shifted], (np.flatnonzero(is_present) + low).astype(y.dtype))

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, index: Any) -> Labels:
        return Labels(self.codes[index], self.classes)

    @property
    def n_classes(self) -> int:
        """The number of classes, including absent ones."""
        return len(self.classes)

    def of_present_classes(self) -> Labels:
        """The same labels, over the classes that occur."""
        occurs = np.bincount(self.codes, minlength=self.n_classes) > 0
        if occurs.all():
            return self
        return Labels((np.cumsum(occurs) - 1)[self.codes], self.classes[occurs])

    def joined(self, other: Labels) -> Labels:
        """Concatenate two Labels, over the union of their classes."""
        classes = np.union1d(self.classes, other.classes)
        codes = [np.searchsorted(classes, each.classes)[each.codes] for each in (self, other)]
        return Labels(np.concatenate(codes), classes)
