"""The C of each row of a classifier: C times sample weight times class weight."""

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


class PenalizedRows(NamedTuple):
    """Rows of positive weight: indices, labels over the classes present, class weights, C per row."""

    rows: Integers
    labels: Labels
    class_weights: Floats
    C: Floats


def penalized_rows(data: Rows | PairedRows, class_weight: Any, C: float, name: str) -> PenalizedRows:
    """The rows of positive weight; the C of each is C times its sample weight times its class weight.

    name: of the learner, for errors.

    >>> rows = Rows(np.zeros((3, 1)), Labels.of(["a", "b", "b"]), np.array([1.0, 0.0, 3.0]))
    >>> penalized = penalized_rows(rows, {"a": 5.0}, 2.0, "LinearSVC")
    >>> penalized.rows, penalized.labels.codes, penalized.C
    (array([0, 2]), array([0, 1]), array([10.,  6.]))
    """
    labels = Labels.of(data.y)
    weight = np.ones(len(labels)) if data.weight is None else data.weight
    positive = np.flatnonzero(weight > 0)
    present, codes = np.unique(labels.codes[positive], return_inverse=True)
    if len(present) < 2:
        raise DataError(
            f"{name} needs 2 classes or more, and these rows have 1 class, "
            f"{labels.classes[present].tolist()[0]!r}; add rows of other classes"
        )
    present_labels = Labels(codes.reshape(-1), labels.classes[present])
    sums = np.bincount(labels.codes, weights=weight, minlength=labels.n_classes).astype(np.float64)
    class_weights = class_factors(class_weight, labels.classes, sums, name)[present]
    row_C = C * weight[positive] * class_weights[present_labels.codes]
    return PenalizedRows(positive, present_labels, class_weights, row_C)


def sides(labels: Labels) -> Iterator[Floats]:
    """One-vs-rest targets: +1 for the rows of a class, -1 for the others; for two classes one problem.

    >>> [side.tolist() for side in sides(Labels.of(["a", "b", "b"]))]
    [[-1.0, 1.0, 1.0]]
    """
    for code in range(1 if labels.n_classes == 2 else 0, labels.n_classes):
        yield np.where(labels.codes == code, 1.0, -1.0)
