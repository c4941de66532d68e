"""The transformer that makes a raw table fit for a learner: filled, encoded, scaled, as each column needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, flag, free
from gnomon.data.table import Table
from gnomon.errors import DataError
from gnomon.features.automatic import raw_columns as raw
from gnomon.features.automatic.column_encoding import (
    as_typed,
    centre_and_unit,
    distinct_names,
    fill_of,
    in_units,
    one_hot,
    one_hot_names,
    shown_levels,
)
from gnomon.features.automatic.dates import parts_of
from gnomon.features.automatic.declared_columns import Declared
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows

ROWS_AT_A_TIME = 4096
SCALED = ("number", "ordinal", "date")


@dataclass(frozen=True)
class ReadRows(Rows):
    """Rows read from a table: numbers, places in an order, codes of levels, seconds; NaN where missing.

    facts: their names, their places in the table, their kinds, and the levels of categories.

    >>> ReadRows(np.array([[1.0], [2.0]]), facts=(["age"], [0], ["number"], [[]])).rows(np.array([1])).X
    array([[2.]])
    """

    facts: tuple[Any, ...] = ()

    def rows(self, index: Integers) -> ReadRows:
        """These rows only."""
        some = super().rows(index)
        return ReadRows(some.X, None, some.weight, self.facts)


class PrepareTable(TransformerMixin, Learner):
    """Make a raw table fit for a learner, learning from the training rows alone.

    Columns are found by name in any data frame or Table, in any order; in an array by their place, where
    ordinal and Boolean columns are codes, as `Task.encoded` has them. Missing numbers become the median,
    missing categories a level of their own. A category becomes columns of 0 and 1, in which rare levels are
    one, and a level that is new counts as one of these (as none, if there are no rare ones). A word with no
    place in an order, and text that is no date, count as missing. `gn.automatic` finds the parameters.

    Attributes
    ----------
    origin_ : the number of the column of the table that each column of the result is made of
    fills_ : what stands for a missing value of each column read
    centres_, units_ : what is subtracted from the columns of the result, and what they are divided by
    levels_ : the levels of each column that is a category

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.features.automatic.prepare_table import PrepareTable
    >>> frame = pd.DataFrame({"age": [20.0, None, 40.0], "town": ["Ulm", "Ulm", "Bonn"]})
    >>> prepare = PrepareTable(mark=["age"]).fit(frame)
    >>> prepare.get_feature_names_out().tolist()
    ['age', 'age: missing', 'town=Ulm']
    >>> prepare.transform(frame).tolist()
    [[20.0, 0.0, 1.0], [30.0, 1.0, 1.0], [40.0, 0.0, 0.0]]
    """

    names: Any = free(default=None, help="the columns of the table in order; None: those of the first X")
    drop: Any = free(default=(), help="columns that are left out")
    categories: Any = free(default="from_dtype", help="columns that are categories: names, or 'from_dtype'")
    ordinals: Any = free(default=None, help="columns with an order: name to levels, lowest first")
    booleans: Any = free(default=None, help="columns of two values: name to (false, true)")
    dates: Any = free(default=None, help="columns of dates: name to format, first and parts")
    mark: Any = free(default=(), help="columns beside which one of 0 and 1 says where a value was missing")
    fill: bool = flag(default=True, help="whether missing values are filled; else they stay")
    encode: bool = flag(default=True, help="whether categories become columns of 0 and 1; else they stay")
    without_first: bool = flag(
        default=False, help="whether the first level has no column, so that none follows from the others"
    )
    scale: bool = flag(default=False, help="whether numbers get mean 0 and standard deviation 1")
    rare: float = between(0, 1, default=0.01, help="share of rows below which a level is rare")
    most_levels: int = between(1, inf, whole=True, default=50, help="levels with a column of their own")
    reads_tables = True
    shared_by = ("names", "drop", "categories", "ordinals", "booleans", "dates")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on rows X; y is not looked at. sample_weight: how much each row counts; 1 if not given."""
        return super().fit(X, None, sample_weight)

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """The columns as numbers; what they are is found on the first look."""
        names = self._names_of(X, reset)
        if names is None:
            X = super().check_examples(X, reset=reset)
            names = [f"x{place}" for place in range(X.shape[1])]
        declared = Declared(self.categories, self.ordinals, self.booleans, self.dates, self.drop)
        if reset:
            declared.check(names, self.mark)
            self.columns_ = [name for name in names if name not in set(self.drop)]
        values = raw.raw_columns(X, names, self.columns_)
        if reset:
            self._look_at(names, values, declared)
        # Column after column, as they are read and written.
        table = np.empty((len(values[0]), len(values)), order="F")
        from_array = not raw.is_table(X)
        for column, (each, name, kind) in enumerate(zip(values, self.columns_, self.kinds_)):
            table[:, column] = declared.coded(name, kind, each, self.levels_[column], from_array)
        if len(table) == 0:
            raise DataError("Found array with 0 sample(s) while a minimum of 1 is required")
        self._refuse_infinities(table)
        return table

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> ReadRows:
        """The columns read, with their names, places, kinds and levels."""
        return ReadRows(X, None, weight, (self.columns_, self.places_, self.kinds_, self.levels_))

    def fit_prepared(self, data: ReadRows, start: Self | None = None) -> Self:
        """Learn the fills, the levels that are shown, and the scale."""
        self.columns_, self.places_, self.kinds_, self.levels_ = data.facts
        weight = np.ones(len(data.X)) if data.weight is None else data.weight
        fills: list[float] = []
        self.shown_: list[Any] = []
        for kind, levels, column in zip(self.kinds_, self.levels_, data.X.T):
            is_category = kind == "category"
            fills.append(0.0 if is_category else fill_of(column, weight, by_mode=kind == "boolean"))
            counted = (column, weight, len(levels), self.rare, self.most_levels)
            self.shown_.append(shown_levels(*counted) if is_category else ())
        self.fills_ = np.array(fills)
        self._learn_scale(data.X, weight)
        return self

    def transform(self, X: Any) -> Any:
        """The rows as the learner takes them: an array, or a DataFrame where categories stay."""
        check_is_fitted(self, "fills_")
        coded = self.check_examples(X, reset=False)
        table = np.empty((len(coded), len(self.origin_)))
        # Some rows at a time: a column of a long table in row order is far from what the cache holds.
        for first in range(0, len(coded), ROWS_AT_A_TIME):
            rows = slice(first, first + ROWS_AT_A_TIME)
            self._fill_rows(table[rows], coded[rows])
        if self.encode or not {"category", "boolean"} & set(self.kinds_):
            return table
        return self._with_categories(table, getattr(X, "index", None))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The names of the columns of the result."""
        check_is_fitted(self, "fills_")
        made = [name for column in range(len(self.columns_)) for name in self._made(column)]
        return np.array(distinct_names(made), dtype=object)

    def _refuse_infinities(self, table: Floats) -> None:
        for name, column in zip(self.columns_, table.T):
            rows = np.flatnonzero(np.isinf(column))
            if len(rows):
                raise DataError(
                    f"column {name!r} holds infinity at row {rows[0]}; correct it, or drop the row"
                )

    def _names_of(self, X: Any, reset: bool) -> list[str] | None:
        """The columns of the table; None for plain numbers without names."""
        if self.names is not None:
            names = [str(name) for name in self.names]
            self.n_features_in_, self.feature_names_in_ = len(names), np.array(names, dtype=object)
            return names
        if not raw.is_table(X):
            return None
        if not isinstance(X, Table):
            _check_feature_names(self, X, reset=reset)
            _check_n_features(self, X, reset=reset)
        return raw.names_of(X)

    def _look_at(self, names: Sequence[str], values: Sequence[Any], declared: Declared) -> None:
        place = {name: number for number, name in enumerate(names)}
        self.places_ = [place[name] for name in self.columns_]
        self.kinds_ = [declared.kind(name, each) for name, each in zip(self.columns_, values)]
        self.levels_ = [
            raw.levels_of(each) if kind == "category" else [] for kind, each in zip(self.kinds_, values)
        ]

    def _learn_scale(self, X: Floats, weight: Floats) -> None:
        made = [self._made(column) for column in range(len(self.columns_))]
        self.origin_ = np.repeat(self.places_, [len(names) for names in made])
        if len(self.origin_) == 0:
            raise DataError("no column is left to learn from; keep more columns")
        self.centres_, self.units_ = np.zeros(len(self.origin_)), np.ones(len(self.origin_))
        start = 0
        for column, (kind, names) in enumerate(zip(self.kinds_, made)):
            if self.scale and kind in SCALED:
                block = self._block(column, X[:, column])
                for place in range(len(names) - self._is_marked(column)):
                    self.centres_[start + place], self.units_[start + place] = centre_and_unit(
                        block[:, place], weight
                    )
            start += len(names)

    def _made(self, column: int) -> list[str]:
        """The names of the columns that one becomes."""
        name, kind = self.columns_[column], self.kinds_[column]
        if kind == "category" and self.encode:
            shown, other, missing = self.shown_[column]
            return one_hot_names(name, self.levels_[column], shown, other, missing, self.without_first)
        made = [f"{name}: {part}" for part in self.dates[name]["parts"]] if kind == "date" else [name]
        return [*made, f"{name}: missing"] if self._is_marked(column) else made

    def _block(self, column: int, values: Floats) -> Floats:
        """The columns that one becomes, before they are scaled."""
        kind = self.kinds_[column]
        if kind == "category" and not self.encode:
            return values[:, None]
        if kind == "category":
            shown, other, missing = self.shown_[column]
            return one_hot(values, shown, other, missing, self.without_first)
        is_missing = np.isnan(values)
        block = np.where(is_missing, self.fills_[column], values) if self.fill else values
        if kind == "date":
            how = self.dates[self.columns_[column]]
            block = parts_of(block, how["first"], how["parts"])
        return (
            np.column_stack([block, is_missing])
            if self._is_marked(column)
            else block.reshape(len(values), -1)
        )

    def _fill_rows(self, table: Floats, coded: Floats) -> None:
        start = 0
        for column in range(len(self.columns_)):
            block = self._block(column, coded[:, column])
            part = slice(start, start + block.shape[1])
            is_scaled = self.scale and self.kinds_[column] in SCALED
            table[:, part] = in_units(block, self.centres_[part], self.units_[part]) if is_scaled else block
            start = part.stop

    def _is_marked(self, column: int) -> bool:
        return self.columns_[column] in self.mark and self.kinds_[column] != "category"

    def _with_categories(self, table: Floats, index: Any) -> Any:
        """The table as a DataFrame: categories have their levels, truth values their type again."""
        import pandas as pd

        facts = {
            place: (kind, levels) for place, kind, levels in zip(self.places_, self.kinds_, self.levels_)
        }
        columns = [
            as_typed(values, *facts[place], self.fill)
            for place, values in zip(self.origin_.tolist(), table.T)
        ]
        return pd.DataFrame(dict(enumerate(columns)), index=index).set_axis(
            self.get_feature_names_out(), axis=1
        )


transformers.add(
    "PrepareTable",
    PrepareTable,
    "a raw table made fit for a learner: filled, encoded, dates in parts, scaled",
    family="preparation",
)
