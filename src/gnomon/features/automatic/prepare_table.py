"""The transformer that makes a raw table fit for a learner: filled, encoded, scaled, as each column needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.base import TransformerMixin
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, flag, free
from gnomon.data.table import Table
from gnomon.errors import DataError
from gnomon.features.automatic import raw_columns as raw
from gnomon.features.automatic.column_encoding import (
    as_typed,
    center_and_unit,
    distinct_names,
    fill_of,
    in_units,
    one_hot,
    one_hot_names,
    shares_of,
    shown_levels,
)
from gnomon.features.automatic.dates import parts_of
from gnomon.features.automatic.declared_columns import Declared
from gnomon.features.automatic.text_terms import learn_terms, weights_of
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows

ROWS_AT_A_TIME = 4096
# Rows of a Table that are read at a time, so that a long one is not copied as a whole.
ROWS_READ = 2**16
# A result of so many columns, of which a row fills at most this share, is kept sparse.
FEWEST_SPARSE, SPARSE_SHARE = 64, 0.25
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
    one, and a level that is new counts as one of these (as none, if there are no rare ones); of very many
    levels, the share of rows that have the level is one more column. Free text becomes the TF-IDF weights of
    its most telling words. A word with no place in an order, and text that is no date, count as missing.
    `gn.preprocessing.prepared_estimator` finds the parameters.

    Attributes
    ----------
    origin_ : the number of the column of the table that each column of the result is made of
    fills_ : what stands for a missing value of each column read
    centers_, units_ : what is subtracted from the columns of the result, and what they are divided by
    levels_ : the levels of each column that is a category
    terms_ : the words of each column of text that became columns, and their inverse document frequencies
    sparse_ : whether the result is a sparse matrix

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
    texts: Any = free(default=(), help="columns of free text, which become weights of words")
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
    max_terms: int = between(1, inf, whole=True, default=100, help="most words of a text that become columns")
    sparse: bool = flag(default=False, help="whether a wide result of few values is a sparse matrix (CSR)")
    shared_by = ("names", "drop", "categories", "ordinals", "booleans", "dates", "texts")

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
        declared = self._declared
        if reset:
            declared.check(names, self.mark)
            self.columns_ = [name for name in names if name not in set(self.drop)]
        values = raw.raw_columns(X, names, self.columns_)
        if reset:
            self._look_at(names, values, declared)
        # Column after column, as they are read and written.
        table = np.empty((raw.length_of(values[0]), len(values)), order="F")
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
        self.columns_, self.places_, self.kinds_, levels = data.facts
        # Texts are not kept: they may be anything that people wrote.
        self.levels_ = [[] if kind == "text" else each for kind, each in zip(self.kinds_, levels)]
        weight = np.ones(len(data.X)) if data.weight is None else data.weight
        fills: list[float] = []
        self.shown_: list[Any] = []
        self.shares_: list[Any] = []
        self.terms_: list[Any] = []
        for kind, each, column in zip(self.kinds_, levels, data.X.T):
            is_category, is_text = kind == "category", kind == "text"
            is_filled = not (is_category or is_text)
            fills.append(fill_of(column, weight, by_mode=kind == "boolean") if is_filled else 0.0)
            counted = (column, weight, len(each))
            self.shown_.append(shown_levels(*counted, self.rare, self.most_levels) if is_category else ())
            self.shares_.append(
                shares_of(*counted, self.most_levels) if is_category and self.encode else None
            )
            self.terms_.append(learn_terms(each, column, weight, self.max_terms) if is_text else None)
        self.fills_ = np.array(fills)
        self._learn_scale(data.X, weight)
        return self

    def transform(self, X: Any) -> Any:
        """The rows as the learner takes them: an array, or a DataFrame where categories stay."""
        check_is_fitted(self, "fills_")
        if isinstance(X, Table) and X.n_rows > ROWS_READ:
            parts = [
                self.transform(X.rows(np.arange(first, min(first + ROWS_READ, X.n_rows))))
                for first in range(0, X.n_rows, ROWS_READ)
            ]
            return stacked(parts)
        coded = self.check_examples(X, reset=False)
        texts = self._weights_of_terms(X)
        if self.sparse_:
            return stacked([scipy.sparse.csr_array(each) for each in self._some_rows(coded, texts)])
        table = np.empty((len(coded), len(self.origin_)))
        for first, each in zip(range(0, len(coded), ROWS_AT_A_TIME), self._some_rows(coded, texts)):
            table[first : first + ROWS_AT_A_TIME] = each
        if self.encode or not {"category", "boolean"} & set(self.kinds_):
            return table
        return self._with_categories(table, getattr(X, "index", None))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The names of the columns of the result."""
        check_is_fitted(self, "fills_")
        made = [name for column in range(len(self.columns_)) for name in self._made(column)]
        return np.array(distinct_names(made), dtype=object)

    @property
    def _declared(self) -> Declared:
        return Declared(
            self.categories, self.ordinals, self.booleans, self.dates, tuple(self.texts), tuple(self.drop)
        )

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
        self.levels_ = [_levels(kind, each) for kind, each in zip(self.kinds_, values)]

    def _learn_scale(self, X: Floats, weight: Floats) -> None:
        made = [self._made(column) for column in range(len(self.columns_))]
        self.origin_ = np.repeat(self.places_, [len(names) for names in made])
        if len(self.origin_) == 0:
            raise DataError("no column is left to learn from; keep more columns")
        self.centers_, self.units_ = np.zeros(len(self.origin_)), np.ones(len(self.origin_))
        self.sparse_ = bool(self.sparse and self.encode and self._is_wide(made))
        start = 0
        for column, (kind, names) in enumerate(zip(self.kinds_, made)):
            if self.scale and self.shares_[column] is not None:
                shares = self._shares(column, X[:, column])
                place = start + len(names) - 1
                self.centers_[place], self.units_[place] = center_and_unit(shares, weight)
            if self.scale and kind in SCALED:
                block = self._block(column, X[:, column])
                for place in range(len(names) - self._is_marked(column)):
                    self.centers_[start + place], self.units_[start + place] = center_and_unit(
                        block[:, place], weight
                    )
            start += len(names)

    def _made(self, column: int) -> list[str]:
        """The names of the columns that one becomes."""
        name, kind = self.columns_[column], self.kinds_[column]
        if kind == "category" and self.encode:
            shown, other, missing = self.shown_[column]
            names = one_hot_names(name, self.levels_[column], shown, other, missing, self.without_first)
            return names if self.shares_[column] is None else [*names, f"{name}: share of rows"]
        if kind == "text":
            return [f"{name}: {term}" for term in self.terms_[column][0]]
        made = [f"{name}: {part}" for part in self.dates[name]["parts"]] if kind == "date" else [name]
        return [*made, f"{name}: missing"] if self._is_marked(column) else made

    def _block(self, column: int, values: Floats) -> Floats:
        """The columns that one becomes, before they are scaled."""
        kind = self.kinds_[column]
        if kind == "category" and not self.encode:
            return values[:, None]
        if kind == "category":
            shown, other, missing = self.shown_[column]
            flags = one_hot(values, shown, other, missing, self.without_first)
            if self.shares_[column] is None:
                return flags
            return np.column_stack([flags, self._shares(column, values)])
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

    def _shares(self, column: int, codes: Floats) -> Floats:
        """The share of the training rows that have the level of each row; 0 for a new or missing one."""
        shares = np.append(self.shares_[column], [0.0, 0.0])
        return np.asarray(shares[np.where(np.isnan(codes), len(shares) - 1, codes).astype(np.int64)])

    def _is_wide(self, made: Sequence[Sequence[str]]) -> bool:
        """Whether most values of the result are 0: it has many columns, few of them with a value in a row."""
        width = sum(map(len, made))
        filled = sum(
            1 if kind in ("category", "text") else len(names) for kind, names in zip(self.kinds_, made)
        )
        return width >= FEWEST_SPARSE and filled <= SPARSE_SHARE * width

    def _weights_of_terms(self, X: Any) -> dict[int, Any]:
        """By the number of each column of text, the weights of its terms in every row (CSR)."""
        of_text = [number for number, kind in enumerate(self.kinds_) if kind == "text"]
        if not of_text:
            return {}
        names = raw.names_of(X) if raw.is_table(X) else list(self.feature_names_in_)
        values = raw.raw_columns(X, names, [self.columns_[number] for number in of_text])
        found = {}
        for number, each in zip(of_text, values):
            codes, texts = raw.texts_of(each)
            found[number] = weights_of(texts, codes, *self.terms_[number])
        return found

    def _some_rows(self, coded: Floats, texts: dict[int, Any]) -> Iterator[Floats]:
        """The result, some rows at a time: of a long table in row order a column is far from the cache."""
        for first in range(0, len(coded), ROWS_AT_A_TIME):
            rows = slice(first, first + ROWS_AT_A_TIME)
            table = np.empty((len(coded[rows]), len(self.origin_)))
            self._fill_rows(table, coded[rows], {number: each[rows] for number, each in texts.items()})
            yield table

    def _fill_rows(self, table: Floats, coded: Floats, texts: dict[int, Any]) -> None:
        start = 0
        for column in range(len(self.columns_)):
            if column in texts:
                block = texts[column].toarray()
            else:
                block = self._block(column, coded[:, column])
            part = slice(start, start + block.shape[1])
            is_scaled = self.scale and (self.kinds_[column] in SCALED or self.shares_[column] is not None)
            table[:, part] = in_units(block, self.centers_[part], self.units_[part]) if is_scaled else block
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


def _levels(kind: str, values: Any) -> Any:
    """The levels of a category, or the texts of a column of text, for the time of fitting."""
    if kind == "text":
        return raw.texts_of(values)[1]
    return raw.levels_of(values) if kind == "category" else []


def stacked(parts: Sequence[Any]) -> Any:
    """Parts of a result, one below the other.

    >>> stacked([np.eye(1), np.zeros((1, 1))]).tolist()
    [[1.0], [0.0]]
    """
    if len(parts) == 1:
        return parts[0]
    if scipy.sparse.issparse(parts[0]):
        return scipy.sparse.vstack(parts, format="csr")
    if isinstance(parts[0], np.ndarray):
        return np.concatenate(parts)
    import pandas as pd

    return pd.concat(parts, ignore_index=True)


transformers.add(
    "PrepareTable",
    PrepareTable,
    "a raw table made fit for a learner: filled, encoded, dates in parts, scaled",
    family="preparation",
)
