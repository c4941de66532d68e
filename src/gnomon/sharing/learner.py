"""The base class of every learner: scikit-learn's estimator interface, with `fit` split in two.

`prepare` does the computations that many fits can share (it reads no parameter outside `shared_by`);
`fit_prepared` does the rest. To write a learner, subclass `Learner`, declare its parameters as fields and
implement these two methods; `fit`, validation, documentation and sharing follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from inspect import getattr_static
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, is_classifier
from sklearn.utils import check_array, check_consistent_length, column_or_1d, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import (
    _check_sample_weight,
    check_is_fitted,
    validate_data,
)

from gnomon import check, native, threads
from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.sharing.block_fits import NO_WEIGHT, refuse_dask_rows, summarize
from gnomon.sharing.blocks import Blocks, is_lazy
from gnomon.sharing.copying import parameter_names, unfitted
from gnomon.sharing.dask_blocks import DaskBlocks
from gnomon.sharing.labels import Labels
from gnomon.sharing.lazy_predictions import predict_lazily
from gnomon.sharing.prepared import Rows
from gnomon.sharing.store_summary import store_summary

_Method = TypeVar("_Method", bound=Callable[..., Any])

# What a table of numbers may hold by mistake, besides what scikit-learn's own errors explain.
_TEXT_OR_TIME = (str, bytes, date, timedelta, np.datetime64, np.timedelta64)

PREDICT_METHODS = {"predict", "decision_function", "predict_proba", "predict_log_proba"}
BATCHED_METHODS = {"predict_each", "squared_errors_each"}


def _for_summaries(method: _Method) -> _Method:
    """A method available only if the learner summarizes."""
    return available_if(lambda self: self.summarizes)(method)


@dataclass_transform(
    kw_only_default=True,
    # Not check.seed: a type checker would treat one without `default=` as a required parameter.
    field_specifiers=(check.between, check.one_of, check.one_of_or, check.flag, check.free),
)
class Learner(BaseEstimator):
    """A scikit-learn estimator that shares computations over folds and hyperparameters.

    shared_by: the parameters that `prepare` reads; all others may vary for the same prepared data.
    summarizes: whether `prepare` returns a summary (sufficient statistics) that can be added and subtracted.
    shows_not_finite: whether NaN or infinity in X propagates to the prepared data and to predictions; rows
    are then searched for it only if that happens.
    predicts_most_probable: whether `predict` is the first class of highest `predict_proba`, so that one call
    gives both.

    >>> from gnomon.check import between
    >>> from sklearn.base import RegressorMixin
    >>> class ShrunkenMean(RegressorMixin, Learner):
    ...     shrinkage: float = between(0, 1, default=0.5, help="share of the mean that is subtracted")
    ...
    ...     def fit_prepared(self, data, start=None):
    ...         self.mean_ = (1 - self.shrinkage) * data.y.mean()
    ...         return self
    ...
    ...     def predict(self, X):
    ...         return np.full(len(X), self.mean_)
    >>> ShrunkenMean().fit([[0.0], [1.0]], [2.0, 4.0]).predict([[0.0]])
    array([1.5])
    """

    shared_by: ClassVar[tuple[str, ...]] = ()
    summarizes: ClassVar[bool] = False
    shows_not_finite: ClassVar[bool] = False
    predicts_most_probable: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        dataclass(kw_only=True, eq=False, repr=False)(cls)
        cls.__doc__ = check.document(cls)
        if issubclass(cls, ClassifierMixin) and vars(Learner)["partial_fit"] is getattr_static(
            cls, "partial_fit"
        ):
            cls.partial_fit = _partial_fit_of_classes  # type: ignore[method-assign, assignment]
        store_summary(cls)
        predict_lazily(cls)
        _reset_batched_methods(cls)

    @classmethod
    def _get_param_names(cls) -> list[str]:
        return parameter_names(cls)

    def __sklearn_clone__(self) -> Self:
        return unfitted(self)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Any:
        """Prepare these rows for fits on them, or on a subset of them."""
        return Rows(X, y, weight)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit on prepared data; start: a model of the same rows and other hyperparameters (warm start).

        A learner writes this. Classes without rows have been dropped from `data`; what is needed for
        `partial_fit` and `forget` is stored by the base class.
        """
        raise TypeError(f"{type(self).__name__} defines no fit_prepared")

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Any) -> Iterator[Self]:
        """Fit a path of hyperparameters on the same prepared data, each with a warm start from the last.

        A learner that computes the whole path at once overrides this.
        """
        start = None
        for setting in path:
            start = setting.fit_prepared(data, start=start)
            yield start

    @classmethod
    def predict_each(cls, models: Sequence[Any], X: Any) -> Iterable[Array]:
        """Batched prediction: the predictions of several fitted models for the same rows.

        A learner that predicts faster in batches overrides this.
        """
        return (model.predict(X) for model in models)

    @classmethod
    def squared_errors_each(cls, models: Sequence[Any], data: Any) -> Floats:
        """The mean squared error of each of several models on rows summarized by `prepare`.

        NaN unless a learner overrides this to compute it from the summary.
        """
        return np.full(len(models), np.nan)

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit the model.

        X: features, samples x features (an array or any data frame; also Dask's, if the learner summarizes).
        y: target values. sample_weight: sample weights, 1 by default.
        """
        if is_lazy(X):
            return self.fit_blocks(DaskBlocks(X, y, sample_weight))
        return self.fit_prepared(self.prepare(*self.check_rows(X, y, sample_weight)))

    def fit_blocks(self, blocks: Blocks) -> Self:
        """Fit out of core, with one block of rows in memory at a time (see `gnomon.fit_blocks`)."""
        return self.fit_prepared(summarize(self, blocks, reset=True))

    @_for_summaries
    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Incremental fit on more rows (online learning): the same model as one fit on all rows."""
        return _learn_more(self, X, y, sample_weight)

    @_for_summaries
    def forget(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Remove rows from the fit (decremental learning): the same model as a fit without them."""
        check_is_fitted(self)
        return self.fit_prepared(self.prepared_ - self._summary(X, y, sample_weight, reset=False))

    def _summary(self, X: Any, y: Any, sample_weight: Any, *, reset: bool, classes: Any = None) -> Any:
        if is_lazy(X):
            return summarize(self, DaskBlocks(X, y, sample_weight), reset=reset, classes=classes)
        return self.prepare(*self.check_rows(X, y, sample_weight, reset=reset, classes=classes))

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """Validate parameters and data, and convert them for `prepare`."""
        check.check_parameters(self)
        if is_lazy(X):
            refuse_dask_rows(self, X)
        tags = get_tags(self)
        if y is None and tags.target_tags.required:
            raise DataError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        X = self.check_examples(X, reset=reset)
        if y is not None:
            y = self._check_target(y, X.shape[0], classes)
        weight = None
        if sample_weight is not None:
            if not np.any(np.asarray(sample_weight)):
                raise DataError(NO_WEIGHT)
            weight = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        return X, y, weight

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Validate features: finite, two-dimensional, C-contiguous float64."""
        if is_lazy(X):
            refuse_dask_rows(self, X)
        inputs = get_tags(self).input_tags
        try:
            X = validate_data(
                self,
                X,
                reset=reset,
                dtype=np.float64,
                order="C",
                accept_sparse="csr" if inputs.sparse else False,
                ensure_all_finite=False,
            )
        except (TypeError, ValueError) as error:
            where = _first_not_numeric(X)
            if where is None:
                raise
            raise _not_numeric(X, self, *where) from error
        if inputs.allow_nan:
            self.refuse_infinite(X)
        elif not self.shows_not_finite:
            self.refuse_not_finite(X)
        return X

    def refuse_not_finite(self, X: Any) -> None:
        """Raise DataError, with row and column, if a value is NaN or infinite."""
        table = X if isinstance(X, np.ndarray) else X.data[:, None]
        position = native.first_not_finite(table, threads.count())
        if position >= 0:
            self._refuse_value(table, position)

    def refuse_infinite(self, X: Any) -> None:
        """Raise DataError, with row and column, if a value is infinite; NaN is a missing value."""
        table = X if isinstance(X, np.ndarray) else X.data[:, None]
        # A sum is infinite or NaN if any of its terms is; a finite sum needs no search.
        with np.errstate(over="ignore", invalid="ignore"):
            clean = np.isfinite(table.sum())
        if not clean and len(infinite := np.flatnonzero(np.isinf(table))):
            self._refuse_value(table, int(infinite[0]))

    def _refuse_value(self, table: Floats, position: int) -> None:
        row, column = divmod(position, table.shape[1])
        names = getattr(self, "feature_names_in_", None)
        what, fix = "infinity", "correct it"
        if np.isnan(table[row, column]):
            what, fix = "NaN", "impute it first (sklearn.impute.SimpleImputer)"
        name = column if names is None else names[column]
        raise DataError(
            f"Input X contains {what} (column {name!r}, row {{row}}), which {type(self).__name__} does not "
            f"accept; {fix}, or drop those rows",
            column=name,
            row=row,
        )

    # check_array searches for NaN and infinity by a sum, which may overflow.
    @np.errstate(over="ignore", invalid="ignore")
    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Labels | Array:
        if isinstance(y, Labels):
            return y
        if get_tags(self).target_tags.multi_output:
            y = check_array(y, dtype=np.float64, ensure_2d=False, input_name="y")
        if not (get_tags(self).target_tags.multi_output and y.ndim == 2):
            y = column_or_1d(y, warn=True)
        check_consistent_length(y, np.empty(n_rows))
        if not is_classifier(self):
            return check_array(y, dtype=np.float64, ensure_2d=False, input_name="y")
        _refuse_missing(y)
        labels = Labels.of(y)
        return labels if classes is None else _among(np.unique(classes), labels)


@_for_summaries
def _partial_fit_of_classes(
    self: Any, X: Any, y: Any = None, classes: Any = None, sample_weight: Any = None
) -> Any:
    """Incremental fit on more rows (online learning): the same model as one fit on all rows.

    classes: all classes, required if the first rows may lack one; before sample_weight, as in scikit-learn.
    """
    return _learn_more(self, X, y, sample_weight, classes)


def _learn_more(learner: Any, X: Any, y: Any, sample_weight: Any, classes: Any = None) -> Any:
    first = not hasattr(learner, "prepared_")
    more = learner._summary(X, y, sample_weight, reset=first, classes=classes)
    return learner.fit_prepared(more if first else learner.prepared_ + more)


def _reset_batched_methods(kind: type[Learner]) -> None:
    """A subclass that overrides prediction must not inherit its parent's batched prediction."""
    own = [kind, *(each for each in kind.__bases__ if not issubclass(each, Learner))]
    if PREDICT_METHODS & set(vars(kind)) and not any(BATCHED_METHODS & set(vars(each)) for each in own):
        for name in BATCHED_METHODS:
            setattr(kind, name, getattr(Learner, name))


def _first_not_numeric(X: Any) -> tuple[int, int] | None:
    """Row and column of the first text, date or duration of a table that is no number; else None."""
    table = np.asarray(X, dtype=object)
    if table.ndim != 2:
        return None
    for column, row in np.ndindex(table.shape[::-1]):
        try:
            float(table[row, column])
        except (TypeError, ValueError):
            if isinstance(table[row, column], _TEXT_OR_TIME):
                return row, column
    return None


def _not_numeric(X: Any, learner: Learner, row: int, column: int) -> DataError:
    """The error for a value that is not a number."""
    table = np.asarray(X, dtype=object)
    names = getattr(X, "columns", range(table.shape[1]))
    if hasattr(learner, "categorical_features"):
        fix = f"pass categorical_features=[{names[column]!r}]"
    elif hasattr(learner, "transform"):
        fix = (
            "encode it (sklearn.preprocessing.OneHotEncoder), or transform the numeric columns alone "
            "(sklearn.compose.make_column_transformer)"
        )
    else:
        fix = (
            "encode it (sklearn.preprocessing.OneHotEncoder), or use a learner that accepts categories, such "
            "as trees"
        )
    return DataError(
        f"Input X contains {table[row, column]!r} (column {names[column]!r}, row {{row}}), which "
        f"{type(learner).__name__} cannot convert to a number; {fix}",
        column=names[column],
        row=row,
    )


def _among(classes: Array, labels: Labels) -> Labels:
    """The labels coded over all declared classes."""
    joined = Labels(labels.codes[:0], classes).joined(labels)
    unknown = [each for each in joined.classes.tolist() if each not in classes.tolist()]
    if unknown:
        raise DataError(
            f"y holds {unknown[0]!r}, which is not among classes={classes.tolist()[:10]}; list every class"
        )
    return joined


def _refuse_missing(y: Array) -> None:
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        row = int(np.flatnonzero(~np.isfinite(y))[0])
        raise DataError(
            f"Input y contains NaN or infinity (row {{row}} is {y[row]}); drop those rows first", row=row
        )
    if y.dtype.kind == "O":
        import pandas as pd

        missing = np.flatnonzero(pd.isna(y))
        if len(missing):
            raise DataError(
                "Input y contains NaN (row {row} has no label); drop those rows first", row=int(missing[0])
            )
