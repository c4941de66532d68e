"""The Table: named columns, each with a kind and levels. Immutable."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas
from numpy.typing import ArrayLike
from scipy import sparse

from gnomon.arrays import Array, Floats
from gnomon.data.column import KINDS, Codes, Column
from gnomon.data.encode import encode
from gnomon.data.names import no_column, resolved
from gnomon.errors import DataError
from gnomon.notebook import brief

__all__ = ["KINDS", "Column", "Header", "Table"]


@dataclass(frozen=True)
class Header:
    """The schema of a column: its name, kind and levels.

    >>> Header("size", "ordinal", ("S", "L")).kind
    'ordinal'
    """

    name: str
    kind: str
    levels: tuple[Any, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """A table (data frame) of named columns of equal length; make one with `Table.of`.

    headers: name, kind and levels of each column, in order. numbers: the quantitative columns, float64
    (rows x columns) or CSR. codes: all other columns, int32 codes into their levels, -1 where missing.
    has_names: whether the data came with column names; those of a plain array are x0, x1, ... empty: names
    of columns that were dropped as they have no value.

    >>> table = Table.of({"age": [31, 45, None], "town": ["Rome", "Oslo", "Oslo"]})
    >>> table
    Table of 3 rows and 2 columns: age (quantitative), town (categorical)
    >>> table.encoded()[1]
    ['age', 'town=Rome']
    """

    headers: tuple[Header, ...]
    numbers: Floats | sparse.csr_array
    codes: Codes
    has_names: bool = True
    empty: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        data: Any,
        *,
        kinds: Mapping[str, str] | None = None,
        names: Sequence[str] | None = None,
        levels: Mapping[str, Sequence[Any]] | None = None,
        lenient: bool = False,
        strict: bool = False,
    ) -> "Table":
        """A Table from a Table, any data frame, a dict of sequences, a 2-D array or a SciPy sparse matrix.

        kinds: kind of each named column, overriding inference. names: column names of an array (default x0,
        x1, …). levels: levels of some columns, in order. lenient: drop columns without any value, with a
        warning, instead of raising an error. strict: raise an error for columns that mix numbers with other
        values, instead of coercing them with a warning (`gnomon.data.mixed`). A float64 array is not copied.

        >>> Table.of(np.eye(2), names=["a", "b"]).column("b").values
        array([0., 1.])
        """
        # build.py imports this module, so it can only be imported inside the method.
        from gnomon.data.build import build

        return build(data, dict(kinds or {}), names, dict(levels or {}), lenient, strict)

    @classmethod
    def from_columns(cls, columns: Sequence[Column]) -> "Table":
        """A Table of these columns."""
        n_rows = len(columns[0].values) if columns else 0
        for column in columns:
            if len(column.values) != n_rows:
                raise DataError(
                    f"column {column.name!r} has {len(column.values)} rows, column {columns[0].name!r} has "
                    f"{n_rows}; pass columns of equal length"
                )
        check_names([column.name for column in columns])
        headers = tuple(Header(column.name, column.kind, column.levels) for column in columns)
        numbers = [column.values for column in columns if column.kind == "quantitative"]
        codes = [column.values for column in columns if column.kind != "quantitative"]
        return cls(headers, _stacked(numbers, n_rows, np.float64), _stacked(codes, n_rows, np.int32))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(header.name for header in self.headers)

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kind of each column, by name."""
        return {header.name: header.kind for header in self.headers}

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.numbers.shape[0])

    @property
    def n_columns(self) -> int:
        """The number of columns."""
        return len(self.headers)

    @property
    def is_sparse(self) -> bool:
        """Whether the numbers are stored as a sparse matrix."""
        return sparse.issparse(self.numbers)

    @property
    def has_categories(self) -> bool:
        """Whether a column is categorical."""
        return any(header.kind == "categorical" for header in self.headers)

    @cached_property
    def has_missing(self) -> bool:
        """Whether a value is missing."""
        numbers = self.numbers.data if sparse.issparse(self.numbers) else self.numbers
        # The minimum of an array with a NaN is NaN: no second array is allocated.
        has_nan = bool(numbers.size) and bool(np.isnan(np.min(numbers)))
        return has_nan or bool((self.codes < 0).any())

    def levels(self, name: str) -> tuple[Any, ...]:
        """The levels of a column; empty if it is quantitative."""
        return self.headers[self._index(name)].levels

    def column(self, name: str) -> Column:
        """One column, by name."""
        header = self.headers[self._index(name)]
        return Column(header.name, header.kind, self._values(header.name), header.levels)

    def rows(self, index: ArrayLike) -> "Table":
        """A subset of the rows, by index or Boolean mask; kinds and levels do not change.

        >>> Table.of({"town": ["Rome", "Oslo"]}).rows([1]).column("town").levels
        ('Oslo', 'Rome')
        """
        where = np.asarray(index)
        where = where if where.size else where.astype(np.int64)
        return Table(self.headers, self.numbers[where], self.codes[where], self.has_names)

    def select(self, names: Sequence[str]) -> "Table":
        """The named columns, in this order.

        >>> Table.of(np.eye(2), names=["a", "b"]).select(["b"])
        Table of 2 rows and 1 columns: b (quantitative)
        """
        names = [names] if isinstance(names, str) else list(names)
        check_names(names)
        names = [self.resolved(name) for name in names]
        headers = tuple(self.headers[self._index(name)] for name in names)
        numbers = [self._block[name][1] for name in names if self.kinds[name] == "quantitative"]
        codes = [self._block[name][1] for name in names if self.kinds[name] != "quantitative"]
        return Table(headers, _pick(self.numbers, numbers), _pick(self.codes, codes), self.has_names)

    def drop(self, names: Sequence[str]) -> "Table":
        """All columns except the named ones."""
        dropped = {self.resolved(name) for name in ([names] if isinstance(names, str) else names)}
        return self.select([name for name in self.names if name not in dropped])

    def encoded(self) -> tuple[Any, list[str]]:
        """The table as a numeric matrix (one-hot encoding) and its column names: see `gnomon.data.encode`.

        >>> Table.of({"size": ["S", "L", "M"]}, levels={"size": ["S", "M", "L"]}).encoded()[0].ravel()
        array([0., 2., 1.])
        """
        return encode(self)

    def to_pandas(self) -> pandas.DataFrame:
        """Convert to a pandas DataFrame: category dtype (ordered if ordinal) and bool."""
        numbers: Any = self.numbers
        if self.is_sparse:
            frames: Any = pandas.DataFrame.sparse
            return frames.from_spmatrix(numbers, columns=list(self.names))
        if self.codes.shape[1] == 0:
            return pandas.DataFrame(numbers, columns=list(self.names), copy=False)
        return pandas.DataFrame({name: series_of(self.column(name)) for name in self.names})

    def no_column(self, name: str) -> DataError:
        """The error for an unknown column, which lists the columns."""
        return no_column(name, self.names)

    def resolved(self, name: str) -> str:
        """Match a column name regardless of case.

        >>> Table.of({"Age": [31]}).resolved("age")
        'Age'
        """
        if name in self._block:
            return name
        if name in self.empty:
            raise DataError(
                f"column {name!r} is empty: it has no value in any row; name another column as target or role"
            )
        return resolved(name, self.names)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table) or self.headers != other.headers or self.n_rows != other.n_rows:
            return False
        mine, theirs = _dense(self.numbers), _dense(other.numbers)
        return np.array_equal(mine, theirs, equal_nan=True) and np.array_equal(self.codes, other.codes)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{brief(header.name)} ({header.kind})" for header in self.headers[:6])
        more = f", and {self.n_columns - 6} more" if self.n_columns > 6 else ""
        return f"Table of {self.n_rows} rows and {self.n_columns} columns: {shown}{more}"

    def _repr_html_(self) -> str:
        from gnomon.data.preview import table_block

        return table_block(self)

    @cached_property
    def _block(self) -> dict[str, tuple[int, int]]:
        """For each name: its index among all columns, and its index in `numbers` or `codes`."""
        n_seen = {True: 0, False: 0}
        indices = {}
        for index, header in enumerate(self.headers):
            is_number = header.kind == "quantitative"
            indices[header.name] = (index, n_seen[is_number])
            n_seen[is_number] += 1
        return indices

    def _index(self, name: str) -> int:
        return self._block[self.resolved(name)][0]

    def _values(self, name: str) -> Array:
        block = self.numbers if self.kinds[name] == "quantitative" else self.codes
        values = block[:, [self._block[name][1]]]
        return np.asarray(_dense(values)).ravel()


