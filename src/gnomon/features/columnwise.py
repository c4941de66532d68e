"""Transformers that change some columns, each by itself, and let all others pass as they are.

A data frame gives each column its kind by its type; the columns of an array are numbers. What is learned of a
column is learned from the rows that `fit` sees, so a transformer is safe inside a fold.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
import pandas
from sklearn.base import TransformerMixin
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted, validate_data

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import free
from gnomon.data.column import Column, column_of
from gnomon.data.frames import columns_of_frame, is_frame
from gnomon.data.suspects import is_identifier
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.features.changed_table import changed_table
from gnomon.features.class_target import checked_target
from gnomon.sharing.learner import Learner


class Columnwise(TransformerMixin, Learner):
    """A transformer of columns; a subclass says what it learns of one (`learn`) and makes of it (`change`).

    takes: the kinds of column that are changed unless `columns` names them; one named is read as the first of
    these kinds. supervised: whether `learn` looks at the target.

    Attributes
    ----------
    kinds_ : the kind of each column when fitted
    chosen_ : which columns are changed
    learned_ : what was learned of each column; None for one that passes as it is

    Examples
    --------
    >>> class Doubled(Columnwise):
    ...     def learn(self, column, y, weight):
    ...         return 2.0
    ...     def change(self, learned, column):
    ...         return [Column(column.name, "quantitative", learned * column.values)]
    >>> Doubled(columns=[1]).fit_transform([[1.0, 1.0], [2.0, 3.0]])
    array([[1., 2.],
           [2., 6.]])
    """

    takes: ClassVar[tuple[str, ...]] = ("quantitative",)
    supervised: ClassVar[bool] = False

    columns: Any = free(
        default=None,
        help="the columns to change: names, numbers or flags; None: all of the kinds that can be",
        kind="list or None",
    )

    @property
    def passes_categories(self) -> bool:
        """Whether categories pass as they are, so that what follows has to take them."""
        return "categorical" not in self.takes

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Numbers as a float64 table; a data frame, or an array with words in it, as a data frame."""
        frame = _as_frame(X)
        if frame is None:
            return super().check_examples(X, reset=reset)
        validate_data(self, X, reset=reset, skip_check_array=True)
        if 0 in frame.shape:
            rows, width = frame.shape
            raise DataError(
                f"X has {rows} rows and {width} columns; {type(self).__name__} needs one at least"
            )
        return frame

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Learn what is to be known of each column."""
        columns = columns_of(data.X)
        chosen = self.chosen(columns)
        self.remember(columns, chosen)
        learned = iter(
            self.learn_all([columns[place] for place in np.flatnonzero(chosen)], data.y, data.weight)
        )
        self.learned_ = [next(learned) if is_chosen else None for is_chosen in chosen]
        return self

    def remember(self, columns: Sequence[Column], chosen: Array) -> None:
        """Keep what other rows must have in common with these."""
        self.kinds_ = [column.kind for column in columns]
        self.truths_ = [column.levels if column.kind == "boolean" else () for column in columns]
        self.chosen_ = chosen

    def learn_all(self, columns: Sequence[Column], y: Any, weight: Floats | None) -> list[Any]:
        """What is learned of each of the columns to change."""
        return [self.learn(column, y, weight) for column in columns]

    def learn(self, column: Column, y: Any, weight: Floats | None) -> Any:
        """What is to be known of one column."""
        raise TypeError(f"{type(self).__name__} defines no learn")

    def change(self, learned: Any, column: Column) -> list[Column]:
        """The columns that one column becomes."""
        raise TypeError(f"{type(self).__name__} defines no change")

    def names(self, learned: Any, name: str) -> list[str]:
        """The names of the columns that one column becomes."""
        return [name]

    def transform(self, X: Any) -> Any:
        """The changed table: float64 if all is numbers and Booleans (as 0 and 1), else a data frame."""
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        columns = [self._as_fitted(place, column) for place, column in enumerate(columns_of(checked))]
        changed = [
            made
            for column, learned, is_chosen in zip(columns, self.learned_, self.chosen_)
            for made in (self.change(learned, column) if is_chosen else [column])
        ]
        return changed_table(changed, len(columns[0].values), X)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Names of the columns of the changed table."""
        check_is_fitted(self)
        given = _check_feature_names_in(self, input_features)
        named = [
            self.names(learned, str(name)) if is_chosen else [str(name)]
            for name, learned, is_chosen in zip(given, self.learned_, self.chosen_)
        ]
        return np.array([name for names in named for name in names], dtype=object)

    def chosen(self, columns: list[Column]) -> Array:
        """Which columns are changed; those named are read as a kind that can be."""
        if self.columns is None:
            return np.array([column.kind in self.takes for column in columns], dtype=bool)
        flags = _flags(self.columns, [column.name for column in columns], type(self).__name__)
        for place in np.flatnonzero(flags):
            columns[place] = as_kind(columns[place], self.takes)
        return flags

    def _as_fitted(self, place: int, column: Column) -> Column:
        """The column read as it was when fitted: a few rows may look like another kind."""
        if self.kinds_[place] != "boolean":
            return as_kind(column, (self.kinds_[place],))
        named = as_kind(column, ("categorical", "boolean", "ordinal"))
        codes = codes_among(self.truths_[place], named)
        say_unseen(named, codes, "error", type(self).__name__, "")
        return Column(column.name, "boolean", codes.astype(np.int32), self.truths_[place])

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        if self.supervised:
            return checked_target(y, n_rows)
        # It has no say, but folds cut it along with the rows.
        check_consistent_length(y, np.empty(n_rows))
        return y if hasattr(y, "codes") else np.asarray(y)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = "categorical" in self.takes
        tags.input_tags.categorical = "categorical" in self.takes
        tags.target_tags.required = self.supervised
        return tags


