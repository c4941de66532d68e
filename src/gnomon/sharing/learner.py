"""The contract of every learner: scikit-learn's, with `fit` cut in two.

`prepare` does the work that many fits can share (it sees no parameter outside `shared_by`); `fit_prepared`
does the rest. A learner is written by subclassing `Learner`, declaring its parameters as fields and writing
these two methods; `fit`, checking, documentation and sharing follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
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
from gnomon.sharing.block_answers import answer_lazily
from gnomon.sharing.block_fits import NO_WEIGHT, refuse_rows_of_dask, summarize
from gnomon.sharing.blocks import Blocks, is_lazy
from gnomon.sharing.copying import parameter_names, unfitted
from gnomon.sharing.dask_blocks import DaskBlocks
from gnomon.sharing.labels import Labels
from gnomon.sharing.prepared import Rows

_Method = TypeVar("_Method", bound=Callable[..., Any])

# What NumPy and pandas say of words, of dates beside numbers and of a categorical column.
SIGNS_OF_WORDS = ("could not convert string", "could not be promoted", "Cannot cast")

ANSWERS = {"predict", "decision_function", "predict_proba", "predict_log_proba"}
TOGETHER = {"predict_each", "squared_errors_each"}


def _for_summaries(method: _Method) -> _Method:
    """A method that only learners which summarize have."""
    return available_if(lambda self: self.summarizes)(method)


@dataclass_transform(
    kw_only_default=True,
    # Not check.seed: a type checker would take one without `default=` for a parameter that must be given.
    field_specifiers=(check.between, check.one_of, check.one_of_or, check.flag, check.free),
)
class Learner(BaseEstimator):
    """A scikit-learn estimator whose work can be shared over folds and settings.

    shared_by: the parameters that `prepare` reads; all others may vary over one preparation.
    summarizes: whether what `prepare` returns can be added and subtracted.
    shows_not_finite: whether a value that is not finite makes what `prepare` returns, and what is predicted,
    not finite too; rows are then looked through for the culprit only if that happens.
    predicts_most_probable: whether `predict` is the first class of highest `predict_proba`, so that one call
    of that gives both.
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
        answer_lazily(cls)
        _answer_alone_if_anew(cls)

    @classmethod
    def _get_param_names(cls) -> list[str]:
        return parameter_names(cls)

    def __sklearn_clone__(self) -> Self:
        return unfitted(self)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Any:
        """The work that fits on these rows, or on some of them, can share."""
        return Rows(X, y, weight)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit on prepared data; `start` is a model fitted on the same rows under another setting."""
        raise TypeError(f"{type(self).__name__} defines no fit_prepared")

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Any) -> Iterator[Self]:
        """Fit each setting of a path on the same prepared data, starting from the one before.

        A learner that finds all of them in one go overrides this.
        """
        start = None
        for setting in path:
            start = setting.fit_prepared(data, start=start)
            yield start

    @classmethod
    def predict_each(cls, models: Sequence[Any], X: Any) -> Iterable[Array]:
        """What each of several fitted models predicts for the same rows.

        A learner that finds all of it in one go overrides this.
        """
        return (model.predict(X) for model in models)

    @classmethod
    def squared_errors_each(cls, models: Sequence[Any], data: Any) -> Floats:
        """The mean squared error of each of several models on rows summarized by `prepare`.

        NaN where sums do not tell; a learner whose sums do overrides this.
        """
        return np.full(len(models), np.nan)

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on rows X with targets y.

        X: features, one row an example (an array or any data frame; Dask's too, if the learner summarizes).
        y: the targets. sample_weight: how much each row counts; 1 if not given.
        """
        if is_lazy(X):
            return self.fit_blocks(DaskBlocks(X, y, sample_weight))
        return self.fit_prepared(self.prepare(*self.check_rows(X, y, sample_weight)))

    def fit_blocks(self, blocks: Blocks) -> Self:
        """Fit on rows of which one block at a time need be in memory (see `gnomon.fit_blocks`)."""
        return self.fit_prepared(summarize(self, blocks, reset=True))

    @_for_summaries
    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learn from more rows: the model is the same as if all had come at once."""
        return _learn_more(self, X, y, sample_weight)

    @_for_summaries
    def forget(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Take rows that were learned back out: the model is the same as if they had never come."""
        check_is_fitted(self)
        return self.fit_prepared(self.prepared_ - self._summary(X, y, sample_weight, reset=False))

    def _summary(self, X: Any, y: Any, sample_weight: Any, *, reset: bool, classes: Any = None) -> Any:
        if is_lazy(X):
            return summarize(self, DaskBlocks(X, y, sample_weight), reset=reset, classes=classes)
        return self.prepare(*self.check_rows(X, y, sample_weight, reset=reset, classes=classes))

    def check_rows(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, reset: bool = True, classes: Any = None
    ) -> tuple[Any, Any, Floats | None]:
        """Parameters and data checked at the door, as `prepare` wants them."""
        check.check_parameters(self)
        if is_lazy(X):
            refuse_rows_of_dask(self, X)
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
        """Features checked at the door: finite, two-dimensional float64 numbers in row order."""
        if is_lazy(X):
            refuse_rows_of_dask(self, X)
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
            if not any(sign in str(error) for sign in SIGNS_OF_WORDS):
                raise
            raise DataError(_words(X, self)) from error
        if inputs.allow_nan:
            self.refuse_infinite(X)
        elif not self.shows_not_finite:
            self.refuse_not_finite(X)
        return X

    def refuse_not_finite(self, X: Any) -> None:
        """Raise DataError, which names the place, if a value is infinite or not a number."""
        table = X if isinstance(X, np.ndarray) else X.data[:, None]
        place = native.first_not_finite(table, threads.count())
        if place >= 0:
            self._refuse_value(table, place)

    def refuse_infinite(self, X: Any) -> None:
        """Raise DataError, which names the place, if a value is infinite; NaN is a missing value."""
        table = X if isinstance(X, np.ndarray) else X.data[:, None]
        # A sum is infinite or NaN if any of its terms is; a finite one needs no second look.
        with np.errstate(over="ignore", invalid="ignore"):
            clean = np.isfinite(table.sum())
        if not clean and len(infinite := np.flatnonzero(np.isinf(table))):
            self._refuse_value(table, int(infinite[0]))

    def _refuse_value(self, table: Floats, place: int) -> None:
        row, column = divmod(place, table.shape[1])
        names = getattr(self, "feature_names_in_", None)
        what, way_out = "infinity", "correct it"
        if np.isnan(table[row, column]):
            what, way_out = "NaN", "impute it first (sklearn.impute.SimpleImputer)"
        where = f"column {column if names is None else repr(names[column])}, row {row}"
        raise DataError(
            f"Input X contains {what} ({where}), which {type(self).__name__} does not take; {way_out}, or "
            "drop those rows"
        )

    # What is not finite is looked for by a sum, which the largest numbers carry beyond a float.
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
    """Learn from more rows: the model is the same as if all had come at once.

    classes: every class there is, if the first rows may lack one. They come before sample_weight, as in
    scikit-learn's classifiers.
    """
    return _learn_more(self, X, y, sample_weight, classes)