def check_names(names: Sequence[str]) -> None:
    """Raise DataError if a column name is not text, or is duplicated.

    >>> check_names(["age", "town"])
    """
    first: dict[str, int] = {}
    for index, name in enumerate(names):
        if not isinstance(name, str):
            raise DataError(f"column {index + 1} is called {name!r}; names must be text, e.g. {str(name)!r}")
        if name in first:
            raise DataError(
                f"columns {first[name] + 1} and {index + 1} are both called {name!r}; rename or remove one"
            )
        first[name] = index


def _stacked(values: Sequence[Array], n_rows: int, dtype: type) -> Any:
    block: Array = np.empty((n_rows, len(values)), dtype)
    for column, each in enumerate(values):
        block[:, column] = each
    return block


def _pick(block: Any, columns: Sequence[int]) -> Any:
    if list(columns) == list(range(block.shape[1])):
        return block
    picked = block[:, list(columns)]
    return picked if sparse.issparse(picked) else np.ascontiguousarray(picked)


def _dense(block: Any) -> Array:
    return block if isinstance(block, np.ndarray) else block.toarray()


def series_of(column: Column) -> Any:
    """The values of a column for pandas: a Categorical, Booleans, or numbers.

    >>> from gnomon.data.column import column_of
    >>> series_of(column_of("town", ["Rome", "Oslo"])).tolist()
    ['Rome', 'Oslo']
    """
    if column.kind == "quantitative":
        return column.values
    if column.kind == "boolean":
        return _truth(column)
    categorical: Any = pandas.Categorical
    return categorical.from_codes(column.values, list(column.levels), ordered=column.kind == "ordinal")


def _truth(column: Column) -> Any:
    truth, missing = column.values == 1, column.missing
    return pandas.arrays.BooleanArray(truth, missing) if missing.any() else truth
