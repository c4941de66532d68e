"""Tables of numbers and categories at the door of a learner that takes both, and missing values too."""

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

MOST_DENSE_CELLS = 2**27


class CodedRows(np.ndarray[Any, np.dtype[np.float64]]):
    """Held-out rows of prepared data: they have been through the door, and levels are codes already.

    >>> type(examples_of(np.array([[3.0], [1.0]]), np.array([0]))).__name__
    'CodedRows'
    """


def examples_of(X: Any, index: Integers) -> Any:
    """These rows of a table whose levels are codes, marked as such unless they are sparse.

    >>> examples_of(np.array([[3.0], [1.0]]), np.array([1]))
    CodedRows([[1.]])
    """
    chosen = take(X, index)
    return chosen.view(CodedRows) if isinstance(chosen, np.ndarray) else chosen


def check_mixed(owner: Any, X: Any, check_numbers: Callable[..., Any], chosen: Any, *, reset: bool) -> Any:
    """Rows as numbers: levels become codes where a table has categories; else `check_numbers` sees to it.

    chosen: the columns that are categories, as in `find_categories`; None if the owner takes none. The
    categories found are the owner's `categories_`.

    >>> from gnomon import DecisionTreeClassifier
    >>> owner = DecisionTreeClassifier()
    >>> check_mixed(owner, np.array([["b"], ["a"]]), owner.check_examples, [0], reset=True).tolist()
    [[1.0], [0.0]]
    """
    if reset:
        owner.categories_ = None if chosen is None else find_categories(X, chosen)
    categories = getattr(owner, "categories_", None)
    if categories is None:
        return check_numbers(X, reset=reset)
    return coded_rows(owner, X, categories, reset=reset)


def find_categories(X: Any, chosen: Any) -> Categories | None:
    """The categories of a table, or None if it has numbers alone.

    >>> find_categories(np.zeros((2, 2)), "from_dtype") is None
    True
    """
    by_type = isinstance(chosen, str) and chosen == "from_dtype"
    if by_type and not is_frame(X):
        return None
    if scipy.sparse.issparse(X):
        raise ParameterError(f"categorical_features={chosen!r}: sparse columns cannot be categories")
    found = Categories.of(as_given(X), chosen)
    return found if found.mask.any() else None


def coded_rows(owner: Any, X: Any, categories: Categories, *, reset: bool) -> Floats:
    """The rows as numbers, levels as codes; the columns are checked against those `owner` was fitted on.

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
        categories.coded(as_given(X)),
        dtype=np.float64,
        ensure_all_finite=False,
        input_name="X",
        estimator=owner,
    )
    owner.refuse_infinite(coded)
    return coded


def as_given(X: Any) -> Any:
    """A data frame as it is; else an array whose values are as they were, as text would swallow numbers.

    >>> as_given([["a", 1], ["b", 2]])
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
    """Rows as a dense table; refused where that would not fit.

    >>> dense_rows(scipy.sparse.csr_matrix([[0.0, 2.0]]), "a stump")
    array([[0., 2.]])
    """
    if isinstance(X, np.ndarray):
        return X
    n_cells = X.shape[0] * X.shape[1]
    if n_cells > MOST_DENSE_CELLS:
        raise DataError(
            f"X is sparse, and {owner} would make its {X.shape[0]} rows and {X.shape[1]} columns dense, "
            f"which takes {8 * n_cells / 2**30:.0f} GiB; select columns, or use a learner of sparse rows"
        )
    return np.ascontiguousarray(X.toarray())
