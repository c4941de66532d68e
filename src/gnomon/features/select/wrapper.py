"""What every wrapper shares: a learner, folds of the training rows, a score, and the columns that are kept.

A wrapper is a transformer, so inside a pipeline it selects anew in each training set, and the folds that it
scores subsets on are cut from those rows alone. Its own score chose the subset and is therefore too good:
`gnomon.assessment.selection_optimism` measures by how much.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin, is_classifier
from sklearn.feature_selection import SelectorMixin
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv
from sklearn.utils import column_or_1d, get_tags
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Flags
from gnomon.check import Rule, free
from gnomon.errors import DataError, DataWarning, DesignError, ParameterError
from gnomon.features.select.curve import SelectionCurve, Step, names_of
from gnomon.features.select.subset_score import Subset, SubsetScores
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.sharing.train import Cut

if TYPE_CHECKING:
    import pandas as pd

A_LEARNER = Rule(
    lambda value: value is None or hasattr(value, "fit"),
    "a classifier or regressor, Gnomon's or scikit-learn's",
    "estimator",
    "what is trained on each subset of columns",
)


@dataclass(frozen=True)
class Found:
    """What a search found: the subset to keep, and the steps to it.

    >>> Found((0, 2), ()).subset
    (0, 2)
    """

    subset: Subset
    steps: tuple[Step, ...]


class WrapperSelection(SelectorMixin, Learner):
    """Keep the columns on which a learner scores best; the searches differ in the subsets that they try.

    >>> from sklearn.linear_model import LinearRegression
    >>> class FirstColumn(WrapperSelection):
    ...     def _search(self, scores):
    ...         return Found((0,), ())
    >>> X = np.arange(20.0).reshape(10, 2) ** 2
    >>> FirstColumn(LinearRegression()).fit(X, X[:, 1]).get_support()
    array([ True, False])
    """

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_LEARNER})
    scoring: Any = free(
        default=None,
        help="scikit-learn's name of a score, or a scorer; None for the learner's own (accuracy, or r2)",
        kind="str, callable or None",
    )
    cv: Any = free(
        default=5,
        help="folds of the training rows: their number, a splitter, pairs of row numbers (one pair is a "
        "validation set), or 'training' for the score on the rows trained on",
        kind="int, splitter, pairs or 'training'",
    )
    n_jobs: Any = free(default=None, help="models trained at a time, as joblib counts", kind="int or None")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        if self.estimator is not None:
            inner = get_tags(self.estimator).input_tags
            tags.input_tags.sparse, tags.input_tags.allow_nan = inner.sparse, inner.allow_nan
            tags.input_tags.positive_only = inner.positive_only
        return tags

    def fit(self, X: Any, y: Any = None, **given: Any) -> Self:  # type: ignore[override]
        """Choose the columns by these rows.

        X: features, one row an example. y: the targets.
        """
        if given.get("sample_weight") is not None:
            raise DesignError(
                f"{type(self).__name__} takes no sample_weight: a row of weight 2 stands for two rows, which "
                "folds would part; give the rows themselves, and groups to a splitter in cv="
            )
        if given.keys() - {"sample_weight"}:
            raise TypeError(f"{type(self).__name__}.fit takes X and y, not {sorted(given)}")
        return super().fit(X, y)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Search, and keep what was found."""
        self._refuse_no_learner()
        scores = self._scores(data.X, np.asarray(data.y))
        found = self._search(scores)
        n_columns = data.X.shape[1]
        self.support_ = np.isin(np.arange(n_columns), found.subset)
        self.n_features_ = len(found.subset)
        chosen = scores.of([found.subset])[0]
        self.score_, self.standard_error_ = chosen.mean, chosen.error
        self.curve_ = SelectionCurve(found.steps, names_of(self, n_columns))
        self.trials_, self.n_models_ = scores.trials, scores.n_models
        return self

    def trials(self) -> pd.DataFrame:
        """One line for each subset that was tried, in that order: size, columns, score, standard error."""
        import pandas as pd

        check_is_fitted(self)
        lines = [
            (len(each.subset), tuple(self.curve_.names[c] for c in each.subset), each.mean, each.error)
            for each in self.trials_
        ]
        return pd.DataFrame(lines, columns=["size", "columns", "score", "standard_error"])

    def _refuse_no_learner(self) -> None:
        if self.estimator is None:
            raise ParameterError(
                f"{type(self).__name__}(estimator=None): give the learner that scores a subset of columns, "
                "such as LinearRegression()"
            )

    def _search(self, scores: SubsetScores) -> Found:
        """Try subsets until the search ends."""
        raise TypeError(f"{type(self).__name__} defines no search")

    def _scores(self, X: Any, y: Array) -> SubsetScores:
        warn_of_constant(X, names_of(self, X.shape[1]), type(self).__name__)
        cuts = cuts_of(self.cv, X, y, is_classifier(self.estimator))
        scorer = check_scoring(self.estimator, scoring=self.scoring)
        name = name_of_score(self.scoring, self.estimator)
        return SubsetScores(self.estimator, X, y, cuts, scorer, name, self.n_jobs)

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
            raise DataError(f"y has {len(labels)} values for {n_rows} rows of X; give one for each row")
        return labels.classes[labels.codes]

    def _get_support_mask(self) -> Flags:
        check_is_fitted(self)
        return np.asarray(self.support_)


