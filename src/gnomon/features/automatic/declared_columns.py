"""Declared column kinds of a table, and how each column is read as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.features.automatic import raw_columns as raw
from gnomon.features.automatic.dates import check_dates


@dataclass(frozen=True)
class Declared:
    """The declared non-numeric columns, by name.

    categories: names, or "from_dtype". ordinals, booleans: name to levels. dates: name to format, first and
    parts. texts: names of free-text columns. drop: names of dropped columns.

    >>> Declared(ordinals={"size": ["S", "L"]}).kind("size", None)
    'ordinal'
    """

    categories: Any = "from_dtype"
    ordinals: Mapping[str, Sequence[Any]] | None = None
    booleans: Mapping[str, Sequence[Any]] | None = None
    dates: Mapping[str, Any] | None = None
    texts: Sequence[str] = ()
    drop: Sequence[str] = ()

    def check(self, names: Sequence[str], marked: Sequence[str]) -> None:
        """Raise an error if a declared column is not in the table, or a declaration is invalid."""
        if isinstance(self.categories, str) and self.categories != "from_dtype":
            raise ParameterError(
                f"PrepareTable(categories={self.categories!r}): pass a list of names, or 'from_dtype'"
            )
        check_dates(self.dates or {})
        listed = () if isinstance(self.categories, str) else self.categories
        known = set(names)
        for name in (*listed, *self._leveled, *(self.dates or {}), *self.texts, *self.drop, *marked):
            if name not in known:
                raise DataError(f"column {name!r} is not in the table; its columns are {list(names[:12])}")
        if not known - set(self.drop):
            raise DataError("every column is dropped; use at least one")

    def kind(self, name: str, values: Any) -> str:
        """Kind of a column (number, ordinal, boolean, category, date or text): declared, else by dtype."""
        for kind, named in (("ordinal", self.ordinals), ("boolean", self.booleans), ("date", self.dates)):
            if name in (named or {}):
                return kind
        if name in self.texts:
            return "text"
        if not isinstance(self.categories, str):
            return "category" if name in self.categories else "number"
        return "category" if raw.has_strings(values) else "number"

    def coded(self, name: str, kind: str, values: Any, levels: Sequence[str], from_array: bool) -> Floats:
        """The values as numbers; a numeric array contains codes of levels already."""
        if kind == "category":
            return raw.codes_of(values, levels)
        if kind == "text":
            # Codes of the training texts; `transform` vectorizes new texts.
            codes = raw.texts_of(values)[0].astype(np.float64)
            return np.where(codes < 0, np.nan, codes)
        if kind == "date":
            return raw.moments_of(values, (self.dates or {})[name]["format"])
        if kind == "number" or (from_array and values.dtype.kind in "fiub"):
            return raw.numbers_of(name, values)
        read = raw.ranks_of if kind == "ordinal" else raw.booleans_of
        return read(values, self._leveled[name])

    @property
    def _leveled(self) -> dict[str, Sequence[Any]]:
        return {**(self.ordinals or {}), **(self.booleans or {})}
