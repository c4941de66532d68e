"""Label measures as formulas of confusion matrices, vectorized over thousands of matrices."""

import inspect
from collections.abc import Callable
from functools import update_wrapper
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import OfTable, measure
from gnomon.assessment.measures.tables import codes_of_labels, flags, table_of_codes


def label_measure(
    title: str,
    *,
    better: str = "higher",
    range: tuple[float, float] = (0, 1),
    of_positive: bool = False,
    **facts: Any,
) -> Callable[[OfTable], Callable[..., float]]:
    """Register a formula of confusion matrices (..., K, K) as a measure of labels.

    The decorated name becomes a function (truth, predicted, weight=None) -> float; the formula itself is the
    measure's attribute `of_table`. of_positive: matrices are 2 x 2 with the positive class last, and truth
    and predictions are Boolean.

    >>> from gnomon.assessment.measures import accuracy
    >>> from gnomon.metrics import find_measure
    >>> accuracy([0, 1], [0, 0]), float(find_measure(accuracy).of_table(np.eye(2)))
    (0.5, 1.0)
    """

    def register(of_table: OfTable) -> Callable[..., float]:
        def function(truth: Array, predicted: Array, weight: Array | None = None, **parameters: Any) -> float:
            table = _flag_table if of_positive else _label_table
            return float(of_table(table(truth, predicted, weight), **parameters))

        update_wrapper(function, of_table)
        del function.__dict__["__wrapped__"]
        function.__dict__["__signature__"] = _signature(of_table)
        return measure(
            better=better,
            range=range,
            needs="label",
            kind="classification",
            title=title,
            of_table=of_table,
            of_positive=of_positive,
            **facts,
        )(function)

    return register


def _label_table(truth: Array, predicted: Array, weight: Array | None) -> Floats:
    classes, true_codes, predicted_codes = codes_of_labels(truth, predicted)
    return table_of_codes(true_codes, predicted_codes, len(classes), weight)


def _flag_table(truth: Array, predicted: Array, weight: Array | None) -> Floats:
    codes = flags(truth).astype(np.int32), flags(predicted, "predicted").astype(np.int32)
    return table_of_codes(*codes, 2, weight)


def _signature(of_table: OfTable) -> inspect.Signature:
    """(truth, predicted, weight=None), then the formula's parameters after the table."""
    shown = inspect.signature(_label_table)
    truth, predicted, weight = shown.parameters.values()
    rest = list(inspect.signature(of_table).parameters.values())[1:]
    first = [truth, predicted, weight.replace(default=None)]
    return shown.replace(parameters=[*first, *rest], return_annotation=float)
