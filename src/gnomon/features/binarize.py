"""One-hot encoding: a categorical column becomes one 0/1 column per level."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.check import one_of
from gnomon.data.column import Column
from gnomon.features.columnwise import Columnwise, check_unseen_levels, codes_among, warn_identifier
from gnomon.registry import transformers


class Binarize(Columnwise):
    """One-hot encoding (dummy variables) of categorical columns; all other columns are passed through.

    Levels are those of the training rows. A missing value stays missing in all columns of its levels; an
    unseen level is 0 in all of them, with a warning. For an array of categories scikit-learn's OneHotEncoder
    does the same, with more options.

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import Binarize
    >>> model = Binarize().fit(pd.DataFrame({"size": [1.0, 2.0, 3.0], "color": ["red", "blue", "red"]}))
    >>> model.get_feature_names_out().tolist()
    ['size', 'color=blue', 'color=red']
    """

    takes = ("categorical",)

    unseen: str = one_of("warn", "error", default="warn", help="how unseen levels are handled", grid=())

    def learn(self, column: Column, y: Any, weight: Floats | None) -> tuple[Any, ...]:
        """The levels present in the column."""
        warn_identifier(column, "Binarize")
        return levels_seen(column, weight)

    def change(self, learned: tuple[Any, ...], column: Column) -> list[Column]:
        """One Boolean column per level."""
        codes = codes_among(learned, column)
        check_unseen_levels(column, codes, self.unseen, "Binarize", "0 in every column")
        return [
            Column(name, "boolean", np.where(codes == -1, -1, codes == code).astype(np.int32), (False, True))
            for code, name in enumerate(self.names(learned, column.name))
        ]

    def names(self, learned: tuple[Any, ...], name: str) -> list[str]:
        """Names such as "color=red"."""
        return [f"{name}={level}" for level in learned]


def levels_seen(column: Column, weight: Floats | None = None) -> tuple[Any, ...]:
    """The levels of a column that occur in rows of positive weight, in order.

    >>> from gnomon.data.column import column_of
    >>> levels_seen(column_of("size", ["L", "S"], levels=["S", "M", "L"]))
    ('S', 'L')
    """
    counted = column.values if weight is None else column.values[weight > 0]
    is_present = np.zeros(len(column.levels) + 1, dtype=bool)
    is_present[counted] = True
    return tuple(level for level, present in zip(column.levels, is_present) if present)


transformers.add("Binarize", Binarize, "one-hot encoding: a 0/1 column per level", family="kinds")