def _learn_more(learner: Any, X: Any, y: Any, sample_weight: Any, classes: Any = None) -> Any:
    first = not hasattr(learner, "prepared_")
    more = learner._summary(X, y, sample_weight, reset=first, classes=classes)
    return learner.fit_prepared(more if first else learner.prepared_ + more)


def _answer_alone_if_anew(kind: type[Learner]) -> None:
    """A subclass that answers otherwise than its parent must not answer in company as the parent does."""
    own = [kind, *(each for each in kind.__bases__ if not issubclass(each, Learner))]
    if ANSWERS & set(vars(kind)) and not any(TOGETHER & set(vars(each)) for each in own):
        for name in TOGETHER:
            setattr(kind, name, getattr(Learner, name))


def _words(X: Any, learner: Learner) -> str:
    """The message on the first value that is no number."""
    table = np.asarray(X, dtype=object)
    names = getattr(X, "columns", range(table.shape[1]))
    for column, row in np.ndindex(table.shape[::-1]):
        try:
            float(table[row, column])
        except (TypeError, ValueError):
            break
    if hasattr(learner, "categorical_features"):
        way_out = f"categorical_features=[{names[column]!r}] makes it a category"
    elif hasattr(learner, "transform"):
        way_out = (
            "encode it (sklearn.preprocessing.OneHotEncoder), or transform the columns of numbers alone "
            "(sklearn.compose.make_column_transformer)"
        )
    else:
        way_out = (
            "encode it (sklearn.preprocessing.OneHotEncoder), or use a learner of categories, as trees are"
        )
    place = f"column {names[column]!r}, row {row}"
    name = type(learner).__name__
    return (
        f"Input X contains {table[row, column]!r} ({place}), which {name} cannot read as a number; {way_out}"
    )


def _among(classes: Array, labels: Labels) -> Labels:
    """The labels over all classes that were named."""
    joined = Labels(labels.codes[:0], classes).joined(labels)
    strange = [each for each in joined.classes.tolist() if each not in classes.tolist()]
    if strange:
        raise DataError(
            f"y holds {strange[0]!r}, which is not among classes={classes.tolist()[:10]}; name every class"
        )
    return joined


def _refuse_missing(y: Array) -> None:
    if y.dtype.kind == "f" and not np.isfinite(y).all():
        row = int(np.flatnonzero(~np.isfinite(y))[0])
        raise DataError(f"Input y contains NaN or infinity (row {row} is {y[row]}); drop those rows first")
    if y.dtype.kind == "O":
        import pandas as pd

        missing = np.flatnonzero(pd.isna(y))
        if len(missing):
            raise DataError(f"Input y contains NaN (row {missing[0]} has no label); drop those rows first")
