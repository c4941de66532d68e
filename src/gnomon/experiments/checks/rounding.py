"""How finely the values of a column were rounded: decimals, significant digits and the unit of rounding."""

import numpy as np

from gnomon.arrays import Floats

MAX_DECIMALS = 9
DIGITS_ROWS = 30
MIN_COARSE, TIMES_CHANCE = 0.1, 3.0


def decimals_of(values: Floats) -> int:
    """The number of decimals of the values, up to the precision of single-precision floats.

    >>> decimals_of(np.array([0.5, 1.25, np.nan])), decimals_of(np.array([7.0]))
    (2, 0)
    """
    present = values[np.isfinite(values)]
    for decimals in range(MAX_DECIMALS):
        if np.all(np.abs(np.round(present, decimals) - present) <= 1e-7 * np.abs(present)):
            return decimals
    return MAX_DECIMALS


def digits_of(values: Floats, decimals: int) -> int:
    """The median number of significant digits of the values.

    >>> digits_of(np.array([120.0, 0.25, 31.5]), 2)
    2
    """
    present = np.abs(values[np.isfinite(values) & (values != 0)])
    total = np.round(present[:DIGITS_ROWS] * 10.0**decimals).astype(np.int64)
    return int(np.median([len(str(each).rstrip("0")) for each in total.tolist()] or [0]))


def rounding_unit(decimals: int) -> float:
    """The unit of the last decimal; 0 where values are as precise as floats.

    >>> rounding_unit(1), rounding_unit(MAX_DECIMALS)
    (0.1, 0.0)
    """
    return float(10.0**-decimals) if decimals < MAX_DECIMALS else 0.0


def rounding_errors(values: Floats) -> Floats:
    """The largest rounding error of each value: half the unit to which it was rounded.

    Rows may be recorded with different precision: where far more values than by chance have fewer decimals,
    they were rounded more coarsely. Integers are counts, and exact.

    >>> rounding_errors(np.array([63.32, 58.55, 64.0, 57.18, 71.0, 70.0])).tolist()
    [0.005, 0.005, 0.5, 0.005, 0.5, 0.5]
    """
    finest = decimals_of(values)
    errors = np.full(len(values), rounding_unit(finest) / 2 if finest else 0.0)
    if finest == MAX_DECIMALS:
        return errors
    is_open = np.isfinite(values)
    for decimals in range(finest):
        is_coarse = is_open & (np.abs(np.round(values, decimals) - values) <= 1e-7 * np.abs(values))
        share = is_coarse.sum() / max(int(is_open.sum()), 1)
        if share >= max(MIN_COARSE, TIMES_CHANCE * 10.0 ** (decimals - finest)):
            errors[is_coarse] = rounding_unit(decimals) / 2
            is_open &= ~is_coarse
    return errors
