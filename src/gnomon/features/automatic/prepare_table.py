"""The transformer of automatic preprocessing: imputation, encoding and scaling of raw tables by column."""

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
    frequencies_of,
    one_hot,
    one_hot_names,
    scaled,
    shown_levels,
)
from gnomon.features.automatic.dates import parts_of
from gnomon.features.automatic.declared_columns import Declared
from gnomon.features.automatic.text_terms import learn_terms, weights_of
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows

BATCH_ROWS = 4096
# Rows of a Table read at a time, so that a long one is not copied as a whole.
READ_ROWS = 2**16
# Minimum number of output columns, and maximum density, of a sparse output.
MIN_SPARSE_COLUMNS, MAX_DENSITY = 64, 0.25
SCALED = ("number", "ordinal", "date")


@dataclass(frozen=True)
class ReadRows(Rows):
    """Rows read from a table: numbers, ordinal codes, codes of levels, seconds; NaN where missing.

    facts: names, indices in the table and kinds of the columns, and the levels of categories.

    >>> ReadRows(np.array([[1.0], [2.0]]), facts=(["age"], [0], ["number"], [[]])).rows(np.array([1])).X
    array([[2.]])
    """

    facts: tuple[Any, ...] = ()

    def rows(self, index: Integers) -> ReadRows:
        """These rows only."""
        some = super().rows(index)
        return ReadRows(some.X, None, some.weight, self.facts)


