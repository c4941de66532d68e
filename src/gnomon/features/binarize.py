"""Binarization: a category becomes one Boolean column for each of its levels."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.check import one_of
from gnomon.data.column import Column
from gnomon.features.columnwise import Columnwise, codes_among, say_identifier, say_unseen
from gnomon.registry import transformers


class Binarize(Columnwise):
    """Make one 0/1 column of each level of each categorical column; all other columns pass.

    Levels are those of the rows that `fit` sees. That exactly one of the columns is true is no longer said.
    A missing value stays missing in all of them; a level not seen before is none of those known, and warned
    of. For a plain array of categories scikit-learn's OneHotEncoder does the same, and has more options.

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.features.binarize import Binarize
    >>> made = Binarize().fit(pd.DataFrame({"size": [1.0, 2.0, 3.0], "color": ["red", "blue", "red"]}))
    >>> made.get_feature_names_out().tolist()
    ['size', 'color=blue', 'color=red']
    """

    takes = ("categorical",)

    unseen: str = one_of("warn", "error", default="warn", help="what a level not seen before does", grid=())

    def learn(self, column: Column, y: Any, weight: Floats | None) -> tuple[Any, ...]:
        """The levels that are there."""
        say_identifier(column, "Binarize")
        return levels_seen(column, weight)

    def change(self, learned: tuple[Any, ...], column: Column) -> list[Column]:
        """A Boolean column for each level."""
        codes = codes_among(learned, column)
        say_unseen(column, codes, self.unseen, "Binarize", "0 in every column")
        return [
            Column(name, "boolean", np.where(codes == -1, -1, codes == code).astype(np.int32), (False, True))
            for code, name in enumerate(self.names(learned, column.name))
        ]

    def names(self, learned: tuple[Any, ...], name: str) -> list[str]:
        """Such as "color=red"."""
        return [f"{name}={level}" for level in learned]


def levels_seen(column: Column, weight: Floats | None = None) -> tuple[Any, ...]:
    """The levels of a column that a row with weight has, in order.

    >>> from gnomon.data.column import column_of
    >>> levels_seen(column_of("size", ["L", "S"], levels=["S", "M", "L"]))
    ('S', 'L')
    """
    counted = column.values if weight is None else column.values[weight > 0]
    there = np.zeros(len(column.levels) + 1, dtype=bool)
    there[counted] = True
    return tuple(level for level, is_there in zip(column.levels, there) if is_there)


transformers.add("Binarize", Binarize, "a 0/1 column for each level of a category", family="kinds")
