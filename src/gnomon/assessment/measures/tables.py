"""What weighted confusion tables tell: counts and shares of each class, for many tables at once.

A table is (..., K, K): rows are the true classes, columns the predicted ones. A share 0/0, such as the
precision of a class that is never predicted, is undefined: it counts as `zero_division`, 0 unless asked
otherwise (scikit-learn's rule). NaN asks for it to be left out of averages.
"""

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.measures.facts import check_labels, checked_weight, distinct, same_length
from gnomon.errors import DataError, ParameterError


def table_of_codes(
    truth: Array,
    predicted: Array,
    n_classes: int,
    weight: Array | None = None,
    *,
    n_threads: int | None = None,
) -> Floats:
    """The weighted table of class codes from 0 to n_classes - 1.

    >>> table_of_codes(np.array([0, 1, 1]), np.array([0, 1, 0]), 2)
    array([[1., 0.],
           [1., 1.]])
    """
    truth, predicted = same_length(truth, predicted)
    check_labels("truth", truth)
    check_labels("predicted", predicted)
    checked = checked_weight(weight, len(truth))
    if truth.dtype != predicted.dtype or truth.dtype not in (np.int32, np.int64):
        truth, predicted = truth.astype(np.int64), predicted.astype(np.int64)
    truth, predicted = np.ascontiguousarray(truth), np.ascontiguousarray(predicted)
    return native.contingency(truth, predicted, n_classes, n_classes, checked, threads.count(n_threads))


def codes_of_labels(truth: Array, predicted: Array) -> tuple[Array, Array, Array]:
    """The classes that occur in either, in rising order, and the codes of both.

    >>> codes_of_labels(["b", "a"], ["a", "a"])
    (array(['a', 'b'], dtype='<U1'), array([1, 0]), array([0, 0]))
    """
    truth, predicted = same_length(truth, predicted)
    for name, labels in (("truth", truth), ("predicted", predicted)):
        check_labels(name, labels)
    both = np.concatenate([truth, predicted])
    classes, codes = _few_integers(both) if _are_codes(both) else distinct("truth or predicted", both)
    return classes, codes[: len(truth)], codes[len(truth) :]


def flags(values: Array, name: str = "truth") -> Flags:
    """Whether each row is positive, from True and False or 1 and 0.

    >>> flags([1, 0, 1])
    array([ True, False,  True])
    """
    found = np.asarray(values)
    if found.dtype == np.bool_:
        return found
    # Columns of data frames that may hold missing marks come as objects.
    if found.dtype == np.object_ and all(isinstance(each, bool | np.bool_) for each in found.flat):
        return found.astype(np.bool_)
    strange = found[~np.isin(found, (0, 1))] if found.dtype.kind in "iuf" else found
    if strange.size:
        raise DataError(
            f"{name} holds {strange.ravel().tolist()[0]!r}, and it must say of each row whether it is "
            f"positive (True or False, 1 or 0); give {name} == the positive class"
        )
    return found.astype(np.bool_)


def hits(table: Floats) -> Floats:
    """Weight of the rows of each class that are predicted right: its true positives.

    >>> hits(np.array([[5.0, 1.0], [2.0, 4.0]]))
    array([5., 4.])
    """
    return np.diagonal(table, axis1=-2, axis2=-1)


def total(table: Floats) -> Floats:
    """Weight of all rows.

    >>> float(total(np.array([[5.0, 1.0], [2.0, 4.0]])))
    12.0
    """
    return np.sum(table, axis=(-2, -1))


def of_truth(table: Floats) -> Floats:
    """Weight of the rows that are of each class.

    >>> of_truth(np.array([[5.0, 1.0], [2.0, 4.0]]))
    array([6., 6.])
    """
    return np.sum(table, axis=-1)


def of_prediction(table: Floats) -> Floats:
    """Weight of the rows that are predicted to be of each class.

    >>> of_prediction(np.array([[5.0, 1.0], [2.0, 4.0]]))
    array([7., 5.])
    """
    return np.sum(table, axis=-2)


def share(part: Floats, whole: Floats, zero_division: float = 0.0) -> Floats:
    """part / whole, and zero_division where whole is 0.

    >>> share(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
    array([0.5, 0. ])
    """
    if not (np.isnan(zero_division) or 0 <= zero_division <= 1):
        raise ParameterError(f"zero_division={zero_division!r}: give a number from 0 to 1, or NaN")
    part, whole = np.broadcast_arrays(part, whole)
    value = np.full(whole.shape, float(zero_division))
    np.divide(part, whole, out=value, where=whole > 0)
    return value


def precisions(table: Floats, zero_division: float = 0.0) -> Floats:
    """Of the rows predicted to be of each class, the share that is.

    >>> precisions(np.array([[6.0, 0.0], [2.0, 4.0]]))
    array([0.75, 1.  ])
    """
    return share(hits(table), of_prediction(table), zero_division)


def recalls(table: Floats, zero_division: float = 0.0) -> Floats:
    """Of the rows of each class, the share predicted to be.

    >>> recalls(np.array([[6.0, 0.0], [2.0, 2.0]]))
    array([1. , 0.5])
    """
    return share(hits(table), of_truth(table), zero_division)


def specificities(table: Floats, zero_division: float = 0.0) -> Floats:
    """Of the rows that are not of each class, the share predicted not to be.

    >>> specificities(np.array([[6.0, 0.0], [2.0, 2.0]]))
    array([0.5, 1. ])
    """
    whole = total(table)[..., None]
    others = _rest(whole, of_truth(table))
    wrongly = of_prediction(table) - hits(table)
    return share(_rest(others, wrongly), others, zero_division)


def f_scores(table: Floats, zero_division: float = 0.0, beta: float = 1.0) -> Floats:
    """The weighted harmonic mean of precision and recall of each class.

    F = (1 + beta²) TP / (beta² (TP + FN) + TP + FP), which is 0/0 only for a class that is in neither.

    >>> f_scores(np.array([[6.0, 0.0], [2.0, 2.0]])).round(3)
    array([0.857, 0.667])
    """
    if not (np.isfinite(beta) and beta > 0):
        raise ParameterError(f"beta={beta!r}: the weight of recall against precision is a number above 0")
    square = beta * beta
    return share((1 + square) * hits(table), square * of_truth(table) + of_prediction(table), zero_division)


def jaccards(table: Floats, zero_division: float = 0.0) -> Floats:
    """Rows of a class that are predicted so, as a share of those that are of it or predicted so.

    >>> jaccards(np.array([[6.0, 0.0], [2.0, 2.0]]))
    array([0.75, 0.5 ])
    """
    right = hits(table)
    return share(right, of_truth(table) + of_prediction(table) - right, zero_division)


def _are_codes(labels: Array) -> bool:
    """Whether labels are whole numbers from 0 to not much more than a few thousand."""
    if labels.dtype.kind not in "bui" or not len(labels):
        return False
    return bool(labels.min() >= 0 and labels.max() < 2**16)


def _few_integers(labels: Array) -> tuple[Array, Array]:
    """As numpy.unique, without sorting."""
    codes = labels.astype(np.int64)
    occurs = np.bincount(codes) > 0
    return np.flatnonzero(occurs).astype(labels.dtype), (np.cumsum(occurs) - 1)[codes]


def _rest(whole: Floats, part: Floats) -> Floats:
    """What is left of the whole without the part; what is only rounding is nothing."""
    left = whole - part
    return np.where(left > 1e-12 * whole, left, 0.0)