def cuts_of(cv: Any, X: Any, y: Array, is_of_classes: bool) -> Sequence[Cut]:
    """The pairs (training rows, held-out rows) that subsets are scored on.

    >>> [len(train) for train, _ in cuts_of(3, np.zeros((6, 1)), np.arange(6.0), False)]
    [4, 4, 4]
    """
    everything = np.arange(X.shape[0])
    if isinstance(cv, str):
        if cv != "training":
            raise ParameterError(f"cv={cv!r}: give a number of folds, a splitter, pairs, or 'training'")
        return [(everything, everything)]
    try:
        found = check_cv(cv, y, classifier=is_of_classes)
        cuts = [(everything[train], everything[test]) for train, test in found.split(X, y)]
    except ValueError as error:
        raise DesignError(f"cv={cv!r} cannot cut n_samples={X.shape[0]} rows: {error}") from error
    if is_of_classes:
        _refuse_one_class(cuts, y)
    return cuts


def name_of_score(scoring: Any, estimator: Any) -> str | None:
    """The name of the score that is asked for, or that the learner's own `score` is known to be.

    >>> from sklearn.linear_model import LinearRegression
    >>> name_of_score(None, LinearRegression())
    'r2'
    """
    if scoring is not None:
        return scoring if isinstance(scoring, str) else None
    own = getattr(type(estimator), "score", None)
    return {ClassifierMixin.score: "accuracy", RegressorMixin.score: "r2"}.get(own)


def warn_of_constant(X: Any, names: tuple[str, ...], owner: str) -> None:
    """Say which columns never vary: they can only be chosen by a tie.

    >>> warn_of_constant(np.array([[0.0], [1.0]]), ("a",), "ForwardSelection")
    """
    if not isinstance(X, np.ndarray) or len(X) < 2:
        return
    constant = np.flatnonzero((X[0] == X).all(axis=0))
    if len(constant):
        listed = ", ".join(names[column] for column in constant[:5]) + ("..." if len(constant) > 5 else "")
        warnings.warn(
            f"{owner}: columns that never vary ({listed}) tell a learner nothing; drop them first",
            DataWarning,
            stacklevel=5,
        )


def _refuse_one_class(cuts: Sequence[Cut], y: Array) -> None:
    for split, (train, _) in enumerate(cuts):
        if len(train) and (y[train] == y[train[0]]).all():
            raise DesignError(
                f"the training rows of split {split} have one class only, {y[train[0]]!r}; use fewer folds, "
                "stratified ones, or give more rows of the other classes"
            )
