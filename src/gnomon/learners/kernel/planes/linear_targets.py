"""Rows that count for a classifier: the classes that have weight, and what a violation of each row costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.utils.class_weight import compute_class_weight

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels
from gnomon.sharing.prepared import Rows


def priced_rows(data: Rows, class_weight: Any, C: float, name: str) -> tuple[Integers, Labels, Floats]:
    """Numbers of the rows with weight, their labels over the classes present, and the price of each.

    The price is C times the row's weight times that of its class. name: of the learner, for errors.

    >>> rows = Rows(np.zeros((3, 1)), Labels.of(["a", "b", "b"]), np.array([1.0, 0.0, 3.0]))
    >>> priced_rows(rows, None, 2.0, "LinearSVC")
    (array([0, 2]), Labels(codes=array([0, 1]), classes=array(['a', 'b'], dtype='<U1')), array([2., 6.]))
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
    price = C * weight[counts]
    if class_weight is None:
        return counts, found, price
    y = found.classes[found.codes]
    known = (
        {key: value for key, value in class_weight.items() if key in found.classes.tolist()}
        if isinstance(class_weight, dict)
        else class_weight
    )
    of_class = compute_class_weight(known, classes=found.classes, y=y, sample_weight=weight[counts])
    return counts, found, price * of_class[found.codes]


def sides(labels: Labels) -> Iterator[Floats]:
    """+1 for the rows of a class and -1 for the others; for two classes, of the second alone.

    >>> [side.tolist() for side in sides(Labels.of(["a", "b", "b"]))]
    [[-1.0, 1.0, 1.0]]
    """
    for code in range(1 if labels.n_classes == 2 else 0, labels.n_classes):
        yield np.where(labels.codes == code, 1.0, -1.0)
