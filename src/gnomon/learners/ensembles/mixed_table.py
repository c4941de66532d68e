"""Tables of numbers and categories at the door of a learner that takes both, and missing values too."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse
from sklearn.utils import check_array
from sklearn.utils.validation import _check_feature_names, _check_n_features

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.sharing.categories import Categories

MOST_DENSE_CELLS = 2**27


class CodedRows(np.ndarray):
    """Rows whose levels are codes already: held-out rows of prepared data, which need no second coding."""


def find_categories(X: Any, chosen: Any) -> Categories | None:
    """The categories of a table, or None if it has numbers alone.

    >>> import numpy as np
    >>> find_categories(np.zeros((2, 2)), "from_dtype") is None
    True
    """
    is_frame = isinstance(nw.from_native(X, eager_only=True, pass_through=True), nw.DataFrame)
    by_type = isinstance(chosen, str) and chosen == "from_dtype"
    if scipy.sparse.issparse(X) or (by_type and not is_frame):
        return None
    found = Categories.of(X if is_frame else check_array(X, dtype=None, ensure_all_finite=False), chosen)
    return found if found.mask.any() else None


def coded_rows(owner: Any, X: Any, categories: Categories, *, reset: bool) -> Floats:
    """The rows as numbers, levels as codes; the columns are checked against those `owner` was fitted on."""
    if isinstance(X, CodedRows):
        return X
    _check_feature_names(owner, X, reset=reset)
    _check_n_features(owner, X, reset=reset)
    coded = check_array(
        categories.coded(X), dtype=np.float64, ensure_all_finite="allow-nan", input_name="X", estimator=owner
    )
    return np.asarray(coded).view(CodedRows)


def dense_rows(X: Any, owner: str) -> Floats:
    """Sparse rows made dense; refused if they would not fit.

    >>> dense_rows(scipy.sparse.csr_matrix([[0.0, 2.0]]), "a stump")
    array([[0., 2.]])
    """
    n_cells = X.shape[0] * X.shape[1]
    if n_cells > MOST_DENSE_CELLS:
        raise DataError(
            f"X is sparse, and {owner} would make its {X.shape[0]} rows and {X.shape[1]} columns dense, "
            f"which takes {8 * n_cells / 2**30:.0f} GiB; select columns, or use a learner of sparse rows"
        )
    return np.asarray(X.toarray())
