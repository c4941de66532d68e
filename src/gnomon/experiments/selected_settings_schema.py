"""Validation of stored selections and compact predictions from a file: names, types and shapes of arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.json_schema import check_form
from gnomon.assessment.prediction_format import DESIGN
from gnomon.errors import DataError

_FACTS = {"settings": [dict], "measure": str, "rule": str, "inner_design": DESIGN}
_BY_ROW = ("row", "split", "truth", "weight", "group")
_WHOLE = ("row", "split", "sizes", "n_splits", "train_sizes", "given")


def check_choices(arrays: Mapping[str, Array], facts: Any) -> None:
    """Raise DataError unless these are valid stored selections; other arrays are ignored.

    >>> check_choices({}, {"settings": [{}], "measure": 3})
    Traceback (most recent call last):
    gnomon.errors.DataError: these are not valid selections: measure is 3, where a string is expected
    """
    try:
        check_form(facts, _FACTS)
        n_settings = len(facts["settings"])
        n_parts = _check_chosen(arrays, n_settings)
        _check_compact(arrays, "inner.", n_parts, n_settings)
        _check_compact(arrays, "training.", n_parts, 1)
    except DataError as error:
        raise DataError(f"these are not valid selections: {error}") from None


def _check_chosen(arrays: Mapping[str, Array], n_settings: int) -> int:
    """Check the selections themselves; return the number of outer splits."""
    split = _array(arrays, "chosen.split", "iu")
    n_parts = len(split) if split.ndim else 0
    for name, kinds, shape in (
        ("chosen.split", "iu", (n_parts,)),
        ("chosen.place", "iu", (n_parts,)),
        ("chosen.scores", "f", (n_parts, n_settings)),
        ("chosen.reached", "b", (n_parts, n_settings)),
    ):
        _require(_array(arrays, name, kinds).shape == shape, name, arrays)
    index = arrays["chosen.place"]
    is_chosen = n_parts > 0 and index.min() >= 0 and index.max() < n_settings
    _require(is_chosen and arrays["chosen.reached"][np.arange(n_parts), index].all(), "chosen.place", arrays)
    return n_parts


def _check_compact(arrays: Mapping[str, Array], prefix: str, n_parts: int, n_settings: int) -> None:
    for name in _WHOLE:
        if name != "given" or prefix + name in arrays:
            array = _array(arrays, prefix + name, "iu")
            _require(array.ndim == 1 and (array >= 0).all(), prefix + name, arrays)
    sizes, n_splits = arrays[f"{prefix}sizes"], arrays[f"{prefix}n_splits"]
    for name in ("sizes", "n_splits", "given"):
        if prefix + name in arrays:
            _require(len(arrays[prefix + name]) == n_parts, prefix + name, arrays)
    n_rows = int(sizes.sum())
    for name in _BY_ROW:
        if name in ("row", "split", "truth") or prefix + name in arrays:
            _require(_array(arrays, prefix + name, "iuf").shape == (n_rows,), prefix + name, arrays)
    for name in ("predicted", "probability", "decision"):
        if name == "predicted" or prefix + name in arrays:
            array = _array(arrays, prefix + name, "iuf")
            _require(array.shape[:2] == (n_settings, n_rows), prefix + name, arrays)
    _require(len(arrays[f"{prefix}train_sizes"]) == n_splits.sum(), f"{prefix}train_sizes", arrays)
    for part, end in enumerate(np.cumsum(sizes)):
        steps = np.diff(arrays[f"{prefix}split"][end - sizes[part] : end].astype(np.int64))
        is_whole = sizes[part] > 0 and (steps >= 0).all() and 1 + np.count_nonzero(steps) == n_splits[part]
        _require(is_whole, f"{prefix}split", arrays)


def _array(arrays: Mapping[str, Array], name: str, kinds: str) -> Array:
    if name not in arrays:
        raise DataError(f"the array {name} is missing")
    _require(arrays[name].dtype.kind in kinds, name, arrays)
    return arrays[name]


def _require(is_right: Any, name: str, arrays: Mapping[str, Array]) -> None:
    if not is_right:
        array = arrays[name]
        raise DataError(f"the array {name}, {array.dtype} of {array.shape}, is inconsistent with the others")
