"""Rows that count for a classifier: the classes that have weight, and what a violation of each row costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.class_weights import class_factors
from gnomon.sharing.labels import Labels
from gnomon.sharing.pairs import PairedRows
from gnomon.sharing.prepared import Rows


class PricedRows(NamedTuple):
    """Rows with weight: their numbers, labels over the classes present, a factor a class, a price a row."""

    kept: Integers
    labels: Labels
    factors: Floats
    price: Floats


def priced_rows(data: Rows | PairedRows, class_weight: Any, C: float, name: str) -> PricedRows:
    """The rows that have weight; the price is C times the row's weight times the factor of its class.

    name: of the learner, for errors.

    >>> rows = Rows(np.zeros((3, 1)), Labels.of(["a", "b", "b"]), np.array([1.0, 0.0, 3.0]))
    >>> found = priced_rows(rows, {"a": 5.0}, 2.0, "LinearSVC")
    >>> found.kept, found.labels.codes, found.price
    (array([0, 2]), array([0, 1]), array([10.,  6.]))
    """
    labels = Labels.of(data.y)
    weight = np.ones(len(labels)) if data.weight is None else data.weight
    counts = np.flatnonzero(weight > 0)
    present, codes = np.unique(labels.codes[counts], return_inverse=True)
    if len(present) < 2:
        raise DataError(
            f"{name} needs 2 classes or more, and these rows have 1 class, "
            f"{labels.classes[present].tolist()[0]!r}; give rows of others too"
        )
    found = Labels(codes.reshape(-1), labels.classes[present])
    sums = np.bincount(labels.codes, weights=weight, minlength=labels.n_classes).astype(np.float64)
    factors = class_factors(class_weight, labels.classes, sums, name)[present]
    return PricedRows(counts, found, factors, C * weight[counts] * factors[found.codes])


def sides(labels: Labels) -> Iterator[Floats]:
    """+1 for the rows of a class and -1 for the others; for two classes, of the second alone.

    >>> [side.tolist() for side in sides(Labels.of(["a", "b", "b"]))]
    [[-1.0, 1.0, 1.0]]
    """
    for code in range(1 if labels.n_classes == 2 else 0, labels.n_classes):
        yield np.where(labels.codes == code, 1.0, -1.0)