class PrepareTable(TransformerMixin, Learner):
    """Automatic preprocessing (column transformer) of raw tables: imputation, encoding, dates, text, scaling.

    Columns are selected by name in any data frame or Table, in any order; in an array by index, where ordinal
    and Boolean columns are codes, as in `Task.encoded`. Missing numbers are imputed by the median; missing
    categories are a separate level. Categories are one-hot encoded: rare levels share a column, and an unseen
    level counts as rare (as no level, if there are none); categories with very many levels get a column of
    level frequencies too. Free text becomes TF-IDF weights of its most informative words. Unknown levels of
    an ordinal column, and text that is not a date, count as missing. `gn.preprocessing.prepared_estimator`
    sets the parameters.

    Attributes
    ----------
    origin_ : index of the input column of each output column
    fills_ : the fill value of each input column
    centers_, units_ : center and scale of the output columns
    levels_ : the levels of each categorical column
    terms_ : the terms of each text column, and their inverse document frequencies
    sparse_ : whether the output is a sparse matrix

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import PrepareTable
    >>> frame = pd.DataFrame({"age": [20.0, None, 40.0], "town": ["Ulm", "Ulm", "Bonn"]})
    >>> prepare = PrepareTable(mark=["age"]).fit(frame)
    >>> prepare.get_feature_names_out().tolist()
    ['age', 'age: missing', 'town=Ulm']
    >>> prepare.transform(frame).tolist()
    [[20.0, 0.0, 1.0], [30.0, 1.0, 1.0], [40.0, 0.0, 0.0]]
    """

    names: Any = free(default=None, help="column names of the table, in order; None for those of X in `fit`")
    drop: Any = free(default=(), help="columns to drop")
    categories: Any = free(default="from_dtype", help="categorical columns: names, or 'from_dtype'")
    ordinals: Any = free(default=None, help="ordinal columns: name to levels, lowest first")
    booleans: Any = free(default=None, help="Boolean columns: name to (false, true)")
    dates: Any = free(default=None, help="date columns: name to format, first and parts")
    texts: Any = free(default=(), help="free-text columns, which become TF-IDF weights")
    mark: Any = free(default=(), help="columns that get a missing indicator")
    fill: bool = flag(default=True, help="whether to impute missing values")
    encode: bool = flag(default=True, help="whether to one-hot encode categories")
    drop_first: bool = flag(
        default=False, help="whether to drop the first level of each category, against collinearity"
    )
    scale: bool = flag(default=False, help="whether to standardize numbers")
    rare: float = between(0, 1, default=0.01, help="minimum fraction of rows of a level that is not rare")
    max_levels: int = between(
        1, inf, whole=True, default=50, help="maximum number of levels with an indicator column"
    )
    reads_tables = True
    max_terms: int = between(1, inf, whole=True, default=100, help="maximum number of terms per text column")
    sparse: bool = flag(default=False, help="whether a wide output of low density is a sparse matrix (CSR)")
    shared_by = ("names", "drop", "categories", "ordinals", "booleans", "dates", "texts")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on the rows of X; y is ignored. sample_weight: weight of each row, 1 by default."""
        return super().fit(X, None, sample_weight)

    def check_examples(self, X: Any, *, reset: bool) -> Floats:
        """The columns as numbers; with reset=True their kinds and levels are determined."""
        names = self._names_of(X, reset)
        if names is None:
            X = super().check_examples(X, reset=reset)
            names = [f"x{index}" for index in range(X.shape[1])]
        declared = self._declared
        if reset:
            declared.check(names, self.mark)
            self.columns_ = [name for name in names if name not in set(self.drop)]
        values = raw.raw_columns(X, names, self.columns_)
        if reset:
            self._store_kinds(names, values, declared)
        # Column-major, as it is written and read by column.
        table = np.empty((raw.length_of(values[0]), len(values)), order="F")
        from_array = not raw.is_table(X)
        for column, (each, name, kind) in enumerate(zip(values, self.columns_, self.kinds_)):
            table[:, column] = declared.coded(name, kind, each, self.levels_[column], from_array)
        if len(table) == 0:
            raise DataError("Found array with 0 sample(s) while a minimum of 1 is required")
        self._check_finite(table)
        return table

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> ReadRows:
        """The columns as numbers, with their names, indices, kinds and levels."""
        return ReadRows(X, None, weight, (self.columns_, self.places_, self.kinds_, self.levels_))

    def fit_prepared(self, data: ReadRows, start: Self | None = None) -> Self:
        """Fit the fill values, the encoded levels, the terms, and the scale."""
        self.columns_, self.places_, self.kinds_, levels = data.facts
        # Texts are not stored: they may contain personal data.
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
            self.shown_.append(shown_levels(*counted, self.rare, self.max_levels) if is_category else ())
            self.shares_.append(
                frequencies_of(*counted, self.max_levels) if is_category and self.encode else None
            )
            self.terms_.append(learn_terms(each, column, weight, self.max_terms) if is_text else None)
        self.fills_ = np.array(fills)
        self._learn_scale(data.X, weight)
        return self

    def transform(self, X: Any) -> Any:
        """The preprocessed rows: an array, or a DataFrame if categories are not encoded."""
        check_is_fitted(self, "fills_")
        if isinstance(X, Table) and X.n_rows > READ_ROWS:
            parts = [
                self.transform(X.rows(np.arange(first, min(first + READ_ROWS, X.n_rows))))
                for first in range(0, X.n_rows, READ_ROWS)
            ]
            return stacked(parts)
        coded = self.check_examples(X, reset=False)
        texts = self._weights_of_terms(X)
        if self.sparse_:
            return stacked([scipy.sparse.csr_array(each) for each in self._batches(coded, texts)])
        table = np.empty((len(coded), len(self.origin_)))
        for first, each in zip(range(0, len(coded), BATCH_ROWS), self._batches(coded, texts)):
            table[first : first + BATCH_ROWS] = each
        if self.encode or not {"category", "boolean"} & set(self.kinds_):
            return table
        return self._with_categories(table, getattr(X, "index", None))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The names of the output columns."""
        check_is_fitted(self, "fills_")
        names = [name for column in range(len(self.columns_)) for name in self._output_names(column)]
        return np.array(distinct_names(names), dtype=object)

    @property
    def _declared(self) -> Declared:
        return Declared(
            self.categories, self.ordinals, self.booleans, self.dates, tuple(self.texts), tuple(self.drop)
        )

    def _check_finite(self, table: Floats) -> None:
        for name, column in zip(self.columns_, table.T):
            rows = np.flatnonzero(np.isinf(column))
            if len(rows):
                raise DataError(
                    f"column {name!r} contains infinity (row {rows[0]}); correct it, or drop the row"
                )

    def _names_of(self, X: Any, reset: bool) -> list[str] | None:
        """The column names of the table; None for a numeric array."""
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

    def _store_kinds(self, names: Sequence[str], values: Sequence[Any], declared: Declared) -> None:
        index_of = {name: index for index, name in enumerate(names)}
        self.places_ = [index_of[name] for name in self.columns_]
        self.kinds_ = [declared.kind(name, each) for name, each in zip(self.columns_, values)]
        self.levels_ = [_levels(kind, each) for kind, each in zip(self.kinds_, values)]

    def _learn_scale(self, X: Floats, weight: Floats) -> None:
        outputs = [self._output_names(column) for column in range(len(self.columns_))]
        self.origin_ = np.repeat(self.places_, [len(names) for names in outputs])
        if len(self.origin_) == 0:
            raise DataError("no output column is left; use more columns")
        self.centers_, self.units_ = np.zeros(len(self.origin_)), np.ones(len(self.origin_))
        self.sparse_ = bool(self.sparse and self.encode and self._is_wide(outputs))
        start = 0
        for column, (kind, names) in enumerate(zip(self.kinds_, outputs)):
            if self.scale and self.shares_[column] is not None:
                shares = self._frequencies(column, X[:, column])
                last = start + len(names) - 1
                self.centers_[last], self.units_[last] = center_and_unit(shares, weight)
            if self.scale and kind in SCALED:
                block = self._block(column, X[:, column])
                for index in range(len(names) - self._is_marked(column)):
                    self.centers_[start + index], self.units_[start + index] = center_and_unit(
                        block[:, index], weight
                    )
            start += len(names)

    def _output_names(self, column: int) -> list[str]:
        """The names of the output columns of one column."""
        name, kind = self.columns_[column], self.kinds_[column]
        if kind == "category" and self.encode:
            shown, other, missing = self.shown_[column]
            names = one_hot_names(name, self.levels_[column], shown, other, missing, self.drop_first)
            return names if self.shares_[column] is None else [*names, f"{name}: share of rows"]
        if kind == "text":
            return [f"{name}: {term}" for term in self.terms_[column][0]]
        names = [f"{name}: {part}" for part in self.dates[name]["parts"]] if kind == "date" else [name]
        return [*names, f"{name}: missing"] if self._is_marked(column) else names

    def _block(self, column: int, values: Floats) -> Floats:
        """The output columns of one column, before scaling."""
        kind = self.kinds_[column]
        if kind == "category" and not self.encode:
            return values[:, None]
        if kind == "category":
            shown, other, missing = self.shown_[column]
            flags = one_hot(values, shown, other, missing, self.drop_first)
            if self.shares_[column] is None:
                return flags
            return np.column_stack([flags, self._frequencies(column, values)])
        is_missing = np.isnan(values)
        block = np.where(is_missing, self.fills_[column], values) if self.fill else values
        if kind == "date":
            date = self.dates[self.columns_[column]]
            block = parts_of(block, date["first"], date["parts"])
        return (
            np.column_stack([block, is_missing])
            if self._is_marked(column)
            else block.reshape(len(values), -1)
        )

    def _frequencies(self, column: int, codes: Floats) -> Floats:
        """The fraction of training rows with the level of each row; 0 for unseen and missing levels."""
        shares = np.append(self.shares_[column], [0.0, 0.0])
        return np.asarray(shares[np.where(np.isnan(codes), len(shares) - 1, codes).astype(np.int64)])

    def _is_wide(self, outputs: Sequence[Sequence[str]]) -> bool:
        """Whether the output has many columns of low density."""
        width = sum(map(len, outputs))
        filled = sum(
            1 if kind in ("category", "text") else len(names) for kind, names in zip(self.kinds_, outputs)
        )
        return width >= MIN_SPARSE_COLUMNS and filled <= MAX_DENSITY * width

    def _weights_of_terms(self, X: Any) -> dict[int, Any]:
        """The TF-IDF weights of each text column (CSR), by column index."""
        of_text = [number for number, kind in enumerate(self.kinds_) if kind == "text"]
        if not of_text:
            return {}
        names = raw.names_of(X) if raw.is_table(X) else list(self.feature_names_in_)
        values = raw.raw_columns(X, names, [self.columns_[number] for number in of_text])
        weights = {}
        for number, each in zip(of_text, values):
            codes, texts = raw.texts_of(each)
            weights[number] = weights_of(texts, codes, *self.terms_[number])
        return weights

    def _batches(self, coded: Floats, texts: dict[int, Any]) -> Iterator[Floats]:
        """The output in batches of rows, which fit in the cache when columns are written in row order."""
        for first in range(0, len(coded), BATCH_ROWS):
            rows = slice(first, first + BATCH_ROWS)
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
            table[:, part] = scaled(block, self.centers_[part], self.units_[part]) if is_scaled else block
            start = part.stop

    def _is_marked(self, column: int) -> bool:
        return self.columns_[column] in self.mark and self.kinds_[column] != "category"

    def _with_categories(self, table: Floats, index: Any) -> Any:
        """The table as a DataFrame, with categorical and Boolean columns."""
        import pandas as pd

        facts = {
            index: (kind, levels) for index, kind, levels in zip(self.places_, self.kinds_, self.levels_)
        }
        columns = [
            as_typed(values, *facts[origin], self.fill)
            for origin, values in zip(self.origin_.tolist(), table.T)
        ]
        return pd.DataFrame(dict(enumerate(columns)), index=index).set_axis(
            self.get_feature_names_out(), axis=1
        )


def _levels(kind: str, values: Any) -> Any:
    """The levels of a category, or the texts of a text column, which are used in fitting only."""
    if kind == "text":
        return raw.texts_of(values)[1]
    return raw.levels_of(values) if kind == "category" else []


def stacked(parts: Sequence[Any]) -> Any:
    """Batches of output, concatenated by rows.

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
    "automatic preprocessing of a raw table: imputation, encoding, dates, text, scaling",
    family="preparation",
)
