"""Counts and rates of each class from weighted confusion matrices, for many matrices at once.

A table is (..., K, K): rows are the true classes, columns the predicted ones. A ratio 0/0, such as the
precision of a class that is never predicted, is undefined: it counts as `zero_division`, by default 0
(scikit-learn's rule); NaN leaves it out of averages.
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
    """The weighted confusion matrix of class codes from 0 to n_classes - 1.

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
    """The classes that occur in truth or predictions, in ascending order, and the codes of both.

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
    """Boolean array of the positive rows, from True and False or 1 and 0.

    >>> flags([1, 0, 1])
    array([ True, False,  True])
    """
    array = np.asarray(values)
    if array.dtype == np.bool_:
        return array
    # Nullable Boolean columns of data frames arrive as objects.
    if array.dtype == np.object_ and all(isinstance(each, bool | np.bool_) for each in array.flat):
        return array.astype(np.bool_)
    invalid = array[~np.isin(array, (0, 1))] if array.dtype.kind in "iuf" else array
    if invalid.size:
        raise DataError(
            f"{name} contains {invalid.ravel().tolist()[0]!r}, and must be True or False, 1 or 0: whether "
            f"each row is positive; pass {name} == the positive class"
        )
    return array.astype(np.bool_)


def hits(table: Floats) -> Floats:
    """True positives of each class: the diagonal of the confusion matrix.

    >>> hits(np.array([[5.0, 1.0], [2.0, 4.0]]))
    array([5., 4.])
    """
    return np.diagonal(table, axis1=-2, axis2=-1)


def total(table: Floats) -> Floats:
    """Total weight of the rows.

    >>> float(total(np.array([[5.0, 1.0], [2.0, 4.0]])))
    12.0
    """
    return np.sum(table, axis=(-2, -1))


def of_truth(table: Floats) -> Floats:
    """Support: the weight of the rows of each true class.

    >>> of_truth(np.array([[5.0, 1.0], [2.0, 4.0]]))
    array([6., 6.])
    """
    return np.sum(table, axis=-1)


def of_prediction(table: Floats) -> Floats:
    """Weight of the rows predicted to be of each class.

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
        raise ParameterError(f"zero_division={zero_division!r}: must be from 0 to 1, or NaN")
    part, whole = np.broadcast_arrays(part, whole)
    value = np.full(whole.shape, float(zero_division))
    np.divide(part, whole, out=value, where=whole > 0)
    return value


def precisions(table: Floats, zero_division: float = 0.0) -> Floats:
    """Precision of each class: TP / (TP + FP).

    >>> precisions(np.array([[6.0, 0.0], [2.0, 4.0]]))
    array([0.75, 1.  ])
    """
    return share(hits(table), of_prediction(table), zero_division)


def recalls(table: Floats, zero_division: float = 0.0) -> Floats:
    """Recall of each class: TP / (TP + FN).

    >>> recalls(np.array([[6.0, 0.0], [2.0, 2.0]]))
    array([1. , 0.5])
    """
    return share(hits(table), of_truth(table), zero_division)


def specificities(table: Floats, zero_division: float = 0.0) -> Floats:
    """Specificity of each class against the rest: TN / (TN + FP).

    >>> specificities(np.array([[6.0, 0.0], [2.0, 2.0]]))
    array([0.5, 1. ])
    """
    whole = total(table)[..., None]
    others = _rest(whole, of_truth(table))
    wrongly = of_prediction(table) - hits(table)
    return share(_rest(others, wrongly), others, zero_division)


def f_scores(table: Floats, zero_division: float = 0.0, beta: float = 1.0) -> Floats:
    """F-beta score of each class: the weighted harmonic mean of precision and recall.

    F = (1 + beta²) TP / (beta² (TP + FN) + TP + FP), 0/0 only for a class in neither truth nor predictions.

    >>> f_scores(np.array([[6.0, 0.0], [2.0, 2.0]])).round(3)
    array([0.857, 0.667])
    """
    if not (np.isfinite(beta) and beta > 0):
        raise ParameterError(f"beta={beta!r}: the weight of recall relative to precision must be above 0")
    square = beta * beta
    return share((1 + square) * hits(table), square * of_truth(table) + of_prediction(table), zero_division)


def jaccards(table: Floats, zero_division: float = 0.0) -> Floats:
    """Jaccard index of each class: TP / (TP + FP + FN).

    >>> jaccards(np.array([[6.0, 0.0], [2.0, 2.0]]))
    array([0.75, 0.5 ])
    """
    right = hits(table)
    return share(right, of_truth(table) + of_prediction(table) - right, zero_division)


def _are_codes(labels: Array) -> bool:
    """Whether labels are integers from 0 to 2**16 - 1."""
    if labels.dtype.kind not in "bui" or not len(labels):
        return False
    return bool(labels.min() >= 0 and labels.max() < 2**16)


def _few_integers(labels: Array) -> tuple[Array, Array]:
    """As numpy.unique, without sorting."""
    codes = labels.astype(np.int64)
    occurs = np.bincount(codes) > 0
    return np.flatnonzero(occurs).astype(labels.dtype), (np.cumsum(occurs) - 1)[codes]


def _rest(whole: Floats, part: Floats) -> Floats:
    """whole - part, where a difference of rounding only is 0."""
    remainder = whole - part
    return np.where(remainder > 1e-12 * whole, remainder, 0.0)
