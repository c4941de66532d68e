"""Encoding of one column as numbers: imputation, one-hot encoding, scaling."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.features.impute_kind import weighted_median
from gnomon.ties import first_largest

MISSING = "missing"
OTHER = "other"
UNSEEN = "not seen in training"
# A level with this weight of rows is not rare, whatever its fraction of the table.
MIN_COMMON_WEIGHT = 50.0
LARGEST = np.finfo(np.float64).max


def fill_of(values: Floats, weight: Floats, *, by_mode: bool) -> float:
    """The fill value of missing values: the median of the others, or their mode; 0 if all are missing.

    >>> fill_of(np.array([1.0, np.nan, 3.0]), np.ones(3), by_mode=False)
    2.0
    """
    present = ~np.isnan(values) & (weight > 0)
    if not present.any():
        return 0.0
    if by_mode:
        return float(first_largest(np.bincount(values[present].astype(np.int64), weight[present])))
    if (weight[present] != 1).any():
        return weighted_median(values[present], weight[present])
    with np.errstate(over="ignore"):
        median = np.median(values[present])
    # The sum of two numbers may overflow where the sum of their halves does not.
    return float(median if np.isfinite(median) else 2 * np.median(values[present] / 2))


def shown_levels(
    codes: Floats, weight: Floats, n_levels: int, rare: float, max_levels: int
) -> tuple[Integers, bool, bool]:
    """The levels with an indicator column, whether other levels are merged, and whether values are missing.

    A level is rare if its fraction of the rows is less than `rare` and its weight less than
    MIN_COMMON_WEIGHT, or if `max_levels` levels are more frequent.

    >>> shown_levels(np.array([0.0, 0.0, 0.0, 1.0, np.nan]), np.ones(5), 3, 0.3, 10)
    (array([0]), True, True)
    """
    present = ~np.isnan(codes)
    count = np.bincount(codes[present].astype(np.int64), weight[present], minlength=n_levels)[:n_levels]
    has_missing = bool((weight[~present] > 0).any())
    is_common = (count > 0) & (count >= min(rare * weight.sum(), MIN_COMMON_WEIGHT))
    # Ties go to the first level in order, so that the choice does not depend on the order of the rows.
    by_frequency = np.argsort(-count, kind="stable")[:max_levels]
    shown = np.sort(by_frequency[is_common[by_frequency]])
    return shown, bool((count > 0).sum() > len(shown)), has_missing


def frequencies_of(codes: Floats, weight: Floats, n_levels: int, max_levels: int) -> Floats | None:
    """Frequency encoding: the fraction of rows with each level; None if at most `max_levels` levels occur.

    >>> frequencies_of(np.array([0.0, 0.0, 1.0, np.nan]), np.ones(4), 2, 1)
    array([0.5 , 0.25])
    """
    present = ~np.isnan(codes)
    count = np.bincount(codes[present].astype(np.int64), weight[present], minlength=n_levels)[:n_levels]
    if (count > 0).sum() <= max_levels:
        return None
    return np.asarray(count / weight.sum())


def one_hot(codes: Floats, shown: Integers, other: bool, missing: bool, drop_first: bool = False) -> Floats:
    """One-hot encoding: a 0/1 column per level shown, then those of other levels and of missing values.

    Two levels without other or missing values are one column, that of the second. drop_first: drop the
    first level, so that the columns are linearly independent.

    >>> one_hot(np.array([0.0, 2.0, np.nan]), np.array([0, 1]), True, False)
    array([[1., 0., 0.],
           [0., 0., 1.],
           [0., 0., 1.]])
    """
    is_missing = np.isnan(codes)
    flags = [codes == code for code in encoded_levels(shown, other, missing, drop_first)]
    if other:
        is_other = ~np.isin(codes, shown) & ~is_missing
        flags.append(is_other if missing else is_other | is_missing)
    if missing:
        flags.append(is_missing)
    return np.column_stack(flags).astype(np.float64) if flags else np.empty((len(codes), 0))


def one_hot_names(
    name: str,
    levels: Sequence[str],
    shown: Integers,
    other: bool,
    missing: bool,
    drop_first: bool = False,
) -> list[str]:
    """The names of the one-hot columns.

    >>> one_hot_names("town", ["Bonn", "Rome", "Ulm"], np.array([0, 2]), True, False)
    ['town=Bonn', 'town=Ulm', 'town=other']
    """
    encoded = [levels[code] for code in encoded_levels(shown, other, missing, drop_first)]
    return [f"{name}={each}" for each in [*encoded, *[OTHER] * other, *[MISSING] * missing]]


def encoded_levels(shown: Integers, other: bool, missing: bool, drop_first: bool) -> Integers:
    """The levels that have an indicator column.

    >>> encoded_levels(np.array([0, 1]), False, False, False)
    array([1])
    """
    n_columns = len(shown) + other + missing
    is_pair = n_columns == 2 and len(shown) == 2
    return shown[1:] if is_pair or (drop_first and n_columns > 1) else shown


def center_and_unit(values: Floats, weight: Floats) -> tuple[float, float]:
    """Mean and standard deviation of the non-missing values; 1 for the deviation of a constant.

    >>> center_and_unit(np.array([1.0, 3.0, np.nan]), np.ones(3))
    (2.0, 1.0)
    """
    present = ~np.isnan(values) & (weight > 0)
    if not present.any():
        return 0.0, 1.0
    observed, mass = values[present], weight[present]
    # About the midrange and in units of the half range, so that squares neither overflow nor underflow.
    low, high = observed.min() / 2, observed.max() / 2
    middle, width = low + high, high - low
    if width == 0:
        return float(middle), 1.0
    within = (observed - middle) / width
    mean = float(within @ mass / mass.sum())
    unit = float(np.sqrt((within - mean) ** 2 @ mass / mass.sum()) * width)
    return float(middle + mean * width), unit if unit > 0 and np.isfinite(1 / unit) else 1.0


def scaled(values: Floats, center: Any, unit: Any) -> Floats:
    """Scaled values (values - center) / unit, computed without overflow of the difference.

    >>> scaled(np.array([3.0, 1e308, -1e308]), np.array(-1e308), np.array(1e308))
    array([1., 2., 0.])
    """
    with np.errstate(over="ignore"):
        result: Floats = (values - center) / unit
        if np.isinf(result).any():
            result = np.clip(values / unit - center / unit, -LARGEST, LARGEST)
    return result


def as_typed(codes: Floats, kind: str, levels: Sequence[str], is_filled: bool) -> Any:
    """A column of a DataFrame: categorical, Boolean, or the numbers unchanged.

    >>> as_typed(np.array([0.0, 1.0]), "boolean", [], is_filled=True)
    array([False,  True])
    """
    import pandas as pd

    if kind == "category":
        return as_category(codes, levels, is_filled)
    if kind != "boolean":
        return codes
    is_missing = np.isnan(codes)
    return pd.arrays.BooleanArray(codes == 1, is_missing) if is_missing.any() else codes == 1


def as_category(codes: Floats, levels: Sequence[str], is_filled: bool) -> Any:
    """A pandas Categorical of the levels; unseen levels share one extra category; NaN stays unless imputed.

    >>> as_category(np.array([0.0, 1.0, np.nan]), ["a"], is_filled=False).tolist()
    ['a', 'not seen in training', nan]
    """
    import pandas as pd

    categories = list(levels)
    for extra in (UNSEEN, MISSING):
        categories.append(_unique_name(extra, categories))
    extended = np.where(np.isnan(codes), len(levels) + 1 if is_filled else -1, codes).astype(np.int32)
    categorical: Any = pd.Categorical
    return categorical.from_codes(extended, categories)


def distinct_names(names: Sequence[str]) -> list[str]:
    """Unique names: a prime is appended to each duplicate.

    >>> distinct_names(["when: days", "when: days"])
    ['when: days', "when: days'"]
    """
    if len(set(names)) == len(names):
        return list(names)
    unique: list[str] = []
    taken: set[str] = set()
    for name in names:
        unique.append(_unique_name(name, taken))
        taken.add(unique[-1])
    return unique


def _unique_name(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "'"
    return name
