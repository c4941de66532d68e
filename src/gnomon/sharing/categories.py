"""Which columns are categories, and their levels as codes, for learners that take categories as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import DataError, ParameterError


@dataclass(frozen=True)
class Categories:
    """The categorical columns of a table and the levels each had when it was first seen.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"size": [1.0, 2.0], "colour": pd.Categorical(["red", "blue"])})
    >>> Categories.of(frame, "from_dtype").coded(frame)
    array([[1., 1.],
           [2., 0.]])
    """

    names: tuple[Any, ...]
    levels: tuple[Array | None, ...]

    @classmethod
    def of(cls, X: Any, chosen: Any) -> Categories:
        """Read which columns are categories from their type, or from a list of names, numbers or flags."""
        frame = _frame(X)
        names = tuple(frame.columns) if frame is not None else tuple(range(np.shape(X)[1]))
        is_chosen = _chosen(frame, names, chosen)
        levels = tuple(
            np.unique(_present(_column(X, frame, place))) if is_chosen[place] else None
            for place in range(len(names))
        )
        return cls(names, levels)

    @property
    def mask(self) -> Flags:
        """Which columns are categories."""
        return np.array([level is not None for level in self.levels])

    def coded(self, X: Any) -> Floats:
        """The table as numbers: codes for categories (new levels get new codes), NaN for missing."""
        frame = _frame(X)
        table = np.empty(np.shape(X) if frame is None else frame.shape)
        for place, levels in enumerate(self.levels):
            column = _column(X, frame, place)
            table[:, place] = (
                _numbers(column, self.names[place]) if levels is None else _codes(column, levels)
            )
        return table


def _frame(X: Any) -> Any:
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    return frame if isinstance(frame, nw.DataFrame) else None


def _column(X: Any, frame: Any, place: int) -> Array:
    if frame is None:
        return np.asarray(X)[:, place]
    column = frame[:, place]
    if isinstance(column.dtype, nw.Categorical | nw.Enum):
        column = column.cast(nw.String)
    return np.asarray(column.to_numpy())


def _chosen(frame: Any, names: tuple[Any, ...], chosen: Any) -> Flags:
    if isinstance(chosen, str) and chosen == "from_dtype":
        if frame is None:
            return np.zeros(len(names), dtype=bool)
        text = (nw.Categorical, nw.Enum, nw.String, nw.Object)
        return np.array([isinstance(frame[:, place].dtype, text) for place in range(len(names))])
    listed = np.asarray(chosen)
    if listed.dtype == bool:
        if listed.shape != (len(names),):
            raise ParameterError(f"categorical_features has {len(listed)} flags for {len(names)} columns")
        return listed
    unknown = [each for each in listed.tolist() if each not in names]
    if unknown:
        raise ParameterError(
            f"categorical_features names {unknown[0]!r}, which is no column; there are {names}"
        )
    return np.array([name in listed.tolist() for name in names])


def _numbers(column: Array, name: Any) -> Floats:
    try:
        return column.astype(np.float64)
    except (TypeError, ValueError) as problem:
        raise DataError(
            f"could not convert column {name!r} to numbers ({problem}); name it in categorical_features"
        ) from None


def _missing(column: Array) -> Flags:
    return np.array([value is None or value != value for value in column.tolist()], dtype=bool)


def _present(column: Array) -> Array:
    return column[~_missing(column)]


def _codes(column: Array, levels: Array) -> Floats:
    missing = _missing(column)
    present = column[~missing]
    place = np.searchsorted(levels, present)
    known = (
        levels[np.minimum(place, len(levels) - 1)] == present if len(levels) else np.zeros(len(present), bool)
    )
    new = np.unique(present, return_inverse=True)[1] + len(levels)
    codes = np.full(len(column), np.nan)
    codes[~missing] = np.where(known, place, new)
    return codes
