"""Predictions for Dask arrays and data frames: Dask arrays too, computed block by block when asked for."""

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
from gnomon.sharing.blocks import is_lazy, moved
from gnomon.sharing.dask_blocks import block_lengths, n_blocks, whole_rows

ANSWERS = (
    "predict",
    "predict_proba",
    "predict_log_proba",
    "decision_function",
    "score_samples",
    "transform",
    "inverse_transform",
)


def answer_lazily(cls: type) -> None:
    """Let what a class answers for rows, by methods of its own or inherited, be put off for rows of Dask."""
    for name in ANSWERS:
        method: Any = getattr_static(cls, name, None)
        if callable(method) and not hasattr(method, "is_put_off"):
            setattr(cls, name, _or_lazily(method))
        elif name in vars(cls) and hasattr(method, "fn"):
            # A method that only some settings have.
            method.fn = _or_lazily(method.fn)


def _or_lazily(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def answer(self: Any, X: Any, *given: Any, **named: Any) -> Any:
        if is_lazy(X):
            check_is_fitted(self)
            return _in_blocks(partial(_ask, self, method.__name__, given, named), X)
        return method(self, X, *given, **named)

    answer.is_put_off = True  # type: ignore[attr-defined]
    return answer


def _ask(model: Any, name: str, given: Any, named: Any, rows: Any) -> Any:
    return getattr(model, name)(rows, *given, **named)


def _in_blocks(answer: Callable[..., Any], X: Any) -> Any:
    from dask import array
    from dask.delayed import delayed

    arrays: Any = array
    X = whole_rows(X)
    example = _example(answer, X)
    lengths = block_lengths(X)
    first = [None] * n_blocks(X) if lengths is None else np.cumsum([0, *lengths]).tolist()
    put_off = partial(delayed(_answer), delayed(answer, traverse=False), example[:0])
    found = [
        arrays.from_delayed(
            put_off(block, number, first[number]),
            shape=(nan if lengths is None else lengths[number], *example.shape[1:]),
            meta=example[:0],
        )
        for number, block in enumerate(np.ravel(X.to_delayed()))
    ]
    return arrays.concatenate(found, allow_unknown_chunksizes=True)


def _example(answer: Callable[..., Any], X: Any) -> Any:
    """An answer for some row, to tell type and width of all."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _plain(answer(_any_row(X)))
    except ValueError:
        # A made-up row may be an odd or impossible one; what is wrong with a real one is wrong.
        real = X.blocks[0] if hasattr(X, "chunks") else X.head(1, npartitions=-1, compute=False)
        return _plain(answer(real.compute()[:1]))


def _any_row(X: Any) -> Any:
    if not hasattr(X, "chunks"):
        return X._meta_nonempty
    ones = np.ones((1, X.shape[1]), dtype=X.dtype)
    return scipy.sparse.csr_matrix(ones) if scipy.sparse.issparse(X._meta) else ones


def _answer(answer: Callable[..., Any], empty: Array, rows: Any, number: int, first: int | None) -> Any:
    """The answer for one block, whose first row has this number among all, if that is known."""
    if rows.shape[0] == 0:
        return empty
    try:
        # Dask works at several blocks at a time.
        with threads.limited(1, blas=False):
            return _plain(answer(rows))
    except DataError as error:
        if first is None:
            raise DataError(f"{error} (in block {number}, rows counted from its start)") from error
        raise moved(error, first) from None


def _plain(found: Any) -> Any:
    return found if scipy.sparse.issparse(found) else np.asarray(found)
