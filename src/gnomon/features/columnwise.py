"""Column-wise transformers: change some columns independently and pass the others through.

The columns of a data frame have kinds by their types; the columns of an array are numeric. A transformer is
fitted on the training rows only, so it is safe inside cross-validation.
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
    """Base class of column-wise transformers: subclasses define `learn` (fit) and `change` (transform).

    takes: the kinds of column that are transformed unless `columns` names them; a named column is read as the
    first of these kinds. supervised: whether `learn` uses the target.

    Attributes
    ----------
    kinds_ : the kind of each column when fitted
    chosen_ : mask of the transformed columns
    learned_ : the fitted parameters of each column; None for a column that is passed through

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
        help="columns to transform: names, indices or a boolean mask; None for all of suitable kinds",
        kind="list or None",
    )

    @property
    def passes_categories(self) -> bool:
        """Whether categorical columns are passed through, so that the next step has to handle them."""
        return "categorical" not in self.takes

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Numbers as a float64 array; a data frame, or an array with strings, as a data frame."""
        frame = _as_frame(X)
        if frame is None:
            return super().check_examples(X, reset=reset)
        validate_data(self, X, reset=reset, skip_check_array=True)
        if 0 in frame.shape:
            rows, width = frame.shape
            raise DataError(
                f"X has {rows} rows and {width} columns; {type(self).__name__} requires at least one of each"
            )
        return frame

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit each column."""
        columns = columns_of(data.X)
        chosen = self.chosen(columns)
        self.store_columns(columns, chosen)
        learned = iter(
            self.learn_all([columns[index] for index in np.flatnonzero(chosen)], data.y, data.weight)
        )
        self.learned_ = [next(learned) if is_chosen else None for is_chosen in chosen]
        return self

    def store_columns(self, columns: Sequence[Column], chosen: Array) -> None:
        """Store the kinds of the columns, which `transform` checks."""
        self.kinds_ = [column.kind for column in columns]
        self.truths_ = [column.levels if column.kind == "boolean" else () for column in columns]
        self.chosen_ = chosen

    def learn_all(self, columns: Sequence[Column], y: Any, weight: Floats | None) -> list[Any]:
        """The fitted parameters of each column to transform."""
        return [self.learn(column, y, weight) for column in columns]

    def learn(self, column: Column, y: Any, weight: Floats | None) -> Any:
        """The fitted parameters of one column."""
        raise TypeError(f"{type(self).__name__} defines no learn")

    def change(self, learned: Any, column: Column) -> list[Column]:
        """The output columns of one column."""
        raise TypeError(f"{type(self).__name__} defines no change")

    def names(self, learned: Any, name: str) -> list[str]:
        """The names of the output columns of one column."""
        return [name]

    def transform(self, X: Any) -> Any:
        """The transformed table: float64 if all columns are numeric or Boolean (0/1), else a data frame."""
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        columns = [self._as_fitted(index, column) for index, column in enumerate(columns_of(checked))]
        changed = [
            output
            for column, learned, is_chosen in zip(columns, self.learned_, self.chosen_)
            for output in (self.change(learned, column) if is_chosen else [column])
        ]
        return changed_table(changed, len(columns[0].values), X)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Names of the output columns."""
        check_is_fitted(self)
        input_names = _check_feature_names_in(self, input_features)
        named = [
            self.names(learned, str(name)) if is_chosen else [str(name)]
            for name, learned, is_chosen in zip(input_names, self.learned_, self.chosen_)
        ]
        return np.array([name for names in named for name in names], dtype=object)

    def chosen(self, columns: list[Column]) -> Array:
        """Mask of the columns to transform; named columns are read as a suitable kind."""
        if self.columns is None:
            return np.array([column.kind in self.takes for column in columns], dtype=bool)
        mask = _column_mask(self.columns, [column.name for column in columns], type(self).__name__)
        for index in np.flatnonzero(mask):
            columns[index] = as_kind(columns[index], self.takes)
        return mask

    def _as_fitted(self, index: int, column: Column) -> Column:
        """The column read as its kind when fitted, as few rows may be inferred as another kind."""
        if self.kinds_[index] != "boolean":
            return as_kind(column, (self.kinds_[index],))
        named = as_kind(column, ("categorical", "boolean", "ordinal"))
        codes = codes_among(self.truths_[index], named)
        check_unseen_levels(named, codes, "error", type(self).__name__, "")
        return Column(column.name, "boolean", codes.astype(np.int32), self.truths_[index])

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        if self.supervised:
            return checked_target(y, n_rows)
        # Not used, but folds subset it along with the rows.
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
    """The columns of a checked table, missing values as NaN or -1; infinite values raise DataError.

    >>> [column.kind for column in columns_of(pandas.DataFrame({"age": [31], "town": ["Rome"]}))]
    ['quantitative', 'categorical']
    """
    if isinstance(X, np.ndarray):
        return [Column(f"x{index}", "quantitative", column) for index, column in enumerate(X.T)]
    columns = columns_of_frame(X, {}, {})
    for column in columns:
        if column.kind == "quantitative" and np.isinf(column.values).any():
            row = int(np.flatnonzero(np.isinf(column.values))[0])
            raise DataError(
                f"Input X contains infinity (column {column.name!r}, row {row}); correct it or drop the row"
            )
    return columns


def as_kind(column: Column, kinds: Sequence[str]) -> Column:
    """The column read as the first of these kinds, unless it is of one of them.

    >>> as_kind(column_of("house", [7, 12]), ("categorical",)).levels
    (7, 12)
    """
    if column.kind in kinds:
        return column
    return column_of(column.name, column.labels, kinds[0])


def codes_among(levels: Sequence[Any], column: Column) -> Integers:
    """The code of each value among known levels: -1 where missing, -2 for an unseen level.

    >>> codes_among(["S", "L"], column_of("size", ["L", None, "XL"]))
    array([ 1, -1, -2])
    """
    code_of = {level: code for code, level in enumerate(levels)}
    # Levels read from numbers match the same levels read from text.
    text = {str(level): code for code, level in enumerate(levels)}
    known = [code_of.get(level, text.get(str(level), -2)) for level in column.levels]
    return np.array([*known, -1], dtype=np.int64)[column.values]


def check_unseen_levels(column: Column, codes: Integers, unseen: str, owner: str, becomes: str) -> None:
    """Raise DataError for unseen levels, or warn with what they are transformed to.

    >>> check_unseen_levels(column_of("size", ["L"]), np.array([0]), "error", "Binarize", "0")
    """
    is_unseen = codes == -2
    if not is_unseen.any():
        return
    row = int(np.flatnonzero(is_unseen)[0])
    level = column.labels[row]
    problem = (
        f"column {column.name!r} has the unseen level {level!r} (row {row}), not in the rows that {owner} "
    )
    problem += "was fitted on"
    if unseen == "error":
        raise DataError(f"{problem}; fit on rows that have it, or drop the rows with it")
    warnings.warn(f"{problem}; it becomes {becomes}", DataWarning, stacklevel=2)


def warn_identifier(column: Column, owner: str) -> None:
    """Warn of an identifier column (almost only unique values): what is learned of it does not generalize.

    >>> warn_identifier(column_of("size", ["S", "L"] * 10), "Binarize")
    """
    if is_identifier(column):
        warnings.warn(
            f"column {column.name!r} has almost only unique values, like an identifier, so what {owner} "
            "learns of it does not generalize; drop it, or merge its levels with GroupLevels",
            DataWarning,
            stacklevel=2,
        )


def _as_frame(X: Any) -> Any:
    """X as a data frame, or None if it is numeric."""
    if is_frame(X):
        if not hasattr(X, "shape"):
            raise DataError("X is a lazy data frame; collect it first: X.collect()")
        return X
    if isinstance(X, np.ndarray) and X.dtype.kind in "OUS" and X.ndim == 2 and _has_strings(X):
        return pandas.DataFrame(X.astype(object), columns=[f"x{index}" for index in range(X.shape[1])])
    if isinstance(X, list) and X and isinstance(X[0], list | tuple) and any(isinstance(v, str) for v in X[0]):
        return _as_frame(np.array(X, dtype=object))
    return None


def _has_strings(X: Array) -> bool:
    try:
        X.astype(np.float64)
    except ValueError:
        return True
    except TypeError:
        return False
    return False


def _column_mask(chosen: Any, names: Sequence[str], owner: str) -> Array:
    listed = np.asarray([chosen] if isinstance(chosen, str | int) else list(chosen))
    if listed.dtype == bool:
        if listed.shape != (len(names),):
            raise ParameterError(
                f"{owner}(columns=...) is a mask of length {len(listed)} for {len(names)} columns"
            )
        return listed
    mask = np.zeros(len(names), dtype=bool)
    for each in listed.tolist():
        index = names.index(each) if each in names else each
        if not isinstance(index, int) or not -len(names) <= index < len(names):
            raise ParameterError(
                f"{owner}(columns=...) has {each!r}, which is not a column of X; its columns are {names}"
            )
        mask[index] = True
    return mask
