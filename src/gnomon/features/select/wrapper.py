"""Wrapper feature selection: base class with a learner, folds of the training rows, and a scoring.

A wrapper is a transformer, so in a pipeline it selects features on each training set, with inner folds of
those rows only. The score of the selected subset is optimistically biased, as it was maximized:
`gnomon.assessment.selection_optimism` estimates the bias.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import is_classifier
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import column_or_1d, get_tags
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Flags
from gnomon.check import Rule, free
from gnomon.errors import DataError, DataWarning, DesignError, ParameterError
from gnomon.features.select.curve import SelectionCurve, Step, names_of
from gnomon.features.select.scorer import name_of_score, scorer_of
from gnomon.features.select.subset_score import Subset, SubsetScores
from gnomon.sharing.folds import splits_of
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

A_LEARNER = Rule(
    lambda value: value is None or hasattr(value, "fit"),
    "a classifier or regressor, Gnomon's or scikit-learn's",
    "estimator",
    "the estimator fitted on each subset of columns",
)


@dataclass(frozen=True)
class SearchResult:
    """The result of a subset search: the selected subset, and the steps.

    >>> SearchResult((0, 2), ()).subset
    (0, 2)
    """

    subset: Subset
    steps: tuple[Step, ...]


class WrapperSelection(SelectorMixin, Learner):
    """Base class of wrapper feature selection: search for the subset with the best cross-validated score.

    >>> from sklearn.linear_model import LinearRegression
    >>> class FirstColumn(WrapperSelection):
    ...     def _search(self, scores):
    ...         return SearchResult((0,), ())
    >>> X = np.arange(20.0).reshape(10, 2) ** 2
    >>> FirstColumn(LinearRegression()).fit(X, X[:, 1]).get_support()
    array([ True, False])
    """

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_LEARNER})
    scoring: Any = free(
        default=None,
        help="a measure such as 'auc', or a scorer of scikit-learn; of two classes the last in order is "
        "positive; None for the learner's default (accuracy, or r2)",
        kind="str, measure, callable or None",
    )
    cv: Any = free(
        default=5,
        help="cross-validation: number of folds, plan such as k_fold(10), splitter, list of (train, test) "
        "indices (one pair is a validation set), or 'training' for the training score",
        kind="int, plan, splitter, pairs or 'training'",
    )
    n_jobs: Any = free(default=None, help="number of parallel fits, as in joblib", kind="int or None")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        if self.estimator is not None:
            inner = get_tags(self.estimator).input_tags
            tags.input_tags.sparse, tags.input_tags.allow_nan = inner.sparse, inner.allow_nan
            tags.input_tags.positive_only = inner.positive_only
        return tags

    def fit(self, X: Any, y: Any = None, **fit_params: Any) -> Self:  # type: ignore[override]
        """Select features on the training rows.

        X: features, one row per example. y: targets.
        """
        if fit_params.get("sample_weight") is not None:
            raise DesignError(
                f"{type(self).__name__} does not support sample_weight: a row of weight 2 stands for two "
                "rows, which folds would separate; repeat the rows, and pass a grouped splitter as cv="
            )
        if fit_params.keys() - {"sample_weight"}:
            raise TypeError(f"{type(self).__name__}.fit takes X and y, not {sorted(fit_params)}")
        return super().fit(X, y)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Search for the best subset, and store it."""
        self._check_estimator()
        scores = self._scores(data.X, np.asarray(data.y))
        result = self._search(scores)
        n_columns = data.X.shape[1]
        self.support_ = np.isin(np.arange(n_columns), result.subset)
        self.n_features_ = len(result.subset)
        selected = scores.of([result.subset])[0]
        self.score_, self.standard_error_ = selected.mean, selected.error
        self.curve_ = SelectionCurve(result.steps, names_of(self, n_columns))
        self.trials_, self.n_models_ = scores.trials, scores.n_models
        return self

    def trials(self) -> pd.DataFrame:
        """One row per scored subset, in order: size, columns, score, standard error."""
        import pandas as pd

        check_is_fitted(self)
        lines = [
            (len(each.subset), tuple(self.curve_.names[c] for c in each.subset), each.mean, each.error)
            for each in self.trials_
        ]
        return pd.DataFrame(lines, columns=["size", "columns", "score", "standard_error"])

    def _check_estimator(self) -> None:
        if self.estimator is None:
            raise ParameterError(
                f"{type(self).__name__}(estimator=None): set the learner that is fitted on subsets of "
                "columns, such as LinearRegression()"
            )

    def _search(self, scores: SubsetScores) -> SearchResult:
        """Run the subset search."""
        raise TypeError(f"{type(self).__name__} defines no search")

    def _scores(self, X: Any, y: Array) -> SubsetScores:
        warn_of_constant(X, names_of(self, X.shape[1]), type(self).__name__)
        splits = splits_of(self.cv, X, y, is_classifier(self.estimator))
        scorer = scorer_of(self.scoring, self.estimator)
        name = name_of_score(self.scoring, self.estimator)
        return SubsetScores(self.estimator, X, y, splits, scorer, name, self.n_jobs)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        if self.estimator is None or not is_classifier(self.estimator):
            return super()._check_target(y, n_rows, classes)
        import pandas as pd

        y = column_or_1d(y, warn=True)
        missing = np.flatnonzero(pd.isna(y))
        if len(missing):
            raise DataError(f"Input y contains NaN (row {missing[0]} has no label); drop those rows first")
        labels = Labels.of(y)
        if len(labels) != n_rows:
            raise DataError(f"y has {len(labels)} values for {n_rows} rows of X; pass one per row")
        return labels.classes[labels.codes]

    def _get_support_mask(self) -> Flags:
        check_is_fitted(self)
        return np.asarray(self.support_)


def warn_of_constant(X: Any, names: tuple[str, ...], owner: str) -> None:
    """Warn of constant columns, which are selected only by ties.

    >>> warn_of_constant(np.array([[0.0], [1.0]]), ("a",), "ForwardSelection")
    """
    if not isinstance(X, np.ndarray) or len(X) < 2:
        return
    constant = np.flatnonzero((X[0] == X).all(axis=0))
    if len(constant):
        listed = ", ".join(names[column] for column in constant[:5]) + ("..." if len(constant) > 5 else "")
        warnings.warn(
            f"{owner}: constant columns ({listed}) are uninformative; drop them first",
            DataWarning,
            stacklevel=5,
        )
