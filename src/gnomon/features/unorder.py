"""Unordering: an ordinal column becomes categorical; the order of its levels is dropped."""

from __future__ import annotations

from typing import Any

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.features.columnwise import Columnwise
from gnomon.registry import transformers


class Unorder(Columnwise):
    """Drop the order of the levels of each ordinal column; nothing else changes, and nothing is learned.

    Numbers named in `columns` become categories too, one for each distinct value.

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.features.unorder import Unorder
    >>> sizes = pd.DataFrame({"size": pd.Categorical(["S", "L"], ["S", "M", "L"], ordered=True)})
    >>> Unorder().fit_transform(sizes)["size"].cat.ordered
    False
    """

    takes = ("ordinal",)

    def learn(self, column: Column, y: Any, weight: Floats | None) -> tuple[()]:
        """Nothing."""
        return ()

    def change(self, learned: tuple[()], column: Column) -> list[Column]:
        """The same levels without their order."""
        return [Column(column.name, "categorical", column.values, column.levels)]


transformers.add("Unorder", Unorder, "drop the order of ordered levels", family="kinds")
