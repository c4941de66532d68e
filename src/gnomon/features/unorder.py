"""Unordering: an ordinal column becomes categorical (nominal)."""

from __future__ import annotations

from typing import Any

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.features.columnwise import Columnwise
from gnomon.registry import transformers


class Unorder(Columnwise):
    """Convert ordinal columns to categorical (nominal) columns, dropping the order of their levels.

    Numeric columns named in `columns` become categorical too, one level per distinct value.

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import Unorder
    >>> sizes = pd.DataFrame({"size": pd.Categorical(["S", "L"], ["S", "M", "L"], ordered=True)})
    >>> Unorder().fit_transform(sizes)["size"].cat.ordered
    False
    """

    takes = ("ordinal",)

    def learn(self, column: Column, y: Any, weight: Floats | None) -> tuple[()]:
        """No parameters."""
        return ()

    def change(self, learned: tuple[()], column: Column) -> list[Column]:
        """The same levels without their order."""
        return [Column(column.name, "categorical", column.values, column.levels)]


transformers.add("Unorder", Unorder, "ordinal columns to categorical (nominal) columns", family="kinds")
