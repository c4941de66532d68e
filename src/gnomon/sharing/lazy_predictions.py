"""Lazy predictions for Dask arrays and data frames: Dask arrays, computed block by block."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial, wraps
from inspect import getattr_static
from math import nan
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils.validation import check_is_fitted

from gnomon import threads
from gnomon.arrays import Array
from gnomon.errors import DataError
from gnomon.sharing.blocks import is_lazy, with_row_offset
from gnomon.sharing.dask_blocks import block_lengths, n_blocks, whole_rows

METHODS = (
    "predict",
    "predict_proba",
    "predict_log_proba",
    "decision_function",
    "score_samples",
    "transform",
    "inverse_transform",
)


def predict_lazily(cls: type) -> None:
    """Make the prediction methods of a class, own or inherited, lazy for Dask input."""
    for name in METHODS:
        method: Any = getattr_static(cls, name, None)
        if callable(method) and not hasattr(method, "is_lazy_method"):
            setattr(cls, name, _or_lazily(method))
        elif name in vars(cls) and hasattr(method, "fn"):
            # A method that is available for some parameters only.
            method.fn = _or_lazily(method.fn)


def _or_lazily(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def predict(self: Any, X: Any, *args: Any, **kwargs: Any) -> Any:
        if is_lazy(X):
            check_is_fitted(self)
            return _in_blocks(partial(_call, self, method.__name__, args, kwargs), X)
        return method(self, X, *args, **kwargs)

    predict.is_lazy_method = True  # type: ignore[attr-defined]
    return predict


def _call(model: Any, name: str, args: Any, kwargs: Any, rows: Any) -> Any:
    return getattr(model, name)(rows, *args, **kwargs)


def _in_blocks(predict: Callable[..., Any], X: Any) -> Any:
    from dask import array
    from dask.delayed import delayed

    arrays: Any = array
    X = whole_rows(X)
    example = _example(predict, X)
    lengths = block_lengths(X)
    first = [None] * n_blocks(X) if lengths is None else np.cumsum([0, *lengths]).tolist()
    lazily = partial(delayed(_block_predictions), delayed(predict, traverse=False), example[:0])
    blocks = [
        arrays.from_delayed(
            lazily(block, number, first[number]),
            shape=(nan if lengths is None else lengths[number], *example.shape[1:]),
            meta=example[:0],
        )
        for number, block in enumerate(np.ravel(X.to_delayed()))
    ]
    return arrays.concatenate(blocks, allow_unknown_chunksizes=True)


def _example(predict: Callable[..., Any], X: Any) -> Any:
    """The prediction for one row, for dtype and shape."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _plain(predict(_any_row(X)))
    except ValueError:
        # A made-up row may be invalid; an error for a real row is raised.
        real = X.blocks[0] if hasattr(X, "chunks") else X.head(1, npartitions=-1, compute=False)
        return _plain(predict(real.compute()[:1]))


def _any_row(X: Any) -> Any:
    if not hasattr(X, "chunks"):
        return X._meta_nonempty
    ones = np.ones((1, X.shape[1]), dtype=X.dtype)
    return scipy.sparse.csr_matrix(ones) if scipy.sparse.issparse(X._meta) else ones


def _block_predictions(
    predict: Callable[..., Any], empty: Array, rows: Any, number: int, first: int | None
) -> Any:
    """The predictions for one block; first: index of its first row among all rows, if known."""
    if rows.shape[0] == 0:
        return empty
    try:
        # Dask runs several blocks in parallel.
        with threads.limited(1, blas=False):
            return _plain(predict(rows))
    except DataError as error:
        if first is None:
            raise DataError(f"{error} (in block {number}, rows counted from its first)") from error
        raise with_row_offset(error, first) from None


def _plain(y_pred: Any) -> Any:
    return y_pred if scipy.sparse.issparse(y_pred) else np.asarray(y_pred)