def columns_of(X: Any) -> list[Column]:
    """The columns of a checked table, missing values as NaN or -1; an infinite one is refused.

    >>> [column.kind for column in columns_of(pandas.DataFrame({"age": [31], "town": ["Rome"]}))]
    ['quantitative', 'categorical']
    """
    if isinstance(X, np.ndarray):
        return [Column(f"x{place}", "quantitative", column) for place, column in enumerate(X.T)]
    columns = columns_of_frame(X, {}, {})
    for column in columns:
        if column.kind == "quantitative" and np.isinf(column.values).any():
            row = int(np.flatnonzero(np.isinf(column.values))[0])
            raise DataError(
                f"Input X contains infinity (column {column.name!r}, row {row}); correct it or drop the row"
            )
    return columns


def as_kind(column: Column, kinds: Sequence[str]) -> Column:
    """The column read as the first of these kinds, unless it is of one of them already.

    >>> as_kind(column_of("house", [7, 12]), ("categorical",)).levels
    (7, 12)
    """
    if column.kind in kinds:
        return column
    return column_of(column.name, column.labels, kinds[0])


def codes_among(levels: Sequence[Any], column: Column) -> Integers:
    """The place of each value among known levels: -1 for a missing one, -2 for one that is not known.

    >>> codes_among(["S", "L"], column_of("size", ["L", None, "XL"]))
    array([ 1, -1, -2])
    """
    place = {level: code for code, level in enumerate(levels)}
    # Levels read from numbers match the same levels read from text.
    text = {str(level): code for code, level in enumerate(levels)}
    known = [place.get(level, text.get(str(level), -2)) for level in column.levels]
    return np.array([*known, -1], dtype=np.int64)[column.values]


def say_unseen(column: Column, codes: Integers, unseen: str, owner: str, becomes: str) -> None:
    """Refuse levels that were not there when fitting, or warn and say what becomes of them.

    >>> say_unseen(column_of("size", ["L"]), np.array([0]), "error", "Binarize", "nothing")
    """
    strange = codes == -2
    if not strange.any():
        return
    row = int(np.flatnonzero(strange)[0])
    level = column.labels[row]
    found = f"column {column.name!r} holds {level!r} (row {row}), which {owner} did not see when fitted"
    if unseen == "error":
        raise DataError(f"{found}; fit on rows that have it, or leave it out")
    warnings.warn(f"{found}; it becomes {becomes}", DataWarning, stacklevel=2)


def say_identifier(column: Column, owner: str) -> None:
    """Warn of a column that has almost no value twice: what is learned of it holds for no other row.

    >>> say_identifier(column_of("size", ["S", "L"] * 10), "Binarize")
    """
    if is_identifier(column):
        warnings.warn(
            f"column {column.name!r} has almost no value twice, like a name, so what {owner} learns of it "
            "holds for no other row; drop it, or join its levels by GroupLevels",
            DataWarning,
            stacklevel=2,
        )


def _as_frame(X: Any) -> Any:
    """X as a data frame, or None if it is to be read as a table of numbers."""
    if is_frame(X):
        if not hasattr(X, "shape"):
            raise DataError("X is a lazy data frame; collect it first: X.collect()")
        return X
    if isinstance(X, np.ndarray) and X.dtype.kind in "OUS" and X.ndim == 2 and _has_words(X):
        return pandas.DataFrame(X.astype(object), columns=[f"x{place}" for place in range(X.shape[1])])
    if isinstance(X, list) and X and isinstance(X[0], list | tuple) and any(isinstance(v, str) for v in X[0]):
        return _as_frame(np.array(X, dtype=object))
    return None


def _has_words(X: Array) -> bool:
    try:
        X.astype(np.float64)
    except ValueError:
        return True
    except TypeError:
        return False
    return False


def _flags(chosen: Any, names: Sequence[str], owner: str) -> Array:
    listed = np.asarray([chosen] if isinstance(chosen, str | int) else list(chosen))
    if listed.dtype == bool:
        if listed.shape != (len(names),):
            raise ParameterError(f"{owner}(columns=...) has {len(listed)} flags for {len(names)} columns")
        return listed
    flags = np.zeros(len(names), dtype=bool)
    for each in listed.tolist():
        place = names.index(each) if each in names else each
        if not isinstance(place, int) or not -len(names) <= place < len(names):
            raise ParameterError(
                f"{owner}(columns=...) names {each!r}, which is no column; there are {names}"
            )
        flags[place] = True
    return flags
