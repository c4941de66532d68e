"""Targets in the form of the forest kernels: classes as codes, numbers in fixed point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.data.large_target import LARGEST_SUMMED, refuse_large_target
from gnomon.learners.ensembles.binning import Binned
from gnomon.learners.ensembles.trees import MAX_DRAWS_PER_ROW, Draw
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.sharing.class_weights import class_factors
from gnomon.sharing.labels import Labels

STEPS = 2.0**61
# Two to this power is the smallest positive number.
SMALLEST_POWER = -1074.0


@dataclass(frozen=True)
class ClassTargets:
    """Codes over the classes with positive weight; rows of the others have none."""

    codes: Array
    classes: Array
    class_weight: Floats
    criterion: str
    weight: Floats | None
    scale = 1.0

    @property
    def own(self) -> Array:
        """The targets as an array, to sort rows by."""
        return self.codes

    @classmethod
    def of(cls, data: Binned, class_weight: Any, criterion: str) -> ClassTargets:
        """The classes present, and their weights."""
        codes, classes = present_codes(data.y, data.weight)
        sums = np.bincount(codes, data.weight, minlength=len(classes)).astype(np.float64)
        of_class = class_factors(class_weight, classes, sums, "a forest")
        return cls(codes, classes, of_class, criterion, data.weight)

    def grow(
        self, data: Binned, draw: Draw | None, growth: native.ForestGrowth, seed: int, n_trees: int
    ) -> native.ForestTrees:
        """Grow the trees; returns their arrays."""
        return native.forest_classes(
            data.codes,
            data.is_category.astype(np.uint8),
            data.tops,
            self.codes,
            self.class_weight,
            self.criterion,
            None if draw else self.weight,
            draw.sampling if draw else None,
            growth,
            seed,
            0,
            n_trees,
            threads.count(),
        )


@dataclass(frozen=True)
class NumberTargets:
    """Numbers in fixed point, so that sums do not depend on the order of rows: y = center + step * value.

    own: the numbers themselves. scale: the largest distance from the center.
    """

    own: Floats
    value: Array
    step: float
    center: float
    scale: float
    weight: Floats | None

    @classmethod
    def of(cls, data: Binned) -> NumberTargets:
        """With the finest step whose sums fit in 64 bits."""
        y = data.y
        refuse_large_target(y, LARGEST_SUMMED)
        weight = np.ones(len(y)) if data.weight is None else data.weight
        n_rows = MAX_DRAWS_PER_ROW * max(float(weight.sum()), float((weight > 0).sum()))
        center = _round_center(y)
        largest = float(np.abs(y - center).max())
        if largest == 0:
            return cls(y, np.zeros(len(y), dtype=np.int64), 1.0, center, 1.0, data.weight)
        finest = np.ceil(np.log2(largest) + np.log2(n_rows) - np.log2(STEPS))
        step = 2.0 ** max(float(finest), SMALLEST_POWER)
        return cls(
            y, np.rint((y - center) / step).astype(np.int64), float(step), center, largest, data.weight
        )

    def grow(
        self, data: Binned, draw: Draw | None, growth: native.ForestGrowth, seed: int, n_trees: int
    ) -> native.ForestTrees:
        """Grow the trees; returns their arrays."""
        return native.forest_numbers(
            data.codes,
            data.is_category.astype(np.uint8),
            data.tops,
            self.value,
            (self.step, self.center, self.step / self.scale),
            None if draw else self.weight,
            draw.sampling if draw else None,
            growth,
            seed,
            0,
            n_trees,
            threads.count(),
        )


def present_codes(labels: Labels, weight: Floats | None) -> tuple[Array, Array]:
    """Codes over the classes with positive weight, and these classes.

    >>> import numpy as np
    >>> present_codes(Labels.of(["a", "b", "c"]), np.array([1.0, 0.0, 1.0]))[1]
    array(['a', 'c'], dtype='<U1')
    """
    code_of, present = codes_of_present(labels, weight)
    return code_of[labels.codes].astype(np.int32), labels.classes[present]


def _round_center(y: Floats) -> float:
    """A rounded midrange, so that targets stay exact."""
    low, high = float(y.min()), float(y.max())
    if low == high:
        return low
    unit = 2.0 ** np.floor(np.log2(high / 2 - low / 2) + 1)
    return float(np.rint((low / 2 + high / 2) / unit) * unit)
