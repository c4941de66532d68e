"""One column of a table as the columns of numbers that a learner reads: what it learns, and what it makes."""

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
# Rows that are enough for a coefficient, whatever share of the whole they are.
ENOUGH = 50.0
LARGEST = np.finfo(np.float64).max


def fill_of(values: Floats, weight: Floats, *, by_mode: bool) -> float:
    """What stands for a missing value: the median of the others, or the commonest; 0 if there are none.

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
    # The sum of two numbers may be too large for a float where that of their halves is not.
    return float(median if np.isfinite(median) else 2 * np.median(values[present] / 2))


def shown_levels(
    codes: Floats, weight: Floats, n_levels: int, rare: float, most: int
) -> tuple[Integers, bool, bool]:
    """The levels with a column of their own, whether others are merged, and whether some are missing.

    A level is rare if it has less than a share `rare` of the rows (and fewer than are enough to learn from),
    or `most` levels are commoner.

    >>> shown_levels(np.array([0.0, 0.0, 0.0, 1.0, np.nan]), np.ones(5), 3, 0.3, 10)
    (array([0]), True, True)
    """
    present = ~np.isnan(codes)
    count = np.bincount(codes[present].astype(np.int64), weight[present], minlength=n_levels)[:n_levels]
    has_missing = bool((weight[~present] > 0).any())
    is_common = (count > 0) & (count >= min(rare * weight.sum(), ENOUGH))
    # Of levels equally common the first in order stay, so that the choice does not depend on the rows' order.
    commonest = np.argsort(-count, kind="stable")[:most]
    shown = np.sort(commonest[is_common[commonest]])
    return shown, bool((count > 0).sum() > len(shown)), has_missing


def shares_of(codes: Floats, weight: Floats, n_levels: int, most: int) -> Floats | None:
    """The share of rows that have each level; None where every level may have a column of its own.

    >>> shares_of(np.array([0.0, 0.0, 1.0, np.nan]), np.ones(4), 2, 1)
    array([0.5 , 0.25])
    """
    present = ~np.isnan(codes)
    count = np.bincount(codes[present].astype(np.int64), weight[present], minlength=n_levels)[:n_levels]
    if (count > 0).sum() <= most:
        return None
    return np.asarray(count / weight.sum())


def one_hot(
    codes: Floats, shown: Integers, other: bool, missing: bool, without_first: bool = False
) -> Floats:
    """A column of 0 and 1 for each level shown, then those of the others and of missing values.

    Of two levels, with nothing else to tell, the second alone says all. without_first: the first level has no
    column, so that no column follows from the others.

    >>> one_hot(np.array([0.0, 2.0, np.nan]), np.array([0, 1]), True, False)
    array([[1., 0., 0.],
           [0., 0., 1.],
           [0., 0., 1.]])
    """
    is_missing = np.isnan(codes)
    flags = [codes == code for code in own_columns(shown, other, missing, without_first)]
    if other:
        stranger = ~np.isin(codes, shown) & ~is_missing
        flags.append(stranger if missing else stranger | is_missing)
    if missing:
        flags.append(is_missing)
    return np.column_stack(flags).astype(np.float64) if flags else np.empty((len(codes), 0))


def one_hot_names(
    name: str,
    levels: Sequence[str],
    shown: Integers,
    other: bool,
    missing: bool,
    without_first: bool = False,
) -> list[str]:
    """The names of those columns.

    >>> one_hot_names("town", ["Bonn", "Rome", "Ulm"], np.array([0, 2]), True, False)
    ['town=Bonn', 'town=Ulm', 'town=other']
    """
    own = [levels[code] for code in own_columns(shown, other, missing, without_first)]
    return [f"{name}={each}" for each in [*own, *[OTHER] * other, *[MISSING] * missing]]


def own_columns(shown: Integers, other: bool, missing: bool, without_first: bool) -> Integers:
    """The levels that have a column of their own.

    >>> own_columns(np.array([0, 1]), False, False, False)
    array([1])
    """
    n_columns = len(shown) + other + missing
    is_pair = n_columns == 2 and len(shown) == 2
    return shown[1:] if is_pair or (without_first and n_columns > 1) else shown


def center_and_unit(values: Floats, weight: Floats) -> tuple[float, float]:
    """Mean and standard deviation of what is not missing; 1 for the deviation of equal values.

    >>> center_and_unit(np.array([1.0, 3.0, np.nan]), np.ones(3))
    (2.0, 1.0)
    """
    present = ~np.isnan(values) & (weight > 0)
    if not present.any():
        return 0.0, 1.0
    found, mass = values[present], weight[present]
    # About the middle, and in units of the range, so that no square is too large or lost.
    middle, width = found.min() / 2 + found.max() / 2, found.max() / 2 - found.min() / 2
    if width == 0:
        return float(middle), 1.0
    within = (found - middle) / width
    mean = float(within @ mass / mass.sum())
    unit = float(np.sqrt((within - mean) ** 2 @ mass / mass.sum()) * width)
    return float(middle + mean * width), unit if unit > 0 and np.isfinite(1 / unit) else 1.0


def in_units(values: Floats, center: Any, unit: Any) -> Floats:
    """How far the values are from the center, in units; also where the difference is too large for a float.

    >>> in_units(np.array([3.0, 1e308, -1e308]), np.array(-1e308), np.array(1e308))
    array([1., 2., 0.])
    """
    with np.errstate(over="ignore"):
        found: Floats = (values - center) / unit
        if np.isinf(found).any():
            found = np.clip(values / unit - center / unit, -LARGEST, LARGEST)
    return found


def as_typed(codes: Floats, kind: str, levels: Sequence[str], is_filled: bool) -> Any:
    """A column of a DataFrame: a category of the levels, truth values, or the numbers as they are.

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
    """A pandas category of the levels; a new level is one more, a missing value stays unless it is filled.

    >>> as_category(np.array([0.0, 1.0, np.nan]), ["a"], is_filled=False).tolist()
    ['a', 'not seen in training', nan]
    """
    import pandas as pd

    words = list(levels)
    for extra in (UNSEEN, MISSING):
        words.append(_new_word(extra, words))
    places = np.where(np.isnan(codes), len(levels) + 1 if is_filled else -1, codes).astype(np.int32)
    makes: Any = pd.Categorical
    return makes.from_codes(places, words)


def distinct_names(names: Sequence[str]) -> list[str]:
    """The names, with a mark behind each that was there before.

    >>> distinct_names(["when: days", "when: days"])
    ['when: days', "when: days'"]
    """
    if len(set(names)) == len(names):
        return list(names)
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        found.append(_new_word(name, taken))
        taken.add(found[-1])
    return found


def _new_word(wanted: str, taken: Collection[str]) -> str:
    while wanted in taken:
        wanted += "'"
    return wanted
