"""Validation of stored predictions: names, types, lengths and codes of arrays and metadata from a file."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.json_schema import LABEL, check_form
from gnomon.errors import DataError

_NONE = type(None)
DESIGN = {
    "method": str,
    "folds": int,
    "repeats": int,
    "stratified": bool,
    "grouped": bool,
    "random_state": (int, _NONE),
    "n_rows": int,
    "by_time?": bool,
}
_FACTS = {
    "task_name": str,
    "learner": str,
    "setting": dict,
    "kind": str,
    "design": DESIGN,
    "splits": str,
    "classes": ([LABEL], _NONE),
    "positive": (*LABEL, _NONE),
    "dtype": (str, _NONE),
    "notes?": [str],
}
MAX_SPLITS = 2**24
_REQUIRED = ("split", "row", "truth", "predicted")
_OPTIONAL = ("probability", "decision", "weight", "group")


def check_stored(arrays: Mapping[str, Array], facts: Mapping[str, Any]) -> None:
    """Raise DataError unless arrays and metadata are valid Predictions; further metadata is ignored.

    >>> check_stored({}, {"task_name": 3})
    Traceback (most recent call last):
    gnomon.errors.DataError: not valid predictions: task_name is 3, where a string is expected
    """
    try:
        check_form({name: facts[name] for name in _FACTS if name in facts}, _FACTS)
        _check_arrays(arrays)
        _check_numbers(arrays, facts["design"]["n_rows"])
        if facts["classes"] is not None:
            _check_codes(arrays, len(facts["classes"]))
    except DataError as error:
        raise DataError(f"not valid predictions: {error}") from None


def labels_of(classes: Sequence[Any], dtype: str | None) -> Array:
    """The classes as an array of their original dtype.

    >>> labels_of(["no", "yes"], "<U3")
    array(['no', 'yes'], dtype='<U3')
    """
    try:
        return np.array(classes, dtype=dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"not valid predictions: classes cannot have dtype {dtype!r} ({error})") from None


def _check_arrays(arrays: Mapping[str, Array]) -> None:
    for name in (*_REQUIRED, "train_sizes"):
        if name not in arrays:
            raise DataError(f"array {name!r} is missing")
    n_rows = len(arrays["row"]) if arrays["row"].ndim else 0
    for name in (*_REQUIRED, *(each for each in _OPTIONAL if each in arrays)):
        array = arrays[name]
        is_flat = array.ndim == 1 or (name in ("probability", "decision") and array.ndim == 2)
        if not is_flat or array.dtype.kind not in "iufb" or not 0 < n_rows == len(array):
            raise DataError(
                f"array {name!r} has dtype {array.dtype} and shape {array.shape}, for {n_rows} rows"
            )
    steps, sizes = np.diff(arrays["split"].astype(np.int64)), arrays["train_sizes"]
    if arrays["split"].dtype.kind not in "iu" or (steps < 0).any():
        raise DataError("array 'split' is not a sorted array of integers")
    if sizes.ndim != 1 or sizes.dtype.kind not in "iu" or len(sizes) != 1 + np.count_nonzero(steps):
        raise DataError("array 'train_sizes' does not have one integer per split")


def _check_numbers(arrays: Mapping[str, Array], n_rows: int) -> None:
    for name, end in (("row", n_rows), ("split", MAX_SPLITS)):
        numbers = arrays[name]
        if numbers.dtype.kind not in "iu" or numbers.min() < 0 or numbers.max() >= end:
            raise DataError(f"array {name!r} has numbers outside 0 to {end - 1}")


def _check_codes(arrays: Mapping[str, Array], n_classes: int) -> None:
    for name in ("truth", "predicted"):
        codes = arrays[name]
        if codes.dtype.kind not in "iu" or codes.min() < 0 or codes.max() >= n_classes:
            raise DataError(f"array {name!r} has codes outside 0 to {n_classes - 1}")
    probability = arrays.get("probability")
    if probability is not None and probability.shape != (len(arrays["row"]), n_classes):
        raise DataError(f"array 'probability' has shape {probability.shape}, for {n_classes} classes")
