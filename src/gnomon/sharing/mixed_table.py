"""Input validation of learners that support mixed data: numbers, categories and missing values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils import check_array
from sklearn.utils.validation import _check_feature_names, _check_n_features

from gnomon.arrays import Floats, Integers
from gnomon.data.frames import is_frame
from gnomon.errors import DataError, ParameterError
from gnomon.sharing.categories import Categories
from gnomon.sharing.prepared import take

MAX_DENSE_CELLS = 2**27


class CodedRows(np.ndarray[Any, np.dtype[np.float64]]):
    """Held-out rows of prepared data: validated, with categories as ordinal codes.

    >>> type(examples_of(np.array([[3.0], [1.0]]), np.array([0]))).__name__
    'CodedRows'
    """


def examples_of(X: Any, index: Integers) -> Any:
    """Select rows of an encoded table, as CodedRows unless sparse.

    >>> examples_of(np.array([[3.0], [1.0]]), np.array([1]))
    CodedRows([[1.]])
    """
    chosen = take(X, index)
    return chosen.view(CodedRows) if isinstance(chosen, np.ndarray) else chosen


def check_mixed(
    owner: Any, X: Any, check_numbers: Callable[..., Any], categorical: Any, *, reset: bool
) -> Any:
    """Validate rows and encode categories as ordinal codes; tables without categories use `check_numbers`.

    categorical: the categorical columns, as in `find_categories`; None if the owner supports none. Sets the
    owner's `categories_`.

    >>> from gnomon import DecisionTreeClassifier
    >>> owner = DecisionTreeClassifier()
    >>> check_mixed(owner, np.array([["b"], ["a"]]), owner.check_examples, [0], reset=True).tolist()
    [[1.0], [0.0]]
    """
    if reset:
        owner.categories_ = None if categorical is None else find_categories(X, categorical)
    categories = getattr(owner, "categories_", None)
    if categories is None:
        return check_numbers(X, reset=reset)
    return coded_rows(owner, X, categories, reset=reset)


def find_categories(X: Any, categorical: Any) -> Categories | None:
    """The categorical columns of a table and their levels, or None if all columns are numeric.

    >>> find_categories(np.zeros((2, 2)), "from_dtype") is None
    True
    """
    by_type = isinstance(categorical, str) and categorical == "from_dtype"
    if by_type and not is_frame(X):
        return None
    if scipy.sparse.issparse(X):
        raise ParameterError(f"categorical_features={categorical!r}: sparse columns cannot be categorical")
    categories = Categories.of(frame_or_array(X), categorical)
    return categories if categories.mask.any() else None


def coded_rows(owner: Any, X: Any, categories: Categories, *, reset: bool) -> Floats:
    """Encode rows with ordinal codes of categories; columns are checked against those `owner` was fitted on.

    >>> from gnomon import DecisionTreeClassifier
    >>> categories = Categories.of(np.array([["b"], ["a"]]), [0])
    >>> coded_rows(DecisionTreeClassifier(), np.array([["b"], ["a"]]), categories, reset=True)
    array([[1.],
           [0.]])
    """
    if isinstance(X, CodedRows):
        return np.asarray(X)
    _check_feature_names(owner, X, reset=reset)
    _check_n_features(owner, X, reset=reset)
    coded: Floats = check_array(
        categories.coded(frame_or_array(X)),
        dtype=np.float64,
        ensure_all_finite=False,
        input_name="X",
        estimator=owner,
    )
    owner.refuse_infinite(coded)
    return coded


def frame_or_array(X: Any) -> Any:
    """A data frame unchanged, or an array; mixed lists become object arrays, so that numbers stay numbers.

    >>> frame_or_array([["a", 1], ["b", 2]])
    array([['a', 1],
           ['b', 2]], dtype=object)
    """
    if is_frame(X):
        if not hasattr(X, "shape"):
            raise DataError("X is a lazy data frame; collect it first: X.collect()")
        return X
    if isinstance(X, list | tuple):
        table = np.asarray(X, dtype=object)
        X = table if any(isinstance(value, str) for value in table.ravel().tolist()) else X
    return check_array(X, dtype=None, ensure_all_finite=False, input_name="X")


def dense_rows(X: Any, owner: str) -> Floats:
    """Convert rows to a dense array; DataError if it would be too large.

    >>> dense_rows(scipy.sparse.csr_matrix([[0.0, 2.0]]), "a stump")
    array([[0., 2.]])
    """
    if isinstance(X, np.ndarray):
        return X
    n_cells = X.shape[0] * X.shape[1]
    if n_cells > MAX_DENSE_CELLS:
        raise DataError(
            f"X is sparse, and {owner} needs a dense array of its {X.shape[0]} rows and {X.shape[1]} "
            f"columns, of {8 * n_cells / 2**30:.0f} GiB; select columns, or use a learner that supports "
            f"sparse input"
        )
    return np.ascontiguousarray(X.toarray())
