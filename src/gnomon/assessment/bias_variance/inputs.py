"""Validation of the inputs of the decompositions: labels, probabilities, truths, weights."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import DataError, DesignError


def probability_block(probability: Any) -> tuple[Floats, Flags]:
    """Class probabilities, models x cases x classes, and which cases each model predicts.

    >>> probability_block([[[0.5, 0.5], [np.nan, np.nan]]])[1]
    array([[ True, False]])
    """
    block = np.asarray(probability, dtype=np.float64)
    if block.ndim != 3 or block.shape[2] < 2:
        raise DataError(
            f"probability has shape {block.shape}; pass models x cases x classes, with at least 2 classes"
        )
    absent = np.isnan(block)
    present: Flags = np.logical_not(absent.any(axis=2))
    if not (absent.all(axis=2) | present).all():
        raise DataError("some probabilities of a case are NaN and others are not; pass all or none")
    inside = (block[present] >= 0) & (block[present] <= 1)
    if not inside.all() or not np.allclose(block[present].sum(axis=1), 1.0, atol=1e-6):
        raise DataError("the probabilities of a case must be from 0 to 1 and add up to 1")
    return block, present


def class_probabilities(truth: Any, n_cases: int, n_classes: int) -> tuple[Floats, bool]:
    """The truth as probabilities, cases x classes (one-hot for labels), and whether it was probabilities.

    >>> class_probabilities([1], 1, 2)
    (array([[0., 1.]]), False)
    """
    truth = np.asarray(truth)
    if truth.ndim == 2:
        known = truth.astype(np.float64)
        if known.shape != (n_cases, n_classes):
            raise DataError(
                f"the true probabilities have shape {known.shape}; pass {n_cases} cases x {n_classes} classes"
            )
        if not (known >= 0).all() or not np.allclose(known.sum(axis=1), 1.0, atol=1e-6):
            raise DataError("the true probabilities of a case must be 0 or more and add up to 1")
        return known, True
    if truth.shape != (n_cases,):
        raise DataError(f"truth has shape {truth.shape}; pass one class for each of the {n_cases} cases")
    if truth.dtype.kind not in "biu" or (n_cases and not 0 <= truth.min() <= truth.max() < n_classes):
        raise DataError(
            f"truth must be class codes from 0 to {n_classes - 1}; "
            "encode labels by numpy.searchsorted(classes, labels)"
        )
    return np.eye(n_classes)[truth.astype(np.int64)], False


def label_block(predicted: Any, truth: Any, present: Any) -> tuple[Integers, Floats, bool, Flags, Array]:
    """Codes of predicted labels, the truth as probabilities, whether those are known, presence, classes.

    >>> label_block([["a", "b"]], ["b", "b"], None)[:2]
    (array([[0, 1]]), array([[0., 1.],
           [0., 1.]]))
    """
    labels, truth = np.asarray(predicted), np.asarray(truth)
    if labels.ndim != 2 or labels.shape[1] != len(truth):
        raise DataError(
            f"predicted has shape {labels.shape} and truth {truth.shape}; pass models x cases, and a true "
            "label for each case"
        )
    is_present = np.ones(labels.shape, np.bool_) if present is None else np.asarray(present, dtype=np.bool_)
    if is_present.shape != labels.shape:
        raise DataError(
            f"present has shape {is_present.shape}, and predicted {labels.shape}; they must be equal"
        )
    if truth.ndim == 2:
        classes, codes = np.arange(truth.shape[1]), np.where(is_present, labels, 0)
        if codes.dtype.kind not in "biu" or not ((codes >= 0) & (codes < len(classes))).all():
            raise DataError(
                f"where truth is probabilities, predictions must be class codes from 0 to {len(classes) - 1}"
            )
        known, is_known = class_probabilities(truth, *truth.shape)
        return codes.astype(np.int64), known, is_known, is_present, classes
    classes, code = np.unique(np.concatenate([truth, labels[is_present]]), return_inverse=True)
    codes = np.zeros(labels.shape, dtype=np.int64)
    codes[is_present] = code[len(truth) :]
    known, _ = class_probabilities(code[: len(truth)], len(truth), len(classes))
    return codes, known, False, is_present, classes


@dataclass(frozen=True, eq=False)
class IncludedCases:
    """The cases predicted by at least two models: mask, row indices and weights.

    >>> IncludedCases(np.array([True, False]), np.array([7]), None).row
    array([7])
    """

    which: Flags
    row: Integers
    weight: Floats | None


def included_cases(present: Flags, weight: Any, row: Any) -> IncludedCases:
    """The cases predicted by at least two models; an error where there are none.

    >>> included_cases(np.array([[True, False], [True, True]]), None, [7, 8]).row
    array([7])
    """
    n_models, n_cases = present.shape
    if n_models < 2:
        raise DesignError(
            f"the variance is between models, and there is {n_models}; at least 2 are needed, by "
            "bootstrap(50), repeated(k_fold(10), times=20) or sample_training_sets(source, times=50)"
        )
    often = present.sum(axis=0) >= 2
    if not often.any():
        raise DesignError(
            f"none of {n_cases} cases is predicted by at least 2 models, so the variance is undefined; "
            "use bootstrap(50), or repeated(k_fold(10), times=20)"
        )
    numbers = np.arange(n_cases) if row is None else np.asarray(row, dtype=np.int64)
    counts = _weights(weight, n_cases)
    if counts is not None and not np.any(counts[often] > 0):
        raise DataError(f"all {int(often.sum())} cases have weight 0; at least one must be positive")
    return IncludedCases(often, numbers[often], None if counts is None else counts[often])


def _weights(weight: Any, n_cases: int) -> Floats | None:
    if weight is None:
        return None
    values = np.asarray(weight, dtype=np.float64)
    if values.shape != (n_cases,):
        raise DataError(f"weight has shape {values.shape}; pass one for each of the {n_cases} cases")
    wrong = np.flatnonzero(~(np.isfinite(values) & (values >= 0)))
    if len(wrong):
        raise DataError(f"case {wrong[0]} has weight {values[wrong[0]]:g}; must be finite and 0 or more")
    return values
